"""What a model would be told before its first question, as JSON: of a player as it is, or of a persona that need not be
stored yet, in whatever role of whatever rule book, with what is remembered.

Law: nothing is stored and nobody is asked. It is the very briefing of a game (games.gateway.briefings); what it takes
to be read is reckoned from its length at the prices of now.
"""

from typing import Any, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.rulesets import all_rulesets
from games.gateway.estimating import Preview, preview_of
from league.access.rights import refuse
from league.api.roster.bodies import Written, example, given_in, wrong_sheet
from league.api.roster.personas import SCHEMA, SHEET, WHO
from league.api.roster.players import AWARE, LEVEL, Called, named_by_slug
from league.models import Season, Token
from league.queries.memories import revisions_told
from personas.api.reading import Asked, Reading, WholeNumber
from personas.memory import current
from personas.models import LanguageModel, MemoryRevision, Persona, Player, StrategyLevel
from personas.sheet import Sheet, SheetError, accept_by_hand, load

RULESETS: Final = list(all_rulesets())
NAMES: Final = Season.Names.choices
WHICH: Final = "The slug of a ruleset; what is told is that of its usual table."
ROLE: Final = "A role of it, as its ruleset lists them; one that only an option brings in is dealt by that."
CALLED: Final = "By which names players go at that table: those of personas, or drawn for the game."
REVISION: Final = "With what it remembered at this revision, 0 for nothing; else at the newest."
LARGEST: Final = 2**31 - 1
ONE: Final = {
    "player_id": None,
    "persona": "harbour_clerk",
    "ruleset": "town-mafia",
    "role": "doctor",
    "names": "persona",
    "strategy_level": "basic",
    "is_aware": False,
    "revision": None,
    "texts": {"common": "This is …", "own": "You are The Harbour Clerk. …", "history": [], "task": "Whom do you …"},
    "tokens": 2210,
    "own_tokens": 640,
    "prices": [{"model": "gpt-4o-mini", "name": "GPT-4o mini", "cost": "0.00033150", "told": "$0.0003315"}],
}


# --- what is asked, and what is told ---------------------------------------------------------------------------------


class BriefingAsked(Asked):
    """As what a player is briefed; what is left out is as it is."""

    ruleset = serializers.ChoiceField(RULESETS, label=f"one of {', '.join(RULESETS)}", help_text=WHICH)
    role = serializers.CharField(max_length=60, label="a role of the ruleset", help_text=ROLE)
    names = serializers.ChoiceField(NAMES, default="persona", label="one of persona, alias", help_text=CALLED)
    strategy_level = serializers.ChoiceField(
        StrategyLevel.choices,
        required=False,
        label=f"one of {', '.join(StrategyLevel.values)}",
        help_text="How much strategy it is told; the player's own unless asked.",
    )
    is_aware = serializers.BooleanField(required=False, label="true or false", help_text=AWARE)
    revision = WholeNumber(
        required=False,
        min_value=0,
        max_value=LARGEST,
        label="the number of a revision, or 0 for nothing at all",
        help_text=REVISION,
    )


