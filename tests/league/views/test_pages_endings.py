"""No page tells how a game ended to who has not watched it, but for the game's own end; standings always tell."""

import re
from typing import Any

import pytest
from django.test import Client

from games.agents.offline import play_whole
from games.engine.rulesets import all_rulesets
from games.models import Game
from league.access.endings import CHOICE, MOST, SHOWN, WATCHED, Endings
from league.models import Season
from personas.models import Player
from personas.roster import ensure_roster
from tests.factories import make_running_season
from tests.league.staging import in_season, staged
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db
TEAMS = {role.team for rules in all_rulesets().values() for role in rules.roles}
SAYS_WHO_WON = re.compile(
    rf"\b(The )?({'|'.join(sorted(TEAMS))}) wins?\b|won by the|\ba draw\b|<td>(Won|Lost|Draw)</td>|curtain [a-z]+-team"
    r"|result text-(hidden|open)-team|text-draw",
    re.IGNORECASE,
)


@pytest.fixture
def season() -> Season:
    """Three games that are over, one of them without a close vote noted."""
    found = make_running_season(slug="spring", games_planned=3)
    for number in (1, 2, 3):
        in_season(staged(f"S/{number}"), found, number)
    Game.objects.filter(fixture__number=2).update(hook="Decided by one vote")
    return found


def paths() -> list[str]:
    players = Player.objects.filter(seats__isnull=False).distinct()[:2]
    game = Game.objects.get(fixture__number=2)
    about = [
        f"/games/{game.public_id}/",
        f"/games/{game.public_id}/?lens=glass",
        f"/games/{game.public_id}/?lens=seat:1",
    ]
    of_players = [f"/players/{each.player_id}/{part}" for each in players for part in ("", "memory/")]
    return ["/", "/games/", "/games/?season=spring", "/seasons/spring/", *about, *of_players]


def before_its_end(text: str) -> str:
    """A game's page without the scene of its end."""
    return re.sub(r'<section class="scene curtain.*?</section>', "", text, flags=re.DOTALL)


def other_winners() -> None:
    """Each game was won by another team, and nothing of what was played says so."""
    for game in Game.objects.all():
        game.winner = next(team for team in sorted({"town", "mafia"}) if team != game.winner)
        game.save(update_fields=["winner"])


def test_nothing_says_who_won(client: Client, season: Season) -> None:
    for path in paths():
        assert SAYS_WHO_WON.findall(before_its_end(page(client, path))) == [], path
    client.cookies[CHOICE] = SHOWN
    told = [path for path in paths() if SAYS_WHO_WON.search(before_its_end(page(client, path)))]
    assert told == [path for path in paths() if not path.endswith("memory/")], "else nothing was looked for"


def test_the_front_page_is_short_of_the_end_while_its_last_events_are_shown(client: Client, season: Season) -> None:
    """A game is on until all of it has been shown, and its end is shown before that."""
    game = Game.objects.get(fixture__number=2)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING, winner="", hash="", finished_at=None)
    marquee = re.search(r'<section class="marquee.*?</section>', page(client, "/"), re.DOTALL)
    assert marquee
    assert SAYS_WHO_WON.findall(marquee[0]) == []
    client.cookies[CHOICE] = SHOWN
    assert SAYS_WHO_WON.search(page(client, "/"))


def test_pages_are_the_same_bytes_whoever_won(client: Client, season: Season) -> None:
    read = {path: before_its_end(page(client, path)) for path in paths()}
    other_winners()
    for path, text in read.items():
        assert before_its_end(page(client, path)) == text, path


def test_the_page_of_a_game_that_is_over_begins_as_at_its_deal_and_tells_its_end_at_its_end(
    client: Client, season: Season
) -> None:
    game = Game.objects.get(fixture__number=2)
    text = page(client, f"/games/{game.public_id}/?line=all")

    assert "<title>Decided by one vote · " in text
    assert '<h1 id="headline">Decided by one vote</h1>' in text
    assert '#end">The end</a>' in text
    table = text[text.index('id="table"') : text.index('id="so-far"')]
    assert "is-dead" not in table
    assert '<b class="' not in table
    end = text[text.index('id="end"') :]
    assert SAYS_WHO_WON.search(end)
    glass = page(client, f"/games/{game.public_id}/?lens=glass")
    table = glass[glass.index('id="table"') : glass.index('id="so-far"')]
    assert table.count('<b class="') == len(game.seats.all()), "who looks through the glass knows the deal"
    assert "is-dead" not in table


