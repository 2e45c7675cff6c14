"""The numbers of the ship, as options; those that depend on the seats are worked out here.

Tuned by simulation (docs/balance.md): with one kill cooldown for all tables the crew wins far fewer of the games of 7
seats than of those of 10, for what counts is how many of the crew there are for each impostor.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.ruleset import Options, option
from games.engine.ship.duties import COMMON, LONG, SHORT


@dataclass(frozen=True)
class ShipOptions(Options):
    """The options that the ship's ticks go by. Times are ticks."""

    orders: int = option(5, "Actions that one answer may order.", least=1, most=10)
    kill_cooldown: int | None = option(
        None,
        "Ticks from a kill or a meeting to an impostor's next kill; by default 2 to 5, the more the more impostors "
        "there are for the seats.",
        least=1,
        most=50,
    )
    first_kill: int = option(3, "The first tick in which an impostor may kill.", least=1, most=50)
    emergency_cooldown: int | None = option(
        None,
        "Ticks from the start and from each meeting until the emergency button works; by default 6, or one more than "
        "kill_cooldown where that is more.",
        least=1,
        most=100,
    )
    common_tasks: int = option(2, "Common tasks in a list, two ticks each.", least=0, most=len(COMMON))
    long_tasks: int = option(3, "Long tasks in a list, three ticks each.", least=0, most=len(LONG))
    short_tasks: int = option(6, "Short tasks in a list, one tick each.", least=1, most=len(SHORT))
    sabotage_cooldown: int = option(6, "Ticks from the end of a sabotage to the next.", least=1, most=50)
    first_sabotage: int = option(6, "The first tick in which there may be a sabotage.", least=1, most=50)
    countdown: int = option(9, "Ticks until a failing reactor or failing oxygen is lost.", least=2, most=50)
    reactor_fixers: int = option(2, "Players who must fix the reactor in the same tick.", least=1, most=3)
    lights_fixes: int = option(2, "Repairs that bring the lights back.", least=1, most=10)
    communications_fixes: int = option(2, "Repairs that bring communications back.", least=1, most=10)
    door_ticks: int = option(2, "Ticks for which doors stay shut.", least=1, most=20)
    ghost_tasks: str = option("autopilot", "What becomes of a dead player's tasks.", choices=("autopilot", "off"))
    ghost_sabotage: bool = option(False, "Whether dead impostors may sabotage.")

    @classmethod
    def of_the_ship(cls, given: Mapping[str, Any], seats: int, impostors: int) -> dict[str, Any]:
        """What was given, with the cooldowns filled in that depend on how many impostors there are for the seats."""
        kill = given.get("kill_cooldown")
        if kill is None:
            # Fewer than 4.3 seats for each impostor, fewer than 5 (in sixths), and 5 seats or more.
            share = 6 * seats // impostors
            kill = 5 if share < 26 else 4 if share < 30 else 2
        press = given.get("emergency_cooldown")
        return {**given, "kill_cooldown": kill, "emergency_cooldown": max(6, kill + 1) if press is None else press}
