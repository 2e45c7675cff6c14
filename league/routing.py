"""Where a socket leads; each app keeps its own list of routes, and this one joins them."""

from django.urls import URLPattern

routes: list[URLPattern] = []
