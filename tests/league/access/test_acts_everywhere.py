"""Every act leaves its record: a walk over every page of the admin, every form of the site and every command.

What is new is red until it stands in one of the tables here. The tables are why this module is as long as it is: each
line is a page, an action or a command with what it is given, and they are read beside one another.
"""

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client, RequestFactory
from django.utils import timezone

from games.directing.verbs import VERBS as OF_GAMES
from games.models import Account, Game, KillSwitch
from league.api.desk.recorded import KNOWN
from league.boards.verbs import VERBS as OF_BOARDS
from league.models import Act, Outcome, Season, Standing, Token, User
from league.seasons.making.plans import plan_of
from league.seasons.making.rewriting import mark_of
from league.seasons.money.budgets import pause_penniless_seasons
from league.seasons.pinning import pin_season
from league.seasons.verbs import VERBS
from personas.models import LanguageModel, Persona, Player, Price
from personas.parts import PARTS
from personas.roster import ensure_roster
from personas.rows.typed import shown_of
from personas.sheet import ROSTER, dump
from personas.versions import versions_now
from tests.factories import (
    NOON,
    make_account,
    make_addressee,
    make_fixture,
    make_model,
    make_persona,
    make_player,
    make_price,
    make_revision,
    make_roster,
    make_roster_place,
    make_running_game,
    make_running_season,
    make_season,
    make_seat,
    make_series,
    make_token,
    make_user,
)
from tests.games.casting import cast, make_game
from tests.league.views.sent import exhibition_form, season_form
from tests.league.views.test_pages_staff import ACTS, GAME

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _is_known(db: None) -> Iterator[None]:
    """Whatever is written down here can be asked for, by its kind and verb."""
    yield
    written = set(Act.objects.values_list("model", "verb"))
    assert written - {(kind, verb) for kind, verbs in KNOWN.items() for verb in verbs} == set()


def acts(**fields: Any) -> list[tuple[str, str, str]]:
    """What was recorded: the verb, the kind and the name, in their order."""
    return list(Act.objects.filter(**fields).order_by("pk").values_list("verb", "model", "name"))


def pages() -> dict[str, admin.ModelAdmin]:
    admin.autodiscover()
    return {each.opts.label: each for each in admin.site._registry.values()}


def where(label: str) -> str:
    return f"/admin/{label.lower().replace('.', '/')}/"


def make_attempt(**fields: Any) -> AccessAttempt:
    given = {
        "username": "ann",
        "ip_address": "10.0.0.1",
        "failures_since_start": 3,
        "post_data": "hush",
        "path_info": "/",
    }
    return AccessAttempt.objects.create(**given | {"user_agent": str(timezone.now())} | fields)


def make_sheet(number: int) -> Persona:
    sheet = ROSTER[number]
    return make_persona(slug=sheet.slug, name=sheet.name, sheet=dump(sheet))


MAKE: dict[str, Callable[[], Any]] = {
    "league.User": lambda: make_user(date_joined=NOON),
    "league.Token": lambda: make_token()[0],
    "league.Season": make_running_season,
    "auth.Group": lambda: Group.objects.create(name=f"group {Group.objects.count()}"),
    "league.Addressee": make_addressee,
    "games.Game": make_running_game,
    "games.Account": lambda: make_account(scope="season"),
    "games.KillSwitch": lambda: KillSwitch.objects.get_or_create(pk=1)[0],
    "personas.Persona": lambda: make_sheet(Persona.objects.count()),
    "personas.Price": make_price,
    "personas.LanguageModel": make_model,
    "personas.Player": make_player,
    "axes.AccessAttempt": make_attempt,
    "axes.AccessLog": lambda: AccessLog.objects.create(username="ann", ip_address="10.0.0.1"),
}
WORD = "a b c d 5"
PRICE = {"valid_from_0": "2026-01-02", "valid_from_1": "12:00:00", "input": "1", "output": "2"}
ADD: dict[str, Callable[[], dict[str, Any]]] = {
    "league.User": lambda: {"username": "new", "usable_password": "true", "password1": WORD, "password2": WORD},
    "league.Token": lambda: {"user": make_user().pk, "name": "laptop", "scopes": ["read"]},
    "league.Addressee": lambda: {"slug": "new", "means": "mail", "address": "ops@league.example", "repeat": "60"},
    "auth.Group": lambda: {"name": "new"},
    "games.Account": lambda: {
        "whose": f"model {make_model(provider='openai', model_name='gpt-4o-mini').slug}",
        "cap": "5",
    },
    "personas.Persona": lambda: (
        {"slug": ROSTER[0].slug, "name": ROSTER[0].name, "temper": ROSTER[0].temper}
        | {part.field: shown_of(part, dump(ROSTER[0])) for part in PARTS}
    ),
    "personas.Price": lambda: PRICE | {"language_model": make_model().pk},
    "personas.LanguageModel": lambda: {
        "slug": "new",
        "name": "New",
        "provider": "house",
        "model_name": "joker",
        "most_tokens": 900,
        "in_flight": 1,
    },
    "personas.Player": lambda: {"persona": make_persona().pk, "model": make_model().pk, "strategy_level": "none"},
}
CHANGE: dict[str, dict[str, Any]] = {
    "league.User": {"first_name": "Ann"},
    "league.Season": {"name": "Another name"},
    "league.Addressee": {"repeat": "90"},
    "auth.Group": {"name": "another"},
    "games.Game": {},  # nothing of it is edited
    "games.Account": {"cap": "5"},
    "games.KillSwitch": {},  # thrown by its buttons
    "personas.Persona": {"name": "Another"},
    "personas.Price": {"input": "7"},
    "personas.LanguageModel": {"name": "Another"},
    "personas.Player": {"strategy_level": "basic"},
    "axes.AccessAttempt": {},  # read, or deleted
    "axes.AccessLog": {},
}


