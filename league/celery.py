"""The Celery application; its settings are Django's, under the prefix CELERY_. Where they cannot be, whoever starts a
worker or beat by Celery's own command reads the sentence that `manage.py` would say."""

import os
import sys

from celery import Celery
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
try:
    _ = settings.INSTALLED_APPS
except ImproperlyConfigured as error:
    sys.stderr.write(f"{error}\n")
    sys.exit(2)

app = Celery("league")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["league"])
