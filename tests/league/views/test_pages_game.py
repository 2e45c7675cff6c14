"""The page of a game: everything a lens sees, and nothing else.

(Long, because one page has many parts, and each is held against the same few games.)
"""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.agents.offline import play_whole
from games.engine.viewpoint import AUDIENCE, GLASS
from games.ledger.reads import events_for
from games.models import Answer, Event, Game, Seat
from league.access.endings import WATCHED
from league.models import User
from league.templatetags.pieces import clock
from personas.roster import ensure_roster
from tests.factories import make_fixture, make_running_season, make_user
from tests.games.casting import make_game
from tests.league.staging import after_the_first_night, in_season, secrets_of, staged
from tests.league.views.sent import allow
from tests.league.views.test_pages import WHOLE, page

pytestmark = pytest.mark.django_db
VERDICTS = ("false", "true", "unknowable")


def test_a_finished_game_is_shown_whole_with_its_record(client: Client) -> None:
    game = staged("S/1")
    text = page(client, f"/games/{game.public_id}/?{WHOLE}")
    shown = [f'data-seq="{event["seq"]}"' for event in events_for(game, AUDIENCE)]
    assert [number for number in shown if text.count(number) != 1] == []
    for proof in (game.commitment, game.seed, game.salt, game.hash):
        assert proof in text
    assert "js/game.js" not in text


def test_each_log_is_saved_under_a_name_and_the_command_plays_the_one_that_has_a_journal(client: Client) -> None:
    game = staged("S/1")
    text = page(client, f"/games/{game.public_id}/?{WHOLE}")
    logs = f"/api/v1/games/{game.public_id}/log/"
    for view in ("public", "viewer", "analysis"):
        assert f'href="{logs}?view={view}" download="{game.public_id}.{view}.json"' in text
    assert f"manage.py replay {game.public_id}.viewer.json<" in text
    assert "journal" in client.get(logs, {"view": "viewer"}).json()
    assert "journal" not in client.get(logs, {"view": "public"}).json()
    assert "the public log has no journal and cannot be replayed" in text


def is_lie(row: dict[str, Any], hidden: set[int]) -> bool:
    """Told of what one knows: of oneself, of what one was shown, and on the hidden team of who is what."""
    if row["kind"] == "vote":
        return row["about"] == row["speaker"] and row["shown_by"] is not None and bool(row["shown_by"] < row["event"])
    knows = row["kind"] in ("role", "innocence", "deed") and row["speaker"] in hidden
    return knows or row["kind"] == "result" or bool(row["about"] == row["speaker"])


def test_who_lied_is_told_in_the_glass_box_when_the_game_is_over_and_nowhere_else(client: Client) -> None:
    """A journal of the house, whose hidden players claim what is not so; another game claims nothing."""
    game = staged("S/1", play=play_whole, players=ensure_roster()[:8])
    silent = staged("S/2")
    log = client.get(f"/api/v1/games/{game.public_id}/log/", {"view": "viewer"}).json()
    untrue = [row for row in log["claims"] if row["verdict"] == "false"]
    aliases = [seat["alias"] for seat in log["seats"]]
    hidden = {seat["seat"] for seat in log["seats"] if seat["team"] == "mafia"}
    lies = [row for row in untrue if is_lie(row, hidden)]
    assert 1 < len(lies) < len(untrue)

    text = page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")

    assert "Who lied" in text
    mistakes = len(untrue) - len(lies)
    assert f"Who lied: {len(lies)} lies, {mistakes} mistake{'s' if mistakes > 1 else ''}<" in text
    told = dict(re.findall(r"<h3>(Lies|Mistakes)</h3>.*?<ol[^>]*>(.*?)</ol>", text, re.DOTALL))
    for row in untrue:
        line = f'<li><a href="?lens=glass&amp;line={row["event"]}#e{row["event"]}">{aliases[row["speaker"]]}</a>: '
        assert [line in told["Lies"], line in told["Mistakes"]] == [row in lies, row not in lies]
    for seat, alias in enumerate(aliases):
        counts = [sum(r["speaker"] == seat and r["verdict"] == each for r in log["claims"]) for each in VERDICTS]
        cells = "".join(f'<td class="number">{count}</td>' for count in counts)
        assert re.search(rf'<span class="who-line">{alias}<span class="small">\w+</span></span></th>{cells}', text)
    assert "Who lied" not in page(client, f"/games/{game.public_id}/?{WHOLE}")
    assert "Who lied" not in page(client, f"/games/{silent.public_id}/?lens=glass&{WHOLE}")

    Game.objects.filter(pk=game.pk).update(status="running", finished_at=None, winner="", hash="")
    assert "Who lied" not in page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")


