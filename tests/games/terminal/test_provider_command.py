"""The command `provider`: what it says, what it takes, and how it ends."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import openai
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from tests.games.loopback.asking import by_schema
from tests.patience import at_most

pytestmark = pytest.mark.long(15)

COMMAND = [sys.executable, "manage.py", "provider", "--port", "0"]


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=settings.BASE_DIR,
        env=os.environ | {"LEAGUE_SETUP": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_it_says_where_it_is_plays_and_shows_the_bill() -> None:
    with started("--json", "--fault", "500=0.0", "prose=0", "--latency", "0.01", "--seed", "s") as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        environment = told["environment"]
        with openai.OpenAI(
            base_url=environment["OPENAI_BASE_URL"], api_key=environment["OPENAI_API_KEY"], max_retries=0
        ) as client:
            client.chat.completions.create(**by_schema())
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=at_most(20))

    assert set(environment) == {"OPENAI_BASE_URL", "OPENAI_API_KEY", "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"}
    assert json.loads(out)["total"]["requests"] == 1
    assert (process.returncode, error) == (0, "")


@pytest.mark.slow
def test_it_keeps_limits_a_minute() -> None:
    with started("--json", "--limit", "gpt-4o-mini:requests=1", "--limit", "gpt-4o:tokens=50") as process:
        assert process.stdout is not None
        environment = json.loads(process.stdout.readline())["environment"]
        with openai.OpenAI(
            base_url=environment["OPENAI_BASE_URL"], api_key=environment["OPENAI_API_KEY"], max_retries=0
        ) as client:
            client.chat.completions.create(**by_schema())
            with pytest.raises(openai.RateLimitError, match=r"requests per min \(RPM\): Limit 1, Used 1, Requested 1"):
                client.chat.completions.create(**by_schema())


@pytest.mark.slow
def test_it_ends_well_while_somebody_waits() -> None:
    with started("--latency", "60") as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(6)]
        host, _, port = lines[0].split()[4].removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port))) as waiting:
            raw = json.dumps(by_schema()).encode()
            head = f"host: {host}\r\ncontent-type: application/json\r\nauthorization: Bearer sk-loop\r\n"
            waiting.sendall(f"POST /v1/chat/completions HTTP/1.1\r\n{head}content-length: {len(raw)}\r\n\r\n".encode())
            waiting.sendall(raw)
            told = json.loads(urllib.request.urlopen(f"http://{host}:{port}/counter", timeout=at_most(10)).read())
            process.send_signal(signal.SIGTERM)
            out, error = process.communicate(timeout=at_most(20))

    assert lines[0].startswith("The provider is at http://127.0.0.1:")
    assert any("export ANTHROPIC_BASE_URL=" in line for line in lines)
    assert told["statuses"] == {"none": 1}
    assert "1 requests" in out
    assert (process.returncode, error) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--fault", "flood=1"], "There is no fault called 'flood'"),
        (["--fault", "500"], "a fault is KIND=SHARE, like 429=0.1, not '500'"),
        (["--fault", "500=often"], "not '500=often'"),
        (["--fault", "500=2"], "a number from 0 to 1"),
        (["--fault", "500=nan"], "a number from 0 to 1"),
        (["--fault", "500=0.6", "--fault", "503=0.6"], "together are more than 1"),
        (["--latency", "slow"], "a number of seconds"),
        (["--port", "70000"], "a port from 0 to 65535"),
        (["--mode", "mad"], "invalid choice: 'mad'"),
        (["--seed", ""], "a seed is a text"),
    ],
)
def test_wrong_usage_is_one_sentence_and_status_2(arguments: list[str], why: str) -> None:
    with pytest.raises(CommandError, match=why) as refused:
        call_command("provider", *arguments)
    assert refused.value.returncode in (1, 2)  # argparse's own, called from here, are CommandErrors without a status


def test_taken_port_is_one_sentence_and_status_2() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} of 127.0.0.1 is taken") as refused:
            call_command("provider", "--port", str(port))
    assert refused.value.returncode == 2


def test_help_names_every_fault(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("provider", "--help")
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert "invalid_utf8" in told
    assert "--latency" in told
