"""The house where nobody has a turn: it answers who accuses it, is silent when it has nothing to say, gives reasons."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from games.agents.house import House
from games.agents.house.hearing.speeches import hear
from games.agents.house.learning import learn
from games.agents.house.mind.memory import Mind
from games.agents.offline import play_out
from games.agents.played import Played
from games.agents.players import player_named
from games.engine import events as e
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.moderator import Moderator
from games.engine.questions import SILENT, Choose, Justify, React, Summarise, Summary
from games.engine.rulesets import ruleset_named
from games.engine.table import EVERYONE, Entry
from personas.sheet import ROSTER

NAMES = ("Anika", "Bruno", "Celia", "Dario", "Edda", "Farid", "Greta", "Hugo")
ME = 0
REACT = React("react", "What do you want to say to everyone? Reply [SILENT] if nothing.")
CONFER = React("confer", "What do you want to say to your partners? Reply [SILENT] if nothing.")
VOTE = Justify("vote", "Whom do you vote to lynch, and why?", (None, *range(1, 8)), (None,))
RULES = ruleset_named("reactive-mafia")
PLAYED = Played(RULES, RULES.options_from({}, len(NAMES)), NAMES)
DICE = [Dice("free talk", number) for number in range(12)]


def view(*events: e.Event, role: str = "villager", partners: tuple[Seat, ...] = ()) -> list[Entry]:
    """What seat 0 has seen by the first day, and these events after that."""
    team = "mafia" if partners else "town"
    before: list[e.Event] = [e.Seated(NAMES), e.Dealt(ME, role, team)]
    before += [e.Partners("mafia", (ME, *partners))] if partners else []
    before += [e.PhaseBegan("night", 1)]
    return [Entry(seq, 1, "night", event, EVERYONE, 0) for seq, event in enumerate((*before, *events), start=1)]


DAWN = (e.Died(7, "villager", "town"), e.PhaseBegan("day", 1))


def said(*messages: tuple[Seat, str]) -> list[e.Event]:
    """Messages of a day, ten seconds apart."""
    return [e.Remarked(seat, words, 10 * number) for number, (seat, words) in enumerate(messages, start=1)]


def replies(question: Any, seen: Sequence[Entry]) -> list[dict[str, Any]]:
    """What each character answers, with several dice; all of it legal, all of it with a thought."""
    answers = [dict(House(sheet).reply(ME, question, seen, dice, PLAYED)) for sheet in ROSTER for dice in DICE[:3]]
    for answer in answers:
        question.read(answer)
        assert answer["thought"].strip()
    return answers


def spoken(question: Any, seen: Sequence[Entry]) -> list[str]:
    return [answer["message"] for answer in replies(question, seen) if answer["message"] != SILENT]


COUNT = 3 * len(ROSTER)


# --- speaking and silence --------------------------------------------------------------------------------------------


def test_whoever_is_accused_speaks_and_answers_the_accuser() -> None:
    words = spoken(REACT, view(*DAWN, *said((3, "I am sure Anika is mafia. I vote Anika."))))
    assert len(words) == COUNT
    assert sum("Dario" in each for each in words) > 0.7 * COUNT


def test_whoever_is_asked_answers() -> None:
    words = spoken(REACT, view(*DAWN, *said((3, "Anika, whom do you suspect?"))))
    assert len(words) > 0.8 * COUNT


def test_whoever_has_said_it_all_is_silent_until_something_is_said() -> None:
    mine = (ME, "I suspect Bruno, and I will vote for Bruno.")
    talk = [(seat, f"I vote {NAMES[(seat + 1) % 7]}.") for seat in range(1, 7)]
    told = view(*DAWN, *said(*talk, mine))
    assert len(spoken(REACT, told)) < 0.2 * COUNT
    accused = view(*DAWN, *said(*talk, mine, (4, "Anika is lying. I accuse Anika.")))
    assert len(spoken(REACT, accused)) > 0.9 * COUNT


def test_somebody_begins_though_nobody_has_spoken() -> None:
    assert len(spoken(REACT, view(*DAWN))) > 0.5 * COUNT


def test_a_message_is_short() -> None:
    messages = [each.event.words for game in games(20) for each in game.ledger if isinstance(each.event, e.Remarked)]
    lengths = sorted(len(words.split()) for words in messages)
    assert lengths[len(lengths) // 2] <= 20
    assert lengths[-1] <= 80


# --- the mafia at night ----------------------------------------------------------------------------------------------


def test_a_mafioso_proposes_somebody_of_the_town_to_the_partners() -> None:
    words = spoken(CONFER, view(role="mafioso", partners=(4,)))
    assert len(words) == COUNT
    assert all(set(hear(each, NAMES, ME).named) - {ME, 4} for each in words)


def test_mafiosi_who_agree_have_nothing_more_to_say() -> None:
    agreed = [e.Conferred(ME, "My choice is Bruno.", 2), e.Conferred(4, "Agreed, Anika: Bruno.", 8)]
    assert len(spoken(CONFER, view(*agreed, role="mafioso", partners=(4,)))) < 0.2 * COUNT


def test_mafiosi_mostly_vote_alike() -> None:
    votes = [each.event.votes for game in games(40) for each in game.ledger if isinstance(each.event, e.KillVoted)]
    assert len(votes) > 40
    assert sum(len({vote.target for vote in each}) == 1 for each in votes) > 0.7 * len(votes)


def test_a_mafioso_votes_for_whom_it_proposed_last_however_the_dice_fall() -> None:
    talk = [e.Conferred(ME, "I propose Bruno.", 2), e.Conferred(4, "I would take Celia.", 8)]
    seen = view(*talk, e.Conferred(ME, "My choice is Dario.", 12), role="mafioso", partners=(4,))
    kill = Choose("kill", "Whom do you kill tonight?", (1, 2, 3, 5, 6, 7))
    assert {answer["target"] for answer in replies(kill, seen)} == {NAMES.index("Dario")}
    gone = Choose("kill", "Whom do you kill tonight?", (1, 2, 5, 6, 7))
    assert {answer["target"] for answer in replies(gone, seen)} <= set(gone.among)


def test_whoever_proposed_votes_so_in_whole_games() -> None:
    kept = 0
    for game in games(40):
        proposed: dict[Seat, Seat] = {}
        for entry in game.ledger:
            match entry.event:
                case e.PhaseBegan():
                    proposed = {}
                case e.Conferred(seat, words):
                    town = [
                        other
                        for other in hear(words, game.deal.aliases, seat).named
                        if game.deal.roles[other].team == "town"
                    ]
                    proposed |= {seat: town[0]} if town else {}
                case e.KillVoted(votes=votes):
                    for vote in votes:
                        assert proposed.get(vote.seat, vote.target) == vote.target
                        kept += vote.seat in proposed
    assert kept > 40


# --- votes and summaries ---------------------------------------------------------------------------------------------


def test_a_vote_has_a_reason_and_none_that_speaks_for_the_one_it_hits() -> None:
    seen = view(*DAWN, *said((3, "I vote Bruno."), (4, "Bruno is mafia. I vote Bruno."), (5, "I accuse Bruno.")))
    for answer in replies(VOTE, seen):
        assert answer["reason"]
        stances = {about: value for about, value, _ in hear(answer["reason"], NAMES, ME).stances}
        assert stances.get(answer["target"], 1.0) > 0


def test_no_two_give_the_same_reason_in_one_vote() -> None:
    for game in games(40):
        for entry in game.ledger:
            if isinstance(entry.event, e.VotedWhy):
                reasons = Counter(vote.reason for vote in entry.event.votes if vote.reason)
                assert max(reasons.values(), default=1) == 1


def test_a_summary_tells_what_happened_and_is_no_longer_than_allowed() -> None:
    told = 0
    for game in games(20):
        names = game.deal.aliases
        dead = {each.event.seat: each for each in game.ledger if isinstance(each.event, e.Died | e.Lynched)}
        rounds = {answer.poll: 0 for answer in game.journal if answer.kind == "summary"}
        for number, poll in enumerate(sorted(rounds), start=1):
            fallen = [names[seat] for seat, entry in dead.items() if entry.round == number]
            for answer in game.journal:
                if answer.poll == poll:
                    summary = Summary(**answer.answer)
                    assert 0 < summary.length <= 222
                    assert all(name in summary.happened for name in fallen)
                    told += 1
    assert told > 100


@pytest.mark.parametrize("most", [37, 60])
def test_a_summary_fits_however_little_is_allowed(most: int) -> None:
    votes = e.VotedWhy(tuple(e.Reasoned(seat, (seat + 1) % 7, "So.") for seat in range(7)))
    seen = view(*DAWN, *said((3, "I vote Bruno.")), votes, e.NotLynched("tie"))
    assert len(replies(Summarise("summary", "?", most, "Hugo died."), seen)) == COUNT


# --- what a mind takes in --------------------------------------------------------------------------------------------


def mind_after(*events: e.Event, **given: Any) -> Mind:
    mind = Mind(ROSTER[0], ME)
    for entry in view(*events, **given):
        learn(mind, entry)
    return mind


def test_free_talk_tells_the_table_from_others() -> None:
    assert mind_after(*DAWN).cast["doctor"] == 1
    assert mind_after(*DAWN, *said((3, "Hm."))).cast == {"mafioso": 2, "villager": 6}


def test_whom_the_dead_had_accused_is_suspected_and_so_is_who_had_accused_the_dead() -> None:
    day = [*DAWN, *said((3, "I accuse Bruno. Bruno is mafia."), (5, "I accuse Dario."))]
    votes = e.VotedWhy(tuple(e.Reasoned(seat, None, "") for seat in range(7)))
    night = [votes, e.NotLynched("skip"), e.PhaseBegan("night", 2), e.Died(3, "villager", "town")]
    mind = mind_after(*day, *night)
    grounds = {seat: {key[0] for key in mind.cases[seat].grounds} for seat in (1, 2, 5)}
    assert "dead_finger" in grounds[1]
    assert "hunted" in grounds[5]
    assert mind.total(1) > mind.total(2)
    assert mind.total(5) > mind.total(2)


def test_a_mafioso_s_message_is_heard_as_a_proposal_of_somebody_of_the_town() -> None:
    mind = mind_after(e.Conferred(4, "Edda here: Celia tonight, not Bruno.", 3), role="mafioso", partners=(4,))
    assert [(plot.seat, plot.target) for plot in mind.plots] == [(4, 2)]


def test_who_was_silent_all_day_is_marked_at_the_vote() -> None:
    votes = e.VotedWhy(tuple(e.Reasoned(seat, None, "") for seat in range(7)))
    mind = mind_after(*DAWN, *said((3, "I accuse Bruno."), (4, "Good morning.")), votes)
    kinds = {seat: {key[0] for key in mind.cases[seat].grounds} - {"gut"} for seat in (2, 3, 4)}
    assert "quiet" in kinds[2]
    assert "no_name" in kinds[4]
    assert not {"quiet", "no_name"} & kinds[3]


# --- whole games -----------------------------------------------------------------------------------------------------


@cache
def games(count: int, seats: int = 8) -> list[Moderator]:
    """Finished games of the house."""
    return [game(f"free/{number}", seats) for number in range(count)]


def game(seed: str, seats: int, **given: Any) -> Moderator:
    rules = ruleset_named("reactive-mafia")
    options = rules.options_from(given, seats)
    deal = rules.deal(seed, seats, options, [sheet.name for sheet in ROSTER][:seats])
    places = Dice(seed, "seating").shuffled(range(len(ROSTER)))
    return play_out(Moderator(rules, options, deal, seed), [player_named("house", place) for place in places[:seats]])


def test_between_a_quarter_and_two_thirds_of_those_who_are_woken_stay_silent() -> None:
    answers = [answer for played in games(40) for answer in played.journal if answer.kind == "react"]
    silent = sum(answer.answer["message"] == SILENT for answer in answers) / len(answers)
    assert 0.25 < silent < 0.66
    assert all(answer.thought for answer in answers)


def test_a_day_is_a_conversation_and_no_shouting() -> None:
    """Most days end by themselves, before time or messages are used up, and everybody has had a say."""
    days = [each for played in games(40) for each in _days(played)]
    assert sum(len(messages) < 6 * living for messages, living in days) > 0.6 * len(days)
    assert sum(len({seat for seat, _ in messages}) >= living - 1 for messages, living in days) > 0.7 * len(days)


def _days(played: Moderator) -> list[tuple[list[tuple[Seat, str]], int]]:
    days, living = [], len(played.deal.roles)
    for number in range(1, played.rounds + 1):
        entries = [entry for entry in played.ledger if entry.round == number]
        living -= sum(entry.event.kind == "died" for entry in entries)
        messages = [(each.event.seat, each.event.words) for each in entries if isinstance(each.event, e.Remarked)]
        if any(entry.phase == "day" for entry in entries):
            days.append((messages, living))
        living -= sum(entry.event.kind == "lynched" for entry in entries)
    return days


def test_no_sentence_is_said_twice_in_a_game() -> None:
    for played in games(40):
        messages = [each.event.words for each in played.ledger if isinstance(each.event, e.Remarked)]
        assert len(set(messages)) == len(messages)


@pytest.mark.parametrize(
    ("seats", "given"),
    [
        (8, {"doctors": 1, "detectives": 1}),
        (12, {"doctors": 2, "detectives": 2, "mafia_count": 4, "reveal_on_death": "none"}),
        (9, {"names": "persona", "reveal_on_death": "team"}),
        (6, {"day_seconds": 0, "night_seconds": 0, "summary_tokens": 50}),
        (8, {"chance": 100, "cooldown": 0, "wakings_max": 100}),
        (8, {"quiet_rounds": 1, "doctors": 3}),
    ],
    ids=str,
)
def test_the_house_plays_by_every_option(seats: int, given: dict[str, Any]) -> None:
    for number in range(4):
        played = game(f"options/{number}", seats, **given)
        assert played.winner in ("town", "mafia", "draw")
        assert not any(answer.default_reason for answer in played.journal)


def test_a_detective_is_called_a_detective() -> None:
    said = [
        words
        for number in range(12)
        for entry in game(f"detectives/{number}", 8, detectives=2, doctors=1).ledger
        for words in [entry.event.text(NAMES)]
        if isinstance(entry.event, e.Remarked | e.Conferred | e.VotedWhy)
    ]
    assert any("detective" in words for words in said)
    assert not any("sheriff" in words.lower() or "vigilante" in words.lower() for words in said)
