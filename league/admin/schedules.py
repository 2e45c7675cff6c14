"""What other packages keep in the database. Failed logins are shown in the same clothes. Beat's own rows are not: they
say how often somebody looks at what is due, and disabling one would stop the league; when a season plays is said by its
calendar.
"""

from axes.admin import AccessAttemptAdmin as AxesAttemptAdmin
from axes.admin import AccessLogAdmin as AxesLogAdmin
from axes.handlers.proxy import AxesProxyHandler
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django_celery_beat import admin as of_beat  # which registers them all when it is first imported
from unfold.decorators import action

from personas.backstage import BackstageAdmin

BEATS = (of_beat.ClockedSchedule, of_beat.CrontabSchedule, of_beat.IntervalSchedule, of_beat.PeriodicTask)
for foreign in (AccessAttempt, AccessFailureLog, AccessLog, *BEATS, of_beat.SolarSchedule):
    admin.site.unregister(foreign)


@admin.register(AccessAttempt)
class AccessAttemptAdmin(BackstageAdmin, AxesAttemptAdmin):
    """Failed logins that count towards a lock; deleting one lifts it."""

    @action(description="Clean up expired attempts", permissions=["delete"])
    def cleanup_expired_attempts(self, request: HttpRequest, attempts: QuerySet[AccessAttempt]) -> None:
        AxesProxyHandler.update_request(request)  # the library looks there for the time, and forgets to put it there
        with self.acts.recorded(request, "clean up", [AccessAttempt.objects.all()]):
            super().cleanup_expired_attempts(request, attempts)


@admin.register(AccessLog)
class AccessLogAdmin(BackstageAdmin, AxesLogAdmin):
    """Logins."""
