"""Players, standings and the leaderboard as JSON: sums over standings, each with how sure it is."""

from dataclasses import asdict
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.generics import RetrieveAPIView

from games.api.games import ruleset_parameter
from games.engine.rulesets import all_rulesets
from league.api.boards.reading import shown_to
from league.api.seasons import season_named
from league.api.told import PlayerTold, by_name, players_to_tell, players_told
from league.models import Season
from league.queries.results import GROUPS, Ranking, Row, leaderboard, season_table
from league.queries.schedule import begun
from league.results.expecting import Above
from personas.api.plain import Plain
from personas.api.reading import PageAsked, Reading, ReadingInOrder, named, rows_of_page
from personas.api.serializers import FACE, WRITTEN_FOR, face_of
from personas.api.views import OfOneGame, active, model_parameter, one_game
from personas.models import Persona, Player, StrategyLevel

RANK: Final = (
    "From 1; 0 of one that is unranked, for it has fewer games than the board's minimum: such rows stand behind all "
    "others."
)
MISSING: Final = "How many games it lacks to have a rank."
TEAMS = sorted({team for rules in all_rulesets().values() for team in (rules.open_team, rules.hidden_team)})
ROLES = sorted({role.name for rules in all_rulesets().values() for role in rules.roles})


def team_parameter(told: str = "Results on this team alone.") -> serializers.ChoiceField:
    """The parameter that asks for one team."""
    return serializers.ChoiceField(TEAMS, required=False, label=f"one of {', '.join(TEAMS)}", help_text=told)


def role_parameter(told: str = "Results in this role alone.") -> serializers.ChoiceField:
    """The parameter that asks for one role."""
    return serializers.ChoiceField(ROLES, required=False, label=f"one of {', '.join(ROLES)}", help_text=told)


class IntervalSerializer(serializers.Serializer):
    """Where a win rate lies with 95 % confidence (Wilson), from 0 to 1."""

    low = serializers.FloatField()
    high = serializers.FloatField()


class ResultSerializer(serializers.Serializer):
    """Games and how they ended. A draw counts for nobody: the win rate is a share of the games that somebody won."""

    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    survived = serializers.IntegerField(help_text="In how many of the games it was alive at the end.")
    answers = serializers.IntegerField(help_text="How often it was asked.")
    defaults = serializers.IntegerField(help_text="How often the default stood in for its answer.")
    win_rate = serializers.FloatField(allow_null=True, help_text="From 0 to 1; null before the first decided game.")
    interval = IntervalSerializer(allow_null=True)
    fallback_share = serializers.FloatField(
        allow_null=True, help_text="Defaults as a share of the answers, from 0 to 1; null before the first answer."
    )

    def to_representation(self, instance: Any) -> Any:  # Any: a result, or a row that tells one
        """What the fields would tell, value by value, which takes ten times as long; a page of players has a thousand
        results. A serializer with more fields tells as all do."""
        if type(self) is not ResultSerializer:
            return super().to_representation(instance)
        interval = instance.interval
        return {
            "games": instance.games,
            "wins": instance.wins,
            "draws": instance.draws,
            "survived": instance.survived,
            "answers": instance.answers,
            "defaults": instance.defaults,
            "win_rate": instance.win_rate,
            "interval": None if interval is None else {"low": interval.low, "high": interval.high},
            "fallback_share": instance.fallback_share,
        }


class AboveSerializer(serializers.Serializer):
    """Wins above expectation: won less how often the side of the seat wins anyway, under the same rules, options and
    size of table. A mean per seat of a decided game, from -1 to 1."""

    above = serializers.FloatField(allow_null=True, help_text="Null before the first decided game.")
    above_interval = IntervalSerializer(allow_null=True, help_text="Where it lies with 95 % confidence.")
    above_drawn = serializers.FloatField(
        allow_null=True,
        help_text="What boards are in order of: `above` drawn to 0 as by 25 games that came out as expected, so that "
        "one lucky game does not lead.",
    )
    rating = serializers.FloatField(
        allow_null=True,
        help_text="How good it is by its games, from -1 to 1: `above_drawn`, by the name that rankings have.",
    )
    uncertainty = serializers.FloatField(
        allow_null=True,
        help_text="How far the rating may be off, with 95 % confidence: half the width of `above_interval`; null where "
        "nothing was shown.",
    )
    expected = serializers.FloatField(
        allow_null=True,
        help_text="How often its sides win anyway, from 0 to 1: the win rate of its seats less `above`. Of each seat "
        "it is how often its side won in the other games of its rule book, options and size of table that count: "
        "(wins + 2) / (games + 4), as docs/boards.md has it.",
    )


