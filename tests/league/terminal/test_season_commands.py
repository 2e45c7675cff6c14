"""`season`, `recompute`, `export` and `token` on the command line.

(Long, because `season` has many verbs, and each is tried here.)
"""

import json
import threading
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.engine.rulesets import all_rulesets
from games.hosting.keeping import leave_halls
from games.hosting.leases import Wanted
from games.hosting.making import create_exhibition
from games.hosting.narrator import dictated_games
from games.hosting.verbs import replay_game
from games.ledger.outbox import redis_at
from games.ledger.rows import recorded_game
from games.models import Account, Game, Outbox
from games.models.waiting import LATE, ROOMLESS, UNEQUIPPED, UNREAD
from games.terminal.exhibitions import play_exhibition
from league.models import Act, Season, Standing, Token
from league.seasons.lifecycle.starting import start_season
from league.seasons.playing import running
from league.seasons.playing.running import Stand
from league.seasons.schedule.fixtures import open_due_fixtures
from league.terminal.progress import Meter, spelled
from league.terminal.season.playing import shown_on
from personas.sheet import ROSTER
from tests.factories import (
    NOON,
    TERMS,
    make_call,
    make_finished_game,
    make_fixture,
    make_model,
    make_roster,
    make_running_game,
    make_running_season,
    make_seat,
    make_standing,
    make_user,
)
from tests.league.seasons.schedule.test_fixtures import season_of

MADE = ("--ruleset", "town-mafia", "--games", "2", "--players", "house")


@pytest.fixture(autouse=True)
def _empty_halls():
    yield
    leave_halls()


def said(*command):
    told = StringIO()
    call_command(*command, stdout=told, stderr=told)
    return told.getvalue()


def refused(*command):
    with pytest.raises(CommandError) as error:
        said(*command)
    return error.value.returncode, str(error.value)


@pytest.mark.django_db
def test_a_seasons_caps_are_amounts_of_dollars():
    said("season", "spring", "create", *MADE, "--cap-call", "0.02", "--cap-game", "$1.50")
    assert Season.objects.get().caps == {"call": "0.02", "game": "1.5"}
    wanted = "argument --cap-season: an amount of US dollars like 12.50 is wanted, not 'much'"
    assert wanted in refused("season", "summer", "create", *MADE, "--cap-season", "much")[1]


@pytest.mark.django_db
def test_a_season_is_made_with_what_its_players_remember():
    said("season", "spring", "create", *MADE, "--memory", "live", "--lag", "2", "--cap-learning", "0.5")
    season = Season.objects.get()
    assert (season.memory, season.lag, season.caps) == ("live", 2, {"learning": "0.5"})
    assert said("season", "spring", "status").splitlines()[1] == (
        "memory: Players remember, and what they learn counts in other seasons: each begins with what is known up to "
        "the 2nd before it, and it has no more than 2; learning: at most $0.50"
    )
    assert "argument --memory: invalid choice: 'sometimes'" in refused(
        "season", "summer", "create", *MADE, "--memory", "sometimes",
    )[1]  # fmt: skip
    wanted = "argument --lag: a whole number from 1 to 1,000 is wanted, not '0'"
    assert wanted in refused("season", "summer", "create", *MADE, "--lag", "0")[1]


@pytest.mark.django_db
def test_what_is_remembered_is_said_anew_of_a_draft_and_later_only_its_cap_is_raised():
    said("season", "spring", "create", *MADE, "--lag", "2", "--cap-learning", "0.5")
    told = said("season", "spring", "memory", "--memory", "off", "--lag", "none")
    assert told == "spring: Players remember nothing and learn nothing; learning: at most $0.50\n"
    said("season", "spring", "start")
    Account.objects.create(scope="learning", name="spring", cap="0.5", spent="0.1")

    said("season", "spring", "memory", "--cap-learning", "2")

    season = Season.objects.get()
    assert (season.memory, season.lag, season.cap_learning) == ("off", None, 2)
    assert Account.objects.get(scope="learning").cap == 2
    frozen = "is frozen when a season starts: it stays"
    for line, code, complaint in (
        (("--memory", "live"), 2, f"memory: {frozen} 'off'."),
        (("--lag", "3"), 2, f"lag: {frozen} as usual."),
        (("--cap-learning", "1"), 2, "cap_learning: must be 2 or more, or none in a season that has started, not 1."),
        ((), 2, "say what is to be otherwise: --memory, --lag or --cap-learning"),
    ):
        assert refused("season", "spring", "memory", *line) == (code, complaint)
    said("season", "spring", "memory", "--cap-learning", "none")
    assert Account.objects.get(scope="learning").cap is None
    assert refused("season", "spring", "memory", "--cap-learning", "9")[1] == (
        "cap_learning: must be none in a season that has started, not 9."
    )
    acts = Act.objects.filter(verb="change memory", model="season").order_by("pk")
    assert [act.after for act in acts] == [
        {"memory": "off", "lag": None},
        {"cap_learning": "2.0000"},
        {"cap_learning": None},
    ]


