"""What this process knows of how models are to be asked. Law: what one call learnt from a refusal or a reply, every
later call knows: of this process at once, of others from the model's row.

It is kept in rows as it was learnt and never goes back up by itself; a probe begins anew.
"""

from typing import Final

from games.agents.providers import Ladder, Manners
from personas.models import LanguageModel

KNOWN: Final = Ladder()


def keep_manners(*, model: LanguageModel, manners: Manners) -> None:
    """Stores what was learnt of a model, unless another is asked in its row by now."""
    rows = LanguageModel.objects.filter(pk=model.pk, provider=model.provider)
    rows.filter(model_name=model.model_name, base_url=model.base_url).update(
        rung=manners.rung, without=" ".join(sorted(manners.without)), thinks=manners.thinks
    )