def test_a_running_game_shows_its_commitment_and_neither_seed_nor_salt(client: Client) -> None:
    game = staged("S/secret", until=after_the_first_night)
    text = page(client, f"/games/{game.public_id}/?{WHOLE}")
    assert game.commitment in text
    assert game.seed not in text
    assert game.salt not in text
    assert f"/api/v1/games/{game.public_id}/log/?view=public" in text
    assert "view=viewer" not in text
    assert "js/game.js" in text


def test_the_audience_of_a_running_game_sees_no_secret_and_the_glass_box_sees_all(client: Client) -> None:
    game = staged("S/1", until=after_the_first_night)
    secrets = {text.replace("'", "&#x27;") for text in secrets_of(game)}
    glass = plain(page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}"))
    assert len(secrets) > 8
    assert [secret for secret in secrets if secret not in glass] == []
    living = [seat.role.capitalize() for seat in game.seats.all() if f">{seat.role.capitalize()}</b>" in glass]
    assert living
    for path in (
        "/",
        "/games/",
        f"/games/{game.public_id}/?{WHOLE}",
        f"/games/{game.public_id}/?lens=audience&{WHOLE}",
    ):
        audience = plain(page(client, path))
        assert [secret for secret in secrets if secret in audience] == []
        fallen = sum(event["kind"] == "died" for event in events_for(game, AUDIENCE))
        assert audience.count('<span class="fate"><b') == (fallen if "/games/" in path and len(path) > 8 else 0)


def test_two_games_that_differ_in_secrets_alone_give_the_audience_the_same_bytes(client: Client) -> None:
    game = staged("S/1", until=after_the_first_night)
    players = [f"/players/{seat.player.player_id}/" for seat in game.seats.select_related("player")]
    paths = ["/", "/games/", f"/games/{game.public_id}/", f"/games/{game.public_id}/?{WHOLE}", *players]
    glass = page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")
    before = [page(client, path) for path in paths]
    roles = list(game.seats.order_by("number").values_list("role", "team"))
    for number, (role, team) in enumerate(reversed(roles)):
        Seat.objects.filter(game=game, number=number).update(role=role, team=team)
    Answer.objects.filter(game=game).update(thought="Another thought.", tries=3)
    Event.objects.filter(game=game, kind="protected").delete()
    Game.objects.filter(pk=game.pk).update(seed="another", salt="another", last_seq=3, last_poll=1, lease_token=9)
    assert page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}") != glass
    assert [page(client, path) for path in paths] == before


def test_a_seat_sees_its_own_and_no_thought(client: Client) -> None:
    game = staged("S/1", until=after_the_first_night)
    mafioso = game.seats.filter(team="mafia").first()
    assert mafioso is not None
    text = plain(page(client, f"/games/{game.public_id}/?lens=seat:{mafioso.number}&{WHOLE}"))
    assert f"{mafioso.alias} is a mafioso" in text
    assert "thinks" not in text
    assert "thinks" in plain(page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}"))


@pytest.mark.parametrize("lens", ["seat:6", "moderator", "seat:-1", "%00"])
def test_a_lens_that_there_is_not_is_not_found(client: Client, lens: str) -> None:
    page(client, f"/games/{make_game().public_id}/?lens={lens}&{WHOLE}", 404)


def test_a_sealed_game_offers_no_lens_but_the_audiences_until_it_is_over(client: Client) -> None:
    game = staged("S/1", until=after_the_first_night, spoilers="sealed")
    text = page(client, f"/games/{game.public_id}/?{WHOLE}")
    assert "lens=glass" not in text
    assert "lens=seat" not in text
    assert "Behind the curtain" in page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}", 403)
    client.force_login(make_user(is_superuser=True))
    assert "thinks" in page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")


def test_a_delayed_game_says_how_far_a_lens_is_behind(client: Client) -> None:
    game = staged("S/1", until=after_the_first_night, spoilers="delayed", delay_minutes=7)
    behind = "This lens runs 7 minutes behind."
    assert behind in page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")
    assert behind not in page(client, f"/games/{game.public_id}/?{WHOLE}")
    client.force_login(make_user(is_superuser=True))  # who sees secrets waits for nothing
    assert "minutes behind" not in page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")


