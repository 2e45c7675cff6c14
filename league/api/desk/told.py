"""What the API shows of the day's page (league.queries.upkeep.desk), and of what of a season goes."""

from rest_framework import serializers

from games.directing.verbs import PRUNABLE
from league.models.process import ProcessKind
from league.models.season import SeasonStatus
from league.models.weight import WeightKind
from league.queries.upkeep.wrong import Kind


def when(told: str, *, may_be_null: bool = True) -> serializers.DateTimeField:
    """A moment."""
    return serializers.DateTimeField(allow_null=may_be_null, help_text=told)


class WrongSerializer(serializers.Serializer):
    """Something that is wrong now."""

    kind = serializers.CharField(
        help_text=f"What is wrong; kinds stay as they are: {', '.join(f'`{each}`' for each in Kind)}."
    )
    about = serializers.CharField(help_text="What it is about, by its public name; empty where there is one.")
    told = serializers.CharField(help_text="In a sentence.")
    cure = serializers.CharField(help_text="What to do.")
    since = when("Since when, where that is known.")


class SeasonStandSerializer(serializers.Serializer):
    """A season under way or announced."""

    slug = serializers.CharField()
    name = serializers.CharField()
    status = serializers.ChoiceField(SeasonStatus.choices)
    since = when("Since when it is so.")
    played = serializers.IntegerField(help_text="Games that are counted.")
    planned = serializers.IntegerField()
    running = serializers.IntegerField(help_text="Games in play.")
    held_up = serializers.IntegerField(help_text="Games that do not go on, or cannot begin.")
    waits_for = serializers.CharField(
        help_text="In a word: `cap`, `model`, `limits`, `provider`, `operator`, `cast`, `slot`, `first`, `memory`, "
        "`place` (as many games are on as may be), `games` (some must end first), `end` (its last games are on), "
        "`other`; empty while its next game is due."
    )
    waiting = serializers.CharField(help_text="The same in words.")
    next_at = when("When it goes on, where that is known.")
    next_is = serializers.CharField(help_text="What is then: `slot`, `game` or `start`.")
    time_zone = serializers.CharField(help_text="Of its calendar; UTC without one.")


class GameStandSerializer(serializers.Serializer):
    """A game that is played."""

    public_id = serializers.CharField(help_text="Its id.")
    name = serializers.CharField(help_text="What it is called, with its season.")
    title = serializers.CharField(help_text="What its rules are called.")
    season = serializers.CharField(help_text="The name of its season; empty without one.")
    host = serializers.CharField(help_text="Who plays it; empty for nobody.")
    round = serializers.IntegerField()
    started_at = when("When it began.")
    waiting = serializers.CharField(help_text="Why it does not go on; else empty.")
    tried_again = when("When it is tried again.")
    asked = serializers.ListField(
        child=serializers.CharField(),
        help_text="Whose answers are on their way, with their models; `an answer` where who asks may not know.",
    )
    asked_since = when("Since when the first of them is.")


class HeldUpSerializer(serializers.Serializer):
    """A game that does not go on."""

    public_id = serializers.CharField(help_text="Its id.")
    name = serializers.CharField(help_text="What it is called, with its season.")
    status = serializers.CharField(help_text="As games have it: `scheduled`, `running`, `paused` or `diverged`.")
    since = when("Since when, where that is known.")
    waits_for = serializers.CharField(
        help_text="In a word: `operator` (it was paused by hand), `provider`, `model`, `cap`, `diverged`, `other`."
    )
    why = serializers.CharField(help_text="The same in words.")


class GamesHeldSerializer(serializers.Serializer):
    """Who holds games."""

    name = serializers.CharField()
    host = serializers.CharField(help_text="The machine.")
    games = serializers.IntegerField()


class SetAsideSerializer(serializers.Serializer):
    """A game that will have no result."""

    public_id = serializers.CharField(help_text="Its id.")
    name = serializers.CharField(help_text="What it is called, with its season.")
    title = serializers.CharField()
    season = serializers.CharField()
    status = serializers.CharField()
    why = serializers.CharField()
    done = serializers.CharField(help_text="What became of its place in the season.")
    next_game = serializers.CharField(help_text="The id of the game that is played in its place; empty without one.")


class FailingSerializer(serializers.Serializer):
    """Calls to a model that brought no answer."""

    provider = serializers.CharField()
    model = serializers.CharField()
    calls = serializers.IntegerField()
    last_at = when("The last one.", may_be_null=False)
    error = serializers.CharField(help_text="What was said of it.")


class WhatWasDoneSerializer(serializers.Serializer):
    """What somebody did."""

    at = when("When.", may_be_null=False)
    who = serializers.CharField()
    verb = serializers.CharField()
    what = serializers.CharField()
    reason = serializers.CharField()
    name = serializers.CharField(help_text="Of a game: what it is called, with its season; else empty.")


class FailedSerializer(serializers.Serializer):
    """What failed within the day, and what was done."""

    set_aside = SetAsideSerializer(many=True)
    calls = FailingSerializer(many=True)
    games = serializers.IntegerField(help_text="The games finished last, at most 200.")
    answers = serializers.IntegerField(help_text="Answers in them.")
    defaults = serializers.IntegerField(help_text="Those that the rule book's default stood in for.")
    acts = WhatWasDoneSerializer(
        many=True,
        help_text="At most 12. To a token of scope `admin`, of staff who may see the record of acts, what everybody "
        "did; else what was done under the account of who asks.",
    )


