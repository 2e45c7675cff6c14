"""What was done to a season: to its row, its calendar and its accounts, to its board, and to its games. Law: a field is
called as the forms call it (a test holds the two together), and what has no words there is not told by its own name;
and acts are found by names, of which a draft that is deleted frees its own: what was done before a season was made was
done to another.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.urls import reverse

from games.directing.verbs import VERBS as OF_GAMES
from games.models import Game
from league.boards.excluding import player_told
from league.boards.verbs import VERBS as OF_BOARDS
from league.calendars.plans import DAYS, days_told
from league.models import Act, Season, Series
from league.seasons.verbs import VERBS as OF_SEASONS
from personas.models import Player

LATEST: Final = 12  # acts that the page of a season tells
LONGEST: Final = 60  # characters of a value
WORDS: Final[Mapping[str, str]] = {
    "name": "Name",
    "slug": "Address",
    "games_planned": "Games",
    "interval": "Seconds between games",
    "rated": "Rated",
    "pace": "Pace",
    "at_once": "Games at once",
    "times": "Times of day",
    "time_zone": "Time zone",
    "weekdays": "Days of the week",
    "starts_at": "Not before",
    "blackouts": "Not on",
    "missed": "A slot that was missed is",
    "cap_season": "Most the season may cost",
    "cap_game": "Most a game may cost",
    "cap_call": "Most a call may cost",
    "cap_learning": "Most that learning may cost",
    "keep": "Days that words of calls are kept",
    "design": "How its games are drawn",
    "spoilers": "Thoughts and roles (the glass box)",
    "delay_minutes": "Delay in minutes",
    "names": "Names at the table",
    "persona_source": "Whose personas play",
    "narrator": "Who tells the games",
    "strategy_level": "Strategy level",
    "is_aware": "Knowing that they are models",
    "disclosing": "Beliefs and claims",
    "hides_memory": "Hide what they learn until it is over",
    "memory": "What players remember",
    "lag": "Games behind",
    "minimum": "Games at least",
    "order": "In order by",
    "is_published": "Published",
    "begins_at": "Begins by itself",
    "roster_until": "Roster may change until",
    "unprobed": "Why models need not be probed",
}
OF_ACCOUNTS: Final = {"season": "cap_season", "learning": "cap_learning"}  # whose cap an account's is
WHOLE: Final = {"players": "the roster", "rules": "the rule books"}  # told without what they were
MOST_NAMED: Final = 5  # players of those that joined a roster, and of those that left it
TAKEN: Final = {"exclude": "taken off", "restore": "given back to"}  # what is done to a game or a player, and a board
WITHIN: Final = ("calendar", "terms")  # of a draft, and of a game: told field by field
UNTOLD: Final = ("status", "player", "board")  # which are told otherwise


@dataclass(frozen=True, slots=True)
class ActTold:
    """An act of a season in its history: who, from where, what and why; `moved` is from which state to which, `what`
    the game or player that it was done to with where that is, and `changed` what was changed, from what to what."""

    at: datetime
    who: str
    surface: str
    verb: str
    moved: str
    reason: str
    what: str = ""
    url: str = ""
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """The latest acts of a season, and where all of them are."""

    acts: tuple[ActTold, ...]
    url: str


def history_of(season: Season) -> History | None:
    """What was done to a season, the latest first; None where nothing was. Two queries."""
    acts = acts_told(list(acts_of(season).order_by("-id")[:LATEST]))
    return History(acts, reverse("season-acts", args=[season.slug])) if acts else None


def acts_of(of: Season | Series) -> QuerySet[Act]:
    """All that was done to a season, or to a series, since it was made."""
    if isinstance(of, Series):
        return Act.objects.filter(app_label="league", model="series", name=of.slug, at__gte=of.created_at)
    season = of
    aside = Q(status__in=(Game.Status.VOID, Game.Status.DIVERGED), terms__season=season.slug)
    games = Game.objects.filter(Q(fixture__season=season.pk) | aside).values("public_id")
    rows = Q(app_label="league", model__in=("season", "calendar", "board"), name=season.slug)
    accounts = Q(app_label="games", model="account", name__in=[f"{scope} {season.slug}" for scope in OF_ACCOUNTS])
    of_games = Q(app_label="games", model="game", name__in=games)
    players = Q(app_label="personas", model="player", verb__in=("exclude", "restore"), after__board=season.slug)
    return Act.objects.filter(rows | accounts | of_games | players, at__gte=season.created_at)


def acts_told(acts: Sequence[Act]) -> tuple[ActTold, ...]:
    """These acts in words. A query where games are among them, and one where players joined or left."""
    ids = [act.name for act in acts if act.model == "game"]
    numbers = _numbers(ids) if ids else {}
    names = names_in(acts)
    return tuple(_told(act, numbers, names) for act in acts)


def told_move(act: Act, names: Mapping[str, str]) -> str:
    """From which state to which an act led, who joined or left, or what was done to what a board has; "" of one that
    did nothing of it."""
    was, now = act.before.get("status"), act.after.get("status")
    if was and now:
        return f"{was} → {now}"
    player = str(act.after.get("player") or act.before.get("player") or "") if act.model == "season" else ""
    return names.get(player, player) or told_taken(act)


def told_taken(act: Act) -> str:
    """That a game or a player was taken off a board or given back to it, and which board; "" of another act."""
    board = act.after.get("board")
    if act.model not in ("game", "player") or act.verb not in TAKEN or not board:
        return ""
    return f"{TAKEN[act.verb]} {'all boards' if board == 'all' else f'the board of {board}'}"


def names_in(acts: Sequence[Act]) -> dict[str, str]:
    """What the players are called who joined or left with these acts, by their ids. One query, none where nobody
    did."""
    ids: set[str] = set()
    for act in acts:
        for side in (act.before, act.after):
            ids |= {str(side["player"])} if side.get("player") else set()
            ids |= set(side["players"]) if is_roster(side.get("players")) else set()
    found = Player.objects.filter(player_id__in=ids).select_related("persona", "model") if ids else ()
    return {each.player_id: player_told(each) for each in found}


def is_roster(value: Any) -> bool:  # Any: as the record of acts has it, JSON
    """Whether a value is a roster as acts have it."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def roster_told(was: Any, now: Any, names: Mapping[str, str]) -> str:  # Any: as above
    """Who joined a roster and who left it, some of them by name, in words."""
    if not (is_roster(was) and is_roster(now)):
        return WHOLE["players"]
    joined, left = ([each for each in one if each not in other] for one, other in ((now, was), (was, now)))
    told = [f"{what} {_some(who, names)}" for what, who in (("joined by", joined), ("left by", left)) if who]
    return f"the roster {', '.join(told)}" if told else "the order of the roster"


