"""What a token may do: its scopes, and never more than its user."""

from typing import TYPE_CHECKING

from rest_framework.permissions import SAFE_METHODS, BasePermission

from league.models import Token

if TYPE_CHECKING:  # rest_framework.views reads the settings that name this module
    from rest_framework.request import Request
    from rest_framework.views import APIView


class ScopedOrReadOnly(BasePermission):
    """Anybody reads what is public; writing is for staff, with a token of scope `write`, or `admin` where the view says
    `scope = "admin"`. A scope contains the ones before it; a session has all that its user has."""

    def has_permission(self, request: "Request", view: "APIView") -> bool:
        """Whether this request may be made at all; what it may see is the lens's business."""
        if isinstance(request.auth, Token):
            needed = "read" if request.method in SAFE_METHODS else getattr(view, "scope", "write")
            if not request.auth.allows(needed):
                return False
        return request.method in SAFE_METHODS or bool(request.user and request.user.is_staff)
