"""What the demo tells whoever started it: a line when a game or a season begins or ends, and what is going on now."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime

from games.models import Game
from league.models import Season
from league.queries.books import titles
from league.queries.results import season_table
from league.seasons.demo import Plan, Scene, is_of
from league.terminal.progress import Meter, spelled


class Programme:
    """The lines about one season after another; each is told once."""

    def __init__(
        self, meter: Meter, *, plan: Plan, game_url: Callable[[str], str], clock: Callable[[], datetime]
    ) -> None:
        self._meter = meter
        self._plan = plan
        self._game_url = game_url
        self._clock = clock
        self._season: Season | None = None
        self._status = ""
        self._known: dict[str, str] = {}
        self._held_up: dict[str, str] = {}

    def show(self, season: Season, scenes: Sequence[Scene]) -> None:
        """Tells what is new since the last call, and what is going on."""
        if self._season != season:
            self._begin(season, scenes)
        for scene in scenes:
            if self._known.get(scene.game) != scene.status:
                self._known[scene.game] = scene.status
                self._tell(season, scene)
            self._tell_held_up(season, scene)
        played = sum(scene.status == Game.Status.FINISHED for scene in scenes)
        self._meter.show(played, season.games_planned, self._doing(season, scenes))
        if season.status != self._status:
            self._status = season.status
            self._tell_season(season, scenes)

    def _begin(self, season: Season, scenes: Sequence[Scene]) -> None:
        finished = [scene for scene in scenes if scene.status == Game.Status.FINISHED]
        self._season, self._status = season, Season.Status.RUNNING
        self._known = {scene.game: scene.status for scene in finished}
        told = f"{season.name}: {season.told_length} of {titles(season.rules.all()[: season.games_planned])}"
        self._meter.say(f"{told}, {len(finished)} of them played already" if finished else told)
        if not is_of(season, self._plan):
            self._meter.say("it goes on as it was begun: --games and --seed hold for the seasons that follow")

    def _tell(self, season: Season, scene: Scene) -> None:
        numbered = f"game {scene.number} of {season.games_planned}"
        if scene.status == Game.Status.RUNNING and season.pace:
            self._meter.say(f"{numbered} is on: {self._game_url(scene.game)}")
        elif scene.status == Game.Status.FINISHED:
            won = "is a draw" if scene.winner == Game.DRAW else f"is won by the {scene.winner}"
            self._meter.say(f"{numbered} {won} in round {scene.rounds}")
        elif scene.status == Game.Status.PAUSED:
            self._meter.say(f"{numbered} is paused: {self._game_url(scene.game)}")

    def _tell_held_up(self, season: Season, scene: Scene) -> None:
        """A game that failed, each time that it did."""
        if scene.status == Game.Status.RUNNING and scene.held_up and self._held_up.get(scene.game) != scene.held_up:
            self._held_up[scene.game] = scene.held_up
            left = spelled(max(0.0, (scene.due_at - self._clock()).total_seconds()))
            numbered = f"game {scene.number} of {season.games_planned}"
            self._meter.say(f"{numbered} is held up: {scene.held_up}; it is tried again in {left}")

    def _tell_season(self, season: Season, scenes: Sequence[Scene]) -> None:
        if season.status == Season.Status.PAUSED:
            self._meter.say(f"{season.name} is paused ({season.waiting}); resume it in the admin")
        elif season.status == Season.Status.CANCELLED:
            self._meter.say(f"{season.name} was cancelled {season.told_ended_by}: {season.ended_why}")
        elif season.status == Season.Status.FINISHED:
            wins = Counter(scene.winner for scene in scenes)
            won = ", ".join(f"{winner} {count}" for winner, count in wins.most_common())
            best = season_table(season)[:1]
            first = f"; first is {best[0].name} with {best[0].result.wins} of {best[0].result.games}" if best else ""
            self._meter.say(f"{season.name} is over: {won}{first}")

    def _doing(self, season: Season, scenes: Sequence[Scene]) -> str:
        live = [scene for scene in scenes if scene.status == Game.Status.RUNNING]
        waiting = [scene for scene in scenes if scene.status == Game.Status.SCHEDULED]
        if len(live) == 1:
            return f"{season.name}, game {live[0].number}: {live[0].where}"
        if live:
            return f"{season.name}, {len(live)} games at once"
        if waiting:
            left = (waiting[0].due_at - self._clock()).total_seconds()
            return f"{season.name}, game {waiting[0].number} in {spelled(max(0.0, left))}"
        return season.name