class ClaimingSerializer(Plain, serializers.Serializer):
    """Claims in finished games. A claim is judged where an event shows whether it is so; a share is null where it would
    be of nothing. What words claim is counted of models behind a provider alone."""

    claims = serializers.IntegerField(help_text="Claims that were made aloud.")
    judged = serializers.IntegerField(help_text="Of the claims: those of which something shows whether they are so.")
    untrue = serializers.IntegerField(help_text="Of the judged: those that are not so.")
    judged_hidden = serializers.IntegerField(help_text="Of the judged: those of players of the hidden team.")
    untrue_hidden = serializers.IntegerField(help_text="Of these: those that are not so.")
    judged_open = serializers.IntegerField(help_text="Of the judged: those of players of the open team.")
    untrue_open = serializers.IntegerField(help_text="Of these: those that are not so.")
    heard = serializers.IntegerField(help_text="Claims that words plainly make, as the house's own players hear them.")
    unfiled = serializers.IntegerField(help_text="Of the heard: those that were not filed with the words.")
    filed = serializers.IntegerField(help_text="Claims that were filed with words that were listened to.")
    unsaid = serializers.IntegerField(
        help_text="Of the filed: those that name somebody, a role or a room that the words do not."
    )
    untrue_share = serializers.FloatField(allow_null=True, help_text="The untrue, as a share of the judged.")
    untrue_share_hidden = serializers.FloatField(allow_null=True, help_text="The same of the hidden team.")
    untrue_share_open = serializers.FloatField(allow_null=True, help_text="The same of the open team.")
    unfiled_share = serializers.FloatField(allow_null=True, help_text="The unfiled, as a share of the heard.")
    unsaid_share = serializers.FloatField(allow_null=True, help_text="The unsaid, as a share of the filed.")


class ClaimingOfRulesSerializer(ClaimingSerializer):
    """The same under one rule book."""

    ruleset = serializers.CharField()


class LinksSerializer(serializers.Serializer):
    """Where what a player is made of is told."""

    persona = serializers.URLField()
    model = serializers.URLField()
    memory = serializers.URLField()


class PlayerSerializer(serializers.Serializer):
    """A player with its results over all seasons and what it remembers."""

    player_id = serializers.CharField(source="player.player_id")
    persona_id = serializers.CharField(source="player.persona.slug")
    persona = serializers.CharField(source="player.persona.name")
    model_id = serializers.CharField(source="player.model.slug")
    model = serializers.CharField(source="player.model.name")
    links = serializers.SerializerMethodField(help_text="Where its persona, its model and its memory are.")
    face = serializers.SerializerMethodField(help_text=FACE)
    strategy_level = serializers.ChoiceField(StrategyLevel.choices, source="player.strategy_level")
    is_aware = serializers.BooleanField(
        source="player.is_aware", help_text="Whether its briefing tells it that it is a model among models."
    )
    is_active = serializers.BooleanField(source="player.is_active")
    written_for = serializers.CharField(source="player.persona.written_for", help_text=WRITTEN_FOR)
    games_played = serializers.IntegerField(source="result.games")
    win_rate = serializers.FloatField(source="result.win_rate", allow_null=True)
    impostor_win_rate = serializers.FloatField(
        source="hidden.win_rate", allow_null=True, help_text="On the hidden teams of all rulesets."
    )
    crewmate_win_rate = serializers.FloatField(
        source="open.win_rate", allow_null=True, help_text="On the open teams of all rulesets."
    )
    by_ruleset = serializers.DictField(child=ResultSerializer())
    by_team = serializers.DictField(child=ResultSerializer())
    by_role = serializers.DictField(child=ResultSerializer())
    stats = ResultSerializer(source="result")
    claiming = ClaimingSerializer(
        help_text="What it claimed aloud in all finished games; nothing while the board of all seasons is not "
        "published."
    )
    learned = serializers.DictField(child=serializers.JSONField(), help_text="What it remembers now.")

    @extend_schema_field(LinksSerializer)
    def get_links(self, told: PlayerTold) -> dict[str, str]:
        """The addresses of what it is made of."""
        player, request = told.player, self.context["request"]
        paths = {
            "persona": f"personas/{player.persona.slug}/",
            "model": f"models/{player.model.slug}/",
            "memory": f"players/{player.player_id}/memory/",
        }
        return {name: request.build_absolute_uri(f"/api/v1/{path}") for name, path in paths.items()}

    @extend_schema_field(serializers.URLField())
    def get_face(self, told: PlayerTold) -> str:
        """The address of its persona's face."""
        return face_of(told.player.persona, self.context["request"])


