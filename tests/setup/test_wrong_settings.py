"""What `manage.py` says when settings or database are wrong: one sentence, no traceback."""

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

from tests.patience import at_most


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=os.environ | {"LEAGUE_SETUP": "0", "DJANGO_SETTINGS_MODULE": "league.settings"} | environment,
        capture_output=True,
        text=True,
        timeout=at_most(60),
        check=False,
    )


def test_a_bad_database_url_is_one_sentence() -> None:
    ran = manage("migrate", DATABASE_URL="nonsense")
    wanted = "an address like postgres://user:password@host:5432/name or sqlite:////path/to/file"
    assert (ran.returncode, ran.stderr) == (2, f"DATABASE_URL: wanted {wanted}, got 'nonsense'.\n")


def test_a_database_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    ran = manage("migrate", DATABASE_URL=f"sqlite:///{tmp_path}/no/such/folder/league.sqlite3")
    told = "The database does not do its part: unable to open database file (`manage.py doctor` says what to do).\n"
    assert (ran.returncode, ran.stderr) == (1, told)
