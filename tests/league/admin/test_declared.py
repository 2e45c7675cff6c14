"""No list tells what it does not show: staff who may look at everything learn no bit of what a sealed game hides, by no
lookup, ordering, search, facet, choice or export of any page, whatever is tried."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.auth.models import Permission
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse

from games.models import Account, Answer, Call, Event, Game, Narration, Seat
from league.models import Act, Season, User
from personas.backstage import BackstageAdmin
from personas.hidden import hidden_fields
from tests.factories import (
    TERMS,
    make_account,
    make_answer,
    make_call,
    make_event,
    make_fixture,
    make_player,
    make_running_game,
    make_running_season,
    make_seat,
    make_standing,
    make_user,
)

pytestmark = pytest.mark.django_db

LOOKUPS = ("", "__exact", "__regex", "__startswith", "__gt", "__in", "__isnull")
# Rows that are hidden whole: on their own lists only those of games that may be seen.
RECORD = (Answer, Call, Event, Narration, Seat)
DEEP = 3
PAGES = ("/", "/games/", "/seasons/", "/leaderboard/", "/stats/", "/players/", "/models/")
ENDPOINTS = ("games", "seasons", "players", "personas", "models", "leaderboard", "stats", "stats/games")


def registered() -> list[admin.ModelAdmin]:
    """The admin's pages, which nobody may have loaded yet when this file is read: without them nothing is tested."""
    admin.autodiscover()
    return list(admin.site._registry.values())


def hidden_paths(model: type[Model], prefix: str = "", deep: int = DEEP) -> Iterator[str]:
    """The paths from a model to every hidden field within reach, forwards and backwards."""
    for field in model._meta.get_fields():
        if field.is_relation and field.related_model:
            if deep > 1:
                yield from hidden_paths(field.related_model, f"{prefix}{field.name}__", deep - 1)
        elif field.name in hidden_fields(model) or (prefix and model in RECORD):
            yield f"{prefix}{field.name}"


def is_hidden(model: type[Model], path: str) -> bool:
    """Whether a path of lookups leads to a hidden field."""
    for name in path.split("__"):
        try:
            field = model._meta.get_field(name)
        except FieldDoesNotExist:
            return False  # a lookup or an annotation; of those the twins below tell
        if name in hidden_fields(model):
            return True
        if not field.is_relation:
            return False
        model = field.related_model
    return False