class BriefedSerializer(Written):
    """Who is briefed, and as what."""

    ruleset = serializers.ChoiceField(RULESETS, help_text=WHICH)
    role = serializers.CharField(max_length=60, help_text=ROLE)
    names = serializers.ChoiceField(NAMES, default="persona", help_text=CALLED)
    strategy_level = serializers.ChoiceField(StrategyLevel.choices, default=StrategyLevel.NONE, help_text=LEVEL)
    is_aware = serializers.BooleanField(default=False, help_text=AWARE)
    persona = named_by_slug(
        Persona.objects.all(), "persona", "A persona as it is stored, by the slug. Or else:", required=False
    )
    sheet = serializers.DictField(
        child=serializers.JSONField(allow_null=True),
        required=False,
        help_text="A sheet, whole, with `slug` and `name`; it is stored nowhere.",
    )
    memory = Called(
        "player_id",
        queryset=Player.objects.all(),
        required=False,
        error_messages={"does_not_exist": "no player is called {value!r}", "invalid": "must be the id of a player"},
        help_text="With what this player remembers, by its id; left out, as before a first game.",
    )
    revision = serializers.IntegerField(required=False, min_value=0, max_value=LARGEST, help_text=REVISION)
    model = named_by_slug(
        LanguageModel.objects.all(), "model", "Whose price is told first, by the slug.", required=False
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two says who."""
        if ("persona" in attrs) == ("sheet" in attrs):
            raise ValidationError({"persona": ["say a persona, or a `sheet`: one of the two"]})
        if "revision" in attrs and "memory" not in attrs:
            raise ValidationError({"revision": ["say of whose `memory`"]})
        return attrs


class TextsSerializer(serializers.Serializer):
    """The parts of it, in the order in which they are sent."""

    common = serializers.CharField(help_text="The same for all seats: rules, and how to answer.")
    own = serializers.CharField(help_text="For this seat alone: who it is, its role, what it remembers.")
    history = serializers.ListField(child=serializers.CharField(), help_text="What it has seen so far.")
    task = serializers.CharField(help_text="Where things stand, and what is asked.")


class ReadOnceSerializer(serializers.Serializer):
    """What it costs to be read once by a model, from no cache."""

    model = serializers.CharField(help_text="Its slug.")
    name = serializers.CharField()
    cost = serializers.CharField(allow_null=True, help_text="US dollars; null where nobody knows its price.")
    told = serializers.CharField(help_text="The same in words, or why nobody knows.")


class BriefingSerializer(serializers.Serializer):
    """What a model would be told before its first question."""

    player_id = serializers.CharField(allow_null=True, help_text="The player; null where a persona is briefed.")
    persona = serializers.CharField(help_text="The slug of the persona, as its sheet has it.")
    ruleset = serializers.CharField()
    role = serializers.CharField()
    names = serializers.ChoiceField(NAMES)
    strategy_level = serializers.ChoiceField(StrategyLevel.choices)
    is_aware = serializers.BooleanField()
    revision = serializers.IntegerField(allow_null=True, help_text="Of the memory that it is told; null for none.")
    texts = TextsSerializer()
    tokens = serializers.IntegerField(help_text="About how many there are in all, rather more than fewer.")
    own_tokens = serializers.IntegerField(help_text="Of the tokens: those of `own`.")
    prices = ReadOnceSerializer(many=True, help_text="By model, the player's own or that which was named first.")


# --- where -----------------------------------------------------------------------------------------------------------


class PlayerBriefing(Reading):
    """What a player would be told before its first question: in a role of a rule book, with what it remembers."""

    rights = {"GET": "preview_players"}
    shows_more = True
    asked = BriefingAsked
    queryset = Player.objects.select_related("persona", "model")
    lookup_field = "player_id"
    serializer_class = BriefingSerializer
    refusals = {
        "401": "For staff alone; or a token that is wrong or has expired.",
        "403": "For staff who may change players.",
    }

    def get(self, request: Request, player_id: str) -> Response:
        """The briefing."""
        player = self.get_object()
        how = {"strategy_level": player.strategy_level, "is_aware": player.is_aware} | self.given
        revision = revision_of(request, player, how.pop("revision", None))
        try:
            sheet = load(player.persona.sheet)
        except SheetError as error:
            raise wrong_sheet(error) from error
        told = briefed(sheet, revision=revision, first=player.model, **how)
        return Response(BriefingSerializer(told | {"player_id": player.player_id}).data)


class Briefings(Reading):
    """What a model would be told of a persona, stored or not, before its first question."""

    rights = {"POST": "preview_personas"}
    scope = Token.Scope.ROSTER
    queryset = Persona.objects.all()
    serializer_class = BriefingSerializer
    refused_writes = {
        "403": "For staff who may change personas, and with a memory players, with a token of scope `roster`.",
        "415": "There is only `application/json`.",
    }

    @extend_schema(
        description="Tells what a model would be told before its first question, of a persona as it is stored or of a "
        "`sheet` that is stored nowhere, and what that costs to be read. Nothing is written and nobody is asked. "
        f"{SCHEMA}",
        request=BriefedSerializer,
        responses=BriefingSerializer,
        examples=[
            example(
                "A sheet before it is stored",
                {"sheet": WHO | SHEET, "ruleset": "town-mafia", "role": "doctor", "strategy_level": "basic"},
            ),
            example("What is told", ONE, status=200),
        ],
    )
    def post(self, request: Request) -> Response:
        """Look at what a model would be told."""
        how = given_in(BriefedSerializer, request)
        player, number = how.pop("memory", None), how.pop("revision", None)
        if player is not None:
            refuse(request.user, "preview_players")
        revision = revision_of(request, player, number) if player is not None else None
        sheet = sheet_in(how.pop("persona", None), how.pop("sheet", {}))
        told = briefed(sheet, revision=revision, first=how.pop("model", None), **how)
        return Response(BriefingSerializer(told | {"player_id": None}).data)


def sheet_in(persona: Persona | None, data: dict[str, Any]) -> Sheet:
    """The sheet of a persona, or one that was sent, read as if it were to be stored. Raises ValidationError."""
    try:
        if persona is not None:
            return load(persona.sheet)
        slug, name = (str(data.get(field) or "") for field in ("slug", "name"))
        return accept_by_hand(data, slug=slug, name=name)
    except SheetError as error:
        raise wrong_sheet(error) from error


def revision_of(request: Request, player: Player, number: int | None) -> MemoryRevision | None:
    """What a player remembers now, or did at a revision; None for nothing. Raises NotFound."""
    if number is None:
        return current(player)
    found = revisions_told(player, request.user).filter(number=number).first()
    if found is None and number:
        raise NotFound(f"{player.player_id} has no revision {number}")
    return found


def briefed(
    sheet: Sheet,
    *,
    ruleset: str,
    role: str,
    names: str,
    strategy_level: str,
    is_aware: bool,
    revision: MemoryRevision | None,
    first: LanguageModel | None,
) -> dict[str, Any]:
    """What BriefingSerializer shows, but for the player. Raises ValidationError for a role that is none, or is asked
    nothing."""
    roles = [each.name for each in all_rulesets()[ruleset].roles]
    if role not in roles:
        raise ValidationError({"role": [f"must be one of {', '.join(roles)}, not {role[:80]!r}"]})
    learned = revision.learned if revision is not None else {}
    how = {"ruleset": ruleset, "role": role, "names": names, "is_aware": is_aware, "learned": learned}
    preview = preview_of(sheet, at=timezone.now(), first=first, level=strategy_level, **how)
    if preview is None:
        raise ValidationError({"role": ["is asked nothing at the usual table"]})
    asked = {"ruleset": ruleset, "role": role, "names": names, "strategy_level": strategy_level, "is_aware": is_aware}
    number = revision.number if revision is not None else None
    return {"persona": sheet.slug, **asked, "revision": number, **preview_told(preview)}


def preview_told(preview: Preview) -> dict[str, Any]:
    """Texts, tokens and prices."""
    told, prices = preview.briefing, []
    for model, cost, words in preview.prices:
        amount = None if cost is None else f"{cost:.8f}"
        prices.append({"model": model.slug, "name": model.name, "cost": amount, "told": words})
    texts = {"common": told.common, "own": told.own, "history": told.heard, "task": told.task}
    return {"texts": texts, "tokens": preview.tokens, "own_tokens": preview.own, "prices": prices}
