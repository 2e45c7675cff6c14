from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0024_pin_what_runs"),
        ("personas", "0014_model_versions_append_only"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="figuressum",
            name="figures_sum_once",
        ),
        migrations.AddField(
            model_name="figures",
            name="briefing",
            field=models.PositiveIntegerField(
                default=0,
                help_text="The revision of the briefings that it was asked with; 0: not recorded, none, or several.",
            ),
        ),
        migrations.AddField(
            model_name="figures",
            name="version",
            field=models.PositiveIntegerField(
                default=0,
                help_text="The version of how its model was asked; 0: not recorded, or it was asked in several ways.",
            ),
        ),
        migrations.AddField(
            model_name="figuressum",
            name="briefing",
            field=models.PositiveIntegerField(
                default=0, help_text="The revision of the briefings; as figures have it."
            ),
        ),
        migrations.AddField(
            model_name="figuressum",
            name="version",
            field=models.PositiveIntegerField(default=0, help_text="Of how the model was asked; as figures have it."),
        ),
        migrations.AddConstraint(
            model_name="figuressum",
            constraint=models.UniqueConstraint(
                fields=(
                    "season",
                    "persona",
                    "ruleset",
                    "size",
                    "model",
                    "version",
                    "briefing",
                    "level",
                    "role",
                    "team",
                ),
                name="figures_sum_once",
            ),
        ),
    ]
