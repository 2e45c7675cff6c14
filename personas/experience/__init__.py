"""What a player has counted in its games: which signs meant what in others, and what came of its own play.

Law: no Django, no clock, no chance, and nothing that was said: an experience is numbers by the names of signs, which
mean something to whoever reads signs (games/agents/signs). A game is counted when its end has shown who was hidden, and
counts the same in whatever order games are folded. Its JSON never passes LARGEST bytes; what is seen least goes first.
"""

from personas.experience.counts import EMPTY as EMPTY
from personas.experience.counts import Experience as Experience
from personas.experience.counts import OfOpponent as OfOpponent
from personas.experience.counts import OfRuleset as OfRuleset
from personas.experience.counts import OfTeam as OfTeam
from personas.experience.counts import Play as Play
from personas.experience.counts import Tally as Tally
from personas.experience.folding import LARGEST as LARGEST
from personas.experience.folding import MOST_OPPONENTS as MOST_OPPONENTS
from personas.experience.folding import Game as Game
from personas.experience.folding import fold as fold
from personas.experience.plain import ExperienceError as ExperienceError
from personas.experience.plain import dump as dump
from personas.experience.plain import load as load
