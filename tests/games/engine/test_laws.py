"""What holds in every game of every ruleset, with any seats, options and seed, played by players who do anything."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.dice import Dice
from games.engine.events import load
from games.engine.moderator import Moderator
from games.engine.questions import Illegal
from games.engine.rulesets import all_rulesets
from games.engine.viewpoint import AUDIENCE, GLASS, ghost_viewer, seat_viewer, seen_by
from tests.games.engine.scenes import among_of, answer_wildly, begin, play_wildly, wildly
from tests.games.engine.strategies import MAFIA, Setting, settings_of_games
from tests.games.rule_books import PYTHONPATH, seats_about, two_by_turns
from tests.histories.record import hash_by
from tests.patience import at_most

pytestmark = pytest.mark.long(20)

CLOSING = ["ended", "revealed"]
DEATHS = ("died", "lynched")
GHOSTLY = ("act", "ghost_chat", "reaction", "reflection")  # what a ghost may be asked, where there are ghosts
# Of a game of Mafia. The ship has ghosts and wins of its own, and its own laws beside its rules.


def again(moderator: Moderator, answers: int, *, compared: bool = True) -> Moderator:
    """The game played again from the first so many answers, compared with as much of the ledger as they brought."""
    journal = moderator.journal[:answers]
    given = (moderator.ruleset, moderator.options, moderator.deal, moderator.seed)
    resumed = Moderator(*given, journal=journal)
    ledger = [entry.plain() for entry in moderator.ledger[: len(resumed.ledger)]]
    return Moderator(*given, journal=journal, ledger=ledger) if compared else resumed


# --- while a game is played ------------------------------------------------------------------------------------------


@given(settings_of_games())
@settings(max_examples=40)
def test_every_game_ends_and_asks_only_what_can_be_answered(setting: Setting) -> None:
    moderator = setting.begin()
    roles = moderator.deal.roles
    for seat in wildly(moderator):
        assert_askable(moderator)
        answer_wildly(moderator, seat)
    assert moderator.winner in (setting.rules.open_team, setting.rules.hidden_team, "draw")
    assert moderator.rounds <= setting.options.get("max_rounds", moderator.rounds)
    assert moderator.deal.roles == roles


def assert_askable(moderator: Moderator) -> None:
    """Only the living are asked; each has a legal choice among the living; every default can be read."""
    living = moderator.table.living()
    assert moderator.winner is None
    for seat, question in moderator.pending.items():
        assert seat in living or (moderator.ruleset.has_ghosts and question.kind in GHOSTLY)
        among = among_of(question)
        assert len(set(among)) == len(among)
        assert {target for target in among if target is not None} <= set(living)
        assert among or "target" not in question.properties()
        default = question.default(Dice(moderator.seed, *moderator.key(seat)))
        assert question.read(question.write(default)) == default
        assert set(question.write(default)) == set(question.properties())


@given(settings_of_games(slugs=MAFIA))
@settings(max_examples=30)
def test_the_dead_neither_act_nor_speak_nor_vote_and_nobody_votes_for_them(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    dead: set[int] = set()
    for entry in moderator.ledger:
        data = entry.event.data()
        if entry.event.kind in DEATHS:
            assert data["seat"] not in dead
            dead.add(data["seat"])
        else:
            assert not dead & set(entry.event.authors)
            assert data.get("target") not in dead or entry.event.kind == "targeted"
        if entry.event.kind == "voted":
            assert not dead & {vote["target"] for vote in data["votes"]}
            voters = [vote["seat"] for vote in data["votes"]]
            assert voters == sorted(voters)
            # In a council, whoever alone is up for a vote that must name somebody is not asked.
            unasked = set(range(setting.seats)) - dead - set(voters)
            assert not unasked or unasked == {vote["target"] for vote in data["votes"]}
    assert sorted(dead) == sorted(moderator.table.dead)


@given(settings_of_games(slugs=MAFIA))
@settings(max_examples=30)
def test_a_win_is_seen_at_once_and_only_closing_events_follow(setting: Setting) -> None:
    """Counted from the public record alone: when the last death decides, the end is the next thing said."""
    moderator = play_wildly(setting.begin())
    hidden = {seat for seat, role in enumerate(moderator.deal.roles) if role.team == setting.rules.hidden_team}
    living = set(range(setting.seats))
    told = [entry.event for entry in moderator.ledger if entry.event.kind != "defaulted"]
    assert [event.kind for event in told[-2:]] == CLOSING
    for event, after in pairwise(told):
        if event.kind not in DEATHS:
            continue
        living.discard(event.data()["seat"])
        if after.kind in DEATHS:  # of the same moment
            continue
        mafia = len(living & hidden)
        decided = not mafia or 2 * mafia >= len(living) or (event.kind == "lynched" and is_forced(moderator, living))
        assert (after.kind == "ended") == (decided or (moderator.winner == "draw" and after is told[-2]))
    assert [event.kind for event in told].count("ended") == 1


def is_forced(moderator: Moderator, living: set[int]) -> bool:
    """Whether the next kill cannot be prevented and decides, where the option `forced_parity` lets that be the end."""
    roles = [moderator.deal.roles[seat] for seat in living]
    hidden = sum(role.team == moderator.ruleset.hidden_team for role in roles)
    doctors = sum(role.name == "doctor" for role in roles)
    return getattr(moderator.options, "forced_parity", False) and not doctors and 2 * hidden >= len(living) - 1


@given(settings_of_games(), st.integers(0, 2**32))
@settings(max_examples=25)
def test_the_order_in_which_answers_arrive_changes_nothing(setting: Setting, order: int) -> None:
    one, other = play_wildly(setting.begin()), play_wildly(setting.begin(), arrival=f"order {order}")
    assert one.ledger == other.ledger
    assert sorted(answer.key for answer in one.journal) == sorted(answer.key for answer in other.journal)
    assert hash_by(one) == hash_by(other)


@given(settings_of_games())
@settings(max_examples=20)
def test_illegal_answers_on_the_way_change_nothing(setting: Setting) -> None:
    plain, tried = play_wildly(setting.begin()), setting.begin()
    for seat in wildly(tried):
        for bad in (None, {}, {"target": setting.seats, "message": None}, {"target": True, "message": 3}):
            with pytest.raises(Illegal):
                tried.answer(seat, bad)  # type: ignore[arg-type]  # what players send is not typed
        answer_wildly(tried, seat)
    assert tried.ledger == plain.ledger
    assert tried.journal == plain.journal


@given(settings_of_games())
@settings(max_examples=30)
def test_every_event_survives_being_stored(setting: Setting) -> None:
    for entry in play_wildly(setting.begin()).ledger:
        plain = json.loads(json.dumps(entry.plain()))
        assert plain == entry.plain()
        assert load(plain["kind"], plain["data"]) == entry.event


@given(settings_of_games())
@settings(max_examples=30)
def test_what_a_seat_has_seen_is_what_the_viewpoint_says(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    for seat in range(setting.seats):
        eyes = ghost_viewer if seat in moderator.table.ghosts else seat_viewer
        assert moderator.table.views[seat] == list(seen_by(eyes(seat), moderator.ledger))
    assert set(moderator.table.ghosts) == set(moderator.table.dead if setting.rules.has_ghosts else ())
    assert list(seen_by(GLASS, moderator.ledger)) == moderator.ledger
    public = list(seen_by(AUDIENCE, moderator.ledger))
    assert all(set(map(id, public)) <= set(map(id, view)) for view in moderator.table.views)


@given(settings_of_games())
@settings(max_examples=30)
def test_every_default_that_was_used_is_noted_once_and_nothing_else_is(setting: Setting) -> None:
    moderator = play_wildly(setting.begin(), silent=0.3)
    used = [(answer.poll, answer.seat, answer.kind) for answer in moderator.journal if answer.default_reason]
    noted = [entry for entry in moderator.ledger if entry.event.kind == "defaulted"]
    assert [(entry.poll, entry.event.data()["seat"], entry.event.data()["question"]) for entry in noted] == used
    assert {entry.heard_by for entry in noted} <= {frozenset()}


@given(settings_of_games())
@settings(max_examples=30)
def test_names_and_sequence_have_no_gaps(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    assert [entry.seq for entry in moderator.ledger] == list(range(1, len(moderator.ledger) + 1))
    rounds = [entry.round for entry in moderator.ledger]
    assert rounds == sorted(rounds)
    polls = [answer.poll for answer in moderator.journal]
    assert sorted(set(polls)) == list(range(1, moderator.poll + 1))
    assert len({answer.key for answer in moderator.journal}) == len(moderator.journal)
    for entry in moderator.ledger:
        text = entry.event.text(moderator.deal.aliases)
        assert text.strip() == text != ""
        assert "\n" not in text


# --- when a game is taken up again -----------------------------------------------------------------------------------


def state(moderator: Moderator) -> tuple[Any, ...]:
    """Everything that decides how a game goes on."""
    pending = {seat: (moderator.key(seat), question) for seat, question in moderator.pending.items()}
    return moderator.ledger, sorted(moderator.journal), pending, moderator.poll, moderator.rounds, moderator.winner


@given(settings_of_games(most_seats=9), st.data())
@settings(max_examples=30)
def test_a_game_taken_up_after_any_answer_stands_where_it_stood(setting: Setting, data: st.DataObject) -> None:
    original = play_wildly(setting.begin(), arrival="late")
    cut = data.draw(st.integers(0, len(original.journal)))
    witness = setting.begin()
    for answer in original.journal[:cut]:
        repeat(witness, answer)
    resumed = again(original, cut)
    assert state(resumed) == state(witness)
    assert state(play_wildly(resumed, arrival="late"))[0] == original.ledger
    assert hash_by(resumed) == hash_by(original)


def repeat(moderator: Moderator, answer: Any) -> None:
    if answer.default_reason:
        moderator.default(answer.seat, answer.default_reason)
    else:
        moderator.answer(answer.seat, {**answer.answer, "thought": answer.thought})


@pytest.mark.parametrize("slug", all_rulesets())
def test_a_game_resumes_after_every_single_answer(slug: str) -> None:
    """Every prefix of one journal, half-answered polls too, and an answer less of the ledger is never enough."""
    rules = all_rulesets()[slug]
    original = play_wildly(begin(rules, seats_about(rules, 7), "prefixes"), arrival="any")
    for cut in range(len(original.journal) + 1):
        resumed = again(original, cut)
        assert sorted(resumed.journal) == sorted(original.journal[:cut])
        assert resumed.ledger == original.ledger[: len(resumed.ledger)]
        if cut % 7 == 0:
            assert play_wildly(resumed, arrival="any").ledger == original.ledger


@given(settings_of_games(most_seats=9))
@settings(max_examples=15)
def test_the_order_of_the_journal_does_not_matter(setting: Setting) -> None:
    original = play_wildly(setting.begin())
    ledger = [entry.plain() for entry in original.ledger]
    given_ = (original.ruleset, original.options, original.deal, original.seed)
    turned = Moderator(*given_, journal=original.journal[::-1], ledger=ledger)
    assert turned.ledger == original.ledger
    assert turned.winner == original.winner


@given(settings_of_games(most_seats=9))
@settings(max_examples=15)
def test_a_stored_game_goes_through_json_and_comes_back_the_same(setting: Setting) -> None:
    original = play_wildly(setting.begin())
    stored = json.loads(json.dumps([answer.plain for answer in original.journal]))
    journal = [type(original.journal[0])(**row) for row in stored]
    ledger = json.loads(json.dumps([entry.plain() for entry in original.ledger]))
    options = setting.rules.options_from(
        json.loads(json.dumps(original.options.plain(original.revision))), setting.seats
    )
    resumed = Moderator(setting.rules, options, original.deal, original.seed, journal=journal, ledger=ledger)
    assert resumed.ledger == original.ledger
    assert hash_by(resumed) == hash_by(original)


# --- in another process ----------------------------------------------------------------------------------------------

PLAY = """
from games.engine.rulesets import all_rulesets
from tests.games.engine.scenes import begin, play_wildly
from tests.histories.record import hash_by
for rules in all_rulesets().values():
    for seats in (rules.seats[0], rules.seats[-1]):
        print(hash_by(play_wildly(begin(rules, seats, "any process"))))