def test_a_late_lens_is_not_live_and_says_that_nothing_is_shown_yet(client: Client) -> None:
    game = staged("S/1", until=after_the_first_night, spoilers="delayed", delay_minutes=1)
    audience, glass = (f"/games/{game.public_id}/{lens}" for lens in ("", "?lens=glass"))
    live = '<span class="live">Live</span>'
    assert live in page(client, audience)
    assert live not in page(client, glass)
    assert 'id="so-far"' in page(client, glass)
    Event.objects.filter(game=game).update(at=timezone.now())
    text = page(client, glass)
    assert "Nothing to show yet: this lens is 1 minute behind." in text
    assert "This lens runs 1 minute behind." in text
    assert '<nav aria-labelledby="so-far" hidden>' in text
    assert '<nav aria-labelledby="so-far">' in page(client, audience)


def test_the_glass_box_says_who_saw_a_kill(client: Client) -> None:
    game = staged("S/1", ruleset="glass-box", seats=8)
    killed = Event.objects.filter(game=game, kind="killed").first()
    assert killed is not None
    text = page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")
    death = text[text.index(f'id="e{killed.seq}"') :].partition("</li>")[0]
    assert "can hear this" in death
    assert "can hear this" not in page(client, f"/games/{game.public_id}/?{WHOLE}")


def test_eyes_and_ghosts_are_told_apart_in_words(client: Client) -> None:
    game = staged("S/1", ruleset="glass-box", seats=8)
    text = page(client, f"/games/{game.public_id}/?{WHOLE}")
    eyes, ghosts = (text.index(f'<ul aria-labelledby="{label}-of">') for label in ("eyes", "ghosts"))
    assert text.index(">Eyes</p>") < eyes < text.index("lens=seat:0") < text.index(">Ghosts</p>") < ghosts
    assert ghosts < text.index("lens=ghost:")
    assert ">Ghosts</p>" not in page(client, f"/games/{staged('S/2').public_id}/")


def ghosts_on(text: str) -> tuple[set[str], set[str]]:
    """The ghosts that a page offers, and those that it keeps for its script to offer."""
    part = text.partition('aria-labelledby="ghosts-of">')[2].partition("</div>")[0]
    offered, _, kept = part.partition("<template>")
    found = (set(re.findall(r"lens=ghost:(\d+)", each)) for each in (offered, kept))
    return next(found), next(found)


def fallen_in(game: Game, *kinds: str) -> set[str]:
    return {str(event.data["seat"]) for event in Event.objects.filter(game=game, kind__in=kinds)}


def test_whoever_is_not_known_to_be_dead_is_offered_as_no_ghost(client: Client) -> None:
    game = staged("S/1", ruleset="glass-box", seats=8, until=lambda entry: entry.event.kind == "killed")
    killed, told = fallen_in(game, "killed"), fallen_in(game, "ejected")
    assert killed - told, "nobody has found the body"
    address = f"/games/{game.public_id}/"
    assert ghosts_on(page(client, address)) == (told, set())
    assert ghosts_on(page(client, f"{address}?lens=glass")) == (killed | told, set())


def test_a_game_that_is_over_tells_by_no_list_of_ghosts_who_will_be_dead(client: Client) -> None:
    game = staged("S/1", ruleset="glass-box", seats=8)
    address, everybody = f"/games/{game.public_id}/", {str(number) for number in range(8)}
    for lens in ("audience", "seat:1", "glass"):
        assert ghosts_on(page(client, f"{address}?lens={lens}")) == (set(), everybody)
    dead = fallen_in(game, "killed", "ejected")
    assert 0 < len(dead) < 8
    offered, kept = ghosts_on(page(client, f"{address}?lens=glass&beat=99999"))
    assert (offered, offered | kept, offered & kept) == (dead, everybody, set())
    through, _ = ghosts_on(page(client, f"{address}?lens=ghost:{min(dead)}&beat=99999"))
    assert through == dead
    for seat in range(8):  # at the beginning all of them live
        gone = client.get(f"{address}?lens=ghost:{seat}&beat=0")
        assert (gone.status_code, f"lens=seat:{seat}&" in gone["Location"]) == (302, True)


