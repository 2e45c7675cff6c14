"""docker-compose.yml, read and run without containers: each service's command as a process, a season through them all.

What a container engine would do is done here: variables filled in, `python` and `celery` found, services started in the
order that they wait for each other. What it alone could show (the image, the network between containers) is not.
"""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper
from psycopg.pq import Conninfo
from websockets.sync.client import connect

from games.ledger.replay import play_again
from league.processes import environment
from tests import servers
from tests.patience import at_most

pytestmark = [pytest.mark.services, pytest.mark.timeout(at_most(240)), pytest.mark.long(45)]
GIVEN = {"SECRET_KEY": "0123456789abcdef" * 4, "POSTGRES_PASSWORD": "only a test's"}
LONG_RUNNING = ("web", "worker", "beat")
GAMES = 4
SEATS = 5
pause = threading.Event()  # nobody sets it: what other processes do has no event of ours


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    """The services of the compose file."""
    described: dict[str, Any] = yaml.safe_load((settings.BASE_DIR / "docker-compose.yml").read_text(encoding="utf-8"))
    services: dict[str, Any] = described["services"]
    return services


def filled(text: str, variables: dict[str, str]) -> str:
    """A value of the compose file with ${NAME}, ${NAME:-default} and ${NAME:?message} filled in, and $$ read as $."""

    def fill(match: re.Match[str]) -> str:
        if match[0] == "$$":
            return "$"
        value = variables.get(match["name"]) or match["default"]
        assert value is not None, f"{match[0]} has no value"
        return value

    return re.sub(r"\$\$|\$\{(?P<name>[A-Z_]+)(?::(?:-(?P<default>[^}]*)|\?[^}]*))?\}", fill, text)


