"""What stands around the admin's pages: the sidebar, each entry only for who may see it, icon and script of our own."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse, reverse_lazy


def favicon(request: HttpRequest) -> str:
    """The site's icon."""
    return static("league/favicon.svg")


def dialogs(request: HttpRequest) -> str:
    """The script that keeps the keyboard within an open dialog."""
    return static("league/js/dialog.js")


def landmarks(request: HttpRequest) -> str:
    """The script that names what scrolls."""
    return static("league/js/landmarks.js")


def words(request: HttpRequest) -> str:
    """What the other scripts say, in the language of the site, where that is not English."""
    return reverse("words")


def contrast(request: HttpRequest) -> str:
    """The styles that make what is dark readable."""
    return static("league/css/backstage.css")


def section(title: str, *entries: tuple[str, str, str]) -> dict[str, Any]:
    """A section of the sidebar; an entry is a title, an icon and `app_model`, or `index`."""
    return {"title": title, "separator": bool(title), "items": [item(*entry) for entry in entries]}


def item(title: str, icon: str, page: str) -> dict[str, Any]:
    """A link to the list of a model, or to the overview."""
    if page == "index":
        return {"title": title, "icon": icon, "link": reverse_lazy("admin:index")}
    link = reverse_lazy(f"admin:{page}_changelist")
    return {"title": title, "icon": icon, "link": link, "permission": may_see(page)}


def may_see(page: str) -> Callable[[HttpRequest], bool]:
    """Whether somebody has the permission to see the rows behind `app_model`."""
    app, _, model = page.rpartition("_")
    return partial(has_permission, f"{app}.view_{model}")


def has_permission(permission: str, request: HttpRequest) -> bool:
    """Whether who is asking has this permission."""
    return request.user.has_perm(permission)
