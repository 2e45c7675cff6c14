#!/usr/bin/env python3
"""The project's one command. On a bare Python it first sets itself up in .setup/, then it is plain Django.

This file parses on every Python 3, so that an old one can be told so in one sentence. The set-up is loaded by path:
importing the package `league` may already need what is only about to be installed.
"""

import atexit
import gc
import importlib.util
import os
import select
import sys

OLDEST_PYTHON = (3, 11)


def load_bootstrap(root):
    path = os.path.join(root, "league", "processes", "bootstrap.py")
    spec = importlib.util.spec_from_file_location("bootstrap", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    if sys.version_info < OLDEST_PYTHON:
        sys.stderr.write(
            "This project needs Python %d.%d or newer, and %s is Python %d.%d.\n"
            % (OLDEST_PYTHON + (sys.executable,) + tuple(sys.version_info[:2]))
        )
        sys.exit(2)
    for argument in sys.argv:
        try:
            argument.encode()
        except UnicodeEncodeError:
            sys.stderr.write("An argument is no text in UTF-8: %s\n" % ascii(argument))
            sys.exit(2)
    root = os.path.dirname(os.path.abspath(__file__))
    bootstrap = load_bootstrap(root)
    bootstrap.set_up(root, sys.argv[1:2])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    # What is loaded is wanted until the end, and goes with the process: to look through it for garbage on the way, and
    # in the end to take it apart piece by piece, is a third of what a short command costs. Who stays longer decides
    # anew (league/processes/garbage.py, games/hosting/runner.py).
    gc.set_threshold(100000, 20, 20)
    atexit.register(gc.freeze)
    try:
        from django.core.management import execute_from_command_line  # only now is it sure to be there

        execute_from_command_line(sys.argv)
    except ModuleNotFoundError as error:
        bootstrap.explain_missing(error)
        raise
    except Exception as error:
        explain(error)
        raise


def explain(error):
    """Exit with a sentence where the settings or the database are to blame; return for everything else."""
    from django.core.exceptions import ImproperlyConfigured
    from django.db import OperationalError, ProgrammingError

    told = " ".join(str(error).split())
    if isinstance(error, ImproperlyConfigured):
        sys.stderr.write("%s\n" % told)
        sys.exit(2)
    if isinstance(error, (OperationalError, ProgrammingError)) and "--traceback" not in sys.argv:
        sys.stderr.write("The database does not do its part: %s (`manage.py doctor` says what to do).\n" % told)
        sys.exit(1)


def is_read():
    """Whether somebody still reads what is printed. What nobody reads is not written at the end either."""
    poll = select.poll()
    poll.register(sys.stdout.fileno(), 0)
    if any(state & select.POLLERR for _, state in poll.poll(0)):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    return True


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:  # as behind `| head`, which is no error; it may be another pipe, and that is one
        if is_read():
            raise
        sys.exit(141)  # as a shell says it of whoever is ended by it
    except KeyboardInterrupt:  # whatever was going on; commands that have something to end hear the signal themselves
        sys.stderr.write("Interrupted.\n")
        sys.exit(130)