def filled(client: Client, address: str) -> dict[str, Any]:
    """What a browser sends of the form at an address that nothing was changed in."""
    context = client.get(address).context
    forms = [context["adminform"].form]
    shown = [each for each in context["inline_admin_formsets"] if not each.has_change_permission]
    for each in context["inline_admin_formsets"]:
        forms += [each.formset.management_form, *each.formset.forms]
    sent: dict[str, Any] = {}
    for form in forms:
        for bound in form:
            value = bound.field.widget.decompress(bound.value()) if hasattr(bound.field.widget, "decompress") else None
            if value is not None:
                sent |= {f"{bound.html_name}_{number}": part for number, part in enumerate(value) if part is not None}
            elif bound.value() is not None and bound.value() is not False and bound.value() != "":
                sent[bound.html_name] = "on" if bound.value() is True else bound.value()
    for each in shown:  # of rows that are only shown nothing is sent
        sent |= {f"{each.formset.prefix}-{form}_FORMS": 0 for form in ("TOTAL", "INITIAL")}
    return sent


def may(page: admin.ModelAdmin, what: str) -> bool:
    request = RequestFactory().get("/")
    request.user = User(is_staff=True, is_superuser=True)
    return bool(getattr(page, f"has_{what}_permission")(request))


def test_every_page_stands_in_the_tables() -> None:
    found = pages()
    assert sorted(ADD) == sorted(label for label, page in found.items() if may(page, "add"))
    assert sorted(CHANGE) == sorted(label for label, page in found.items() if may(page, "change"))
    assert set(MAKE) >= {label for label, page in found.items() if may(page, "delete")}


@pytest.mark.parametrize("label", ADD)
def test_what_is_added_is_one_act(admin_client: Client, label: str) -> None:
    form = filled(admin_client, f"{where(label)}add/") | ADD[label]()
    answer = admin_client.post(f"{where(label)}add/", form)
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    (act,) = Act.objects.all()
    assert (act.verb, act.surface, act.who, act.before) == ("create", "admin", "admin", {})
    assert (act.app_label, act.model) == tuple(label.lower().split("."))
    assert act.account == User.objects.get(username="admin")
    assert WORD not in json.dumps(act.after)

    answer = admin_client.post(f"{where(label)}add/", {"name": "", "_save": ""})
    assert (answer.status_code, Act.objects.count()) == (200, 1)  # what is refused is no act


@pytest.mark.parametrize("label", CHANGE)
def test_what_is_changed_is_one_act_and_what_stays_is_none(admin_client: Client, label: str) -> None:
    row = MAKE[label]()
    address = f"{where(label)}{row.pk}/change/"
    form = filled(admin_client, address)
    assert admin_client.post(address, form).status_code == 302
    assert acts() == []
    admin_client.post(address, form | CHANGE[label])
    told = list(Act.objects.values_list("verb", "surface", "model", "before", "after"))
    assert len(told) == bool(CHANGE[label])
    for verb, surface, model, before, after in told:
        assert (verb, surface, model) == ("change", "admin", label.lower().partition(".")[2])
        assert set(before) == set(after)
        assert set(CHANGE[label]) <= set(after)


