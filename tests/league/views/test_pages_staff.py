"""What staff do from the pages: seasons and exhibitions made by forms, and the way in and out."""

import re

import pytest
from django.contrib.auth.models import Permission
from django.test import Client, RequestFactory
from django.urls import URLPattern, resolve
from django.utils import timezone

from games.directing.verbs import VERBS
from games.engine.rulesets import all_rulesets
from games.models import Game, Substitution
from games.models.game import usual_keep
from league.models import Season, User
from league.pages import pages
from league.seasons.lifecycle.states import games_of
from league.seasons.making.checking import WrongSeason
from league.seasons.schedule.fixtures import open_due_fixtures
from league.views.forms.seasons import SeasonForm
from personas.models import LanguageModel, Player
from tests.factories import make_game, make_model, make_player, make_running_season, make_season, make_user
from tests.games.casting import cast
from tests.games.casting import make_game as played_game
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db
GAME = "a1b2c3d4e5f6"


@pytest.fixture
def staff(client: Client) -> User:
    user = make_user(is_staff=True, username="staff")
    allow(user, "add_season", "change_season", "view_season", "add_game", "add_persona", "add_player", "view_account")
    client.force_login(user)
    return user


def allow(user: User, *codenames: str) -> None:
    """Gives somebody exactly these permissions."""
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))


def season_form(**fields: object) -> dict[str, object]:
    given = {
        "name": "Open season",
        "slug": "",
        "games": 3,
        "design": "blocks",
        "interval": 0,
        "pace": 0,
        "spoilers": "open",
        "delay_minutes": 10,
        "names": "alias",
        "narrator": "template",
        "persona_source": "roster",
        "rated": "on",
        "disclosing": "on",
        "memory": "live",
        "lag": "",
    }
    return given | rules_form(seats=6, prefix="town-mafia-") | {"town-mafia-plays": "on"} | fields


def exhibition_form(**fields: object) -> dict[str, object]:
    terms = {"pace": 0, "spoilers": "open", "delay_minutes": 10, "names": "alias"}
    return terms | rules_form(seats=6) | fields


def rules_form(ruleset: str = "town-mafia", *, seats: int, prefix: str = "") -> dict[str, object]:
    """What a form sends of one ruleset's seats and options, as a browser does that changed nothing but the seats."""
    schema = all_rulesets()[ruleset].options_schema()["properties"]
    options = {f"{prefix}option-{name}": each.get("default") for name, each in schema.items() if name != "names"}
    sent = {name: "on" if value is True else value for name, value in options.items() if value not in (None, False)}
    return sent | {f"{prefix}seats": seats}


@pytest.mark.parametrize("path", ["/seasons/new/", "/exhibitions/new/"])
def test_the_forms_are_for_staff(client: Client, path: str) -> None:
    assert client.get(path)["Location"] == f"/login/?next={path}"
    for refused in (make_user(), make_user(is_staff=True)):
        client.force_login(refused)
        assert client.get(path).status_code == 403
    allow(refused, "add_season", "add_game")
    page(client, path)


ACTS = {  # the permissions that each form and button of the site wants
    "/seasons/new/": ("add_season",),
    "/exhibitions/new/": ("add_game",),
    "/seasons/draft/start/": ("change_season",),
    "/seasons/draft/announce/": ("change_season",),
    "/seasons/draft/withdraw/": ("change_season",),
    "/seasons/draft/roster/": ("change_season",),
    "/seasons/open/finish/": ("change_season",),
    "/seasons/open/cancel/": ("change_season",),
    "/seasons/open/refold/": ("change_season",),
    "/seasons/open/caps/": ("change_season",),
    "/seasons/open/pause/": ("change_season",),
    "/seasons/open/calendar/": ("change_season",),
    "/seasons/held/resume/": ("change_season",),
    "/seasons/draft/twins/new/": ("add_season",),
    "/seasons/draft/edit/": ("change_season",),
    "/seasons/draft/delete/": ("delete_season",),
    "/seasons/open/clone/": ("add_season",),
    "/seasons/draft/personas/": ("change_season", "add_persona", "add_player"),
    "/seasons/open/prune/": ("change_season", "change_game"),
    **{f"/games/{GAME}/{verb}/": ("change_game",) for verb in VERBS},
}