@pytest.mark.django_db
def test_a_season_is_made_with_all_that_the_line_says():
    options = ("--option", "lynch=majority", "--option", "discussion_rounds=1", "--interval", "5", "--pace", "0.5")
    said(
        "season",
        "spring",
        "create",
        *MADE,
        *options,
        "--spoilers",
        "delayed",
        "--names",
        "persona",
        "--seats",
        "9",
        "--level",
        "basic",
        "--aware",
        "no",
    )
    season = Season.objects.get()
    assert (season.strategy_level, season.is_aware) == ("basic", False)
    assert (season.slug, season.name, season.status) == ("spring", "Spring", "draft")
    rules = season.rules.get()
    assert (rules.ruleset, rules.seats) == ("town-mafia", 9)
    assert rules.options == {"lynch": "majority", "discussion_rounds": 1}
    assert (season.interval, season.pace, season.spoilers, season.names) == (5, 0.5, "delayed", "persona")
    assert season.players.count() == 24
    assert season.rated


@pytest.mark.django_db
def test_a_models_slug_stands_for_the_shipped_characters_on_it():
    make_model(slug="big", provider="openai", model_name="big")

    said("season", "spring", "create", *MADE[:-1], "big")
    said("season", "summer", "create", *MADE[:-1], "big,house-joker_pip_barlow")

    spring, summer = Season.objects.order_by("slug")
    assert {player.player_id for player in spring.players.all()} == {f"big_{sheet.slug}" for sheet in ROSTER}
    assert summer.players.count() == 25


@pytest.mark.django_db
def test_what_cannot_be_followed_is_one_sentence_and_2():
    assert refused("season", "spring", "status") == (2, "there is no season 'spring'; there are none")
    assert refused("season", "spring", "create", *MADE[:-1], "nobody") == (
        2, "there is no player 'nobody', nor any other yet: `manage.py roster` makes the shipped ones",
    )  # fmt: skip
    assert refused("season", "spring", "create", *MADE, "--option", "lynch") == (
        2,
        "an option is given as k=v, not 'lynch'",
    )
    assert refused("season", "spring", "create", *MADE, "--seats", "30") == (
        2, "seats: town-mafia is for 5 to 20 seats, not 30.",
    )  # fmt: skip
    assert refused("season", "spring", "create", "--ruleset", "chess", *MADE[2:]) == (
        2, f"ruleset: no ruleset is called 'chess'; there are: {', '.join(all_rulesets())}.",
    )  # fmt: skip


SEVERAL = ("--ruleset", "town-mafia", "--ruleset", "coup", "--ruleset", "town-mafia", *MADE[2:])


@pytest.mark.django_db
@pytest.mark.usefixtures("coup")
def test_a_season_is_made_of_several_rule_books_in_turn():
    given = (
        "--seats",
        "town-mafia=9",
        "--option",
        "town-mafia:lynch=majority",
        "--option",
        "town-mafia:doctor_self=no",
    )
    said("season", "spring", "create", *SEVERAL, *given)
    options = {"lynch": "majority", "doctor_self": False}
    assert list(Season.objects.get().rules.values_list("number", "ruleset", "revision", "seats", "options")) == [
        (0, "town-mafia", 1, 9, options),
        (1, "coup", 2, 6, {}),
        (2, "town-mafia", 1, 9, options),
    ]


@pytest.mark.django_db
@pytest.mark.usefixtures("coup")
@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--seats", "9"), "with several rulesets --seats says of which, as RULESET=N, not '9'"),
        (("--seats", "coup=six"), "--seats is a whole number, not 'six'"),
        (("--seats", "chess=9"), "--seats 'chess=9' is for 'chess', and --ruleset names town-mafia, coup, town-mafia"),
        (("--seats", "coup=9"), "seats of rule book 2 (coup): coup is for 4 to 7 seats, not 9."),
        (
            ("--option", "lynch=majority"),
            "with several rulesets --option says of which, as RULESET:k=v, not 'lynch=majority'",
        ),
        (("--option", "coup:lynch"), "an option is given as k=v, not 'lynch'"),
        (("--option", "coup:x=1"), "options of rule book 2 (coup): coup has no option 'x'. It has: names."),
    ],
)
def test_what_is_wrong_with_one_of_several_rule_books_is_one_sentence_and_2(given, told):
    assert refused("season", "spring", "create", *SEVERAL, *given) == (2, told)
    assert not Season.objects.exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("coup")
