"""By whom a memory was written: the name of an account is half a login, and told to staff alone."""

from typing import Any

import pytest
from django.test import Client

from personas.memory import revise_memory
from tests.factories import make_token, make_user
from tests.league.memories.test_hiding import League

pytestmark = pytest.mark.django_db
NAME = "ada_of_the_league"


def written_by(author: str) -> League:
    """A player whose memory somebody wrote while its season was under way, and a game that it sat down to with that."""
    league = League(hides_memory=False)
    now = revise_memory(player=league.player, learned={"notes": ["Wait."]}, author=author, reason="a trial")
    league.player.season_places.update(memory=2)
    league.game.seats.filter(player=league.player).update(memory=now.number)
    return league


def addresses(league: League) -> list[str]:
    """Where it is told."""
    of_player, of_api = f"/players/{league.player.player_id}/", f"/api/v1/players/{league.player.player_id}/memory/"
    pages = [
        "/seasons/spring/",
        of_player,
        f"{of_player}memory/",
        f"/games/{league.game.public_id}/?lens=glass&open=learned",
    ]
    return [*pages, of_api, f"{of_api}revisions/", f"{of_api}revisions/3/", "/api/v1/seasons/spring/edits/"]


def told(client: Client, league: League, word: str, **headers: Any) -> list[bool]:
    return [word in client.get(each, headers=headers).content.decode() for each in addresses(league)]


def test_visitors_and_accounts_read_that_an_operator_wrote_it_and_staff_by_which_account(client: Client) -> None:
    league = written_by(NAME)
    everywhere = [True] * len(addresses(league))
    account = {"Authorization": f"Bearer {make_token()[1]}"}
    assert told(client, league, NAME) == told(client, league, NAME, **account) == [not each for each in everywhere]
    assert told(client, league, "an operator") == everywhere

    client.force_login(make_user(is_staff=True))
    assert told(client, league, NAME) == everywhere


@pytest.mark.parametrize("author", ["command line", "the player"])
def test_who_is_no_account_is_told_to_everybody(client: Client, author: str) -> None:
    league = League(hides_memory=False)
    name = league.player.player_id if author == "the player" else author
    revise_memory(player=league.player, learned={"notes": ["Wait."]}, author=name)
    assert client.get(league.address("memory/")).json()["author"] == name