OF_SERIES = {  # of which test_pages_series.py tells what they do
    "/seasons/open/series/": ("add_series",),
    **{f"/series/spring/{verb}/": ("change_series",) for verb in ("edit", "pause", "resume", "end")},
    "/series/spring/delete/": ("delete_series",),
}


def test_every_act_of_the_site_has_its_permissions() -> None:
    """Whatever takes a form, is not the way in or out and not for oneself stands in the table above."""
    doors = {"login", "logout", "tokens", "revoke-token"}
    taking = [each for each in pages if each.name not in doors and "POST" in methods(each)]
    assert sorted(each.name for each in taking) == sorted({resolve(path).url_name for path in ACTS | OF_SERIES})


def methods(page: URLPattern) -> set[str]:
    """What a page takes: it refuses the other methods before anything else."""
    request = RequestFactory().generic("NONE", "/")
    request.user = User(is_staff=True, is_superuser=True)
    answer = page.callback(request, **{name: "none" for name in page.pattern.converters})
    return {each.strip() for each in answer.headers["Allow"].split(",")}


@pytest.mark.parametrize("path", ACTS | OF_SERIES)
def test_nothing_is_done_by_staff_who_may_not(client: Client, path: str) -> None:
    seasons = {"draft": make_season(slug="draft"), "open": make_running_season(slug="open")}
    seasons["held"] = make_running_season(slug="held", status="paused", waiting="paused by hand")
    make_game(public_id=GAME)
    wanted = (ACTS | OF_SERIES)[path]
    every = {
        "add_season",
        "change_season",
        "delete_season",
        "view_season",
        "add_game",
        "change_game",
        "add_persona",
        "add_player",
        "add_series",
        "change_series",
        "delete_series",
    }
    for had in (every - set(wanted), set(wanted[1:]), set()):
        user = make_user(is_staff=True)
        allow(user, *had)
        client.force_login(user)
        for answer in (client.post(path), client.get(path)):
            told = answer.content.decode()
            assert (answer.status_code, "Your account may not" in told, "lacks" in told) == (403, True, True)
    somebody = make_user()
    allow(somebody, *every)
    client.force_login(somebody)
    assert client.post(path).status_code == 403  # with every permission, and not of the staff
    assert {slug: Season.objects.get(slug=slug).status for slug in seasons} == {
        "draft": "draft",
        "open": "running",
        "held": "paused",
    }
    assert Game.objects.get().status == "scheduled"


@pytest.mark.parametrize(
    ("permissions", "shown"),
    [
        ((), []),
        (("view_season",), ["Open in the admin"]),
        (("change_season",), ["Edit", "Open in the admin", "Pause", "Resume", "Start the season"]),
        (("add_season",), ["Clone", "New season"]),
        (("delete_season",), ["Delete"]),
        (("add_game",), ["New exhibition"]),
    ],
)
def test_buttons_are_for_those_who_may_press_them(client: Client, permissions: list[str], shown: list[str]) -> None:
    make_season(slug="draft")
    make_running_season(slug="open")
    make_running_season(slug="held", status="paused", waiting="paused by hand")
    user = make_user(is_staff=True)
    allow(user, *permissions)
    client.force_login(user)
    looks = ("/", "/games/", "/seasons/", "/seasons/draft/", "/seasons/open/", "/seasons/held/")
    if not permissions or permissions == ("add_game",):
        looks = tuple(path for path in looks if "draft" not in path)  # which they do not see
    told = " ".join(page(client, path) for path in looks)
    buttons = ("New season", "New exhibition", "Open in the admin", "Pause", "Resume", "Start the season")
    buttons += ("Clone", "Delete", "Edit")
    assert sorted(each for each in buttons if f">{each}<" in told) == shown


