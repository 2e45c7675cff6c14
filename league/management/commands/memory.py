"""`memory`: what a player remembers, how it came to that, and what is done about it; and `memory documents`, what of it
is written for who reads it outside."""

import argparse
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core.management import CommandError, CommandParser
from django.utils.dateparse import parse_date, parse_datetime
from redis.exceptions import RedisError

from games.ledger.reads import MemoryTold
from games.terminal.usage import Parser, ProjectCommand, make_tables, whole_number, wrong_usage
from league.access.acts import COMMAND_LINE
from league.memories.documents import folder, key_of, look_at_documents, rebuild_documents, write_documents
from league.memories.editing import restore_memory
from league.memories.undoing import Undone, undo_game, undo_since
from league.queries.memories import WORDS, revisions_before, revisions_of
from personas.memory import Unmemorable, current
from personas.models import MemoryRevision, Player

ALL = "all"
DOCUMENTS = "documents"
CHANGING = ("restore", "undo")
MOST = 20  # revisions that `history` tells unless asked
ACTIONS = {
    "show": "what it remembers now, or did at a revision",
    "history": "its revisions, newest first, and what each changed",
    "diff": "what differs between two of them",
    "restore": "make an earlier revision what it remembers, to the letter",
    "undo": "take back what a game taught, or all games since a time; PLAYER may be `all`",
}