class SpendingSerializer(serializers.Serializer):
    """What was spent of a budget, in US dollars."""

    scope = serializers.CharField(help_text="`day`, `provider`, `model`, `series`, `season`, `learning` or `game`.")
    name = serializers.CharField()
    sure, bound, reserved = (
        serializers.DecimalField(max_digits=None, decimal_places=8, help_text=told)
        for told in ("What providers told.", "The most that it may be.", "What is on its way, at most.")
    )
    cap, left = (
        serializers.DecimalField(max_digits=None, decimal_places=8, allow_null=True, help_text=told)
        for told in ("Null: none.", "Of the cap.")
    )
    share = serializers.IntegerField(allow_null=True, help_text="Of the cap, in percent, with what is on its way.")
    stopped = serializers.CharField(help_text="Why no call may draw on it; else empty.")


class QueueSerializer(serializers.Serializer):
    """What is due and was begun by nobody."""

    games = serializers.IntegerField()
    oldest_due_at = when("Since when the first is due.")
    messages = serializers.IntegerField(allow_null=True, help_text="In the broker's queue; null where nobody can say.")


class ProcessSerializer(serializers.Serializer):
    """A part of a process, by its last sign of life."""

    name = serializers.CharField()
    kind = serializers.CharField(help_text=f"One of {', '.join(f'`{each}`' for each in ProcessKind.values)}.")
    host = serializers.CharField(help_text="The machine.")
    pid = serializers.IntegerField()
    release = serializers.CharField()
    started_at = when("When it began.", may_be_null=False)
    seen_at = when("Its last sign; of beat, when it last sent what is looked at.", may_be_null=False)
    worked_at = when("When it last took a message, of a worker.")
    games = serializers.IntegerField(help_text="Those that it held then.")
    ended_at = when("When it ended cleanly.")
    stand = serializers.CharField(help_text="`living`, `silent`, `dead` (it went without a word) or `ended`.")


class SeasonWeightSerializer(serializers.Serializer):
    """What a season weighs."""

    season = serializers.CharField(help_text="Its slug; `-` for games of no season.")
    name = serializers.CharField()
    games = serializers.IntegerField()
    weighed = serializers.IntegerField(help_text="How many of them were weighed, for all.")
    weighed_at = when("When.", may_be_null=False)
    rows, bytes = (
        serializers.DictField(child=serializers.IntegerField(), help_text=f"By kind: {', '.join(WeightKind.values)}.")
        for _ in range(2)
    )


class AlertToldToSerializer(serializers.Serializer):
    """Who was told of an alert."""

    addressee = serializers.CharField()
    first_at = when("When first.", may_be_null=False)
    last_at = when("When last.", may_be_null=False)
    times = serializers.IntegerField(help_text="How often.")
    over_at = when("When that it was over.")


class AlertToldSerializer(serializers.Serializer):
    """Something that is or was wrong, of which somebody was told within the day."""

    kind = serializers.CharField(help_text="As in `wrong`.")
    about = serializers.CharField(help_text="What it is about, by its public name; empty where there is one.")
    key = serializers.CharField(help_text="Both, as webhooks tell it.")
    told = serializers.CharField(help_text="In a sentence.")
    cure = serializers.CharField(help_text="What to do.")
    since = when("Since when, as far as that is known.", may_be_null=False)
    over_at = when("When it was over; null: it is not.")
    to = AlertToldToSerializer(many=True)


class DeskSerializer(serializers.Serializer):
    """The day's page."""

    at = when("As of when.", may_be_null=False)
    wrong = WrongSerializer(many=True)
    seasons = SeasonStandSerializer(many=True)
    held_up = HeldUpSerializer(many=True, help_text="Games that do not go on. At most 40.")
    games = GameStandSerializer(many=True, help_text="At most 40.")
    hosts = GamesHeldSerializer(many=True)
    failed = FailedSerializer()
    spending = SpendingSerializer(many=True)
    queue = QueueSerializer()
    processes = ProcessSerializer(many=True)
    weights = SeasonWeightSerializer(many=True)
    alerts = AlertToldSerializer(many=True, help_text="What was told by mail and webhook within the day.")


class PrunedHeapSerializer(serializers.Serializer):
    """How much of a kind goes."""

    kind = serializers.CharField(help_text=f"One of {', '.join(f'`{each}`' for each in PRUNABLE)}.")
    games = serializers.IntegerField(help_text="Of how many games.")
    rows = serializers.IntegerField(help_text="Rows, of logs files.")
    bytes = serializers.IntegerField(help_text="About.")


class ForeseenSerializer(serializers.Serializer):
    """What would go of a season, or what has gone."""

    done = serializers.BooleanField(help_text="Whether it has gone.")
    days = serializers.IntegerField(help_text="For how many days the games have been over.")
    heaps = PrunedHeapSerializer(many=True)
    loses = serializers.ListField(child=serializers.CharField(), help_text="What cannot be done any more then.")
    is_estimate = serializers.BooleanField(help_text="Whether some games were looked at for all.")
    left = serializers.IntegerField(help_text="Games of which it has not gone for want of time: ask again.")