def test_who_may_only_make_a_season_leaves_its_start_to_others(client: Client) -> None:
    user = make_user(is_staff=True)
    allow(user, "add_season")
    client.force_login(user)
    assert 'name="start"' not in page(client, "/seasons/new/")
    client.post("/seasons/new/", season_form(players=[player.pk for player in cast(6)], start="on"))
    assert Season.objects.get().status == "draft"


def test_staff_make_a_season_and_it_begins(client: Client, staff: User) -> None:
    players = [player.pk for player in cast(6)]
    answer = client.post(
        "/seasons/new/", season_form(players=players, start="on", **{"town-mafia-option-lynch": "majority"})
    )
    assert answer["Location"] == "/seasons/open-season/"
    season = Season.objects.get()
    assert (season.status, season.fixtures.count()) == ("running", 3)
    rules = season.rules.get()
    assert (rules.ruleset, rules.seats, rules.options) == ("town-mafia", 6, {"lynch": "majority"})
    assert "Open season has begun." in page(client, "/seasons/open-season/")


@pytest.mark.usefixtures("coup", "staff")
def test_staff_make_a_season_of_several_rule_books(client: Client) -> None:
    players = [player.pk for player in cast(6)]
    several = rules_form("coup", seats=5, prefix="coup-") | {"coup-plays": "on"}
    left_out = {"town-mafia-plays": "", "town-mafia-seats": "many", "town-mafia-option-lynch": "none of these"}
    client.post("/seasons/new/", season_form(players=players, **several))
    client.post("/seasons/new/", season_form(players=players, name="Coup", **several | left_out))
    assert [list(each.rules.values_list("ruleset", "seats")) for each in Season.objects.order_by("pk")] == [
        [("town-mafia", 6), ("coup", 5)],  # as they stand on the page
        [("coup", 5)],
    ]


@pytest.mark.usefixtures("coup", "staff")
@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"town-mafia-plays": ""}, "Choose at least one rule book."),
        ({"coup-plays": "on", "coup-seats": 9}, "Ensure this value is less than or equal to 7."),
        ({"town-mafia-option-mafia_rounds": 30}, "Ensure this value is less than or equal to 10."),
        ({"coup-plays": "on", "coup-seats": 7}, "Choose at least 7 players, not 6: the table of coup has 7 seats."),
    ],
)
def test_a_rule_book_that_cannot_be_is_refused_where_it_stands(
    client: Client, fields: dict[str, object], told: str
) -> None:
    players = [player.pk for player in cast(6)]
    answer = client.post("/seasons/new/", season_form(players=players, **fields))
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert "This cannot be made yet" in answer.content.decode()
    assert not Season.objects.exists()


def test_a_verbs_refusal_stands_with_the_rule_book_it_is_about() -> None:
    form = SeasonForm(season_form(), rulesets=all_rulesets().values(), ticked=())
    form.is_valid()
    form.refuse_season(WrongSeason("seats", "too many"))
    form.refuse_season(WrongSeason("options", "too odd"))
    (book,) = form.chosen
    assert (book.errors["seats"], book.non_field_errors()) == (["Too many"], ["Too odd"])


def test_the_form_ticks_the_rules_that_the_address_names(client: Client, staff: User) -> None:
    ticked = re.compile(r'name="([a-z-]+)-plays"[^>]* checked')
    assert ticked.findall(page(client, "/seasons/new/")) == list(all_rulesets())
    assert ticked.findall(page(client, "/seasons/new/?ruleset=town-mafia")) == ["town-mafia"]


