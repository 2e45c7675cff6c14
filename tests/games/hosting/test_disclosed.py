"""What players believe and claim is kept beside their answers, shown in the glass box and in logs, and nowhere else."""

import json

import pytest
from django.test import Client

from games.hosting.making import WrongGame
from games.hosting.verbs import replay_game
from games.ledger.calls import call_lines
from games.ledger.logs import game_log
from games.ledger.rows import recorded_game
from games.loopback.process import Provider
from games.models import Answer, Event, Game
from personas.roster import ensure_roster
from tests.games.casting import make_game
from tests.games.stage import play_all
from tests.games.voices import ANTHROPIC, OPENAI, voices
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(120)), pytest.mark.long(10)]


def finished(game: Game) -> Game:
    found = Game.objects.get(pk=game.pk)
    assert found.status == "finished", found.waiting
    return found


def test_models_are_asked_for_them_and_what_they_say_stands_beside_their_answers(at: Provider) -> None:
    game = make_game("K", seats=6, players=voices(at, OPENAI, ANTHROPIC))
    play_all()
    game = finished(game)

    votes = Answer.objects.filter(game=game, kind="vote", default_reason="")
    for vote in votes:
        assert (vote.disclosed or {}).get("beliefs"), "each vote comes with beliefs"
        assert vote.seat not in [each["about"] for each in vote.disclosed["beliefs"]]
        assert all(0 <= each["chance"] <= 100 for each in vote.disclosed["beliefs"])
    assert votes
    assert Answer.objects.filter(game=game, kind="speak", disclosed__isnull=False).exists(), "and speeches with claims"
    assert not Answer.objects.filter(game=game, kind__in=("kill", "plot"), disclosed__isnull=False).exists()
    assert replay_game(game=game).is_identical


def test_a_game_whose_terms_want_neither_is_the_same_and_its_models_are_sent_less(at: Provider) -> None:
    games = {
        wanted: make_game("K", seats=6, players=voices(at, OPENAI, ANTHROPIC), disclosing=wanted)
        for wanted in (True, False)
    }
    with pytest.raises(WrongGame, match="disclosing must be true or false, not 'no'"):
        make_game("K", seats=6, players=voices(at, OPENAI), disclosing="no")
    house = {wanted: make_game("K", players=ensure_roster()[:8], disclosing=wanted) for wanted in games}
    play_all()

    sent = {}
    for wanted, game in games.items():
        assert replay_game(game=finished(game)).is_identical
        sent[wanted] = json.dumps(list(call_lines(finished(game))))
        told = Answer.objects.filter(game=game, disclosed__isnull=False).exists()
        assert told == ("beliefs" in sent[wanted]) == ("claims" in sent[wanted]) == wanted
    assert finished(house[True]).hash == finished(house[False]).hash
    assert not Answer.objects.filter(game=house[False], disclosed__isnull=False).exists()


def test_they_are_shown_in_the_glass_box_and_the_logs_of_those_who_may_look_and_to_nobody_else() -> None:
    game = make_game("K", seats=8, players=ensure_roster()[:8])
    play_all()
    game = finished(game)
    told = Answer.objects.filter(game=game, disclosed__isnull=False)
    kinds = {(answer.kind, name) for answer in told for name in ("beliefs", "claims") if answer.disclosed[name]}
    assert kinds == {("vote", "beliefs"), ("speak", "claims")}, "the house says both"
    assert "disclosed" not in json.dumps(list(Event.objects.filter(game=game).values_list("data", flat=True)))

    def events(lens: str) -> list[dict[str, object]]:
        return Client().get(f"/api/v1/games/{game.public_id}/events/?lens={lens}&page_size=500").json()["results"]

    shown = [event for event in events("glass") if "disclosed" in event]
    speeches = [event for event in shown if event["kind"] == "said"]
    (voted,) = [event["disclosed"] for event in shown if event["kind"] == "voted"][:1]
    assert speeches
    assert all(set(event["disclosed"]) == {str(event["seat"])} for event in speeches)  # type: ignore[arg-type]
    assert len(voted) == len(next(event["votes"] for event in shown if event["kind"] == "voted"))  # type: ignore[arg-type]
    assert not [event for lens in ("audience", "seat:0") for event in events(lens) if "disclosed" in event]

    whole, public = (game_log(recorded_game(game), view) for view in ("viewer", "public"))  # type: ignore[arg-type]
    assert {(row["poll"], row["seat"]) for row in whole["journal"] if "disclosed" in row} == {
        (answer.poll, answer.seat) for answer in told
    }
    claimed = sum(len(answer.disclosed["claims"]) for answer in told)
    assert len(whole["claims"]) == claimed > 0, "all that is said by day is said aloud"
    assert {verdict["verdict"] for verdict in whole["claims"]} <= {"true", "false", "unknowable"}
    by_seq = {event["seq"]: event for event in whole["events"]}
    assert all(by_seq[verdict["event"]]["seat"] == verdict["speaker"] for verdict in whole["claims"])
    assert "claims" not in public
    assert "journal" not in public
    assert "disclosed" not in json.dumps(public["events"])
