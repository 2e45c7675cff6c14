"""Requests that may be sent again: what was answered to the first is answered to the next with the same key.

Law: a key is taken before anything is done, in a transaction of its own, so that whoever comes at the same moment is
told that it is under way; and what was done and its answer are stored in one transaction, so that a process that is
killed has done both or neither. What was refused has changed nothing, and gives its key back.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction

from league.models import Receipt, Token, User

KEPT: Final = timedelta(hours=48)  # 24 are promised
LONGEST: Final = timedelta(minutes=5)  # after which whoever began it is taken for dead; what it does is then undone


class AnotherRequest(ValueError):
    """A key that another request has."""


class UnderWay(ValueError):
    """A request that somebody is answering just now."""


def take_key(*, account: User, token: Token | None, key: str, digest: str, now: datetime) -> Receipt:
    """The receipt of a key: one under way, which is the caller's to answer, or the one that was answered. What nobody
    promises any more is thrown away. Raises AnotherRequest, UnderWay."""
    Receipt.objects.filter(began_at__lt=now - KEPT).delete()
    try:
        with transaction.atomic():
            return Receipt.objects.create(account=account, token=token, key=key, digest=digest, began_at=now)
    except IntegrityError:
        found = Receipt.objects.filter(account=account, token=token, key=key).first()
    if found is None:  # it was given back meanwhile
        raise UnderWay("a request with this key was under way")
    if found.digest != digest:
        raise AnotherRequest("this key was sent with another request")
    if found.status is not None:
        return found
    if found.began_at > now - LONGEST:
        raise UnderWay("a request with this key is under way")
    taken = Receipt.objects.filter(pk=found.pk, status=None, began_at=found.began_at).update(began_at=now)
    if not taken:
        raise UnderWay("a request with this key is under way")
    found.began_at = now
    return found


def keep_answer(*, receipt: Receipt, status: int, headers: Mapping[str, str], body: str) -> None:
    """Writes down what is answered, in the transaction of what was done. Raises UnderWay where somebody else has taken
    the key over meanwhile."""
    mine = Receipt.objects.filter(pk=receipt.pk, status=None, began_at=receipt.began_at)
    if not mine.update(status=status, headers=dict(headers), body=body):
        raise UnderWay("a request with this key was taken over by another")


def give_back(*, receipt: Receipt) -> None:
    """Forgets a request that was refused, or failed: nothing was done."""
    Receipt.objects.filter(pk=receipt.pk, status=None, began_at=receipt.began_at).delete()
