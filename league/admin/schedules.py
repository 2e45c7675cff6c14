"""What other packages keep in the database, in the same clothes: beat's schedule and failed logins."""

from axes.admin import AccessAttemptAdmin as AxesAttemptAdmin
from axes.admin import AccessLogAdmin as AxesLogAdmin
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
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


@admin.register(IntervalSchedule)
class IntervalScheduleAdmin(BackstageAdmin):
    """Every so many seconds, minutes, …"""


@admin.register(CrontabSchedule)
class CrontabScheduleAdmin(BackstageAdmin, BeatCrontabAdmin):
    """At certain times."""


@admin.register(AccessAttempt)
class AccessAttemptAdmin(BackstageAdmin, AxesAttemptAdmin):
    """Failed logins that count towards a lock; deleting one lifts it."""


@admin.register(AccessLog)
class AccessLogAdmin(BackstageAdmin, AxesLogAdmin):
    """Logins."""