def test_a_season_that_cannot_be_is_refused_beside_the_field(client: Client, staff: User) -> None:
    make_season(slug="open-season")
    players = [player.pk for player in cast(6)]
    text = client.post("/seasons/new/", season_form(players=players[:3])).content.decode()
    assert "Choose at least 6 players, not 3: the table has 6 seats." in text
    text = client.post("/seasons/new/", season_form(players=players)).content.decode()
    assert "There is a season &#x27;open-season&#x27; already." in text
    text = client.post("/seasons/new/", season_form(players=players, slug="new")).content.decode()
    assert "&#x27;new&#x27; is an address of the site&#x27;s own; choose another word." in text
    assert "Choose players." in client.post("/seasons/new/", season_form()).content.decode()
    text = client.post("/seasons/new/", season_form(players=players, games=0)).content.decode()
    assert "greater than or equal to 1" in text
    assert Season.objects.count() == 1


def test_a_roster_is_ticked_as_a_whole_or_not_at_all(client: Client, staff: User) -> None:
    assert 'class="pick-all" hidden' in page(client, "/seasons/new/")  # without a script its buttons would do nothing
    assert re.findall(r'data-tick="(\w+)"', page(client, "/seasons/new/")) == ["all", "none"]
    assert "league/js/picks" in page(client, "/seasons/new/")


def test_staff_lay_a_table_for_an_exhibition(client: Client, staff: User) -> None:
    players = cast(6)
    chosen = {"seat-0": players[3].player_id, "seat-5": players[0].player_id}
    answer = client.post("/exhibitions/new/?ruleset=town-mafia", exhibition_form(**chosen))
    text = page(client, answer["Location"])
    assert "The table is laid" in text
    public_id = answer["Location"].split("/")[2]
    game = Game.objects.get(public_id=public_id)
    seats = list(game.seats.order_by("number"))
    assert (seats[0].player, seats[5].player) == (players[3], players[0])
    assert {seat.player for seat in seats} == set(players)
    assert game.terms["rated"] is False


@pytest.mark.usefixtures("coup", "staff")
@pytest.mark.parametrize("pressed", [{}, {"look": "1"}])
def test_rules_chosen_in_the_form_of_an_exhibition_are_shown_before_a_table_is_laid(
    client: Client, pressed: dict[str, object]
) -> None:
    player = cast(6)[0].player_id
    typed = exhibition_form(seats=7, pace=3, shown="town-mafia", ruleset="coup", seed="mine", **{"seat-1": player})

    answer = client.post("/exhibitions/new/?ruleset=town-mafia", typed | pressed)

    assert (answer.status_code, Game.objects.count()) == (200, 0)
    text = answer.content.decode()
    assert "These are the rules of The Coup now." in text
    assert '<input type="hidden" name="shown" value="coup">' in text
    form = answer.context["form"]
    shown = {name: form[name].value() for name in ("ruleset", "seats", "pace", "seed", "seat-1")}
    assert shown == {"ruleset": "coup", "seats": "7", "pace": "3", "seed": "mine", "seat-1": player}


@pytest.mark.usefixtures("coup", "staff")
def test_seats_that_the_chosen_rules_do_not_have_are_not_kept(client: Client) -> None:
    typed = exhibition_form(seats=12, shown="town-mafia", ruleset="coup")
    assert client.post("/exhibitions/new/", typed).context["form"]["seats"].value() == 6


def test_the_rules_that_are_shown_are_those_that_are_played(client: Client, staff: User) -> None:
    cast(6)
    client.post("/exhibitions/new/", exhibition_form(shown="town-mafia", ruleset="town-mafia"))
    assert Game.objects.get().ruleset == "town-mafia"


def test_seats_are_counted_from_one_for_people(client: Client, staff: User) -> None:
    labels = re.findall(r">(Seat \d+)</label>", page(client, "/exhibitions/new/?ruleset=town-mafia"))
    assert labels == [f"Seat {number}" for number in range(1, 21)]


def test_an_exhibition_without_enough_players_is_refused(client: Client, staff: User) -> None:
    cast(6)
    text = client.post("/exhibitions/new/?ruleset=town-mafia", exhibition_form(seats=8)).content.decode()
    assert "8 seats are left to the lot, and 6 players are left to draw from." in text