def test_to_a_ghost_nobody_is_a_partner_for_what_it_has_seen_of_the_deal(client: Client) -> None:
    game = staged("S/1", ruleset="glass-box", seats=8)
    impostors = {each.data["seat"] for each in Event.objects.filter(game=game, kind="dealt", data__team="impostors")}
    assert len(impostors) == 2
    for lens in (f"seat:{min(impostors)}", *(f"ghost:{seat}" for seat in fallen_in(game, "killed", "ejected"))):
        whole = page(client, f"/games/{game.public_id}/?lens={lens}&beat=99999")
        table = whole.partition('id="table"')[2].partition("</section>")[0]
        assert ("<i>partner</i>" in table) is lens.startswith("seat:"), lens


def test_the_words_of_players_are_text(client: Client) -> None:
    game = staged("S/1", until=after_the_first_night)
    said = Event.objects.get(game=game, kind="said")
    said.data = {**said.data, "words": "<script>alert(1)</script> & goodbye"}
    said.save()
    Answer.objects.filter(game=game).update(thought="<b>bold</b> </script>")
    text = page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; goodbye" in text
    assert "&lt;b&gt;bold&lt;/b&gt;" in text
    assert "<b>bold" not in text


def test_a_game_that_has_not_begun_counts_down(client: Client) -> None:
    text = page(client, f"/games/{make_game().public_id}/?{WHOLE}")
    assert "Curtain up soon" in text
    assert "data-countdown" in text
    assert "Nothing has been said yet." in text


@pytest.mark.parametrize("is_made", [False, True])
def test_the_end_says_at_what_time_the_next_begins_and_a_script_in_what(client: Client, *, is_made: bool) -> None:
    """Counting down, a script has its own words in the place of all of these (static/league/js/countdown.js)."""
    season, due_at = make_running_season(games_planned=2), timezone.now() + timedelta(minutes=8)
    game = staged("S/1")
    in_season(game, season)
    make_fixture(season=season, number=2, due_at=due_at, game=make_game("S/2", due_at=due_at) if is_made else None)
    (then,) = re.findall(r'<p class="then">(.*?)</p>', page(client, f"/games/{game.public_id}/?beat=99999"))
    told = f'<time datetime="{due_at.isoformat()}" data-countdown="in %(left)s">at {clock(due_at)}</time>'
    assert then.startswith("Game 2")
    assert f", begins {told}." in then


def test_a_game_in_whose_place_another_is_played_is_still_of_its_season(client: Client) -> None:
    alone, replaced = make_game(), make_game(season="spring", fixture="4")
    Game.objects.update(status="void")
    for game, title, is_of_season in ((alone, "Exhibition", False), (replaced, "Game 4, an attempt before", True)):
        told = page(client, f"/games/{game.public_id}/?{WHOLE}")
        assert title in told
        assert ('href="/seasons/spring/"' in told) is is_of_season
    listed = page(client, "/games/")
    assert "Game 4, an attempt before" in listed
    assert "Town Mafia exhibition" in listed


def test_a_game_that_was_called_off_keeps_its_seasons_name_and_leads_to_what_is_played_instead(
    client: Client, staff: User
) -> None:
    allow(staff, "change_game")
    season = make_running_season(slug="spring", name="Spring tide")
    first, second, third = (make_game(season="spring", fixture="2", seed=f"S/{number}") for number in range(3))
    fixture = make_fixture(season=season, number=2, game=first)
    for game, instead in ((first, second), (second, third)):
        Game.objects.filter(pk=game.pk).update(status="void")
        fixture.game, fixture.attempt = instead, fixture.attempt + 1
        fixture.save()

    told = page(client, f"/games/{first.public_id}/?{WHOLE}")
    assert '<a href="/seasons/spring/">Spring tide</a><span>Game 2, an attempt before</span>' in told
    assert f'Played again as <a href="/games/{second.public_id}/">Game 2, an attempt before</a>.' in told
    assert "the one before it" not in told
    told = page(client, f"/games/{second.public_id}/?{WHOLE}")
    assert f'Played again as <a href="/games/{third.public_id}/">Game 2</a>.' in told
    assert f'<a href="/games/{first.public_id}/">the one before it</a>' in told
    told = page(client, f"/games/{third.public_id}/?{WHOLE}")
    assert "Played again" not in told
    assert f'<a href="/games/{second.public_id}/">the one before it</a>' in told
    assert "Game 2, an attempt before, Spring tide" in page(client, "/games/")
    for game, name in ((second, "Game 2 of Spring tide, an attempt before"), (third, "Game 2 of Spring tide")):
        asked = page(client, f"/games/{game.public_id}/void/")
        assert f">{name}</a></p>" in asked
        assert f">{game.public_id}<" not in asked


