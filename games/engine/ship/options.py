"""The numbers of the ship, as options."""

from dataclasses import dataclass

from games.engine.ruleset import Options, option
from games.engine.ship.duties import COMMON, LONG, SHORT


@dataclass(frozen=True)
class ShipOptions(Options):
    """The options that the ship's ticks go by. Times are ticks."""

    orders: int = option(5, "Actions that one answer may order.", least=1, most=10)
    kill_cooldown: int = option(5, "Ticks from a kill or a meeting to an impostor's next kill.", least=1, most=50)
    first_kill: int = option(3, "The first tick in which an impostor may kill.", least=1, most=50)
    emergency_cooldown: int = option(
        6, "Ticks from the start and from each meeting until the emergency button works.", least=1, most=100
    )
    common_tasks: int = option(2, "Common tasks in a list, two ticks each.", least=0, most=len(COMMON))
    long_tasks: int = option(2, "Long tasks in a list, three ticks each.", least=0, most=len(LONG))
    short_tasks: int = option(4, "Short tasks in a list, one tick each.", least=1, most=len(SHORT))
    sabotage_cooldown: int = option(6, "Ticks from the end of a sabotage to the next.", least=1, most=50)
    first_sabotage: int = option(6, "The first tick in which there may be a sabotage.", least=1, most=50)
    countdown: int = option(9, "Ticks until a failing reactor or failing oxygen is lost.", least=2, most=50)
    reactor_fixers: int = option(2, "Players who must fix the reactor in the same tick.", least=1, most=3)
    lights_fixes: int = option(2, "Repairs that bring the lights back.", least=1, most=10)
    communications_fixes: int = option(2, "Repairs that bring communications back.", least=1, most=10)
    door_ticks: int = option(2, "Ticks for which doors stay shut.", least=1, most=20)
    ghost_tasks: str = option("autopilot", "What becomes of a dead player's tasks.", choices=("autopilot", "off"))
    ghost_sabotage: bool = option(False, "Whether dead impostors may sabotage.")
