"""A game in the terminal: colours by seat, night and day as rules across the page, secrets and thoughts set apart."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from games.engine.events import PhaseBegan, Ticked, fatal, listed, moment
from games.engine.rulesets import ruleset_named
from games.engine.viewpoint import Viewer, hearers_in, seen_by
from games.ledger.logs import RecordedGame, Thoughts, event_row
from games.terminal.ship import ShipLog

COLOURS: Final = (
    "bright_cyan", "bright_yellow", "bright_magenta", "bright_green", "bright_blue", "bright_red", "cyan", "yellow",
    "magenta", "green", "blue", "red",
)  # fmt: skip
SPEECHES: Final = {
    "said": "",
    "spoke": "",
    "remarked": "",
    "ghost_said": "a ghost",
    "defended": "in defence",
    "last_words": "last words",
}
SIGNS: Final = {"night": "☾", "day": "☀"}


def show_game(
    console: Console, game: RecordedGame, viewer: Viewer, asides: Mapping[int, str] | None = None, *, title: str
) -> None:
    """Prints a finished game as `viewer` sees it: who sits where, what happened, how it ended; `asides` are the
    narrator's words by the number in the ledger of the event that they follow."""
    names = game.deal.aliases
    thoughts = Thoughts(game.journal) if viewer.thoughts else None
    console.print(Rule(Text(title, "bold"), characters="═"))
    console.print(_seats(game, viewer))
    ship = _ship(console, game) if viewer.thoughts or viewer.is_ghost else None
    has_headings = any(entry.event.kind == PhaseBegan.kind for entry in game.ledger)
    at = ("setup", 0)
    for number, entry in enumerate(seen_by(viewer, game.ledger), start=1):
        row = event_row(entry, seq=number, names=names, viewer=viewer, thoughts=thoughts)
        if not has_headings and (entry.phase, entry.round) != at:
            at = (entry.phase, entry.round)  # the rules have no event that says so
            _heading(console, *at)
        if ship is None or not ship.takes(row):
            _show_row(console, row, names)
        if asides and (aside := asides.get(entry.seq)):
            console.print(Padding(Text(aside, "italic bright_black"), (0, 0, 0, 2), expand=False))
    console.print(_ending(game))


def _ship(console: Console, game: RecordedGame) -> ShipLog | None:
    """Where the game goes by the ship's ticks: what shows it to those who see everything."""
    if not any(entry.event.kind == Ticked.kind for entry in game.ledger):
        return None
    names = [_name(seat, game.deal.aliases) for seat in range(len(game.sitters))]
    hidden = ruleset_named(game.ruleset).hidden_team
    return ShipLog(console, names, [seat for seat, role in enumerate(game.deal.roles) if role.team == hidden])


def _name(seat: int, names: Sequence[str]) -> Text:
    return Text(names[seat], f"bold {COLOURS[seat % len(COLOURS)]}")


def _seats(game: RecordedGame, viewer: Viewer) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    hidden = ruleset_named(game.ruleset).hidden_team
    for heading in ("seat", "name", "player", *(["role"] if viewer.thoughts else [])):
        table.add_column(heading)
    for seat, sitter in enumerate(game.sitters):
        role = game.deal.roles[seat]
        cells: list[Text | str] = [str(seat), _name(seat, game.deal.aliases)]
        cells.append(Text(f"{sitter.persona or '-'}  {sitter.model or ''}", "dim"))
        if viewer.thoughts:
            cells.append(Text(role.name, "red" if role.team == hidden else ""))
        table.add_row(*cells)
    return table


def _heading(console: Console, phase: str, number: int) -> None:
    console.print()
    heading = f"{SIGNS.get(phase, '·')} {phase.capitalize()} {number}"
    console.print(Rule(Text(heading, "bold blue" if phase == "night" else "bold yellow"), align="left"))


def _show_row(console: Console, row: dict[str, Any], names: Sequence[str]) -> None:
    kind = row["kind"]
    if kind == "phase":
        _heading(console, row["name"], row["number"])
    elif kind in SPEECHES:
        _speech(console, row, names)
    elif kind == "nominated":
        console.print(Padding(Text(row["text"], "cyan"), (0, 0, 0, 2 + max(map(len, names))), expand=False))
    elif kind in ("voted", "voted_why"):
        _votes(console, row, names)
    elif kind in fatal():
        console.print(Text(f"✝ {row['text']}", "bold red"))
    elif kind in ("ended", "revealed"):
        console.print(Text(row["text"], "bold" if kind == "ended" else ""))
    elif (hearers := hearers_in(row)) is not None:
        to = f"to {listed([names[seat] for seat in hearers])}" if hearers else "noted"
        console.print(Text.assemble(("▏ ", "magenta"), (f"[{to}] ", "magenta dim"), (row["text"], "italic")))
    else:
        console.print(Text(row["text"]))
    _thought(console, row, names)


def _speech(console: Console, row: dict[str, Any], names: Sequence[str]) -> None:
    line = Table.grid(padding=(0, 2), pad_edge=False)
    line.add_column(justify="right", width=max(len(name) for name in names), no_wrap=True)
    line.add_column()
    aside = moment(row["clock"]) if "clock" in row else SPEECHES[row["kind"]]
    if row["kind"] == "spoke" and row["target"] is not None:
        aside = f"to {names[row['target']]}"
    line.add_row(_name(row["seat"], names), Text.assemble((f"({aside}) ", "dim") if aside else "", row["words"]))
    console.print(line)


def _thought(console: Console, row: dict[str, Any], names: Sequence[str]) -> None:
    told = (
        {"": row["thought"]}
        if row.get("thought")
        else {names[int(seat)]: each for seat, each in row.get("thoughts", {}).items()}
    )
    for name, thought in told.items():
        if thought:
            thinks = f"{name} thinks: {thought}".lstrip()
            console.print(Padding(Text(thinks, "dim italic"), (0, 0, 0, 4), expand=False))


def _votes(console: Console, row: dict[str, Any], names: Sequence[str]) -> None:
    """Whoever was voted for, most votes first, with the voters behind."""
    tally = Counter(vote["target"] for vote in row["votes"])
    for target, count in tally.most_common():
        voters = [names[vote["seat"]] for vote in row["votes"] if vote["target"] == target]
        named = Text("nobody", "bold") if target is None else _name(target, names)
        console.print(Text.assemble(f"{'■' * count} ", named, (f"  from {listed(voters)}", "dim")))
    for vote in row["votes"]:
        if vote.get("reason"):
            target = Text("nobody", "bold") if vote["target"] is None else _name(vote["target"], names)
            line = Text.assemble(_name(vote["seat"], names), " for ", target, f": {vote['reason']}")
            console.print(Padding(line, (0, 0, 0, 4), expand=False))


def _ending(game: RecordedGame) -> Rule:
    return Rule(Text(f"{game.winner} · {game.rounds} rounds · hash {(game.hash or '')[:16]}…", "dim"), characters="═")
