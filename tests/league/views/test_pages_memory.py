"""What players remember, on the pages of players and games: in sentences, linked to the moments, and nothing early."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.agents.offline import play_whole
from games.agents.signs import sightings
from games.engine.rulesets import all_rulesets
from games.hosting.keeping import taught
from games.ledger.rows import entry_of, ledger_of
from games.models import Game, Seat
from league.access.endings import CHOICE, SHOWN, WATCHED
from personas.memory import revise_memory
from personas.models import Player
from personas.roster import ensure_roster
from tests.factories import make_player, make_revision, make_roster_place, make_running_season
from tests.league.staging import after_the_first_night, in_season, staged
from tests.league.views.test_pages import WHOLE, page

pytestmark = pytest.mark.django_db


def lesson(number: int, game: str, **fields: Any) -> dict[str, Any]:
    given = {"about": "others", "sign": "claimed-alone", "means": "suspect", "scope": {"ruleset": "town-mafia"}}
    counted = {"seen": 4, "right": 3, "base": 250, "given": 0, "evidence": [{"game": game, "events": [5, 9]}]}
    return {"number": number} | given | counted | fields


def learn(game: Game) -> None:
    """Has all who sat in a game learn from it, as a season does."""
    seats = list(game.seats.select_related("player").order_by("number"))
    before = {seat.number: newest(seat.player) for seat in seats}
    for number, learned in taught(game=game, learned=before).items():
        player = seats[number].player
        revise_memory(player=player, learned=learned, author=player.player_id, game_id=game.public_id)


def newest(player: Player) -> dict[str, Any]:
    revision = player.memory.order_by("-number").first()
    return revision.learned if revision is not None else {}


def test_lessons_are_told_as_sentences_with_links_to_the_moments(client: Client) -> None:
    game = staged("S/1")
    in_season(game, make_running_season(slug="spring", name="Spring"), 3)
    player = make_player()
    words = {"game": game.public_id, "words": "I <b>talk</b> too much.", "why": "in its own words", "approved": False}
    counts = {"signs": [], "rulesets": {"town-mafia": {"games": 7, "others": [2, 4]}}}
    said = list(game.events.filter(kind="said").order_by("seq").values_list("seq", flat=True)[:2])
    seen = [{"game": game.public_id, "events": said}]
    learned = {"lessons": [lesson(1, "", given=2, evidence=seen)], "apart": [words], "counts": counts, "last": 1}
    make_revision(player=player, learned=learned, game_id=game.public_id)

    hidden = page(client, f"/players/{player.player_id}/")
    assert "they tell who was what in its games" in hidden
    assert "What it wrote of games that you have not watched is kept back." in hidden
    for telling in ("was of the mafia in", "too much.", "&amp;line="):
        assert telling not in hidden
    client.cookies[CHOICE] = SHOWN
    text = page(client, f"/players/{player.player_id}/")

    assert "was of the mafia in 3 of 4 cases (25 % of anybody). Suspect them for it." in text
    assert "Confidence 50 %; told in 2 games" in text
    for number in said:
        assert f'<a href="/games/{game.public_id}/?lens=glass&amp;line={number}#e{number}">{number}</a>' in text
        assert f'id="e{number}"' in page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")
    assert "game 3 of Spring" in text
    assert "“I &lt;b&gt;talk&lt;/b&gt; too much.”" in text
    assert "Kept apart: it is told this only if somebody approves it." in text
    assert "What it counted is from 7 games of Town Mafia." in text


@pytest.mark.parametrize("ruleset", sorted(all_rulesets()))
def test_whatever_may_show_a_lesson_has_its_place_on_the_page_of_its_game(client: Client, ruleset: str) -> None:
    rules = all_rulesets()[ruleset]
    seats = rules.default_seats
    game = staged("S/1", ruleset=ruleset, players=ensure_roster()[:seats], play=play_whole)
    options, ledger = rules.options_from(game.options, seats), [entry_of(row) for row in ledger_of(game)]
    names = [seat.alias for seat in game.seats.order_by("number")]
    shown = {seq for seat in range(seats) for one in sightings(ledger, seat, rules, options, names) for seq in one.seqs}
    places = {
        int(number)
        for number in re.findall(r'id="e(\d+)"', page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}"))
    }
    assert shown
    assert shown - places == set()


def test_who_remembers_nothing_is_told_so_in_words(client: Client) -> None:
    player = make_player()
    text = page(client, f"/players/{player.player_id}/")
    assert "Nothing yet: it plays every game as its first." in text
    assert "How it came to that" not in text
    assert "Nothing yet: it plays every game as its first." in page(client, f"/players/{player.player_id}/memory/")
    revise_memory(player=player, learned={"counts": {}}, author="ann")
    assert "No lesson yet" in page(client, f"/players/{player.player_id}/")


def test_the_timeline_tells_what_each_game_taught_and_what_became_of_what_was_told_before_it(client: Client) -> None:
    game = staged("S/1")
    in_season(game, make_running_season(slug="spring", name="Spring"), 3)
    seat = game.seats.get(number=0)
    player = seat.player
    make_revision(
        player=player, learned={"lessons": [lesson(1, game.public_id)], "last": 1}, author="ann", reason="why"
    )
    Seat.objects.filter(pk=seat.pk).update(memory=1, lessons=[1])
    after = [lesson(1, game.public_id, seen=6, right=4, given=1), lesson(2, game.public_id, sign="x", means="trust")]
    make_revision(player=player, number=2, learned={"lessons": after, "last": 2}, game_id=game.public_id)

    for path in (f"/players/{player.player_id}/", f"/players/{player.player_id}/memory/"):
        hidden = page(client, path)
        kept = hidden[hidden.index('id="r2"') : hidden.index('id="r1"')]
        assert "What it taught is kept back until you have watched it." in kept
        assert "What was done to lessons and words is kept back" in hidden[hidden.index('id="r1"') :]
        assert [word for word in ("Was told", "Learned", " of the town ", "lesson") if word in kept] == []
        assert "Learned" in page(client, f"{path}?open=record")
        client.cookies[WATCHED] = game.public_id
        assert "Learned" in page(client, path)
        del client.cookies[WATCHED]
    client.cookies[CHOICE] = SHOWN
    text = page(client, f"/players/{player.player_id}/")

    first, second = text.index('id="r2"'), text.index('id="r1"')
    assert first < second, "the newest first"
    entry = text[first:second]
    won = "won" if game.winner == seat.team else "lost"
    assert f'<a href="/games/{game.public_id}/?lens=glass">Game 3 of Spring</a>' in entry
    assert f"As {seat.role}, {won}" in entry
    assert re.search(r"Was told</span> <span>.*3 of 4 cases.*4 of 6 by now, was 3 of 4\.", entry)
    assert re.search(r"Learned</span> <span>Whoever showed x was of the town in 3 of 4 cases", entry)
    assert "1 lesson counted again by what the end showed" in entry
    by_hand = text[second:]
    assert "By an operator" in by_hand
    assert "why: why" in by_hand


def test_the_timeline_has_the_words_of_notes_short_and_as_text_for_those_who_may_see_the_revision(
    client: Client, admin_client: Client
) -> None:
    player, other = make_player(), make_player()
    season = make_running_season(slug="spring", memory="live", hides_memory=True)
    make_roster_place(season=season, player=other, memory=0)
    for each in (player, other):
        make_revision(player=each, number=1, learned={"notes": ["Wait\n<b>always</b>.", "Ask."]}, author="ann")
        make_revision(player=each, number=2, learned={"notes": ["x" * 5_000]}, author="ann")

    text, hidden, shown = (
        page(who, f"/players/{each.player_id}/")
        for who, each in ((client, player), (client, other), (admin_client, other))
    )

    first = "notes: added: <q>Wait &lt;b&gt;always&lt;/b&gt;. Ask.</q>"
    assert [first in each for each in (text, hidden, shown)] == [True, False, True]
    assert f"notes: written anew: <q>{'x' * 199}…</q>" in text
    assert "Before: Wait &lt;b&gt;always&lt;/b&gt;. Ask." in text


def test_a_long_history_is_read_page_by_page(client: Client) -> None:
    player = make_player()
    for number in range(1, 25):
        make_revision(player=player, number=number, learned={"notes": [number]})
    address = f"/players/{player.player_id}/"
    assert re.findall(r'id="r(\d+)"', page(client, address)) == [str(number) for number in range(24, 18, -1)]
    assert f'href="{address}memory/"' in page(client, address)
    first, rest = page(client, f"{address}memory/"), page(client, f"{address}memory/?before=5")
    assert 'href="?before=5"' in first
    assert re.findall(r'id="r(\d+)"', first) == [str(number) for number in range(24, 4, -1)]
    assert re.findall(r'id="r(\d+)"', rest) == ["4", "3", "2", "1"]
    assert "Older" not in rest
    assert client.get(f"{address}memory/?before=x").status_code == 200


def test_a_history_costs_the_same_with_one_revision_and_with_three(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    players = []
    for games in (1, 3):
        player = make_player()
        players.append(player)
        for number in range(1, games + 1):
            game = staged(f"S/{number}")
            seat = game.seats.get(number=0)
            Seat.objects.filter(pk=seat.pk).update(player=player, memory=1, lessons=[1])
            learned = {"lessons": [lesson(1, game.public_id, seen=4 + number)], "last": 1}
            make_revision(player=player, number=number, learned=learned, game_id=game.public_id)
    for player in players:
        with django_assert_num_queries(6):
            page(client, f"/players/{player.player_id}/memory/")


def test_a_games_record_tells_what_each_had_been_told_and_what_it_learned(client: Client) -> None:
    game = staged("S/1")
    seat = game.seats.get(number=0)
    make_revision(player=seat.player, learned={"lessons": [lesson(1, game.public_id)], "last": 1}, author="ann")
    Seat.objects.filter(pk=seat.pk).update(memory=1, lessons=[1])
    assert "what they learned" in page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")
    learn(game)

    text = page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")

    assert "What they had been told, and what they learned" in text
    assert "Sat down with a memory that an operator had written by hand (revision 1)." in text
    assert re.search(r"Was told</span> <span>.*3 of 4 cases", text)
    assert text.count("Remembered nothing.") == 5
    assert "What they had been told" not in page(client, f"/games/{game.public_id}/?{WHOLE}"), (
        "the audience sees no lens's own"
    )


def test_what_a_game_taught_is_told_at_its_end_or_where_it_is_asked_for(client: Client) -> None:
    """It says how the game ended, and so does what came of what had been told before it."""
    players = ensure_roster()
    games = [staged("S/1", players=players[:6]), staged("S/2", players=players[6:12])]
    for game in games:
        for seat in game.seats.filter(number__in=(0, 1)):
            learned = {"lessons": [lesson(1, game.public_id)], "last": 1}
            make_revision(player=seat.player, number=1, learned=learned, author="ann")
        game.seats.filter(number__in=(0, 1)).update(memory=1, lessons=[1])
        learn(game)

    def told(game: Game, asked: str) -> tuple[bool, bool]:
        """Whether it is told what somebody had been told, and anything of what was learned."""
        text = page(client, f"/games/{game.public_id}/?lens=glass&open=learned{asked}")
        part = text[text.index('id="learned"') :].partition("</details>")[0]
        taught = (
            r">Learned<|>Dropped<|counted again|No lesson;|not seen again|by now, was|Has learned nothing|dropped since"
        )
        return bool(re.search(r"Was told</span> <span>.*3 of 4 cases", part)), bool(
            re.search(taught, part, re.IGNORECASE)
        )

    last = len(client.get(f"/api/v1/games/{games[0].public_id}/beats/?lens=glass").json()["results"]) - 1
    for asked in ("", "&beat=0", "&beat=7", f"&beat={last - 1}"):
        assert told(games[0], asked) == (True, False), asked
        assert told(games[0], f"{asked}&open=taught") == (True, True), asked
    assert told(games[0], f"&beat={last}") == (True, True)
    text = page(client, f"/games/{games[0].public_id}/?lens=glass&beat=7&open=learned")
    there = "?lens=glass&amp;beat=7&amp;open=learned&amp;open=taught#learned"
    assert f'<a href="{there}" data-taught>Show what they learned, which tells how it ended</a>' in text
    client.cookies[WATCHED] = games[0].public_id
    assert [told(game, "&beat=7") for game in games] == [(True, True), (True, False)]


def test_a_game_whose_players_remember_nothing_says_nothing_of_it(client: Client) -> None:
    game = staged("S/1")
    assert "What they had been told" not in page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")


@pytest.mark.parametrize("spoilers", ["open", "delayed", "sealed"])
def test_what_a_player_was_told_is_not_shown_before_the_game_is_over(client: Client, spoilers: str) -> None:
    """A lesson that fits one team alone says who is of it; shown it is when the role is."""
    game = staged("S/2", until=after_the_first_night, spoilers=spoilers, delay_minutes=10)
    seat = game.seats.get(number=0)
    told = lesson(1, game.public_id, scope={"ruleset": "town-mafia", "team": seat.team})
    make_revision(player=seat.player, learned={"lessons": [told], "last": 1}, author="ann")
    make_revision(player=seat.player, number=2, learned={"notes": ["x"]}, game_id=game.public_id)  # which cannot be
    Seat.objects.filter(pk=seat.pk).update(memory=1, lessons=[1])

    for address in (f"/players/{seat.player.player_id}/", f"/players/{seat.player.player_id}/memory/"):
        text = page(client, address)
        assert 'id="r1"' in text
        assert "Was told" not in text
        assert 'id="r2"' not in text, "nothing of a game that is not over"
        assert f"/games/{game.public_id}/?lens=glass" not in text, "no moment of it either"
    for lens in ("audience", "glass"):
        response = client.get(f"/games/{game.public_id}/", {"lens": lens})
        assert "What they had been told" not in response.content.decode()
    Game.objects.filter(pk=game.pk).update(status="void")
    assert f"/games/{game.public_id}/?lens=glass" in page(client, f"/players/{seat.player.player_id}/")
