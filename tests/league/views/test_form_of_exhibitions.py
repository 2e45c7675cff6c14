"""Exhibitions made by their form."""

import re

import pytest
from django.test import Client

from games.models import Game
from league.models import User
from tests.factories import make_model, make_persona, make_player
from tests.games.casting import cast
from tests.league.views.sent import exhibition_form
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db


def test_staff_lay_a_table_for_an_exhibition(client: Client, staff: User) -> None:
    players = cast(6)
    chosen = {"seat-0": players[3].player_id, "seat-5": players[0].player_id}
    answer = client.post("/exhibitions/new/?ruleset=town-mafia", exhibition_form(**chosen))
    text = page(client, answer["Location"])
    assert "The table is laid" in text
    public_id = answer["Location"].split("/")[2]
    game = Game.objects.get(public_id=public_id)
    seats = list(game.seats.order_by("number"))
    assert (seats[0].player, seats[5].player) == (players[3], players[0])
    assert {seat.player for seat in seats} == set(players)
    assert game.terms["rated"] is False


@pytest.mark.usefixtures("staff")
@pytest.mark.parametrize(("shared", "names"), [("", "persona"), ("{}", "alias"), ("{}.", "alias")])
def test_an_exhibition_is_played_under_the_personas_own_names_as_long_as_no_two_share_one(
    client: Client, shared: str, names: str
) -> None:
    players = cast(6)
    if shared:
        own = players[0].persona
        alike = make_persona(name=shared.format(own.name), sheet=own.sheet)
        players[1] = make_player(persona=alike, model=make_model(provider=players[0].model.provider))
    form = client.get("/exhibitions/new/?ruleset=town-mafia").context["form"]
    assert form["names"].value() is None
    seats = {f"seat-{number}": player.player_id for number, player in enumerate(players)}
    sent = {name: value for name, value in exhibition_form(**seats).items() if name != "names"}
    assert client.post("/exhibitions/new/?ruleset=town-mafia", sent | {"names": ""}).status_code == 302
    assert Game.objects.get().options["names"] == names


@pytest.mark.usefixtures("coup", "staff")
@pytest.mark.parametrize("pressed", [{}, {"look": "1"}])
def test_rules_chosen_in_the_form_of_an_exhibition_are_shown_before_a_table_is_laid(
    client: Client, pressed: dict[str, object]
) -> None:
    player = cast(6)[0].player_id
    typed = exhibition_form(seats=7, pace=3, shown="town-mafia", ruleset="coup", seed="mine", **{"seat-1": player})

    answer = client.post("/exhibitions/new/?ruleset=town-mafia", typed | pressed)

    assert (answer.status_code, Game.objects.count()) == (200, 0)
    text = answer.content.decode()
    assert "These are the rules of The Coup now." in text
    assert '<input type="hidden" name="shown" value="coup">' in text
    form = answer.context["form"]
    shown = {name: form[name].value() for name in ("ruleset", "seats", "pace", "seed", "seat-1")}
    assert shown == {"ruleset": "coup", "seats": "7", "pace": "3", "seed": "mine", "seat-1": player}


@pytest.mark.usefixtures("coup", "staff")
def test_seats_that_the_chosen_rules_do_not_have_are_not_kept(client: Client) -> None:
    typed = exhibition_form(seats=12, shown="town-mafia", ruleset="coup")
    assert client.post("/exhibitions/new/", typed).context["form"]["seats"].value() == 6


def test_the_rules_that_are_shown_are_those_that_are_played(client: Client, staff: User) -> None:
    cast(6)
    client.post("/exhibitions/new/", exhibition_form(shown="town-mafia", ruleset="town-mafia"))
    assert Game.objects.get().ruleset == "town-mafia"


def test_seats_are_counted_from_one_for_people(client: Client, staff: User) -> None:
    labels = re.findall(r">(Seat \d+)</label>", page(client, "/exhibitions/new/?ruleset=town-mafia"))
    assert labels == [f"Seat {number}" for number in range(1, 21)]


def test_an_exhibition_without_enough_players_is_refused(client: Client, staff: User) -> None:
    cast(6)
    text = client.post("/exhibitions/new/?ruleset=town-mafia", exhibition_form(seats=8)).content.decode()
    assert "8 seats are left to the lot, and 6 players are left to draw from." in text


def test_the_form_of_an_exhibition_says_when_there_is_nobody_to_draw(client: Client, staff: User) -> None:
    notice = "Nobody is on the roster who costs nothing, so no seat can be drawn."
    make_player(model=make_model(provider="openai"))
    assert notice in page(client, "/exhibitions/new/")
    cast(1)
    assert notice not in page(client, "/exhibitions/new/")
