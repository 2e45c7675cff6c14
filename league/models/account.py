"""Who may log in, and the tokens of the API. Both are here from the first migration: they cannot be swapped later."""

from collections.abc import Iterable
from typing import Final

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from knox.models import AbstractAuthToken

from personas.constraints import holds, json_is


class User(AbstractUser):  # type: ignore[django-manager-missing]  # its tokens: knox has no types
    """A person with an account."""

    HIDDEN = ("password",)

    class Meta(AbstractUser.Meta):
        ordering = ["username"]


class Scope(models.TextChoices):
    """What a token may do of what its user may. Each lets it read; `admin` contains the others."""

    READ = "read", "read"
    PLAY = "play", "play: have exhibitions played, and lead games of seasons, too: pause, step, void, replay"
    ROSTER = "roster", "roster: personas, players and what they remember"
    SEASON = "season", "season: make and lead seasons, series and boards"
    MONEY = "money", "money: caps of what may be spent, and to try models out"
    ADMIN = "admin", "everything its user may do"


# There was one scope for all writing. Rows that say it are read so and not rewritten: an older release beside this one
# would write it again, and backups have it.
FORMERLY: Final = {"write": (Scope.PLAY, Scope.ROSTER, Scope.SEASON)}


def scopes_meant(scopes: Iterable[str]) -> list[str]:
    """These scopes in their order, each once, those of former releases as what they mean now, unknown ones last."""
    meant = {str(each) for scope in scopes for each in FORMERLY.get(scope, (scope,))}
    return [*(each for each in Scope.values if each in meant), *sorted(meant.difference(Scope.values))]


class Token(AbstractAuthToken):
    """A key to the API; only its hash is stored."""

    Scope = Scope
    HIDDEN = ("digest", "token_key")

    name = models.CharField(max_length=80, help_text="What it is for.")
    scopes = models.JSONField(default=list, help_text="What it may do of what its user may; each lets it read.")
    last_used_at = models.DateTimeField("last used", null=True, blank=True, help_text="To the minute.")

    class Meta:
        ordering = ["-created"]
        constraints = [
            holds("token_named", ~Q(name=""), "A token has a name."),
            json_is("token_scopes_is_list", "scopes", "array"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.token_key}…)"

    @property
    def public_name(self) -> str:
        """What the record of acts calls it: without the letters that it begins with."""
        return f"{self.user.username}: {self.name}"

    @property
    def reach(self) -> list[str]:
        """Its scopes, as they are meant now."""
        return scopes_meant(self.scopes)

    def allows(self, scope: str) -> bool:
        """Whether this token may do what wants `scope`."""
        held = set(self.reach) & set(self.Scope.values)
        return scope in held or self.Scope.ADMIN in held or (scope == self.Scope.READ and bool(held))
