"""How a seat is asked is frozen when it sits down, changed by nobody but an operator's verb, and part of the record."""

import json
from collections import defaultdict

import pytest
from django.test import Client

from games.agents.briefing import REVISION
from games.hosting import progress
from games.hosting.making import WrongGame, ask_as_pinned
from games.hosting.verbs import pause_game, replay_game, resume_game, update_exhibition
from games.ledger.logs import game_log
from games.ledger.rows import recorded_game
from games.loopback.process import Provider
from games.models import Answer, Call, CallRecord, Game, SeatSetting
from league.results.figures import count_figures
from personas.models import LanguageModel, ModelVersion
from personas.versions import pins_now
from tests.games.casting import cast, make_game
from tests.games.stage import play_all, play_until
from tests.games.voices import OPENAI, model_at, voices
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(120)), pytest.mark.long(15)]
OTHER = "gpt-4.1-mini"


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def edit(name: str, **fields: object) -> None:
    LanguageModel.objects.filter(model_name=name).update(**fields)


def temperatures(game: Game, name: str = OPENAI) -> dict[int, set[float | None]]:
    """By poll, the temperatures that a model's seats were asked at."""
    found: dict[int, set[float | None]] = {}
    for record in CallRecord.objects.filter(call__game=game, call__model=name).select_related("call"):
        found.setdefault(record.call.poll or 0, set()).add(json.loads(record.request)["temperature"])
    return found


def log_of(game: Game, view: str = "analysis") -> dict[str, object]:
    return json.loads(json.dumps(game_log(recorded_game(fresh(game)), view)))  # type: ignore[arg-type]


def played_until_answers(at: Provider, game: Game, number: int) -> None:
    """Plays until there are so many answers, then pauses the game; at an easy pace, or it could be over by then."""
    at.control(latency=0.2)
    play_until(lambda: Answer.objects.filter(game=game).count() >= number and pause_game(game=game))
    at.control(latency=0.0)


def test_an_edit_reaches_no_game_that_was_made_and_every_one_that_is_made_after_it(at: Provider) -> None:
    model_at(at), model_at(at, OTHER)
    edit(OPENAI, temperature=0.25)
    before = make_game("K", seats=6, players=voices(at, OPENAI, OTHER))
    edit(OPENAI, temperature=0.75)
    after = make_game("L", seats=6, players=voices(at, OPENAI, OTHER))

    play_all()

    for game, temperature, version in ((before, 0.25, 1), (after, 0.75, 2)):
        assert fresh(game).status == "finished", fresh(game).waiting
        assert set.union(*temperatures(game).values()) == {temperature}
        assert set.union(*temperatures(game, OTHER).values()) == {None}
        for seat in log_of(game)["seats"]:  # type: ignore[attr-defined]
            is_first = seat["model"] == OPENAI
            assert seat["asked"] == [
                {
                    "since_poll": 1,
                    "briefing": REVISION,
                    "version": version if is_first else 1,
                    "protocol": "openai",
                    "model": OPENAI if is_first else OTHER,
                    "host": at.url.removeprefix("http://"),
                    "parameters": {"temperature": temperature} if is_first else {},
                }
            ]
            calls = Call.objects.filter(game=game, seat=seat["seat"], status="answered")
            told = {(each["model"], each["fingerprint"] or "") for each in seat["answered"]}
            assert told == set(calls.values_list("returned_model", "fingerprint"))
            if not told:
                continue  # dead before it was asked
            host = at.url.removeprefix("http://")
            assert {(each["provider"], each["shape"]) for each in seat["answered"]} == {(host, "json_schema")}
            assert min(each["since_poll"] for each in seat["answered"]) == min(calls.values_list("poll", flat=True))
    count_figures(game=fresh(before)), count_figures(game=fresh(after))
    rows = Client().get("/api/v1/stats/?by=model").json()["results"]
    told = {(row["key"], row["version"], row["briefing"], row["games"]) for row in rows}
    one, two = OPENAI, OTHER.replace(".", "-")
    assert told == {(one, 1, REVISION, 3), (one, 2, REVISION, 3), (two, 1, REVISION, 6)}
    assert {row["name"] for row in rows} == {
        f"{OPENAI}, version 1, briefings {REVISION}",
        f"{OPENAI}, version 2, briefings {REVISION}",
        OTHER,
    }


def test_what_a_model_refused_is_told_with_its_answers_and_of_no_other(at: Provider) -> None:
    """A reasoning model takes no temperature; the other is asked at its own."""
    model_at(at, "gpt-5-mini"), model_at(at)
    edit("gpt-5-mini", temperature=0.5, effort="minimal"), edit(OPENAI, temperature=0.5)
    game = make_game("K", seats=6, players=voices(at, "gpt-5-mini", OPENAI))

    play_all()

    assert fresh(game).status == "finished", fresh(game).waiting
    of_model = defaultdict[str, set[tuple[str, ...]]](set)
    for seat in log_of(game)["seats"]:  # type: ignore[attr-defined]
        assert [way["parameters"]["temperature"] for way in seat["asked"]] == [0.5], "as it was set"
        left_out = {tuple(each["without"]) for each in seat["answered"]}
        of_model[seat["model"]].update(left_out)
    assert of_model == {"gpt-5-mini": {("temperature",)}, OPENAI: {()}}