def test_the_form_of_an_exhibition_says_when_there_is_nobody_to_draw(client: Client, staff: User) -> None:
    notice = "Nobody is on the roster who costs nothing, so no seat can be drawn."
    make_player(model=make_model(provider="openai"))
    assert notice in page(client, "/exhibitions/new/")
    cast(1)
    assert notice not in page(client, "/exhibitions/new/")


def test_staff_sign_in_and_out(client: Client) -> None:
    make_user(username="anna", password="a long secret", is_staff=True)
    wrong = client.post("/login/", {"username": "anna", "password": "wrong"})
    assert "correct username and password" in wrong.content.decode()
    right = client.post("/login/", {"username": "anna", "password": "a long secret", "next": "/seasons/new/"})
    assert right["Location"] == "/seasons/new/"
    assert "Sign out" in page(client, "/")
    client.post("/logout/")
    assert "Sign out" not in page(client, "/")


def paid(player: Player) -> Player:
    """The same character behind a provider, on a model that was never probed."""
    model = LanguageModel.objects.get_or_create(
        slug="big", defaults={"name": "Big", "provider": "openai", "model_name": "big"}
    )[0]
    return make_player(persona=player.persona, model=model)


def test_a_season_with_models_never_probed_wants_a_reason_and_leaves_no_draft_behind(
    client: Client, staff: User
) -> None:
    players = [paid(player).pk for player in cast(6)]
    form = season_form(players=players, start="on", cap_game="1.25", cap_season="20")

    refused = client.post("/seasons/new/", form)
    assert refused.status_code == 422
    assert "Never probed: big" in refused.content.decode()
    assert not Season.objects.exists()

    client.post("/seasons/new/", form | {"unprobed": "a trial"})
    season = Season.objects.get()
    assert (season.status, season.caps) == ("running", {"game": "1.25", "season": "20"})
    text = page(client, f"/seasons/{season.slug}/")
    assert "a game $1.25, the season $20.00" in text
    assert "a trial" in text


@pytest.mark.parametrize("ticked", ["on", ""])
def test_a_season_asks_for_beliefs_and_claims_unless_staff_want_neither(
    client: Client, staff: User, ticked: str
) -> None:
    assert re.search(r'<input[^>]*name="disclosing"[^>]*checked', page(client, "/seasons/new/"))

    client.post("/seasons/new/", season_form(players=[player.pk for player in cast(6)], start="on", disclosing=ticked))

    (season,) = Season.objects.all()
    open_due_fixtures(now=timezone.now(), season=season)
    assert {game.terms["disclosing"] for game in games_of(season)} == {season.disclosing} == {bool(ticked)}
    told = client.get("/api/v1/seasons/open-season/").json()
    assert told["disclosing"] == bool(ticked)


@pytest.mark.parametrize(
    ("typed", "made", "shown"),
    [
        (("", ""), ("", None), (False, False)),
        (("basic", "yes"), ("basic", True), (True, True)),
        (("", "no"), ("", False), (False, True)),
    ],
)
def test_staff_say_how_much_all_players_are_told_or_leave_it_to_each(
    client: Client, staff: User, typed: tuple[str, str], made: tuple[str, bool | None], shown: tuple[bool, bool]
) -> None:
    asked = {"strategy_level": typed[0], "is_aware": typed[1]}

    client.post("/seasons/new/", season_form(players=[player.pk for player in cast(6)], **asked))

    (season,) = Season.objects.all()
    assert (season.strategy_level, season.is_aware) == made
    told = client.get("/api/v1/seasons/open-season/").json()
    assert (told["strategy_level"], told["is_aware"]) == made
    terms = page(client, "/seasons/open-season/")
    assert ("<dt>Strategy level</dt>" in terms, "<dt>Know they are models</dt>" in terms) == shown


