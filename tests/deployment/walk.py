"""Walks docs/DEPLOY.md from top to bottom, as root on a machine that has what Debian's packages bring: every block of
commands, word for word. Run by test_deploy.py in namespaces of its own (mounts, network, processes), so that the ports
are the usual ones and nothing of the machine is touched.

    python -m tests.deployment.walk SOURCE WHEELS

SOURCE is a repository with two releases, tagged v0.1.0 and v0.2.0, WHEELS a folder with all packages: there is no
network. What a person would do beside the blocks is done here: a certificate, the mail server's address, passwords.
"""

import json
import os
import pty
import re
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.deployment import units
from tests.league.alerts.sinks import Mailbox, mailbox
from tests.patience import at_most

NAME = "league.example.org"
SITE = f"https://{NAME}"
TLS = Path("/etc/league/tls")
ENVIRONMENT = Path("/etc/league/environment")
ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PASSWORD = "Many-words-of-ada-7"


def say(what: str) -> None:
    sys.stdout.write(f"{time.monotonic() - BEGUN:6.1f} s  {what}\n")
    sys.stdout.flush()


def sh(script: str, **how: Any) -> str:
    """What a script of the shell says; its first error ends the walk."""
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        cwd="/",
        **how,
    )
    if done.returncode:
        raise SystemExit(f"{script}\nended with {done.returncode}:\n{done.stdout}")
    return done.stdout


# --- the machine ------------------------------------------------------------------------------------------------------


def machine(source: Path, wheels: Path) -> None:
    """What Debian's packages leave behind, with nothing of the league: a copy of /etc and /var, empty folders for data,
    PostgreSQL, Redis and nginx at their usual ports."""
    sh(f"""
        ip link set lo up
        mkdir {source.parent}/layers
        cd {source.parent}/layers
        mount -t tmpfs tmpfs .
        cd {source.parent}/layers
        for folder in etc var usr/local; do
            mkdir -p $folder/upper $folder/work
            mount -t overlay -o lowerdir=/$folder,upperdir=$folder/upper,workdir=$folder/work overlay /$folder
        done
        for folder in /srv /run /var/log /var/backups /var/lib/postgresql /var/lib/redis; do
            mount -t tmpfs -o mode=755 tmpfs $folder
        done
        mkdir -p /run/walk /run/postgresql /var/log/walk /var/log/nginx /var/log/postgresql
        rm -rf /etc/postgresql/* /etc/nginx/sites-enabled/* /etc/league
        chown postgres /run/postgresql /var/log/postgresql /var/lib/postgresql
        redis-server --daemonize yes --dir /var/lib/redis --bind 127.0.0.1 >/dev/null
        version=$(ls /usr/lib/postgresql | tail -n 1)
        pg_createcluster --locale C.UTF-8 --port 5432 $version main >/dev/null
        pg_ctlcluster $version main start
        nginx
    """)
    with Path("/etc/hosts").open("a", encoding="utf-8") as hosts:
        hosts.write(f"127.0.0.1 {NAME}\n")
    shim("apt-get", f"{sys.executable} -m tests.deployment.walk packages")
    shim("systemctl", f"{sys.executable} -m tests.deployment.units")
    settings = {"safe.directory": "*", f"url.{source}.insteadOf": "https://git.example.org/league.git"}
    os.environ["GIT_CONFIG_COUNT"] = str(len(settings))
    for number, (key, value) in enumerate(settings.items()):
        os.environ[f"GIT_CONFIG_KEY_{number}"], os.environ[f"GIT_CONFIG_VALUE_{number}"] = key, value
    os.environ |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "PIP_NO_CACHE_DIR": "1"}


def shim(name: str, command: str) -> None:
    file = Path("/usr/local/bin", name)
    file.unlink(missing_ok=True)
    file.write_text(f'#!/bin/sh\ncd {ROOT} && exec {command} "$@"\n', encoding="utf-8")
    file.chmod(0o755)


def packages(*asked: str) -> None:
    """`apt-get install`: what is asked for has to be here."""
    names = [word for word in asked[1:] if not word.startswith("-")]
    subprocess.run(["dpkg-query", "--show", *names], check=True, stdout=subprocess.DEVNULL)


