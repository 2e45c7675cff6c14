"""Who may log in, and the tokens of the API. Both are here from the first migration: they cannot be swapped later."""

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
    """How far a token reaches; each contains the ones before."""

    READ = "read", "read"
    WRITE = "write", "read and write"
    ADMIN = "admin", "everything its user may do"


class Token(AbstractAuthToken):
    """A key to the API; only its hash is stored."""

    Scope = Scope
    HIDDEN = ("digest", "token_key")

    name = models.CharField(max_length=80, help_text="What it is for.")
    scopes = models.JSONField(default=list, help_text='Any of "read", "write", "admin"; each contains the ones before.')
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

    def allows(self, scope: str) -> bool:
        """Whether this token reaches as far as `scope`."""
        order = self.Scope.values
        return any(held in order[order.index(scope) :] for held in self.scopes)