DELETED = [label for label, page in pages().items() if may(page, "delete")]


@pytest.mark.parametrize("label", DELETED)
def test_each_row_that_is_deleted_is_one_act(admin_client: Client, label: str) -> None:
    rows = [MAKE[label]() for _ in range(3)]
    admin_client.post(f"{where(label)}{rows[0].pk}/delete/", {"post": "yes"})
    assert [verb for verb, *_ in acts()] == ["delete"]
    chosen = {"action": "delete_selected", "_selected_action": [row.pk for row in rows[1:]], "post": "yes"}
    admin_client.post(where(label), chosen)
    assert [(verb, model) for verb, model, _ in acts()] == [("delete", label.lower().partition(".")[2])] * 3
    assert not type(rows[0]).objects.filter(pk__in=[row.pk for row in rows]).exists()
    assert all(act.before and not act.after for act in Act.objects.all())
    assert "hush" not in json.dumps(list(Act.objects.values_list("before", flat=True)))


def test_what_is_in_the_way_of_a_deletion_leaves_no_act(admin_client: Client) -> None:
    player = make_player()
    admin_client.post(f"{where('personas.Persona')}{player.persona.pk}/delete/", {"post": "yes"})
    assert acts() == []


# --- actions ---------------------------------------------------------------------------------------------------------


def drafted() -> Persona:
    """A persona that nobody has approved."""
    row = make_sheet(Persona.objects.count())
    Persona.objects.filter(pk=row.pk).update(status="draft", decided_by="", decided_at=None)
    return row


def paused_game() -> Game:
    return make_running_game(status="paused")


def announced_season() -> Season:
    return make_season(status="announced", announced_at=NOON)


def paused_season() -> Season:
    return make_running_season(status="paused", waiting="paused by hand")


def draft() -> Season:
    season = make_season(rules=[{"seats": 5}], games_planned=2)
    for number, player in enumerate(ensure_roster()[:6]):
        make_roster_place(season=season, player=player, number=number)
    return season


def off() -> KillSwitch:
    return KillSwitch.objects.update_or_create(pk=1, defaults={"is_on": True, "reason": "a bill"})[0]


def asked_otherwise_by_now() -> Game:
    """A game of no season, whose model is asked otherwise since it was made."""
    seat = make_seat(game=make_running_game())
    seat.model_version = versions_now(models=[seat.player.model])[seat.player.model_id]
    seat.save()
    LanguageModel.objects.filter(pk=seat.player.model_id).update(model_name="joker")
    game: Game = seat.game
    return game


def with_another_model() -> Game:
    """A running game of a seat, and a model that may answer there."""
    make_model(slug="other")
    game: Game = make_seat(game=make_running_game()).game
    return game


