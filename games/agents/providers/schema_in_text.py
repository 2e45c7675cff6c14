"""The schema of an answer in the text of a request, for models that take none beside it.

It stands behind what all requests have in common, not behind the question: there it would be sent anew each time.
"""

import json

from games.agents.providers.provider import Request


def system_of(request: Request) -> list[str]:
    """The stable texts, the first with the schema where the rung has no other place for it. The marks stand on lines of
    their own, so that whoever reads a request can tell the schema from the words around it."""
    texts = [text for text in request.system if text]
    if request.rung not in ("json_object", "text"):
        return texts
    schema = json.dumps(request.schema, ensure_ascii=False, separators=(",", ":"))
    told = "Answer with one JSON object and nothing else, of the shape that this JSON schema describes:"
    shown = f"{told}\n<schema>\n{schema}\n</schema>"
    return ["\n\n".join([*texts[:1], shown]), *texts[1:]]
