"""docs/DEPLOY.md does what it says: each of its commands is run as it stands there, with the units, the site and the
scripts of docs/deploy/, on a machine in namespaces of its own (walk.py)."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.patience import at_most

DOCUMENT = settings.BASE_DIR / "docs" / "DEPLOY.md"
DEPLOY = settings.BASE_DIR / "docs" / "deploy"
DEBIAN = "/usr/sbin:/usr/bin:/sbin:/bin"
A_MIGRATION = """from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", {last!r})]
    operations = [migrations.RunSQL("SELECT 1", "SELECT 1")]
"""


def test_the_document_installs_or_names_every_file() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    units = {file.name for file in DEPLOY.glob("league-*.service")}
    assert "docs/deploy/league-*.service" in text
    assert {file.name for file in DEPLOY.iterdir() if file.name not in text} <= units
    started = re.search(r"systemctl enable --now (.*)", text)
    assert started is not None
    for unit in started[1].split():
        assert re.sub(r"@.*", "@.service", unit) in units or (DEPLOY / unit).exists() or f"{unit}.service" in units


def test_the_variables_of_the_environment_are_those_that_readme_describes() -> None:
    given = set(re.findall(r"^([A-Z_]+)=", (DEPLOY / "environment").read_text(encoding="utf-8"), re.MULTILINE))
    described = set(re.findall(r"`([A-Z_]+)`", (settings.BASE_DIR / "README.md").read_text(encoding="utf-8")))
    assert given - described == set()
    assert {"SECRET_KEY", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS", "LEAGUE_PROXIES", "LEAGUE_DATA_DIR"} <= given


def test_a_shell_that_reads_the_environment_gives_it_to_what_it_starts(tmp_path: Path) -> None:
    there = "/etc/league/environment"
    environment = tmp_path / "environment"
    environment.write_text("DATABASE_URL=postgresql://league@127.0.0.1:5432/league\nPGPASSWORD='a#b'\n")
    blocks = re.findall(r"```sh\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    scripts = [*blocks, (DEPLOY / "league").read_text(encoding="utf-8")]
    readers = [script for script in scripts if re.search(rf"^(.*; )?\. {there}", script, re.MULTILINE)]
    assert len(readers) == 2
    for script in readers:
        lines = [line for line in script.splitlines() if line.startswith("set ") or f". {there}" in line]
        said = "\n".join([*lines, "env"]).replace(there, str(environment))
        told = subprocess.run(
            ["sh", "-c", said], env={"PATH": DEBIAN}, capture_output=True, text=True, check=True
        ).stdout
        assert {"DATABASE_URL=postgresql://league@127.0.0.1:5432/league", "PGPASSWORD=a#b"} <= set(told.splitlines())


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=a test", "-c", "user.email=test@example.org"]
    subprocess.run(["git", *who, "-C", str(folder), *words], check=True, capture_output=True)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A repository with this tree as one release and, as the next, the same with a migration more."""
    folder = tmp_path / "source"
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=settings.BASE_DIR,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in listed.stdout.splitlines():
        if (settings.BASE_DIR / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(settings.BASE_DIR / name, folder / name)
    git(tmp_path, "init", "--quiet", "source")
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "-m", "A release")
    git(folder, "tag", "v0.1.0")
    last = max(file.stem for file in (folder / "games" / "migrations").glob("0*.py"))
    number = int(last[:4]) + 1
    (folder / f"games/migrations/{number:04}_of_tomorrow.py").write_text(A_MIGRATION.format(last=last))
    described = (folder / "pyproject.toml").read_text(encoding="utf-8")
    (folder / "pyproject.toml").write_text(re.sub(r"^version = .*", 'version = "0.2.0"', described, flags=re.MULTILINE))
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "-m", "The next")
    git(folder, "tag", "v0.2.0")
    return folder


@pytest.mark.slow
@pytest.mark.timeout(at_most(900))
def test_every_command_of_the_document_is_run_as_it_stands_there(source: Path, tmp_path: Path) -> None:
    assert os.geteuid() == 0, "root alone makes users and mounts"
    wheels, packer = tmp_path / "wheels", tmp_path / "packer"
    subprocess.run(["/usr/bin/python3", "-m", "venv", str(packer)], check=True)
    download = [str(packer / "bin" / "pip"), "download", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    download += ["--no-deps", "--dest", str(wheels), "--requirement", str(settings.BASE_DIR / "requirements.txt")]
    subprocess.run(download, check=True)
    tmp_path.chmod(0o755)
    walled = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    walked = subprocess.run(
        [*walled, sys.executable, "-m", "tests.deployment.walk", str(source), str(wheels)],
        cwd=settings.BASE_DIR,
        env={"PATH": f"/usr/local/bin:{DEBIAN}", "HOME": str(tmp_path), "LANG": "C.UTF-8", "TERM": "dumb"},
        capture_output=True,
        text=True,
        check=False,
    )
    sys.stdout.write(walked.stdout)
    assert walked.returncode == 0, f"{walked.stdout}\n{walked.stderr}"
