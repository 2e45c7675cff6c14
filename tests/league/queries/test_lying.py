"""What players claimed, in figures: counted once a game, by model, player and whatever statistics are asked by."""

from collections import Counter
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.ledger.reads import lines_of_games
from games.models import Event, Game
from league.access.endings import CHOICE, SHOWN
from league.models import Figures, FiguresSum
from league.queries.lying import COUNTED, Claiming, claiming_of_model, claiming_of_players, together
from league.queries.stats import stats
from league.results.figures import count_figures
from personas.models import LanguageModel, Player
from tests.factories import make_call, make_model, make_player, make_running_season
from tests.games.twins import TWIN_ROLES, TWIN_SALT, TWIN_SEED, dealt, play_first_day, play_to_the_end, stored
from tests.league.staging import in_season

pytestmark = pytest.mark.django_db


def two_models() -> list[Player]:
    """Eight players on two models, four on each."""
    models = [make_model(slug=slug, provider="openai", model_name=slug) for slug in ("one", "two")]
    return [make_player(model=models[seat % 2]) for seat in range(8)]


def finished(players: list[Player], *, asked: tuple[int, ...] = (), **dealt_to: Any) -> Game:
    """A finished game, counted, in which each player has claimed eight things with each of its two speeches; those who
    are `asked` were so over the network. Seat 0 says a little more."""
    game = stored(play_to_the_end(play_first_day(dealt(**dealt_to))), players, salt=TWIN_SALT)
    first = game.events.filter(kind="said").order_by("seq")[0]
    assert first.data["seat"] == 0
    Event.objects.filter(pk=first.pk).update(data={"seat": 0, "words": "I am the doctor. I checked Celia: town."})
    for seat in asked:
        make_call(
            game=game, seat=seat, status="answered", cost="0.5", input_tokens=9, language_model=players[seat].model
        )
    count_figures(game=game)
    return game


def test_each_claim_that_was_made_aloud_is_counted_with_its_verdict_and_its_team() -> None:
    game = finished(two_models())
    lines = list(lines_of_games([game], "claims", None))

    told = {row.seat.number: row for row in Figures.objects.select_related("seat")}

    assert {row["verdict"] for row in lines} == {"true", "false", "unknowable"}
    for seat, row in told.items():
        verdicts = Counter(line["verdict"] for line in lines if line["speaker"] == seat)
        judged = verdicts["true"] + verdicts["false"]
        assert (row.claims, row.judged, row.untrue) == (verdicts.total(), judged, verdicts["false"])
        hidden = (judged, verdicts["false"]) if row.seat.team == "mafia" else (0, 0)
        assert (row.judged_hidden, row.untrue_hidden) == hidden
    assert sum(row.untrue_hidden for row in told.values()) > 0
    assert sum(row.heard + row.filed for row in told.values()) == 0, "nobody was asked over the network"


def test_words_are_held_against_what_was_filed_where_a_provider_was_asked() -> None:
    game = finished(two_models(), asked=(0, 2))
    lines = list(lines_of_games([game], "filings", None))

    for row in Figures.objects.select_related("seat"):
        mine = [line for line in lines if line["speaker"] == row.seat.number]
        sums = tuple(sum(line[name] for line in mine) for name in ("heard", "unfiled", "filed", "unsaid"))
        assert (row.heard, row.unfiled, row.filed, row.unsaid) == (sums if row.seat.number in (0, 2) else (0, 0, 0, 0))
    mute, other = Figures.objects.get(seat__number=2), Figures.objects.get(seat__number=0)
    assert (mute.heard, mute.filed, mute.unsaid) == (0, 16, 12), "the words name nobody, and say no role"
    assert (other.heard, other.unfiled, other.unsaid) == (2, 1, 11), "a doctor is filed, and no result of Celia"


