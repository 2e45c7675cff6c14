"""Static files from the same process, with and without a build step.

WhiteNoise answers with a stream of a synchronous file, which Django's ASGI handler reads whole anyway and warns about
each time; here the answer is made whole from the start.
"""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, answering with the file's bytes."""

    @staticmethod
    def serve(static_file, request: HttpRequest) -> HttpResponse:
        """The answer for one static file: its bytes, its headers, or 304."""
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file:
                body = found.file.read()
        answer = HttpResponse(body, status=int(found.status))
        del answer["content-type"]
        for key, value in found.headers:
            answer[key] = value
        return answer
