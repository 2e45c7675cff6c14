"""`desk` and `prune`: the day's page, and what of a season may go, at a command line."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from league.models import Act
from tests.factories import NOON, make_process, make_running_game, make_running_season, make_season
from tests.league.views.desk.test_desk_pages import over

pytestmark = pytest.mark.django_db(transaction=True)


def said(*words: str) -> str:
    told = StringIO()
    call_command(*words, stdout=told)
    return told.getvalue()


def test_the_desk_is_told_in_lines_and_as_json() -> None:
    make_running_season(slug="spring")
    make_running_season(slug="autumn")
    make_season(slug="a-draft")
    game = make_running_game(status="paused", waiting="paused by hand")
    make_process(name="season run spring", kind="season", host="one", seen_at=timezone.now(), games=3)

    told = said("desk", "--weigh")
    as_json = json.loads(said("desk", "--json"))

    titles = [line for line in told.splitlines() if not line.startswith(" ")]
    assert titles[1:] == [
        "Wrong now", "Seasons", "Games held up", "Games in play", "Failed or set aside within a day", "Spending",
        "Queue and processes", "Next slots", "Bytes by season", "Told within a day",
    ]  # fmt: skip
    assert "  season run spring on one: living, last sign" in told
    assert f" exhibition ({game.public_id}), paused: paused by hand" in told
    assert [each["why"] for each in as_json["held_up"]] == ["paused by hand"]
    assert "a-draft" not in told
    assert {season["slug"] for season in as_json["seasons"]} == {"spring", "autumn"}
    assert {weight["season"] for weight in as_json["weights"]} == {"spring", "autumn", "-"}
    assert as_json["at"].endswith("Z")
    make_season(slug="over", status="finished", started_at=NOON, finished_at=timezone.now())
    assert "\nEnded within a day\n  over: finished " in said("desk")


def test_pruning_says_what_would_go_and_does_it_with_yes() -> None:
    spring, autumn = over("spring"), over("autumn")

    told = StringIO()
    with pytest.raises(CommandError, match="--yes is wanted: nothing has gone") as refused:
        call_command("prune", "spring", "--what", "thoughts,words", stdout=told)
    assert refused.value.returncode == 1
    assert "spring, of games that were over for 30 days:" in told.getvalue()
    assert "  thoughts         1 rows, 13 bytes, of 1 games" in told.getvalue()
    told = StringIO()
    with pytest.raises(CommandError, match="--yes is wanted: nothing has gone") as refused:
        call_command("prune", "spring", "--what", "thoughts", "--json", stdout=told)
    assert refused.value.returncode == 1
    foreseen = json.loads(told.getvalue())
    assert (foreseen["done"], foreseen["heaps"][0]["rows"]) == (False, 1)
    spring.refresh_from_db()
    assert spring.thought

    assert said("prune", "spring", "--yes", "--reason", "The disk.") == "spring: thoughts (1 rows), some 13 bytes\n"
    spring.refresh_from_db()
    autumn.refresh_from_db()
    assert (spring.thought, autumn.thought) == ("", "I fear Greta.")
    assert Act.objects.get(verb="prune").who == "command line"
    assert said("prune", "spring", "--yes") == "spring: nothing was left to go\n"
    assert "  nothing would go\n" in said("prune", "spring")
    assert json.loads(said("prune", "spring", "--json"))["done"] is False


def test_what_cannot_be_pruned_is_one_sentence() -> None:
    over("spring")
    make_season(slug="a-draft")
    for words, message, status in (
        (("spring", "--what", "bills"), "there are words, thoughts, logs, and no 'bills'", 2),
        (("a-draft",), "a-draft has not begun", 1),
        (("winter",), "there is no season 'winter'", 2),
    ):
        with pytest.raises(CommandError, match=message) as refused:
            call_command("prune", *words)
        assert refused.value.returncode == status