@pytest.mark.parametrize(("status", "words"), [("void", "Called off"), ("diverged", "Set aside")])
def test_a_game_without_a_result_says_so(client: Client, status: str, words: str) -> None:
    game = staged("S/1", until=after_the_first_night)
    Game.objects.filter(pk=game.pk).update(status=status)
    text = page(client, f"/games/{game.public_id}/?{WHOLE}")
    assert f'<h1 id="headline">{words}</h1>' in text
    assert "js/game.js" not in text


def test_games_of_a_season_lead_to_their_neighbours(client: Client) -> None:
    season = make_running_season()
    first, second, third = (staged(f"S/{number}") for number in range(3))
    for number, game in enumerate((first, second, third), start=1):
        in_season(game, season, number)
    text = page(client, f"/games/{second.public_id}/?{WHOLE}")
    assert f'href="/games/{first.public_id}/" rel="prev"' in text
    assert f'href="/games/{third.public_id}/" rel="next"' in text
    assert 'rel="next"' not in page(client, f"/games/{third.public_id}/?{WHOLE}")


def test_exhibitions_lead_to_those_beside_them_past_the_games_of_seasons(client: Client) -> None:
    exhibitions = []
    for _ in range(3):
        exhibitions.append(staged(f"S/{len(exhibitions)}"))
        season = make_running_season()
        for number in (1, 2):
            in_season(staged(f"S/{season.pk}/{number}"), season, number)
    first, second, third = exhibitions

    text = page(client, f"/games/{second.public_id}/?{WHOLE}")

    assert f'href="/games/{first.public_id}/" rel="prev"' in text
    assert f'href="/games/{third.public_id}/" rel="next"' in text
    assert 'rel="prev"' not in page(client, f"/games/{first.public_id}/?{WHOLE}")
    assert 'rel="next"' not in page(client, f"/games/{third.public_id}/?{WHOLE}")


def test_a_game_that_there_is_not_is_not_found(client: Client) -> None:
    page(client, "/games/abcdefghijkl/", 404)


def plain(text: str) -> str:
    """The page without the spans that colour the names in it."""
    return re.sub(r'<span class="mention seat-\d+">([^<]*)</span>', r"\1", text)


# --- beat by beat ----------------------------------------------------------------------------------------------------


def beats(client: Client, game: Game, lens: str = "audience") -> list[dict[str, Any]]:
    return client.get(f"/api/v1/games/{game.public_id}/beats/", {"lens": lens}).json()["results"]


def card(text: str) -> str:
    """What stands in the middle of the table."""
    (found,) = re.findall(r"<p class=\"words\" data-words>(.*?)</p>", text, re.DOTALL)
    return unescape(found)


def test_a_game_that_is_over_is_shown_at_any_beat_by_link(client: Client) -> None:
    game = staged("S/1", play=play_whole, players=ensure_roster()[:8])
    address = f"/games/{game.public_id}/?lens=glass&{WHOLE}"
    through_the_glass = beats(client, game, "glass")
    for beat in through_the_glass[::5]:
        text = page(client, f"{address}&beat={beat['n']}")
        assert card(text) == beat["text"]
        assert len(re.findall(r"is-speaking\b[^>]*data-seat", text)) == ("speaker" in beat)
        assert text.count('<li class="thought">') == len(beat.get("thoughts", ()))
    assert card(page(client, address)) == through_the_glass[0]["text"]
    assert card(page(client, f"{address}&beat=99999")) == through_the_glass[-1]["text"]


def test_the_clock_says_how_far_in_a_beat_is_and_at_the_last_the_whole_length(client: Client) -> None:
    game = staged("S/1", play=play_whole, players=ensure_roster()[:8])
    holds = [beat["hold"] for beat in beats(client, game)]

    def told(seconds: float) -> str:
        return f"{int(seconds) // 60}:{int(seconds) % 60:02}"

    length, last = round(sum(holds), 2), len(holds) - 1
    for number in (0, 1, last - 1):
        text = page(client, f"/games/{game.public_id}/?beat={number}")
        assert f"data-clock>{told(round(sum(holds[:number]), 2))} / {told(length)}<" in text
    assert f"data-clock>{told(length)} / {told(length)}<" in page(client, f"/games/{game.public_id}/?beat={last}")


