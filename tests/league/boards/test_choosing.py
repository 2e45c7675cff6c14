"""What is taken off a board, or given back to it, is chosen from lists on the site."""

import pytest
from django.test import Client

from games.models import Game
from league.models import Act, Exclusion, Fixture
from tests.factories import make_game, make_running_season
from tests.league.boards.test_shown import do, named, over, page, sits, staff  # noqa: F401  (a fixture)

pytestmark = pytest.mark.django_db
OUT, BACK = "/seasons/spring/board/exclude/", "/seasons/spring/board/restore/"


def ticks(told: str, kind: str) -> set[str]:
    """What may be ticked in a list."""
    return {each.split('"')[0] for each in told.split(f'name="{kind}" value="')[1:]}


def test_games_stand_in_the_list_that_fits_them_with_who_sat_there_and_why(staff: Client) -> None:  # noqa: F811
    season, other, ann, bob = (
        make_running_season(slug="spring"),
        make_running_season(slug="fall"),
        named("Ann"),
        named("Bob"),
    )
    counted = [over(season, number, ann, bob) for number in (1, 2)]
    odd = over(season, 3, ann, bob, unrated="another model answered.")
    void = sits(make_game(status="void", waiting="provider down", terms={"season": "spring", "fixture": "4"}), ann, bob)
    away = over(other, 1, ann, bob)
    do("exclude", season, game=counted[1].public_id, reason="<b>a wrong rule</b>")
    told = page(staff, OUT)
    assert ticks(told, "game") == {counted[0].public_id}
    assert "Game 1" in told
    assert "Game 1 (Town Mafia)" in told
    assert "Ann (as Alias 0), Bob (as Alias 1)" in told
    assert away.public_id not in told
    told = page(staff, BACK)
    assert ticks(told, "game") == {counted[1].public_id}
    assert "excluded: &lt;b&gt;a wrong rule&lt;/b&gt;" in told
    assert "unrated: another model answered" in told
    assert "void: provider down" in told
    assert odd.public_id in told
    assert void.public_id in told
    assert ticks(page(staff, "/leaderboard/board/exclude/"), "game") == {counted[0].public_id, away.public_id}


def test_several_are_taken_off_at_once_for_one_reason_and_a_second_click_changes_nothing(staff: Client) -> None:  # noqa: F811
    season, ann, bob = make_running_season(slug="spring"), named("Ann"), named("Bob")
    games = [over(season, number, ann, bob) for number in (1, 2, 3)]
    ids = [game.public_id for game in games[:2]]
    refused = staff.post(OUT, {"game": ids})
    assert refused.status_code == 422
    assert refused.content.decode().count(" checked") == 2, "what was ticked stays so"
    assert staff.post(OUT, {"reason": "a wrong rule"}).status_code == 422
    assert not Exclusion.objects.exists()
    said = {"game": ids, "player": [bob.player_id], "reason": "a wrong rule"}
    told = staff.post(OUT, said, follow=True).content.decode()
    assert f"Game 1 of {season.name} (Town Mafia) is excluded." in told
    assert f"{bob.persona.name} on {bob.model.name} is excluded on the board of {season.name}." in told
    assert set(Exclusion.objects.values_list("reason", "is_out")) == {("a wrong rule", True)}
    again = staff.post(OUT, said, follow=True)
    assert again.status_code == 200
    assert again.content.decode().count("is excluded already") == 3
    assert Exclusion.objects.count() == Act.objects.count() == 3
    assert Fixture.objects.filter(is_excluded=True).count() == 2
    # One of them was given back meanwhile: the other is, too, and the first is said to be there already.
    do("restore", season, game=ids[0])
    told = staff.post(BACK, {"game": ids, "reason": "it was right"}, follow=True).content.decode()
    assert "is not excluded" in told
    assert not Fixture.objects.filter(is_excluded=True).exists()


