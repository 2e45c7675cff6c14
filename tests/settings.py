"""The project's settings, out of reach of the developer's own environment: no database, key or data of theirs.

The variables are set and not only read, so that the processes which tests start inherit the same.
"""

import atexit
import os
import shutil
import tempfile

for name in (
    "ALLOWED_HOSTS",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_BASE_URL",
    "DATABASE_URL",
    "DEBUG",
    "FORWARDED_ALLOW_IPS",
    "LEAGUE_HSTS",
    "LEAGUE_HTTPS",
    "LEAGUE_LANGUAGE",
    "LEAGUE_PROXIES",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "REDIS_URL",
):
    os.environ.pop(name, None)
folder = tempfile.mkdtemp(prefix="league-tests-")
atexit.register(shutil.rmtree, folder, ignore_errors=True)
os.environ |= {
    "LEAGUE_DATA_DIR": folder,
    "LEAGUE_KEY_VARIABLES": "LOOP_KEY",
    "LEAGUE_PAID_CALLS": "0",
    "SECRET_KEY": "of no use outside the tests",
}

from league.settings import *  # noqa: E402, F403  # only after the environment is clean

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one takes 0.2 s a user, on purpose
