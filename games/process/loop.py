"""The one event loop of this process that games are played on and doorbells are rung from: a thread of its own.

A web server has a loop too, and this is not it: what is played must not slow what is served.
"""

import asyncio
import os
import threading

_lock = threading.Lock()
_loops: dict[int, asyncio.AbstractEventLoop] = {}


def process_loop() -> asyncio.AbstractEventLoop:
    """The running loop of this process, started at the first call; by process id, for a fork inherits no threads."""
    with _lock:
        loop = _loops.get(os.getpid())
        if loop is None:
            loop = _loops[os.getpid()] = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="games", daemon=True).start()
    return loop
