"""Where an address leads."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.decorators.cache import cache_control
from django.views.i18n import JavaScriptCatalog
from drf_spectacular import renderers
from drf_spectacular.views import SpectacularSwaggerSplitView

from league.api.description import DescriptionView
from league.api.desk.measuring import Metrics
from league.api.errors import Nowhere
from league.pages import pages
from league.processes import health

# JSON for whoever does not say.
SCHEMA_AS = [
    renderers.OpenApiJsonRenderer2,
    renderers.OpenApiJsonRenderer,
    renderers.OpenApiYamlRenderer,
    renderers.OpenApiYamlRenderer2,
]

admin.autodiscover()  # not before somebody wants an address (league.backstage.app)

handler404 = "league.web.refusals.not_found"
handler400 = "league.web.refusals.bad_request"

urlpatterns = [
    *pages,
    path("livez", health.livez, name="livez"),
    path("readyz", health.readyz, name="readyz"),
    path("words.js", cache_control(max_age=60)(JavaScriptCatalog.as_view(packages=["league"])), name="words"),
    path("metrics", Metrics.as_view(), name="metrics"),
    path("admin/", admin.site.urls),
    path("api/v1/", include(("league.api.urls", "api"))),
    path("api/schema/", DescriptionView.as_view(renderer_classes=SCHEMA_AS), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="api-docs"),
    re_path(r"^api/(?:[\s\S]*/)?$", Nowhere.as_view()),  # who asks there is a program, and reads no page
]
