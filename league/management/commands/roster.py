"""`roster`: makes the shipped players, for a league that has none yet."""

from typing import Any

from games.terminal.usage import ProjectCommand, make_tables
from league.access.acts import COMMAND_LINE
from league.seasons.roster import set_up_roster
from personas.models import Player


class Command(ProjectCommand):
    help = "Makes what is missing of the shipped roster: personas, house models and the players that they are."

    def handle(self, *args: Any, **options: Any) -> None:
        make_tables()
        before = set(Player.objects.values_list("player_id", flat=True))
        roster = set_up_roster(by=COMMAND_LINE)
        new = sum(player.player_id not in before for player in roster)
        self.stdout.write(f"{len(roster)} players are on the shipped roster, {new} of them new")
