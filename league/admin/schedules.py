"""What other packages keep in the database, in the same clothes: beat's schedule and failed logins."""

from axes.admin import AccessAttemptAdmin as AxesAttemptAdmin
from axes.admin import AccessLogAdmin as AxesLogAdmin
from axes.handlers.proxy import AxesProxyHandler
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django_celery_beat.admin import CrontabScheduleAdmin as BeatCrontabAdmin
from django_celery_beat.admin import PeriodicTaskAdmin as BeatTaskAdmin
from django_celery_beat.admin import PeriodicTaskForm, TaskSelectWidget
from django_celery_beat.models import (
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    SolarSchedule,
)
from unfold.decorators import action
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from personas.backstage import BackstageAdmin

for foreign in (
    AccessAttempt,
    AccessFailureLog,
    AccessLog,
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    SolarSchedule,
):
    admin.site.unregister(foreign)


class RegisteredTaskWidget(UnfoldAdminSelectWidget, TaskSelectWidget):
    """Beat's choice of the tasks that exist."""


class TaskForm(PeriodicTaskForm):
    """Beat's form of a periodic task."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["task"].widget = UnfoldAdminTextInputWidget()
        self.fields["regtask"].widget = RegisteredTaskWidget()


@admin.register(PeriodicTask)
class PeriodicTaskAdmin(BackstageAdmin, BeatTaskAdmin):
    """What beat does when."""

    form = TaskForm
    change_form_template = "admin/change_form.html"  # beat's own has a script inside the page: the policy forbids it

    @action(description="Enable selected tasks", permissions=["change"])
    def enable_tasks(self, request: HttpRequest, tasks: QuerySet[PeriodicTask]) -> None:
        with self.acts.recorded(request, "enable", [tasks]):
            super().enable_tasks(request, tasks)

    @action(description="Disable selected tasks", permissions=["change"])
    def disable_tasks(self, request: HttpRequest, tasks: QuerySet[PeriodicTask]) -> None:
        with self.acts.recorded(request, "disable", [tasks]):
            super().disable_tasks(request, tasks)

    @action(description="Toggle activity of selected tasks", permissions=["change"])
    def toggle_tasks(self, request: HttpRequest, tasks: QuerySet[PeriodicTask]) -> None:
        with self.acts.recorded(request, "toggle", [tasks]):
            super().toggle_tasks(request, tasks)

    @action(description="Run selected tasks", permissions=["change"])
    def run_tasks(self, request: HttpRequest, tasks: QuerySet[PeriodicTask]) -> None:
        super().run_tasks(request, tasks)
        for task in tasks:
            self.acts.record_act(request, "run", task)


@admin.register(IntervalSchedule)
class IntervalScheduleAdmin(BackstageAdmin):
    """Every so many seconds, minutes, …"""


@admin.register(CrontabSchedule)
class CrontabScheduleAdmin(BackstageAdmin, BeatCrontabAdmin):
    """At certain times."""


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