def test_by_model_by_player_and_by_what_is_asked_they_are_the_same_claims(client: Client) -> None:
    players = two_models()
    for roles in ({}, {"roles": TWIN_ROLES, "seed": TWIN_SEED}):
        finished(players, asked=(0,), **roles)
    whole = together(Claiming(**{name: getattr(row, name) for name in COUNTED}) for row in Figures.objects.all())

    models = [claiming_of_model(model) for model in LanguageModel.objects.filter(slug__in=("one", "two"))]
    of_players = claiming_of_players(players)

    assert [each.ruleset for model in models for each in model] == ["town-mafia"] * 2
    assert together(each for model in models for each in model) == whole
    assert together(each for rows in of_players.values() for each in rows) == whole
    for by in ("model", "role", "ruleset", "size", "level"):
        assert together(row.claiming for row in stats(by=by)) == whole, by
    assert whole.judged_hidden + whole.judged_open == whole.judged
    api = client.get("/api/v1/models/one/").json()
    assert api["claiming"]["claims"] == together(models[0]).claims
    assert [each["ruleset"] for each in api["claiming_by_ruleset"]] == ["town-mafia"]
    told = client.get(f"/api/v1/players/{players[0].player_id}/").json()["claiming"]
    mine = together(of_players[players[0].pk])
    assert (told["judged"], told["untrue_share"]) == (mine.judged, pytest.approx(mine.untrue / mine.judged))
    rows = client.get("/api/v1/stats/?by=role").json()["results"]
    assert sum(row["claiming"]["claims"] for row in rows) == whole.claims
    assert {row["claiming"]["untrue_share_open"] for row in rows if row["key"] == "mafioso"} == {None}


@pytest.mark.parametrize("address", ["/models/one/", "/players/{}/", "/stats/?by=model"])
def test_pages_tell_them(client: Client, address: str) -> None:
    players = two_models()
    finished(players, asked=(0,))
    address = address.format(players[0].player_id)
    hidden = client.get(address).content.decode()
    assert "Said, not filed" not in hidden, "of one game: of which side who lied was"
    client.cookies[CHOICE] = SHOWN
    page = client.get(address).content.decode()
    assert "Said, not filed" in page
    assert ("What was claimed" in page) or ("Claims" in page)


def test_a_page_of_a_model_looks_at_no_game_that_is_in_the_sums_however_many_there_are(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    players = two_models()
    client.cookies[CHOICE] = SHOWN
    for games in (1, 2):
        for _ in range(games):
            finished(players, asked=(0, 1))
        with django_assert_num_queries(9) as asked:
            client.get("/models/one/")
        of_games = [query["sql"] for query in asked.captured_queries if "games_" in query["sql"]]
        assert ["is_excluded" in each and "unrated" in each for each in of_games] == [True]


def test_who_claimed_nothing_has_no_section(client: Client) -> None:
    model = make_model(slug="silent")
    assert "What was claimed" not in client.get(f"/models/{model.slug}/").content.decode()
    assert claiming_of_players([make_player(model=model)]) != {}


def test_a_running_game_is_in_no_figure() -> None:
    players = two_models()
    stored(play_first_day(dealt()), players)
    assert claiming_of_model(players[0].model) == []


def test_recompute_says_that_they_are_right_and_puts_right_what_is_wrong(capsys: Any) -> None:
    season = make_running_season(slug="spring")
    players = two_models()
    for number in (1, 2):
        in_season(finished(players, asked=(0, 1)), season, number)
    with pytest.raises(SystemExit):  # they were counted as games of no season
        call_command("recompute", "spring")
    right = list(FiguresSum.objects.order_by("pk").values_list(*COUNTED))
    assert all(any(row[place] for row in right) for place in range(len(COUNTED)))
    capsys.readouterr()

    call_command("recompute", "spring")
    assert "identical" in capsys.readouterr().out

    FiguresSum.objects.filter(season="").update(untrue=0)
    Figures.objects.update(claims=99)
    with pytest.raises(SystemExit):
        call_command("recompute", "spring")
    assert "differed" in capsys.readouterr().out
    assert sorted(FiguresSum.objects.values_list(*COUNTED)) == sorted(right)


def test_what_is_only_a_bound_is_told_beside_the_sum(client: Client) -> None:
    players = two_models()
    game = stored(play_to_the_end(play_first_day(dealt())), players)
    make_call(game=game, seat=0, status="answered", cost="0.5", input_tokens=9, language_model=players[0].model)
    make_call(game=game, seat=0, status="orphaned", cost="0.25", language_model=players[0].model)
    count_figures(game=game)

    (row,) = client.get("/api/v1/stats/?by=model&model=one").json()["results"]

    assert [Decimal(row[name]) for name in ("cost", "sure", "unsure")] == [
        Decimal(each) for each in ("0.75", "0.5", "0.25")
    ]
    assert (row["paid_games"], row["games"]) == (1, 4)
    assert row["asked_answers"] == Figures.objects.get(seat__number=0).answers
    page = client.get("/stats/?by=model").content.decode()
    assert "$0.50, at most $0.75" in page
    assert '$0.75<span class="small"> of 1</span>' in page
    (told,) = client.get("/api/v1/stats/games/").json()["results"]
    assert (Decimal(told["cost"]), Decimal(told["unsure"])) == (Decimal("0.75"), Decimal("0.25"))
