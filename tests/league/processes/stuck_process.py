"""`manage.py serve` with players that fall silent:
`python -m tests.league.processes.stuck_process ANSWERS [serve's arguments]`.

After so many answers of a game every further question takes longer than anybody waits, and heeds no signal.
"""

import os
import sys
import time
from collections.abc import Sequence

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
import django

django.setup()

from django.core.management import execute_from_command_line  # noqa: E402

from games.agents.offline import OfflinePlayer, answer_pending  # noqa: E402
from games.engine.moderator import Moderator  # noqa: E402
from games.hosting import session  # noqa: E402

answers = int(sys.argv[1])


def answered(moderator: Moderator, players: Sequence[OfflinePlayer], seat: int) -> None:
    """Asks as every host does, while there are answers left."""
    if len(moderator.journal) >= answers:
        sys.stderr.write("silent\n")
        sys.stderr.flush()
        time.sleep(600)
    answer_pending(moderator, players, seat)


session.answer_pending = answered
execute_from_command_line(["manage.py", "serve", *sys.argv[2:]])
