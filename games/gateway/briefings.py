"""What a model would be told of a persona, in whatever role of whatever rule book.

Law: the briefing is the very one of a game (games.agents.briefing), at a table that is played by lot until the seat is
asked. A role that is in no usual game is dealt by the option that brings it in.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from games.agents.briefing import Briefing, Situation, brief
from games.agents.lessons.telling import Remembered, remembered
from games.agents.offline import answer_pending
from games.agents.players import player_named
from games.engine.moderator import Moderator
from games.engine.questions import plain
from games.engine.ruleset import Ruleset, WrongOption
from games.engine.rulesets import all_rulesets, ruleset_named, ruleset_title
from personas.experience.lessons import by_hand, memory_in, told_to
from personas.sheet import ROSTER, Sheet

DEALS: Final = 20  # in which the role is looked for, and a question to it


def tables() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every rule book with all its roles, as a field offers them: what is chosen says of which book it is."""
    titles = {slug: ruleset_title(slug) for slug in all_rulesets()}
    return [
        (titles[slug], [(f"{slug}:{role.name}", f"{role.name}, {titles[slug]}") for role in rules.roles])
        for slug, rules in all_rulesets().items()
    ]


@cache
def options_with(rules: Ruleset[Any], role: str) -> Mapping[str, Any] | None:
    """The options under which a role is dealt at the usual table: none, or one more than that; None where it never
    is."""
    schema = rules.options_schema()["properties"]
    for options in ({}, *({name: value} for name, each in schema.items() for value in _values(each))):
        try:
            typed = rules.options_from(options, rules.default_seats)
            if any(each.name == role for each in rules.cast(rules.default_seats, typed)):
                return options
        except WrongOption:
            continue
    return None


def _values(schema: Mapping[str, Any]) -> list[Any]:
    """Some values of an option: the least ones that bring something in."""
    if "enum" in schema:
        return list(schema["enum"])
    if schema["type"] == "boolean":
        return [True, False]
    return [value for value in (1, 2) if schema["minimum"] <= value <= schema["maximum"]]


def briefing_as(
    sheet: Sheet,
    *,
    ruleset: str,
    role: str,
    names: str,
    level: str,
    is_aware: bool = False,
    learned: Mapping[str, object] | None = None,
) -> Briefing | None:
    """What a model is told before the first question to this role at the usual table; None where it is asked none."""
    rules = ruleset_named(ruleset)
    chosen = options_with(rules, role)
    if chosen is None:
        return None
    seats = rules.default_seats
    options = rules.options_from({**chosen, "names": names}, seats)
    by_alias = rules.options_from(chosen, seats)
    others = [each.name for each in ROSTER if plain(each.name) != plain(sheet.name)][: seats - 1]
    for seed in map(str, range(DEALS)):
        roles = [each.name for each in rules.deal(seed, seats, by_alias, ()).roles]
        if role not in roles:
            continue
        seat = roles.index(role)
        called = [*others[:seat], sheet.name, *others[seat:]] if names == "persona" else []
        moderator = Moderator(rules, options, rules.deal(seed, seats, options, called), seed)
        players = [player_named("uniform", each) for each in range(seats)]
        while moderator.pending and seat not in moderator.pending:
            for each in tuple(moderator.pending):
                answer_pending(moderator, players, each)
        if seat in moderator.pending:
            return brief(
                Situation(
                    ruleset=rules,
                    options=options,
                    seat=seat,
                    question=moderator.pending[seat],
                    view=tuple(moderator.table.views[seat]),
                    asked=(moderator.poll,),
                    sheet=sheet,
                    learned=by_hand(learned or {}),
                    level=level,
                    remembered=_told(learned or {}, rules, role),
                    is_aware=is_aware,
                )
            )
    return None


def _told(learned: Mapping[str, object], rules: Ruleset[Any], role: str) -> Remembered:
    """What a player in this role is told of what it learned, where it knows nobody at the table."""
    memory = memory_in(learned)
    team = rules.role_named(role).team
    lessons = told_to(memory, ruleset=rules.slug, team=team, role=role)
    return remembered(memory, [each.number for each in lessons], is_hidden=team == rules.hidden_team)