def test_players_are_chosen_likewise_and_who_is_off_all_boards_is_given_back_there(staff: Client) -> None:  # noqa: F811
    season, ann, bob = make_running_season(slug="spring"), named("Ann"), named("Bob")
    over(season, 1, ann, bob)
    named("Cleo")  # who has played nothing
    assert ticks(page(staff, f"{OUT}?of=players"), "player") == {ann.player_id, bob.player_id}
    do("exclude", season, player=ann.player_id, reason="was helped")
    do("exclude", player=bob.player_id, reason="left")
    assert ticks(page(staff, f"{OUT}?of=players"), "player") == set()
    told = page(staff, f"{BACK}?of=players")
    assert ticks(told, "player") == {ann.player_id}
    assert "was helped" in told
    assert "off all boards: left" in told
    assert ticks(page(staff, "/leaderboard/board/restore/?of=players"), "player") == {bob.player_id}
    do("restore", season, player=ann.player_id)
    assert ticks(page(staff, f"{OUT}?of=players"), "player") == {ann.player_id}


def test_a_long_list_has_pages_and_is_searched_by_number_player_and_id(staff: Client) -> None:  # noqa: F811
    season, ann, bob, cleo = make_running_season(slug="spring"), named("Ann"), named("Bob"), named("Cleo")
    games = [over(season, number, ann, bob) for number in range(1, 33)]
    games.append(over(season, 33, cleo, bob))
    first = page(staff, OUT)
    assert len(ticks(first, "game")) == 30
    assert len(ticks(page(staff, f"{OUT}?after={games[3].public_id}"), "game")) == 3
    assert ticks(page(staff, f"{OUT}?q=7"), "game") == {games[6].public_id}
    assert ticks(page(staff, f"{OUT}?q=cleo"), "game") == {games[32].public_id}
    told = page(staff, f"{OUT}?game={games[4].public_id}")
    assert ticks(told, "game") == {games[4].public_id}
    assert " checked" in told, "who comes from the game's page has it ticked"
    assert "Nothing here fits" in page(staff, f"{OUT}?q=nobody%00")


def test_of_a_veiled_game_nobody_is_told_who_sits_there(staff: Client) -> None:  # noqa: F811
    season, ann, bob = make_running_season(slug="spring"), named("Ann"), named("Bob")
    game = over(season, 1, ann, bob)
    assert "Ann (as Alias 0)" in page(staff, OUT)
    Game.objects.filter(pk=game.pk).update(is_veiled=True)
    told = page(staff, OUT)
    assert ("Alias 0, Alias 1" in told, "Ann" in told) == (True, False)


@pytest.mark.parametrize("many", [1, 3])
def test_a_list_takes_as_many_queries_for_three_games_as_for_one(
    staff: Client,  # noqa: F811
    many: int,
    django_assert_num_queries: "pytest.FixtureRequest",
) -> None:
    season, ann, bob = make_running_season(slug="spring"), named("Ann"), named("Bob")
    for number in range(many):
        over(season, number + 1, ann, bob)
    with django_assert_num_queries(7):  # type: ignore[operator]  # pytest-django's
        page(staff, OUT)


def test_a_minimum_that_no_row_can_reach_is_warned_about_where_it_is_set_and_on_the_page(
    client: Client,
    staff: Client,  # noqa: F811
) -> None:
    for slug, games in (("spring", 5), ("fall", 12)):
        make_running_season(slug=slug, games_planned=games)
    assert "The season has 5:" in page(staff, "/seasons/spring/board/minimum/")
    assert "Nobody can be ranked" not in page(staff, "/seasons/spring/")
    told = [
        staff.post(f"/seasons/{slug}/board/minimum/", {"minimum": 6}, follow=True).content.decode()
        for slug in ("spring", "fall")
    ]
    assert ["Nobody can be ranked now: the season has 5 games, fewer than 6." in text for text in told] == [True, False]
    there = "Nobody can be ranked here: rows are ranked from 6 games on, and the season has 5."
    assert [there in page(client, f"/seasons/{slug}/") for slug in ("spring", "fall")] == [True, False]
    staff.post("/seasons/spring/board/minimum/", {"minimum": 5})
    assert "Nobody can be ranked" not in page(client, "/seasons/spring/")
