"""Which game of players behind providers may begin: caps buy finished games. Law: one is begun only when each account
that pays for it, and has a cap, holds the likely rest of all games that are open on it, the likely whole of this one, a
margin, and one worst case of a call for each; found and claimed in one transaction, with its accounts locked.

What open games have reserved is part of their rest, and not taken away twice. What is left of a cap is told when none
is open on it, and not before: what open games spend would tell what is being asked.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet

from games.billing.budgets import OF_MODELS, Accounts, Purse, cap_by_now, purses_of, purses_of_model
from games.billing.money import day_of, in_dollars, rounded_up
from games.gateway.clients import called
from games.gateway.outlook import Kind, Outlook, kind_of, outlook_of, wanted_for
from games.hosting import leases
from games.hosting.leases import ANY, Lease, Wanted
from games.models import Account, Game
from games.models.waiting import kept_for_others, of_budget, stopped
from games.process import doorbell
from personas.models import LanguageModel

logger = structlog.get_logger(__name__)
AT_ONCE: Final = 200  # games that have not begun, looked at in one go: half of them longest due, half by turns
FEW: Final = 4  # of them that are read first: mostly the first may begin, and a thousand are opened one by one
LONGEST_REASON: Final = 200  # characters, as the column has them: the host of a server may be as long alone
Status = Game.Status
Scope = Account.Scope
_UNSPENT: Final = (Decimal(0), Decimal(0), 0)
Outlooks = Mapping[Kind, Outlook | None]


@dataclass(frozen=True, slots=True)
class Open:
    """A game that has begun and is not over: what it has cost by now, in how many calls, and what it has reserved."""

    kind: Kind
    spent: Decimal
    reserved: Decimal
    calls: int


@dataclass(slots=True)
class Lookout:
    """How far a host has come with the games that may not begin: when it is due behind which its next look goes on, and
    its key; None for at the beginning."""

    behind: tuple[datetime, int] | None = None


def open_next_game(*, owner: str, now: datetime, wanted: Wanted = ANY, lookout: Lookout | None = None) -> Lease | None:
    """Claims of the games wanted that have not begun the one that is longest due and may begin; None when there is
    none among those looked at. Those that may not are told why, in their rows. Where there are more than one look
    takes in, the next with the same `lookout` takes in others."""
    if not leases.is_anything_unbegun(now):  # asked twice a second, and whenever a game ends
        return None
    why: dict[int, str] = {}
    of_alike: dict[object, str] = {}
    lease, asked = None, Asked.now()
    for game in _due(leases.unbegun(now, wanted), lookout or Lookout()):
        models = asked.accounts(kind_of(game.public_id))
        if reason := asked.why_stopped(models):
            why[game.pk] = reason
            continue
        caps = _capped((*purses_of(game, day_of(now)), *models))
        alike = (kind_of(game.public_id), *map(_alike, caps.items())) if caps else None
        if alike not in of_alike:
            lease, reason = _opened(game, list(caps), models, owner, now)
            if lease is not None:
                break
            if not reason:
                continue  # somebody else was faster
            of_alike[alike] = reason
        why[game.pk] = of_alike[alike]
    let_wait(why=why)
    return lease


def _due(games: QuerySet[Game], lookout: Lookout) -> Iterator[Game]:
    """Some of these games, read as far as they are looked at: those longest due, and of the others those whose turn it
    is, or a few seasons that wait for their operators would keep all that are due later from ever being looked at."""
    half = AT_ONCE // 2
    yield from games[:FEW]
    yield from (longest := list(games[FEW:half]))
    if len(longest) < half - FEW:
        return
    others = _behind(games, last := _place(longest[-1]))
    ahead = list(_behind(games, max(last, lookout.behind or last))[:half])
    again = list(others[: half - len(ahead)])  # from their beginning on, where it has come to their end
    yield from {game.pk: game for game in (*again, *ahead)}.values()
    if again or ahead:
        lookout.behind = _place((again or ahead)[-1])


def _place(game: Game) -> tuple[datetime, int]:
    return game.due_at, game.pk


def _behind(games: QuerySet[Game], place: tuple[datetime, int]) -> QuerySet[Game]:
    """Those of the games that come after one in their order."""
    due_at, pk = place
    return games.filter(Q(due_at__gt=due_at) | Q(pk__gt=pk), due_at__gte=due_at)  # so that an index leads there


def let_wait(*, why: Mapping[int, str]) -> None:
    """Says of games that have not begun what they wait for."""
    by_reason: defaultdict[str, list[int]] = defaultdict(list)
    for pk, each in why.items():
        by_reason[each[:LONGEST_REASON]].append(pk)
    for each, games in by_reason.items():
        waiting = Game.objects.filter(pk__in=games, status=Status.SCHEDULED, started_at__isnull=True)
        if not waiting.exclude(waiting=each).exists():
            continue  # it is looked at again and again
        with transaction.atomic():
            told = waiting.exclude(waiting=each).select_for_update(no_key=True).order_by("pk")
            changed = list(told.values_list("pk", flat=True))
            waiting.filter(pk__in=changed).update(waiting=each)
        logger.info("games wait to begin", games=len(changed), why=each)
        for pk in changed:
            doorbell.ring_all(pk)


def _capped(purses: Sequence[Purse]) -> dict[Purse, Decimal]:
    """Those of these accounts that have a cap, by now or when they will be opened, each with it."""
    rows = Account.objects.filter(name__in=[purse.name for purse in purses])
    found = {(row.scope, row.name): row for row in rows}
    caps = {purse: cap_by_now(purse, found.get((purse.scope, purse.name))) for purse in purses}
    return {purse: cap for purse, cap in caps.items() if cap is not None}


def _alike(capped: tuple[Purse, Decimal]) -> object:
    """What is the same in the accounts of games about which one answer holds."""
    purse, cap = capped
    return (purse.scope, "" if purse.scope == Scope.GAME else purse.name, cap)


def _opened(
    game: Game, purses: Sequence[Purse], models: Mapping[Purse, Collection[int]], owner: str, now: datetime
) -> tuple[Lease | None, str]:
    """The game claimed; or None and why it may not begin, or "" where somebody else was faster."""
    own = kind_of(game.public_id)
    outlooks: dict[Kind, Outlook | None] = {own: outlook_of(own, now)} if purses else {}
    while purses:
        if outlooks[own] is None:
            break  # it costs nothing, or cannot be asked, which it will say itself
        # Before anything is locked: to guess what a game costs takes a second.
        kinds = {*(each.kind for purse in purses for each in _open_on(purse))}
        outlooks |= {kind: outlook_of(kind, now) for kind in kinds - outlooks.keys()}
        with transaction.atomic():
            # The game before its accounts, as whoever plays it locks them.
            unbegun = leases.unbegun(now).filter(pk=game.pk).select_for_update(no_key=True, skip_locked=True)
            if not list(unbegun.values_list("pk")):
                return None, ""
            accounts = Accounts(purses)
            others = {purse: _open_on(purse) for purse in purses}
            if all(each.kind in outlooks for each in (each for of in others.values() for each in of)):
                why = next(
                    filter(
                        None,
                        (_short(accounts, purse, own, others[purse], outlooks, models.get(purse)) for purse in purses),
                    ),
                    "",
                )
                return (None, why) if why else (leases.claim_unbegun(owner=owner, now=now, game=game.pk), "")
        # Somebody has opened one of a kind that was not looked at.
    return leases.claim_unbegun(owner=owner, now=now, game=game.pk), ""


@dataclass(frozen=True, slots=True)
class Asked:
    """The models behind providers, with what each provider is called, and the accounts to which calls are stopped."""

    models: Sequence[tuple[LanguageModel, str]]
    stopped: Collection[tuple[str, str]]

    @classmethod
    def now(cls) -> "Asked":
        """As they are now."""
        rows = LanguageModel.objects.exclude(provider__in=LanguageModel.OFFLINE).order_by("pk")
        accounts = Account.objects.filter(scope__in=OF_MODELS).exclude(stopped="")
        return cls([(model, called(model)) for model in rows], set(accounts.values_list("scope", "name")))

    def accounts(self, kind: Kind) -> dict[Purse, tuple[int, ...]]:
        """The accounts of the models that games of a kind ask and of their providers; with the keys of all models that
        draw on each."""
        found: dict[Purse, tuple[int, ...]] = {}
        for model, provider in self.models:
            if model.pk in kind.voices or model.slug == kind.narrator:
                of_model, of_provider = purses_of_model(model.slug, provider)
                found[of_model] = (model.pk,)
                found[of_provider] = tuple(each.pk for each, called_so in self.models if called_so == provider)
        return found

    def why_stopped(self, purses: Iterable[Purse]) -> str:
        """Why no game begins that draws on these accounts; "" when calls to all of them may be made."""
        return next((stopped(purse.scope) for purse in purses if (purse.scope, purse.name) in self.stopped), "")


def _open_on(purse: Purse) -> list[Open]:
    """The games that are open and draw on an account, but for a game's own. One that is paused draws on no day: nobody
    knows on which it will."""
    if purse.scope == Scope.GAME:
        return []
    begun = Game.objects.filter(has_voices=True, started_at__isnull=False)
    running = Q(status=Status.RUNNING)
    if purse.scope == Scope.SEASON:
        begun = begun.filter(running | Q(status=Status.PAUSED), terms__season=purse.name)
    else:
        begun = begun.filter(running)
    ids = list(begun.order_by("pk").values_list("public_id", flat=True))
    told = Account.objects.filter(scope=Scope.GAME, name__in=ids).values_list("name", "spent", "reserved", "calls")
    accounts = {name: row for name, *row in told}
    return [Open(kind_of(public_id), *accounts.get(public_id, _UNSPENT)) for public_id in ids]


def _short(
    accounts: Accounts,
    purse: Purse,
    own: Kind,
    others: Sequence[Open],
    outlooks: Outlooks,
    models: Collection[int] | None,
) -> str:
    """Why an account cannot have a game of a kind beside those that are open; "" when it can. A game's own cap is to
    hold what the game likely costs: it is there to stop the one that costs more. On the account of a model or a
    provider only what these `models` cost is drawn."""
    known = {
        kind: outlook.beside([each.spent for each in others if each.kind == kind])
        for kind, outlook in outlooks.items()
        if outlook is not None
    }
    shares = {kind: Decimal(1) if models is None else outlook.share(models) for kind, outlook in known.items()}
    account, whole = accounts.of(purse), known[own].rest().of(shares[own])
    rests = [
        known[each.kind].rest(each.spent, each.calls).of(shares[each.kind]) for each in others if each.kind in known
    ]
    wanted = whole.own if purse.scope == Scope.GAME else wanted_for([whole, *rests])
    cap = cap_by_now(purse, account)
    if cap is None:
        return ""
    others = [each for each in others if shares.get(each.kind, Decimal(1))]
    theirs = sum((each.reserved * shares.get(each.kind, Decimal(1)) for each in others), Decimal(0))
    elsewhere = max(Decimal(0), account.reserved - theirs)
    left = cap - account.spent - (Decimal(0) if purse.scope == Scope.GAME else elsewhere)
    if left >= wanted:
        return ""
    if others:
        return kept_for_others(purse.scope)
    whose = f"of {purse.name} " if purse.scope in OF_MODELS else ""
    held = f"{whose}{in_dollars(max(Decimal(0), left))} of {in_dollars(cap)} are left"
    held += f" beside {in_dollars(elsewhere)} reserved" if elsewhere else ""
    if purse.scope == Scope.GAME:
        held = f"its cap is {in_dollars(cap)}"
    costs = f"a game costs about {in_dollars(whole.likely)} and is begun with {rounded_up(wanted)}"
    return f"{of_budget(purse.scope)}{held}, and {costs}: raise the cap to {rounded_up(cap - left + wanted)}"