class StandingSerializer(ResultSerializer, AboveSerializer):
    """A player's place in a season, or a model's where each game has players of its own."""

    rank = serializers.IntegerField(help_text=RANK)
    missing = serializers.IntegerField(help_text=MISSING)
    by = serializers.ChoiceField(["player", "model"], help_text="What a row of this season is.")
    player_id = serializers.CharField(
        allow_null=True, help_text="The player's id, which the leaderboard has as `id`; null where rows are models."
    )
    persona = serializers.CharField(
        allow_null=True,
        help_text="Its persona's name, which the leaderboard has as `name`; null where rows are models.",
    )
    model_id = serializers.CharField(
        help_text="The slug of its model, which the leaderboard has as `id` where its rows are models."
    )
    model = serializers.CharField(
        help_text="The name of its model, which the leaderboard has as `model`, or as `name` where its rows are models."
    )
    by_ruleset = serializers.DictField(child=ResultSerializer())
    by_team = serializers.DictField(child=ResultSerializer())
    by_role = serializers.DictField(child=ResultSerializer())


class LeaderSerializer(ResultSerializer, AboveSerializer):
    """A row of the leaderboard."""

    rank = serializers.IntegerField(help_text=RANK)
    missing = serializers.IntegerField(help_text=MISSING)
    id = serializers.CharField(
        help_text="A player's id, the slug of a model or persona, or a level. (A season's `standings/` have a player's "
        "as `player_id` and a model's as `model_id`.)"
    )
    name = serializers.CharField(
        help_text="Of a player its persona's name, of others their own. (A season's `standings/` have these as "
        "`persona` and `model`.)"
    )
    model = serializers.CharField(allow_null=True, help_text="The model's name, where rows are players.")


class PlayersAsked(PageAsked):
    """What the list of players may be asked."""

    page_size = rows_of_page(40, 40)
    active = active()
    one_game = one_game()
    persona = named("slug", Persona.objects.all(), "the slug of a persona", "Its persona.")
    model = model_parameter("What it is on.")


class LeaderboardAsked(PageAsked):
    """What the leaderboard may be asked; all filters hold together."""

    by = serializers.ChoiceField(
        list(GROUPS), default="player", label=f"one of {', '.join(GROUPS)}", help_text="What a row is."
    )
    ruleset = ruleset_parameter()
    season = named(
        "slug",
        begun(Season.objects.all()),
        "the slug of a season",
        "This season alone; all rated seasons unless asked.",
    )
    team = team_parameter()
    role = role_parameter()


class StandingsAsked(PageAsked):
    """What a season's table may be asked; all filters hold together."""

    page_size = rows_of_page(40, 40)
    ruleset = ruleset_parameter("Results under this ruleset alone.")
    team = team_parameter()
    role = role_parameter()


