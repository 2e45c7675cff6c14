"""The lens of a ghost: of a dead seat, in a game whose dead see everything; the same by page, API and socket."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser, Permission
from django.test import Client

from games.engine.viewpoint import WrongLens, seat_viewer
from games.ledger.reads import LensRefused, events_for, ghosts_in, viewer_for
from games.ledger.rows import entry_of, ledger_of
from games.models import Event, Game
from league.access.endings import CHOICE, SHOWN
from league.models import User
from tests.factories import make_user
from tests.games.casting import make_game
from tests.games.stage import play_all
from tests.games.watching import site

pytestmark = pytest.mark.django_db(transaction=True)


def haunted(**terms: object) -> tuple[Game, int, int]:
    """A stored game on the ship, a seat that is killed in it and one that lives."""
    game = make_game("haunted/17", ruleset="glass-box", options={"max_ticks": 25}, **terms)
    play_all()
    dead = {kind: _seats(game, kind) for kind in ("killed", "ejected")}
    return Game.objects.get(pk=game.pk), min(dead["killed"]), min(set(range(6)) - dead["killed"] - dead["ejected"])


def _seats(game: Game, kind: str) -> set[int]:
    return {data["seat"] for data in Event.objects.filter(game=game, kind=kind).values_list("data", flat=True)}


def running(game: Game) -> Game:
    """The same game as it was before its end."""
    Game.objects.filter(pk=game.pk).update(status="running", winner="", hash="", finished_at=None)
    return Game.objects.get(pk=game.pk)


def keeper() -> User:
    """Somebody who may see what a running game hides."""
    user = make_user()
    user.user_permissions.add(Permission.objects.get(codename="see_secrets"))
    return user


def test_it_shows_everything_but_notes_and_thoughts() -> None:
    game, dead, _ = haunted()

    rows = events_for(game, viewer_for(game, f"ghost:{dead}", None, 6))

    heard = [entry for entry in map(entry_of, ledger_of(game)) if entry.heard_by]
    assert [row["text"] for row in rows] == [entry.event.text([s.alias for s in game.seats.all()]) for entry in heard]
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
    assert not [row for row in rows if "thought" in row or "thoughts" in row or "heard_by" in row]
    assert len(rows) > len(events_for(game, seat_viewer(dead)))


def test_it_is_for_a_dead_seat_of_a_game_with_ghosts() -> None:
    game, dead, alive = haunted()

    assert viewer_for(game, f"ghost:{dead}", None, 6).lens == f"ghost:{dead}"
    with pytest.raises(WrongLens, match=f"^seat {alive} did not die in this game, so there is no ghost:{alive}$"):
        viewer_for(game, f"ghost:{alive}", None, 6)
    with pytest.raises(LensRefused, match=f"the lens ghost:{alive} opens when seat {alive} is dead"):
        viewer_for(running(game), f"ghost:{alive}", None, 6)
    with pytest.raises(WrongLens, match="lens must be audience, glass or seat:0 to seat:5, not 'ghost:0'"):
        viewer_for(make_game(), "ghost:0", None, 6)


def test_a_sealed_game_does_not_tell_by_it_who_is_dead() -> None:
    game, dead, alive = haunted(spoilers="sealed")
    sealed = running(game)

    assert ghosts_in(sealed, AnonymousUser()) == []
    assert dead in ghosts_in(sealed, keeper())
    for seat in (dead, alive):
        with pytest.raises(LensRefused, match=f"the lens ghost:{seat} opens when the game is over; until then"):
            viewer_for(sealed, f"ghost:{seat}", AnonymousUser(), 6)


def test_a_delayed_game_does_not_tell_of_a_death_before_its_time() -> None:
    game, dead, _ = haunted(spoilers="delayed", delay_minutes=10)
    delayed = running(game)
    died = Event.objects.get(game=game, kind="killed", data__seat=dead)

    assert dead not in ghosts_in(delayed, None, now=died.at + timedelta(minutes=9))
    assert dead in ghosts_in(delayed, None, now=died.at + timedelta(minutes=11))
    assert dead in ghosts_in(delayed, keeper(), now=died.at)


def test_page_api_and_socket_take_it(client: Client) -> None:
    game, dead, alive = haunted()
    rows = events_for(game, viewer_for(game, f"ghost:{dead}", None, 6))

    told = client.get(f"/api/v1/games/{game.public_id}/events/?lens=ghost:{dead}&page_size=1000").json()["results"]
    assert told == rows[:1000]
    none = f"eat {alive} did not die in this game, so there is no ghost:{alive}"
    for what in ("events", "beats"):
        refused = client.get(f"/api/v1/games/{game.public_id}/{what}/?lens=ghost:{alive}")
        assert (refused.status_code, none in refused.content.decode()) == (400, True)

    page = client.get(f"/games/{game.public_id}/?lens=ghost:{dead}&beat=99999").content.decode()
    assert re.search(f'href="[?]lens=ghost:{dead}(&amp;[^"]*)?" title="The ghost of ', page)
    offered = re.sub(r"(?s)<template>.*?</template>", "", page)  # there are those of all: none is told by it
    assert f"?lens=ghost:{dead}" in offered
    assert f"?lens=ghost:{alive}" not in offered
    hidden = client.get(f"/games/{game.public_id}/?lens=ghost:{alive}")
    assert (hidden.status_code, hidden["Location"]) == (302, f"/games/{game.public_id}/?lens=seat:{alive}")
    client.cookies[CHOICE] = SHOWN  # to whom the ending is no secret
    gone = client.get(f"/games/{game.public_id}/?lens=ghost:{alive}")
    assert (gone.status_code, f'<p class="lede">S{none}.</p>' in gone.content.decode()) == (404, True)

    with site() as here, here.watch(f"/ws/games/{game.public_id}/?lens=ghost:{dead}") as watcher:
        watcher.hear_until("status", status="finished")
        assert watcher.events == rows
    with site() as here, here.watch(f"/ws/games/{game.public_id}/?lens=ghost:{alive}") as watcher:
        assert watcher.closing_code() == 4400
    on = running(game)
    refused = client.get(f"/games/{on.public_id}/?lens=ghost:{alive}")
    assert refused.status_code == 403
    assert f"The lens ghost:{alive} opens when seat {alive} is dead." in refused.content.decode()
    assert client.get(f"/api/v1/games/{on.public_id}/events/?lens=ghost:{alive}").status_code == 403
    with site() as here, here.watch(f"/ws/games/{on.public_id}/?lens=ghost:{alive}") as watcher:
        assert watcher.closing_code() == 4403


def test_a_running_game_shows_in_public_no_kill_that_nobody_has_missed(client: Client) -> None:
    """Its page, events and log; the glass lens shows that there is one to be found."""
    game, dead, _ = haunted()
    killed = Event.objects.get(game=game, kind="killed", data__seat=dead)
    Event.objects.filter(game=game, seq__gt=killed.seq).delete()
    game = running(game)
    Game.objects.filter(pk=game.pk).update(last_seq=killed.seq)

    assert " kills " in client.get(f"/games/{game.public_id}/?lens=glass").content.decode()
    log = client.get(f"/api/v1/games/{game.public_id}/log/?view=public").json()
    assert [(seat["survived"], seat["died_round"]) for seat in log["seats"]] == [(None, None)] * 6
    about = client.get(f"/api/v1/games/{game.public_id}/").json()
    assert [(seat["survived"], seat["died_round"]) for seat in about["seats"]] == [(None, None)] * 6
    for path in (f"/games/{game.public_id}/", f"/api/v1/games/{game.public_id}/events/"):
        assert " kills " not in client.get(path).content.decode()
