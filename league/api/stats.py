"""Statistics as JSON: sums by what is asked, the figures of each game and seat, and what came of asking a model."""

from typing import Any

from rest_framework import serializers

from games.api.games import ruleset_parameter
from games.models import Seat
from games.models.game import WINNERS
from league.api.boards.reading import shown_to
from league.api.games import CountedTold, CountsSerializer, counted_parameter
from league.api.results import ClaimingOfRulesSerializer, ClaimingSerializer, ResultSerializer
from league.models import Figures, Season
from league.queries.boards.counting import games_told_by, reasons_of, why_not
from league.queries.boards.shown import sees_results
from league.queries.lying import claiming_of_model, together
from league.queries.models import model_told
from league.queries.schedule import begun
from league.queries.stats import KEYS, SUMMED, Stat, counted_games, counts_games, game_stat, stats
from personas.api.plain import Plain
from personas.api.reading import PageAsked, ReadingInOrder, ReadingList, named, rows_of_page
from personas.api.serializers import LanguageModelSerializer
from personas.api.views import ModelDetail, model_parameter
from personas.models import LanguageModel

AT_MOST = "US dollars; with the most that calls may cost whose end was not heard."


def season_parameter() -> Any:  # Any: as named() gives it
    """The parameter that asks for one season."""
    return named("slug", begun(Season.objects.all()), "the slug of a season", "Games of this season alone.")


def amount(told: str) -> Any:  # Any: a field
    """A sum of US dollars."""
    return serializers.DecimalField(max_digits=None, decimal_places=8, help_text=told)


class StatSerializer(ResultSerializer):
    """What the games under one key come to. Tokens and cost are null where no provider was asked."""

    key = serializers.CharField(help_text="The slug, role, level or number of seats.")
    name = serializers.CharField()
    version = serializers.IntegerField(
        allow_null=True,
        help_text="By model, which has a row for each way in which it was asked: the version of how; 0 where that was "
        "not recorded, or changed within a game. Else null.",
    )
    briefing = serializers.IntegerField(
        allow_null=True, help_text="By model, the revision of the briefings that it was asked with; 0 as above."
    )
    unit = serializers.ChoiceField(["game", "seat"], help_text="What `games`, `wins` and `cost_per_game` count.")
    seats = serializers.IntegerField(help_text="How many seats are behind these sums.")
    survived = serializers.IntegerField(
        allow_null=True,
        help_text="Seats that were alive at the end; null where the unit is a game, which does not die.",
    )
    calls = serializers.IntegerField()
    input_tokens = serializers.IntegerField()
    cached_tokens = serializers.IntegerField(help_text="Of the input tokens.")
    output_tokens = serializers.IntegerField()
    reasoning_tokens = serializers.IntegerField(help_text="Of the output tokens.")
    cost = amount(AT_MOST)
    sure = amount("US dollars of it that are sure.")
    unsure = amount("US dollars of it that nobody told: the most that calls may cost whose end was not heard.")
    narrator_cost = serializers.DecimalField(
        max_digits=None, decimal_places=8, help_text="US dollars of it for who told the games; of seats there is none."
    )
    paid_games = serializers.IntegerField(
        help_text="Of the `games`: those for which a provider was asked. `cost_per_game` is a mean over these."
    )
    paid_wins = serializers.IntegerField(
        help_text="Of them those that were won (where the unit is a game, by either team): `tokens_per_win` and "
        "`cost_per_win` are means over these."
    )
    asked_answers = serializers.IntegerField(
        help_text="The answers in seats for which a provider was asked: `tokens_per_answer` is a mean over these."
    )
    tokens_per_answer = serializers.FloatField(allow_null=True)
    tokens_per_win = serializers.FloatField(allow_null=True)
    cost_per_game = serializers.FloatField(allow_null=True, help_text=AT_MOST)
    cost_per_win = serializers.FloatField(allow_null=True, help_text=AT_MOST)
    accused = serializers.IntegerField(help_text="Public speeches of others that accuse by name.")
    nominated = serializers.IntegerField()
    voted_for = serializers.IntegerField(help_text="Votes that were cast for these seats.")
    votes_hidden = serializers.IntegerField(help_text="Their votes for players of the hidden team.")
    votes_open = serializers.IntegerField(help_text="Their votes for players of the open team.")
    votes_nobody = serializers.IntegerField(help_text="Their votes for nobody.")
    thoughts = serializers.IntegerField(help_text="Answers with a thought.")
    thought_length = serializers.FloatField(allow_null=True, help_text="Characters of a thought, in the mean.")
    foreseen_share = serializers.FloatField(
        allow_null=True, help_text="The share of decisions whose thought names whom they choose."
    )
    claiming = ClaimingSerializer(help_text="What these seats claimed aloud.")


