"""Every kind of event of the glass box: the event, what caused it, its sentence and what is stored."""

from typing import Any

from games.engine.events import (
    Alarm,
    AlarmOver,
    Called,
    Counted,
    DoorsShut,
    Ejected,
    Event,
    GhostSaid,
    Killed,
    Mended,
    Missed,
    NobodySpoke,
    NotEjected,
    Nudged,
    Partners,
    Proved,
    Refused,
    Sabotaged,
    Seen,
    Spoke,
    TaskDone,
    Ticked,
    VentEntered,
    VentLeft,
    VoteCast,
    VoteShown,
    Walked,
    Watched,
    Worked,
)

SEEN: dict[str, Any] = {
    "seat": 0,
    "room": "admin",
    "players": [1, 2],
    "bodies": [],
    "tasks": ["swipe card (admin)", "fix wiring (storage)"],
    "bar": 25,
    "kill_in": None,
    "sabotage_in": None,
    "press_in": 3,
    "alarm": None,
    "left": None,
}
DARK: dict[str, Any] = {**SEEN, "players": None, "bodies": None, "press_in": None, "alarm": "lights", "left": 2}
DEADLY: dict[str, Any] = {
    "seat": 2,
    "room": "reactor",
    "players": [],
    "bodies": [0, 1],
    "tasks": None,
    "bar": None,
    "kill_in": 0,
    "sabotage_in": 1,
    "press_in": 0,
    "alarm": None,
    "left": None,
}


def seen(data: dict[str, Any]) -> Seen:
    return Seen(**{name: tuple(value) if isinstance(value, list) else value for name, value in data.items()})