def test_a_season_of_several_rule_books_says_so_and_tells_standings_under_each():
    said("season", "spring", "create", *SEVERAL)
    assert said("season", "spring", "status").splitlines()[1] == (
        "rules in turn: town-mafia, 8 seats; coup, 6 seats; town-mafia, 8 seats"
    )
    season = Season.objects.get()
    for ruleset, role, games in (("town-mafia", "doctor", 3), ("town-mafia", "mafioso", 4), ("coup", "spy", 5)):
        team = "mafia" if role == "mafioso" else "town"
        counts = {"games": games, "wins": 0, "draws": 0, "survived": 0}
        make_standing(season=season, player=season.players.first(), ruleset=ruleset, role=role, team=team, **counts)

    def games(*asked):
        return [row["games"] for row in json.loads(said("season", "spring", "standings", "--json", *asked))]

    assert games() == [12]
    assert games("--ruleset", "coup") == [5]
    assert games("--ruleset", "town-mafia", "--role", "doctor") == [3]
    assert games("--team", "town") == [8]
    assert games("--role", "king") == []
    (row,) = json.loads(said("season", "spring", "standings", "--json", "--role", "spy"))
    assert (row["rank"], set(row["interval"])) == (1, {"low", "high"}), "as the API has it"


@pytest.mark.django_db
def test_the_one_ruleset_may_be_named_too():
    said("season", "spring", "create", *MADE, "--seats", "town-mafia=9", "--option", "town-mafia:lynch=majority")
    rules = Season.objects.get().rules.get()
    assert (rules.seats, rules.options) == (9, {"lynch": "majority"})


@pytest.mark.django_db
def test_a_step_that_is_not_possible_now_is_one_sentence_and_1():
    said("season", "spring", "create", *MADE)
    assert refused("season", "spring", "pause") == (
        1, "status: only a running season can be paused, and spring is draft.",
    )  # fmt: skip
    said("season", "spring", "start")
    said("season", "spring", "pause")
    assert refused("season", "spring", "run") == (
        1, "status: spring is paused (paused by hand); resume it first.",
    )  # fmt: skip
    said("season", "spring", "resume")
    assert json.loads(said("season", "spring", "status", "--json")) == {
        "season": "spring",
        "name": "Spring",
        "rules": [{"ruleset": "town-mafia", "revision": 1, "seats": 8, "options": {}}],
        "caps": {},
        "memory": "live",
        "hides_memory": False,
        "lag": None,
        "games_behind": 8,
        "status": "running",
        "planned": 2,
        "played": 0,
        "live": [],
        "next_due_at": None,
        "waiting": "",
        "casting": [],
        "edited": [],
        "budget": None,
        "held_up": "",
    }


@pytest.mark.django_db(transaction=True)
def test_run_plays_a_season_to_its_end():
    said("season", "spring", "create", *MADE)
    told = said("season", "spring", "run").splitlines()
    assert told[-2:] == ["2 of 2 games", "spring is over: 2 games"]
    assert Season.objects.get().status == "finished"
    assert [replay_game(game=game).is_identical for game in Game.objects.all()] == [True, True]
    assert said("season", "spring", "status") == (
        "Spring (spring) is finished: 2 of 2 games played\n"
        "memory: Players remember, and what they learn counts in other seasons: each begins with what is known up to "
        "the 8th before it, and it has no more than 2\n"
    )
    assert said("season", "spring", "run") == "spring is over: 2 games\n"
    assert said("recompute", "spring").startswith("identical: ")


@pytest.mark.django_db
def test_status_names_the_model_that_has_no_room_to_answer_and_the_cure():
    season = make_running_season(slug="spring")
    assert "held up" not in said("season", "spring", "status")
    game = make_running_game(waiting=ROOMLESS)
    make_fixture(season=season, game=game)
    make_call(game=game, model="gpt-5-mini", status="answered", said="", fault="the answer was cut off at 100 tokens")
    make_call(game=game, model="gpt-4.1", status="answered", said="{}", poll=2)
    told = (
        "1 game waits because gpt-5-mini has no room for its answer: raise its most tokens (or its context size), or "
        "lower its effort, in the admin's list of models; then `season spring update`"
    )
    assert f"\nheld up: {told}" in said("season", "spring", "status")
    assert json.loads(said("season", "spring", "status", "--json"))["held_up"] == told


