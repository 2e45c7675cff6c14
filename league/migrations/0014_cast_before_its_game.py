"""No game before it is known who plays it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0013_fill_cast"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.CheckConstraint(
                condition=models.Q(("game__isnull", True), ("cast_at__isnull", False), _connector="OR"),
                name="fixture_cast_before_its_game",
                violation_error_message="A game is made when it is known who plays.",
            ),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("cast_at__isnull", True),
                    models.Q(
                        ("cast_by", ""), ("cast_due_at__isnull", True), ("cast_failures", 0), ("cast_waiting", "")
                    ),
                    _connector="OR",
                ),
                name="fixture_cast_is_over",
                violation_error_message="Once it is known who plays, nobody waits for it.",
            ),
        ),
    ]
