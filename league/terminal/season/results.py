"""What came of a season, told at a command line: who won how often, and what was otherwise in its twins."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from league.queries.results import Ranking, Result
from league.queries.twins import Comparison


def standings_told(by: str, rows: Ranking) -> list[dict[str, Any]]:
    """Standings as JSON; `by` names what is ranked."""
    return [{"rank": row.rank, by: row.key} | result_told(row.result) for row in rows]


def standings_lines(by: str, rows: Ranking) -> Iterator[str]:
    """Standings as a table for people, with its head."""
    yield f"{'':>3}  {by:<40} {'games':>6} {'wins':>6} {'draws':>6}  win rate"
    for row in rows:
        result = row.result
        counts = f"{result.games:>6} {result.wins:>6} {result.draws:>6}"
        between = f"  ({result.between})" if result.between else ""
        yield f"{row.rank:>3}  {row.key:<40} {counts}  {result.percent:>4}{between}"


def result_told(result: Result) -> dict[str, Any]:
    """A result as JSON, as the API has it."""
    shares = {"win_rate": result.win_rate, "interval": result.interval and result.interval._asdict()}
    return asdict(result) | shares | {"fallback_share": result.fallback_share}


def comparison_lines(found: Comparison) -> Iterator[str]:
    """A twin beside its first."""
    said = "; ".join(f"{each.what.lower()}: {each.first}, then {each.twin}" for each in found.otherwise)
    yield f"{found.first.slug} and {found.twin.slug}, with otherwise {said or 'nothing'}"
    yield f"over in both: {found.games} games; in one alone: {found.alone}"
    if found.unlike:
        yield f"left out, for they were not the same deal: {found.unlike}"
    if not found.is_enough:
        yield f"too few for a difference: {found.wanting} more are to be over in both"
        return
    for measure in found.measures:
        yield f"{measure.title} (twin less first, 95 % interval)"
        for row in measure.cells:
            told = row["between"] or ("too alike" if row["is_alike"] else "")
            between = f"  ({told})" if told else ""
            values = f"{row['first']:>10} {row['twin']:>10} {row['difference']:>10}{between}"
            yield f"  {row['name']:<24} {values}  of {row['seats']} seats in {row['games']} games"
