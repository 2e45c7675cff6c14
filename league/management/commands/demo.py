"""`demo`: sets everything up and plays season after season live, with the site to watch them on."""

import argparse
import socket
import threading
from typing import Any

from django.conf import settings
from django.core.management import CommandError, CommandParser
from django.db import connections
from django.urls import reverse
from django.utils import timezone

from games.terminal.usage import ProjectCommand, bound, read_stem, url_of, whole_number
from league import tasks
from league.access.accounts import ensure_admin
from league.access.acts import COMMAND_LINE, recorded
from league.models import User
from league.processes.alone import AlreadyRunning, Place, alone_in
from league.processes.doctor import fresh_connection, look_at_database, look_at_folder
from league.processes.embedded import CannotStart, run_embedded, set_up_database
from league.processes.ending import end_with
from league.processes.examining.finding import Finding
from league.processes.logs import quiet
from league.seasons.demo import Plan, follow_seasons
from league.seasons.making.checking import MOST_GAMES, MOST_PACE
from league.terminal.programme import Programme
from league.terminal.progress import Meter

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  compared with, not bound to


class Command(ProjectCommand):
    help = "Sets everything up and plays season after season live with house players, with the site to watch them on."
    requires_system_checks: list[str] = []

    def run_from_argv(self, argv: list[str]) -> None:
        end_with(lambda: super(Command, self).run_from_argv(argv))

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=port, default=8000, help="the port to listen on (8000); 0 takes a free one")
        parser.add_argument("--games", type=games, default=12, metavar="N", help="how many games a season has (12)")
        parser.add_argument(
            "--pace", type=pace, default=1.0, help="a multiple of the times of the score (1); 0 is at once"
        )
        parser.add_argument("--seed", metavar="S", help="what the games are drawn from; the season is then unrated")
        parser.add_argument("--once", action="store_true", help="end when the first season does")

    def handle(self, *args: Any, **options: Any) -> None:
        seed = None if options["seed"] is None else read_stem(options["seed"])
        plan = Plan(games=options["games"], pace=options["pace"], seed=seed)
        quiet()
        refuse_if_bad(look_at_folder(settings.LEAGUE_DATA_DIR))
        try:
            with alone_in(settings.LEAGUE_DATA_DIR) as place, bound(options["host"], options["port"]) as listening:
                self.set_up()
                done = self.play(plan, once=options["once"], host=options["host"], listening=listening, place=place)
        except AlreadyRunning as error:
            raise CommandError(f"{error}.") from error
        except CannotStart as error:
            raise CommandError(str(error)) from error
        if options["once"] and not done:
            raise CommandError("stopped before the season was over; the same command goes on from here.")
        if not done:
            self.stdout.write("Stopped; the same command goes on from here.")

    def set_up(self) -> None:
        """Tables, an administrator and a roster; whatever is there is left as it is."""
        if settings.POSTGRESQL:
            refuse_if_bad(look_at_database(fresh_connection()))
        set_up_database()
        with recorded(by=COMMAND_LINE, verb="set up", rows=[User.objects.filter(username="admin")]):
            _, password = ensure_admin()
        if password:
            self.stdout.write(f"administrator: admin, password: {password} (shown this once)")

    def play(self, plan: Plan, *, once: bool, host: str, listening: socket.socket, place: Place) -> bool:
        """Serves the site and plays until somebody stops it; with `once` whether the season came to its end."""
        url = url_of(listening)
        ended: list[bool] = []
        failed: list[Exception] = []

        def follow() -> None:
            try:
                ended.append(
                    follow_seasons(plan, once=once, stopping=tasks.stopping, nudge=tasks.nudge, show=programme.show)
                )
            except Exception as error:  # noqa: BLE001  raised again where the process ends
                failed.append(error)
            finally:
                connections.close_all()
                tasks.stopping.set()

        def begin() -> None:
            place.tell(url)
            meter.say(f"the league is at {url}")
            follower.start()

        if host not in EVERYWHERE and host not in settings.ALLOWED_HOSTS:
            settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, host]  # who listens there wants to be called that
        follower = threading.Thread(target=follow, name="follower")
        with Meter(self.tell) as meter:
            programme = Programme(
                meter,
                plan=plan,
                game_url=lambda public_id: url.rstrip("/") + reverse("game", args=[public_id]),
                clock=timezone.now,
            )
            run_embedded(listening, begin, late_status=int(once))
            if follower.is_alive():
                follower.join()
        if failed:
            raise failed[0]
        return ended == [True]

    def tell(self, line: str) -> None:
        """A line that is read at once, also through a pipe."""
        self.stdout.write(line)
        self.stdout.flush()


def port(text: str) -> int:
    """A port's number, 0 for any that is free."""
    number: int = whole_number(0)(text)
    if number > 65535:
        raise argparse.ArgumentTypeError(f"a port from 0 to 65535 is wanted, not {text!r}")
    return number


def games(text: str) -> int:
    """How many games a season has."""
    number: int = whole_number(1)(text)
    if number > MOST_GAMES:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {MOST_GAMES} is wanted, not {text!r}")
    return number


def pace(text: str) -> float:
    """A multiple of the times of the score."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= MOST_PACE:
        raise argparse.ArgumentTypeError(f"a number from 0 to {MOST_PACE:g} is wanted, not {text!r}")
    return number


def refuse_if_bad(finding: Finding) -> None:
    """Raises CommandError for what keeps the league from working."""
    if finding.state == "bad":
        raise CommandError(f"{finding.subject}: {finding.seen}; {finding.cure}.")
