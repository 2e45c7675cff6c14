"""Where rulesets and games are read."""

from django.urls import path

from games.api import events, logs, rulesets, schemas

urlpatterns = [
    path("schemas/<slug:name>.json", schemas.SchemaDetail.as_view(), name="schema-file"),
    path("rulesets/", rulesets.RulesetList.as_view(), name="rulesets"),
    path("rulesets/<slug:slug>/", rulesets.RulesetDetail.as_view(), name="ruleset"),
    path("games/<slug:public_id>/events/", events.Events.as_view(), name="events"),
    path("games/<slug:public_id>/narrations/", events.Narrations.as_view(), name="narrations"),
    path("games/<slug:public_id>/log/", logs.Log.as_view(), name="log"),
]
