"""What a page may load and run.

The public site: its own files, nothing inline, nothing evaluated. The admin (Alpine evaluates expressions) and the API
documentation (Swagger UI writes styles) need more, and get exactly that, by path; dropping the header there, as
EXCLUDE_URL_PREFIXES does, would leave hostile text and a staff session on one unguarded page.
"""

from csp.constants import NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest, HttpResponseBase

PUBLIC = {
    "default-src": [NONE],
    "script-src": [SELF],
    "style-src": [SELF],
    "img-src": [SELF],
    "font-src": [SELF],
    "connect-src": [SELF],
    "manifest-src": [SELF],
    "form-action": [SELF],
    "base-uri": [NONE],
    "frame-ancestors": [NONE],
}
RELAXED = {
    "/admin/": {
        "script-src": [SELF, UNSAFE_EVAL],
        "style-src": [SELF, UNSAFE_INLINE],
        "img-src": [SELF, "data:"],
    },
    "/api/docs/": {
        "style-src": [SELF, UNSAFE_INLINE],
        "img-src": [SELF, "data:"],
    },
}


class PolicyByPath(CSPMiddleware):
    """The public policy, with what RELAXED says for the paths that begin so."""

    def get_policy_parts(
        self,
        request: HttpRequest,
        response: HttpResponseBase,
        report_only: bool = False,  # noqa: FBT001, FBT002  (django-csp calls it so)
    ) -> PolicyParts:
        """The policy of this answer; a view's own decorators still apply on top."""
        parts = super().get_policy_parts(request, response, report_only)
        for prefix, directives in RELAXED.items():
            if request.path_info.startswith(prefix):
                parts.replace = {**directives, **(parts.replace or {})}
        return parts