def _some(ids: Sequence[str], names: Mapping[str, str]) -> str:
    shown = [names.get(each, each) for each in ids[:MOST_NAMED]]
    more = f" and {len(ids) - MOST_NAMED} more" if len(ids) > MOST_NAMED else ""
    return ", ".join(shown) + more


def told_changes(act: Act, names: Mapping[str, str]) -> tuple[str, ...]:
    """What an act changed, each in the words of the forms, from what to what; nothing of what was made with it, and
    nothing of what no form has. Of a draft's roster it is said who joined and left, of its rule books that they
    changed."""
    told = []
    for name, was, now in _changed(act.before, act.after):
        of_account = act.model == "account" and name == "cap"
        words = WORDS.get(OF_ACCOUNTS.get(act.name.split(" ")[0], "") if of_account else name)
        if name == "players":
            told.append(roster_told(was, now, names))
        elif name in WHOLE:
            told.append(WHOLE[name])
        elif words and name not in UNTOLD:
            if name == "weekdays":
                was, now = (days_told(each) if isinstance(each, str) else each for each in (was, now))
            told.append(f"{words[:1].lower()}{words[1:]} {_value(was)} → {_value(now)}")
    return tuple(told)


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """The fields that are otherwise, with what they were and are; of a draft's calendar, and of a game's terms, those
    within it."""
    for name, now in after.items():
        if name not in before or before[name] == now:
            continue
        was = before[name]
        if name in WITHIN and (isinstance(was, Mapping) or isinstance(now, Mapping)):
            fields = dict.fromkeys([*(was or {}), *(now or {})])
            yield from _changed(*({each: (told or {}).get(each) for each in fields} for told in (was, now)))
        else:
            yield name, was, now


def in_days(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a calendar in an act: its days by their names, and its times and dates each by itself."""
    told = dict(fields)
    for name in ("weekdays", "times", "blackouts"):
        if isinstance(value := told.get(name), str):
            days = [DAYS[int(each) - 1] for each in value if each in "1234567"]
            told[name] = days if name == "weekdays" else value.split()
    return told


def _numbers(ids: list[str]) -> dict[str, Any]:
    """The numbers of games in their season; of one in whose place another is played by its terms. One query."""
    found = Game.objects.filter(public_id__in=ids).values_list("public_id", "fixture__number", "terms__fixture")
    return {key: number if number is not None else before for key, number, before in found}


def _told(act: Act, numbers: Mapping[str, Any], names: Mapping[str, str]) -> ActTold:
    what, url, verb = "", "", _title(act)
    if act.model == "game":
        number = numbers.get(act.name)
        what, url = f"game {number or act.name}", reverse("game", args=[act.name])
    elif act.model == "player":
        what, url = act.name, reverse("player", args=[act.name])
    elif act.model == "calendar":
        what, url = "when it plays", reverse("schedule", args=[act.name])
    moved, changed = told_move(act, names), told_changes(act, names)
    return ActTold(act.at, act.who, act.get_surface_display(), verb, moved, act.reason, what, url, changed)


def _title(act: Act) -> str:
    """What was done, as its button says it; what has none, as it is written down."""
    if act.model in ("game", "player") and act.verb in ("exclude", "restore"):
        return act.verb.capitalize()
    table: Mapping[str, Any] = {"season": OF_SEASONS, "board": OF_BOARDS, "game": OF_GAMES}.get(act.model, {})
    verb = table.get(act.verb)
    return str(verb.title if verb else act.verb)


def _value(value: Any) -> str:  # Any: as the record of acts has it, JSON
    if value in (None, "", []):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    said = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"