def test_staff_say_what_a_seasons_players_remember(client: Client, staff: User) -> None:
    players = [player.pk for player in cast(6)]
    terms = {"memory": "frozen", "lag": "3", "cap_learning": "1.5"}

    client.post("/seasons/new/", season_form(players=players, **terms))

    season = Season.objects.get()
    assert (season.memory, season.lag, season.caps) == ("frozen", 3, {"learning": "1.5"})
    assert "Players remember what they did when the season began, and learn nothing" in page(
        client, "/seasons/open-season/"
    )
    season.memory = "live"
    season.save()
    told = "Players remember, and learn from its games: each begins with what is known up to the 3rd before it"
    assert told in page(client, "/seasons/open-season/")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"memory": "sometimes"}, "Select a valid choice. sometimes is not one of the available choices."),
        ({"lag": "0"}, "Ensure this value is greater than or equal to 1."),
        ({"cap_learning": "-1"}, "Ensure this value is greater than or equal to 0."),
    ],
)
def test_a_memory_that_cannot_be_is_refused_beside_its_field(
    client: Client, staff: User, wrong: dict[str, str], told: str
) -> None:
    response = client.post("/seasons/new/", season_form(players=[player.pk for player in cast(6)], **wrong))
    assert response.status_code == 422
    (name,) = wrong
    assert response.context["form"].errors[name] == [told]
    assert not Season.objects.exists()


def test_staff_choose_who_tells_the_games_and_whose_personas_play(client: Client, staff: User) -> None:
    players = [player.pk for player in cast(5)] + [paid(cast(6)[5]).pk]
    LanguageModel.objects.create(slug="retired", name="Retired", provider="openai", model_name="r", is_active=False)
    chosen = {"narrator": "big", "persona_source": "season", "players": players}
    text = page(client, "/seasons/new/")
    offered = [
        re.search(rf'<select name="{name}".*?</select>', text, re.DOTALL) for name in chosen if name != "players"
    ]
    assert [re.findall(r'<option value="([^"]*)"', found[0]) for found in offered if found] == [
        ["none", "template", "big"],
        Season.PersonaSource.values,
    ]

    client.post("/seasons/new/", season_form(**chosen))

    season = Season.objects.get()
    assert (season.told_by, season.persona_source, season.status) == ("big", "season", "draft")
    text = page(client, "/seasons/open-season/")
    assert "Told by</dt><dd>Big" in text
    assert "Personas</dt><dd>One of its own from each model, written before the season" in text


def test_a_season_whose_personas_are_not_written_is_not_started_at_once(client: Client, staff: User) -> None:
    players = [paid(player).pk for player in cast(6)]
    form = season_form(players=players, persona_source="season", start="on", unprobed="a trial")

    answer = client.post("/seasons/new/", form)

    assert answer.status_code == 422
    assert answer.context["form"].errors["start"] == [
        "Personas not written yet: 6; the season's page or `season open-season personas` does it."
    ]
    assert not Season.objects.exists()


def test_what_a_season_costs_is_told_before_it_is_started(client: Client, staff: User) -> None:
    free = cast(6)
    assert SeasonForm(rulesets=[], ticked=[]).initial["start"] is True
    players = [paid(free[0]), *free[1:]]
    assert SeasonForm(rulesets=[], ticked=[]).initial["start"] is False

    client.post("/seasons/new/", season_form(players=[player.pk for player in players], cap_season="0.0001"))

    text = page(client, "/seasons/open-season/")
    assert text.index("What it will cost") < text.index("Start the season")


