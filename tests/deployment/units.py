"""What `systemctl` does with the league's units, where there is no systemd: each one's ExecStart, with its User, its
environment and its folder, started, stopped within its time, and started anew. Run as `systemctl` by walk.py.

What only systemd does is not done: to start a unit anew that has ended, and the walls round it (Protect…, Private…).
"""

import os
import pwd
import re
import shlex
import signal
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

UNITS = Path("/etc/systemd/system")
STATE = Path("/run/walk")
LOGS = Path("/var/log/walk")
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
PATIENCE = 30.0  # seconds, where a unit says nothing


class Unit:
    """A unit by its name, with what its file says of [Service]; `league-web@8001` is one of `league-web@.service`."""

    def __init__(self, name: str) -> None:
        self.name = name.removesuffix(".service")
        kind, at, instance = self.name.partition("@")
        text = (UNITS / f"{kind}{at}.service").read_text(encoding="utf-8")
        self.says: dict[str, list[str]] = defaultdict(list)
        for line in text[text.index("[Service]") :].splitlines()[1:]:
            if line.startswith("["):
                break
            key, is_set, value = line.partition("=")
            if is_set and not line.startswith("#"):
                self.says[key].append(self._filled(value, instance))
        self._pid = STATE / f"{self.name}.pid"

    @staticmethod
    def _filled(value: str, instance: str) -> str:
        known = {"%%": "%", "%i": instance}
        return re.sub(r"%.", lambda found: known[found[0]], value)

    def says_of(self, key: str, usual: str = "") -> str:
        return self.says[key][-1] if self.says[key] else usual

    def environment(self) -> dict[str, str]:
        """What systemd gives a service, and nothing of ours."""
        user = pwd.getpwnam(self.says_of("User", "root"))
        known = {"PATH": SYSTEM_PATH, "LANG": "C.UTF-8", "HOME": user.pw_dir, "USER": user.pw_name}
        for file in self.says["EnvironmentFile"]:
            for line in Path(file).read_text(encoding="utf-8").splitlines():
                if line.strip() and not line.startswith(("#", ";")):
                    name, _, value = line.partition("=")
                    known[name] = "".join(shlex.split(value))
        for folder in self.says["StateDirectory"]:
            Path("/var/lib", folder).mkdir(exist_ok=True)
            os.chown(Path("/var/lib", folder), user.pw_uid, user.pw_gid)
        return known

    def start(self) -> None:
        if self.is_on:
            return
        process = self._run("ExecStart")
        if self.says_of("Type") == "oneshot":
            if process.wait():
                raise SystemExit(f"{self.name} failed")
            return
        self._pid.write_text(str(process.pid), encoding="ascii")
        if self.says["ExecStartPost"] and self._run("ExecStartPost").wait(float(self.says_of("TimeoutStartSec"))):
            raise SystemExit(f"{self.name} is not up")

    def _run(self, key: str) -> subprocess.Popen[bytes]:
        user = self.says_of("User", "root")
        command = ["setpriv", f"--reuid={user}", f"--regid={self.says_of('Group', user)}", "--init-groups"]
        with (LOGS / f"{self.name}.log").open("ab") as log:
            return subprocess.Popen(
                [*command, *shlex.split(self.says_of(key))],
                cwd=self.says_of("WorkingDirectory", "/"),
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def stop(self) -> None:
        if not self.is_on:
            raise SystemExit(f"{self.name} had ended by itself")
        main = int(self._pid.read_text(encoding="ascii"))
        (os.kill if self.says_of("KillMode") == "mixed" else os.killpg)(main, signal.SIGTERM)
        until = time.monotonic() + float(self.says_of("TimeoutStopSec", str(PATIENCE)))
        while self.is_on:
            if time.monotonic() > until:
                raise SystemExit(f"{self.name} did not end within its TimeoutStopSec")
            time.sleep(0.05)

    @property
    def is_on(self) -> bool:
        try:
            main = self._pid.read_text(encoding="ascii")
            return Path("/proc", main, "stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
        except FileNotFoundError:
            return False


def timer(name: str) -> None:
    """A timer is not waited for: its time has to be one, and what it starts has to be there."""
    text = (UNITS / name).read_text(encoding="utf-8")
    (when,) = re.findall(r"^OnCalendar=(.*)", text, re.MULTILINE)
    subprocess.run(["systemd-analyze", "calendar", when], check=True, stdout=subprocess.DEVNULL)
    assert (UNITS / name).with_suffix(".service").exists()


def verify() -> None:
    """`systemd-analyze verify` of every unit of the league, each template as its first instance."""
    files = sorted(UNITS.glob("league*"))
    named = [str(each).replace("@.", "@1.") for each in files]
    told = subprocess.run(["systemd-analyze", "verify", *named], capture_output=True, text=True, check=False)
    of_ours = [line for line in told.stderr.splitlines() if "league" in line]
    if told.returncode or of_ours or not files:
        raise SystemExit("\n".join(["systemd-analyze verify", *of_ours, told.stderr]))


def main(verb: str, *names: str) -> None:
    given = [name for name in names if name != "--now"]
    if verb == "daemon-reload":
        verify()
    elif (verb, given) == ("reload", ["nginx"]):
        subprocess.run(["nginx", "-s", "reload"], check=True)
    elif verb in ("enable", "start"):
        for name in given:
            timer(name) if name.endswith(".timer") else Unit(name).start()
    elif verb == "stop":
        for name in given:
            Unit(name).stop()
    elif verb == "restart":
        for name in given:
            Unit(name).stop()
            Unit(name).start()
    else:
        raise SystemExit(f"systemctl {verb} is not known here")


if __name__ == "__main__":
    main(*sys.argv[1:])
