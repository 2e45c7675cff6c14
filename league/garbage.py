"""How a process that serves pages lets Python look for garbage. Law: no visitor waits for more than a moment of it.

The rows of a page point at each other, so what a request leaves behind goes only when the collector comes. Left to its
own ways it comes a hundred times in a request, when all of that is still wanted, and so has to look through everything
this process ever loaded one time in ten: 0.1 to 0.3 s for whoever asks just then. Everything that is loaded is set
aside once and for all, and of what comes after the collector looks at some requests' rows together, most of them gone
by then: 0.03 s one time in ten (measured with a page of 50 games of the API).
"""

import gc
from typing import Final

# Containers that are made and not gone before it looks: about four pages' rows, ten megabytes at most.
AFTER: Final = 50_000
AGES: Final = 20  # looks at the new, before it looks at the old


def collect_seldom() -> None:
    """To be called when a process has loaded what it will need."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(AFTER, AGES, AGES)
