"""How the collector looks in a process that serves: asked of one, for it is the whole process's."""

import json
import subprocess
import sys

TOLD = """
import gc, json
import league.asgi
print(json.dumps([gc.isenabled(), gc.get_freeze_count() > 10_000, gc.get_threshold()]))
"""


def test_what_is_loaded_is_set_aside_and_what_comes_is_looked_at_seldom() -> None:
    told = subprocess.run([sys.executable, "-c", TOLD], check=True, capture_output=True, text=True)

    assert json.loads(told.stdout) == [True, True, [50_000, 20, 20]]