def test_staff_pause_a_season_and_let_it_go_on(client: Client, staff: User) -> None:
    season = make_running_season(name="Spring")
    address = f"/seasons/{season.slug}/"
    edit = f'href="/admin/league/season/{season.pk}/change/"'
    text = page(client, address)
    assert (">Pause<" in text, ">Resume<" in text, edit in text) == (True, False, True)
    assert "what is being played is played on" in page(client, f"{address}pause/")

    client.post(f"{address}pause/")

    text = page(client, address)
    assert (">Pause<" in text, ">Resume<" in text) == (False, True)
    assert "Paused by hand." in text
    client.post(f"{address}pause/")
    assert "It is not paused: only a running season can be paused" in page(client, address)

    client.post(f"{address}resume/")

    assert "Spring goes on." in page(client, address)
    assert Season.objects.get().status == "running"
    client.post(f"{address}resume/")
    assert "It is not resumed: only a paused season" in page(client, address)
    client.logout()
    text = page(client, address)
    assert (">Pause<" in text, edit in text) == (False, False)
    assert client.post(f"{address}pause/")["Location"].startswith("/login/")
    assert Season.objects.get().status == "running"


def test_who_costs_money_is_chosen_by_hand(client: Client, staff: User) -> None:
    free = cast(6)
    dear = paid(free[0])

    assert SeasonForm(rulesets=[], ticked=[]).initial["players"] == sorted(free, key=lambda each: each.persona.name)
    client.post("/exhibitions/new/?ruleset=town-mafia", exhibition_form(cap_game="0.5") | {"seat-1": dear.player_id})

    game = Game.objects.get()
    assert [seat.player for seat in game.seats.filter(player__model=dear.model)] == [dear]
    assert game.terms["caps"] == {"game": "0.5"}


def opened(text: str) -> dict[str, bool]:
    """By title, whether a group of the form is open."""
    found = re.findall(r'<details class="more"( open)?><summary>([^<]+) <span', text)
    return {title: bool(is_open) for is_open, title in found}


FOLDED = dict.fromkeys(
    ("How games are drawn", "Pace and what is shown", "Who plays, and how", "Memory", "What it may cost"), False
)


def test_what_is_usual_is_folded_until_somebody_says_otherwise_or_something_is_wrong_with_it(
    client: Client, staff: User
) -> None:
    players = [player.pk for player in cast(6)]
    assert opened(page(client, "/seasons/new/")) == FOLDED
    usual = {"interval": 10, "pace": 1, "keep": usual_keep()}

    def sent(**fields: object) -> dict[str, bool]:
        answer = client.post("/seasons/new/", season_form(players=players, games=0, **usual | fields))
        assert answer.status_code == 422
        return opened(answer.content.decode())

    assert sent() == FOLDED
    assert sent(pace=-1, lag=0) == FOLDED | {"Pace and what is shown": True, "Memory": True}
    assert sent(strategy_level="basic", cap_game="x") == FOLDED | {"Who plays, and how": True, "What it may cost": True}


def test_a_form_makes_a_season_of_two_sides_and_says_where_they_are_not(client: Client, staff: User) -> None:
    players = [player.pk for player in cast(12)]
    sides = {"design": "teams", "players": players[:6], "against": players[6:], "games": 4, "apart": "on"}
    assert client.post("/seasons/new/", season_form(**sides)).status_code == 302
    season = Season.objects.get()
    assert (season.design, season.may_overlap, season.rated) == ("teams", False, False)
    roster = list(season.roster.order_by("number").values_list("player_id", flat=True))
    assert [set(roster[:6]), set(roster[6:])] == [set(players[:6]), set(players[6:])]
    form = client.get(f"/seasons/{season.slug}/edit/").context["form"]
    assert [each.pk for name in ("players", "against") for each in form.initial[name]] == roster
    for wrong, told in (
        ({"design": "blocks"}, "There are two sides only where a season is drawn team against team."),
        ({"against": players[7:]}, "Choose as many as on the first side: 6, not 5."),
        ({"against": players[:6]}, "ach can be on the roster once"),
    ):
        answer = client.post("/seasons/new/", season_form(**sides | wrong, slug="other"))
        assert (answer.status_code, told in answer.content.decode()) == (422, True)


