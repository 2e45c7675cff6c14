from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0033_thoughts_deleted")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="is_given",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                help_text="Whether roles and first speaker came with the order, not from the seed; the commitment says "
                "so too.",
                verbose_name="deal given",
            ),
        ),
    ]