@pytest.fixture
def looker(client: Client) -> Client:
    """Somebody who may look at everything and see no secret."""
    user = make_user(username="looker", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client.force_login(user)
    client.raise_request_exception = False
    return client


def sealed(number: int = 1, **fields: Any) -> Game:
    """A running sealed game with all that is hidden of one, each with its own."""
    given = {"seed": f"{number}eed" * 8, "salt": f"{number}a17" * 8, "last_seq": number * 17, "last_poll": number}
    game = make_running_game(**given | {"terms": TERMS | {"spoilers": "sealed"}} | fields)
    season = make_running_season(slug=f"covert-{number}", secret=f"{number}c0ffee" * 4)
    make_fixture(season=season, number=1, game=game)
    make_seat(game=game, number=0, role=("mafioso", "doctor")[number % 2], team=("mafia", "town")[number % 2])
    for each in range(100 * number, 101 * number):
        make_event(game=game, seq=each, heard_by=each * 0b110, public_seq=None)
        make_answer(game=game, poll=each, thought=f"I am wolf {number}")
        make_call(game=game, poll=each, status="answered", cost=number)
    make_account(scope="game", name=game.public_id, spent=number)
    return game


def test_every_page_of_the_admin_stands_on_ours() -> None:
    assert [each for each in registered() if not isinstance(each, BackstageAdmin)] == []


def test_fields_that_are_called_like_secrets_are_hidden() -> None:
    known = {"lease_token", "key_variable", "secret_variable", "most_tokens", "in_flight"}
    known |= {f"{kind}_tokens" for kind in ("input", "cached", "cache_written", "output", "reasoning")}
    named = [
        f"{model._meta.label_lower}.{field.name}"
        for model in (each.model for each in registered())
        for field in model._meta.fields
        if re.search("seed|salt|secret|password|token|digest|key", field.name)
        and field.name not in known | hidden_fields(model)
    ]
    # The digest of a question is on no list, those of sheets and of how models are asked are of what everybody may
    # read. A model's seed is that of its own sampling.
    innocent = [
        "games.answer.digest",
        "personas.languagemodel.seed",
        "personas.modelversion.digest",
        "personas.sheetversion.digest",
    ]
    assert sorted(named) == innocent


@pytest.mark.parametrize("page", registered(), ids=lambda page: page.opts.label)
def test_nothing_hidden_is_declared(page: admin.ModelAdmin, rf: RequestFactory) -> None:
    request = rf.get("/")
    request.user = User(is_staff=True, is_superuser=True)
    declared = [each[0] if isinstance(each, tuple) else each for each in page.get_list_filter(request)]
    declared += [each.lstrip("^=@") for each in page.get_search_fields(request)]
    declared += [*page.narrowed_by, *filter(None, [page.date_hierarchy])]
    for name in page.get_list_display(request):
        column = getattr(page, name, None) if isinstance(name, str) else name
        declared.append(getattr(column, "admin_order_field", None) or name)
    assert [path for path in declared if isinstance(path, str) and is_hidden(page.model, path.lstrip("-"))] == []


@pytest.mark.parametrize("page", registered(), ids=lambda page: page.opts.label)
def test_no_list_is_narrowed_by_what_is_hidden(page: admin.ModelAdmin, rf: RequestFactory) -> None:
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    paths = sorted(set(hidden_paths(page.model)))
    let_through = []
    for path, lookup in itertools.product(paths, LOOKUPS):
        request = rf.get("/", {f"{path}{lookup}": "1"})
        request.user = user
        try:
            page.get_changelist_instance(request)
        except DisallowedModelAdminLookup:
            continue
        let_through.append(f"{path}{lookup}")
    assert let_through == []


def test_a_filter_takes_up_its_own_lookups_and_no_others(looker: Client) -> None:
    game = sealed()
    shown = f"/{game.pk}/change/"
    told = {
        asked: (page.status_code, shown in page.content.decode())
        for asked in (
            "status__exact=running",
            "status__exact=paused",
            f"public_id__exact={game.public_id}",
            "finished_at__gte=2020-01-01T00:00:00Z",
            "status__regex=run",
            "status=running",
            "public_id__startswith=a",
            "created_at__gt=2020-01-01",
            "created_at__month=1",
            "seed__regex=5",
            "nothing=1",
            "finished_at__gte=soon",
        )
        for page in [looker.get(f"/admin/games/game/?{asked}")]
    }
    assert told == {
        "status__exact=running": (200, True),
        "status__exact=paused": (200, False),
        f"public_id__exact={game.public_id}": (200, True),
        "finished_at__gte=2020-01-01T00:00:00Z": (200, False),
        "status__regex=run": (400, False),
        "status=running": (400, False),
        "public_id__startswith=a": (400, False),
        "created_at__gt=2020-01-01": (400, False),
        "created_at__month=1": (400, False),
        "seed__regex=5": (400, False),
        "nothing=1": (400, False),
        "finished_at__gte=soon": (302, False),
    }


def test_a_seed_cannot_be_read_letter_by_letter(looker: Client) -> None:
    game = sealed()
    answers = {seen(looker, f"/admin/games/game/?seed__regex=%5E{letter}") for letter in "0123456789abcdef"}
    assert [(status, game.public_id in page) for status, _, page in answers] == [(400, False)]


# --- twins: the same to look at, with other secrets -------------------------------------------------------------------


def exchange(one: Game, other: Game) -> None:
    """Gives each of two sealed games what is hidden of the other; what is public of them stays."""
    for model in (Event, Answer, Call):
        rows = {game: list(model.objects.filter(game=game).values_list("pk", flat=True)) for game in (one, other)}
        model.objects.filter(pk__in=rows[one]).update(game=other)
        model.objects.filter(pk__in=rows[other]).update(game=one)
    for model, key in ((Game, "pk"), (Seat, "game"), (Season, "fixtures__game")):
        names = [name for name in hidden_fields(model) if not name.startswith("lease_")]
        rows = [model.objects.get(**{key: game.pk}) for game in (one, other)]
        for row, values in zip(rows, [[getattr(each, name) for name in names] for each in rows[::-1]], strict=True):
            model.objects.filter(pk=row.pk).update(**dict(zip(names, values, strict=True)))
    spent = [Account.objects.get(name=game.public_id).spent for game in (other, one)]
    for game, amount in zip((one, other), spent, strict=True):
        Account.objects.filter(name=game.public_id).update(spent=amount)
    User.objects.filter(username="victim").update(password="another")


def addresses(game: Game) -> list[str]:
    """Every list with every ordering and searches for what is hidden, and every page of the game and its season."""
    sought = ("1eed", "mafioso")
    found = []
    for page in registered():
        where = f"/admin/{page.opts.app_label}/{page.opts.model_name}/"
        found += [f"{where}?_facets=True&all=", *(f"{where}?q={term}" for term in sought)]
        if page.model._meta.app_label in ("games", "league"):
            found += [f"{where}?o={number}" for number in range(1, len(page.list_display) + 1)]
    fields = [("games", "seat", "game"), ("games", "seat", "player"), ("league", "fixture", "season")]
    for app, model, field in fields:
        asked = f"app_label={app}&model_name={model}&field_name={field}"
        found += [f"/admin/autocomplete/?{asked}&term={term}" for term in ("", *sought)]
    season, seat = Season.objects.get(fixtures__game=game), game.seats.get()
    found += [f"/admin/games/game/{game.pk}/{view}/" for view in ("change", "history")]
    found += [f"/admin/league/season/{season.pk}/{view}/" for view in ("change", "history")]
    found += [f"/admin/personas/player/{seat.player_id}/change/"]
    found += ["/admin/games/game/?_to_field=seed", "/admin/games/game/?_to_field=id&_popup=1"]
    found += [f"/admin/games/game/{game.public_id}/change/?_to_field=public_id"]
    found += ["/admin/search/?s=1eed&extended=1", "/admin/personas/persona/export/?seed=1", "/admin/"]
    asked = "seed__regex=%5E1&ordering=seed&o=seed&search=1eed&q=1eed&page_size=200&limit=200"
    found += [f"{where}?{asked}" for where in (*PAGES, *(f"/api/v1/{each}/" for each in ENDPOINTS))]
    for each in (f"/api/v1/games/{game.public_id}/", f"/games/{game.public_id}/", f"/seasons/{season.slug}/"):
        found.append(f"{each}?{asked}")
    return found


def seen(client: Client, address: str) -> tuple[int, str, str]:
    """What somebody gets there, without what is drawn anew each time."""
    client.cookies.pop("messages", None)
    answer = client.get(address)
    body = b"".join(answer) if answer.streaming else answer.content
    text = re.sub(r'(name="csrfmiddlewaretoken" value=|X-CSRFToken": ?)"[^"]+"', "", body.decode())
    return answer.status_code, answer.headers.get("Location", ""), re.sub(r"\d+(\.\d+)? ?(ms|seconds?)", "", text)


@pytest.mark.long(25)
@pytest.mark.parametrize("part", [4, pytest.param(1, marks=pytest.mark.slow)])  # of the addresses, one
def test_other_secrets_are_the_same_pages(looker: Client, part: int) -> None:
    one, other = sealed(1), sealed(2)
    make_user(username="victim", password="first")
    make_standing(player=make_player())
    moderator = Client()
    moderator.force_login(make_user(username="moderator", is_staff=True, is_superuser=True))
    every = addresses(one)[::part]
    before = {address: seen(looker, address) for address in every}
    hers = (
        "/admin/games/event/",
        "/admin/games/call/?o=7",
        "/admin/games/account/",
        f"/admin/games/game/{one.pk}/change/",
    )
    there = [seen(moderator, address) for address in hers]

    exchange(one, other)

    assert not any(seen(moderator, address) == was for address, was in zip(hers, there, strict=True))  # it can be found
    assert [address for address in every if seen(looker, address) != before[address]] == []
    assert [address for address in every if before[address][0] >= 500] == []


@pytest.mark.parametrize("page", ["games/game", "league/season", "personas/languagemodel", "personas/player"])
def test_an_address_without_a_key_is_no_fault_of_the_sites(admin_client: Client, page: str) -> None:
    for address in (f"/admin/{page}/somewhere/change/", f"/admin/{page}/{2**70}/change/"):
        assert admin_client.get(address).status_code == 302
    for verb in ("pause", "start", "try_out"):
        answer = admin_client.post(f"/admin/{page}/somewhere/{verb}/", {"_form_submitted": "on"})
        assert answer.status_code in (302, 404)


def test_what_is_in_the_way_of_a_deletion_is_told_by_its_kind(admin_client: Client) -> None:
    seat = make_seat(game=sealed(), number=1)
    page = admin_client.get(f"/admin/personas/player/{seat.player_id}/delete/").content.decode()
    assert "<li>Seat</li>" in re.sub(r"\s+", "", page)
    assert "Alias 1" not in page


def of_a_row(page: admin.ModelAdmin, key: str) -> Iterator[str]:
    """The addresses of all that a page has of one row, with this key."""
    for pattern in page.get_urls():
        route = getattr(pattern, "pattern", None)
        named = list(getattr(route, "converters", {}))
        if pattern.name and len(named) == 1 and route.converters[named[0]].regex != "[0-9]+":
            yield reverse(f"admin:{pattern.name}", kwargs={named[0]: key})


@pytest.mark.parametrize("page", registered(), ids=lambda page: page.opts.label)
def test_an_address_with_no_key_in_it_leads_nowhere(page: admin.ModelAdmin, admin_client: Client) -> None:
    found = {key: list(of_a_row(page, key)) for key in ("abc", "1_Ffff", "9" * 40)}
    assert len(found["abc"]) >= 3  # to change, to delete, its history; and what else is done to it
    told = {"_form_submitted": "on", "reason": "a trial", "post": "yes"}
    for address in itertools.chain(*found.values()):
        for answer in (admin_client.get(address), admin_client.post(address), admin_client.post(address, told)):
            assert answer.status_code in (200, 302, 400, 403, 404), (address, answer.status_code)
    assert not Act.objects.exists()
