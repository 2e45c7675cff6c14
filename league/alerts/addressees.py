"""Who is told of alerts: made, changed, deleted. Law: each is an act; a secret is never taken, only which variable of
the environment holds it, and its name says that it is one of these: the database's password is none.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction

from league.access.acts import Actor, record_creation, recorded
from league.alerts.hosts import NotThere, place_of
from league.models import Addressee
from league.models.alert import Means
from league.queries.upkeep.wrong import Kind

ENDING: Final = "_ALERT_SECRET"
WRITTEN: Final = ("address", "secret_variable", "kinds", "repeat", "is_active")
TOLD_BY: Final = ("address", "kinds", "is_active")  # of which what was over before says nothing
_VARIABLE: Final = re.compile("[A-Za-z_][A-Za-z0-9_]*")


def is_secret_variable(name: str) -> bool:
    """Whether a variable may hold the secret of a webhook."""
    return name.endswith(ENDING) or name in settings.LEAGUE_ALERT_SECRETS


def unfit(addressee: Addressee) -> dict[str, list[str]]:
    """What is wrong with an addressee beside what its columns and constraints say, by field."""
    wrong: dict[str, list[str]] = {}
    try:
        if addressee.means == Means.MAIL:
            validate_email(addressee.address)
        else:
            place_of(addressee.address)
    except ValidationError:
        wrong["address"] = ["This is no mail address."]
    except NotThere as error:
        wrong["address"] = [str(error)]
    name = addressee.secret_variable
    if name and addressee.means == Means.MAIL:
        wrong["secret_variable"] = ["Mail is not signed: only a webhook has a secret."]
    elif name and not is_secret_variable(name):
        called = name if _VARIABLE.fullmatch(name) else "What stands there"  # it may be a secret, and is not said again
        told = f"its name must end in {ENDING}, or LEAGUE_ALERT_SECRETS must list it"
        wrong["secret_variable"] = [f"{called} may not be named as a secret: {told}."]
    kinds: Any = addressee.kinds
    unknown = [str(each)[:40] for each in kinds if each not in list(Kind)] if isinstance(kinds, list) else ["this"]
    if unknown:
        wrong["kinds"] = [f"{', '.join(unknown)}: there is no such kind; there are {', '.join(Kind)}."]
    return wrong


def check_addressee(addressee: Addressee) -> None:
    """Raises ValidationError, which names every guilty field."""
    wrong: dict[str, Any] = {}
    try:
        addressee.full_clean(exclude=["told_from"])
    except ValidationError as error:
        wrong = dict(error.message_dict)
    wrong = unfit(addressee) | wrong
    if wrong:
        raise ValidationError(wrong)


def add_addressee(
    *,
    by: Actor,
    now: datetime,
    slug: str,
    means: str,
    address: str,
    secret_variable: str = "",
    kinds: Sequence[str] = (),
    repeat: int | None = None,
    is_active: bool = True,
    reason: str = "",
) -> Addressee:
    """Has somebody told of alerts from now on. An act. Raises ValidationError."""
    row = Addressee(slug=slug, means=means, address=address, secret_variable=secret_variable, is_active=is_active)
    row.kinds, row.made_by, row.told_from = list(dict.fromkeys(kinds)), by.name[:150], now
    if repeat is not None:
        row.repeat = repeat
    check_addressee(row)
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            record_creation(by=by, row=row, reason=reason)
    except IntegrityError as error:  # somebody made it in this moment
        raise ValidationError({"slug": ["Addressee with this Slug already exists."]}) from error
    return row


def edit_addressee(*, by: Actor, addressee: Addressee, now: datetime, reason: str = "", **said: Any) -> Addressee:
    """Has somebody told otherwise: what is said changes, the rest stays. An act. Raises ValidationError."""
    with recorded(by=by, verb="change", rows=[addressee], reason=reason):
        row = Addressee.objects.get(pk=addressee.pk)  # as it is now, locked by recorded()
        apply(row, said, now=now)
        check_addressee(row)
        row.save()
    return row


def apply(addressee: Addressee, said: Mapping[str, Any], *, now: datetime) -> None:
    """Puts what is said into a row that is not written yet, with what follows of it: who is told elsewhere, again or
    of more hears of nothing that was over before, and is tried at once."""
    changed = {name for name in WRITTEN if name in said and said[name] != getattr(addressee, name)}
    for name in changed:
        setattr(addressee, name, list(dict.fromkeys(said[name])) if name == "kinds" else said[name])
    if changed & set(TOLD_BY):
        addressee.told_from = now
    if changed:
        addressee.failures, addressee.error, addressee.next_try_at = 0, "", None


def remove_addressee(*, by: Actor, addressee: Addressee, reason: str = "") -> None:
    """Has somebody told nothing any more, and forgets what was told. An act."""
    with recorded(by=by, verb="delete", rows=[addressee], reason=reason):
        Addressee.objects.filter(pk=addressee.pk).delete()
