"""What the house thinks: hardly ever the same twice, of what was said just now, and never in the way of the game."""

import re
from collections import Counter, deque
from functools import cache

import pytest

from games.agents.house.learning import learn
from games.agents.house.mind.memory import Mind
from games.agents.house.speaking.book import EVERY_TEMPER
from games.agents.house.speaking.thinking import Thinking
from games.agents.house.speaking.wording import Tongue, patterns_by_temper
from games.agents.offline import play_out
from games.agents.players import player_named
from games.engine.dice import Dice
from games.engine.events import Dealt, Event, Investigated, PhaseBegan, Remarked, Seated
from games.engine.moderator import Moderator
from games.engine.questions import SILENT
from games.engine.rulesets import all_rulesets, ruleset_named
from games.engine.table import EVERYONE, Entry
from personas.sheet import ROSTER, Sheet

NAMES = ("Anika", "Bruno", "Celia")
# The share of a player's thoughts that may be, but for names and numbers, what it has thought before.
OFTEN = {"town-mafia": 0.01, "council-mafia": 0.01, "reactive-mafia": 0.05, "glass-box": 0.01}
UNREAD = 0.15  # by rules that the house has not read it has less to think of
LATELY = 0.03  # the share of sentences that another thought not twenty sentences before
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


SLOTS = frozenset({"a", "b", "c", "p", "because", "m"})


def thinker(sheet: Sheet, seat: int) -> Tongue:
    tongue = Tongue(sheet, NAMES, set(), Dice("seed"))
    tongue.seat = seat
    return tongue


@pytest.mark.parametrize("among", [2, 3, 6, 8, 21])
def test_a_table_thinks_all_that_is_common_to_it_before_anything_comes_again(among: int) -> None:
    tongues = [thinker(sheet, seat) for seat, sheet in enumerate(ROSTER[: len(NAMES)])]

    came = [tongue.in_turn("th_lost", turn, among) for turn in range(among) for tongue in tongues]

    assert sorted(came[:among]) == list(range(among))
    for seat in range(len(NAMES)):
        assert sorted(came[seat :: len(NAMES)]) == list(range(among)), "and everybody has each of them once"


@pytest.mark.parametrize(("intent", "temper"), [("th_suspect", "joker"), ("th_vote", "nervous")])
def test_every_third_thought_is_in_the_tempers_own_words(intent: str, temper: str) -> None:
    own = patterns_by_temper(intent)[temper]
    for sheet in [sheet for sheet in ROSTER if sheet.temper == temper][:2]:
        for seat in range(len(NAMES)):
            tongue = thinker(sheet, seat)
            came = [tongue.muse(intent, SLOTS, turn) for turn in range(3 * len(own))]
            assert Counter(pattern for pattern in came if pattern in own) == Counter(own)


@pytest.mark.parametrize(("intent", "temper"), [("th_vote", "joker"), ("th_vote", "nervous"), ("th_suspect", "joker")])
def test_no_two_of_one_temper_think_the_same_in_one_vote(intent: str, temper: str) -> None:
    sheets = [sheet for sheet in ROSTER if sheet.temper == temper][:3]
    for turn in range(20):
        names = tuple("ABCDEFGH")
        came = []
        for seat in range(len(names)):
            tongue = Tongue(sheets[seat % len(sheets)], names, set(), Dice("seed"))
            tongue.seat = seat
            came.append(tongue.muse(intent, SLOTS, turn))
        assert len(set(came)) == len(names)


def a_sheriff(**results: str) -> Thinking:
    """Anika at a table of four, who has been shown what these are."""
    names = ("Anika", "Bruno", "Celia", "Dov", "Edda", "Farid")
    mind = Mind(next(sheet for sheet in ROSTER if sheet.temper == "listener"), 0)
    heard: list[Event] = [Seated(names), Dealt(0, "sheriff", "town"), PhaseBegan("day", 1)]
    heard += [Investigated(0, names.index(name), None, team) for name, team in results.items()]
    for seq, event in enumerate(heard, start=1):
        learn(mind, Entry(seq, 1, "day", event, EVERYONE, 0))
    return Thinking(mind, Dice("seed"))


DOUBTS = ("mistaken or", "seems to mean it", "a fool or a wolf", "where the fear landed", "will tell me more")


@pytest.mark.parametrize("team", ["mafia", "town"])
def test_who_has_been_shown_what_somebody_is_does_not_wonder(team: str) -> None:
    knows, wonders = a_sheriff(Bruno=team, Dov="mafia"), a_sheriff()
    told: dict[Thinking, set[str]] = {knows: set(), wonders: set()}
    for thinking, thoughts in told.items():
        for turn in range(60):
            thinking.turn = turn
            thoughts.add(thinking.put("th_accused", 2, 1))
    assert {doubt for doubt in DOUBTS for thought in told[wonders] if doubt in thought} == set(DOUBTS)
    assert not [thought for thought in told[knows] for doubt in DOUBTS if doubt in thought]


def test_whoever_votes_for_one_who_was_shown_to_be_guilty_knows_it_and_said_only_what_was_said() -> None:
    knows, wonders = a_sheriff(Bruno="mafia"), a_sheriff()
    sure = [pattern.sentence.text for pattern in patterns_by_temper("th_vote_known")[EVERY_TEMPER]]
    for turn in range(40):
        knows.turn = wonders.turn = turn
        assert knows.of_vote(1) in {text.replace("{a}", "Bruno") for text in sure}
        assert not knows.of_vote(1).startswith("I said Bruno")
        assert wonders.of_vote(1) not in {text.replace("{a}", "Bruno") for text in sure}
        assert "a minute ago" not in wonders.of_vote(1)
        assert "I said Bruno" not in wonders.of_vote(1)


@pytest.mark.parametrize("ruleset", all_rulesets())
def test_hardly_anybody_thinks_what_another_thought_just_now(ruleset: str) -> None:
    """Sentence by sentence, of four words or more, within the last twenty."""
    sentences = heard = 0
    for number in range(GAMES):
        moderator = played(ruleset, number)
        lately: deque[tuple[int, str]] = deque(maxlen=20)
        for answer in moderator.journal:
            for sentence in re.split(r"(?<=[.!?])\s+", masked(moderator, answer.thought)):
                if len(sentence.split()) >= 4:
                    sentences += 1
                    heard += any(seat != answer.seat and said == sentence for seat, said in lately)
                    lately.append((answer.seat, sentence))
    assert heard <= (LATELY if ruleset in OFTEN else 0.08) * sentences


def test_what_does_not_fit_does_not_come() -> None:
    tongue = Tongue(ROSTER[0], NAMES, set(), Dice("seed"))
    came = {tongue.muse("th_accused", frozenset({"b"}), turn) for turn in range(40)}
    assert None not in came
    assert all(pattern is not None and pattern.slots <= {"b"} for pattern in came)
    assert tongue.muse("mh_hears_mate", frozenset(), 0) is None


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