def test_a_form_makes_a_season_in_blocks_unless_it_is_told_otherwise(client: Client, staff: User) -> None:
    players = [player.pk for player in cast(7)]
    client.post("/seasons/new/", season_form(players=players))
    client.post("/seasons/new/", season_form(players=players, slug="old", design="rotation"))
    drawn = Season.objects.order_by("pk").values_list("design", "may_overlap")
    assert list(drawn) == [("blocks", True), ("rotation", True)]


def test_what_it_may_cost_is_open_where_somebody_costs_something(client: Client, staff: User) -> None:
    cast(6)
    make_player(model=make_model(provider="openai", model_name="far"))
    assert opened(page(client, "/seasons/new/")) == FOLDED | {"What it may cost": True}


def test_what_loses_something_is_asked_about_and_the_page_says_who_did_it_and_why(client: Client, staff: User) -> None:
    staff.user_permissions.add(*Permission.objects.filter(codename="view_act"))
    season, other = make_running_season(name="Spring"), make_running_season(name="Autumn")
    address = f"/seasons/{season.slug}/"
    assert f'href="{address}cancel/"' in page(client, address)
    asked = page(client, f"{address}cancel/")
    assert "There is no way back." in asked
    assert client.post(f"{address}cancel/").status_code == 422
    assert Season.objects.get(pk=season.pk).status == "running"

    client.post(f"{address}cancel/", {"reason": "A wrong rule."})
    client.post(f"/seasons/{other.slug}/finish/", {"reason": "The provider has gone"})

    text = page(client, address)
    assert f"Cancelled by {staff.username}: A wrong rule. Its games count nowhere but here." in text
    assert "running → cancelled" in text
    assert f"name__exact={season.slug}" in text
    client.post(f"{address}cancel/", {"reason": "Once more."})
    assert "It is not cancelled: only an announced" in page(client, address)
    client.logout()
    text = page(client, f"/seasons/{other.slug}/")
    assert f"0 of 3 games were played; finished early by {staff.username}: The provider has gone." in text
    assert "What was done to it" not in text


def test_staff_lead_a_game_from_its_page_and_what_loses_something_asks_first(client: Client) -> None:
    user = make_user(is_staff=True, username="ann")
    allow(user, "change_game")
    client.force_login(user)
    cast(6, "house")
    games = [played_game(seed, pace=1) for seed in ("K", "L")]
    Game.objects.update(status="running", started_at=timezone.now())
    path = f"/games/{games[0].public_id}/"
    told = page(client, path)
    assert [f">{verb.title}<" in told for verb in VERBS.values()] == [True, False, False, True, True, True]

    assert client.post(f"{path}pause/")["Location"] == path
    assert "paused by ann since " in page(client, path)
    assert client.post(f"{path}void/").status_code == 422
    assert "another model answers for the seat" in page(client, f"{path}substitute/")
    wrong = client.post(f"{path}substitute/", {"seat": 1, "model": "uniform", "reason": "Gone."})
    assert (wrong.status_code, "uniform is already asked for seat 1." in wrong.content.decode()) == (422, True)
    client.post(f"{path}substitute/", {"seat": 1, "model": "house", "reason": "Gone."})
    told = page(client, path)
    assert "house answers for seat 1 of game" in told
    assert "Unrated: a model was substituted: Gone. It is in no result and teaches nobody." in told
    client.post(f"{path}resume/"), client.post(f"{path}resume/")
    assert "is running and cannot be resumed" in page(client, path)
    client.post(f"{path}replay/")
    assert "is identical when it is replayed" in page(client, path)
    client.post(f"{path}void/", {"reason": "A wrong option."})
    assert [game.status for game in Game.objects.order_by("pk")] == ["void", "running"]
    assert "from then on" not in page(client, path), "nobody was asked"
    Substitution.objects.update(taken_up_at=timezone.now())
    assert "house from then on. “Gone.”" in page(client, path)
    other = page(client, f"/games/{games[1].public_id}/")
    assert "Unrated" not in other
    client.logout()
    assert f"{games[1].public_id}/pause/" not in page(client, f"/games/{games[1].public_id}/")