SELECTED: dict[tuple[str, str], tuple[Callable[[], Any], str]] = {
    ("games.Game", "pause_selected"): (make_running_game, "pause"),
    ("games.Game", "resume_selected"): (paused_game, "resume"),
    ("games.Game", "void_selected"): (make_running_game, "void"),
    ("league.Season", "start_selected"): (draft, "start"),
    ("league.Season", "pause_selected"): (make_running_season, "pause"),
    ("league.Season", "resume_selected"): (paused_season, "resume"),
    ("league.Season", "clone_selected"): (draft, "clone"),
    ("personas.Persona", "approve_selected"): (drafted, "approve"),
    ("personas.Persona", "retire_selected"): (MAKE["personas.Persona"], "retire"),
    ("personas.Persona", "seat_selected"): (MAKE["personas.Persona"], "create"),
    ("personas.Player", "change_selected"): (make_player, "change"),
    ("axes.AccessAttempt", "cleanup_expired_attempts"): (
        lambda: make_attempt(attempt_time=timezone.now()),
        "clean up",
    ),
}
# What the page before an action asks for.
SAID: dict[str, Callable[[], dict[str, Any]]] = {
    "seat_selected": lambda: {"model": make_model().pk},
    "change_selected": lambda: {"strategy_level": "basic", "is_aware": "yes"},
}
ON_A_PAGE: dict[tuple[str, str], tuple[Callable[[], Any], str]] = {
    ("games.Game", "pause"): (make_running_game, "pause"),
    ("games.Game", "resume"): (paused_game, "resume"),
    ("games.Game", "void"): (make_running_game, "void"),
    ("games.Game", "step"): (paused_game, "step"),
    ("games.Game", "replay"): (lambda: make_game("K", pace=1), "replay"),
    ("games.Game", "substitute"): (with_another_model, "substitute"),
    ("games.Game", "update"): (asked_otherwise_by_now, "update"),
    ("games.Account", "stop"): (lambda: make_account(scope="model", name="m"), "stop calls"),
    ("games.Account", "allow"): (lambda: make_account(scope="provider", name="p", stopped="a bill"), "allow calls"),
    ("games.KillSwitch", "stop"): (MAKE["games.KillSwitch"], "stop calls"),
    ("games.KillSwitch", "allow"): (off, "allow calls"),
    ("league.Season", "start"): (draft, "start"),
    ("league.Season", "pause"): (make_running_season, "pause"),
    ("league.Season", "resume"): (paused_season, "resume"),
    ("league.Season", "announce"): (draft, "announce"),
    ("league.Season", "withdraw"): (announced_season, "withdraw"),
    ("league.Season", "finish"): (make_running_season, "finish"),
    ("league.Season", "cancel"): (make_running_season, "cancel"),
    ("league.Season", "refold"): (make_running_season, "refold"),
    ("league.Season", "update"): (make_running_season, "update"),
    ("league.Season", "keep"): (make_running_season, "keep"),
    ("league.Series", "pause"): (make_series, "pause"),
    ("league.Series", "resume"): (lambda: make_series(status="paused", waiting="holidays"), "resume"),
    ("league.Series", "end"): (make_series, "end"),
    ("league.Series", "delete_series"): (make_series, "delete"),
    ("personas.Persona", "approve"): (drafted, "approve"),
    ("personas.Persona", "retire"): (MAKE["personas.Persona"], "retire"),
}
# What changes nothing, or another row than its own; and what asks a model, which the tests of those tell of.
NO_ACT = {"export_admin_action", "delete_selected", "new", "twin", "edit", "delete_draft", "clone", "memory", "undo"}
ASKS = {"try_out", "write_persona", "seat_the_roster"} | {f"{name}_it" for name in OF_BOARDS}


def test_every_action_stands_in_the_tables() -> None:
    request = RequestFactory().get("/")
    request.user = User(is_staff=True, is_superuser=True)
    selected, on_a_page = set(), set()
    for label, page in pages().items():
        selected |= {(label, name) for name in page.get_actions(request) if name not in NO_ACT}
        buttons = [*page.actions_detail, *page.actions_list, *page.actions_row, *page.actions_submit_line]
        on_a_page |= {(label, name) for name in buttons if name not in NO_ACT | ASKS}
    assert (selected, on_a_page) == (set(SELECTED), set(ON_A_PAGE))


@pytest.mark.parametrize(("label", "action"), SELECTED)
def test_an_action_is_an_act_for_each_row(admin_client: Client, label: str, action: str) -> None:
    make, verb = SELECTED[label, action]
    rows = [make(), make()] if action != "start_selected" else [make()]
    if action == "cleanup_expired_attempts":
        AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(days=9))
    chosen = {"action": action, "_selected_action": [row.pk for row in rows], "confirmed": "yes", "reason": "so"}
    chosen |= {"_form_submitted": "on"} | SAID.get(action, dict)()
    admin_client.post(where(label), chosen)
    assert [told for told, *_ in acts(surface="admin")] == [verb] * len(rows)
    reasons = {"void", "start", "retire", "create", "change"}
    assert {act.reason for act in Act.objects.all()} == ({"so"} if verb in reasons else {""})
    before = Act.objects.count()
    if verb in {"pause", "resume", "void", "start", "approve", "retire", "create", "change"}:
        admin_client.post(where(label), chosen)  # it is refused the second time
        assert Act.objects.count() == before


@pytest.mark.parametrize(("label", "action"), ON_A_PAGE)
def test_a_button_is_an_act_with_its_reason(admin_client: Client, label: str, action: str) -> None:
    make, verb = ON_A_PAGE[label, action]
    row = make()
    make_running_game()  # which nothing is done to
    address = f"{where(label)}{row.pk}/{action}/"
    assert 'name="reason"' in admin_client.get(address).content.decode()
    asked = {"seat": 0, "model": "other"} if action == "substitute" else {}
    admin_client.post(address, {"_form_submitted": "on", "reason": "because of it"} | asked)
    (act,) = Act.objects.all()
    assert (act.verb, act.surface, act.who, act.reason) == (verb, "admin", "admin", "because of it")
    assert act.before != act.after
    if verb == "delete":
        return  # and has no page any more
    page = admin_client.get(f"{where(label)}{row.pk}/change/").content.decode()
    (link,) = re.findall(r'href="(/admin/league/act/\?[^"]+)"', page)
    shown = admin_client.get(link.replace("&amp;", "&")).content.decode()
    assert len(re.findall(r'href="/admin/league/act/\d+/change/', shown)) == 1