class PlayerList(OfOneGame):
    """Every player with its results over all seasons, by id; those of one game only when they are asked for."""

    asked = PlayersAsked
    one_game = "persona__written_for"
    columns = {"active": "is_active", "persona": "persona", "model": "model"}
    serializer_class = PlayerSerializer
    queryset = Player.objects.none()
    ordering = ["player_id"]

    def get_queryset(self) -> Any:  # Any: players with what they remember
        """All players, as far as who asks may see what they remember."""
        return players_to_tell(self.request.user)

    def paginate_queryset(self, queryset: Any) -> list[Any]:  # Any: as it is above
        """One page of them, as they are told."""
        return players_told(super().paginate_queryset(queryset), self.request.user)


class PlayerDetail(Reading, RetrieveAPIView):
    """A player with its results over all seasons."""

    serializer_class = PlayerSerializer
    queryset = Player.objects.none()
    lookup_field = "player_id"

    def get_queryset(self) -> Any:  # Any: as it is above
        """All players, as far as who asks may see what they remember."""
        return players_to_tell(self.request.user)

    def tell(self, row: Player) -> PlayerTold:
        """What everybody may know of it."""
        return players_told([row], self.request.user)[0]


class Standings(ReadingInOrder):
    """A season's table, in the order of its board. That is wins above expectation, drawn to 0 as by 25 games that came
    out as expected (`above_drawn`), unless its board says otherwise. Its rows are players, or models where each game
    has players of its own. Not there while the board is hidden."""

    shows_more = True
    asked = StandingsAsked
    serializer_class = StandingSerializer

    def rows(self) -> Ranking:
        """The rows in their order."""
        self.by = (season := season_named(self.kwargs["slug"], self.request.user)).standings_by
        return season_table(season, shown=shown_to(season, self.request.user), **self.asked_of_rows)

    def tell(self, row: Any) -> dict[str, Any]:
        """What StandingSerializer shows of it."""
        return standing(row, by=self.by)


class Leaderboard(ReadingInOrder):
    """Results over all rated seasons, in the order of the board. That is wins above expectation, drawn to 0 as by 25
    games that came out as expected (`above_drawn`), unless the board says otherwise. Not there while the board is
    hidden."""

    shows_more = True
    asked = LeaderboardAsked
    serializer_class = LeaderSerializer

    def rows(self) -> Ranking:
        """The rows in their order."""
        season = self.given.get("season")
        shown = shown_to(season, self.request.user)
        return leaderboard(shown=shown, **self.asked_of_rows | {"season": season.slug if season else ""})

    def tell(self, row: Any) -> dict[str, Any]:
        """What LeaderSerializer shows of it."""
        return flat(row) | {"id": row.key, "name": row.name, "model": row.beside or None}


def standing(row: Row, *, by: str) -> dict[str, Any]:
    """What StandingSerializer shows of a row that is a player or a model."""
    if by == "model":
        who = {"player_id": None, "persona": None, "model_id": row.key, "model": row.name}
    else:
        # A model's slug has no “_” in it, so a player's id begins with it.
        who = {"player_id": row.key, "persona": row.name, "model_id": row.key.split("_")[0], "model": row.beside}
    return flat(row) | {
        "by": by,
        **who,
        "by_ruleset": by_name(row.rulesets),
        "by_team": by_name(row.splits),
        "by_role": by_name(row.roles),
    }


def flat(row: Row) -> dict[str, Any]:
    """A row's rank and result, side by side."""
    result = row.result
    shares = {"win_rate": result.win_rate, "interval": result.interval, "fallback_share": result.fallback_share}
    return {"rank": row.rank, "missing": row.missing, **asdict(result), **shares, **above_told(row.above)}


def above_told(found: Above | None) -> dict[str, Any]:
    """What AboveSerializer shows."""
    if found is None:
        return dict.fromkeys(("above", "above_interval", "above_drawn", "rating", "uncertainty", "expected"))
    told = {"above": found.value, "above_interval": found.interval, "above_drawn": found.drawn}
    return told | {"rating": found.drawn, "uncertainty": found.uncertainty, "expected": found.expected}