"""


def test_a_game_is_the_same_under_any_hash_seed() -> None:
    root = Path(__file__).parents[3]
    told = {
        subprocess.run(
            [sys.executable, "-c", PLAY],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": PYTHONPATH},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
            timeout=at_most(60),
        ).stdout
        for seed in ("0", "1", "4242")
    }
    here = [
        hash_by(play_wildly(begin(rules, seats, "any process")))
        for rules in all_rulesets().values()
        for seats in (rules.seats[0], rules.seats[-1])
    ]
    assert told == {"".join(f"{each}\n" for each in here)}


STEP = """
import json, sys
from games.engine.rulesets import ruleset_named
from tests.games.engine.scenes import begin
from tests.games.engine.test_laws import position, repeat
from games.engine.moderator import Answer
slug, seats, seed = json.loads(sys.stdin.readline())
moderator = begin(ruleset_named(slug), seats, seed)
print(position(moderator), flush=True)
for line in sys.stdin:
    repeat(moderator, Answer.from_plain(json.loads(line)))
    print(position(moderator), flush=True)
"""


def position(moderator: Moderator) -> str:
    """Where a game stands, in a line: who is asked what, and all that the latest answers brought."""
    pending = [[*moderator.key(seat)] for seat in sorted(moderator.pending)]
    return json.dumps([pending, [entry.plain() for entry in moderator.ledger[-3:]], moderator.winner])


@pytest.mark.parametrize("slug", two_by_turns(0))
def test_two_processes_in_lock_step_are_at_the_same_place_after_every_answer(slug: str) -> None:
    root = Path(__file__).parents[3]
    rules = all_rulesets()[slug]
    seats = seats_about(rules, 7)
    here = begin(rules, seats, "lock-step")
    with subprocess.Popen(
        [sys.executable, "-c", STEP],
        env={"PYTHONHASHSEED": "77", "PYTHONPATH": PYTHONPATH},
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as there:
        assert there.stdin
        assert there.stdout
        there.stdin.write(json.dumps([slug, seats, "lock-step"]) + "\n")
        there.stdin.flush()
        assert there.stdout.readline() == f"{position(here)}\n"
        for seat in wildly(here, arrival="by chance"):
            answer_wildly(here, seat)
            there.stdin.write(json.dumps(here.journal[-1].plain) + "\n")
            there.stdin.flush()
            assert there.stdout.readline() == f"{position(here)}\n"
        there.stdin.close()
        assert there.wait(timeout=at_most(30)) == 0
    assert here.winner