@pytest.mark.django_db
def test_status_says_what_to_do_where_games_wait_for_what_is_missing_or_not_to_be_paid_again():
    season = make_running_season(slug="spring")
    for number, waiting in enumerate((UNEQUIPPED, LATE, UNEQUIPPED, UNREAD, "far 503"), 1):
        make_fixture(season=season, number=number, game=make_running_game(waiting=waiting))
    told = json.loads(said("season", "spring", "status", "--json"))["held_up"]
    assert told.count("because") == 3
    assert f"2 games wait because {UNEQUIPPED}: the log says what is missing where it is played: set the key" in told
    assert f"1 game waits because {LATE}: raise LEAGUE_CALL_TIMEOUT and start again, or lower its effort" in told
    assert f"1 game waits because {UNREAD}: set its server to a larger context" in told


@pytest.mark.django_db
def test_status_says_why_games_wait():
    season = make_running_season(slug="spring", name="Spring")
    for number, waiting in ((3, "far 503"), (2, "far 429, next try 14:02 UTC"), (1, "")):
        make_fixture(season=season, number=number, game=make_running_game(waiting=waiting))
    told = "game 2 and 1 more: far 429, next try 14:02 UTC"
    assert f"\nwaiting: {told}\n" in said("season", "spring", "status")
    assert json.loads(said("season", "spring", "status", "--json"))["waiting"] == told


def test_run_says_why_it_waits_once():
    told = []
    show = shown_on(Meter(told.append, unit="games"))
    stand = Stand("running", 2, 0, ("a" * 12,), None, "game 1: far 429, next try 14:02 UTC")
    for waiting in (stand.waiting, "", "game 2: far 429, next try 14:03 UTC", "game 2: budget of the game"):
        show(replace(stand, waiting=waiting))
    assert told == ["waiting: game 1: far 429, next try 14:02 UTC", "waiting: game 2: budget of the game"]


@pytest.mark.django_db(transaction=True)
def test_run_plays_this_season_and_no_other():
    spring, autumn = (season_of(slug=slug, start=NOON, pace=0, interval=0) for slug in ("spring", "autumn"))
    shown = create_exhibition(ruleset="town-mafia", options={}, players=make_roster(8))
    open_due_fixtures(now=NOON)
    make_running_game(
        terms=TERMS | {"season": "autumn", "narrator": "far"}, lease_owner=None, due_at=NOON.replace(year=2100)
    )

    said("season", "spring", "run")

    assert [Season.objects.get(pk=one.pk).status for one in (spring, autumn)] == ["finished", "running"]
    others = Game.objects.exclude(fixture__season=spring)
    assert {(game.status, game.last_seq, game.lease_token) for game in others} == {
        ("scheduled", 0, 0),
        ("running", 0, 0),
    }
    assert others.count() == autumn.fixtures.filter(game__isnull=False).count() + 2 >= 3
    assert not dictated_games(now=timezone.now(), wanted=Wanted(season="spring"))
    assert dictated_games(now=timezone.now(), wanted=Wanted(season="autumn")).count() == 1

    play_exhibition(ruleset="town-mafia", options={}, players=make_roster(8))

    assert Game.objects.get(pk=shown.pk).status == "scheduled"
    said("season", "autumn", "run")
    assert Season.objects.get(pk=autumn.pk).status == "finished"


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_run_writes_the_streams_that_a_worker_would(redis_url, settings):
    settings.REDIS_URL = redis_url
    season_of(start=NOON, pace=0, interval=0)

    said("season", "spring", "run")

    assert not Outbox.objects.exists()
    redis = redis_at(redis_url)
    for game in Game.objects.all():
        public = game.events.filter(heard_by=-1).count()
        assert redis.xlen(f"game.{game.public_id}.public") == public > 0
        assert redis.xlen(f"game.{game.public_id}.thoughts") == game.answers.exclude(thought="").count()