def test_a_cap_that_is_given_with_a_resume_is_an_act_on_its_account(admin_client: Client) -> None:
    season = paused_season()
    account = Account.objects.create(scope="season", name=season.slug, cap=1, spent="0.9")
    admin_client.post(f"/admin/league/season/{season.pk}/resume/", {"_form_submitted": "on", "cap_season": "2.5"})
    assert acts() == [("resume", "season", season.slug), ("resume", "account", str(account))]
    after = Act.objects.get(model="season").after
    assert after.pop("resumed_at")
    assert after == {"status": "running", "waiting": "", "cap_season": "2.5000"}


def test_a_clone_is_an_act_on_the_new_season(admin_client: Client) -> None:
    season, _ = draft(), draft()
    address = f"/admin/league/season/{season.pk}/clone/"
    assert 'name="reason"' in admin_client.get(address).content.decode()
    answer = admin_client.post(address, {"_form_submitted": "on", "reason": "once more"})
    made = Season.objects.order_by("-pk")[0]
    assert answer["HX-Redirect"] == f"/seasons/{made.slug}/edit/"
    assert acts(surface="admin") == [("clone", "season", made.slug)]
    assert (Act.objects.get().reason, Act.objects.get().after["clone_of"]) == ("once more", season.slug)


def test_prices_beside_a_model_are_acts_of_their_own(admin_client: Client) -> None:
    model = make_model()
    old, gone = (make_price(language_model=model, valid_from=NOON + timedelta(days=day)) for day in (0, 1))
    address = f"/admin/personas/languagemodel/{model.pk}/change/"
    form = filled(admin_client, address)
    rows = {form[f"prices-{number}-id"]: f"prices-{number}" for number in range(2)}
    form |= {f"{rows[old.pk]}-input": "9", f"{rows[gone.pk]}-DELETE": "on", "prices-TOTAL_FORMS": "3"}
    form |= {f"prices-2-{name}": value for name, value in PRICE.items()}
    assert admin_client.post(address, form).status_code == 302
    assert sorted(verb for verb, *_ in acts()) == ["change", "create", "delete"]
    assert {model for _, model, _ in acts()} == {"price"}


def test_what_a_player_remembers_is_an_act(admin_client: Client) -> None:
    player = make_player()
    make_revision(player=player)
    make_revision(player=player, number=2, learned={"notes": ["speak"]}, game_id="a" * 12)
    make_running_game(public_id="a" * 12)
    address = f"/admin/personas/memoryrevision/of/{player.pk}/"
    for number, given in enumerate(({"do": "restore:1"}, {"do": "write", "notes": '{"plan": 1}'}), 2):
        admin_client.post(address, {"on": number, "notes": "{}", "reason": "so"} | given)
    admin_client.post(address, {"on": 4, "notes": "{}", "do": "restore:2"})
    admin_client.post("/admin/personas/memoryrevision/undo/", {"game": "a" * 12, "confirmed": "yes"})
    verbs = ("restore memory", "revise memory", "restore memory", "undo learning")
    assert acts() == [(verb, "memoryrevision", f"{player.player_id} #{number}") for number, verb in enumerate(verbs, 3)]
    assert [act.reason for act in Act.objects.order_by("pk")][:2] == ["so", "so"]


def test_passwords_are_acts_without_them(client: Client, admin_client: Client) -> None:
    ann = make_user(username="ann")
    new = {"password1": "gnu gnat 5 newt", "password2": "gnu gnat 5 newt"}
    admin_client.post(f"/admin/league/user/{ann.pk}/password/", new | {"usable_password": "true"})
    boss = make_user(username="boss", password="old gnu 5", is_staff=True)
    client.force_login(boss)
    wrong = {"old_password": "wrong", "new_password1": "gnu gnat 5 newt", "new_password2": "gnu gnat 5 newt"}
    client.post("/admin/password_change/", wrong)
    client.post("/admin/password_change/", wrong | {"old_password": "old gnu 5"})
    told = list(Act.objects.order_by("pk").values_list("verb", "who", "name", "before", "after"))
    hidden = {"password": "(hidden)"}
    assert told == [
        ("change password", "admin", "ann", hidden, hidden),
        ("change password", "boss", "boss", hidden, hidden),
    ]