class StatsAsked(PageAsked):
    """What the statistics may be asked; all filters hold together."""

    by = serializers.ChoiceField(
        list(KEYS),
        default="ruleset",
        label=f"one of {', '.join(KEYS)}",
        help_text="What a row is. Of a ruleset or a size the games are counted, and the hidden team's wins; of the "
        "others, and with `model`, each seat.",
    )
    ruleset = ruleset_parameter()
    season = season_parameter()
    model = model_parameter("Seats on this model alone.")


class StatList(ReadingInOrder):
    """Results, tokens, cost, suspicions, votes and thoughts of finished games, rated or not. Not there while the board
    of what is asked is hidden."""

    shows_more = True

    asked = StatsAsked
    serializer_class = StatSerializer

    def rows(self) -> list[Stat]:
        """The rows, those with most games first."""
        shown_to(self.given.get("season"), self.request.user)
        slugs = {name: self.given[name].slug for name in ("season", "model") if self.given.get(name)}
        self.unit = "game" if counts_games(self.given["by"], slugs.get("model", "")) else "seat"
        return stats(by=self.given["by"], ruleset=self.given.get("ruleset", ""), **slugs)

    def tell(self, row: Any) -> dict[str, Any]:
        """What StatSerializer shows of it."""
        return stat_told(row) | ({"unit": "seat"} if self.unit == "seat" else {"unit": "game", "survived": None})


def stat_told(stat: Stat) -> dict[str, Any]:
    """What StatSerializer shows of seats, but for the unit."""
    result, sums = stat.result, stat.sums
    named_alike = ("tokens_per_answer", "tokens_per_win", "cost_per_game", "cost_per_win", "foreseen_share")
    return {
        "key": stat.key,
        "name": stat.name,
        "version": stat.version,
        "briefing": stat.briefing,
        "seats": stat.seats,
        **{name: getattr(result, name) for name in ("games", "wins", "draws", "survived", "win_rate", "interval")},
        "fallback_share": sums["defaults"] / sums["answers"] if sums["answers"] else None,
        **{name: sums[name] for name in SUMMED},
        "sure": stat.sure,
        "narrator_cost": stat.narrator.cost,
        "paid_games": stat.paid_games,
        "paid_wins": stat.paid_wins,
        "asked_answers": sums["asked"],
        "claiming": stat.claiming,
        **{name: getattr(stat, name) for name in named_alike},
        "thought_length": stat.thought_length,
    }


class FiguresSerializer(Plain, serializers.ModelSerializer):
    """What one seat did, thought and cost."""

    class Meta:
        model = Figures
        fields = ("version", "briefing", *SUMMED)


class SeatStatSerializer(Plain, serializers.ModelSerializer):
    """A seat with its figures."""

    seat = serializers.IntegerField(source="number")
    player_id = serializers.CharField(source="player.player_id")
    model = serializers.CharField(source="player.model.slug")
    persona = serializers.CharField(source="player.persona.slug")
    figures = FiguresSerializer()

    class Meta:
        model = Seat
        fields = ["seat", "player_id", "model", "persona", "role", "team", "survived", "died_round", "figures"]


