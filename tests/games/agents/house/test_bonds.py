"""What characters have with each other moves a finger and a kind word, where they go by their names; nothing else."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from games.agents.house import READ, House
from games.agents.house.bonds import NO_BONDS, OF_A_BOND, WITH_A_BOND, bonds_at
from games.agents.house.deciding.judgement import PRETENCE, SURE, aim, believed, chances, choose_vote, trusted
from games.agents.house.deciding.leaning import STANDS_BY, WITH_FRIENDS, bond, lean
from games.agents.house.hearing.speeches import hear
from games.agents.house.learning import learn
from games.agents.house.mind.memory import Mind
from games.agents.house.ship import leaning as aboard
from games.agents.house.ship.judging import cases_of
from games.agents.house.ship.judging import chances as chances_aboard
from games.agents.house.ship.learning import learn as learn_aboard
from games.agents.house.ship.memory import Deed
from games.agents.house.ship.memory import Mind as MindAboard
from games.agents.house.ship.talking import scapegoat, things_to_say
from games.agents.house.speaking.speech import speech
from games.agents.house.speaking.wording import Tongue
from games.agents.offline import play_out
from games.agents.played import Played
from games.engine import events as e
from games.engine.dice import Dice
from games.engine.moderator import Moderator
from games.engine.questions import Choose
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets, ruleset_named
from games.engine.table import Entry
from personas.sheet import EVEN, FEELINGS, FIRST_TWELVE, FOND, TEMPERS, WARY, Relationship, Sheet

SEATS = 8
NAMES = tuple(sheet.name for sheet in FIRST_TWELVE[:SEATS])
ME, OTHER, THIRD, FOURTH = range(4)
DRAWS = 30
TOWN = ruleset_named("town-mafia")
KNOWN = [rules for rules in all_rulesets().values() if isinstance(rules, READ)]


def sheets(feeling: str, *, toward: str = FIRST_TWELVE[OTHER].slug) -> list[Sheet]:
    """Eight characters of whom the first and the second alone have something with somebody: the first with whomever it
    is said, the second with the first."""
    told = [replace(sheet, relationships=()) for sheet in FIRST_TWELVE[:SEATS]]
    told[ME] = replace(told[ME], relationships=(Relationship(toward, "They have met.", feeling),))
    told[OTHER] = replace(told[OTHER], relationships=(Relationship(told[ME].slug, "They have met.", feeling),))
    return told


def game(players: list[Sheet], seed: str, names: str = "persona", rules: Ruleset[Any] = TOWN) -> Moderator:
    options = rules.options_from({"names": names}, SEATS)
    deal = rules.deal(seed, SEATS, options, NAMES)
    return play_out(Moderator(rules, options, deal, seed), [House(sheet) for sheet in players])


def journal(moderator: Moderator) -> list[tuple[object, ...]]:
    return [(answer.poll, answer.seat, dict(answer.answer), answer.thought) for answer in moderator.journal]


def votes_between(moderator: Moderator) -> Iterator[bool]:
    """Of each vote of the two whether it is for the other, while both live."""
    for entry in moderator.ledger:
        if isinstance(entry.event, e.Voted):
            votes = dict(entry.event.votes)
            if votes.keys() >= {ME, OTHER}:
                yield from (votes[ME] == OTHER, votes[OTHER] == ME)


# --- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", KNOWN, ids=lambda rules: rules.slug)
def test_under_aliases_it_is_the_same_game_whatever_they_feel(rules: Ruleset[Any]) -> None:
    even, fond, wary = (journal(game(sheets(feeling), "bonds", "alias", rules)) for feeling in (EVEN, FOND, WARY))
    assert even == fond == wary


@pytest.mark.parametrize("rules", KNOWN, ids=lambda rules: rules.slug)
def test_among_those_whom_nobody_knows_it_is_the_same_game(rules: Ruleset[Any]) -> None:
    nobody = [replace(sheet, relationships=()) for sheet in FIRST_TWELVE[:SEATS]]
    absent = sheets(WARY, toward=FIRST_TWELVE[-1].slug)
    absent[OTHER] = nobody[OTHER]
    ever = journal(game(nobody, "bonds", rules=rules))
    assert journal(game(absent, "bonds", rules=rules)) == ever
    assert journal(game(sheets(EVEN), "bonds", rules=rules)) == ever


def test_who_are_fond_of_each_other_vote_for_each_other_less_and_who_are_wary_more() -> None:
    found = {}
    for feeling in FEELINGS:
        votes = [vote for seed in range(16) for vote in votes_between(game(sheets(feeling), f"bonds/{seed}"))]
        found[feeling] = sum(votes) / len(votes)
    assert found[FOND] < found[EVEN] < found[WARY]


def test_nothing_of_a_bond_is_kept_from_one_game_to_another() -> None:
    first = [journal(game(sheets(feeling), "kept")) for feeling in (FOND, EVEN, WARY)]
    again = [journal(game(sheets(feeling), "kept")) for feeling in (EVEN, WARY, FOND)]
    assert first == [again[2], again[0], again[1]]


def test_what_is_felt_is_in_no_belief_that_is_disclosed() -> None:
    moderator = game(sheets(FOND), "disclosed")
    view = [entry for entry in moderator.table.views[ME] if entry.round < 2]
    played = Played(TOWN, moderator.options, NAMES)
    vote = Choose("vote", "", tuple(range(1, SEATS)))
    told = [dict(House(sheets(feeling)[ME]).disclose(ME, vote, view, {}, played).beliefs) for feeling in FEELINGS]
    assert told[0]
    assert told[0] == told[1] == told[2]


def test_bonds_are_with_those_at_the_table_where_they_go_by_their_names() -> None:
    told = {feeling: Played(TOWN, TOWN.options_from({"names": "persona"}, SEATS), NAMES) for feeling in FEELINGS}
    found = {feeling: dict(bonds_at(sheets(feeling)[ME], played)) for feeling, played in told.items()}
    assert found == {FOND: {OTHER: -1.0}, EVEN: {}, WARY: {OTHER: 1.0}}
    aliased = Played(TOWN, TOWN.options_from({}, SEATS), NAMES)
    assert bonds_at(sheets(FOND)[ME], aliased) is NO_BONDS
    assert not bonds_at(sheets(FOND, toward="elsewhere")[ME], told[FOND])


# --- in the village --------------------------------------------------------------------------------------------------


def mind_of(feeling: str, *events: e.Event, team: str = "town", temper: str = "logician", toward: int = OTHER) -> Mind:
    """A mind on the first day after these events, with something between it and somebody."""
    mind = Mind(FIRST_TWELVE[ME].with_temper(temper), ME)
    role = "villager" if team == "town" else "mafioso"
    partners = () if team == "town" else (e.Partners("mafia", (ME, FOURTH)),)
    before = (
        e.Seated(NAMES),
        e.Dealt(ME, role, team),
        *partners,
        e.PhaseBegan("night", 1),
        e.PhaseBegan("day", 1),
    )
    for seq, event in enumerate((*before, *events)):
        learn(mind, Entry(seq, 1, "day", event, "everyone", 0))
    mind.bonds = felt(feeling, toward)
    return mind


def felt(feeling: str, toward: int) -> Mapping[int, float]:
    return {FOND: {toward: -1.0}, EVEN: {}, WARY: {toward: 1.0}}[feeling]


def said(*lines: tuple[int, str]) -> tuple[e.Said, ...]:
    return tuple(e.Said(seat, words) for seat, words in lines)


def leaning(mind: Mind, seat: int) -> float:
    return lean(mind, seat, mind.heat())


def test_a_bond_is_a_third_of_a_friend_made_at_the_table() -> None:
    assert pytest.approx(STANDS_BY / 3) == OF_A_BOND
    assert pytest.approx(WITH_FRIENDS / 3) == WITH_A_BOND
    assert [leaning(mind_of(feeling), OTHER) for feeling in (FOND, EVEN, WARY)] == [-OF_A_BOND, 0.0, OF_A_BOND]
    assert {leaning(mind_of(FOND), seat) for seat in range(THIRD, SEATS)} == {0.0}


def test_one_follows_the_word_of_whom_one_is_fond_of() -> None:
    word = said((OTHER, f"I vote {NAMES[THIRD]}."))
    assert [leaning(mind_of(feeling, *word), THIRD) for feeling in (FOND, EVEN, WARY)] == [WITH_A_BOND, 0.0, 0.0]


@pytest.mark.parametrize("team", ["town", "mafia"])
def test_the_finger_goes_less_to_whom_one_is_fond_of_and_more_to_whom_one_is_wary_of(team: str) -> None:
    wished = ((4, OTHER), (5, THIRD), (6, OTHER), (7, THIRD))
    split = said(*((seat, f"I vote {NAMES[target]}.") for seat, target in wished))
    voted, aimed = ({feeling: 0 for feeling in FEELINGS} for _ in range(2))
    for feeling in FEELINGS:
        for temper in TEMPERS:
            mind = mind_of(feeling, *split, team=team, temper=temper)
            dice = [Dice("bonds", temper, draw) for draw in range(DRAWS)]
            voted[feeling] += sum(choose_vote(mind, tuple(range(1, SEATS)), each) == OTHER for each in dice)
            aimed[feeling] += sum(aim(mind, Dice("aim", temper, draw)).target == OTHER for draw in range(DRAWS))
    assert voted[FOND] < voted[EVEN] < voted[WARY]
    assert aimed[FOND] < aimed[EVEN] < aimed[WARY]


def test_the_hidden_feel_nothing_of_partners() -> None:
    for feeling in FEELINGS:
        mind = mind_of(feeling, *said((OTHER, f"I vote {NAMES[FOURTH]}.")), team="mafia", toward=FOURTH)
        assert (bond(mind, FOURTH), leaning(mind, FOURTH)) == (0.0, 0.0)
    assert leaning(mind_of(FOND, *said((OTHER, f"I vote {NAMES[FOURTH]}.")), team="mafia"), FOURTH) == 0.0


@pytest.mark.parametrize("team", ["town", "mafia"])
def test_where_it_is_known_what_they_are_nothing_is_felt(team: str) -> None:
    result = e.Investigated(ME, OTHER, None, team)
    for feeling in FEELINGS:
        mind = mind_of(feeling, result)
        assert abs(believed(mind, OTHER)) == SURE
        assert (bond(mind, OTHER), leaning(mind, OTHER)) == (0.0, 0.0)


def test_what_is_felt_is_not_believed_and_grounds_outweigh_it() -> None:
    grave = said(
        (OTHER, f"I am the sheriff. I investigated {NAMES[THIRD]}, and {NAMES[THIRD]} is mafia."),
        (THIRD, f"I am the sheriff. I investigated {NAMES[OTHER]}, and {NAMES[OTHER]} is mafia."),
        (OTHER, f"I lied. I am a villager. I vote {NAMES[5]}."),
    )
    minds = [mind_of(feeling, *grave) for feeling in FEELINGS]
    assert chances(minds[0]) == chances(minds[1]) == chances(minds[2])
    assert believed(minds[0], OTHER) > 2 * OF_A_BOND
    for mind in minds:
        assert choose_vote(mind, (OTHER, 6), Dice("grave", 1)) == OTHER


def test_one_speaks_up_sooner_for_whom_one_is_fond_of() -> None:
    known = said((5, f"I trust {NAMES[FOURTH]}."), (7, f"I trust {NAMES[FOURTH]}."))
    attack = (*known, *said((THIRD, f"I suspect {NAMES[FOURTH]}."), (OTHER, f"I vote {NAMES[6]}.")))
    spoken, picked = dict.fromkeys(FEELINGS, 0), dict.fromkeys(FEELINGS, 0)
    for feeling in FEELINGS:
        for temper in TEMPERS:
            mind = mind_of(feeling, *attack, temper=temper, toward=FOURTH)
            picked[feeling] += trusted(mind_of(feeling, *known, temper=temper, toward=FOURTH)) == FOURTH
            for draw in range(DRAWS):
                dice = Dice("speech", temper, draw)
                words, _ = speech(mind, Tongue(mind.sheet, mind.names, set(), dice), dice)
                stances = hear(words, NAMES, ME).stances
                spoken[feeling] += any(about == FOURTH and value < 0 for about, value, _ in stances)
    assert spoken[FOND] > spoken[EVEN] > spoken[WARY]
    assert picked[FOND] > picked[EVEN] > picked[WARY]


# --- aboard ----------------------------------------------------------------------------------------------------------


def aboard_of(feeling: str, *words: tuple[int, str], team: str = "crew", temper: str = "accuser") -> MindAboard:
    """A mind in a meeting after these words, with something between it and somebody."""
    mind = MindAboard(FIRST_TWELVE[ME].with_temper(temper), ME)
    heard = [e.Spoke(seat, each, None, t) for t, (seat, each) in enumerate(words)]
    role = "crewmate" if team == "crew" else "impostor"
    partners = () if team == "crew" else (e.Partners("impostors", (ME, FOURTH)),)
    for event in (e.Seated(NAMES), e.Dealt(ME, role, team), *partners, e.PhaseBegan("meeting", 1), *heard):
        learn_aboard(mind, event)
    mind.bonds = felt(feeling, OTHER)
    return mind


def test_aboard_too_the_finger_leans_and_the_belief_does_not() -> None:
    minds = {feeling: aboard_of(feeling, (FOURTH, f"I suspect {NAMES[OTHER]}.")) for feeling in FEELINGS}
    pointed = {feeling: aboard.fingers(mind, cases_of(mind))[OTHER] for feeling, mind in minds.items()}
    assert pointed[FOND] < pointed[EVEN] < pointed[WARY]
    assert chances_aboard(minds[FOND]) == chances_aboard(minds[EVEN]) == chances_aboard(minds[WARY])
    accused = aboard_of(FOND, (OTHER, f"I suspect {NAMES[THIRD]}."))
    even = aboard_of(EVEN, (OTHER, f"I suspect {NAMES[THIRD]}."))
    followed = [aboard.lean(mind, THIRD, aboard.heat_of_others(mind)) for mind in (accused, even)]
    assert followed[0] - followed[1] == pytest.approx(WITH_A_BOND)


def test_whoever_was_seen_at_it_is_not_spared_aboard() -> None:
    found = set()
    for feeling in FEELINGS:
        mind = aboard_of(feeling)
        mind.deeds.append(Deed(3, OTHER, "admin", FOURTH))
        assert aboard.bond(mind, OTHER) == 0.0
        found.add(aboard.fingers(mind, cases_of(mind))[OTHER])
    assert len(found) == 1
    assert found.pop() > 0.9


def test_an_impostor_looks_for_a_scapegoat_among_others_than_its_friends_as_far_as_it_pretends() -> None:
    named = ((THIRD, f"I suspect {NAMES[5]}."), (FOURTH, f"I suspect {NAMES[OTHER]}."))
    assert scapegoat(aboard_of(FOND, *named, team="impostors")) == 5
    assert scapegoat(aboard_of(WARY, *named, team="impostors")) == OTHER
    hot = ((THIRD, f"I suspect {NAMES[OTHER]}."), (5, f"I suspect {NAMES[OTHER]}."))
    assert PRETENCE * OF_A_BOND < 0.7
    assert scapegoat(aboard_of(FOND, *hot, team="impostors")) == OTHER


def test_aboard_one_speaks_up_sooner_for_whom_one_is_fond_of() -> None:
    # Of both there is a little to be said; of the accuser a little more.
    words = ((THIRD, f"I suspect {NAMES[OTHER]}."), (5, f"I suspect {NAMES[THIRD]}."))
    told = {}
    for feeling in FEELINGS:
        mind = aboard_of(feeling, *words)
        among = dict.fromkeys(mind.others, 1 / len(mind.others)) | {OTHER: 0.12, THIRD: 0.15}
        told[feeling] = {item.intent for item in things_to_say(mind, cases_of(mind), among)}
    assert ["m_believe_not" in told[feeling] for feeling in (FOND, EVEN, WARY)] == [True, False, False]
