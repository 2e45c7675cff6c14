"""A game's ledger through a lens. What a lens may see is asked of the room games.ledger.

Law: nothing in an answer through the audience's lens, header or body, depends on what is hidden. Numbers are the lens's
own, the ETag is the digest of the body, and only what everybody may see for good is kept by caches.
"""

from django.db.models import Prefetch
from django.utils.cache import patch_cache_control
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games.engine.channels import WrongChannel, channel_named
from games.engine.disclosing import CLAIMED
from games.engine.viewpoint import AUDIENCE, GLASS, WrongLens
from games.ledger.paging import page_before
from games.ledger.reads import LensRefused, events_for, narrations_for, viewer_for
from games.ledger.shown import team_channel_of
from games.models import Game, Seat
from games.models.game import NARRATORS
from personas.api.reading import Asked, Reading, WholeNumber

PAGE = 500
MOST_EVENTS = 1000
FOR_GOOD = {"public": True, "max_age": 365 * 24 * 3600, "immutable": True}


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]})
class HearersField(serializers.JSONField):
    """Seats, "everyone" or "nobody"."""


class BeliefSerializer(serializers.Serializer):
    """What a player believes of another."""

    about = serializers.IntegerField(help_text="A seat.")
    chance = serializers.IntegerField(help_text="Of being of the hidden team, 0 to 100.")


class ClaimSerializer(serializers.Serializer):
    """What a player says is so."""

    kind = serializers.ChoiceField(list(CLAIMED))
    about = serializers.IntegerField(help_text="A seat.")
    value = serializers.CharField(help_text=" ".join(f"{kind}: {told}." for kind, told in CLAIMED.items()))


class DisclosureSerializer(serializers.Serializer):
    """What a player says beside an answer; nobody at the table learns it."""

    beliefs = BeliefSerializer(many=True)
    claims = ClaimSerializer(many=True)
    dropped = serializers.IntegerField(
        help_text="How many beliefs and claims could not be read, and are left out; no answer is sent back for that."
    )


class VerdictSerializer(ClaimSerializer):
    """What became of a claim that was made aloud; of one in words that nobody heard there is nothing."""

    event = serializers.IntegerField(help_text="The event with which it was spoken.")
    speaker = serializers.IntegerField(help_text="A seat.")
    verdict = serializers.ChoiceField(["true", "false", "unknowable"])
    shown_by = serializers.IntegerField(allow_null=True, help_text="The event that shows it.")
    public_from = serializers.IntegerField(
        allow_null=True, help_text="The event from which on everybody could know; null: nobody ever could."
    )


class MarkSerializer(ClaimSerializer):
    """A claim of which it is told whether it was so. The events are by the lens's own numbers."""

    event = serializers.IntegerField(help_text="The event with which it was spoken.")
    speaker = serializers.IntegerField(help_text="A seat.")
    verdict = serializers.ChoiceField(["true", "false", "unknowable"])
    shown_by = serializers.IntegerField(allow_null=True, help_text="The event that shows it.")


class EventSerializer(serializers.Serializer):
    """An event; beside these it has the fields of its kind."""

    seq = serializers.IntegerField(help_text="The lens's own number, from 1 without gaps.")
    kind = serializers.CharField()
    round = serializers.IntegerField()
    phase = serializers.CharField()
    at = serializers.DateTimeField(allow_null=True)
    text = serializers.CharField(help_text="One plain sentence; the texts suffice to follow the game.")
    heard_by = HearersField(required=False, help_text='Seats, "everyone" or "nobody"; in the glass lens alone.')
    thought = serializers.CharField(required=False, help_text="What its author thought; in the glass lens alone.")
    thoughts = serializers.DictField(
        child=serializers.CharField(),
        required=False,
        help_text="What its authors thought, by seat, where there are several; in the glass lens alone.",
    )
    disclosed = serializers.DictField(
        child=DisclosureSerializer(),
        required=False,
        help_text="What its authors believed of the others and claimed, by seat; in the glass lens alone.",
    )
    marks = MarkSerializer(
        many=True,
        required=False,
        help_text="Claims of which it is told with this event whether they were so; not in logs.",
    )


class EventPageSerializer(serializers.Serializer):
    """Some events in their order."""

    next = serializers.URLField(allow_null=True, help_text="Where it goes on; null when this is all there is yet.")
    previous = serializers.URLField(
        allow_null=True, help_text="The page that ends where this begins; null at the beginning."
    )
    results = EventSerializer(many=True)


