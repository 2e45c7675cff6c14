"""Has a process die beside a commit: of each place that commits, once before it and once after it, whichever process of
the site comes there first. Python loads this file at its start where its folder is on the path, as it is for the site's
workers and beat in the form `commits` (tests/chaos/faults.py); nobody else ever does.

What commits is found, not listed: a transaction's end and each statement that writes beside one. A place is the
function of the project that is nearest to it. Law: a place that is done with has a file in the folder CHAOS_COMMITS;
who makes that file dies there, by SIGKILL, and nobody else.
"""

import os
import signal
import sys
from pathlib import Path

MARKS = Path(os.environ["CHAOS_COMMITS"])
ROOT = f"{Path(__file__).resolve().parents[3]}{os.sep}"
OURS = tuple(f"{ROOT}{app}{os.sep}" for app in ("games", "league", "personas"))
WRITES = ("INSERT", "UPDATE", "DELETE", "WITH")


def place():
    """The function of the project that is nearest to the top of the stack; nothing where there is none."""
    frame = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        if code.co_filename.startswith(OURS):
            return f"{code.co_filename.removeprefix(ROOT)}:{code.co_qualname}"
        frame = frame.f_back
    return ""


def die_once(side, where):
    """Ends this process here, where none has ended here before."""
    if not where:
        return
    mark = MARKS / f"{side} {where}".replace(os.sep, ".").replace("<", "").replace(">", "")
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)


def watch():
    """Wraps what commits."""
    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.backends.utils import CursorWrapper

    commit, execute = BaseDatabaseWrapper._commit, CursorWrapper._execute

    def committing(self):
        where = place()
        die_once("before", where)
        done = commit(self)
        die_once("after", where)
        return done

    def executing(self, sql, params, *more):
        if self.db.in_atomic_block or not str(sql).lstrip().upper().startswith(WRITES):
            return execute(self, sql, params, *more)
        where = place()
        die_once("before", where)
        done = execute(self, sql, params, *more)
        die_once("after", where)
        return done

    BaseDatabaseWrapper._commit, CursorWrapper._execute = committing, executing


watch()