@pytest.mark.django_db(transaction=True)
def test_a_run_outlives_a_redis_that_is_away(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"  # nobody listens on port 1
    season_of(start=NOON, pace=0, interval=0)
    said("season", "spring", "run")
    assert Season.objects.get().status == "finished"
    assert Outbox.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_a_run_that_is_stopped_gives_everything_back():
    season = season_of(pace=1, interval=0)
    stopping = threading.Event()
    stand = running.run_season(season=season, stopping=stopping, tell=lambda now: now.live and stopping.set())
    assert (stand.status, stand.played, len(stand.live)) == ("running", 0, 1)
    assert list(Game.objects.values_list("status", "lease_owner")) == [("running", None)]


@pytest.mark.django_db
def test_recompute_says_what_differed_and_ends_with_1():
    season = make_running_season(slug="spring")
    game = make_finished_game()
    seat = make_seat(game=game, role="doctor", survived=True)
    make_fixture(season=season, game=game, recorded_at=NOON)
    Standing.objects.create(
        season=season, ruleset="town-mafia", player=seat.player, role="doctor", team="town", games=2
    )
    told = StringIO()
    with pytest.raises(SystemExit, match="1"):
        call_command("recompute", "spring", stdout=told)
    assert told.getvalue() == (
        f"{seat.player.player_id} as doctor: was 0 of 2 won, 0 drawn, 0 survived; is 1 of 1 won, 0 drawn, 1 survived\n"
        "outcomes: 1 row differed\ncareers: 4 rows differed\nmodel careers: 2 rows differed\n"  # nobody folded it
        "surpluses: 24 rows differed\n"
    )
    nothing = {"season": "spring", "missing": [], "differences": [], "sums": [], "kept": []}
    assert json.loads(said("recompute", "spring", "--json")) == nothing


@pytest.mark.django_db
def test_recompute_counts_what_had_not_been_counted():
    season = make_running_season(slug="spring")
    game = make_finished_game()
    make_seat(game=game, survived=True)
    make_fixture(season=season, game=game)
    told = StringIO()
    with pytest.raises(SystemExit, match="1"):
        call_command("recompute", "spring", stdout=told)
    assert told.getvalue() == f"game {game.public_id} had not been counted\n"
    assert season.standings.get().games == 1


@pytest.mark.django_db(transaction=True)
def test_an_export_is_the_log_and_its_lines_hold_the_same():
    said("season", "spring", "create", *MADE)
    said("season", "spring", "run")
    game = Game.objects.order_by("pk").first()
    log = json.loads(said("export", game.public_id, "--view", "analysis"))
    assert (log["game"], log["season"], log["hash"]) == (game.public_id, "spring", game.hash)
    lines = [
        json.loads(line)
        for line in said("export", game.public_id, "--view", "analysis", "--format", "jsonl").splitlines()
    ]
    assert [line["event"] for line in lines if "event" in line] == log.pop("events")
    assert [line["answer"] for line in lines if "answer" in line] == log.pop("journal")
    assert lines[0] == {"game": log}
    public = json.loads(said("export", game.public_id, "--view", "public"))
    assert "journal" not in public


@pytest.mark.django_db
def test_before_its_end_only_the_public_log_of_a_game_can_be_had():
    season = season_of()
    running_game = running.open_due_fixtures(now=timezone.now(), season=season).games[0]
    assert json.loads(said("export", running_game.public_id, "--view", "public"))["seed"] is None
    code, message = refused("export", running_game.public_id, "--view", "viewer")
    assert (code, message) == (1, "the viewer log can be had when the game is over; until then there is only public")
    assert recorded_game(running_game).seed
    told = "there is no game 'nosuchgame00', and no season of this name that has games"
    assert refused("export", "nosuchgame00", "--view", "public") == (2, told)


@pytest.mark.django_db
def test_a_token_is_printed_once_and_reaches_as_far_as_said():
    make_user(username="ann")
    text = said("token", "ann", "--scopes", "roster", "--name", "laptop").strip()
    token = Token.objects.get()
    assert (token.name, token.scopes, token.user.username) == ("laptop", ["roster"], "ann")
    assert text.startswith("lg_")
    assert text not in str(Token.objects.values().get())
    assert json.loads(said("token", "ann", "--json")).keys() == {"user", "scopes", "expires_at", "token"}


@pytest.mark.django_db
def test_a_token_for_nobody_or_for_nothing_is_refused():
    assert refused("token", "ann") == (2, "there is no active account 'ann'")
    make_user(username="ann")
    assert refused("token", "ann", "--scopes", "rule") == (
        2,
        "a scope is one of read, play, roster, season, money, admin, not 'rule'",
    )


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.4, "0 s"), (89, "89 s"), (91, "2 min"), (5000, "83 min"), (7500, "2 h 05 min")]
)
def test_a_time_is_told_as_a_person_says_it(seconds, said):
    assert spelled(seconds) == said


@pytest.mark.django_db(transaction=True)
def test_starting_twice_is_refused():
    said("season", "spring", "create", *MADE)
    start_season(season=Season.objects.get(), now=timezone.now())
    assert refused("season", "spring", "start")[0] == 1
