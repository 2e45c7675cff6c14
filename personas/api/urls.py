"""Where models are read; personas are read where they are written, too (league.api.roster)."""

from django.urls import path

from personas.api import views

urlpatterns = [
    path("models/", views.ModelList.as_view(), name="models"),
]
