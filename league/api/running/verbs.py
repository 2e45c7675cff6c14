"""What is done to a season from outside, an address for each verb of the table (league.seasons.verbs)."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from league.api.roster.bodies import actor, given_in
from league.api.roster.tags import tag_of
from league.api.running import course
from league.api.running.shape import CAP, OUTDATED, DoingTagged, views_of, writes
from league.api.seasons import SeasonDetail, WholeSeasonSerializer
from league.models import Season, Token
from league.seasons.making.plans import plan_of
from league.seasons.making.rewriting import mark_of
from league.seasons.schedule.drawing import Draw
from league.seasons.verbs import VERBS, Given, carry_out, prepared
from personas.api.reading import Reading

TAKEN: Final[Mapping[str, Any]] = {
    "unprobed": lambda: serializers.CharField(
        max_length=200, required=False, help_text="Why models that were never probed need not be."
    ),
    "now": lambda: serializers.BooleanField(
        required=False,
        help_text="Whether it begins now, without its calendar: that is taken off it, and its games are played as soon "
        "as they can be. Where it has none, nothing changes by it. As long as it is left out it waits for its slots.",
    ),
    "begins_at": lambda: serializers.DateTimeField(
        required=False,
        help_text="When it begins by itself. Left out: at the first slot of its calendar where that says from when on "
        "(`starts_at`), else by `start`.",
    ),
    "roster_until": lambda: serializers.DateTimeField(
        required=False, help_text="Until when its roster may change; until it begins where it is left out."
    ),
    **{
        name: lambda: serializers.DecimalField(
            max_digits=10, decimal_places=4, min_value=0, required=False, help_text=CAP
        )
        for name in ("cap_season", "cap_game", "cap_call")
    },
}
# Where what goes with a season's end is still told of.
GONE: Final = (
    "from `fixtures/`, which is empty where none was played; `games_planned` stays what it was. `audit/` tells how the "
    "games that were over came to players, and of blocks that were cut. Games that were made and called off are listed "
    "at `games/?season=<slug>`, as void, and `acts/?season=<slug>` has this act, with who, when and why."
)
WHO: Final = "For staff who may start, pause or resume seasons, with a token of scope `season`."
WRITES: Final = writes(WHO, of="season")


class DoneSerializer(serializers.Serializer):
    """What came of it."""

    told = serializers.CharField(help_text="In a sentence, or some lines.")
    season = WholeSeasonSerializer(help_text="The season as it is by now.")


def season_told(view: Reading, season: Season) -> Any:
    """A season as it is by now, as its own address tells it."""
    return season_marked(view, season)[0]


def season_marked(view: Reading, season: Season) -> tuple[Any, str]:
    """The same with its mark, which is of what is told, or of before where somebody writes just then."""
    found = SeasonDetail.queryset.get(pk=season.pk)
    mark = mark_by_state(found)
    row = SeasonDetail.tell(view, found)  # type: ignore[arg-type]  # its request alone
    return WholeSeasonSerializer(row, context=view.get_serializer_context()).data, mark


class Leading(DoingTagged):
    """Something that is done to a season."""

    scope = Token.Scope.SEASON
    queryset = Season.objects.all()
    lookup_field = "slug"
    serializer_class = DoneSerializer
    refused_writes = WRITES | OUTDATED

    draw: Draw | None = None

    def prepare(self, request: Request) -> None:
        if self.verb is VERBS["start"] and self.draw is None:
            said = Given(**given_in(self.body, request))
            self.draw = prepared(verb=self.verb, season=self.get_object(), given=said).draw

    def done(self, request: Request, row: Season, given: dict[str, Any]) -> str:
        by, now = actor(request), timezone.now()
        return carry_out(verb=self.verb, season=row, by=by, now=now, given=Given(**given, draw=self.draw))

    def stand(self, row: Season) -> tuple[dict[str, Any], str]:
        told, mark = season_marked(self, row)
        return {"season": told}, tag_of(told, mark=mark)

    def mark(self, row: Season) -> str:
        return mark_by_state(row)


def season_tag(view: Reading, season: Season) -> str:
    """The tag of a season by now, as its own address has it, too."""
    told, mark = season_marked(view, season)
    return tag_of(told, mark=mark)


def mark_by_state(season: Season) -> str:
    """What tells what can be written of a season by now from how it was before."""
    return mark_of(plan_of(season)) if season.status == Season.Status.DRAFT else course.mark_of(season)


VIEWS: Final = views_of(
    VERBS,
    Leading,
    taken=TAKEN,
    sent={},
    came="Spring",
    stand={"season": {"slug": "spring"}},
    besides={
        "finish": f"Fixtures without a game, and those whose game has no result, go {GONE}",
        "cancel": f"Fixtures without a game, and those whose game was called off before it began, go {GONE}",
    },
)