class Command(ProjectCommand):
    help = "Shows what a player remembers and how it came to that; restores it, or takes back what games taught."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        told = f"the id of a player; with `undo` also `{ALL}`; or `{DOCUMENTS}`, without an action: how those stand"
        parser.add_argument("player", metavar="PLAYER", help=told)
        parser.add_argument("--rebuild", action="store_true", help=f"with `{DOCUMENTS}`: write all of them anew")
        parser.add_argument("--json", action="store_true", help=f"with `{DOCUMENTS}`: print the outcome as JSON")
        actions = parser.add_subparsers(dest="action", metavar="ACTION", parser_class=Parser)
        number = whole_number(1)
        for name, told in ACTIONS.items():
            action = actions.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.")
            action.add_argument("--json", action="store_true", help="print the outcome as JSON")
            if name == "show":
                action.add_argument("--revision", type=number, metavar="N", help="as of that revision (now)")
            if name == "history":
                action.add_argument("--most", type=number, default=MOST, metavar="N", help=f"so many ({MOST})")
                action.add_argument("--before", type=number, metavar="N", help="those before revision N")
            if name == "diff":
                action.add_argument("first", type=whole_number(0), metavar="A", help="a revision; 0 is nothing at all")
                action.add_argument("second", type=number, metavar="B", help="another")
            if name == "restore":
                action.add_argument("number", type=number, metavar="N", help="the revision")
            if name == "undo":
                which = action.add_mutually_exclusive_group(required=True)
                which.add_argument("--game", metavar="ID", help="what this game taught")
                told = "all that was learned since then: a day, or a time as 2026-01-31T14:30 (UTC unless it says)"
                which.add_argument("--since", type=time, metavar="T", help=told)
            if name in ("restore", "undo"):
                action.add_argument("--reason", default="", metavar="WHY", help="why; it stands with the revision")

    def handle(self, *args: Any, **options: Any) -> None:
        make_tables()
        if options["player"] == DOCUMENTS:  # no player's id: that has a “_” in it
            if options["action"]:
                raise wrong_usage(f"`{DOCUMENTS}` stands without an action, not with {options['action']}")
            self.documents(options)
            return
        if not options["action"] or options["rebuild"]:
            wanted = f"one of {', '.join(ACTIONS)}"
            raise wrong_usage(
                f"--rebuild is for `{DOCUMENTS}`" if options["rebuild"] else f"ACTION: {wanted}, is wanted"
            )
        player = None if options["player"] == ALL and options["action"] == "undo" else player_named(options["player"])
        try:
            getattr(self, options["action"])(player, options)
        except Unmemorable as error:
            raise CommandError(f"{error}") from error
        if options["action"] in CHANGING:
            write_documents()  # there may be nobody else here to do it

    def documents(self, options: dict[str, Any]) -> None:
        where = f"Redis, under {key_of('PLAYER')}" if settings.REDIS_URL else str(folder())
        try:
            rebuilt = rebuild_documents() if options["rebuild"] else 0
        except (RedisError, OSError) as error:
            raise CommandError(f"the documents cannot be written to {where}: {error}") from error
        try:
            look = look_at_documents()
        except (RedisError, OSError) as error:
            raise CommandError(f"the documents in {where} cannot be looked at: {error}") from error
        if options["json"]:
            self.say({"where": where, "rebuilt": rebuilt, **look._asdict()})
            return
        lost = f"; lost, and back within a minute or by --rebuild: {look.lost}" if look.lost else ""
        self.stdout.write(f"{look.documents} documents in {where}; due: {look.due}{lost}")
        if options["rebuild"]:
            self.stdout.write(f"written anew: {rebuilt}")

    def show(self, player: Player, options: dict[str, Any]) -> None:
        number = options["revision"]
        revision = revision_of(player, number) if number else current(player)
        learned = revision.learned if revision is not None else {}
        told = MemoryTold.of(learned)
        if options["json"]:
            lessons = [each.lesson.plain | {"text": each.text} for each in told.lessons]
            self.say({"player": player.player_id} | stamp(revision) | {"lessons": lessons, "learned": learned})
            return
        if revision is None:
            self.stdout.write(f"{player.player_id} remembers nothing: it plays every game as its first")
            return
        self.stdout.write(f"{player.player_id}, {heading(revision)}")
        for each in told.lessons:
            lesson = each.lesson
            games = ", ".join(f"{one.game} {' '.join(map(str, one.events))}" for one in lesson.evidence)
            self.stdout.write(f"{lesson.number:>4}. {each.text} [{lesson.confidence} %; {games}]")
        for words in told.words:
            self.stdout.write(f"   -  {words.words!r} ({'approved' if words.is_approved else 'apart'}; {words.game})")
        for name, value in told.notes.items():
            self.stdout.write(f"   {name}: {json.dumps(value, ensure_ascii=False)}")
        if told.counted:
            self.stdout.write("counted: " + ", ".join(f"{games} of {slug}" for slug, games in told.counted.items()))

    def history(self, player: Player, options: dict[str, Any]) -> None:
        rows = revisions_of(player)
        rows = rows.filter(number__lt=options["before"]) if options["before"] else rows
        revisions = list(rows[: options["most"]])
        before = revisions_before(revisions)
        lines = []
        for revision in revisions:
            base = before[revision.pk]
            lines.append((revision, MemoryTold.changes(base.learned if base is not None else {}, revision.learned)))
        if options["json"]:
            self.say([stamp(revision) | {"changes": list(map(change_told, changes))} for revision, changes in lines])
            return
        if not lines:
            self.stdout.write(f"{player.player_id} has learned nothing{' before that' if options['before'] else ''}")
        for revision, changes in lines:
            self.stdout.write(heading(revision))
            self.tell(changes)

    def diff(self, player: Player, options: dict[str, Any]) -> None:
        first = revision_of(player, options["first"]).learned if options["first"] else {}
        changes = MemoryTold.changes(first, revision_of(player, options["second"]).learned)
        if options["json"]:
            self.say([change_told(each) for each in changes])
        elif changes:
            self.tell(changes)
        else:
            self.stdout.write("nothing differs")

    def restore(self, player: Player, options: dict[str, Any]) -> None:
        revision_of(player, options["number"])
        revision = restore_memory(player=player, number=options["number"], by=COMMAND_LINE, reason=options["reason"])
        told = f"{player.player_id} remembers revision {options['number']} again; it is now {revision.number}"
        self.say(stamp(revision)) if options["json"] else self.stdout.write(told)

    def undo(self, player: Player | None, options: dict[str, Any]) -> None:
        given = {"by": COMMAND_LINE, "reason": options["reason"], "players": None if player is None else [player]}
        if options["game"]:
            undone = undo_game(game_id=options["game"], **given)
        else:
            undone = undo_since(since=options["since"], **given)
        if options["json"]:
            self.say([undone_told(each) for each in undone])
            return
        for each in undone:
            games = f"{each.games} game{'' if each.games == 1 else 's'}"
            self.stdout.write(f"{each.player.player_id}: without {games}; it is at revision {each.revision.number}")
            for note in each.notes:
                self.stdout.write(f"    not exact: {note}")

    def tell(self, changes: Any) -> None:
        """What a revision changed, a line each."""
        for each in changes:
            # What is by hand may have lines, and signs that a terminal would heed.
            shown = json.dumps(each.was, ensure_ascii=False) if each.what == "noted" else each.was
            was = f" (was {shown})" if each.was else ""
            self.stdout.write(f"    {WORDS[each.what].lower()}: {each.text}{was}")

    def say(self, told: Any) -> None:
        """An outcome as JSON."""
        self.stdout.write(json.dumps(told, ensure_ascii=False, default=str))