EVENTS: list[tuple[Event, tuple[int, ...], str, dict[str, Any]]] = [
    (Partners("impostors", (2,)), (), "The only impostor is Cleo.", {"team": "impostors", "seats": [2]}),
    (Partners("impostors", (0, 2)), (), "The impostors are Ada and Cleo.", {"team": "impostors", "seats": [0, 2]}),
    (Ticked(7), (), "Tick 7.", {"number": 7}),
    (
        Walked(1, "admin", "storage"),
        (1,),
        "Ben walks from admin to storage.",
        {"seat": 1, "origin": "admin", "room": "storage"},
    ),
    (VentEntered(1, "admin"), (1,), "Ben climbs into the vent in admin.", {"seat": 1, "room": "admin"}),
    (VentLeft(1, "admin"), (1,), "Ben climbs out of the vent in admin.", {"seat": 1, "room": "admin"}),
    (Killed(0, 1, "admin"), (1,), "Ben kills Ada in admin.", {"seat": 0, "by": 1, "room": "admin"}),
    (Worked(0, "admin"), (0,), "Ada works at a task in admin.", {"seat": 0, "room": "admin"}),
    (
        Proved(0, "medbay", "submit scan"),
        (),
        "The work of Ada in medbay is plain to see: submit scan.",
        {"seat": 0, "room": "medbay", "task": "submit scan"},
    ),
    (TaskDone(0, "swipe card"), (), "Ada has finished a task: swipe card.", {"seat": 0, "task": "swipe card"}),
    (
        Sabotaged(1, "o2", None),
        (1,),
        "Ben sabotages the oxygen.",
        {"seat": 1, "system": "o2", "room": None},
    ),
    (
        Sabotaged(1, "doors", "admin"),
        (1,),
        "Ben shuts the doors of admin.",
        {"seat": 1, "system": "doors", "room": "admin"},
    ),
    (Alarm("reactor", 9), (), "Alarm: the reactor fails in 9 ticks.", {"system": "reactor", "ticks": 9}),
    (Alarm("lights", None), (), "Alarm: the lights are down.", {"system": "lights", "ticks": None}),
    (
        Alarm("communications", None),
        (),
        "Alarm: communications are down.",
        {"system": "communications", "ticks": None},
    ),
    (AlarmOver("o2"), (), "The alarm is over: the oxygen works again.", {"system": "o2"}),
    (AlarmOver("lights"), (), "The alarm is over: the lights work again.", {"system": "lights"}),
    (DoorsShut("admin", 2), (), "The doors of admin are shut for 2 ticks.", {"room": "admin", "ticks": 2}),
    (DoorsShut("admin", 1), (), "The doors of admin are shut for 1 tick.", {"room": "admin", "ticks": 1}),
    (
        Mended(0, "lights", "electrical"),
        (0,),
        "Ada works on the lights in electrical.",
        {"seat": 0, "system": "lights", "room": "electrical"},
    ),
    (
        Counted(0, ("admin", "o2"), (1, 3)),
        (),
        "The table in admin shows Ada: 1 in admin and 3 in o2.",
        {"seat": 0, "rooms": ["admin", "o2"], "heads": [1, 3]},
    ),
    (
        Watched(0, (), (1, 2), (0,)),
        (),
        "The cameras show Ada: nobody in medbay; Ben and Cleo in admin; Ada in navigation.",
        {"seat": 0, "medbay": [], "admin": [1, 2], "navigation": [0]},
    ),
    (
        Refused(0, "report", "there is no body to be seen here"),
        (),
        "Ada waits instead of the order 'report': there is no body to be seen here.",
        {"seat": 0, "order": "report", "reason": "there is no body to be seen here"},
    ),
    (
        seen(SEEN),
        (),
        (
            "Ada is in admin with Ben and Cleo. Open tasks: swipe card (admin), fix wiring (storage). The task bar is "
            "at 25 %. Button: in 3."
        ),
        SEEN,
    ),
    (
        seen(DARK),
        (),
        (
            "Ada is in admin; it is too dark to see anybody. Open tasks: swipe card (admin), fix wiring (storage). The "
            "task bar is at 25 %. Alarm: the lights (2 left)."
        ),
        DARK,
    ),
    (
        seen(DEADLY),
        (),
        (
            "Cleo is in reactor with nobody. On the floor: the body of Ada and Ben. Kill: ready. Sabotage: in 1. "
            "Button: ready."
        ),
        DEADLY,
    ),
    (Called(0, None, None), (0,), "Ada presses the emergency button.", {"seat": 0, "body": None, "room": None}),
    (
        Called(0, 1, "o2"),
        (0,),
        "Ada reports the body of Ben in o2.",
        {"seat": 0, "body": 1, "room": "o2"},
    ),
    (Missed(1), (), "Ben is dead.", {"seat": 1}),
    (
        Spoke(0, "Where were you?", 2, 4),
        (0,),
        "Ada (to Cleo): Where were you?",
        {"seat": 0, "words": "Where were you?", "target": 2, "t": 4},
    ),
    (Spoke(0, "Hm.", None, 0), (0,), "Ada: Hm.", {"seat": 0, "words": "Hm.", "target": None, "t": 0}),
    (NobodySpoke(3), (), "Nobody says a word.", {"t": 3}),
    (VoteCast(1), (1,), "Ben has voted.", {"seat": 1}),
    (Nudged(), (), "The system: wrap it up.", {}),
    (VoteShown(0, 2), (), "Ada voted for Cleo.", {"seat": 0, "target": 2}),
    (VoteShown(0, None), (), "Ada voted for nobody.", {"seat": 0, "target": None}),
    (
        Ejected(2, "impostor", "impostors"),
        (),
        "Cleo is ejected. Cleo was an impostor.",
        {"seat": 2, "role": "impostor", "team": "impostors"},
    ),
    (Ejected(2, None, None), (), "Cleo is ejected.", {"seat": 2, "role": None, "team": None}),
    (NotEjected("tie"), (), "Nobody is ejected: the most votes are shared.", {"reason": "tie"}),
    (NotEjected("skip"), (), "Nobody is ejected: most chose nobody.", {"reason": "skip"}),
    (GhostSaid(1, "Boo."), (1,), "Ben (a ghost): Boo.", {"seat": 1, "words": "Boo."}),
]
