"""The command `alerts`, but for its dispatch: what its actions may be asked with, and what it tells in lines."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.core.management import CommandError, CommandParser

from games.terminal.usage import Joined, Parser, make_tables, whole_number, wrong_usage
from league.models import Addressee
from league.models.alert import MOST_REPEAT, USUAL_REPEAT, Means
from league.queries.upkeep.alerts import Told
from league.queries.upkeep.wrong import Kind

ACTIONS: Final = {
    "list": "who is told of alerts, and how that goes",
    "add": "have somebody told, by mail or webhook",
    "change": "have somebody told otherwise: what is said changes, the rest stays",
    "remove": "have somebody told no more",
    "test": "send somebody a trial",
    "log": "what was told within the day",
}
YES_OR_NO: Final = {"yes": True, "no": False}
FIELDS: Final = ("address", "secret_variable", "kinds", "repeat", "is_active")


def add_actions(parser: CommandParser) -> None:
    """The actions, each with its options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", parser_class=Parser, required=True)
    for name, told in ACTIONS.items():
        action = actions.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.")
        action.add_argument("--json", action="store_true", help="print the outcome as JSON")
        if name in ("list", "log"):
            continue
        action.add_argument("slug", metavar="SLUG", help="what it is called: lower-case letters, digits and hyphens")
        action.add_argument("--reason", default="", metavar="WHY", help="why, for the record of acts")
        if name == "add":
            where = action.add_mutually_exclusive_group(required=True)
            where.add_argument("--mail", metavar="ADDRESS", help="the mail address that is told")
            where.add_argument("--webhook", metavar="URL", help="the address of the webhook that is told")
        if name == "change":
            action.add_argument("--address", help="another mail address, or another address of the webhook")
            action.add_argument("--active", choices=list(YES_OR_NO), help="whether it is told anything")
        if name in ("add", "change"):
            told = "of a webhook, the environment variable that holds its secret; '' for none"
            action.add_argument("--secret", dest="secret_variable", metavar="VARIABLE", help=told)
            told = f"of which it is told, with commas between: {', '.join(Kind)}; '' for all"
            action.add_argument("--kinds", action=Joined, metavar="KINDS", help=told)
            told = f"after how many minutes it is told again what is still wrong, 0: never (usually {USUAL_REPEAT})"
            action.add_argument("--repeat", type=whole_number(0, MOST_REPEAT), metavar="MINUTES", help=told)


def said_in(options: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of an addressee, by field."""
    said = {name: options[name] for name in FIELDS if options.get(name) is not None}
    if "kinds" in said:
        said["kinds"] = [each.strip() for each in said["kinds"].split(",") if each.strip()]
    if options.get("active"):
        said["is_active"] = YES_OR_NO[options["active"]]
    if options.get("mail") is not None or options.get("webhook") is not None:
        is_mail = options["mail"] is not None
        said |= {"means": str(Means.MAIL if is_mail else Means.WEBHOOK)}
        said["address"] = options["mail"] if is_mail else options["webhook"]
    return said


def addressee_named(slug: str) -> Addressee:
    """The addressee with this slug; raises CommandError."""
    make_tables()
    found = Addressee.objects.filter(slug=slug).first()
    if found is None:
        known = ", ".join(Addressee.objects.order_by("slug").values_list("slug", flat=True)[:5])
        raise wrong_usage(f"there is no addressee {slug!r}; " + (f"there are {known}" if known else "there are none"))
    return found


def wrong_addressee(error: ValidationError) -> CommandError:
    """What is wrong with an addressee, in a sentence."""
    told = [
        complaint if name == NON_FIELD_ERRORS else f"{name}: {complaint}"
        for name, complaints in error.message_dict.items()
        for complaint in complaints
    ]
    return wrong_usage(" ".join(told))


def addressee_as_json(row: Addressee) -> dict[str, Any]:
    """Who is told, as JSON."""
    names = ("slug", "means", "address", "secret_variable", "kinds", "repeat", "is_active", "made_by")
    return {name: getattr(row, name) for name in (*names, "sent_at", "failures", "error", "next_try_at")}


def addressee_line(row: Addressee) -> str:
    """Who is told, and how that goes."""
    of = ", ".join(row.kinds) or "all kinds"
    again = f"again after {row.repeat} min" if row.repeat else "each once"
    sent = f"last sent {row.sent_at:%Y-%m-%d %H:%M} UTC" if row.sent_at else "nothing sent yet"
    failed = f"; not sent {row.failures} times in a row: {row.error}" if row.failures else ""
    active = "" if row.is_active else ", not active"
    hindered = f"; {row.hindrance}" if row.hindrance else ""
    return f"{row.slug}  {row.means} {row.where}{active}, {of}, {again}, {sent}{failed}{hindered}"


def told_lines(told: Told) -> Iterator[str]:
    """What was told of an alert, and to whom."""
    alert = told.alert
    over = f", over {alert.over_at:%H:%M} UTC" if alert.over_at else ""
    yield f"{told.since:%Y-%m-%d %H:%M} UTC{over}  {alert.key}: {alert.told}"
    for each in told.to:
        times = f", {each.times} times" if each.times > 1 else ""
        over = ", and that it was over" if each.over_at else ""
        yield f"  {each.addressee.slug} at {each.begun_at:%H:%M:%S}{times}{over}"
