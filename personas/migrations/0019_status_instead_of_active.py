from django.db import migrations, models

from personas.constraints import holds


class Migration(migrations.Migration):
    dependencies = [("personas", "0018_approved_as_they_are")]

    operations = [
        migrations.RemoveField(model_name="persona", name="is_active"),
        migrations.AddConstraint(
            model_name="persona",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("written_for", ""), models.Q(("status", "approved"), _negated=True), _connector="OR"
                ),
                name="persona_of_one_game_uninvited",
                violation_error_message="A persona that was written for one game is invited to no other.",
            ),
        ),
        migrations.AddConstraint(
            model_name="persona",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["draft", "approved", "retired"])),
                name="persona_status_known",
                violation_error_message="status must be one of: draft, approved, retired.",
            ),
        ),
        migrations.AddConstraint(
            model_name="persona",
            constraint=holds(
                "persona_decided_by_somebody",
                models.Q(status="draft", decided_by="", decided_at__isnull=True)
                | (~models.Q(status="draft") & ~models.Q(decided_by="") & models.Q(decided_at__isnull=False)),
                "Who is approved or retired is so by somebody, since a time; a draft is not.",
            ),
        ),
    ]