def test_who_goes_to_another_lens_and_back_without_moving_is_where_they_were(client: Client) -> None:
    """At two beats that the audience is shown nothing of, and of which its stage shows the one before."""
    game = staged("S/1", play=play_whole, players=ensure_roster()[:8])
    beats = {
        lens: client.get(f"/api/v1/games/{game.public_id}/beats/", {"lens": lens}).json()["results"]
        for lens in ("glass", "audience")
    }
    public = {beat["text"] for beat in beats["audience"]}
    secret = [beat for beat in beats["glass"] if beat["text"] not in public]
    for beat in (secret[1], secret[-1]):
        here = page(client, f"/games/{game.public_id}/?lens=glass&beat={beat['n']}")
        for way in ("audience", "seat:0", "audience"):
            leads = re.search(rf'href="(\?lens={way}&beat=\d+&of=[a-z:0-9]+)#replay"', unescape(here))
            assert leads
            here = page(client, f"/games/{game.public_id}/{leads[1]}")
            assert card(here) != beat["text"]
        back = re.search(r'href="(\?lens=glass&beat=[^"]*)#replay"', unescape(here))
        assert back
        assert card(page(client, f"/games/{game.public_id}/{back[1]}")) == beat["text"]


def test_of_many_old_claims_a_card_names_six_untrue_ones_first_and_says_how_many_more_there_are(client: Client) -> None:
    game = staged("S/6", play=play_whole, players=ensure_roster()[:8])
    last = beats(client, game)[-1]
    known = [each["verdict"] for each in last["marks"] if not each.get("earlier") or each["verdict"] != "unknowable"]
    assert len(known) > 7
    assert known[:6] != sorted(known)[:6]

    text = page(client, f"/games/{game.public_id}/?lens=audience&beat={last['n']}&{WHOLE}")

    (shown,) = re.findall(r"<ul[^>]*data-marks>(.*?)</ul>", text, re.DOTALL)
    assert re.findall(r"mark is-(\w+)", shown) == sorted(known)[:6]
    assert f"and {len(known) - 6} more claim" in shown


@pytest.mark.parametrize("beat", ["-1", "1.5", "x", "\u0663", "99999999999"])
def test_a_beat_that_is_no_number_is_not_found(client: Client, beat: str) -> None:
    game = staged("S/1")
    assert client.get(f"/games/{game.public_id}/", {"beat": beat}).status_code == 404


def test_another_lens_is_at_the_same_moment(client: Client) -> None:
    game = staged("S/1", play=play_whole, players=ensure_roster()[:8])
    through_the_glass, public = beats(client, game, "glass"), beats(client, game)
    speech = next(beat for beat in public if beat["kind"] == "said")
    there = next(beat for beat in through_the_glass if beat["text"] == speech["text"])
    text = page(client, f"/games/{game.public_id}/?lens=glass&beat={speech['n']}&of=audience")
    assert card(text) == speech["text"]
    assert f'data-beat="{there["n"]}"' in text
    assert f'href="?lens=audience&beat={speech["n"]}&of=audience#replay"' in unescape(text)
    asked = page(client, f"/games/{game.public_id}/?lens=glass&beat={there['n']}")
    assert f'href="?lens=audience&beat={there["n"]}&of=glass#replay"' in unescape(asked)
    assert card(page(client, f"/games/{game.public_id}/?beat={there['n']}&of=glass")) == speech["text"]
    assert client.get(f"/games/{game.public_id}/", {"beat": 3, "of": "seat:99"}).status_code == 404


def test_nothing_is_known_at_a_beat_that_becomes_known_later(client: Client) -> None:
    game = staged("S/1")
    death = next(beat for beat in beats(client, game) if beat["kind"] == "died")
    before = page(client, f"/games/{game.public_id}/?beat={death['n'] - 1}")
    after = page(client, f"/games/{game.public_id}/?beat={death['n']}")
    ring = re.compile(r'<ol class="ring.*?</ol>', re.DOTALL)
    assert " is-dead" not in ring.findall(before)[0]
    assert " is-dead" in ring.findall(after)[0]


