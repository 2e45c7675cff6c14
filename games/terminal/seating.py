"""Who sits at the table of `play`: players that are stored and others, and a game of theirs that is stored itself."""

import logging
from collections.abc import Iterable, Mapping

from games.agents.briefing import REVISION
from games.agents.house import House
from games.agents.house.levels import ADVANCED
from games.agents.offline import OfflinePlayer
from games.agents.remote import Remote
from games.engine.ruleset import WrongOption
from games.hosting.making import WrongGame
from games.ledger.logs import RecordedGame, Sitter
from games.terminal.arguments import Setting
from games.terminal.dialling import is_remote, protocols_of
from games.terminal.exhibitions import play_exhibition
from games.terminal.playing import Seated
from games.terminal.usage import KeepsActs, make_tables, wrong_usage
from personas.models import Player
from personas.sheet import dump
from personas.versions import PinnedPlayer, Pins


def stored_players(texts: Iterable[str]) -> dict[str, Player]:
    """The players whose ids these are, by their ids; only what cannot be another player's name is looked up."""
    ids = {text for text in texts if "_" in text and "@" not in text and ":" not in text and not is_remote(text)}
    if not ids:
        return {}
    make_tables()
    found = list(Player.objects.filter(player_id__in=ids).select_related("persona", "model"))
    if missing := sorted(ids - {each.player_id for each in found}):
        raise wrong_usage(f"no player is called {missing[0]!r}; the roster is at /players/ on the site")
    return {each.player_id: each for each in found}


def sitter(player: OfflinePlayer | Remote, player_id: str | None, *, is_written: bool = False) -> Sitter:
    """How the log of a game that is not stored names a player; a character that was written for it is told whole."""
    name, model = player.sheet.name if player.sheet else None, f"{player.provider}:{player.model}"
    if isinstance(player, House) and player.level != ADVANCED:
        return Sitter(player_id, name, model, strategy_level=player.level.name)
    if not isinstance(player, Remote):
        return Sitter(player_id, name, model)
    asked = {"since_poll": 1, "briefing": REVISION, "version": None, **player.way}
    return Sitter(player_id, name, model, asked=[asked], sheet=dump(player.sheet) if is_written else None)


def saved(setting: Setting, seed: str, players: Seated, known: Mapping[str, Player], acts: KeepsActs) -> RecordedGame:
    """Plays the game as an exhibition, players of the house at the levels that the command line names, whatever the
    stored ones play at elsewhere; raises CommandError when it cannot be made."""
    make_tables()
    rows = [
        known.get(text)
        or acts.set_up_player(
            sheet=player.sheet, provider=player.provider, model_name=player.model, or_in=protocols_of(text)[1:]
        )
        for text, player in zip(setting.by_seat, players, strict=True)
        if player.sheet
    ]
    seated = zip(rows, [player for player in players if player.sheet], strict=True)
    levels = {
        row.pk: PinnedPlayer(row.persona.version, player.level.name, row.is_aware)
        for row, player in seated
        if isinstance(player, House)
    }
    if len({row.pk for row in rows}) < len(rows):
        raise wrong_usage("to be saved, a game needs another player in each seat: name one a seat, or `house` for all")
    logging.getLogger("games").setLevel(logging.WARNING)  # the transcript tells how it ended
    try:
        return play_exhibition(
            ruleset=setting.ruleset.slug,
            options=setting.options.plain(setting.ruleset.revision),
            players=rows,
            seed=seed,
            pins=Pins(levels),
            made=acts.record_creation,
        )
    except (WrongGame, WrongOption) as error:
        raise wrong_usage(str(error)) from error
