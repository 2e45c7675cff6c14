"""How the API is asked whatever the OpenAPI lets one ask: parameters, bodies and headers that fit it, or do not."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.schemas import APIOperation, BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    positive_data_acceptance,
    response_schema_conformance,
    status_code_conformance,
)

KEPT = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@cache
def promised() -> BaseSchema:
    """The OpenAPI as the site serves it; read once, for it takes a second to make."""
    return schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application())


def ask_around(
    operation: APIOperation,
    values: Mapping[str, Sequence[Any]],
    mode: GenerationMode,
    *,
    examples: int = 8,
    bodies: Sequence[Any] = (),
    tags: Sequence[str] = (),
    **told: Any,
) -> None:
    """Asks in ways that fit the parameters or do not; what comes back is compared with what was promised. What paths
    name is one of `values`; what is sent is now and then one of `bodies`, and made from one of `tags`. `told` is what
    else is sent, and which checks are made where it is not all."""
    headers = {"Accept-Encoding": "identity"} | told.pop("headers", {})  # whose transport reads nothing compressed

    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(data=st.data())
    def ask(data: st.DataObject) -> None:
        case = data.draw(operation.as_strategy(generation_mode=mode))
        for name in case.path_parameters or {}:
            case.path_parameters[name] = data.draw(st.sampled_from(values[name]))
        if bodies and data.draw(st.booleans()):
            case.body, case.media_type = data.draw(st.sampled_from(bodies)), "application/json"
        said = dict(headers)
        if tags and data.draw(st.booleans()):
            said["If-Match"] = data.draw(st.sampled_from(tags))
        case.call_and_validate(
            excluded_checks=[positive_data_acceptance],  # a well-formed slug may name nothing
            headers=said,
            **told,
        )

    ask()