def test_a_game_that_is_on_is_shown_at_its_newest_beat_or_at_the_one_that_is_asked_for(client: Client) -> None:
    game = staged("S/1", until=after_the_first_night)
    found = beats(client, game)
    assert found[-1]["seq_to"] == len(events_for(game, AUDIENCE))
    assert secrets_of(game).isdisjoint(str(found).split())
    text = page(client, f"/games/{game.public_id}/?{WHOLE}")
    assert card(text) == found[-1]["text"] != found[0]["text"]
    assert "data-asked" not in text
    assert 'href="?lens=glass"' in text
    first = page(client, f"/games/{game.public_id}/?beat=0")
    assert card(first) == found[0]["text"]
    assert "data-asked" in first
    assert 'href="?lens=glass&beat=0&of=audience#replay"' in unescape(first)


def bar(text: str) -> tuple[str, int, set[str], str]:
    """What the bar says: the scene, how many live, who is marked dead, and who speaks."""
    (rail,) = re.findall(r'<div class="rail" id="rail".*?<nav ', text, re.DOTALL)
    (title,) = re.findall(r"<b data-phase>(.*?)</b>", rail)
    (living,) = re.findall(r"<b data-living>(\d+)</b>", rail)
    (voice,) = re.findall(r'data-voices><span data-voice="(\d*)"', rail)
    cast = re.findall(r'<li class="token [\w-]+( is-dead)?" data-lives="(\d+)" title="([^"]*)">(.*?)</li>', rail)
    assert all((f"{name}, dead</span>" in told) == bool(dead) for dead, _, name, told in cast)
    return unescape(title), int(living), {seat for dead, seat, _, _ in cast if dead}, voice


@pytest.mark.parametrize("state", ["on", "over", "watched"])
@pytest.mark.parametrize("lens", ["audience", "glass", "seat:1"])
def test_the_bar_is_at_the_beat_that_is_asked_for(client: Client, lens: str, state: str, *, whole: bool) -> None:
    game = staged("S/1", ruleset="glass-box", seats=8)
    if state == "on":
        Game.objects.filter(pk=game.pk).update(status="running", finished_at=None, winner="", hash="")
    if state == "watched":
        client.cookies[WATCHED] = game.public_id
    found = beats(client, game, lens)
    title, dead = "", set()
    for beat in found:
        sets = beat.get("sets", {})
        title = sets.get("title", title)
        dead |= {seat for seat, known in sets.get("seats", {}).items() if known.get("fate")}
        if beat["n"] % (15 if whole else 45) and beat is not found[-1]:
            continue
        voice = str(beat["speaker"]) if beat["kind"] == "said" else ""
        text = page(client, f"/games/{game.public_id}/?lens={lens}&beat={beat['n']}")
        assert bar(text) == (title, 8 - len(dead), dead, voice), beat["n"]
    assert dead
    begun = bar(page(client, f"/games/{game.public_id}/?lens={lens}"))
    assert begun[:3] == ((title, 8 - len(dead), dead) if state == "on" else (found[0]["sets"]["title"], 8, set()))


def beside(text: str) -> tuple[str, str, dict[str, str]]:
    """What stands beside the stage: the headline, what is said below it, and by seat what became of it."""
    (headline,) = re.findall(r'<h1 id="headline">(.*?)</h1>', text)
    (now,) = re.findall(r'<p class="now" id="now">(.*?)</p>', text)
    (table,) = re.findall(r'<section id="table".*?</section>', text, re.DOTALL)
    rows = re.findall(r'data-seat="(\d+)">(.*?)</li>', table, re.DOTALL)
    return unescape(headline), now, {seat: row for seat, row in rows if 'class="how"' in row}


@pytest.mark.parametrize("lens", ["audience", "glass", "seat:1"])
def test_what_stands_beside_a_stage_that_looks_back_in_a_game_that_is_on_is_as_of_its_beat(
    client: Client, lens: str
) -> None:
    game = staged("S/1", ruleset="glass-box", seats=8)
    Game.objects.filter(pk=game.pk).update(status="running", finished_at=None, winner="", hash="")
    found = beats(client, game, lens)
    address = f"/games/{game.public_id}/?lens={lens}"
    newest = beside(page(client, address))
    known = {beat["n"]: beat.get("sets", {}).get("seats", {}).values() for beat in found}
    falls = [number for number, seats in known.items() if any("fate" in each for each in seats)]
    assert len(newest[2]) > 1
    for number in (0, falls[0] - 1, falls[0]):
        text = page(client, f"{address}&beat={number}")
        title, living, dead, _ = bar(text)
        told = beside(text)
        assert told[:2] == (title, f"{living} of 8 alive.")
        assert told[2].keys() == dead
        assert text.split("<title>")[1].startswith(title)
        assert len(dead) == (number == falls[0])
    assert beside(page(client, f"{address}&beat={found[-1]['n']}")) == newest


