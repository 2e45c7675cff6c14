"""`roster`: makes the shipped players, for a league that has none yet; approves personas, retires them, or writes all
of them out, as `import personas` takes them."""

from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from games.terminal.usage import ProjectCommand, make_tables, wrong_usage
from league.access.acts import COMMAND_LINE, recorded
from league.seasons.roster import set_up_roster
from personas.admin.files import PersonaResource
from personas.admin.formats import PERSONA_FORMATS
from personas.fields import SheetError
from personas.models import Persona, Player
from personas.roster import approve_personas, retire_personas


class Command(ProjectCommand):
    help = (
        "Makes what is missing of the shipped roster: personas, house models and the players that they are. Or decides "
        "who may enter new seasons and exhibitions."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--approve", nargs="+", metavar="PERSONA", help="let these personas enter new seasons")
        which.add_argument("--retire", nargs="+", metavar="PERSONA", help="let them enter none; their results stay")
        told = "write all personas out in this form, as `import personas FILE` takes them"
        which.add_argument("--export", choices=[each.form for each in PERSONA_FORMATS], help=told)

    def handle(self, *args: Any, **options: Any) -> None:
        make_tables()
        for verb, name, done in ((approve_personas, "approve", "approved"), (retire_personas, "retire", "retired")):
            if options[name]:
                self.decide(options[name], verb, name, done)
                return
        if options["export"]:
            self.export(options["export"])
            return
        before = set(Player.objects.values_list("player_id", flat=True))
        roster = set_up_roster(by=COMMAND_LINE)
        new = sum(player.player_id not in before for player in roster)
        self.stdout.write(f"{len(roster)} players are on the shipped roster, {new} of them new")

    def export(self, form: str) -> None:
        """Writes out every persona but those that were written for one game."""
        personas = Persona.objects.filter(written_for="").order_by("slug")
        (kind,) = (each for each in PERSONA_FORMATS if each.form == form)
        self.stdout.write(kind().export_data(PersonaResource().export(personas)), ending="")

    def decide(self, slugs: list[str], verb: Callable[..., int], name: str, done: str) -> None:
        """Does the verb to the personas of these slugs, all or none."""
        personas = Persona.objects.filter(slug__in=slugs, written_for="")
        known = set(personas.values_list("slug", flat=True))
        if missing := [slug for slug in slugs if slug not in known]:
            raise wrong_usage(f"there is no persona {missing[0]!r} that seasons could invite")
        try:
            with recorded(by=COMMAND_LINE, verb=name, rows=[personas]):
                number = verb(personas=personas, by=COMMAND_LINE.name)
        except SheetError as error:
            raise wrong_usage(f"nobody is {done}: {error}") from error
        self.stdout.write(f"{number} of {len(known)} personas {done}, the others were so already")
