"""Seasons made by their form."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.rulesets import all_rulesets
from games.models import Game
from games.models.game import usual_keep
from league.models import Season, User
from league.seasons.making.checking import WrongSeason
from league.seasons.schedule.fixtures import open_due_fixtures
from league.seasons.schedule.holding import games_of
from league.views.forms.seasons import SeasonForm
from personas.models import LanguageModel, Player
from tests.factories import make_calendar, make_fixture, make_model, make_player, make_season
from tests.games.casting import cast
from tests.league.views.sent import exhibition_form, rules_form, season_form
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db
NO_DAYS = (
    "Empty the days on which it does not play, too, for a season without a calendar, or say at which times it plays."
)
FOLDED = dict.fromkeys(
    ("How games are drawn", "Pace and what is shown", "Who plays, and how", "Memory", "What it may cost"), False
)


def paid(player: Player) -> Player:
    """The same character behind a provider, on a model that was never probed."""
    model = LanguageModel.objects.get_or_create(
        slug="big", defaults={"name": "Big", "provider": "openai", "model_name": "big"}
    )[0]
    return make_player(persona=player.persona, model=model)


def opened(text: str) -> dict[str, bool]:
    """By title, whether a group of the form is open."""
    found = re.findall(r'<details class="more"( open)?><summary>([^<]+) <span', text)
    return {title: bool(is_open) for is_open, title in found}


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


def test_a_roster_too_small_for_a_table_is_told_at_both_and_the_summary_leads_to_each(
    client: Client, staff: User
) -> None:
    players = [player.pk for player in cast(6)]
    answer = client.post("/seasons/new/", season_form(players=players[:3], start="on"))
    form, told = answer.context["form"], "Choose at least 6 players, not 3: the table has 6 seats."
    assert (form.errors, form.chosen[0].errors) == ({"players": [told]}, {"seats": [told]})
    text = answer.content.decode()
    summary = text.partition('<div class="errors" role="alert" tabindex="-1" autofocus>')[2].partition("</div>")[0]
    led = re.findall(r'<a href="#([^"]+)">([^<]+)</a>: ([^<]+)', summary)
    assert led == [("id_players_0", "Roster", told), ("id_town-mafia-seats", "Seats at the table, Town Mafia", told)]
    assert [text.count(f' id="{id_}"') for id_, *_ in led] == [1, 1]

    text = client.post("/seasons/new/", season_form(players=players, games=0, pace=-1)).content.decode()
    assert re.findall(r'<li><a href="#([^"]+)">', text) == ["id_pace", "id_games"]
    assert "autofocus" not in page(client, "/seasons/new/")


@pytest.mark.parametrize(
    ("filled", "told"),
    [
        ({"blackouts": "2026-12-24"}, NO_DAYS),
        ({"starts": "2026-12-01"}, "Say at which times of day it plays, as in 18:00."),
    ],
)
def test_a_season_without_times_has_no_calendar_of_which_more_is_said(
    client: Client, staff: User, filled: dict[str, str], told: str
) -> None:
    sent = season_form(players=[player.pk for player in cast(6)], times="", **filled)
    answer = client.post("/seasons/new/", sent)
    assert (answer.status_code, answer.context["form"].errors) == (422, {"times": [told]})


def test_when_thoughts_and_roles_are_shown_is_not_called_like_a_rule_book(client: Client, staff: User) -> None:
    text = page(client, "/seasons/new/")
    assert '<label for="id_spoilers">Thoughts and roles (the glass box)</label>' in text
    assert "Results of a game that is over are never delayed." in text
    assert ">Glass box<" not in text


def test_a_roster_is_ticked_as_a_whole_or_not_at_all(client: Client, staff: User) -> None:
    assert 'class="pick-all" hidden' in page(client, "/seasons/new/")  # without a script its buttons would do nothing
    assert re.findall(r'data-tick="(\w+)"', page(client, "/seasons/new/")) == ["all", "none"]
    assert "league/js/picks" in page(client, "/seasons/new/")
    assert "At least as many as sit at the largest table of the rule books that are ticked." in page(
        client, "/seasons/new/"
    )


def test_a_season_with_models_never_probed_wants_a_reason_and_leaves_no_draft_behind(
    client: Client, staff: User
) -> None:
    players = [paid(player).pk for player in cast(6)]
    form = season_form(players=players, start="on", cap_game="1.25", cap_season="20")

    refused = client.post("/seasons/new/", form)
    assert refused.status_code == 422
    assert "Never probed: big" in refused.content.decode()
    assert not Season.objects.exists()

    asked = client.post("/seasons/new/", form | {"unprobed": "a trial"})["Location"]  # for it costs something
    client.post(asked, {"unprobed": "a trial", "confirmed": "yes"})
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
    told = "each begins with what is known up to the 3rd before it"
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
    players = [paid(free[0]), *free[1:]]
    assert "start" not in SeasonForm(rulesets=[], ticked=[]).initial, "a draft comes first"

    client.post("/seasons/new/", season_form(players=[player.pk for player in players], cap_season="0.0001"))

    text = page(client, "/seasons/open-season/")
    assert text.index("What it will cost") < text.index("Start the season")
    assert "What it will cost: cannot be told, as no price is known for Big" in text


def test_who_starts_a_season_with_a_calendar_is_told_that_it_waits_for_its_slot(client: Client, staff: User) -> None:
    season = make_season(slug="quiet")
    make_calendar(season=season, time_zone="Europe/Berlin", weekdays="1234567", times="18:00")
    make_fixture(season=season)
    asked = page(client, "/seasons/quiet/start/")
    assert re.search(
        r"It plays by its calendar, not at once: .+ Its next games are due on .+ at 18:00 .Europe/Berlin.", asked
    )
    assert "within seconds" not in asked


def test_no_link_ticks_that_a_season_loses_its_calendar(client: Client, staff: User) -> None:
    make_calendar(season=make_season(slug="quiet"))
    linked = page(client, "/seasons/quiet/start/?now=on&reason=Long+planned")
    (box,) = re.findall(r'<input type="checkbox" name="now"[^>]*>', linked)
    assert (" checked" in box, "Long planned" in linked) == (False, True)


def test_a_season_that_costs_something_is_asked_about_once_before_it_starts(client: Client, staff: User) -> None:
    free = cast(6)
    client.post("/seasons/new/", season_form(players=[paid(free[0]).pk, *(player.pk for player in free[1:])]))
    client.post("/seasons/new/", season_form(players=[player.pk for player in free], slug="free"))
    LanguageModel.objects.filter(slug="big").update(model_name="gpt-5-mini")
    told = re.compile(r"What it will cost: likely \$0\.\d+, rarely more than \$0\.\d+\.")

    text = page(client, "/seasons/open-season/")
    assert told.search(text)
    assert '<a class="button is-main" href="/seasons/open-season/start/">Start the season</a>' in text
    asked = page(client, "/seasons/open-season/start/")
    assert told.search(asked)
    assert ("Never probed: big." in asked, 'name="unprobed"' in asked) == (True, True)
    # Sent from elsewhere, by who was not told what it costs, it is asked about, and nothing is lost of what was said.
    unasked = client.post("/seasons/open-season/start/", {"unprobed": "a trial", "reason": "Now."})
    assert told.search(unasked.content.decode())
    assert ('value="a trial"' in unasked.content.decode(), 'value="Now."' in unasked.content.decode()) == (True, True)
    assert Season.objects.get(slug="open-season").status == "draft"
    assert client.post("/seasons/open-season/start/", {"reason": "Now.", "confirmed": "yes"}).status_code == 422
    client.post("/seasons/open-season/start/", {"unprobed": "a trial", "confirmed": "yes"})

    text = page(client, "/seasons/free/")
    assert "What it will cost: nothing: all its players are of the house." in text
    assert '<a class="button is-main" href="/seasons/free/start/">Start the season</a>' in text
    asked = page(client, "/seasons/free/start/")
    assert 'name="unprobed"' not in asked
    assert "Fixed from its start on." in asked
    assert "Its first game begins within seconds." in asked
    client.post("/seasons/free/start/")
    assert set(Season.objects.values_list("status", flat=True)) == {"running"}
    client.logout()
    assert "What it will cost" not in page(client, "/seasons/open-season/")


def test_one_that_is_started_when_it_is_made_is_asked_about_likewise(client: Client, staff: User) -> None:
    free = cast(6)
    dear = [paid(free[0]).pk, *(player.pk for player in free[1:])]
    LanguageModel.objects.filter(slug="big").update(model_name="gpt-5-mini")
    refused = client.post("/seasons/new/", season_form(players=dear, start="on"))
    assert (refused.status_code, Season.objects.count()) == (422, 0), "what cannot be started is not left behind"
    said = season_form(players=dear, start="on", unprobed="a trial")
    answer = client.post("/seasons/new/", said)
    assert answer["Location"] == "/seasons/open-season/start/?unprobed=a+trial"
    assert Season.objects.get().status == "draft"
    asked = page(client, answer["Location"])
    assert re.search(r"What it will cost: likely \$0\.\d+, rarely more than \$0\.\d+\.", asked)
    assert ('value="a trial"' in asked, "kept as a draft until you start it" in asked) == (True, True)
    client.post("/seasons/new/", season_form(players=[player.pk for player in free], slug="free", start="on"))
    assert Season.objects.get(slug="free").status == "running"


def test_who_costs_money_is_chosen_by_hand(client: Client, staff: User) -> None:
    free = cast(6)
    dear = paid(free[0])

    assert SeasonForm(rulesets=[], ticked=[]).initial["players"] == sorted(free, key=lambda each: each.persona.name)
    client.post("/exhibitions/new/?ruleset=town-mafia", exhibition_form(cap_game="0.5") | {"seat-1": dear.player_id})

    game = Game.objects.get()
    assert [seat.player for seat in game.seats.filter(player__model=dear.model)] == [dear]
    assert game.terms["caps"] == {"game": "0.5"}


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
