"""Signs: what a player shows at the table, read off a finished game's events by code, for whoever learns from it.

Law: a sign is read from what one seat itself heard and from what everybody is told, by the events of that view, and
from nothing else; what others said is a sign that they said it. Signs know no rule book: what events tell of votes,
falls, speeches, places and deeds is read wherever it is told, so a rule book has those signs that its events carry.
"""

# First the house: it weighs by signs (by what is beside this file), and they are heard with its ears.
import games.agents.house  # noqa: F401
from games.agents.signs.catalogue import SIGNS as SIGNS
from games.agents.signs.catalogue import sightings as sightings
from games.agents.signs.sign import Sighting as Sighting
from games.agents.signs.sign import Sign as Sign
from games.agents.signs.telling import Taught as Taught
from games.agents.signs.telling import told as told