class EventsAsked(Asked):
    """What a ledger may be asked."""

    after = WholeNumber(
        default=0,
        min_value=0,
        max_value=2**31 - 1,
        label=f"a whole number from 0 to {2**31 - 1}",
        help_text="The `seq` of the last event that you have, in the same lens. Behind the last one there is nothing: "
        "no results, no `next`, and `previous` is the page that ends with the last.",
    )
    lens = serializers.CharField(
        default="audience",
        label="audience, glass, seat:K or ghost:K",
        help_text="Whose eyes: `audience`, `glass` (everything, with thoughts), `seat:K`, or in `glass-box` "
        "`ghost:K` once that seat is dead (whatever anybody has heard, without thoughts); who lived to the end has "
        "none.",
    )
    channel = serializers.CharField(
        default="",
        allow_blank=True,
        label="public, mafia, moderator or seat.K",
        help_text="Of what the lens shows only what belongs to this channel: `public` (heard by everyone), `mafia` "
        "(by the living mafia, were it a last one), `seat.K` (by that seat alone; in `glass-box` by that seat, whoever "
        "else), `moderator` (by nobody at the table). Events keep the numbers that the lens gives them.",
    )
    page_size = WholeNumber(
        default=PAGE,
        min_value=1,
        max_value=MOST_EVENTS,
        label=f"a whole number from 1 to {MOST_EVENTS}",
        help_text="How many events there are at most.",
    )


class NarrationSerializer(serializers.Serializer):
    """What the narrator says to those who watch."""

    after = serializers.IntegerField(help_text="The `seq` of the event that it follows, in the same lens.")
    text = serializers.CharField()
    author = serializers.CharField(help_text="`template`: made from the public events by fixed lines; else a model.")


class NarrationsSerializer(serializers.Serializer):
    """The narrator's words in their order."""

    results = NarrationSerializer(many=True)


class NarrationsAsked(Asked):
    """What the narrator may be asked."""

    after = WholeNumber(
        default=0,
        min_value=0,
        max_value=2**31 - 1,
        label=f"a whole number from 0 to {2**31 - 1}",
        help_text="The `seq` of the last event that you have: what was said to that one and to later ones.",
    )
    lens = serializers.ChoiceField(
        [AUDIENCE.lens, GLASS.lens],
        default=AUDIENCE.lens,
        label="audience or glass",
        help_text="By whose numbers of events. The narrator is heard by nobody at the table.",
    )


class Events(Reading):
    """A game's ledger through a lens."""

    shows_more = True
    asked = EventsAsked
    queryset = Game.objects.prefetch_related(
        Prefetch("seats", Seat.objects.only("game_id", "number", "alias").order_by("number"))
    )
    lookup_field = "public_id"
    serializer_class = EventPageSerializer

    def get(self, request: Request, public_id: str) -> Response:
        """The events after `after`, in their order."""
        game, after, size = self.get_object(), self.given["after"], self.given["page_size"]
        seats, channel = len(game.seats.all()), self.given["channel"]
        try:
            viewer = viewer_for(game, self.given["lens"], request.user, seats)
            if channel:
                channel_named(channel, seats, team_channel_of(game))
        except WrongLens as error:
            raise ValidationError({"lens": [str(error).removeprefix("lens ")]}) from error
        except WrongChannel as error:
            raise ValidationError({"channel": [str(error).removeprefix("channel ")]}) from error
        except LensRefused as error:
            raise PermissionDenied(str(error)) from error
        rows = events_for(game, viewer, after, size + 1, channel=channel, user=request.user)
        before = max(0, after - size) if after else None
        if after and (channel or not rows):  # some numbers are not the channel's, or after is past the end
            before = page_before(game, viewer, after, size, channel=channel, user=request.user)
        response = Response(
            {
                "next": self.page_from(rows[size - 1]["seq"]) if len(rows) > size else None,
                "previous": None if before is None else self.page_from(before),
                "results": rows[:size],
            }
        )
        return kept_when_final(game, response)

    def page_from(self, after: int) -> str:
        """The address of the page after this event, in the same lens."""
        return replace_query_param(self.request.build_absolute_uri(), "after", after)


class Narrations(Reading):
    """The narrator's words, which are no part of the ledger."""

    shows_more = True
    asked = NarrationsAsked
    queryset = Game.objects.all()
    lookup_field = "public_id"
    serializer_class = NarrationsSerializer

    def get(self, request: Request, public_id: str) -> Response:
        """What the narrator says to the event numbered `after` and to those behind it; nothing where there is none."""
        game = self.get_object()
        try:
            viewer = viewer_for(game, self.given["lens"], request.user, 0)
        except LensRefused as error:
            raise PermissionDenied(str(error)) from error
        told = narrations_for(game, viewer, self.given["after"], user=request.user)
        response = Response({"results": [each.row for each in told]})
        # A model may still be telling the end of a game that is over.
        return kept_when_final(game, response) if game.terms.get("narrator") in NARRATORS else response


def kept_when_final(game: Game, response: Response) -> Response:
    """The response; of a finished game it never changes, and everybody may see it: once it is veiled no more."""
    if game.status == Game.Status.FINISHED and not game.is_veiled:
        patch_cache_control(response, **FOR_GOOD)
    return response