@pytest.mark.parametrize("lens", ["audience", "seat:1"])
def test_nothing_on_a_page_marks_a_claim_or_counts_a_loss_before_it_has_been_watched(client: Client, lens: str) -> None:
    game = staged("S/1", play=play_whole, players=ensure_roster()[:8])
    whole = f"/games/{game.public_id}/?lens={lens}&line=all"
    begun = f"/games/{game.public_id}/?lens={lens}"
    fallen = r'data-fallen="(\d+(?: \d+)*)"'
    losses = r'<path class="loss" data-at="(\d[^"]*)"'

    assert 'class="mark is-' not in page(client, whole).split('id="transcript"')[1]
    assert not re.search(fallen, page(client, begun))
    assert not re.search(losses, page(client, begun))
    last = max(int(each) for each in re.findall(r'id="e(\d+)"', page(client, whole)))
    assert re.search(fallen, page(client, f"{begun}&line={last}")), "behind them they are dead"

    client.cookies[WATCHED] = game.public_id
    assert 'class="mark is-' in page(client, whole).split('id="transcript"')[1]
    assert re.search(fallen, page(client, begun))
    assert re.search(losses, page(client, begun))


@pytest.mark.parametrize("lens", ["audience", "glass"])
def test_at_no_beat_before_the_end_the_lines_beside_it_say_who_won(
    client: Client, monkeypatch: pytest.MonkeyPatch, lens: str
) -> None:
    monkeypatch.setattr("league.views.games.BESIDE", 400)  # so many that the end would be among them
    game = staged("S/1", play=play_whole, players=ensure_roster()[:8])
    kinds = [
        beat["kind"] for beat in client.get(f"/api/v1/games/{game.public_id}/beats/?lens={lens}").json()["results"]
    ]
    end, newest = kinds.index("end"), range(len(kinds) - 6, len(kinds))
    pages = {number: page(client, f"/games/{game.public_id}/?lens={lens}&beat={number}") for number in newest}
    assert [number for number, text in pages.items() if SAYS_WHO_WON.search(text)] == list(range(end, len(kinds)))


def beats(client: Client, game: Game, lens: str) -> list[dict[str, Any]]:
    """A game's beats, as a stage is told them."""
    found: list[dict[str, Any]] = client.get(f"/api/v1/games/{game.public_id}/beats/?lens={lens}").json()["results"]
    return found


def lines_on(text: str) -> list[int]:
    """Of which events a page has the lines."""
    return [int(each) for each in re.findall(r'id="e(\d+)"', text.partition('id="transcript"')[2])]


@pytest.mark.parametrize("lens", ["audience", "glass"])
def test_beside_the_stage_stands_what_is_told_by_its_beat_and_no_line_more(client: Client, lens: str) -> None:
    games = [staged(f"S/{number}", play=play_whole, players=ensure_roster()[:8]) for number in (1, 2)]
    for game in games:
        address, told = f"/games/{game.public_id}/?lens={lens}", beats(client, game, lens)
        dies = next(each["n"] for each in told if each["kind"] == "died")
        asked = {None: 0, 0: 0, 2: 2, dies - 1: dies - 1, dies: dies, len(told) - 1: len(told) - 1}
        for beat, number in asked.items():
            text = page(client, address if beat is None else f"{address}&beat={beat}")
            assert max(lines_on(text), default=0) <= told[number]["seq_to"]
            assert ('class="gap"' in text) or number == len(told) - 1, "which leads on"
        assert told[dies]["seq_to"] in lines_on(page(client, f"{address}&beat={dies}"))
    client.cookies[WATCHED] = games[0].public_id
    begun = [lines_on(page(client, f"/games/{game.public_id}/?lens={lens}")) for game in games]
    first = [beats(client, game, lens)[0]["seq_to"] for game in games]
    assert [max(lines, default=0) > seq for lines, seq in zip(begun, first, strict=True)] == [True, False]