def test_a_game_that_is_brought_up_to_date_is_asked_otherwise_from_then_on(at: Provider) -> None:
    game = make_game("K", seats=6, players=voices(at, OPENAI, OTHER))
    played_until_answers(at, game, 9)
    last = {seat: max(game.answers.filter(seat=seat).values_list("poll", flat=True), default=0) for seat in range(6)}
    edit(OPENAI, temperature=0.5)
    assert LanguageModel.objects.filter(model_name=OPENAI).count() == 1

    update_exhibition(game=fresh(game))
    resume_game(game=fresh(game))
    play_all()

    assert fresh(game).status == "finished", fresh(game).waiting
    assert replay_game(game=fresh(game)).is_identical
    changed = {row.seat.number: row.since_poll for row in SeatSetting.objects.select_related("seat")}
    assert changed == {seat: poll + 1 for seat, poll in last.items() if seat % 2 == 0}, "the other model stays"
    for call in Call.objects.filter(game=game, model=OPENAI, status="answered").select_related("record"):
        since = changed[call.seat or 0]
        assert json.loads(call.record.request)["temperature"] == (0.5 if (call.poll or 0) >= since else None)
    ways = [[way["version"] for way in seat["asked"]] for seat in log_of(game)["seats"]]  # type: ignore[attr-defined]
    assert ways == [([1, 2] if last[seat] else [2]) if seat % 2 == 0 else [1] for seat in range(6)]
    count_figures(game=fresh(game))
    rows = Client().get("/api/v1/stats/?by=model").json()["results"]
    assert {(row["key"], row["version"]) for row in rows} == {(OPENAI, 0), (OTHER.replace(".", "-"), 1)}
    (mixed,) = [row["name"] for row in rows if row["version"] == 0]
    assert mixed == OPENAI, "its only line"


def test_before_the_end_nothing_tells_who_was_asked_when(at: Provider) -> None:
    """Some have answered in the night and others have not: what all may see says the same of each."""
    game = make_game("K", seats=6, players=voices(at))
    first = log_of(game, "public")
    played_until_answers(at, game, 2)
    asked = Answer.objects.filter(game=game).values_list("seat", flat=True)
    assert 0 < len(set(asked)) < 6
    edit(OPENAI, temperature=0.5)
    update_exhibition(game=fresh(game))

    for seats in (log_of(game, "public")["seats"], Client().get(f"/api/v1/games/{game.public_id}/").json()["seats"]):
        ways = [(seat["asked"], seat["answered"]) for seat in seats]  # type: ignore[attr-defined]
        assert all(way == ways[0] for way in ways)
        assert ways[0] == (first["seats"][0]["asked"], [])  # type: ignore[index]
    told = Client().get("/api/v1/games/?page_size=1").json()["results"][0]["seats"]
    assert {(seat["model_version"], seat["briefing"]) for seat in told} == {(1, REVISION)}


def test_another_release_writes_down_that_it_has_other_briefings(at: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("K", seats=6, players=[*voices(at, seats=3), *cast(3)])
    played_until_answers(at, game, 8)
    monkeypatch.setattr(progress, "REVISION", REVISION + 1)
    resume_game(game=fresh(game))
    play_all()

    assert fresh(game).status == "finished", fresh(game).waiting
    told = [[way["briefing"] for way in seat["asked"]] for seat in log_of(game)["seats"]]  # type: ignore[attr-defined]
    assert told == [[REVISION, REVISION + 1]] * 3 + [[None]] * 3, "nobody briefs the house"
    assert ModelVersion.objects.count() == 2


def test_a_game_that_is_being_played_is_left_as_it_is(at: Provider) -> None:
    game = make_game("K", seats=6, players=voices(at))
    edit(OPENAI, temperature=0.5)
    Game.objects.filter(pk=game.pk).update(lease_owner="somebody", lease_expires_at="2100-01-01T00:00Z")
    players = [seat.player for seat in game.seats.select_related("player__persona", "player__model")]

    changed, left = ask_as_pinned(games=Game.objects.filter(pk=game.pk), pins=pins_now(players=players))

    assert (changed, left) == ([], [game])
    with pytest.raises(WrongGame, match="is being played; pause it first"):
        update_exhibition(game=game)
    Game.objects.filter(pk=game.pk).update(lease_owner=None, lease_expires_at=None)
    update_exhibition(game=game)
    assert {seat.model_version.number for seat in game.seats.select_related("model_version") if seat.model_version} == {
        2
    }
    with pytest.raises(WrongGame, match="nothing has changed since it was made"):
        update_exhibition(game=game)
    assert not SeatSetting.objects.exists(), "nobody has been asked otherwise"


def test_one_that_has_become_a_player_of_the_house_asks_nobody(at: Provider) -> None:
    game = make_game("K", seats=6, players=voices(at))
    edit(OPENAI, provider="house", model_name="joker", base_url="", key_variable="")

    update_exhibition(game=game)
    assert not fresh(game).has_voices
    play_all()

    assert (fresh(game).status, Call.objects.count()) == ("finished", 0)
    assert {seat["asked"][0]["model"] for seat in log_of(game)["seats"]} == {"joker"}  # type: ignore[attr-defined]
