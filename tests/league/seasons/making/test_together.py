"""Many who do something to a draft at once: one does it, the others are told."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from threading import Barrier, Thread

import pytest
from django.db import connection

from league.access.acts import COMMAND_LINE
from league.models import Act, Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import WrongSeason
from league.seasons.making.cloning import clone_season
from league.seasons.making.deleting import delete_draft
from league.seasons.making.plans import plan_of
from league.seasons.making.rewriting import mark_of, rewrite_draft
from tests.factories import NOON
from tests.league.seasons.making.test_rewriting import drafted
from tests.patience import at_most

pytestmark = [
    pytest.mark.usefixtures("database"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(at_most(120)),
]


def together(*doing: Callable[[], object]) -> Counter[str]:
    """How often what came of doing all this at once: "done", or why not."""
    barrier, told = Barrier(len(doing)), list[str]()

    def do(each: Callable[[], object]) -> None:
        barrier.wait()
        try:
            each()
        except WrongSeason as error:
            told.append(error.message)
        else:
            told.append("done")
        finally:
            connection.close()

    threads = [Thread(target=do, args=(each,)) for each in doing]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(at_most(60))
    return Counter(told)


def test_of_many_editors_who_looked_at_the_same_one_succeeds() -> None:
    season = drafted()
    plan = plan_of(season)

    def edit(games: int) -> Callable[[], object]:
        wanted, mark = replace(plan, games=games), mark_of(plan)
        return lambda: rewrite_draft(season=season, plan=wanted, by=COMMAND_LINE, on=mark)

    told = together(*(edit(games) for games in range(10, 16)))
    assert told == {"done": 1, "spring was changed meanwhile; look at it again.": 5}
    (act,) = Act.objects.all()
    assert act.after == {"games_planned": Season.objects.get().games_planned}


def test_a_draft_is_edited_before_its_start_or_not_at_all() -> None:
    season = drafted()
    wanted = replace(plan_of(season), games=9)
    told = together(
        lambda: start_season(season=Season.objects.get(), now=NOON),
        lambda: rewrite_draft(season=season, plan=wanted, by=COMMAND_LINE),
    )
    season.refresh_from_db()
    assert season.status == "running"
    assert season.fixtures.count() == season.games_planned == (9 if told == {"done": 2} else 3)
    assert told in ({"done": 2}, {"done": 1, "only a draft season can be edited, and spring is running.": 1})


def test_a_draft_is_deleted_once() -> None:
    season = drafted()
    told = together(*[lambda: delete_draft(season=season, by=COMMAND_LINE)] * 4)
    assert told == {"done": 1, "there is no season spring any more.": 3}
    assert Act.objects.filter(verb="delete").count() == 1


def test_clones_that_are_made_at_once_have_slugs_of_their_own() -> None:
    season = drafted()
    told = together(*[lambda: clone_season(season=season, by=COMMAND_LINE, now=NOON)] * 3)
    assert told == {"done": 3}
    assert sorted(Season.objects.values_list("slug", flat=True)) == ["spring", "spring-2", "spring-3", "spring-4"]
