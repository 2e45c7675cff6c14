"""`provider`: language models on this machine, for games without a key, tests and measurements."""

import argparse
import json
import os
import socket
import sys
from typing import Any, Final

from django.core.management import CommandError, CommandParser

from games.loopback.faults import KINDS, Script, WrongFault, script_of
from games.loopback.limits import Limits, limits_said
from games.loopback.process import KEY
from games.loopback.server import serve
from games.loopback.service import MODES, Service, Settings
from games.terminal.usage import ProjectCommand, bound, read_seed, url_of, whole_number, wrong_usage

MOST_LATENCY: Final = 3600.0  # seconds


class Command(ProjectCommand):
    help = (
        "A provider of language models on this machine: it speaks OpenAI's two protocols and Anthropic's as "
        "strictly as they do, plays legally without a thought, counts what it would have cost, and fails on demand."
    )
    requires_system_checks: list[str] = []

    def run_from_argv(self, argv: list[str]) -> None:
        super().run_from_argv(argv)
        sys.stdout.flush()
        os._exit(0)  # to take all modules apart takes a second

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=port, default=8100, help="the port (8100); 0 for any free one")
        parser.add_argument(
            "--mode",
            choices=MODES,
            default="steady",
            help="steady (the default): the same request gets the same answer; random: drawn from the seed",
        )
        parser.add_argument("--latency", type=seconds, default=0.0, metavar="S", help="seconds an answer takes (0)")
        parser.add_argument(
            "--fault",
            action="append",
            default=[],
            nargs="+",
            metavar="KIND=SHARE",
            help=f"what goes wrong, and for which share of requests from 0 to 1; kinds: {', '.join(KINDS)}",
        )
        parser.add_argument(
            "--limit",
            action="append",
            default=[],
            metavar="MODEL:KIND=N",
            help="what of a model may be asked in a minute, like gpt-4.1-mini:requests=60,tokens=30000 or "
            "claude-sonnet-4-5:requests=50,input=30000,output=8000; several models that share a limit are joined by +",
        )
        parser.add_argument("--seed", metavar="S", help="any text that random answers and faults are drawn from")
        parser.add_argument("--json", action="store_true", help="say where it is, and at the end the bill, as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        service = Service(
            Settings(
                mode=options["mode"],
                seed="" if options["seed"] is None else read_seed(options["seed"]),
                latency=options["latency"],
                script=read_script([pair for group in options["fault"] for pair in group]),
                limits=read_limits(options["limit"]),
            )
        )
        try:
            listener = bound(options["host"], options["port"])
        except CommandError as error:
            raise CommandError(str(error), returncode=2) from error
        serve(service, listener, lambda: self.tell_start(listener, as_json=options["json"]))
        self.tell_end(service, as_json=options["json"])

    def tell_start(self, listener: socket.socket, *, as_json: bool) -> None:
        """Where it is, and what has to be in the environment of those who are to ask it."""
        url = url_of(listener).rstrip("/")
        environment = {
            "OPENAI_BASE_URL": f"{url}/v1",
            "OPENAI_API_KEY": KEY,
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": KEY,
        }
        if as_json:
            self.stdout.write(json.dumps({"url": url, "environment": environment}))
        else:
            self.stdout.write(f"The provider is at {url} (Ctrl-C stops it). For those who are to ask it:")
            for name, value in environment.items():
                self.stdout.write(f"  export {name}={value}")
            self.stdout.write(f"It shows every request at {url}/counter and what they would have cost at {url}/bill")
        self.stdout.flush()

    def tell_end(self, service: Service, *, as_json: bool) -> None:
        bill = service.books.bill()
        if as_json:
            self.stdout.write(json.dumps(bill))
            return
        for name, row in bill["models"].items():
            self.stdout.write(f"{name}: {row['requests']} answers, ${row['cost']}")
        total = bill["total"]
        self.stdout.write(
            f"{len(service.books.rows)} requests, {total['requests']} answers, {total['input']} tokens in "
            f"({total['cached']} of them cached), {total['output']} out: ${total['cost']}, owed to nobody."
        )


def read_script(pairs: list[str]) -> Script:
    """The script of faults that KIND=SHARE pairs say; raises CommandError."""
    shares: dict[str, float] = {}
    for pair in pairs:
        kind, _, share = pair.partition("=")
        try:
            shares[kind] = float(share)
        except ValueError:
            raise wrong_usage(f"a fault is KIND=SHARE, like 429=0.1, not {pair!r}") from None
    try:
        return script_of(shares)
    except WrongFault as error:
        raise wrong_usage(str(error)) from error


def read_limits(texts: list[str]) -> Limits:
    """The limits that MODEL:KIND=N say; raises CommandError."""
    try:
        return limits_said(texts)
    except ValueError as error:
        raise wrong_usage(str(error)) from error


def port(text: str) -> int:
    """A port's number, 0 for any that is free."""
    number: int = whole_number(0)(text)
    if number > 65_535:
        raise argparse.ArgumentTypeError(f"a port from 0 to 65535 is wanted, not {text!r}")
    return number


def seconds(text: str) -> float:
    """A number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= MOST_LATENCY:
        raise argparse.ArgumentTypeError(f"a number of seconds from 0 to {MOST_LATENCY:g} is wanted, not {text!r}")
    return number