def test_each_persona_that_is_imported_is_an_act_and_a_bad_file_is_none(admin_client: Client) -> None:
    one, other = ({"slug": each.slug, "name": each.name, "sheet": dump(each), "is_active": True} for each in ROSTER[:2])
    for rows, expected in (([one, other | {"name": "Nobody"}], 0), ([one, other], 2), ([one, other], 2)):
        file = SimpleUploadedFile("personas.json", json.dumps(rows).encode())
        shown = admin_client.post("/admin/personas/persona/import/", {"import_file": file, "format": "0"})
        assert Act.objects.count() == (expected if rows[1] is other and Act.objects.exists() else 0)
        if confirm := shown.context.get("confirm_form"):
            admin_client.post("/admin/personas/persona/process_import/", confirm.initial)
        assert acts(verb="import") == [("import", "persona", each["slug"]) for each in (one, other)][:expected]


# --- the site --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [path for path in ACTS if "prune" not in path])  # it takes games hours old
def test_what_is_done_on_the_site_is_one_act(admin_client: Client, path: str, settings: Any) -> None:
    season = draft()
    slug = path.split("/")[2]
    status = {"open": "running", "held": "paused"}.get(slug, "draft")
    if slug in ("draft", "open", "held"):
        now = {"slug": slug, "status": status, "started_at": None if status == "draft" else NOON}
        Season.objects.filter(pk=season.pk).update(**now, persona_source="season" if "personas" in path else "roster")
    form: dict[str, Any] = {}
    if path == "/seasons/new/":
        form = season_form(players=[player.pk for player in cast(6)])
    if path == "/seasons/open/calendar/":
        form = {"pace": 2}
    if path == "/seasons/draft/twins/new/":
        form = {"memory": "off", "name": "Twin", "slug": "twin"}
    if path == "/seasons/draft/edit/":
        form = {"name": "Draft", "slug": "draft", "games": 9, "on": mark_of(plan_of(Season.objects.get()))}
        form = season_form(players=[place.player_id for place in season.roster.all()]) | form | {"town-mafia-seats": 5}
    if path == "/seasons/open/clone/":
        form = {"slug": "open-2"}  # as its page says it
    if path == "/exhibitions/new/":
        cast(6)
        form = exhibition_form(seats=6, shown="town-mafia", ruleset="town-mafia")
    if path == "/seasons/open/update/":
        pin_season(season=season)  # each place of the roster that is pinned anew is an act, too
    if path == "/seasons/open/caps/":
        Season.objects.filter(pk=season.pk).update(cap_season=1)
        form = {"cap_season": "5"}
    if path in ("/seasons/draft/withdraw/", "/seasons/draft/roster/"):
        Season.objects.filter(pk=season.pk).update(status="announced", announced_at=NOON)
        form = {"add": make_roster(12)[-1].player_id}
    if VERBS.get(path.split("/")[-2], VERBS["start"]).wants:
        form = {"reason": "a trial"}
    if path.startswith(f"/games/{GAME}/"):
        form = led_by(path.split("/")[-2])
    verbs = {"new": "create", "calendar": "change calendar", "caps": "change course", "roster": "add to the roster"}
    verbs |= {name: name for name in (*VERBS, *OF_GAMES, "edit", "delete", "clone")}
    verb = verbs.get(path.split("/")[-2], "have personas written")
    admin_client.post(path, form)
    (act,) = Act.objects.all()
    assert (act.verb, act.surface, act.who) == (verb, "site", "admin")
    assert act.model == ("game" if "exhibitions" in path or "/games/" in path else "season")
    assert act.reason == form.get("reason", "")
    if verb in ("refold", "replay", "update"):
        return  # it may be done again and again, and each time somebody looked
    again = {"slug": "no good"} | form if "new" in path and "season" in path else {"games": ""}
    admin_client.post(path, form if "clone" in path or "/games/" in path else again)
    assert Act.objects.count() == 1  # what is refused is no act


def led_by(verb: str) -> dict[str, Any]:
    """What is said with a verb to the game that the pages of games name, which is made so that it can be done to it."""
    game = make_game("K", pace=1)
    status = "paused" if verb in ("resume", "step") else "running"
    Game.objects.filter(pk=game.pk).update(public_id=GAME, status=status, started_at=NOON)
    wanted = {"reason": "a trial"} if OF_GAMES[verb].wants else {}
    return wanted | ({"seat": 1, "model": make_model().slug} if verb == "substitute" else {})