def certificate() -> str:
    """A certificate by an authority that is made on the spot; the file of what to trust."""
    sh(f"""
        cd {TLS}
        openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj '/CN=a test' 2>/dev/null
        openssl req -newkey rsa:2048 -nodes -keyout privkey.pem -out asked.pem -subj '/CN={NAME}' 2>/dev/null
        printf 'subjectAltName=DNS:{NAME}\\n' >names
        openssl x509 -req -in asked.pem -CA ca.pem -CAkey ca.key -days 2 -extfile names -out fullchain.pem 2>/dev/null
    """)
    return str(TLS / "ca.pem")


def typed(script: str, answers: dict[str, str]) -> str:
    """Runs a script at a terminal, where somebody types an answer when its question is asked."""
    child, terminal = pty.fork()
    if not child:
        os.execvp("bash", ["bash", "-euo", "pipefail", "-c", script])
    said, waiting = "", dict(answers)
    with suppress(OSError):
        while piece := os.read(terminal, 1_000):
            said += piece.decode(errors="replace")
            for question in [each for each in waiting if said.endswith(each)]:
                os.write(terminal, f"{waiting.pop(question)}\n".encode())
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) or waiting:
        raise SystemExit(f"{script}\n{said}\nnot asked: {sorted(waiting)}")
    return said


# --- who asks ---------------------------------------------------------------------------------------------------------


class Outside:
    """Browsers and clients: the site by its name, over TLS."""

    def __init__(self, trusted: str) -> None:
        self.context = ssl.create_default_context(cafile=trusted)

    def get(self, path: str) -> tuple[int, Any]:
        request = urllib.request.Request(f"{SITE}{path}", headers={"Accept": "application/json"})
        try:
            with urllib.request.urlopen(request, context=self.context, timeout=at_most(30)) as answer:
                body = answer.read()
                return answer.status, json.loads(body) if "json" in answer.headers["Content-Type"] else body.decode()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers)
        except OSError as error:
            return 0, str(error)

    def until(self, holds: Callable[[], object], what: str, seconds: float = at_most(180)) -> None:
        until = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > until:
                raise SystemExit(f"{what} did not come about in {seconds} s")
            time.sleep(0.25)

    def games(self, season: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get(f"/api/v1/games/?season={season}&page_size=50")[1]["results"]
        return found


def season_is_played(outside: Outside, slug: str, *, games: int, pace: float) -> None:
    sh(f"league season {slug} create --ruleset town-mafia --seats 5 --games {games} --players house --pace {pace}")
    sh(f"league season {slug} start")


def is_over(outside: Outside, slug: str, games: int) -> None:
    """A season comes to its end with every game played, and each is the same when it is played again."""
    outside.until(lambda: outside.get(f"/api/v1/seasons/{slug}/")[1]["status"] == "finished", f"the end of {slug}")
    played = outside.games(slug)
    assert [game["status"] for game in played] == ["finished"] * games, played
    for game in played:
        assert sh(f"league replay {game['id']}").startswith("identical: "), game


# --- the walk ---------------------------------------------------------------------------------------------------------


def main(source: Path, wheels: Path) -> None:
    machine(source, wheels)
    text = (ROOT / "docs" / "DEPLOY.md").read_text(encoding="utf-8")
    blocks = iter(BLOCK.findall(text))
    say("a machine with Debian's packages")
    sh(next(blocks))
    sh(next(blocks))
    say("a release is installed")
    with mailbox() as mails:
        secrets = sh(next(blocks) + "\nstat --format=%a%G /etc/league/environment")
        assert secrets.endswith("640league\n"), secrets
        ours = ENVIRONMENT.read_text(encoding="utf-8").replace("EMAIL_URL=", f"EMAIL_URL=smtp://127.0.0.1:{mails.port}")
        ENVIRONMENT.write_text(ours, encoding="utf-8")
        asked = {"Username: ": "ada", "Email address: ": "ada@example.org", "Password: ": PASSWORD}
        typed(next(blocks), {**asked, "Password (again): ": PASSWORD})
        sh(next(blocks))
        say("tables, administrator, processes")
        trusted = certificate()
        sh(next(blocks))
        outside = Outside(trusted)
        served(outside)
        told(sh(next(blocks)), mails)
        say("the site is served, doctor finds nothing, mail is sent")
        season_is_played(outside, "spring", games=4, pace=0)
        is_over(outside, "spring", 4)
        say("a season is played")
        restarted(outside, next(blocks))
        upgraded(outside, next(blocks))
        restored(next(blocks))
    assert next(blocks, None) is None
    for log in sorted(units.LOGS.glob("*.log")):
        assert "Traceback" not in log.read_text(encoding="utf-8"), log.read_text(encoding="utf-8")[-5_000:]
    say("done")


def served(outside: Outside) -> None:
    """By its name and over TLS alone; a socket passes, and browsers are told to come by https only."""
    outside.until(lambda: outside.get("/readyz")[0] == 200, "the site")
    assert "<h1" in outside.get("/")[1]
    with suppress(urllib.error.HTTPError):
        plain = urllib.request.build_opener(NoRedirect).open(f"http://{NAME}/rules/?a=b", timeout=at_most(10))
        raise SystemExit(f"http is answered {plain.status}")
    with urllib.request.urlopen(SITE, context=outside.context, timeout=at_most(10)) as answer:
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    with connect(f"wss://{NAME}/ws/games/none/", ssl=outside.context, origin=SITE) as line:  # type: ignore[arg-type]
        with suppress(ConnectionClosed):
            line.recv(at_most(20))
        assert line.close_code == 4404
    assert sh("stat --format=%U /proc/$(cat /run/walk/league-web@8001.pid)") == "league\n"


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Takes a redirect for an error."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def told(doctor: str, mails: Mailbox) -> None:
    """Doctor has nothing to complain of, and mail arrives."""
    assert "bad" not in doctor, doctor
    sh("league doctor --mail ada@example.org")
    sh("league alerts add ada --mail ada@example.org && league alerts test ada")
    assert len(mails.subjects) == 2, mails.subjects


class Watch:
    """Somebody who asks for pages and a game's ledger again and again while something else is done."""

    def __init__(self, outside: Outside, path: str) -> None:
        self.answers: Counter[int] = Counter()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._ask, args=(outside, path))

    def _ask(self, outside: Outside, path: str) -> None:
        while not self._ended.wait(0.2):
            self.answers[outside.get(path)[0]] += 1

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()


