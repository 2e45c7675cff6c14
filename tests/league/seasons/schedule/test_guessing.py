"""Whoever knows the design and every published byte but the words spoken guesses no better than by lot who hides in the
games of a sealed block that is not over; and the same guesser finds it out where something is let out."""

import logging
from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any, NamedTuple

import pytest
from django.test import Client

from games.engine.dice import Dice
from games.hosting.keeping import leave_halls
from games.models import Game
from league.models import Fixture, Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.playing.keeping import conclude
from league.seasons.schedule.fixtures import open_due_fixtures
from tests.factories import NOON, make_roster
from tests.games.stage import play_all
from tests.league.seasons.schedule.guessing import (
    NAMING,
    Guesser,
    Look,
    aliases_in,
    changes,
    facts,
    look,
    said_in,
    truth_of,
)
from tests.patience import at_most

PLAYERS, SEATS = 6, 5
SURE = 3.3  # standard deviations: by lot it is beyond them on either side once in a thousand times

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(at_most(300)),
]


@pytest.fixture(autouse=True)
def nobody_left_behind(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    # What is logged of an address where nothing is holds the whole request, and pytest holds what is logged.
    caplog.set_level(logging.ERROR, logger="django.request")
    yield
    leave_halls()


class Score(NamedTuple):
    """How many games were guessed of, in how many of them the guess was right, and how many seats of each hide."""

    guesses: int
    hits: int
    share: float

    @property
    def beyond(self) -> float:
        """By how many standard deviations it is better than by lot. That everybody hides as often in a block makes
        guesses of one block hang together: their sum differs by up to a part in (players - 1) more than of tosses."""
        spread = sqrt(self.guesses * self.share * (1 - self.share) * PLAYERS / (PLAYERS - 1))
        return (self.hits - self.guesses * self.share) / spread


def ended() -> list[Game]:
    """Plays what is due, and tells the league nothing of it yet."""
    over: list[Game] = []
    play_all(on_finished=lambda found: over.extend(game for game, _ in found))
    return over


def a_season(slug: str, players: int = PLAYERS, **fields: Any) -> Season:
    given = {"rules": [Rules("town-mafia", SEATS)], "games": players, "pace": 0.0, "at_once": 1, "spoilers": "sealed"}
    season = create_season(slug=slug, name=slug.title(), players=make_roster(players), **given | fields)
    season.secret = f"guess {slug}"  # so that every run is the same; one of somebody's choice would make it unrated
    season.save()
    return start_season(season=season, now=NOON)


def guessed(guesser: Guesser, season: Season, client: Client, leak: Callable[[], object] = lambda: None) -> Score:
    """Plays a block of a season, has the guesser look at everything before and after two of its games, one behind the
    other, and guess; then plays the last, and tells the guesser what was so. The leak is what is let out after each
    game."""
    names = dict(season.roster.values_list("player__player_id", "player__persona__name"))
    first, looks, before = Dice(season.slug, "looks").pick(range(PLAYERS - 2)), list[tuple[str, Look, Look]](), None
    open_due_fixtures(now=NOON, season=season)
    for number in range(PLAYERS - 1):
        if number == first:
            before = look(client, season, [], NAMING)
        (game,) = ended()
        leak()
        conclude([(Game.objects.get(pk=game.pk), None)])
        if before is not None and len(looks) < 2:
            after = look(client, season, [game.public_id], NAMING)
            looks.append((game.public_id, before, after))
            before = after
    found, out = [], list[str]()
    for public_id, was, now in looks:
        signs = {
            player: changes(facts(was, season, player, name), facts(now, season, player, name))
            | said_in(now.games[public_id], player, name)
            for player, name in names.items()
        }
        aliases = aliases_in(now.games[public_id], "mafia")
        ranking = guesser.ranking(f"{season.slug} {len(found)}", signs, aliases, out)
        out += [ranking[0]] if guesser.is_sure(signs[ranking[0]]) else []
        found.append((public_id, signs, aliases, ranking))
    (last,) = ended()
    conclude([(Game.objects.get(pk=last.pk), None)])
    hits = 0
    for public_id, signs, aliases, ranking in found:
        sat, hid = truth_of(public_id)
        hits += hid[next(player for player in ranking if player in hid)]
        guesser.learn(hid, signs)
        guesser.learn_manner(sat, aliases)
    season.refresh_from_db()
    assert season.status == "finished"
    return Score(len(found), hits, sum(hid.values()) / SEATS)


def over(
    seasons: int, leak: Callable[[], object] = lambda: None, learning: int = 2, name: str = "season", **fields: Any
) -> Score:
    """What comes of so many seasons, of which the first are for learning alone."""
    guesser, client = Guesser("lot"), Client()
    scores = [guessed(guesser, a_season(f"{name}-{number}", **fields), client, leak) for number in range(seasons)]
    counted = scores[learning:]
    return Score(sum(each.guesses for each in counted), sum(each.hits for each in counted), scores[0].share)


def unveil() -> None:
    """Tells each game with its end."""
    Game.objects.filter(status="finished").update(is_veiled=False)


@pytest.mark.slow
@pytest.mark.long(60)
def test_who_hides_in_a_sealed_block_is_guessed_no_better_than_by_lot():
    score = over(7)
    assert score.guesses == 10
    assert abs(score.beyond) < SURE, score
    assert not Fixture.objects.filter(recorded_at__isnull=True).exists(), "all was told in the end"


@pytest.mark.slow
@pytest.mark.long(30)
@pytest.mark.parametrize(
    ("leak", "fields"),
    [(unveil, {}), (lambda: None, {"spoilers": "open"})],
    ids=["told game by game", "open"],
)
def test_the_same_guesser_finds_it_out_where_it_is_let_out(leak, fields):
    score = over(7, leak, **fields)
    assert score.guesses == 10
    assert score.beyond > SURE, score
    assert score.hits >= 0.9 * score.guesses, score


@pytest.mark.slow
@pytest.mark.timeout(at_most(3000))
@pytest.mark.parametrize("name", ["spring", "summer", "autumn", "winter"])
def test_over_two_hundred_sealed_seasons_it_stays_at_chance(name: str) -> None:
    """Four times fifty, of four leagues: they can be played side by side."""
    score = over(50, name=name)
    assert score.guesses == 96
    assert abs(score.beyond) < SURE, score
