"""How the collector looks in a process that serves, and in a command: asked of one, for it is the whole process's."""

import json
import subprocess
import sys

from django.conf import settings

TOLD = """
import gc, json, weakref
import league.asgi
from django.core.signals import request_finished

class Row:
    pass

def left_behind():
    one, other = Row(), Row()
    one.other, other.one = other, one
    return weakref.ref(one)

row = left_behind()
before = row() is not None
request_finished.send(sender=None)
print(json.dumps([gc.isenabled(), gc.get_freeze_count() > 10_000, gc.get_threshold(), before, row() is not None]))
"""

# What is registered first is asked last.
AT_THE_END = """
import atexit, gc, json, runpy, sys

atexit.register(lambda: print(json.dumps(gc.get_freeze_count() > 10_000)))
sys.argv = ["manage.py", "check", "--help"]
runpy.run_path("manage.py", run_name="__main__")
"""


def test_what_is_loaded_is_set_aside_and_what_a_request_leaves_behind_goes_with_its_end() -> None:
    told = subprocess.run([sys.executable, "-c", TOLD], check=True, capture_output=True, text=True)

    assert json.loads(told.stdout) == [True, True, [100_000, 20, 20], True, False]


def test_a_command_is_not_taken_apart_before_it_ends() -> None:
    command = [sys.executable, "-c", AT_THE_END]
    told = subprocess.run(command, check=True, capture_output=True, text=True, cwd=settings.BASE_DIR)

    assert json.loads(told.stdout.splitlines()[-1]) is True