def while_games_are_played(outside: Outside, block: str, *, season: str, pace: float, page: str) -> None:
    """Runs a block of commands in the middle of a season: every page is answered meanwhile."""
    season_is_played(outside, season, games=4, pace=pace)
    outside.until(lambda: any(game["status"] == "running" for game in outside.games(season)), "the first game")
    with Watch(outside, page) as watch:
        sh(block)
    say(f"done while {season} was played; pages were answered {dict(watch.answers)}")
    assert set(watch.answers) == {200}
    assert watch.answers[200] > 20


def restarted(outside: Outside, block: str) -> None:
    """All processes are started anew while games are played: every game ends."""
    while_games_are_played(outside, block, season="summer", pace=0.05, page="/livez")
    is_over(outside, "summer", 4)


def upgraded(outside: Outside, block: str) -> None:
    """The next release, which has one more migration, takes over while games are played; the old one begins no more."""
    while_games_are_played(outside, block, season="autumn", pace=0.1, page="/seasons/")
    assert sh("readlink /srv/league/current") == "releases/0.2.0\n"
    assert outside.get("/readyz")[0] == 200
    is_over(outside, "autumn", 4)
    refused = sh(
        "set -a; . /etc/league/environment; cd /srv/league/releases/0.1.0; .venv/bin/python manage.py season spring "
        "status 2>&1 || true"
    )
    assert "The database is a newer release's" in refused, refused


def restored(block: str) -> None:
    """What was backed up is whole: counted again it is the same, and its games are what they were."""
    sh("systemctl start league-backup")
    sh(block)
    seasons = ("spring", "summer", "autumn")
    told = "; ".join(f"league export {slug} --view analysis; league season {slug} standings" for slug in seasons)
    before = sh(told)
    sh("sed --in-place 's#:5432/league#:5432/league_restored#' /etc/league/environment")
    for slug in seasons:
        sh(f"league recompute {slug}")
    assert sh(told) == before
    assert len(re.findall(r'"winner": ?"', before)) >= 12, before[:2_000]
    say("a backup is restored, and nothing in it is to be corrected")


if __name__ == "__main__":
    BEGUN = time.monotonic()
    if sys.argv[1] == "packages":
        packages(*sys.argv[2:])
    else:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