def test_a_season_that_is_made_to_begin_is_made_and_started(admin_client: Client) -> None:
    admin_client.post("/seasons/new/", season_form(players=[player.pk for player in cast(6)], start="on"))
    assert acts(surface="site") == [("create", "season", "open-season"), ("start", "season", "open-season")]


# --- commands --------------------------------------------------------------------------------------------------------

# What reads, plays or serves, or is told of in tests of its own: `demo`, `serve` and `play` set up and make by the
# verbs below, and `doctor --probe` asks a model.
OTHER_COMMANDS = {
    "alerts",
    "board",
    "demo",
    "desk",
    "doctor",
    "export",
    "lint",
    "play",
    "provider",
    "prune",
    "replay",
    "ruleset",
    "serve",
    "simulate",
    "test",
}


UNDONE_AND_RESTORED = (("undo learning", 3), ("restore memory", 4))
FIELDS = {"username": "eve", "password": "x", "date_joined": "2026-01-01T00:00:00Z"}
EVE = {"model": "league.user", "pk": 7, "fields": FIELDS}


def run(*arguments: str) -> None:
    call_command(*arguments, stdout=StringIO())


def commands() -> dict[str, Callable[[], list[tuple[str, str, str]]]]:
    """Each command that changes something, and what it should record."""

    def season() -> list[tuple[str, str, str]]:
        ensure_roster()
        players = ",".join(Player.objects.values_list("player_id", flat=True)[:6])
        make = ["--ruleset", "town-mafia", "--seats", "5", "--games", "2", "--players", players, "--secret", "hush"]
        run("season", "spring", "create", *make)
        for verb in ("start", "pause", "resume"):
            run("season", "spring", verb, "--reason", "a trial")
        assert {act.reason for act in Act.objects.exclude(verb="create")} == {"a trial"}
        return [(verb, "season", "spring") for verb in ("create", "start", "pause", "resume")]

    def game() -> list[tuple[str, str, str]]:
        played = make_game("K", pace=1)
        make_model(slug="other")
        Game.objects.filter(pk=played.pk).update(status="running", started_at=NOON)
        name = played.public_id
        verbs = [("pause",), ("substitute", "--seat", "1", "--model", "other"), ("step",), ("replay",), ("void",)]
        for verb in verbs:
            run("game", name, *verb, "--reason", "a trial")
        run("game", name, "show")
        assert {act.reason for act in Act.objects.all()} == {"a trial"}
        return [(verb[0], "game", name) for verb in verbs]

    def series() -> list[tuple[str, str, str]]:
        make_series(slug="autumn")
        for verb in ("pause", "resume", "end"):
            run("series", "autumn", verb, "--reason", "a trial")
        run("series", "autumn", "delete", "--yes", "--reason", "a trial")
        return [(verb, "series", "autumn") for verb in ("pause", "resume", "end", "delete")]

    def memory() -> list[tuple[str, str, str]]:
        player = make_player()
        make_revision(player=player)
        make_revision(player=player, number=2, learned={"notes": ["speak"]}, game_id="a" * 12)
        run("memory", player.player_id, "undo", "--game", "a" * 12, "--reason", "a trial")
        run("memory", player.player_id, "restore", "2")
        return [(verb, "memoryrevision", f"{player.player_id} #{n}") for verb, n in UNDONE_AND_RESTORED]

    def token() -> list[tuple[str, str, str]]:
        run("token", make_user(username="ann").username, "--name", "laptop")
        return [("create", "token", "ann: laptop")]

    def recompute() -> list[tuple[str, str, str]]:
        found = make_running_season(slug="spring")
        wrong = {"player": make_player(), "role": "x", "team": "y", "games": 9}
        Standing.objects.create(season=found, ruleset="town-mafia", **wrong)
        Outcome.objects.create(season=found, ruleset="town-mafia", winner="town", games=9)
        with pytest.raises(SystemExit):
            run("recompute", "spring")
        run("recompute", "spring")  # nothing differs any more, and that somebody looked is told
        sums = Act.objects.get(verb="refold", after__has_key="sums")
        assert (sums.before, sums.after) == ({"sums": "outcomes: 1 row differed"}, {"sums": "added up again"})
        return [("refold", "season", "spring")] * 3

    def createsuperuser() -> list[tuple[str, str, str]]:
        run("createsuperuser", "--noinput", "--username", "boss", "--email", "boss@example.org")
        return [("create", "user", "boss")]

    def roster() -> list[tuple[str, str, str]]:
        run("roster")
        made = [("set up", kind, name) for _, kind, name in acts()]
        run("roster")  # nobody is missing any more
        assert len(made) > 2 * len(ROSTER)  # each persona and each player, and the models of the house
        return made

    def players() -> list[tuple[str, str, str]]:
        make_model(slug="big")
        make_persona(slug="ann")
        for _ in range(2):
            run("players", "create", "--model", "big", "ann")
            run("players", "change", "big_ann", "--level", "basic")
        return [(verb, "player", "big_ann") for verb in ("create", "change")]

    def lifting(command: str, *arguments: str) -> Callable[[], list[tuple[str, str, str]]]:
        def lift() -> list[tuple[str, str, str]]:
            make_attempt()
            run(command, *arguments)
            run(command, *arguments)
            return [("lift lock", "accessattempt", acts()[0][2])]

        return lift

    def given(command: str, name: str, text: str) -> Callable[[], list[tuple[str, str, str]]]:
        def give() -> list[tuple[str, str, str]]:
            with TemporaryDirectory() as folder:
                file = Path(folder) / name
                file.write_text(text)
                run(*command.split(), str(file))
                run(*command.split(), str(file))  # nothing is other than it was
            return [("load" if command == "loaddata" else "import", "user", "eve")]

        return give

    return {
        "loaddata": given("loaddata", "eve.json", json.dumps([EVE])),
        "import": given("import league.User --no-input", "eve.csv", "id,username,password\n7,eve,x\n"),
        "season": season,
        "game": game,
        "series": series,
        "memory": memory,
        "token": token,
        "recompute": recompute,
        "roster": roster,
        "players": players,
        "createsuperuser": createsuperuser,
        "axes_reset": lifting("axes_reset"),
        "axes_reset_ip": lifting("axes_reset_ip", "10.0.0.1"),
        "axes_reset_username": lifting("axes_reset_username", "ann"),
        "axes_reset_ip_username": lifting("axes_reset_ip_username", "10.0.0.1", "ann"),
    }


