from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("personas", "0016_limit_group")]

    operations = [
        migrations.RemoveConstraint(model_name="persona", name="persona_of_one_game_uninvited"),
        migrations.AddField(
            model_name="persona",
            name="status",
            field=models.CharField(
                choices=[("draft", "draft"), ("approved", "approved"), ("retired", "retired")],
                default="draft",
                help_text="Only who is approved enters new seasons and exhibitions; who is retired keeps results and "
                "pages.",
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="persona",
            name="decided_by",
            field=models.CharField(
                blank=True,
                default="",
                editable=False,
                help_text="Who approved or retired it last; empty for a draft.",
                max_length=150,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="persona",
            name="decided_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="decided"),
        ),
    ]
