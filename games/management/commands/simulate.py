"""`simulate`: many games in the engine alone, without a database."""

import json
import time
from collections import Counter
from hashlib import sha256
from typing import Any

from django.core.management import CommandParser

from games.agents.offline import play_out
from games.engine.record import hash_of_finished
from games.terminal.arguments import Setting, add_game_arguments, read_setting
from games.terminal.progress import progress
from games.terminal.usage import ProjectCommand, read_stem, whole_number


class Command(ProjectCommand):
    help = "Plays many games in the engine alone and counts who wins. Game i is the game of `play --seed S/i`."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add_game_arguments(parser)
        parser.add_argument("--games", type=whole_number(1), required=True, metavar="N", help="how many games")
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        setting, seed = read_setting(options), read_stem(options["seed"])
        told = simulate(setting, seed, options["games"])
        if options["json"]:
            self.stdout.write(json.dumps(told, ensure_ascii=False))
            return
        games = told["games"]
        won = ", ".join(f"{team} {count} ({count / games:.1%})" for team, count in told["wins"].items())
        self.stdout.write(f"{games} games of {told['ruleset']} with {told['seats']} seats, seed {seed}")
        self.stdout.write(f"won by: {won}")
        self.stdout.write(
            f"rounds on average {told['rounds_mean']:.2f}; {told['answers']} answers, {told['events']} events, "
            f"{told['seconds']:.1f} s"
        )
        self.stdout.write(f"hash {told['hash']}")


def simulate(setting: Setting, seed: str, games: int) -> dict[str, Any]:
    """Plays the games of seeds "seed/0" to "seed/games-1" and counts; `hash` is over their hashes in order."""
    wins: Counter[str] = Counter()
    rounds = answers = events = 0
    digest = sha256()
    began = time.perf_counter()
    for number in progress(range(games), "games"):
        own = f"{seed}/{number}"
        players = setting.seated_offline(own)
        moderator = play_out(setting.begin(own, players), players)
        wins[moderator.winner or ""] += 1
        rounds += moderator.rounds
        answers += len(moderator.journal)
        events += len(moderator.ledger)
        digest.update(hash_of_finished(moderator).encode())
    teams = (setting.ruleset.open_team, setting.ruleset.hidden_team, "draw")
    return {
        "ruleset": setting.ruleset.slug,
        "seats": setting.seats,
        "options": setting.options.plain(setting.ruleset.revision),
        "games": games,
        "wins": {team: wins[team] for team in teams if team != "draw" or wins[team]},
        "rounds_mean": rounds / games,
        "answers": answers,
        "events": events,
        "seconds": round(time.perf_counter() - began, 3),
        "hash": digest.hexdigest(),
    }
