"""What a token may do: its scopes, and never more than its user."""

from typing import TYPE_CHECKING

from rest_framework.permissions import SAFE_METHODS, BasePermission

from league.models import Token

if TYPE_CHECKING:  # rest_framework.views reads the settings that name this module
    from rest_framework.request import Request
    from rest_framework.views import APIView


class ScopedOrReadOnly(BasePermission):
    """Anybody reads what is public; writing is for staff, with a token of the scope that the view says (`scope`), or of
    `admin` where it says none. A session has all that its user has. What of it a user may do the verbs' rights say
    (league.access.rights)."""

    def has_permission(self, request: "Request", view: "APIView") -> bool:
        """Whether this request may be made at all; what it may see is the lens's business."""
        if request.method not in view.allowed_methods:
            return True  # refused by the view itself: there is no such method, whoever asks
        is_reading = request.method in SAFE_METHODS
        if isinstance(request.auth, Token):
            needed = Token.Scope.READ if is_reading else getattr(view, "scope", Token.Scope.ADMIN)
            if not request.auth.allows(needed):
                held = ", ".join(request.auth.reach) or "none"
                self.message = f"This wants a token of scope {needed}; yours has {held}."
                return False
        return is_reading or bool(request.user and request.user.is_staff)
