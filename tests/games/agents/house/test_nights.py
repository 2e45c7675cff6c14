"""What the house does at night follows from what its seat has seen."""

from games.agents.house.deciding.nights import choose_kill, choose_ward
from games.agents.house.learning import learn
from games.agents.house.mind.memory import Mind
from games.engine import events as e
from games.engine.dice import Dice
from games.engine.table import Entry
from personas.sheet import ROSTER

NAMES = ("Anika", "Bruno", "Celia", "Dario", "Edda", "Farid")
ME, C = 0, 2
TOWN = (1, 2, 3, 4, 5)


def kills(nights_stopped):
    """Whom a lone mafioso goes for on the night after so many on which Celia was saved."""
    mind = Mind(ROSTER[0], ME)
    events = [e.Seated(NAMES), e.Dealt(ME, "mafioso", "mafia"), e.Partners("mafia", (ME,))]
    for night in range(1, nights_stopped + 1):
        events += [e.PhaseBegan("night", night), e.Targeted(C, "alone"), e.QuietNight(), e.PhaseBegan("day", night)]
        events += [e.Said(C, "I suspect Anika.")]
    events += [e.PhaseBegan("night", nights_stopped + 1)]
    for seq, event in enumerate(events):
        learn(mind, Entry(seq, 1, "night", event, "everyone", 0))
    return [choose_kill(mind, TOWN, Dice("kill", draw)).target for draw in range(50)]


def test_a_killer_goes_back_to_a_danger_that_was_saved_once_but_not_for_ever():
    assert kills(1).count(C) > kills(8).count(C)
    assert C not in kills(8)


def wards(words):
    """Which of two a doctor protects on the night after a day on which they said this."""
    mind = Mind(ROSTER[0], ME)
    events = [e.Seated(NAMES), e.Dealt(ME, "doctor", "town"), e.PhaseBegan("night", 1), e.QuietNight()]
    events += [e.PhaseBegan("day", 1), e.Said(ME, words), e.PhaseBegan("night", 2)]
    for seq, event in enumerate(events):
        learn(mind, Entry(seq, 1, "night", event, "everyone", 0))
    return [choose_ward(mind, (C, 3), Dice("ward", draw)).target for draw in range(100)]


def test_a_doctor_does_not_sit_up_for_whom_they_spoke_against_all_day():
    assert wards("I have nothing to say yet.").count(C) > 20
    assert wards("I suspect Celia.").count(C) < 10
