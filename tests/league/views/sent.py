"""What browsers send of the forms of staff, and what staff may do."""

from django.contrib.auth.models import Permission

from games.engine.rulesets import all_rulesets
from league.models import User


def allow(user: User, *codenames: str) -> None:
    """Gives somebody exactly these permissions."""
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))


def season_form(**fields: object) -> dict[str, object]:
    given = {
        "name": "Open season",
        "slug": "",
        "games": 3,
        "design": "blocks",
        "interval": 0,
        "pace": 0,
        "spoilers": "open",
        "delay_minutes": 10,
        "names": "alias",
        "narrator": "template",
        "persona_source": "roster",
        "rated": "on",
        "disclosing": "on",
        "memory": "live",
        "lag": "",
    }
    return given | rules_form(seats=6, prefix="town-mafia-") | {"town-mafia-plays": "on"} | fields


def exhibition_form(**fields: object) -> dict[str, object]:
    terms = {"pace": 0, "spoilers": "open", "delay_minutes": 10, "names": "alias"}
    return terms | rules_form(seats=6) | fields


def rules_form(ruleset: str = "town-mafia", *, seats: int, prefix: str = "") -> dict[str, object]:
    """What a form sends of one ruleset's seats and options, as a browser does that changed nothing but the seats."""
    schema = all_rulesets()[ruleset].options_schema()["properties"]
    options = {f"{prefix}option-{name}": each.get("default") for name, each in schema.items() if name != "names"}
    sent = {name: "on" if value is True else value for name, value in options.items() if value not in (None, False)}
    return sent | {f"{prefix}seats": seats}
