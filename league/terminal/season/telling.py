"""How a season stands and what it will cost, told at a command line: lines for people, JSON for programs."""

from collections.abc import Iterator
from dataclasses import asdict
from decimal import Decimal
from typing import Any, Final

from games.billing.money import balance, in_dollars, is_nearly_spent
from games.models import Account
from league.models import Season
from league.queries.schedule import memory_told
from league.queries.upkeep.wants import held_up_of
from league.seasons.lifecycle.updating import news_of
from league.seasons.money.budgets import account_of
from league.seasons.money.estimates import Estimate
from league.seasons.money.estimating import beginning_of
from league.seasons.playing.running import stand_of

IN_JSON: Final = 6  # places of money


def stand_lines(season: Season) -> list[str]:
    """How a season stands, for people."""
    stand = stand_of(season)
    lines = [f"{season.name} ({season.slug}) is {stand.status}: {stand.played} of {stand.planned} games played"]
    rules = list(season.rules.order_by("number"))
    lines += [f"rules in turn: {'; '.join(map(str, rules))}"] if len(rules) > 1 else []
    lines += [f"waiting: {stand.waiting}"] if stand.waiting else []
    lines.append(f"memory: {memory_told(season)}{learning_told(season)}")
    lines += [f"held up: {held}"] if (held := held_up_of(season)) else []
    if account := account_of(season):
        warning = "; 80 % of it is reached" if is_nearly_spent(account) else ""
        lines.append(f"budget: {balance(account)}{warning}")
    lines += [f"personas are being written for: game {', '.join(map(str, stand.casting))}"] if stand.casting else []
    lines += [f"live: {', '.join(stand.live)}"] if stand.live else []
    lines += [f"next: {stand.next_due_at:%Y-%m-%d %H:%M:%S} UTC"] if stand.next_due_at else []
    lines += [f"edited since it was pinned: {news}" for news in news_of(season)]
    return lines


def stand_told(season: Season) -> dict[str, Any]:
    """How a season stands, as JSON."""
    rules = list(season.rules.order_by("number").values("ruleset", "revision", "seats", "options"))
    told: dict[str, Any] = {"season": season.slug, "name": season.name, "rules": rules, "caps": season.caps}
    told |= {"memory": season.memory, "lag": season.lag, "games_behind": season.games_behind}
    told |= {"hides_memory": season.hides_memory}
    told |= asdict(stand_of(season)) | {"budget": budget_told(season), "edited": news_of(season)}
    return told | {"held_up": held_up_of(season)}


def estimate_lines(found: Estimate) -> Iterator[str]:
    """What a season will cost, for people."""
    if not found.games:
        yield "no game is left to play"
        return
    if not found.models:
        yield f"{found.games} games of the house alone: they cost nothing"
        return
    for each in found.models:
        known = each.unpriced or f"{each.cost} in some {each.calls:,} calls, from {each.source}"
        personas = f", with {each.personas} personas" if each.personas else ""
        units = f"{each.told:>7} told " if each.told else f"{each.seats:>7} seats"
        yield f"{each.model:<30} {units}  {known}{personas}"
        if each.price:
            yield f"{'':<30} at {each.price}"
    yield f"{'in all':<30} {found.games:>7} games  {found.in_all}"
    if found.learning.likely:
        yield f"{found.learning} of that are for asking players what they learned from a game"
    yield f"They leave some {found.disk} on disk, as long as the words of their calls are kept."
    if found.spent:
        yield f"{in_dollars(found.spent)} were spent so far"
    if found.beginning:
        yield str(found.beginning)
    if found.beginning and found.beginning.short:
        yield found.beginning.short
    if found.warning:
        yield found.warning


def estimate_told(found: Estimate) -> dict[str, Any]:
    """What a season will cost, as JSON that `plain` finishes."""
    cost = None if found.unpriced else asdict(found.cost)
    told = asdict(found) | {"cost": cost, "calls": found.calls}
    return told | {"unpriced": found.unpriced, "warning": found.warning}


def needed_to_begin(season: Season) -> list[str]:
    """What is to be left of its caps before a game of a season with caps begins, in sentences."""
    if not season.caps or (found := beginning_of(season)) is None:
        return []
    return [str(found), found.short] if found.short else [str(found)]


def plain(value: object) -> str:
    """What JSON has no word for; money to the sixth place at most."""
    if isinstance(value, Decimal) and value != round(value, IN_JSON):
        return str(round(value, IN_JSON))
    return str(value)


def budget_told(season: Season) -> dict[str, Any] | None:
    """What a season may spend, has spent at most, what of that is sure, and what is on its way, as JSON; None before
    its first call."""
    account = account_of(season)
    if account is None:
        return None
    sure = account.spent - account.unsure
    return {"cap": account.cap, "spent": account.spent, "sure": sure, "reserved": account.reserved}


def learning_told(season: Season) -> str:
    """What its players' learning may cost and has, behind what they remember; "" where neither is said."""
    account = Account.objects.filter(scope=Account.Scope.LEARNING, name=season.slug).first()
    if account is not None:
        return f"; learning: {balance(account)}"
    return "" if season.cap_learning is None else f"; learning: at most {in_dollars(season.cap_learning)}"
