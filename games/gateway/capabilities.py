"""What this process knows of how models are to be asked. Law: what one call learnt from a refusal or a reply, every
later call knows: of this process at once, of others from the model's row.

It is kept in rows as it was learnt and never goes back up by itself; a probe begins anew, and what it found is written
over by nobody who has not heard of it.
"""

from collections.abc import Mapping
from copy import copy
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Q

from games.agents.agent import Asked
from games.agents.providers import Besides, Ladder, Manners
from games.agents.providers.addresses import standard_tier_of
from games.agents.room import LONGEST, Room, room_for
from personas.models import LanguageModel
from personas.versions import WHO

KNOWN: Final = Ladder()
LEARNT: Final = ("rung", "without", "thinks", "probed_at")  # columns of what was learnt of a model


def longest_call() -> timedelta:
    """How long any call may take."""
    return timedelta(seconds=max(LONGEST, settings.LEAGUE_CALL_TIMEOUT))


def keep_manners(*, model: LanguageModel, manners: Manners, since: float) -> None:
    """Stores what was learnt of a model, unless another is asked in its row by now, or it was tried out later than
    `since`, on which this stands (in seconds since the epoch)."""
    rows = LanguageModel.objects.filter(pk=model.pk, provider=model.provider)
    is_newer = Q(probed_at__gt=datetime.fromtimestamp(since, UTC))
    rows.filter(model_name=model.model_name, base_url=model.base_url).exclude(is_newer).update(
        rung=manners.rung, without=manners.refused, thinks=manners.thinks
    )


def probed(model: LanguageModel) -> float:
    """When a model was tried out, in seconds since the epoch; 0 where it was not."""
    return model.probed_at.timestamp() if model.probed_at else 0.0


def row_of(model: LanguageModel) -> dict[str, Any]:
    """What a model's row says by now that is no part of how it is asked, and of whom; empty where it is gone."""
    return LanguageModel.objects.filter(pk=model.pk).values(*WHO, *LEARNT, "in_flight").first() or {}


def by_now(model: LanguageModel, row: Mapping[str, Any]) -> LanguageModel:
    """A model as it is asked, not to be stored, with what its row says by now: what was learnt of it, and how many
    calls there may be to it at once. What was learnt of another is not known of it."""
    now = copy(model)
    is_same = all(row.get(name) == getattr(model, name) for name in WHO)
    for name in ("in_flight", *(LEARNT if is_same else ())):
        setattr(now, name, row.get(name, getattr(model, name)))
    return now


def room_of(model: LanguageModel, *, thinks: bool) -> Room:
    """The tokens that a reply of a model may have, as its row says, where it `thinks` unasked or not."""
    return room_for(model.model_name, model.effort, thinks=thinks, most=model.most_tokens)


def asked_of(model: LanguageModel) -> Asked:
    """How a model is asked, as its row has it."""
    return Asked(
        model.model_name,
        room_of(model, thinks=model.thinks),
        model.temperature,
        model.effort,  # type: ignore[arg-type]  # the database holds one of its choices
        Besides(
            model.top_p, model.seed, model.verbosity, model.service_tier, model.extra_body, standard_tier_of(model)
        ),
        float(settings.LEAGUE_CALL_TIMEOUT),
        model.context_size,
    )
