"""What seats of past games have cost, as far as there are any to judge future ones by."""

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from statistics import fmean, pstdev
from typing import Final

from django.db.models import Q, Sum

from games.gateway.estimating import NONE_PAST, Past, Prospect
from games.models import Call
from league.models import Figures, SeasonRules
from personas.models import LanguageModel
from personas.versions import asked_now, digest_of

PAST: Final = 200  # seats of past games that are looked at, the newest
USUAL_SPREAD: Final = 0.35  # standard deviation of what games cost, of their mean; before it is known
USUAL_COUNTS: Final = 3  # as many games as that counts for


def past_of(prospect: Prospect, book: SeasonRules, disclosing: bool) -> Past:  # noqa: FBT001
    """What seats of past games have cost whose model was asked as it is asked now, at today's prices."""
    alike = Q(seat__game__terms__disclosing=disclosing)
    if disclosing:
        alike |= Q(seat__game__terms__disclosing__isnull=True)  # games of before were
    rows = list(
        Figures.objects.filter(
            alike,
            seat__game__ruleset=book.ruleset,
            table_size=book.seats,
            seat__player__model=prospect.model.pk,
            seat__model_version__digest=digest_of(asked_now(prospect.model)),
            version__gt=0,
            answers__gt=0,
            calls__gt=0,
        )
        .select_related("seat")
        .order_by("-pk")[:PAST]
    )
    if not rows:
        return NONE_PAST
    kept = _share_kept(prospect.model, {row.seat.game_id for row in rows})
    costs: dict[int, list[Decimal]] = defaultdict(list)
    for row in rows:
        costs[row.seat.game_id].append(
            prospect.tokens(
                read=row.input_tokens,
                cached=row.cached_tokens,
                written=row.output_tokens,
                kept=round(kept * (row.input_tokens - row.cached_tokens)),
            )
        )
    every = [each for of_game in costs.values() for each in of_game]
    mean = sum(every, Decimal(0)) / len(every)
    return Past(
        games=len(costs),
        questions=fmean(row.answers for row in rows),
        calls=fmean(row.calls for row in rows),
        cost=mean,
        spread=_spread(list(costs.values()), mean),
    )


def _share_kept(model: LanguageModel, games: set[int]) -> float:
    """How much was written to a cache of what was not read from one, in these games."""
    calls = Call.objects.filter(game__in=games, language_model=model.pk, purpose=Call.Purpose.ANSWER)
    sums = calls.aggregate(read=Sum("input_tokens"), cached=Sum("cached_tokens"), kept=Sum("cache_written_tokens"))
    plain = (sums["read"] or 0) - (sums["cached"] or 0)
    return (sums["kept"] or 0) / plain if plain else 0.0


def _spread(costs: Sequence[Sequence[Decimal]], mean: Decimal) -> float:
    """By how much games differ, of their mean, as far as so few can tell."""
    if not mean:
        return 0.0
    means = [float(sum(of_game, Decimal(0)) / len(of_game) / mean) for of_game in costs]
    seen = len(means) * pstdev(means) ** 2 + USUAL_COUNTS * USUAL_SPREAD**2
    return float((seen / (len(means) + USUAL_COUNTS)) ** 0.5)