class League:
    """The services of the compose file as processes of this machine."""

    def __init__(self, services: dict[str, Any], folder: Path, database_url: str, redis_url: str) -> None:
        self.services, self.folder = services, folder
        self.port = servers.free_port()
        described = services["web"]["environment"]
        given = {name: filled(str(value), GIVEN) for name, value in described.items()}
        binaries = Path(sys.executable).parent
        self.environment = {
            **given,
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "LEAGUE_DATA_DIR": str(folder),
            "LEAGUE_SETUP": "0",
            "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder),
            "HOSTNAME": os.uname().nodename,
            "PYTHONUNBUFFERED": "1",
        }

    def command(self, service: str) -> list[str]:
        """A service's command, on this machine's loopback and a free port in place of the container's."""
        words = [filled(word, GIVEN) for word in self.services[service]["command"]]
        here = {"python": sys.executable, "0.0.0.0": "127.0.0.1", "8000": str(self.port)}
        return [here.get(word, word) for word in words]

    def run(self, *words: str) -> str:
        """A management command in the services' environment."""
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(
            command, cwd=settings.BASE_DIR, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{words}: {done.stdout}\n{done.stderr}"
        return done.stdout

    @contextmanager
    def started(self, service: str) -> Iterator[subprocess.Popen[bytes]]:
        """A service that runs as long as the context, and is told to stop as a container is."""
        with (
            (self.folder / f"{service}.log").open("ab") as log,
            servers.running(self.command(service), log=log, cwd=settings.BASE_DIR, env=self.environment) as process,
        ):
            yield process

    def log(self, service: str) -> str:
        return (self.folder / f"{service}.log").read_text(encoding="utf-8", errors="replace")

    def get(self, path: str) -> tuple[int, Any]:
        """The status and the JSON of a page; (0, None) when nothing answers. Who asks too often is told when to ask
        again, and does."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=at_most(10))
        try:
            connection.request("GET", path, headers={"Host": "localhost"})
            answer = connection.getresponse()
            status, body = answer.status, json.loads(answer.read())
        except OSError:
            return 0, None
        finally:
            connection.close()
        if status != HTTPStatus.TOO_MANY_REQUESTS:
            return status, body
        pause.wait(int(answer.headers["Retry-After"]))
        return self.get(path)

    def until(self, holds: Callable[[], bool], what: str, seconds: float = at_most(90)) -> None:
        """Waits for something that other processes do."""
        for _ in range(int(seconds / 0.2)):
            if holds():
                return
            pause.wait(0.2)
        logs = "\n".join(f"--- {name}\n{self.log(name)[-3000:]}" for name in LONG_RUNNING)
        raise AssertionError(f"{what} did not come about in {seconds} s\n{logs}")

    def is_ready(self) -> bool:
        return self.get("/readyz") == (
            200,
            {"status": "ok", "checks": dict.fromkeys(("database", "broker", "layer"), "ok")},
        )

    def begin(self, season: str, *, games: int, pace: float) -> None:
        """Makes a season of house players and starts it."""
        given = {"--ruleset": "town-mafia", "--seats": SEATS, "--games": games, "--players": "house", "--pace": pace}
        self.run("season", season, "create", *(str(word) for pair in given.items() for word in pair))
        self.run("season", season, "start")

    def games_of(self, season: str, *, after: str) -> list[dict[str, Any]]:
        """The games of a season, once it is over."""
        self.until(lambda: self.get(f"/api/v1/seasons/{season}/")[1]["status"] == "finished", after)
        found: list[dict[str, Any]] = self.get(f"/api/v1/games/?season={season}")[1]["results"]
        return found


@pytest.fixture
def league(services: dict[str, Any], tmp_path: Path, database_url: str, redis_url: str) -> League:
    """The services, their database brought up by the one-shot service."""
    league = League(services, tmp_path, database_url, redis_url)
    migrate = subprocess.run(
        league.command("migrate"), cwd=settings.BASE_DIR, env=league.environment, capture_output=True, check=False
    )
    assert migrate.returncode == 0, migrate.stderr.decode()
    return league


def test_every_service_is_there_and_waits_for_what_it_needs(services: dict[str, Any]) -> None:
    assert set(services) == {"migrate", "web", "worker", "beat", "postgres", "redis"}
    for name in LONG_RUNNING:
        assert services[name]["depends_on"] == {
            "migrate": {"condition": "service_completed_successfully"},
            "redis": {"condition": "service_healthy"},
        }
    assert services["migrate"]["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    assert services["migrate"]["restart"] == "no"
    assert {name for name in services if "healthcheck" in services[name]} == {"web", "worker", "postgres", "redis"}


def test_the_example_environment_has_every_variable_of_the_compose_file() -> None:
    compose = (settings.BASE_DIR / "docker-compose.yml").read_text(encoding="utf-8")
    example = (settings.BASE_DIR / ".env.example").read_text(encoding="utf-8")
    assert set(re.findall(r"(?<!\$)\$\{([A-Z_]+)", compose)) == set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))


FIXED = {"DATABASE_URL", "REDIS_URL", "LEAGUE_DATA_DIR", "LEAGUE_SETUP"}  # by where the containers are


def documented() -> set[str]:
    """The variables of README's table."""
    rows = re.findall(r"^\|((?: `[A-Z_]+`)+) \|", (settings.BASE_DIR / "README.md").read_text("utf-8"), re.MULTILINE)
    return set(re.findall(r"[A-Z_]+", " ".join(rows)))


def arriving(service: dict[str, Any], written: dict[str, str]) -> dict[str, str]:
    """The environment of a service when this is written in .env."""
    from_file = written if service.get("env_file") == ".env" else {}
    return from_file | {name: filled(str(value), written) for name, value in service["environment"].items()}


@pytest.mark.parametrize("name", ["migrate", *LONG_RUNNING])
def test_whatever_is_documented_reaches_every_service_and_stands_in_the_example(
    services: dict[str, Any], name: str
) -> None:
    keys = {"OPENROUTER_API_KEY", "FAR_KEY", "HOOK_ALERT_SECRET"}  # which models and webhooks name
    wanted = {each: f"my {each}" for each in (documented() - FIXED) | keys}
    assert {"LEAGUE_HTTPS", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "LEAGUE_ALERT_SECRETS"} <= set(wanted)

    arrived = arriving(services[name], GIVEN | wanted)

    assert {each: arrived.get(each) for each in wanted} == wanted
    fixed = arriving(services[name], GIVEN | dict.fromkeys(FIXED, "elsewhere"))
    assert (fixed.keys() >= FIXED, "elsewhere" in fixed.values()) == (True, False)
    example = (settings.BASE_DIR / ".env.example").read_text(encoding="utf-8")
    assert documented() - FIXED <= set(re.findall(r"^(?:# )?([A-Z_]+)=", example, re.MULTILINE))


@pytest.mark.parametrize("password", ["b64/with+and==", "a#b?c", "100%20", "p@ss:word/", "two words", "plain"])
def test_a_password_of_the_database_may_have_any_characters(
    services: dict[str, Any], password: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived = arriving(services["web"], GIVEN | {"POSTGRES_PASSWORD": password})
    monkeypatch.setenv("PGPASSWORD", arrived["PGPASSWORD"])

    config = environment.database(arrived, "DATABASE_URL", tmp_path / "league.sqlite3")

    given = {"USER": "league", "PASSWORD": "", "HOST": "postgres", "PORT": 5432, "NAME": "league"}
    assert {name: config[name] for name in given} == given
    wrapper = DatabaseWrapper({**connections.databases["default"], **config, "OPTIONS": {}})
    assert "password" not in wrapper.get_connection_params()  # so the driver looks for its own
    found = {each.keyword: each.val for each in Conninfo.get_defaults()}
    assert found[b"password"] == password.encode()
    assert services["postgres"]["environment"]["POSTGRES_PASSWORD"] == services["web"]["environment"]["PGPASSWORD"]


@pytest.mark.parametrize("drain", ["", "0", "20", "300", "3600"])
def test_a_worker_is_given_longer_than_its_calls(services: dict[str, Any], drain: str) -> None:
    waits = filled(services["worker"]["stop_grace_period"], {"LEAGUE_DRAIN": drain})
    minutes, seconds = map(int, re.fullmatch(r"(\d+)m(\d+)s", waits).groups())  # type: ignore[union-attr]  # or it fails

    assert 60 * minutes + seconds == int(drain or 20) + 60

    unit = (settings.BASE_DIR / "docs" / "deploy" / "league-worker@.service").read_text(encoding="utf-8")
    most, told = (int(re.search(wanted, unit)[1]) for wanted in (r"up to (\d+)\.", r"TimeoutStopSec=(\d+)"))  # type: ignore[index]
    assert (most + 20, most >= settings.LEAGUE_DRAIN) == (told, True)
    for page in ("README.md", "docs/DEPLOY.md"):
        assert f"more than {most} " in (settings.BASE_DIR / page).read_text(encoding="utf-8")


def test_the_image_runs_as_somebody_else_than_root_and_installs_by_hash() -> None:
    steps = (settings.BASE_DIR / "Dockerfile").read_text(encoding="utf-8").splitlines()
    assert "USER league" in steps
    assert any("--require-hashes -r requirements.txt" in step for step in steps)
    assert steps.index("USER league") < next(i for i, step in enumerate(steps) if step.startswith("CMD"))


def test_the_image_is_compiled_before_who_runs_it_may_write_nothing() -> None:
    steps = (settings.BASE_DIR / "Dockerfile").read_text(encoding="utf-8").splitlines()
    assert not any("PYTHONDONTWRITEBYTECODE" in step for step in steps)
    compiled = next(i for i, step in enumerate(steps) if step.startswith("RUN python -m compileall") and "/app" in step)
    assert steps.index("COPY . .") < compiled < steps.index("USER league")


def test_a_deployment_has_nothing_to_be_warned_of(services: dict[str, Any], tmp_path: Path) -> None:
    league = League(services, tmp_path, f"sqlite:///{tmp_path}/league.sqlite3", "redis://127.0.0.1:1/0")
    league.environment["ALLOWED_HOSTS"] = "league.example"
    league.run("check", "--deploy", "--fail-level", "WARNING")


@pytest.mark.slow
def test_the_services_play_a_season_lose_nothing_with_a_worker_and_end_when_told(league: League) -> None:
    """One story, for to bring the services up costs more than to play."""
    with ExitStack() as stack:
        processes = {name: stack.enter_context(league.started(name)) for name in LONG_RUNNING}
        league.until(league.is_ready, "the site")
        probe = [sys.executable, "-m", "league.probe", f"http://127.0.0.1:{league.port}/readyz"]
        assert subprocess.run(probe, cwd=settings.BASE_DIR, env=league.environment, check=False).returncode == 0

        season_is_played(league)
        processes["worker"] = worker_is_killed(league, stack, processes["worker"])

        for name, process in processes.items():
            process.send_signal(signal.SIGTERM)
            assert process.wait(at_most(20)) == 0, f"{name}: {league.log(name)[-2000:]}"


def season_is_played(league: League) -> None:
    """A season as fast as it goes, to its standings and what a socket tells of it."""
    league.begin("spring", games=GAMES, pace=0)
    games = league.games_of("spring", after="the end of the season")
    assert len(games) == GAMES
    assert league.run("replay", games[0]["id"]).startswith("identical: ")
    for game in games:
        _, log = league.get(f"/api/v1/games/{game['id']}/log/?view=analysis")
        assert play_again(log).winner == log["winner"]
    _, standings = league.get("/api/v1/seasons/spring/standings/")
    assert sum(row["games"] for row in standings["results"]) == GAMES * SEATS

    url = f"ws://127.0.0.1:{league.port}/ws/games/{games[0]['id']}/?after=0&lens=audience"
    _, log = league.get(f"/api/v1/games/{games[0]['id']}/log/?view=public")
    with connect(url, origin="http://localhost", additional_headers={"Host": "localhost"}) as socket:  # type: ignore[arg-type]  # a plain text is an origin
        rows = [json.loads(socket.recv(at_most(10))) for _ in range(len(log["events"]) + 1)]
    assert [row["event"]["text"] for row in rows if row["type"] == "event"] == [row["text"] for row in log["events"]]


def worker_is_killed(league: League, stack: ExitStack, worker: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
    """A game that can be watched goes on with the next worker when its own is killed; returns that one."""
    league.begin("autumn", games=1, pace=0.02)

    def events() -> int:
        _, games = league.get("/api/v1/games/?season=autumn&status=running")
        if not games["results"]:
            return 0
        _, rows = league.get(f"/api/v1/games/{games['results'][0]['id']}/events/?lens=audience")
        return len(rows["results"])

    league.until(lambda: events() > 10, "the first events")
    worker.kill()
    worker.wait()
    following = stack.enter_context(league.started("worker"))
    games = league.games_of("autumn", after="the end of the game")
    assert [game["status"] for game in games] == ["finished"]
    assert league.run("replay", games[0]["id"]).startswith("identical: ")
    return following
