"""The ASGI application: pages and API by Django, streams behind them, sockets by Channels, only from the site's own
pages; all of them as the trusted proxies tell who asks."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
pages = get_asgi_application()

# Imported here because consumers need the app registry, which the line above has filled.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from games.live.consumers import with_streams  # noqa: E402
from league.api.account.sockets import ByToken  # noqa: E402
from league.processes.garbage import collect_between_requests  # noqa: E402
from league.routing import routes  # noqa: E402
from league.web.origins import OwnPagesOnly  # noqa: E402
from league.web.proxies import BehindProxies  # noqa: E402
from league.web.visitors import BySession  # noqa: E402

application = BehindProxies(
    ProtocolTypeRouter({"http": with_streams(pages), "websocket": OwnPagesOnly(BySession(ByToken(URLRouter(routes))))})
)
loaded = get_resolver().url_patterns  # with all that they lead to: now, and not with the first page
collect_between_requests()