def test_every_command_stands_in_the_tables() -> None:
    found = {each.stem for each in Path(settings.BASE_DIR).glob("*/management/commands/*.py")} - {"__init__"}
    assert found == set(commands()) | OTHER_COMMANDS | {"changepassword"}


@pytest.mark.parametrize("command", commands())
def test_what_a_command_changes_is_one_act_for_each_thing(command: str) -> None:
    expected = commands()[command]()
    assert acts(surface="command", who="command line", account=None) == expected == acts()
    assert "hush" not in json.dumps(list(Act.objects.values_list("before", "after")))


def test_a_password_that_is_changed_from_the_command_line_is_an_act(monkeypatch: pytest.MonkeyPatch) -> None:
    make_user(username="ann")
    monkeypatch.setattr("getpass.getpass", lambda prompt="": "gnu gnat 5 newt")  # somebody types it
    run("changepassword", "ann")
    assert acts() == [("change password", "user", "ann")]
    assert Act.objects.get().after == {"password": "(hidden)"}


def test_a_season_that_pauses_by_itself_says_so() -> None:
    season = make_running_season(slug="spring")
    game = make_running_game(waiting="budget of the season: what the next call may cost does not fit its cap")
    make_fixture(season=season, number=1, game=game)
    for _ in range(2):
        pause_penniless_seasons()
    (act,) = Act.objects.all()
    assert (act.verb, act.surface, act.who, act.name) == ("pause", "system", "the league", "spring")
    assert act.reason.startswith("budget of the season")


def test_what_the_shipped_roster_lacks_is_made_once() -> None:
    from league.access.acts import COMMAND_LINE
    from league.seasons.roster import set_up_player, set_up_players, set_up_roster

    for _ in range(2):
        set_up_roster(by=COMMAND_LINE)
    made = {(model, name) for _, model, name in acts(verb="set up")}
    assert len(made) == Act.objects.count() == sum(kind.objects.count() for kind in (LanguageModel, Persona, Player))
    set_up_players(by=COMMAND_LINE, model=make_model(slug="big"))
    assert Act.objects.count() == len(made) + len(ROSTER)
    set_up_player(by=COMMAND_LINE, sheet=ROSTER[0], provider="openai", model_name="gpt")
    assert [(model, name) for _, model, name in acts()][-2:] == [
        ("languagemodel", "gpt"),
        ("player", f"gpt_{ROSTER[0].slug}"),
    ]
    assert not Token.objects.exists()
    assert not Price.objects.exists()
