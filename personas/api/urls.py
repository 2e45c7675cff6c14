"""Where the roster is read."""

from django.urls import path

from personas.api import views

urlpatterns = [
    path("personas/", views.PersonaList.as_view(), name="personas"),
    path("personas/<slug:slug>/", views.PersonaDetail.as_view(), name="persona"),
    path("models/", views.ModelList.as_view(), name="models"),
]
