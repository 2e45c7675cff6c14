"""Who may do what from the pages. Law: what is done there wants the permissions that the admin wants for the same; the
views ask here before they do it, and the pages before they show a button.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

NOBODY: Final = AnonymousUser()


@dataclass(frozen=True, slots=True)
class Right:
    """Something that staff may do, in words, and the permissions that it wants."""

    told: str
    permissions: tuple[str, ...]


RIGHTS: Final[Mapping[str, Right]] = {
    "make_seasons": Right("make seasons", ("league.add_season",)),
    "run_seasons": Right("start, pause or resume seasons", ("league.change_season",)),
    "edit_seasons": Right("edit drafts of seasons", ("league.change_season",)),
    "delete_seasons": Right("delete drafts of seasons", ("league.delete_season",)),
    "manage_boards": Right("hide or publish boards, or take games and players off them", ("league.change_board",)),
    "make_series": Right("make series", ("league.add_series",)),
    "run_series": Right("edit, pause, resume or end series", ("league.change_series",)),
    "delete_series": Right("delete series", ("league.delete_series",)),
    "look_at_series": Right("see series in the admin", ("league.view_series",)),
    "have_personas_written": Right(
        "have personas written", ("league.change_season", "personas.add_persona", "personas.add_player")
    ),
    "write_personas": Right("write personas", ("personas.add_persona",)),
    "edit_personas": Right("edit, approve or retire personas", ("personas.change_persona",)),
    "import_personas": Right("import personas", ("personas.add_persona", "personas.change_persona")),
    "look_at_personas": Right("see personas in the admin", ("personas.view_persona",)),
    "export_personas": Right("export personas", ("personas.view_persona",)),
    "preview_personas": Right("see what a model would be told of personas", ("personas.change_persona",)),
    "preview_players": Right("see what the models of players would be told", ("personas.change_player",)),
    "make_players": Right("make players", ("personas.add_player",)),
    "edit_players": Right("change players", ("personas.change_player",)),
    "write_models": Right("write models", ("personas.add_languagemodel",)),
    "edit_models": Right("change models", ("personas.change_languagemodel",)),
    "delete_models": Right("delete models", ("personas.delete_languagemodel",)),
    "delete_prices": Right("delete prices", ("personas.delete_price",)),
    "look_at_models": Right("see how models are set", ("personas.view_languagemodel",)),
    "make_exhibitions": Right("make exhibitions", ("games.add_game",)),
    "direct_games": Right("pause, resume, step, call off games or check their replay", ("games.change_game",)),
    "look_at_seasons": Right("see seasons in the admin", ("league.view_season",)),
    "look_at_games": Right("see games in the admin", ("games.view_game",)),
    "edit_memories": Right("edit what players remember", ("personas.change_player",)),
    "look_at_acts": Right("see the record of acts", ("league.view_act",)),
    "look_at_desk": Right("see the day's page", ("games.view_game", "league.view_season", "games.view_account")),
    "look_at_addressees": Right("see who is told of alerts", ("league.view_addressee",)),
    "make_addressees": Right("have somebody told of alerts", ("league.add_addressee",)),
    "edit_addressees": Right("change who is told of alerts, or try it", ("league.change_addressee",)),
    "delete_addressees": Right("have somebody told of alerts no more", ("league.delete_addressee",)),
    "prune_seasons": Right(
        "have words, thoughts and logs of seasons deleted", ("league.change_season", "games.change_game")
    ),
    "change_budgets": Right("change budgets, or stop calls to a model or a provider", ("games.change_account",)),
    "throw_the_switch": Right("stop all calls, or allow them again", ("games.change_killswitch",)),
    "look_at_budgets": Right("see budgets in the admin", ("games.view_account",)),
}


class May:
    """What somebody may do, asked one by one: `may["run_seasons"]`, in templates `may.run_seasons`."""

    def __init__(self, user: Any) -> None:  # Any: a user, or an anonymous one
        self._user = user

    def __getitem__(self, name: str) -> bool:
        return self._user.is_staff and not self.missing(name)

    def missing(self, name: str) -> list[str]:
        """The permissions that are wanting."""
        return [each for each in RIGHTS[name].permissions if not self._has(each)]

    def _has(self, permission: str) -> bool:
        app, _, codename = permission.partition(".")
        # Who may change something may see it, as in the admin.
        seen = codename.startswith("view_") and self._user.has_perm(f"{app}.{codename.replace('view_', 'change_', 1)}")
        return seen or self._user.has_perm(permission)


def sees_drafts(user: Any) -> bool:  # Any: as above
    """Whether somebody sees seasons that have not begun: of the staff whoever has to do with any season."""
    may = May(user)
    return any(may[name] for name in ("look_at_seasons", "make_seasons", "delete_seasons"))


def sees_hidden_boards(user: Any) -> bool:  # Any: as above
    """Whether somebody sees boards that are hidden: who manages them, and who sees drafts."""
    return May(user)["manage_boards"] or sees_drafts(user)


def context(request: HttpRequest) -> dict[str, May]:
    """What the pages ask before they show a button."""
    return {"may": May(getattr(request, "user", NOBODY))}  # a page of errors may come before anybody is known


def refuse(user: Any, name: str) -> None:  # Any: as above
    """Raises PermissionDenied unless somebody may do it; the message says what is wanting."""
    if why := why_refused(user, name):
        raise PermissionDenied(why)


def why_refused(user: Any, name: str) -> str:  # Any: as above
    """Why somebody may not do it: what is wanting; "" for who may."""
    may = May(user)
    if may[name]:
        return ""
    wanting = " and ".join(may.missing(name)) or "an account of the staff"
    return f"Your account may not {RIGHTS[name].told}; it lacks {wanting}."


def only_who_may(name: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A view for those who may do it: others are refused (403), and whoever is nobody yet is sent to log in."""

    def guarded(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guard(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path(), "login")
            refuse(request.user, name)
            return view(request, *args, **kwargs)

        return guard

    return guarded
