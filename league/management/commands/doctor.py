"""`doctor`: is everything there that the league needs? One line each, and what to do."""

import json
import sys
from dataclasses import asdict
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management import CommandError, CommandParser
from rich.console import Console
from rich.text import Text

from games.billing.money import in_dollars
from games.gateway.errands import CannotProbe, trial_of
from games.gateway.errands import Finding as Answered
from games.terminal.usage import ProjectCommand, wrong_usage
from league.access.acts import COMMAND_LINE
from league.processes.doctor import examine
from league.processes.examining.finding import Finding
from league.processes.examining.mail import NotSent, send_trial
from league.seasons.roster import try_out_model
from personas.models import LanguageModel

SIGNS = {"good": ("✓", "green"), "poor": ("!", "yellow"), "bad": ("✗", "red")}


class Command(ProjectCommand):
    help = "Looks at settings, database, broker, workers, beat, mail, keys and clock, and says what to do."
    epilog = "Exit status: 0 when the league can work, 1 when something keeps it from working."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.epilog = self.epilog
        parser.add_argument("--json", action="store_true", help="print the findings as JSON")
        parser.add_argument(
            "--probe",
            metavar="MODEL",
            help="ask a model of the roster, by its slug, one smallest real question of each kind instead; what it may "
            "cost is said before, what it cost after",
        )

        parser.add_argument("--mail", metavar="ADDRESS", help="send a trial mail there instead")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["mail"]:
            self.try_mail(options["mail"])
            return
        if options["probe"]:
            self.probe(options["probe"], as_json=options["json"])
            return
        findings = []
        console = Console(file=options.get("stdout") or sys.stdout, highlight=False, soft_wrap=True)
        for finding in examine():
            findings.append(finding)
            if not options["json"]:
                console.print(line(finding))
        if options["json"]:
            self.stdout.write(json.dumps([finding._asdict() for finding in findings], ensure_ascii=False))
        if any(finding.state == "bad" for finding in findings):
            sys.exit(1)

    def try_mail(self, address: str) -> None:
        try:
            self.stdout.write(send_trial(to=address))
        except ValidationError as error:
            raise wrong_usage(f"{address!r:.80} is no mail address") from error
        except NotSent as error:
            raise CommandError(f"{error}") from error

    def probe(self, slug: str, *, as_json: bool) -> None:
        model = LanguageModel.objects.filter(slug=slug).first()
        if model is None:
            raise wrong_usage(f"no model has the slug {slug!r}; the models are at /models/ on the site")
        if model.is_offline:
            raise wrong_usage(f"{slug} is played by this process: there is nobody to ask")
        try:
            if not as_json:
                trial = trial_of(model)
                self.stdout.write(f"{slug} is asked {trial.questions} questions, for {trial.price}")
            probe = try_out_model(
                by=COMMAND_LINE, model=model, tell=lambda found: as_json or self.stdout.write(told(found))
            )
        except CannotProbe as error:
            raise CommandError(f"{slug} cannot be tried out: {error}") from error
        if as_json:
            findings = [asdict(finding) | {"cost": str(finding.cost)} for finding in probe.findings]
            report = {"model": slug, "rung": probe.rung, "returned_model": probe.returned_model}
            self.stdout.write(json.dumps({**report, "cost": str(probe.cost), "findings": findings}))
        else:
            took = (
                f"it takes the shape of an answer as {probe.rung}, and calls itself {probe.returned_model or 'nothing'}"
            )
            self.stdout.write(f"{took}; it cost {in_dollars(probe.cost)}")
        if not probe.is_fit:
            raise CommandError(f"{slug} gave answers that could not stand, and is not probed")


def told(found: Answered) -> str:
    """What came of a question, in a line, and in further ones what went wrong before."""
    outcome = f"✗ {found.question:<12} {found.fault}" if found.fault else f"✓ {found.question:<12} stood"
    before = "".join(f"\n    {each}" for each in found.before)
    return f"{outcome} ({found.seconds:.1f} s, {in_dollars(found.cost)}){before}"


def line(finding: Finding) -> Text:
    """A finding as a person reads it."""
    sign, colour = SIGNS[finding.state]
    told = Text.assemble((sign, f"bold {colour}"), " ", (f"{finding.subject:<14}", "bold"), finding.seen)
    if finding.cure and finding.state != "good":
        told.append(f" → {finding.cure}", colour)
    return told
