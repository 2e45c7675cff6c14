"""What the house thinks: hardly ever the same twice, of what was said just now, and never in the way of the game."""

import re
from collections import Counter
from functools import cache

import pytest

from games.agents.house.speaking.wording import Tongue, patterns_by_temper
from games.agents.offline import play_out
from games.agents.players import player_named
from games.engine.dice import Dice
from games.engine.events import Remarked
from games.engine.moderator import Moderator
from games.engine.questions import SILENT
from games.engine.rulesets import all_rulesets, ruleset_named
from personas.sheet import ROSTER

NAMES = ("Anika", "Bruno", "Celia")
# The share of a player's thoughts that may be, but for names and numbers, what it has thought before.
OFTEN = {"town-mafia": 0.02, "council-mafia": 0.03, "reactive-mafia": 0.09, "glass-box": 0.04}
UNREAD = 0.15  # by rules that the house has not read it has less to think of
GAMES = 4


def played_anew(ruleset: str, number: int) -> Moderator:
    """A game between the house's characters, at the usual number of seats."""
    rules, seed = ruleset_named(ruleset), f"thoughts/{number}"
    seats = 8 if 8 in rules.seats else rules.default_seats
    options = rules.options_from({}, seats)
    places = Dice(seed, "seating").shuffled(range(len(ROSTER)), seats)
    players = [player_named("house", place) for place in places]
    return play_out(Moderator(rules, options, rules.deal(seed, seats, options), seed), players)


played = cache(played_anew)


def masked(moderator: Moderator, thought: str) -> str:
    """A thought without its names and numbers."""
    names = "|".join(moderator.deal.aliases)
    return re.sub(r"\d+", "0", re.sub(rf"\b({names})\b", "X", thought))


@pytest.mark.parametrize("ruleset", all_rulesets())
def test_a_player_hardly_ever_thinks_the_same_thing_twice(ruleset: str) -> None:
    thoughts = repeated = 0
    for number in range(GAMES):
        moderator = played(ruleset, number)
        seen = Counter((answer.seat, masked(moderator, answer.thought)) for answer in moderator.journal)
        thoughts += len(moderator.journal)
        repeated += sum(times - 1 for times in seen.values())
    assert repeated <= OFTEN.get(ruleset, UNREAD) * thoughts


@pytest.mark.parametrize("ruleset", all_rulesets())
def test_what_is_thought_moves_nothing_in_the_game(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = played(ruleset, 0)
    monkeypatch.setattr(Tongue, "muse", lambda *_: None)  # thoughts without a pattern roll no dice
    thoughtless = played_anew(ruleset, 0)
    assert {answer.thought for answer in thoughtless.journal} != {answer.thought for answer in expected.journal}
    assert [entry.event for entry in thoughtless.ledger] == [entry.event for entry in expected.ledger]


@pytest.mark.parametrize(("intent", "temper"), [("th_suspect", "joker"), ("th_vote", "nervous"), ("mh_hears_mate", "")])
def test_every_pattern_that_fits_comes_before_one_comes_again(intent: str, temper: str) -> None:
    sheet = next(sheet for sheet in ROSTER if not temper or sheet.temper == temper)
    slots = frozenset({"a", "b", "c", "p", "because", "m"})
    patterns = [*patterns_by_temper(intent).get(sheet.temper, ()), *patterns_by_temper(intent)["any"]]
    tongue = Tongue(sheet, NAMES, set(), Dice("seed"))
    came = [tongue.muse(intent, slots, turn) for turn in range(len(patterns))]
    assert Counter(came) == Counter(patterns)


def test_what_does_not_fit_does_not_come() -> None:
    tongue = Tongue(ROSTER[0], NAMES, set(), Dice("seed"))
    came = {tongue.muse("th_accused", frozenset({"b"}), turn) for turn in range(40)}
    assert None not in came
    assert all(pattern is not None and pattern.slots <= {"b"} for pattern in came)
    assert tongue.muse("mh_hears_mate", frozenset(), 0) is None


def test_players_begin_at_different_places() -> None:
    firsts = {Tongue(sheet, NAMES, set(), Dice("seed")).muse("th_lost", frozenset(), 0) for sheet in ROSTER}
    assert len(firsts) > 2


def test_who_keeps_silent_thinks_of_what_was_said() -> None:
    silent = about = 0
    for number in range(GAMES):
        moderator = played("reactive-mafia", number)
        names = moderator.deal.aliases
        speakers = {
            entry.poll: names[entry.event.seat] for entry in moderator.ledger if isinstance(entry.event, Remarked)
        }
        for answer in moderator.journal:
            before = [poll for poll in speakers if poll < answer.poll]
            if answer.kind == "react" and answer.answer["message"] == SILENT and before:
                silent += 1
                about += speakers[max(before)] in answer.thought
    assert silent > 50
    assert about > 0.5 * silent
