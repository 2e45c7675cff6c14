import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from games.models.call import new_ident


def settle(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Names the calls that there are, and says of those that are over what they cost: nothing was ever charged."""
    calls = apps.get_model("games", "Call").objects
    for pk in calls.values_list("pk", flat=True).iterator():
        calls.filter(pk=pk).update(ident=new_ident())
    calls.filter(cost__isnull=True).exclude(status__in=["intended", "sent"]).update(cost=0)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_outbox"),
        ("personas", "0002_prices"),
    ]

    operations = [
        migrations.CreateModel(
            name="Account",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "scope",
                    models.CharField(choices=[("game", "game"), ("season", "season"), ("day", "day")], max_length=8),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="The id of the game, the slug of the season, or the date.", max_length=120
                    ),
                ),
                (
                    "cap",
                    models.DecimalField(
                        blank=True, decimal_places=8, help_text="US dollars; empty is no cap.", max_digits=14, null=True
                    ),
                ),
                ("spent", models.DecimalField(decimal_places=8, default=0, help_text="US dollars.", max_digits=14)),
                (
                    "reserved",
                    models.DecimalField(
                        decimal_places=8,
                        default=0,
                        help_text="US dollars: the most that calls on their way may cost.",
                        max_digits=14,
                    ),
                ),
                ("calls", models.PositiveIntegerField(default=0, help_text="How many calls drew on it.")),
                ("warned_at", models.DateTimeField(blank=True, null=True, verbose_name="80 % reached")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="opened")),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="CallRecord",
            fields=[
                (
                    "call",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="record",
                        serialize=False,
                        to="games.call",
                    ),
                ),
                ("request", models.TextField()),
                ("response", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="KillSwitch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("is_on", models.BooleanField(default=False, verbose_name="calls are stopped")),
                ("reason", models.CharField(blank=True, help_text="Why, for whoever finds it on.", max_length=200)),
                ("changed_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "verbose_name_plural": "kill switch",
            },
        ),
        migrations.RemoveConstraint(
            model_name="call",
            name="call_costs_nothing_negative",
        ),
        migrations.AddField(
            model_name="call",
            name="fault",
            field=models.TextField(blank=True, help_text="Why the answer could not stand; empty when it could."),
        ),
        migrations.AddField(
            model_name="call",
            name="fingerprint",
            field=models.CharField(blank=True, help_text="What the provider calls its version.", max_length=120),
        ),
        migrations.AddField(
            model_name="call",
            name="ident",
            field=models.CharField(default=new_ident, editable=False, max_length=16, verbose_name="id"),
        ),
        migrations.AddField(
            model_name="call",
            name="language_model",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="calls",
                to="personas.languagemodel",
                verbose_name="model row",
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="purpose",
            field=models.CharField(
                choices=[
                    ("answer", "an answer in a game"),
                    ("probe", "a probe of a model"),
                    ("persona", "a persona by the model itself"),
                    ("narration", "the narrator's words"),
                ],
                default="answer",
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="reasoning_tokens",
            field=models.PositiveIntegerField(blank=True, help_text="Of the output tokens.", null=True),
        ),
        migrations.AddField(
            model_name="call",
            name="reserved",
            field=models.DecimalField(
                decimal_places=8, default=0, help_text="US dollars: the most that it may cost.", max_digits=14
            ),
        ),
        migrations.AddField(
            model_name="call",
            name="returned_model",
            field=models.CharField(blank=True, help_text="The name that the provider returned.", max_length=120),
        ),
        migrations.AddField(
            model_name="call",
            name="rung",
            field=models.CharField(blank=True, help_text="How the shape of the answer was asked for.", max_length=12),
        ),
        migrations.AddField(
            model_name="call",
            name="said",
            field=models.TextField(blank=True, help_text="The answer as it came, cut to what is worth keeping."),
        ),
        migrations.AddField(
            model_name="seat",
            name="memory",
            field=models.PositiveIntegerField(
                default=0, help_text="The revision of what the player remembered when it sat down; 0 for nothing."
            ),
        ),
        migrations.AlterField(
            model_name="call",
            name="cost",
            field=models.DecimalField(
                blank=True,
                decimal_places=8,
                help_text="US dollars; unknown while it is on its way.",
                max_digits=14,
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="call",
            name="game",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="calls",
                to="games.game",
            ),
        ),
        migrations.AlterField(
            model_name="call",
            name="poll",
            field=models.PositiveIntegerField(blank=True, help_text="The poll it belongs to.", null=True),
        ),
        migrations.AlterField(
            model_name="call",
            name="provider",
            field=models.CharField(help_text="The provider, or the host of a server of one's own.", max_length=120),
        ),
        migrations.AlterField(
            model_name="call",
            name="seat",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="The number of the seat it speaks for.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="call",
            name="try_number",
            field=models.PositiveSmallIntegerField(
                default=1,
                help_text="1 for the first; a request that brought no answer is made again with its number.",
                verbose_name="try",
            ),
        ),
        migrations.RunPython(settle, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="call",
            name="ident",
            field=models.CharField(default=new_ident, editable=False, max_length=16, unique=True, verbose_name="id"),
        ),
        migrations.AddIndex(
            model_name="call",
            index=models.Index(fields=["created_at"], name="call_newest"),
        ),
        migrations.AddIndex(
            model_name="call",
            index=models.Index(
                condition=models.Q(("status__in", ["intended", "sent"])), fields=["game"], name="call_open"
            ),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.CheckConstraint(
                condition=models.Q(("purpose__in", ["answer", "probe", "persona", "narration"])),
                name="call_purpose_known",
                violation_error_message="purpose must be one of: answer, probe, persona, narration.",
            ),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("purpose", "answer"), _negated=True),
                    models.Q(("game__isnull", False), ("poll__isnull", False), ("seat__isnull", False)),
                    _connector="OR",
                ),
                name="call_of_a_question",
                violation_error_message="An answer's call belongs to a game, a poll and a seat.",
            ),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("reserved__gte", 0),
                    models.Q(("cost__isnull", True), ("cost__gte", 0), _connector="OR"),
                    models.Q(("latency__isnull", True), ("latency__gte", 0), _connector="OR"),
                ),
                name="call_costs_nothing_negative",
                violation_error_message="Neither cost nor latency is negative.",
            ),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["intended", "sent"]), ("cost__isnull", False), _connector="OR"),
                name="call_settled_when_over",
                violation_error_message="A call that is over has a cost.",
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(fields=("scope", "name"), name="account_once"),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(("scope__in", ["game", "season", "day"])),
                name="account_scope_known",
                violation_error_message="scope must be one of: game, season, day.",
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True),
                name="account_named",
                violation_error_message="An account has a name.",
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(("reserved__gte", 0), ("spent__gte", 0)),
                name="account_nothing_negative",
                violation_error_message="Nothing in it is negative.",
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(("cap__isnull", True), ("cap__gte", 0), _connector="OR"),
                name="account_cap_not_negative",
                violation_error_message="A cap is not negative.",
            ),
        ),
        migrations.AddConstraint(
            model_name="killswitch",
            constraint=models.CheckConstraint(
                condition=models.Q(("pk", 1)),
                name="kill_switch_is_one",
                violation_error_message="There is one kill switch.",
            ),
        ),
    ]
