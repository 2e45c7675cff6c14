"""The schema of an answer in the text of a request, for models that take none beside it."""

import json

from games.agents.providers.provider import Request


def with_schema(request: Request) -> str:
    """The task, followed by the schema where the rung has no other place for it. The marks stand on lines of their
    own, so that whoever reads a request can tell the schema from the words around it."""
    if request.rung not in ("json_object", "text"):
        return request.task
    schema = json.dumps(request.schema, ensure_ascii=False, separators=(",", ":"))
    told = "Answer with one JSON object and nothing else, of the shape that this JSON schema describes:"
    return f"{request.task}\n\n{told}\n<schema>\n{schema}\n</schema>"
