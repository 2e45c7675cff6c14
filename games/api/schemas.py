"""What logs and calls look like, as JSON Schema at an address that has their number; and what a persona's sheet is."""

from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from games.ledger.schemas import SCHEMAS, schema_named
from games.models import Game
from personas.api.reading import Reading
from personas.api.sheets import sheet_schema

OF_A_SHEET: Final = "persona"


class SchemaDetail(Reading):
    """A JSON Schema of what is exported; 2020-12: `log-1` of the log of a game, `calls-1` of a line of calls.
    `persona` is what of a persona's sheet is taken now, and has no number."""

    queryset = Game.objects.none()

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, name: str) -> Response:
        """The schema."""
        if name == OF_A_SHEET:
            return Response(sheet_schema())
        if name not in SCHEMAS:
            raise NotFound(f"no schema is called {name!r}; there are: {', '.join((*SCHEMAS, OF_A_SHEET))}")
        told: dict[str, Any] = schema_named(name)
        return Response(told)