class GameStatSerializer(CountsSerializer):
    """The figures of a finished game, and whether a board counts it: what is taken off boards stays here, marked."""

    game = serializers.CharField(source="game.public_id")
    season = serializers.CharField(allow_null=True)
    ruleset = serializers.CharField(source="game.ruleset")
    winner = serializers.ChoiceField(WINNERS, source="game.winner")
    rounds = serializers.IntegerField(source="game.rounds")
    table = serializers.IntegerField(help_text="How many sat there.")
    cast = serializers.DictField(child=serializers.IntegerField(), help_text="How many had each role.")
    deaths = serializers.DictField(child=serializers.IntegerField(), help_text="How many of each role died.")
    answers = serializers.IntegerField(source="sums.answers")
    defaults = serializers.IntegerField(source="sums.defaults")
    calls = serializers.IntegerField(source="sums.calls")
    input_tokens = serializers.IntegerField(source="sums.input_tokens")
    cached_tokens = serializers.IntegerField(source="sums.cached_tokens")
    output_tokens = serializers.IntegerField(source="sums.output_tokens")
    reasoning_tokens = serializers.IntegerField(source="sums.reasoning_tokens")
    cost = serializers.DecimalField(source="sums.cost", max_digits=None, decimal_places=8, help_text=AT_MOST)
    unsure = serializers.DecimalField(
        source="sums.unsure", max_digits=None, decimal_places=8, help_text="Of the cost: what nobody told."
    )
    narrator_cost = serializers.DecimalField(
        source="narrator.cost", max_digits=None, decimal_places=8, help_text="US dollars of it for who told the game."
    )
    seats = SeatStatSerializer(many=True)


class GameStatsAsked(PageAsked):
    """What the figures of games may be asked."""

    page_size = rows_of_page(20, 20)
    ruleset = ruleset_parameter()
    season = season_parameter()
    counted = counted_parameter()


class GameStatList(ReadingList):
    """The figures of every finished game, the newest first. One that was taken off boards is in no standing and no sum
    any more, and stays here: `counts` and `why` mark it, and `counted=yes` leaves it out."""

    asked = GameStatsAsked
    columns = {"ruleset": "ruleset", "season": "fixture__season"}
    serializer_class = GameStatSerializer
    queryset = counted_games().select_related("fixture__season")

    def filter_queryset(self, queryset: Any) -> Any:  # Any: as it is there
        """The games that fit."""
        return games_told_by(super().filter_queryset(queryset), self.given.get("counted"), self.given.get("season"))

    def paginate_queryset(self, queryset: Any) -> list[Any]:  # Any: as it is there
        """One page of them. One query more, where one is excluded."""
        found = super(ReadingList, self).paginate_queryset(queryset) or []
        self.reasons = reasons_of(found)
        return [self.tell(row) for row in found]

    def tell(self, row: Any) -> CountedTold:
        """Its figures, and whether it counts."""
        why = why_not(row, self.reasons, season=self.given.get("season"))
        return CountedTold(game_stat(row), not why, why)


# --- of a model ------------------------------------------------------------------------------------------------------


class AskingSerializer(Plain, serializers.Serializer):
    """What came of asking it, in finished games. A question counts once, however often it was asked."""

    questions = serializers.IntegerField(help_text="That it was asked for an answer to.")
    retried = serializers.IntegerField(help_text="Of the questions: those that took more than one try.")
    defaulted = serializers.IntegerField(help_text="Of the questions: those in which a default stands in.")
    calls = serializers.IntegerField()
    answered = serializers.IntegerField(help_text="Calls that brought a reply: its tries.")
    faulty = serializers.IntegerField(help_text="Of the answered: those whose answer could not stand.")
    cut = serializers.IntegerField(help_text="Of the faulty: those that ended at the most tokens they had.")
    refused = serializers.IntegerField(help_text="Calls that the provider did not take.")
    lost = serializers.IntegerField(help_text="Calls of which no whole reply came, or that nobody heard the end of.")
    input_tokens = serializers.IntegerField(source="input")
    cached_tokens = serializers.IntegerField(source="cached", help_text="Of the input tokens.")
    cache_written_tokens = serializers.IntegerField(source="cache_written", help_text="Of the input tokens.")
    output_tokens = serializers.IntegerField(source="output")
    reasoning_tokens = serializers.IntegerField(source="reasoning", help_text="Of the output tokens.")
    cost = serializers.DecimalField(max_digits=None, decimal_places=8, help_text=AT_MOST)
    unsure = serializers.DecimalField(max_digits=None, decimal_places=8, help_text="Of the cost: what nobody told.")
    tokens_per_answer = serializers.FloatField(allow_null=True, help_text="All tries of a question together.")
    cost_per_answer = serializers.DecimalField(max_digits=None, decimal_places=8, allow_null=True)


