"""Making a season: a draft with its roster, or a refusal that says what is wrong."""

from decimal import Decimal

import pytest

from games.engine.rulesets import all_rulesets
from games.hosting.making import WrongGame, create_exhibition
from league.models import Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.schedule.fixtures import open_due_fixtures
from personas.models import LanguageModel, Persona, Player
from personas.roster import approve_personas, retire_personas
from tests.factories import NOON, make_model, make_persona, make_player, make_roster

pytestmark = pytest.mark.usefixtures("database")


def season_of(players, **fields):
    given = {
        "slug": "spring",
        "name": "Spring",
        "rules": [Rules("town-mafia", 8)],
        "games": 3,
        "players": players,
    }
    return create_season(**given | fields)


def town(seats=8, **options):
    return Rules("town-mafia", seats, options)


@pytest.mark.django_db
def test_a_season_is_a_draft_with_its_roster_in_order():
    players = make_roster()
    season = season_of(players, rules=[town(lynch="majority", discussion_rounds="1")], interval=5, pace=0.5)
    assert (season.status, season.games_planned) == ("draft", 3)
    rules = season.rules.get()
    assert (rules.number, rules.ruleset, rules.revision, rules.seats) == (0, "town-mafia", 1, 8)
    assert rules.options == {"lynch": "majority", "discussion_rounds": 1}
    assert [place.player for place in season.roster.select_related("player")] == players
    assert season.rated
    assert len(season.secret) == 32


@pytest.mark.django_db
def test_a_season_whose_secret_somebody_chose_is_unrated():
    season = season_of(make_roster(), secret="spring tide", rated=True)
    assert (season.secret, season.rated) == ("spring tide", False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "fields", "message"),
    [
        ("slug", {"slug": "Spring_1"}, "must be 1 to 60 lower-case letters, digits and hyphens, no hyphen first, not "),
        ("slug", {"slug": "exhibitions"}, "'exhibitions' is an address of the site's own; choose another word."),
        ("name", {"name": "  "}, "must be 1 to 120 characters, not '  '."),
        (
            "ruleset",
            {"rules": [Rules("chess")]},
            f"no ruleset is called 'chess'; there are: {', '.join(all_rulesets())}.",
        ),
        ("seats", {"rules": [town(4)]}, "town-mafia is for 5 to 20 seats, not 4."),
        ("options", {"rules": [town(linch="x")]}, "town-mafia has no option 'linch'; did you mean 'lynch'"),
        ("options", {"rules": [town(lynch="x")]}, "option 'lynch' must be one of plurality, majority, not 'x'."),
        (
            "options",
            {"rules": [town(names="alias")]},
            "names is a field of the season itself, not an option of its own.",
        ),
        ("rules", {"rules": []}, "must be 1 to 20 rule books, not 0."),
        ("rules", {"rules": [town()] * 21}, "must be 1 to 20 rule books, not 21."),
        ("games", {"games": 0}, "must be a whole number from 1 to 10000, not 0."),
        ("pace", {"pace": -1}, "must be a number from 0 to 100, not -1."),
        ("pace", {"pace": float("nan")}, "must be a number from 0 to 100, not nan."),
        ("interval", {"interval": float("inf")}, "must be seconds from 0 to 2592000, not inf."),
        ("spoilers", {"spoilers": "maybe"}, "must be one of open, delayed, sealed, not 'maybe'."),
        ("names", {"names": "nick"}, "must be one of alias, persona, not 'nick'."),
        ("secret", {"secret": ""}, "must be 1 to 200 characters, or none, not ''."),
        ("players", {"rules": [town(13)]}, "choose at least 13 players, not 12: the table has 13 seats."),
        (
            "players",
            {"rules": [town(13), town()]},
            "choose at least 13 players, not 12: the table of town-mafia has 13 seats.",
        ),
    ],
)
def test_a_wrong_field_is_named_with_what_is_allowed_and_what_came(field, fields, message):
    with pytest.raises(WrongSeason) as refused:
        season_of(make_roster(), **fields)
    assert refused.value.field == field
    assert refused.value.message[: len(message)] == message
    assert not Season.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (Rules("chess"), "ruleset of rule book 2 (chess): no ruleset is called 'chess'; there are: "),
        (town(4), "seats of rule book 2 (town-mafia): town-mafia is for 5 to 20 seats, not 4."),
        (town(lynch="x"), "options of rule book 2 (town-mafia): option 'lynch' must be one of "),
    ],
)
def test_which_of_several_rule_books_is_wrong_is_said(wrong, told):
    with pytest.raises(WrongSeason) as refused:
        season_of(make_roster(), rules=[town(), wrong])
    assert (str(refused.value)[: len(told)], refused.value.number) == (told, 1)
    assert not Season.objects.exists()


