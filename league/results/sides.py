"""The two sides of any ruleset, under one name each wherever results are counted or shown."""

from typing import Final

from games.engine.rulesets import all_rulesets

HIDDEN: Final = "hidden-team"
OPEN: Final = "open-team"


def side_of(ruleset: str, team: str) -> str:
    """Whether a team is hidden or open in a ruleset, as pages tell them apart; "" for neither, as a draw is, and for
    rules that this release no longer has."""
    rules = all_rulesets().get(ruleset)
    if rules is None:
        return ""
    return {rules.hidden_team: HIDDEN, rules.open_team: OPEN}.get(team, "")