def test_where_one_beat_is_many_of_another_lens_that_opens_at_the_first_of_them(client: Client) -> None:
    """Else who comes from quiet ticks would come behind what happened in them."""
    game = staged("S/1", ruleset="glass-box", seats=8)
    for event in game.events.all():
        event.at += timedelta(seconds=event.seq)
        event.save()
    through_the_glass, public = beats(client, game, "glass"), beats(client, game)
    quiet = next(beat for beat in public if beat["text"].startswith("Ticks "))
    seq = next(event["seq"] for event in events_for(game, GLASS) if event["kind"] == "tick")
    tick = next(beat for beat in through_the_glass if beat["seq_from"] <= seq <= beat["seq_to"])
    into = page(client, f"/games/{game.public_id}/?lens=glass&beat={quiet['n']}&of=audience")
    assert f'data-beat="{tick["n"]}"' in into
    back = page(client, f"/games/{game.public_id}/?lens=audience&beat={tick['n']}&of=glass")
    assert f'data-beat="{quiet["n"]}"' in back


def test_a_game_that_has_not_begun_has_its_table_and_a_word_in_the_middle(client: Client) -> None:
    game = make_game("S/1", due_at=timezone.now() + timedelta(hours=1))
    text = page(client, f"/games/{game.public_id}/?{WHOLE}")
    assert card(text) == "The table is laid. The game begins when its time has come."
    assert text.count("data-seat=") >= 6
    assert 'data-last="-1"' in text
    assert 'max="0"' in text
    assert beats(client, game) == []


def test_a_game_that_was_called_off_is_not_shown_beat_by_beat(client: Client) -> None:
    game = staged("S/1", until=after_the_first_night)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.VOID)
    assert 'id="replay"' not in page(client, f"/games/{game.public_id}/?{WHOLE}")


def test_beats_are_asked_for_again_by_their_tag_and_told_by_the_lens_alone(client: Client) -> None:
    game = staged("S/1")
    answer = client.get(f"/api/v1/games/{game.public_id}/beats/")
    assert "immutable" not in answer.headers["Cache-Control"]
    again = client.get(f"/api/v1/games/{game.public_id}/beats/", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    wrong = client.get(f"/api/v1/games/{game.public_id}/beats/", {"lens": "x"})
    assert (wrong.status_code, list(wrong.json()["error"]["fields"])) == (400, ["lens"])
    sealed = staged("S/2", until=after_the_first_night)
    Game.objects.filter(pk=sealed.pk).update(terms=sealed.terms | {"spoilers": "sealed"})
    assert client.get(f"/api/v1/games/{sealed.public_id}/beats/", {"lens": "glass"}).status_code in (401, 403)
    assert client.get(f"/api/v1/games/{sealed.public_id}/beats/").status_code == 200


def test_the_narrator_is_heard_on_the_stage_at_the_beat_that_it_speaks_to(client: Client) -> None:
    game = staged("S/1", narrator="template")
    address = f"/api/v1/games/{game.public_id}"
    for lens in ("audience", "glass"):
        said = client.get(f"{address}/narrations/", {"lens": lens}).json()["results"]
        beats = client.get(f"{address}/beats/", {"lens": lens}).json()["results"]
        assert len(said) > 4
        heard = 0
        for beat in beats:
            to_it = [each["text"] for each in said if beat["seq_from"] <= each["after"] <= beat["seq_to"]]
            if not to_it and beat["n"] % 7:
                continue  # a few of those to which nothing is said
            text = client.get(f"/games/{game.public_id}/", {"lens": lens, "beat": beat["n"]}).content.decode()
            shown = re.search(r'<p class="narrator" data-narrator( hidden)?>(.*?)</p>', text)
            assert shown is not None
            assert unescape(shown[2]) == " ".join(to_it)
            assert bool(shown[1]) == (not to_it)
            heard += len(to_it)
        assert heard == len(said)
    silent = staged("S/2", narrator="none")
    text = page(client, f"/games/{silent.public_id}/")
    assert '"narrations": null' in text