def player_named(text: str) -> Player:
    """The player with this id; raises CommandError."""
    player = Player.objects.select_related("persona", "model").filter(player_id=text).first()
    if player is None:
        raise wrong_usage(f"there is no player {text!r}")
    return player


def revision_of(player: Player, number: int) -> MemoryRevision:
    """A revision of a player's memory; raises CommandError."""
    revision = player.memory.filter(number=number).first()
    if revision is None:
        raise wrong_usage(f"{player.player_id} has no revision {number}")
    return revision


def time(text: str) -> datetime:
    """An argparse type: a time, or the beginning of a day, UTC unless it says otherwise."""
    try:
        found, day = parse_datetime(text), parse_date(text)
    except ValueError:  # as the 31st of February
        found = day = None
    if found is None and day is not None:
        found = datetime(day.year, day.month, day.day, tzinfo=UTC)
    if found is None:
        raise argparse.ArgumentTypeError(f"a day or a time like 2026-01-31T14:30 is wanted, not {text!r:.60}")
    try:
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except OverflowError:
        told = f"a time of the years 1 to 9999 in UTC is wanted, not {text!r:.60}"
        raise argparse.ArgumentTypeError(told) from None


def heading(revision: MemoryRevision) -> str:
    """A revision in a line: its number, when, by which game or whom, why."""
    by = f"from game {revision.game_id}" if revision.game_id else f"by {revision.author}"
    within = f", within {revision.season} alone" if revision.season else ""
    why = f": {revision.reason}" if revision.reason else ""
    return f"revision {revision.number}, {revision.created_at:%Y-%m-%d %H:%M:%S} UTC, {by}{within}{why}"


def stamp(revision: MemoryRevision | None) -> dict[str, Any]:
    """A revision as JSON, without what is in it."""
    if revision is None:
        return {"revision": 0}
    names: Mapping[str, Any] = {"author": revision.author, "game": revision.game_id or None}
    given = {**names, "season": revision.season or None, "reason": revision.reason}
    return {"revision": revision.number, **given, "written_at": revision.created_at.isoformat()}


def change_told(change: Any) -> dict[str, Any]:  # Any: one of MemoryTold.changes()
    """One thing that differs, as JSON."""
    return {
        "what": change.what,
        "text": change.text,
        "was": change.was,
        "comes": change.comes,
        "number": change.number or None,
    }


def undone_told(undone: Undone) -> dict[str, Any]:
    """What became of a memory, as JSON."""
    told = {"player": undone.player.player_id, "games": undone.games, "notes": list(undone.notes)}
    return told | {"is_exact": not undone.notes, "revision": undone.revision.number}
