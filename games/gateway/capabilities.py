"""What this process knows of how models are to be asked. Law: what one call learnt from a refusal or a reply, every
later call knows: of this process at once, of others from the model's row.

It is kept in rows as it was learnt and never goes back up by itself; a probe begins anew.
"""

from datetime import timedelta
from typing import Final

from django.conf import settings

from games.agents.agent import Asked
from games.agents.providers import Besides, Ladder, Manners
from games.agents.providers.addresses import standard_tier_of
from games.agents.room import LONGEST, room_for
from personas.models import LanguageModel

KNOWN: Final = Ladder()


def longest_call() -> timedelta:
    """How long any call may take."""
    return timedelta(seconds=max(LONGEST, settings.LEAGUE_CALL_TIMEOUT))


def keep_manners(*, model: LanguageModel, manners: Manners) -> None:
    """Stores what was learnt of a model, unless another is asked in its row by now."""
    rows = LanguageModel.objects.filter(pk=model.pk, provider=model.provider)
    rows.filter(model_name=model.model_name, base_url=model.base_url).update(
        rung=manners.rung, without=manners.refused, thinks=manners.thinks
    )


def asked_of(model: LanguageModel) -> Asked:
    """How a model is asked, as its row has it."""
    return Asked(
        model.model_name,
        room_for(model.model_name, model.effort, thinks=model.thinks, most=model.most_tokens),
        model.temperature,
        model.effort,  # type: ignore[arg-type]  # the database holds one of its choices
        Besides(
            model.top_p, model.seed, model.verbosity, model.service_tier, model.extra_body, standard_tier_of(model)
        ),
        float(settings.LEAGUE_CALL_TIMEOUT),
        model.context_size,
    )
