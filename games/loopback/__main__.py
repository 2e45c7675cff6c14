"""The provider as a process of its own, started by `games.loopback.process`.

It is given a listening socket by number and its settings as JSON, and ends when whoever started it does.
"""

import gc
import json
import os
import signal
import socket
import sys
import threading

# What is loaded stays until the end, and there is much of it: to look through it for garbage meanwhile is a quarter of
# the start.
gc.disable()
from games.loopback.server import serve  # noqa: E402
from games.loopback.service import Service, Settings  # noqa: E402


def main() -> None:
    """Serves until told to end, or until standard input does."""
    gc.freeze()
    gc.enable()
    service = Service(Settings())
    service.change(json.loads(sys.argv[2]))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    serve(service, socket.socket(fileno=int(sys.argv[1])))
    os._exit(0)  # to take all modules apart takes a second


def _end_with_parent() -> None:
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
