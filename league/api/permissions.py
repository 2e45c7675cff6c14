"""What a token may do: its scopes, and never more than its user."""

from typing import TYPE_CHECKING, Final

from rest_framework.permissions import SAFE_METHODS, BasePermission

from league.access.rights import why_refused
from league.models import Token

if TYPE_CHECKING:  # rest_framework.views reads the settings that name this module
    from rest_framework.request import Request
    from rest_framework.views import APIView


DOCS: Final = "what wants which stands in /api/docs/."
MORE: Final = f"One with more is made at /account/tokens/; {DOCS}"
REALM: Final = "Hidden Role League API"


class ScopedOrReadOnly(BasePermission):
    """Anybody reads what is public; writing is for staff, with a token of the scope that the view says (`scope`), or of
    `admin` where it says none, and for who may do it: `rights` of a view name by method what of league.access.rights
    that takes. A session has all that its user has."""

    def has_permission(self, request: "Request", view: "APIView") -> bool:
        """Whether this request may be made at all; what it may see is the lens's business. One that is refused counts
        as one that is not, and its answer says what is left. Raises Throttled."""
        if self.is_allowed(request, view):
            return True
        view.check_throttles(request)  # which comes after the permissions, and so not at all
        return False

    def is_allowed(self, request: "Request", view: "APIView") -> bool:
        """Whether it may; else `message` says why not, where there is more to say."""
        if request.method not in view.allowed_methods:
            return True  # refused by the view itself: there is no such method, whoever asks
        is_reading = request.method in SAFE_METHODS
        if isinstance(request.auth, Token):
            needed = scope_of(view, request.method or "")
            if not request.auth.allows(needed):
                held = ", ".join(request.auth.reach) or "none"
                self.message = f"This wants a token of scope {needed}; yours has {held}. {MORE}"
                return False
        if not (is_reading or bool(request.user and request.user.is_staff)):
            needed = scope_of(view, request.method or "")
            self.message = f"This is for an account of the staff, by a token of scope {needed}: {DOCS}"
            return False
        if is_reading and getattr(view, "wants_account", False) and not request.user.is_authenticated:
            return False
        right = right_of(view, request.method or "")
        if right is not None and (why := why_refused(request.user, right)):
            self.message = f"{why} What wants which permissions stands in /api/docs/."
            return False
        return True


def scope_of(view: "APIView", method: str) -> str:
    """The scope that a token needs for a method of a view."""
    if method in SAFE_METHODS:
        return str(getattr(view, "scope_of_reading", Token.Scope.READ))
    return str(getattr(view, "scope", Token.Scope.ADMIN))


def right_of(view: "APIView", method: str) -> str | None:
    """What staff must be allowed to, for a method of a view (league.access.rights); None where the view asks for
    nothing but an account of the staff, or for none at all."""
    found: str | None = getattr(view, "rights", {}).get("GET" if method == "HEAD" else method)
    return found


def way_in(view: "APIView", method: str) -> str:
    """What whoever is refused because nobody knows them can do about it."""
    needed = scope_of(view, method)
    return f"Send `Authorization: Bearer <token>`, one of scope {needed}: made at /account/tokens/; {DOCS}"


def lacks_scope(view: "APIView", request: "Request") -> bool:
    """Whether a request came with a token that may not do this, and another one may."""
    return isinstance(request.auth, Token) and not request.auth.allows(scope_of(view, request.method or ""))


def challenge(view: "APIView", request: "Request", *, is_wrong: bool = False) -> str:
    """What `WWW-Authenticate` says (RFC 6750 §3): which scope is wanted, and what is wrong with the token that came."""
    needed = scope_of(view, request.method or "")
    told = {"realm": REALM, "scope": needed}
    if is_wrong:
        told["error"] = "invalid_token"
    elif lacks_scope(view, request):
        told["error"] = "insufficient_scope"
    return "Bearer " + ", ".join(f'{name}="{value}"' for name, value in told.items())
