"""Each temper's own way shows in what it decides: the same table, another temper, another choice."""

import pytest

from games.agents.house.deciding.judgement import aim, alarmed, choose_vote, threatened, trusted
from games.agents.house.deciding.leaning import friends, is_friend, lean
from games.agents.house.hearing.speeches import hear
from games.agents.house.learning import learn
from games.agents.house.mind.memory import Mind
from games.agents.house.speaking.speech import speech
from games.agents.house.speaking.wording import Tongue
from games.agents.house.tempers import TEMPERS
from games.engine import events as e
from games.engine.dice import Dice
from games.engine.table import Entry
from personas.sheet import ROSTER

NAMES = ("Anika", "Bruno", "Celia", "Dario", "Edda", "Farid", "Greta", "Hugo", "Ines")
ME, B, C, D, E, F, G, HUGO = range(8)
SHEET = ROSTER[0]
DRAWS = 40


def mind_of(temper, *events, sheet=SHEET):
    """A villager's mind in a temper on the first day after these events."""
    mind = Mind(sheet.with_temper(temper), ME)
    before = (e.Seated(NAMES), e.Dealt(ME, "villager", "town"), e.PhaseBegan("night", 1), e.PhaseBegan("day", 1))
    for seq, event in enumerate((*before, *events)):
        learn(mind, Entry(seq, 1, "day", event, "everyone", 0))
    return mind


def votes(temper, *events, among=tuple(range(1, 9))):
    return [choose_vote(mind_of(temper, *events), among, Dice("vote", temper, draw)) for draw in range(DRAWS)]


def speaks_for(seat, words):
    return any(about == seat and value < 0 for about, value, _ in hear(words, NAMES, ME).stances)


def speeches(temper, *events):
    told = []
    for draw in range(DRAWS):
        mind, dice = mind_of(temper, *events), Dice("speech", temper, draw)
        told.append(speech(mind, Tongue(mind.sheet, mind.names, set(), dice), dice)[0])
    return told


def said(*lines):
    return tuple(e.Said(seat, words) for seat, words in lines)


CROWD = said((B, "I vote Celia."), (D, "I vote Celia."), (E, "I vote Celia."), (F, "I vote Hugo."))


def test_every_temper_of_the_sheets_has_its_numbers():
    assert sorted(TEMPERS) == sorted({sheet.temper for sheet in ROSTER})


@pytest.mark.parametrize("temper", ["accuser", "listener", "logician", "joker"])
def test_a_temper_without_ways_is_not_bent(temper):
    mind = mind_of(temper, *CROWD)
    assert {lean(mind, seat, mind.heat()) for seat in mind.others()} == {0.0}
    assert (friends(mind), alarmed(mind)) == ([], threatened(mind))


def test_a_loyal_one_stands_by_whom_it_trusts_until_it_is_grave():
    word = e.Said(ME, "I trust Bruno.")
    mind = mind_of("loyalist", word)
    assert friends(mind) == [B]
    assert trusted(mind) == B
    assert friends(mind_of("listener", word)) == []
    accused = mind_of("loyalist", word, *said((C, "I suspect Bruno."), (D, "I suspect Bruno.")))
    assert is_friend(accused, B)
    caught = mind_of("loyalist", word, *said((C, "I am the sheriff. I investigated Bruno, and Bruno is mafia.")))
    assert not is_friend(caught, B)


def test_a_loyal_one_votes_with_a_friend():
    ally = (e.Said(ME, "I trust Bruno."), *said((B, "I vote Celia."), (D, "I vote Edda."), (F, "I vote Edda.")))
    without = said((B, "I vote Celia."), (D, "I vote Edda."), (F, "I vote Edda."))
    assert votes("loyalist", *ally).count(C) > votes("loyalist", *without).count(C)
    assert B not in votes("loyalist", *ally)


def test_a_loyal_one_speaks_up_for_a_friend():
    attack = (e.Said(ME, "I trust Bruno."), *said((C, "I suspect Bruno."), (D, "I vote Hugo.")))
    spoken = {temper: sum(speaks_for(B, words) for words in speeches(temper, *attack)) for temper in TEMPERS}
    assert max(spoken, key=spoken.get) == "loyalist"
    assert spoken["loyalist"] > DRAWS / 3


def test_a_contrary_one_goes_against_the_crowd():
    assert votes("contrarian", *CROWD).count(C) < votes("diplomat", *CROWD).count(C)
    assert lean(mind_of("contrarian", *CROWD), C, mind_of("contrarian", *CROWD).heat()) < 0


def test_a_diplomat_takes_one_of_the_two_names_in_the_room():
    split = said((B, "I vote Celia."), (D, "I vote Celia."), (E, "I vote Hugo."), (F, "I vote Hugo."))
    assert set(votes("diplomat", *split)) <= {C, HUGO}
    assert lean(mind_of("diplomat", *split), C, mind_of("diplomat", *split).heat()) > 0


def test_a_diplomat_asks_for_reasons():
    attack = said((C, "I suspect Bruno."), (D, "I suspect Bruno."))
    asked = {temper: sum("?" in words for words in speeches(temper, *attack)) for temper in ("diplomat", "accuser")}
    assert asked["diplomat"] > asked["accuser"]


def test_a_nervous_one_over_reacts_to_being_named():
    named = said((B, "I suspect Anika."), (C, "I vote Hugo."))
    aims = {t: [aim(mind_of(t, *named), Dice("aim", n)).target for n in range(DRAWS)] for t in ("nervous", "logician")}
    assert aims["nervous"].count(B) > aims["logician"].count(B)
    assert alarmed(mind_of("nervous", *named)) > threatened(mind_of("nervous", *named)) > 0
    calm, upset = speeches("nervous", *said((B, "I suspect Hugo."))), speeches("nervous", *named)
    assert sum(map(len, upset)) > 1.3 * sum(map(len, calm))


def test_a_nervous_one_changes_its_mind():
    word = e.Said(ME, "I suspect Hugo.")
    kept = {
        temper: sum(
            aim(mind_of(temper, word, sheet=sheet), Dice("aim", draw)).target == HUGO
            for sheet in ROSTER
            for draw in range(10)
        )
        for temper in TEMPERS
    }
    assert min(kept, key=kept.get) == "nervous"
    assert kept["nervous"] < 0.8 * kept["loyalist"]
