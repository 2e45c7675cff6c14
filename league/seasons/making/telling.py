"""A plan as JSON, by the names that the API has for a season's fields; told by `as_json`, read by `plan_from_json`.

Law: what is told is read as the same plan. Nothing is ignored: a field that a plan does not have is refused.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from django.utils.dateparse import parse_datetime

from games.models.game import usual_keep
from league.calendars.plans import DAYS, read_dates, read_times, read_weekdays, read_zone
from league.models import Calendar
from league.seasons.making.checking import Keep, Rules, WrongSeason
from league.seasons.making.plans import CAPS, FIELDS, Plan, When
from personas.models import Player

OTHERWISE: Final = {"games": "games_planned", "when": "calendar"}  # what the API calls otherwise
NAMES: Final = {name: OTHERWISE.get(name, name) for name in FIELDS}
WANTED: Final = ("slug", "name", "rules", "games", "players")
TEXTS: Final = ("slug", "name", "spoilers", "names", "narrator", "persona_source", "memory", "strategy_level", "design")
# Of a calendar what is not said of it.
USUAL_WHEN: Final[Mapping[str, Any]] = {
    "weekdays": list(DAYS),
    "time_zone": "UTC",
    "blackouts": [],
    "missed": str(Calendar.Missed.CATCH_UP),
}
TRUTHS: Final = ("rated", "may_overlap", "disclosing", "hides_memory")


def as_json(plan: Plan) -> dict[str, Any]:
    """A plan as JSON."""
    keep = Keep(usual_keep()) if plan.keep is None else plan.keep
    told: dict[str, Any] = {name: getattr(plan, name) for name in FIELDS} | {
        "rules": [{"ruleset": each.ruleset, "seats": each.seats, "options": dict(each.options)} for each in plan.rules],
        "players": [player.player_id for player in plan.players],
        "when": _when_told(plan.when),
        "keep": keep.days,
    }
    told |= {name: f"{cap:.4f}" for name in CAPS if (cap := getattr(plan, name)) is not None}
    return {NAMES[name]: str(value) if name in TEXTS else value for name, value in told.items()}


def _when_told(when: When | None) -> dict[str, Any] | None:
    if when is None:
        return None
    return {
        "starts_at": when.starts_at and when.starts_at.isoformat(),
        "weekdays": [DAYS[int(each) - 1] for each in when.weekdays],
        "times": when.times.split(),
        "time_zone": when.time_zone,
        "blackouts": when.blackouts.split(),
        "missed": str(when.missed),
    }


# --- read ------------------------------------------------------------------------------------------------------------


def plan_from_json(given: Mapping[str, Any]) -> Plan:
    """The plan that is told in JSON; what is not said is as usual. Raises WrongSeason, which names the field as JSON
    has it, for what cannot be read, and WrongCalendar within a calendar; what a plan may be, check_plan() says."""
    fields = {told: name for name, told in NAMES.items()}
    if unknown := [name for name in given if name not in fields]:
        raise WrongSeason(unknown[0], f"is no field of a plan; there are: {', '.join(fields)}.")
    if missing := [NAMES[name] for name in WANTED if NAMES[name] not in given]:
        raise WrongSeason(missing[0], "must be said.")
    return Plan(**{fields[name]: READERS.get(fields[name], _number)(name, value) for name, value in given.items()})


def _is(kind: type | tuple[type, ...], value: object) -> bool:
    """Whether it is of a kind; truth is no number here."""
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _reader(kind: type | tuple[type, ...], wanted: str, *, or_none: bool = False) -> Callable[[str, Any], Any]:
    def read(name: str, value: Any) -> Any:
        if _is(kind, value) or (or_none and value is None):
            return value
        raise WrongSeason(name, f"must be {wanted}{' or null' if or_none else ''}, not {value!r}.")

    return read


_text = _reader(str, "a text")
_truth = _reader(bool, "true or false")
_number = _reader((int, float), "a number")
_whole = _reader(int, "a whole number")
_whole_or_none = _reader(int, "a whole number", or_none=True)
_list = _reader(list, "a list")
_object = _reader(dict, "an object")


def _cap(name: str, value: Any) -> Decimal | None:
    if value is None:
        return None
    try:
        if not _is((str, int, float), value):
            raise InvalidOperation
        return Decimal(str(value))
    except InvalidOperation:
        raise WrongSeason(name, f'must be US dollars like "12.50" or null, not {value!r}.') from None


def _rules(name: str, value: Any) -> tuple[Rules, ...]:
    found = []
    for each in _list(name, value):
        book = _object(name, each)
        # The revision is told of seasons, and is always the newest of what is made.
        if unknown := set(book) - {"ruleset", "revision", "seats", "options"}:
            raise WrongSeason(name, f"a rule book has ruleset, seats and options, not {min(unknown)!r}.")
        seats, options = _whole_or_none("seats", book.get("seats")), _object("options", book.get("options", {}))
        found.append(Rules(_text("ruleset", book.get("ruleset")), seats, options))
    return tuple(found)


def _players(name: str, value: Any) -> tuple[Player, ...]:
    ids = [_text(name, each) for each in _list(name, value)]
    known = Player.objects.select_related("persona", "model").in_bulk(ids, field_name="player_id")
    if missing := [each for each in ids if each not in known]:
        raise WrongSeason(name, f"there is no player {missing[0]!r}.")
    return tuple(known[each] for each in ids)


def _when(name: str, value: Any) -> When | None:
    if value is None:
        return None
    given = {**USUAL_WHEN, **_object(name, value)}
    known = ("starts_at", "weekdays", "times", "time_zone", "blackouts", "missed")
    if unknown := [each for each in given if each not in known]:
        raise WrongSeason(name, f"a calendar has {', '.join(known)}, not {unknown[0]!r}.")
    words = {each: " ".join(_text(each, one) for one in _list(each, given.get(each, []))) for each in known[1:3]}
    blackouts = " ".join(_text("blackouts", one) for one in _list("blackouts", given["blackouts"]))
    return When(
        weekdays=read_weekdays(words["weekdays"]),
        times=read_times(words["times"]),
        time_zone=read_zone(_text("time_zone", given["time_zone"])),
        starts_at=_moment("starts_at", given.get("starts_at")),
        blackouts=read_dates(blackouts),
        missed=_text("missed", given["missed"]),
    )


def _moment(name: str, value: Any) -> datetime | None:
    try:
        found = None if value is None else parse_datetime(_text(name, value))
    except ValueError:
        found = None
    if value is not None and (found is None or found.tzinfo is None):
        raise WrongSeason(name, f"must be a moment with its offset like 2026-12-01T18:00:00Z, or null, not {value!r}.")
    return found


READERS: Final[Mapping[str, Callable[[str, Any], Any]]] = {
    **dict.fromkeys(TEXTS, _text),
    **dict.fromkeys(TRUTHS, _truth),
    **dict.fromkeys(CAPS, _cap),
    **dict.fromkeys(("games", "delay_minutes"), _whole),
    **dict.fromkeys(("at_once", "lag"), _whole_or_none),
    "keep": lambda name, value: Keep(_whole_or_none(name, value)),
    "is_aware": _reader(bool, "true or false", or_none=True),
    "rules": _rules,
    "players": _players,
    "when": _when,
}
