"""Asks a health page of this machine and exits 0 when it answers 200: `python -m league.probe [--wait SECONDS] URL`.
With --wait it asks again and again until then, for whoever starts a process and goes on once it serves.

The image has neither curl nor a name that the site would answer to, so this sends the first of ALLOWED_HOSTS.
"""

import os
import sys
import time
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

PATIENCE = 4.0  # seconds
PAUSE = 0.3  # seconds between two questions
MOST = 3_600  # seconds


def probe(url: str, host: str) -> int:
    """The status that the page answers; 0 when nothing answers."""
    address = urlsplit(url)
    connection = HTTPConnection(address.hostname or "127.0.0.1", address.port or 80, timeout=PATIENCE)
    try:
        connection.request("GET", address.path or "/", headers={"Host": host})
        return connection.getresponse().status
    except (OSError, HTTPException):
        return 0
    finally:
        connection.close()


def main(arguments: list[str]) -> int:
    wait = 0
    if len(arguments) == 3 and arguments[0] == "--wait" and arguments[1].isdecimal() and len(arguments[1]) <= 4:
        wait, arguments = min(int(arguments[1]), MOST), arguments[2:]
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m league.probe [--wait SECONDS] URL\n")
        return 2
    host = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".") or "localhost"
    until = time.monotonic() + wait
    while probe(arguments[0], "localhost" if host == "*" else host) != 200:
        if time.monotonic() >= until:
            return 1
        time.sleep(PAUSE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