class AskingOfKindSerializer(AskingSerializer):
    """The same of one kind of question."""

    ruleset = serializers.CharField()
    kind = serializers.CharField(help_text="Empty: calls that led to no answer.")


class WholeAskingSerializer(AskingSerializer):
    """The same of whole games."""

    seats = serializers.IntegerField(help_text="Seats in games that it was asked for.")
    tokens_per_game = serializers.FloatField(allow_null=True, help_text="For one seat in a game.")
    cost_per_game = serializers.DecimalField(
        max_digits=None, decimal_places=8, allow_null=True, help_text="US dollars, for one seat in a game."
    )
    p50 = serializers.FloatField(allow_null=True, help_text="Seconds in which half of the replies came, to a tenth.")
    p95 = serializers.FloatField(allow_null=True, help_text="Seconds in which 95 % of the replies came, to a tenth.")


class AskingOfRulesSerializer(WholeAskingSerializer):
    """The same under one rule book."""

    ruleset = serializers.CharField()


class WaySerializer(Plain, serializers.Serializer):
    """A version of how it was asked, and what its seats came to under it."""

    version = serializers.IntegerField(source="number", help_text="0: not recorded, or several in one game.")
    briefing = serializers.IntegerField(help_text="The revision of the briefings; 0 as above, or not played yet.")
    protocol = serializers.CharField()
    model = serializers.CharField(source="model_name", help_text="The provider's name for it.")
    parameters = serializers.DictField(help_text="Those that were set.")
    seats = serializers.IntegerField()
    answers = serializers.IntegerField()
    defaults = serializers.IntegerField()
    tokens = serializers.IntegerField()
    cost = serializers.DecimalField(max_digits=None, decimal_places=8, help_text="US dollars.")


class WholeModelSerializer(LanguageModelSerializer):
    """A model at its own address."""

    asked = WholeAskingSerializer(source="told.total", help_text="In all finished games.")
    by_ruleset = AskingOfRulesSerializer(source="told.rulesets", many=True)
    by_kind = AskingOfKindSerializer(source="told.kinds", many=True, help_text="By ruleset and kind of question.")
    ways = WaySerializer(source="told.ways", many=True, help_text="How it was asked, the newest version first.")
    claiming = ClaimingSerializer(
        help_text="What its players claimed aloud in all finished games; nothing while the board of all seasons is not "
        "published."
    )
    claiming_by_ruleset = ClaimingOfRulesSerializer(many=True)

    class Meta(LanguageModelSerializer.Meta):
        fields = [
            *LanguageModelSerializer.Meta.fields,
            "asked",
            "by_ruleset",
            "by_kind",
            "ways",
            "claiming",
            "claiming_by_ruleset",
        ]


class WholeModelDetail(ModelDetail):
    """A model: what it is called, how it was asked, and what came of asking it."""

    serializer_class = WholeModelSerializer

    def tell(self, row: Any) -> LanguageModel:
        """The model with what is told of it."""
        row.told = model_told(row)
        row.claiming_by_ruleset = claiming_of_model(row) if sees_results(self.request.user) else []
        row.claiming = together(row.claiming_by_ruleset)
        model: LanguageModel = row
        return model
