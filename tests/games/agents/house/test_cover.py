"""How the mafia treat their own in public: what a partner does is cover, never the partner's end."""

import pytest

from games.agents.house.deciding.cover import feint, kept_feint, to_doubt
from games.agents.house.deciding.nights import Deed
from games.agents.house.learning import learn
from games.agents.house.mind.memory import Mind
from games.agents.house.speaking.thinking import Thinking
from games.engine import events as e
from games.engine.dice import Dice
from games.engine.table import Entry
from personas.sheet import ROSTER

NAMES = ("Anika", "Bruno", "Celia", "Dario", "Edda", "Farid", "Greta", "Hugo", "Ines")
ME, PARTNER = 0, 1


def mind_after(sheet, *events):
    """A mafioso's mind on the first day, with one partner, after these events."""
    mind = Mind(sheet, ME)
    before = (
        e.Seated(NAMES),
        e.Dealt(ME, "mafioso", "mafia"),
        e.Partners("mafia", (ME, PARTNER)),
        e.PhaseBegan("night", 1),
        e.PhaseBegan("day", 1),
    )
    for seq, event in enumerate((*before, *events)):
        learn(mind, Entry(seq, 1, "day", event, "everyone", 0))
    return mind


@pytest.fixture
def doubter():
    """A character who means to doubt the partner today and keeps it up."""
    word = (e.Said(ME, "I suspect Bruno."), *(e.Said(seat, "I vote Celia.") for seat in (3, 4, 5)))
    return next(sheet for sheet in ROSTER if kept_feint(mind_after(sheet, *word)) == PARTNER)


def test_a_partner_is_doubted_first_thing_and_only_then():
    doubts = [sheet for sheet in ROSTER if feint(mind_after(sheet)) == PARTNER]
    assert doubts
    for sheet in doubts:
        assert to_doubt(mind_after(sheet)) == PARTNER
        assert feint(mind_after(sheet, e.Said(ME, "I suspect Bruno."))) is None


def test_a_partner_whom_others_are_after_is_not_doubted_too():
    doubts = next(sheet for sheet in ROSTER if feint(mind_after(sheet)) == PARTNER)
    hunted = mind_after(doubts, e.Said(3, "I suspect Bruno."), e.Said(4, "I suspect Bruno."))
    assert feint(hunted) is None


def test_a_doubt_is_kept_up_only_while_somebody_else_is_far_ahead(doubter):
    word = e.Said(ME, "I suspect Bruno.")
    elsewhere = [e.Said(seat, "I vote Celia.") for seat in (3, 4, 5)]
    assert kept_feint(mind_after(doubter, word, *elsewhere)) == PARTNER
    assert kept_feint(mind_after(doubter, word)) is None
    assert kept_feint(mind_after(doubter, word, *elsewhere, e.Said(6, "I vote Bruno."))) == PARTNER
    close = [e.Said(seat, "I vote Bruno.") for seat in (6, 7)]
    assert kept_feint(mind_after(doubter, word, *elsewhere, *close)) is None


def test_who_agrees_at_night_thinks_so_and_who_begins_does_not():
    deed, agreement = Deed(2, "nobody_suspects"), e.Plotted(PARTNER, "Celia.", 2)
    begun = [mind_after(sheet, e.PhaseBegan("night", 2)) for sheet in ROSTER]
    agreed = [mind_after(sheet, e.PhaseBegan("night", 2), agreement) for sheet in ROSTER]
    firsts = {Thinking(mind, Dice("thought")).of_plot(deed) for mind in begun}
    seconds = {Thinking(mind, Dice("thought")).of_plot(deed) for mind in agreed}
    assert "An agreement with Bruno after one sentence; if only the days went like that. Celia." in seconds
    assert firsts & seconds == set()