def test_through_a_ghost_nobody_sees_who_will_live(client: Client) -> None:
    """Whoever dies has one from then on; until then, and where they never do, it is the seat that sees."""
    game = staged("S/1", ruleset="glass-box", play=play_whole, players=ensure_roster()[:8])
    address, told = f"/games/{game.public_id}/", beats(client, game, "glass")
    seats = range(len(game.seats.all()))
    dies = {
        int(seat): beat["n"]
        for beat in reversed(told)
        for seat, known in beat.get("sets", {}).get("seats", {}).items()
        if known.get("fate")
    }
    assert 0 < len(dies) < len(seats)

    def answered(beat: int | None, *, seat: int) -> tuple[int, str, str]:
        """What is answered, without the seat's own number."""
        at = "" if beat is None else f"&beat={beat}&of=glass"
        answer = client.get(f"{address}?lens=ghost:{seat}{at}")
        sent = re.sub(rf"\b(ghost|seat):{seat}\b", r"\1:N", answer.headers.get("Location", ""))
        return answer.status_code, sent, answer.content.decode()

    for beat in (None, 0, min(dies.values()) - 1):
        assert len({answered(beat, seat=seat) for seat in seats}) == 1, beat
    (sent,) = {answered(min(dies.values()) - 1, seat=seat)[1] for seat in seats}
    for seat in seats:
        eyes = client.get(sent.replace(":N", f":{seat}"))
        assert (eyes.status_code, 'aria-current="true"' in eyes.content.decode()) == (200, True)
        at_the_end = client.get(f"{address}?lens=ghost:{seat}&beat=9999")
        assert at_the_end.status_code == (200 if seat in dies else 302)
    for asked in ("from=1&to=40", "from=1&to=9999"):
        parts = [client.get(f"{address}?lens=ghost:{seat}&part=lines&{asked}").content.decode() for seat in seats]
        assert len({re.sub(r"ghost:\d+", "ghost:N", part) for part in parts}) == 1

    client.cookies[WATCHED] = game.public_id
    assert {client.get(f"{address}?lens=ghost:{seat}").status_code for seat in dies} == {200}
    assert {client.get(f"{address}?lens=ghost:{seat}").status_code for seat in set(seats) - set(dies)} == {404}


def test_who_has_watched_a_game_is_told_of_that_one_alone(client: Client, season: Season) -> None:
    first, second, third = Game.objects.order_by("fixture__number")
    client.cookies[WATCHED] = f"{second.public_id}.no game.{'x' * 12}"

    text = page(client, "/games/")

    told = re.findall(
        r'<span class="result text-([a-z-]*)">([^<]*)</span>.*?href="/games/([a-z0-9]{12})/"', text, re.DOTALL
    )
    assert [(side == "is-over", game) for side, _, game in told] == [
        (game != second, game.public_id) for game in (third, second, first)
    ]
    assert SAYS_WHO_WON.search(page(client, f"/games/{second.public_id}/").split('id="transcript"')[0])
    assert not SAYS_WHO_WON.search(page(client, f"/games/{first.public_id}/").split('id="transcript"')[0])


def test_a_game_that_is_not_over_hides_nothing_and_one_without_a_hook_is_over(client: Client, season: Season) -> None:
    Game.objects.filter(fixture__number=3).update(status=Game.Status.VOID, winner="", hash="", finished_at=None)
    text = page(client, "/games/")
    assert re.findall(r'<span class="result text-([a-z-]*)">([^<]*)</span>', text) == [
        ("", "Void"),
        ("is-over", "Decided by one vote"),
        ("is-over", "Over"),
    ]


@pytest.mark.parametrize(
    ("cookies", "found"),
    [
        ({}, Endings(is_shown=False)),
        ({CHOICE: "shown"}, Endings(is_shown=True)),
        ({CHOICE: "Shown"}, Endings(is_shown=False)),
        ({CHOICE: "hidden", WATCHED: "a" * 12}, Endings(is_shown=False, watched=frozenset({"a" * 12}))),
        (
            {WATCHED: f"..<b>.{'b' * 12}.{'B' * 12}.{'c' * 13}."},
            Endings(is_shown=False, watched=frozenset({"b" * 12})),
        ),
        ({WATCHED: "." * 100_000}, Endings(is_shown=False)),
        (
            {WATCHED: ".".join(f"{number:012}" for number in range(9_000))},
            Endings(is_shown=False, watched=frozenset(f"{number:012}" for number in range(MOST))),
        ),
    ],
)
def test_what_a_browser_says_is_taken_with_care(cookies: dict[str, str], found: Endings) -> None:
    assert Endings.of(cookies) == found


def test_the_choice_is_made_without_scripts_and_without_an_account_and_leads_back(client: Client) -> None:
    here = "http://testserver/games/?season=spring"
    text = client.get("/endings/", headers={"referer": here}).content.decode()
    assert "Endings are kept back." in text
    assert f'name="next" value="{here}"' in text
    answer = client.post("/endings/", {"endings": "shown", "next": here})
    assert (answer.status_code, answer.headers["Location"]) == (302, here)
    assert "All endings are shown." in page(client, "/endings/")
    assert "evil" not in client.get("/endings/", headers={"referer": "https://evil.example/"}).content.decode()
    answer = client.post("/endings/", {"endings": "whatever", "next": "https://evil.example/"})
    assert answer.headers["Location"] == "/"
    assert client.cookies[CHOICE].value == "hidden"
    assert "Endings are kept back." in page(client, "/endings/")


def test_pages_say_that_they_hang_on_cookies(client: Client, season: Season) -> None:
    for path in ("/", "/games/", "/seasons/spring/"):
        assert "Cookie" in client.get(path).headers["Vary"]
