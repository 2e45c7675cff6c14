"""What may be seen backstage: lists, games that are hidden and rows of games go by one rule, that of the glass lens."""

from datetime import timedelta
from itertools import product

import pytest

from games.admin.visible import OPEN, hidden_games, of_shown_games, shown_games
from games.engine.viewpoint import GLASS
from games.ledger.reads import delay_of, may_see
from games.models import Event, Game
from tests.factories import TERMS, make_event, make_finished_game, make_running_game, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]


def test_the_rule_for_lists_is_the_rule_of_the_glass_lens() -> None:
    user = make_user()
    unnamed = {name: value for name, value in TERMS.items() if name != "spoilers"}
    kinds = [TERMS | {"spoilers": each, "delay_minutes": 5} for each in ("open", "delayed", "sealed", None)]
    for terms, status in product([*kinds, unnamed], Game.Status.values):
        make = make_finished_game if status == "finished" else make_running_game
        make_event(game=make(status=status, terms=terms))

    shown = {
        game
        for game in Game.objects.all()
        if may_see(game, user, GLASS) and delay_of(game, user, GLASS) == timedelta(0)
    }

    assert len(shown) == 24
    assert set(Game.objects.filter(OPEN)) == set(shown_games(user)) == shown
    assert set(hidden_games(user)) == set(Game.objects.all()) - shown
    assert {event.game for event in of_shown_games(Event.objects.all(), user)} == shown
