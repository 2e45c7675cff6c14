"""Writing the record of acts. Law: every act is recorded where it is done, by who does it (a page, a command, the
admin), in the transaction of what it changes; what fails leaves none.

The verbs below the league know no league, and so no acts; that a verb were to take who calls it was rejected for that.
What is hidden (personas.hidden) is never written down: that it changed is, and no more.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Field, Model, QuerySet
from django.http import HttpRequest

from league.models.account import User
from league.models.act import Act, Surface
from personas.hidden import hidden_fields

HIDDEN: Final = "(hidden)"
OF_ITSELF: Final = ("league.user.last_login", "league.token.last_used_at")  # what is written whenever they are used
NAMED_BY: Final = ("public_name", "public_id", "player_id", "slug", "username", "ident")
LONGEST_NAME: Final = 200
LONGEST_REASON: Final = 200
Key = tuple[str, Any]  # of a row: its kind and its primary key


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something, and from where."""

    surface: Surface
    name: str
    account: User | None = None


COMMAND_LINE: Final = Actor(Surface.COMMAND, "command line")
LEAGUE: Final = Actor(Surface.SYSTEM, "the league")


def visitor(request: HttpRequest, surface: Surface = Surface.SITE) -> Actor:
    """Who sends a request; it must be somebody who has logged in."""
    user = request.user
    if not isinstance(user, User):
        raise TypeError(f"an act has somebody who does it, not {user!r}")
    return Actor(surface, user.username, user)


@dataclass(frozen=True, slots=True)
class Look:
    """A row as it was when somebody looked: its name, and its fields by their names."""

    row: Model
    key: Any
    name: str
    fields: Mapping[str, Any]


def look_at(row: Model) -> Look:
    """The row as the instance has it."""
    fields = {field.name: field.value_from_object(row) for field in row._meta.concrete_fields if is_told(field)}
    for field in row._meta.many_to_many:
        through = field.remote_field.through
        if through is not None and through._meta.auto_created:
            fields[field.name] = sorted(str(each) for each in getattr(row, field.name).all())
    return Look(row, row.pk, name_of(row), fields)


def is_told(field: "Field[Any, Any]") -> bool:
    """Whether a change of this field says anything: a key that is only counted does not, nor the time of the change,
    nor that somebody has logged in or was answered."""
    if f"{field.model._meta.label_lower}.{field.name}" in OF_ITSELF:
        return False
    return not getattr(field, "auto_now", False) and not field.get_internal_type().endswith("AutoField")


def name_of(row: Model) -> str:
    """What a row is called by those who see it."""
    for attribute in NAMED_BY:
        if name := getattr(row, attribute, ""):
            return str(name)[:LONGEST_NAME]
    own = next((field for field in row._meta.concrete_fields if field.name == "name" and field.unique), None)
    return str(own.value_from_object(row) if own else row)[:LONGEST_NAME] or str(row.pk)


def record_act(
    *,
    by: Actor,
    verb: str,
    row: Model,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> Act:
    """Writes down an act. `before` and `after` are the fields that changed, by their names; what is hidden of them is
    left out here. To be called in the transaction of what it records."""
    hidden = hidden_fields(row._meta.model)
    return Act.objects.create(
        account=by.account,
        who=by.name,
        surface=by.surface,
        verb=verb,
        app_label=row._meta.app_label,
        model=row._meta.model_name or "",
        name=name_of(row),
        before={name: HIDDEN if name in hidden else plain(row, name, value) for name, value in (before or {}).items()},
        after={name: HIDDEN if name in hidden else plain(row, name, value) for name, value in (after or {}).items()},
        reason=reason.replace("\0", "").strip()[:LONGEST_REASON],
    )


def record_creation(*, by: Actor, row: Model, verb: str = "create", reason: str = "") -> Act:
    """Writes down that a row was made, with what it was given."""
    return record_act(by=by, verb=verb, row=row, after=given(look_at(row)), reason=reason)


def record_change(*, by: Actor, verb: str, before: Look | None, after: Look | None, reason: str = "") -> Act | None:
    """Writes down what became of a row between two looks at it; nothing where that is nothing."""
    if after is None:
        return record_act(by=by, verb=verb, row=before.row, before=given(before), reason=reason) if before else None
    if before is None:
        return record_act(by=by, verb=verb, row=after.row, after=given(after), reason=reason)
    changed = [name for name, value in after.fields.items() if before.fields.get(name) != value]
    if not changed:
        return None
    was, now = ({name: look.fields.get(name) for name in changed} for look in (before, after))
    return record_act(by=by, verb=verb, row=after.row, before=was, after=now, reason=reason)


def given(look: Look) -> dict[str, Any]:
    """The fields that have something in them."""
    return {name: value for name, value in look.fields.items() if value not in (None, "", [], {})}


@contextmanager
def recorded(*, by: Actor, verb: str, rows: Iterable[Model | QuerySet[Any]], reason: str = "") -> Iterator[None]:
    """Does what is in the block in one transaction, and writes down what became of these rows: one act for each that
    was changed, made or deleted. What a queryset finds is looked up before and after. What the block raises undoes all.

    The rows are locked meanwhile, so that nothing of others is told as theirs. Nothing in the block may wait for a
    network.
    """
    asked = list(rows)
    with transaction.atomic():
        before = looks_at(asked)
        known = [(look.row._meta.model, look.key) for look in before.values()]
        yield
        after = looks_at(asked, known)
        for key in before | after:
            record_change(by=by, verb=verb, before=before.get(key), after=after.get(key), reason=reason)


def looks_at(rows: Iterable[Model | QuerySet[Any]], known: Iterable[tuple[type[Model], Any]] = ()) -> dict[Key, Look]:
    """These rows as the database has them now, locked, each kind in the order of its keys."""
    keys: dict[type[Model], set[Any]] = {}
    for model, key in known:
        keys.setdefault(model, set()).add(key)
    for each in rows:
        if isinstance(each, QuerySet):
            keys.setdefault(each.model, set()).update(each.order_by().values_list("pk", flat=True))
        elif each.pk is not None:
            keys.setdefault(each._meta.model, set()).add(each.pk)  # who sends a request is a proxy
    found: dict[Key, Look] = {}
    for model, wanted in keys.items():
        locked: QuerySet[Model] = QuerySet(model).filter(pk__in=wanted).order_by("pk")
        if connection.features.has_select_for_no_key_update:
            locked = locked.select_for_update(no_key=True)
        for row in locked:
            found[model._meta.label_lower, row.pk] = look_at(row)
    return found


def fresh_look(row: Model) -> Look | None:
    """A row as the database has it now, locked; None where there is none."""
    return next(iter(looks_at([row]).values()), None)


def plain(row: Model, name: str, value: Any) -> Any:
    """A value as JSON: a row that is referred to by its name, numbers as they are, all else as text."""
    fields = {field.name: field for field in row._meta.concrete_fields}
    field = fields.get(name)
    if field is not None and field.is_relation and value is not None:
        related: QuerySet[Model] = QuerySet(field.related_model)
        other = related.filter(pk=value).first()
        return name_of(other) if other is not None else str(value)
    return as_json(value)


def as_json(value: Any) -> Any:
    """A value in what JSON knows."""
    if isinstance(value, Mapping):
        return {str(key): as_json(each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_json(each) for each in value]
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Decimal | UUID | timedelta):
        return str(value)
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)