@pytest.mark.django_db
def test_rules_have_their_own_default_of_seats():
    season = season_of(make_roster(), rules=[Rules(slug) for slug in all_rulesets()])
    assert [(each.number, each.ruleset, each.seats, each.options) for each in season.rules.all()] == [
        (number, slug, rules.default_seats, {}) for number, (slug, rules) in enumerate(all_rulesets().items())
    ]


@pytest.mark.django_db
def test_the_fixtures_take_the_rules_in_turn_each_with_its_own_seats():
    season = season_of(make_roster(), rules=[town(5), town(9), town(7)], games=5)
    start_season(season=season, now=NOON)
    fixtures = season.fixtures.select_related("rules")
    assert [(each.rules.number, len(set(each.seating))) for each in fixtures] == [
        (0, 5),
        (1, 9),
        (2, 7),
        (0, 5),
        (1, 9),
    ]


@pytest.mark.django_db
def test_a_slug_is_taken_once():
    season_of(make_roster())
    with pytest.raises(WrongSeason, match=r"slug: there is a season 'spring' already\."):
        season_of(make_roster())


@pytest.mark.django_db
def test_who_is_not_approved_is_named_with_how_to_approve_it():
    players = make_roster()
    drafts = [players[1].persona, players[0].persona]
    Persona.objects.filter(pk=drafts[0].pk).update(status="draft", decided_by="", decided_at=None)
    retire_personas(personas=Persona.objects.filter(pk=drafts[1].pk), by="ada")
    slugs = sorted(each.slug for each in drafts)

    with pytest.raises(WrongSeason) as refused:
        season_of(make_roster())
    with pytest.raises(WrongGame) as kept_out:
        create_exhibition(ruleset="town-mafia", options={}, players=make_roster(6))

    told = f"only approved personas play, and {slugs[0]}, {slugs[1]} are not; the admin's list of personas or "
    told += f"`manage.py roster --approve {slugs[0]} {slugs[1]}` does it"
    assert (str(refused.value), str(kept_out.value)) == (f"players: {told}.", told)
    approve_personas(personas=Persona.objects.all(), by="ada")
    season_of(make_roster())
    create_exhibition(ruleset="town-mafia", options={}, players=make_roster(6))


@pytest.mark.django_db
def test_a_player_is_on_the_roster_once():
    players = make_roster()
    with pytest.raises(WrongSeason, match=f"players: each .* once, and {players[0].player_id} is there more often."):
        season_of([*players, players[0]])


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [Player, LanguageModel])
def test_who_is_not_active_is_not_invited(kind):
    one = make_roster()[0]
    pk = {Player: one.pk, LanguageModel: one.model_id}[kind]
    kind.objects.filter(pk=pk).update(is_active=False)
    with pytest.raises(WrongSeason, match=f"players: new seasons invite only who is active, and .*{one.player_id}"):
        season_of(make_roster())


@pytest.mark.django_db
def test_who_cannot_be_asked_is_not_invited():
    with pytest.raises(WrongSeason, match="players: nobody can answer for nobody_"):
        season_of([*make_roster(), make_player(model=make_model(slug="nobody"), persona=make_persona())])


@pytest.mark.django_db
def test_with_persona_names_no_two_may_share_one():
    players = make_roster()
    twin = make_player(persona=players[0].persona, model=make_model(provider="uniform", model_name=""))
    assert season_of([*players, twin]).names == "alias"
    with pytest.raises(WrongSeason, match=f"no two may share a name, and several are {players[0].persona.name}."):
        season_of([*players, twin], names="persona", slug="summer")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["{}.", "{}'", "{}\uff0e"])
def test_with_persona_names_no_two_may_have_names_that_answers_could_not_tell_apart(name: str):
    players = make_roster()
    own = players[0].persona
    alike = make_player(persona=make_persona(name=name.format(own.name), sheet=own.sheet))
    assert season_of([*players, alike]).names == "alias"
    with pytest.raises(WrongSeason, match="no two may share a name, and several are "):
        season_of([*players, alike], names="persona", slug="summer")


@pytest.mark.django_db
def test_its_caps_are_in_the_terms_of_its_games():
    season = season_of(make_roster(), cap_call=Decimal("0.05"), cap_season=Decimal(10))
    start_season(season=season, now=NOON)

    game = open_due_fixtures(now=NOON, season=season).games[0]

    assert game.terms["caps"] == {"call": "0.05", "season": "10"}


@pytest.mark.django_db
@pytest.mark.parametrize("cap", ["-1", "100000", "NaN", "0.00001"])
def test_a_cap_that_is_none_is_refused(cap):
    with pytest.raises(WrongSeason) as error:
        season_of(make_roster(), cap_game=Decimal(cap))
    assert str(error.value) == (
        f"cap_game: must be US dollars from 0 to below 100,000 with at most 4 places, or none, not {cap!r}."
    )
