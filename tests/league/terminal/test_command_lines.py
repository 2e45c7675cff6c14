"""What is given twice on a command line: lists grow, a single value is refused and never dropped without a word."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command, get_commands, load_command_class

from games.terminal.usage import ProjectCommand, _Once
from league.models import Season
from personas.models import Player

# The words of `test` are pytest's; those of accounts, lockouts and files of rows are the packages' own, which we only
# record.
THEIRS = {"test", "changepassword", "createsuperuser", "loaddata"}
OURS = sorted(
    (app, name)
    for name, app in get_commands().items()
    if app in ("league", "games") and name not in THEIRS and not name.startswith("axes_")
)


def said(*words: str) -> str:
    told = io.StringIO()
    call_command(*words, stdout=told, stderr=told)
    return told.getvalue()


@pytest.mark.django_db
def test_players_that_are_given_several_times_are_all_on_the_roster() -> None:
    said("roster")
    ids = list(Player.objects.order_by("player_id").values_list("player_id", flat=True))
    first = ("season", "spring", "create", "--ruleset", "town-mafia", "--seats", "5", "--games", "1")
    said(*first, "--players", f"{ids[0]},{ids[1]}", "--players", ids[2], "--players", f"{ids[3]},{ids[4]}")
    season = Season.objects.get()
    assert [player.player_id for player in season.players.order_by("season_places__number")] == ids[:5]
    with pytest.raises(CommandError, match="there is no player 'nobody'"):
        said(*first, "--players", "nobody", "--players", "house")


def test_in_a_game_they_take_the_seats_one_behind_the_other() -> None:
    told = said("play", "town-mafia", "--seats", "5", "--players", "house,uniform", "--players", "uniform,house,house")
    assert told.count("Uniform") + told.count("uniform") >= 2
    with pytest.raises(CommandError, match="one for all or 5, one for each seat, not 2"):
        said("play", "town-mafia", "--seats", "5", "--players", "house", "--players", "uniform")


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("play", "town-mafia", "--seats", "5", "--seats", "6"), "--seats"),
        (("play", "town-mafia", "--seed", "a", "--seed", "a"), "--seed"),
        (("simulate", "town-mafia", "--games", "2", "--games", "3"), "--games"),
        (("season", "s", "create", "--ruleset", "town-mafia", "--games", "2", "--games", "3"), "--games"),
        (("season", "s", "resume", "--cap-season", "2", "--cap-season", "3"), "--cap-season"),
        (("export", "abc", "--view", "public", "--view", "analysis"), "--view"),
        (("demo", "--pace", "1", "--pace", "2"), "--pace"),
    ],
)
def test_a_single_value_that_is_given_twice_is_refused(words: tuple[str, ...], option: str) -> None:
    with pytest.raises(CommandError, match=f"{option} is given more than once, and takes one value"):
        said(*words)


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_an_option_of_the_rules_that_is_given_twice_is_refused_in_either_manner(command: str) -> None:
    first = (command, "town-mafia", *(("--games", "1") if command == "simulate" else ()), "--option", "lynch=majority")
    assert said(*first, "--option", "skip_vote=0")
    for again in (("lynch=plurality",), ("--option", "lynch=majority"), ("skip_vote=0", "lynch=plurality")):
        with pytest.raises(CommandError, match=r"^option lynch is given more than once$") as refused:
            said(*first, *again)
        assert refused.value.returncode == 2


@pytest.mark.parametrize(("app", "name"), OURS)
def test_every_option_of_every_command_of_ours_hears_what_is_given_twice(app: str, name: str) -> None:
    command = load_command_class(app, name)
    assert isinstance(command, ProjectCommand)
    parsers = [command.create_parser("manage.py", name)]
    for parser in parsers:
        for action in parser._actions:
            if type(action).__name__ == "_SubParsersAction":
                parsers += (action.choices or {}).values()
            is_deaf = type(action).__name__ == "_StoreAction" and action.option_strings
            assert not is_deaf, f"{action.option_strings} keeps the last value without a word"
    assert any(isinstance(action, _Once) for parser in parsers for action in parser._actions)


@pytest.mark.django_db
def test_the_shipped_roster_is_one_named_step() -> None:
    assert said("roster") == "24 players are on the shipped roster, 24 of them new\n"
    assert said("roster") == "24 players are on the shipped roster, 0 of them new\n"
    assert Player.objects.filter(is_active=True).count() == 24


@pytest.mark.django_db
def test_where_nobody_is_on_the_roster_the_step_that_makes_players_is_named() -> None:
    create = ("season", "spring", "create", "--ruleset", "town-mafia", "--seats", "5", "--games", "1", "--players")
    with pytest.raises(CommandError, match=r"^there is no player 'a_b', nor any other yet: `manage.py roster` makes"):
        said(*create, "a_b,c_d")

    said("roster")

    with pytest.raises(CommandError, match=r"^there is no player 'a_b'; `house` stands for the shipped roster"):
        said(*create, "a_b,c_d")
    assert not Season.objects.exists()


def in_folder(folder: Path, *words: str) -> tuple[int, str]:
    """A command line as a process of its own, with its data in a folder; its exit status and what it said."""
    ours = {"LEAGUE_DATA_DIR": str(folder), "LEAGUE_SETUP": "0"}
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR,
        env=kept | ours | {"DJANGO_SETTINGS_MODULE": "league.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_season_is_made_in_one_go_where_there_is_nothing_yet_and_so_is_the_next(tmp_path: Path) -> None:
    rest = ("create", "--ruleset", "town-mafia", "--seats", "5", "--games", "3", "--players", "house")
    slugs = ("spring", "autumn")

    assert [in_folder(tmp_path / "new", "season", slug, *rest) for slug in slugs] == [
        (0, f"{slug} is made: 3 games; `start` or `run` it\n") for slug in slugs
    ]


def test_a_refused_season_leaves_tables_and_no_season_behind(tmp_path: Path) -> None:
    rest = ("create", "--ruleset", "town-mafia", "--seats", "5", "--games", "3", "--players")

    refused, why = in_folder(tmp_path, "season", "spring", *rest, "a_b")
    made, _ = in_folder(tmp_path, "season", "spring", *rest, "house")

    assert (refused, "`manage.py roster` makes the shipped ones" in why, why.count("\n"), made) == (2, True, 1, 0)
