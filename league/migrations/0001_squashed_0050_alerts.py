"""All that the migrations up to 0050 come to, at once, for a database that has none of them; one that has some goes on by
those. What they did to rows has nothing to do here, for there are none."""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
import django.db.models.functions.math
import django.db.models.lookups
import django.utils.timezone
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import games.models.game
import league.models.season
import personas.constraints
from personas.constraints import allow_changes, forbid_changes


def forbid(_: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    forbid_changes(editor, "league_act")
    forbid_changes(editor, "league_exclusion")


def allow(_: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    allow_changes(editor, "league_act")
    allow_changes(editor, "league_exclusion")


class Migration(migrations.Migration):
    replaces = [
        ("league", "0001_initial"),
        ("league", "0002_season_rules"),
        ("league", "0003_fill_season_rules"),
        ("league", "0004_season_without_rules"),
        ("league", "0005_caps"),
        ("league", "0006_answers_in_standings"),
        ("league", "0007_count_answers"),
        ("league", "0008_figures"),
        ("league", "0009_narrator"),
        ("league", "0010_persona_source"),
        ("league", "0011_narrator_model"),
        ("league", "0012_cast"),
        ("league", "0013_fill_cast"),
        ("league", "0014_cast_before_its_game"),
        ("league", "0015_acts"),
        ("league", "0016_open_fixtures"),
        ("league", "0017_sums"),
        ("league", "0018_fill_sums"),
        ("league", "0019_winners_of_any_rule_book"),
        ("league", "0020_cache_writes"),
        ("league", "0021_unsure"),
        ("league", "0022_fill_unsure"),
        ("league", "0023_pinned"),
        ("league", "0024_pin_what_runs"),
        ("league", "0025_how_it_was_asked"),
        ("league", "0026_pinned_at"),
        ("league", "0027_words_of_seasons"),
        ("league", "0028_askings"),
        ("league", "0029_fill_askings"),
        ("league", "0030_disclosing"),
        ("league", "0031_claims"),
        ("league", "0032_fill_unsure_figures"),
        ("league", "0033_seasons_that_teach"),
        ("league", "0034_awareness"),
        ("league", "0035_season_strategy"),
        ("league", "0036_token_scopes"),
        ("league", "0037_receipts"),
        ("league", "0038_hides_memory"),
        ("league", "0039_twins"),
        ("league", "0040_fill_beliefs"),
        ("league", "0041_house_goes_on_advanced"),
        ("league", "0042_calendars"),
        ("league", "0043_enable_beat"),
        ("league", "0044_season_states"),
        ("league", "0045_series"),
        ("league", "0046_signs_of_life"),
        ("league", "0047_boards"),
        ("league", "0048_fill_boards"),
        ("league", "0049_blocks"),
        ("league", "0050_alerts"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("django_celery_beat", "0019_alter_periodictasks_options"),
        ("games", "0001_squashed_0036_unrated_games"),
        ("personas", "0001_squashed_0023_house_plays_advanced"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "ordering": ["username"],
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                ("digest", models.CharField(max_length=128, primary_key=True, serialize=False)),
                ("token_key", models.CharField(db_index=True, max_length=25)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("expiry", models.DateTimeField(blank=True, null=True)),
                ("name", models.CharField(help_text="What it is for.", max_length=80)),
                (
                    "scopes",
                    models.JSONField(default=list, help_text="What it may do of what its user may; each lets it read."),
                ),
                (
                    "last_used_at",
                    models.DateTimeField(blank=True, help_text="To the minute.", null=True, verbose_name="last used"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="auth_token_set",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-created"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="token_named",
                        violation_error_message="A token has a name.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("scopes")), models.Value("array")
                        ),
                        name="token_scopes_is_list",
                        violation_error_message="scopes must be a JSON list.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Act",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "at",
                    models.DateTimeField(
                        db_index=True, default=django.utils.timezone.now, help_text="When it was done."
                    ),
                ),
                ("who", models.CharField(help_text="Who did it, by name.", max_length=150)),
                (
                    "surface",
                    models.CharField(
                        choices=[
                            ("admin", "admin"),
                            ("site", "site"),
                            ("api", "API"),
                            ("command", "command line"),
                            ("system", "by itself"),
                        ],
                        help_text="From where.",
                        max_length=8,
                        verbose_name="from",
                    ),
                ),
                ("verb", models.CharField(help_text="What was done.", max_length=40)),
                (
                    "app_label",
                    models.CharField(help_text="The app of what it was done to.", max_length=40, verbose_name="app"),
                ),
                ("model", models.CharField(help_text="The kind of it.", max_length=40)),
                (
                    "name",
                    models.CharField(
                        help_text="Its public name: a slug, an id, a date.", max_length=200, verbose_name="object"
                    ),
                ),
                ("before", models.JSONField(blank=True, default=dict, help_text="What changed, as it was.")),
                ("after", models.JSONField(blank=True, default=dict, help_text="What changed, as it is since.")),
                ("reason", models.CharField(blank=True, help_text="Why, where somebody said so.", max_length=200)),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        help_text="The account of who did it, while there is one.",
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["app_label", "model", "name"], name="act_of_an_object")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("surface__in", ["admin", "site", "api", "command", "system"])),
                        name="act_surface_known",
                        violation_error_message="surface must be one of: admin, site, api, command, system.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("who", ""), _negated=True),
                            models.Q(("verb", ""), _negated=True),
                            models.Q(("app_label", ""), _negated=True),
                            models.Q(("model", ""), _negated=True),
                            models.Q(("name", ""), _negated=True),
                        ),
                        name="act_named",
                        violation_error_message="An act names who, what was done, and to what.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("before")), models.Value("object")
                        ),
                        name="act_before_is_object",
                        violation_error_message="before must be a JSON object.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("after")), models.Value("object")
                        ),
                        name="act_after_is_object",
                        violation_error_message="after must be a JSON object.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Addressee",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.SlugField(
                        help_text="What it is called: letters, digits and hyphens.", max_length=40, unique=True
                    ),
                ),
                (
                    "means",
                    models.CharField(
                        choices=[("mail", "mail"), ("webhook", "webhook")], help_text="How it is told.", max_length=8
                    ),
                ),
                ("address", models.CharField(help_text="A mail address, or the address of a webhook.", max_length=500)),
                (
                    "secret_variable",
                    models.CharField(
                        blank=True,
                        help_text="Of a webhook, the environment variable that holds the secret by which its bodies are signed, such as LEAGUE_ALERT_SECRET: never the secret. Empty: they are not signed.",
                        max_length=120,
                        verbose_name="secret",
                    ),
                ),
                (
                    "kinds",
                    models.JSONField(
                        blank=True, default=list, help_text="The kinds of alerts that it is told; none: all."
                    ),
                ),
                (
                    "repeat",
                    models.PositiveIntegerField(
                        default=360, help_text="After how many minutes it is told again what is still wrong; 0: never."
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(default=True, help_text="Whether it is told anything.", verbose_name="active"),
                ),
                ("made_by", models.CharField(blank=True, editable=False, help_text="Who made it.", max_length=150)),
                ("told_from", models.DateTimeField(editable=False, help_text="What was over before is never told.")),
                (
                    "busy_until",
                    models.DateTimeField(
                        blank=True, editable=False, help_text="Somebody tells it until then at most.", null=True
                    ),
                ),
                ("sent_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="last sent")),
                (
                    "failures",
                    models.PositiveIntegerField(
                        default=0, editable=False, help_text="How often in a row it could not be told."
                    ),
                ),
                (
                    "error",
                    models.CharField(blank=True, editable=False, help_text="Why not, the last time.", max_length=300),
                ),
                ("next_try_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="next try")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
            ],
            options={
                "ordering": ["slug"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("means__in", ["mail", "webhook"])),
                        name="addressee_means_known",
                        violation_error_message="means must be one of: mail, webhook.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("slug__regex", "^[a-z0-9]+(-[a-z0-9]+)*$")),
                        name="addressee_slug_shape",
                        violation_error_message="slug must be lower-case letters, digits and hyphens.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("address", ""), _negated=True),
                        name="addressee_has_address",
                        violation_error_message="An addressee has an address.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("secret_variable", ""),
                            models.Q(("means", "webhook"), ("secret_variable__regex", "^[A-Z][A-Z0-9_]*$")),
                            _connector="OR",
                        ),
                        name="addressee_secret_shape",
                        violation_error_message="The secret of a webhook is named by an environment variable; mail has none.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("kinds")), models.Value("array")
                        ),
                        name="addressee_kinds_are_list",
                        violation_error_message="kinds must be a JSON list.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("repeat__lte", 43200)),
                        name="addressee_repeat_in_bounds",
                        violation_error_message="At most 43,200 minutes (30 days).",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Alert",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=40)),
                ("about", models.CharField(blank=True, max_length=280)),
                ("key", models.CharField(help_text="Its kind and what it is about.", max_length=320)),
                ("told", models.TextField(help_text="What is wrong, in a sentence.")),
                ("cure", models.TextField(blank=True, help_text="What to do.")),
                (
                    "url",
                    models.CharField(
                        blank=True, help_text="Where more is told, on this site.", max_length=500, verbose_name="path"
                    ),
                ),
                (
                    "since",
                    models.DateTimeField(
                        blank=True, help_text="Since when it is wrong, where that is known.", null=True
                    ),
                ),
                ("begun_at", models.DateTimeField(verbose_name="first seen")),
                ("seen_at", models.DateTimeField(verbose_name="last seen")),
                ("over_at", models.DateTimeField(blank=True, db_index=True, null=True, verbose_name="over")),
            ],
            options={
                "ordering": ["-begun_at", "-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("over_at__isnull", True)), fields=("key",), name="alert_open_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("kind", ""), _negated=True), models.Q(("key", ""), _negated=True)),
                        name="alert_named",
                        violation_error_message="An alert has a kind and a key.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Telling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("begun_at", models.DateTimeField(verbose_name="told first")),
                ("last_at", models.DateTimeField(db_index=True, verbose_name="told last")),
                ("times", models.PositiveIntegerField(default=1)),
                ("over_at", models.DateTimeField(blank=True, null=True, verbose_name="told that it was over")),
                (
                    "addressee",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tellings", to="league.addressee"
                    ),
                ),
                (
                    "alert",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tellings", to="league.alert"
                    ),
                ),
            ],
            options={
                "ordering": ["-last_at", "-id"],
                "constraints": [models.UniqueConstraint(fields=("alert", "addressee"), name="telling_once")],
            },
        ),
        migrations.CreateModel(
            name="Watch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=20, unique=True)),
                ("owner", models.CharField(blank=True, help_text="The process that looked last.", max_length=160)),
                ("until", models.DateTimeField(help_text="Nobody else looks before.")),
            ],
            options={
                "verbose_name_plural": "watches",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Career",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rated", models.BooleanField()),
                ("ruleset", models.CharField(blank=True, max_length=40)),
                ("role", models.CharField(blank=True, max_length=40)),
                ("team", models.CharField(blank=True, max_length=20)),
                ("games", models.PositiveBigIntegerField(default=0)),
                ("wins", models.PositiveBigIntegerField(default=0)),
                ("draws", models.PositiveBigIntegerField(default=0)),
                ("survived", models.PositiveBigIntegerField(default=0)),
                ("answers", models.PositiveBigIntegerField(default=0)),
                ("defaults", models.PositiveBigIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="careers", to="personas.player"
                    ),
                ),
            ],
            options={
                "ordering": ["player_id", "rated", "ruleset", "team", "role"],
                "constraints": [
                    models.UniqueConstraint(fields=("rated", "ruleset", "role", "team", "player"), name="career_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("role", ""), ("team", "")),
                            models.Q(models.Q(("role", ""), _negated=True), models.Q(("team", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="career_of_a_team_with_a_role",
                        violation_error_message="Both or neither.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ModelCareer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("season", models.CharField(blank=True, max_length=60)),
                ("rated", models.BooleanField()),
                ("ruleset", models.CharField(max_length=40)),
                ("role", models.CharField(max_length=40)),
                ("team", models.CharField(max_length=20)),
                ("level", models.CharField(max_length=12)),
                ("games", models.PositiveBigIntegerField(default=0)),
                ("wins", models.PositiveBigIntegerField(default=0)),
                ("draws", models.PositiveBigIntegerField(default=0)),
                ("survived", models.PositiveBigIntegerField(default=0)),
                ("answers", models.PositiveBigIntegerField(default=0)),
                ("defaults", models.PositiveBigIntegerField(default=0)),
                (
                    "model",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="careers", to="personas.languagemodel"
                    ),
                ),
            ],
            options={
                "ordering": ["season", "model_id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "rated", "ruleset", "role", "team", "model", "level"),
                        name="model_career_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="FiguresSum",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("season", models.CharField(blank=True, max_length=60)),
                ("ruleset", models.CharField(blank=True, max_length=40)),
                ("size", models.PositiveSmallIntegerField()),
                ("level", models.CharField(blank=True, max_length=12)),
                ("role", models.CharField(blank=True, max_length=40)),
                ("team", models.CharField(blank=True, max_length=20)),
                ("persona", models.CharField(blank=True, help_text="Its slug.", max_length=60)),
                ("seats", models.PositiveBigIntegerField(default=0)),
                ("wins", models.PositiveBigIntegerField(default=0)),
                ("draws", models.PositiveBigIntegerField(default=0)),
                ("survived", models.PositiveBigIntegerField(default=0)),
                ("paid_seats", models.PositiveBigIntegerField(default=0)),
                ("paid_wins", models.PositiveBigIntegerField(default=0)),
                ("asked", models.PositiveBigIntegerField(default=0)),
                ("answers", models.PositiveBigIntegerField(default=0)),
                ("defaults", models.PositiveBigIntegerField(default=0)),
                ("accused", models.PositiveBigIntegerField(default=0)),
                ("nominated", models.PositiveBigIntegerField(default=0)),
                ("voted_for", models.PositiveBigIntegerField(default=0)),
                ("votes_hidden", models.PositiveBigIntegerField(default=0)),
                ("votes_open", models.PositiveBigIntegerField(default=0)),
                ("votes_nobody", models.PositiveBigIntegerField(default=0)),
                ("thoughts", models.PositiveBigIntegerField(default=0)),
                ("thought_length", models.PositiveBigIntegerField(default=0)),
                ("decisions", models.PositiveBigIntegerField(default=0)),
                ("foreseen", models.PositiveBigIntegerField(default=0)),
                ("calls", models.PositiveBigIntegerField(default=0)),
                ("input_tokens", models.PositiveBigIntegerField(default=0)),
                ("cached_tokens", models.PositiveBigIntegerField(default=0)),
                ("output_tokens", models.PositiveBigIntegerField(default=0)),
                ("reasoning_tokens", models.PositiveBigIntegerField(default=0)),
                ("cost", models.DecimalField(decimal_places=8, default=0, max_digits=20)),
                (
                    "model",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="personas.languagemodel"
                    ),
                ),
                (
                    "briefing",
                    models.PositiveIntegerField(
                        default=0, help_text="The revision of the briefings; as figures have it."
                    ),
                ),
                (
                    "version",
                    models.PositiveIntegerField(default=0, help_text="Of how the model was asked; as figures have it."),
                ),
                ("claims", models.PositiveBigIntegerField(default=0)),
                ("filed", models.PositiveBigIntegerField(default=0)),
                ("heard", models.PositiveBigIntegerField(default=0)),
                ("judged", models.PositiveBigIntegerField(default=0)),
                ("judged_hidden", models.PositiveBigIntegerField(default=0)),
                ("unfiled", models.PositiveBigIntegerField(default=0)),
                ("unsaid", models.PositiveBigIntegerField(default=0)),
                ("unsure", models.DecimalField(decimal_places=8, default=0, max_digits=20)),
                ("untrue", models.PositiveBigIntegerField(default=0)),
                ("untrue_hidden", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "ordering": ["season", "ruleset", "size"],
                "constraints": [
                    models.UniqueConstraint(
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
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="GameSum",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("season", models.CharField(blank=True, max_length=60)),
                ("ruleset", models.CharField(max_length=40)),
                ("size", models.PositiveSmallIntegerField()),
                ("winner", models.CharField(max_length=20)),
                ("games", models.PositiveBigIntegerField(default=0)),
                ("paid_games", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "ordering": ["season", "ruleset", "size"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "ruleset", "size", "winner"), name="game_sum_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Bill",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("season", models.CharField(blank=True, max_length=60)),
                ("ruleset", models.CharField(max_length=40)),
                ("size", models.PositiveSmallIntegerField()),
                (
                    "model",
                    models.CharField(
                        help_text="Its slug, or where it has no row the provider's name for it.", max_length=120
                    ),
                ),
                ("told", models.BooleanField(help_text="Whether it was the narrator.")),
                ("calls", models.PositiveBigIntegerField(default=0)),
                ("input", models.PositiveBigIntegerField(default=0)),
                ("cached", models.PositiveBigIntegerField(default=0)),
                ("output", models.PositiveBigIntegerField(default=0)),
                ("reasoning", models.PositiveBigIntegerField(default=0)),
                ("cost", models.DecimalField(decimal_places=8, default=0, max_digits=20)),
                ("cache_written", models.PositiveBigIntegerField(default=0)),
                ("unsure", models.DecimalField(decimal_places=8, default=0, max_digits=20)),
            ],
            options={
                "ordering": ["season", "model"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "told", "model", "ruleset", "size"), name="bill_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="AskingSum",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("season", models.CharField(blank=True, max_length=60)),
                (
                    "model",
                    models.CharField(
                        help_text="Its slug, or where it has no row the provider's name for it.", max_length=120
                    ),
                ),
                ("ruleset", models.CharField(max_length=40)),
                (
                    "kind",
                    models.CharField(
                        blank=True, help_text="Of the question; empty where it got no answer.", max_length=40
                    ),
                ),
                ("questions", models.PositiveBigIntegerField(default=0)),
                ("retried", models.PositiveBigIntegerField(default=0)),
                ("defaulted", models.PositiveBigIntegerField(default=0)),
                ("calls", models.PositiveBigIntegerField(default=0)),
                ("answered", models.PositiveBigIntegerField(default=0)),
                ("faulty", models.PositiveBigIntegerField(default=0)),
                ("cut", models.PositiveBigIntegerField(default=0)),
                ("refused", models.PositiveBigIntegerField(default=0)),
                ("lost", models.PositiveBigIntegerField(default=0)),
                ("input", models.PositiveBigIntegerField(default=0)),
                ("cached", models.PositiveBigIntegerField(default=0)),
                ("cache_written", models.PositiveBigIntegerField(default=0)),
                ("output", models.PositiveBigIntegerField(default=0)),
                ("reasoning", models.PositiveBigIntegerField(default=0)),
                ("cost", models.DecimalField(decimal_places=8, default=0, max_digits=20)),
                ("unsure", models.DecimalField(decimal_places=8, default=0, max_digits=20)),
            ],
            options={
                "ordering": ["season", "model", "ruleset", "kind"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "model", "ruleset", "kind"), name="asking_sum_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="LatencySum",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("season", models.CharField(blank=True, max_length=60)),
                ("model", models.CharField(help_text="As in sums of askings.", max_length=120)),
                ("ruleset", models.CharField(max_length=40)),
                ("bucket", models.PositiveSmallIntegerField()),
                ("calls", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "ordering": ["season", "model", "ruleset", "bucket"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "model", "ruleset", "bucket"), name="latency_sum_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Version",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("season", models.CharField(max_length=60)),
                ("model", models.CharField(max_length=120)),
                ("name", models.CharField(blank=True, max_length=120)),
                ("fingerprint", models.CharField(blank=True, max_length=120)),
                ("since", models.DateTimeField()),
            ],
            options={
                "ordering": ["season", "model", "since", "pk"],
                "indexes": [models.Index(fields=["season", "model", "since"], name="version_in_time")],
            },
        ),
        migrations.CreateModel(
            name="Surplus",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "season",
                    models.CharField(
                        blank=True, help_text='Its slug; "": all rated seasons that count.', max_length=60
                    ),
                ),
                ("by", models.CharField(blank=True, max_length=8)),
                ("whose", models.CharField(blank=True, max_length=130)),
                ("team", models.CharField(blank=True, max_length=20)),
                ("role", models.CharField(blank=True, max_length=40)),
                ("ruleset", models.CharField(max_length=40)),
                (
                    "book",
                    models.CharField(help_text="The digest of the options (league.results.expecting).", max_length=16),
                ),
                ("size", models.PositiveSmallIntegerField(help_text="How many sat at the table.")),
                ("winner", models.CharField(max_length=20)),
                ("games", models.PositiveBigIntegerField(default=0)),
                ("seats", models.PositiveBigIntegerField(default=0)),
                ("more", models.BigIntegerField(default=0, help_text="The sum of p - q.")),
                ("apart", models.PositiveBigIntegerField(default=0, help_text="The sum of (p - q) squared.")),
            ],
            options={
                "verbose_name_plural": "surpluses",
                "ordering": ["season", "by", "whose"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "by", "team", "role", "whose", "ruleset", "book", "size", "winner"),
                        name="surplus_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Figures",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="figures",
                        serialize=False,
                        to="games.seat",
                    ),
                ),
                ("table_size", models.PositiveSmallIntegerField(help_text="How many sat at its table.")),
                ("answers", models.PositiveIntegerField(default=0)),
                ("defaults", models.PositiveIntegerField(default=0, help_text="Answers that a default stood in for.")),
                (
                    "accused",
                    models.PositiveIntegerField(
                        default=0, help_text="Public speeches of others that accuse it by name."
                    ),
                ),
                ("nominated", models.PositiveIntegerField(default=0, help_text="How often it was nominated.")),
                ("voted_for", models.PositiveIntegerField(default=0, help_text="Votes that were cast for it.")),
                (
                    "votes_hidden",
                    models.PositiveIntegerField(default=0, help_text="Its votes for players of the hidden team."),
                ),
                (
                    "votes_open",
                    models.PositiveIntegerField(default=0, help_text="Its votes for players of the open team."),
                ),
                ("votes_nobody", models.PositiveIntegerField(default=0, help_text="Its votes for nobody.")),
                ("thoughts", models.PositiveIntegerField(default=0, help_text="Answers with a thought.")),
                ("thought_length", models.PositiveIntegerField(default=0, help_text="Characters of all its thoughts.")),
                (
                    "decisions",
                    models.PositiveIntegerField(default=0, help_text="Answers with a thought that chose a player."),
                ),
                (
                    "foreseen",
                    models.PositiveIntegerField(
                        default=0, help_text="Decisions whose thought names the player chosen."
                    ),
                ),
                ("calls", models.PositiveIntegerField(default=0)),
                ("input_tokens", models.PositiveBigIntegerField(default=0)),
                ("cached_tokens", models.PositiveBigIntegerField(default=0, help_text="Of the input tokens.")),
                ("output_tokens", models.PositiveBigIntegerField(default=0)),
                ("reasoning_tokens", models.PositiveBigIntegerField(default=0, help_text="Of the output tokens.")),
                ("cost", models.DecimalField(decimal_places=8, default=0, help_text="US dollars.", max_digits=14)),
                (
                    "briefing",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="The revision of the briefings that it was asked with; 0: not recorded, none, or several.",
                    ),
                ),
                (
                    "version",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="The version of how its model was asked; 0: not recorded, or it was asked in several ways.",
                    ),
                ),
                ("claims", models.PositiveIntegerField(default=0, help_text="Claims that it made aloud.")),
                (
                    "filed",
                    models.PositiveIntegerField(default=0, help_text="Claims filed with words that were listened to."),
                ),
                (
                    "heard",
                    models.PositiveIntegerField(
                        default=0, help_text="Claims that its words plainly make; of models alone."
                    ),
                ),
                (
                    "judged",
                    models.PositiveIntegerField(
                        default=0, help_text="Of its claims: those of which something shows it."
                    ),
                ),
                (
                    "judged_hidden",
                    models.PositiveIntegerField(default=0, help_text="The judged, where it is of the hidden team."),
                ),
                (
                    "unfiled",
                    models.PositiveIntegerField(default=0, help_text="Of the heard: those that it did not file."),
                ),
                (
                    "unsaid",
                    models.PositiveIntegerField(
                        default=0, help_text="Of the filed: those that its words plainly do not say."
                    ),
                ),
                (
                    "unsure",
                    models.DecimalField(
                        decimal_places=8,
                        default=0,
                        help_text="Of the cost: what nobody told, so that it is only the most.",
                        max_digits=14,
                    ),
                ),
                ("untrue", models.PositiveIntegerField(default=0, help_text="Of the judged: those that were not so.")),
                (
                    "untrue_hidden",
                    models.PositiveIntegerField(default=0, help_text="The untrue, where it is of the hidden team."),
                ),
                (
                    "belief_error",
                    models.PositiveBigIntegerField(
                        default=0, help_text="Of its beliefs: the sum of (chance - truth) squared, both from 0 to 100."
                    ),
                ),
                (
                    "beliefs",
                    models.PositiveIntegerField(default=0, help_text="How often it said how likely another is hidden."),
                ),
            ],
            options={
                "verbose_name_plural": "figures",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("answers__gte", models.F("defaults"))),
                        name="figures_defaults_within_answers",
                        violation_error_message="Defaults are answers.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("decisions__gte", models.F("foreseen"))),
                        name="figures_foreseen_within_decisions",
                        violation_error_message="Foreseen are decisions.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("cost__gte", 0)),
                        name="figures_cost_not_negative",
                        violation_error_message="A cost is not negative.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("claims__gte", models.F("judged"))),
                        name="figures_judged_within_claims",
                        violation_error_message="Judged are claims.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("judged__gte", models.F("untrue"))),
                        name="figures_untrue_within_judged",
                        violation_error_message="Untrue are judged.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("heard__gte", models.F("unfiled"))),
                        name="figures_unfiled_within_heard",
                        violation_error_message="Unfiled are heard.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("filed__gte", models.F("unsaid"))),
                        name="figures_unsaid_within_filed",
                        violation_error_message="Unsaid are filed.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("unsure", 0),
                            models.Q(("cost__gte", models.F("unsure")), ("unsure__gt", 0)),
                            _connector="OR",
                        ),
                        name="figures_unsure_within_cost",
                        violation_error_message="Unsure is of the cost.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "belief_error__lte",
                                django.db.models.expressions.CombinedExpression(
                                    models.F("beliefs"), "*", models.Value(10000)
                                ),
                            )
                        ),
                        name="figures_belief_error_possible",
                        violation_error_message="No belief is wrong by more than all.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Process",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "name",
                    models.CharField(
                        help_text="What it is called: its kind and number, and what it plays.", max_length=120
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("web", "site"), ("worker", "worker"), ("beat", "beat"), ("season", "season run")],
                        max_length=8,
                    ),
                ),
                (
                    "ident",
                    models.CharField(
                        help_text="Machine, process id and start, as leases name their owners.", max_length=160
                    ),
                ),
                ("host", models.CharField(max_length=120, verbose_name="machine")),
                ("pid", models.PositiveIntegerField(verbose_name="process id")),
                ("release", models.CharField(max_length=40)),
                ("started_at", models.DateTimeField(verbose_name="started")),
                (
                    "seen_at",
                    models.DateTimeField(
                        db_index=True,
                        help_text="Of beat: when it last sent what has the league look at what is due.",
                        verbose_name="last sign",
                    ),
                ),
                (
                    "worked_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When it last took a message from the queue, of a worker.",
                        null=True,
                        verbose_name="last message",
                    ),
                ),
                ("games", models.PositiveIntegerField(default=0, help_text="How many games it held then.")),
                (
                    "ended_at",
                    models.DateTimeField(
                        blank=True, help_text="When it ended cleanly.", null=True, verbose_name="ended"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "processes",
                "ordering": ["kind", "host", "started_at", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("ident", "kind"), name="process_part_once"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["web", "worker", "beat", "season"])),
                        name="process_kind_known",
                        violation_error_message="kind must be one of: web, worker, beat, season.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("name", ""), _negated=True),
                            models.Q(("ident", ""), _negated=True),
                            models.Q(("host", ""), _negated=True),
                        ),
                        name="process_named",
                        violation_error_message="A process has a name and a machine.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(help_text="As it was sent, any text.", max_length=255)),
                (
                    "digest",
                    models.CharField(
                        help_text="SHA-256 of what was asked: another one is not this request.", max_length=64
                    ),
                ),
                ("began_at", models.DateTimeField(db_index=True)),
                (
                    "status",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="Of the answer; empty while under way.", null=True
                    ),
                ),
                (
                    "headers",
                    models.JSONField(blank=True, default=dict, help_text="Those of the answer that belong to it."),
                ),
                ("body", models.TextField(blank=True, help_text="The answer, as it was sent.")),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="receipts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "token",
                    models.ForeignKey(
                        blank=True,
                        help_text="Of a session none.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="receipts",
                        to=settings.KNOX_TOKEN_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("token__isnull", False)),
                        fields=("token", "key"),
                        name="receipt_once_for_a_token",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("token__isnull", True)),
                        fields=("account", "key"),
                        name="receipt_once_for_a_session",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        name="receipt_has_key",
                        violation_error_message="A receipt has a key.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("digest__regex", "^[0-9a-f]{64}$")),
                        name="receipt_digest_shape",
                        violation_error_message="digest must be a SHA-256 in hexadecimal.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__isnull", False), models.Q(("body", ""), ("headers", {})), _connector="OR"
                        ),
                        name="receipt_answered_or_under_way",
                        violation_error_message="What is under way has no answer yet.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("headers")), models.Value("object")
                        ),
                        name="receipt_headers_is_object",
                        violation_error_message="headers must be a JSON object.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.CharField(help_text="Lower-case letters, digits and hyphens.", max_length=60, unique=True),
                ),
                ("name", models.CharField(max_length=120)),
                (
                    "status",
                    models.CharField(
                        choices=[("running", "running"), ("paused", "paused"), ("ended", "ended")],
                        default="running",
                        max_length=12,
                    ),
                ),
                (
                    "waiting",
                    models.CharField(
                        blank=True,
                        help_text="Why the next season has not opened, in words for a person.",
                        max_length=500,
                    ),
                ),
                (
                    "template",
                    models.JSONField(
                        help_text="What its seasons are to be: a season's plan without slug, name and players."
                    ),
                ),
                (
                    "slug_pattern",
                    models.CharField(
                        help_text="What its seasons are called in addresses, with {n} for the number.",
                        max_length=60,
                        verbose_name="slugs",
                    ),
                ),
                (
                    "name_pattern",
                    models.CharField(
                        help_text="What they are called, with {n} for the number.", max_length=120, verbose_name="names"
                    ),
                ),
                (
                    "next_number",
                    models.PositiveIntegerField(
                        default=1, help_text="The number of the season that opens next.", verbose_name="next"
                    ),
                ),
                ("opened", models.PositiveIntegerField(default=0, help_text="How many seasons it has opened.")),
                (
                    "roster_rule",
                    models.CharField(
                        choices=[
                            ("same", "the same: who played the season before"),
                            ("active", "active: all active players of the house, or of the models named"),
                            ("fixed", "fixed: those of the list"),
                            ("best", "best: the first of the table of the season before, and others by lot"),
                        ],
                        default="same",
                        help_text="Who plays the next season.",
                        max_length=12,
                        verbose_name="roster",
                    ),
                ),
                (
                    "players",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Player ids: those of a fixed roster, and of a first season that none is before.",
                    ),
                ),
                (
                    "pool",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Slugs of the models whose active players are invited, or that a lot draws from; `house` stands for all that play offline.",
                    ),
                ),
                (
                    "best",
                    models.PositiveSmallIntegerField(default=0, help_text="How many of the table before play again."),
                ),
                (
                    "by_lot",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="How many of the others a lot draws beside them."
                    ),
                ),
                (
                    "opens",
                    models.CharField(
                        choices=[
                            ("after", "after: when the one before is over"),
                            ("weeks", "weeks: so many weeks after the one before started, and when that is over"),
                        ],
                        default="after",
                        help_text="When the next season opens.",
                        max_length=12,
                    ),
                ),
                (
                    "weeks",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="After how many weeks, where it opens by weeks."
                    ),
                ),
                (
                    "begins_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="No season opens before; weeks are counted from it.",
                        null=True,
                        verbose_name="first",
                    ),
                ),
                (
                    "most",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="With so many seasons the series is over; empty: never.",
                        null=True,
                        verbose_name="seasons at most",
                    ),
                ),
                (
                    "until",
                    models.DateTimeField(
                        blank=True, help_text="No season opens from then on; empty: never.", null=True
                    ),
                ),
                (
                    "cap_total",
                    models.DecimalField(
                        blank=True,
                        decimal_places=4,
                        help_text="US dollars for all its seasons together; the next opens only where its own caps fit what is left.",
                        max_digits=10,
                        null=True,
                        verbose_name="cap of the series",
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
            ],
            options={
                "verbose_name_plural": "series",
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("slug__regex", "^[a-z0-9][a-z0-9-]*$")),
                        name="series_slug_shape",
                        violation_error_message="slug must be lower-case letters, digits and hyphens.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="series_named",
                        violation_error_message="A series has a name.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["running", "paused", "ended"])),
                        name="series_status_known",
                        violation_error_message="status must be one of: running, paused, ended.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("roster_rule__in", ["same", "active", "fixed", "best"])),
                        name="series_roster_rule_known",
                        violation_error_message="roster_rule must be one of: same, active, fixed, best.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("opens__in", ["after", "weeks"])),
                        name="series_opens_known",
                        violation_error_message="opens must be one of: after, weeks.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("template")), models.Value("object")
                        ),
                        name="series_template_is_object",
                        violation_error_message="template must be a JSON object.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("players")), models.Value("array")
                        ),
                        name="series_players_are_list",
                        violation_error_message="players must be a JSON list.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("pool")), models.Value("array")
                        ),
                        name="series_pool_is_list",
                        violation_error_message="pool must be a JSON list.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name_pattern__contains", "{n}"), ("slug_pattern__contains", "{n}")),
                        name="series_patterns_numbered",
                        violation_error_message="A pattern has {n} where the number stands.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("next_number__gte", 1)),
                        name="series_number_from_one",
                        violation_error_message="Numbers begin with 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("most__isnull", True), ("most__gte", 1), _connector="OR"),
                        name="series_most_from_one",
                        violation_error_message="It has at least one season.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("opens", "weeks"), ("weeks__gte", 1)),
                            models.Q(("opens", "after"), ("weeks", 0)),
                            _connector="OR",
                        ),
                        name="series_weeks_said",
                        violation_error_message="Where it opens by weeks it says how many, and nowhere else.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("best__gte", 1), ("roster_rule", "best")),
                            models.Q(models.Q(("roster_rule", "best"), _negated=True), ("best", 0), ("by_lot", 0)),
                            _connector="OR",
                        ),
                        name="series_best_said",
                        violation_error_message="Where the best play again it says how many, and nowhere else.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("cap_total__isnull", True), ("cap_total__gte", 0), _connector="OR"),
                        name="series_cap_not_negative",
                        violation_error_message="A cap is not negative.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "paused"), _negated=True),
                            models.Q(("waiting", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="series_paused_for_a_reason",
                        violation_error_message="A series that is paused says why.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at__isnull", False), ("status", "ended")),
                            models.Q(models.Q(("status", "ended"), _negated=True), ("ended_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="series_ended_whole",
                        violation_error_message="A series that has ended, and no other, has a time of end.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("opened__lt", models.F("next_number"))),
                        name="series_opened_fewer",
                        violation_error_message="A number is given once.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.CharField(help_text="Lower-case letters, digits and hyphens.", max_length=60, unique=True),
                ),
                ("name", models.CharField(max_length=120)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("announced", "announced"),
                            ("running", "running"),
                            ("paused", "paused"),
                            ("finished", "finished"),
                            ("cancelled", "cancelled"),
                        ],
                        default="draft",
                        max_length=12,
                    ),
                ),
                (
                    "waiting",
                    models.CharField(
                        blank=True,
                        help_text="Why it is paused, or has not begun though it is due, for a person.",
                        max_length=200,
                    ),
                ),
                (
                    "games_planned",
                    models.PositiveIntegerField(help_text="How many games it has.", verbose_name="games"),
                ),
                (
                    "interval",
                    models.FloatField(
                        default=0, help_text="Seconds between the end of a game and the start of the next."
                    ),
                ),
                (
                    "pace",
                    models.FloatField(default=1, help_text="A multiple of reading time; 0 is as fast as possible."),
                ),
                (
                    "spoilers",
                    models.CharField(
                        choices=[
                            ("open", "open: everything is shown live"),
                            ("delayed", "delayed: hidden things are shown some minutes later"),
                            ("sealed", "sealed: hidden things are shown at the end"),
                        ],
                        default="open",
                        max_length=12,
                    ),
                ),
                (
                    "delay_minutes",
                    models.PositiveSmallIntegerField(
                        default=10,
                        help_text="Minutes until hidden things are shown, when spoilers are delayed.",
                        verbose_name="delay",
                    ),
                ),
                (
                    "names",
                    models.CharField(
                        choices=[("alias", "aliases, drawn for each game"), ("persona", "the personas' own names")],
                        default="alias",
                        max_length=12,
                    ),
                ),
                ("rated", models.BooleanField(default=True, help_text="Whether the leaderboard counts its games.")),
                (
                    "secret",
                    models.CharField(
                        default=league.models.season.new_secret,
                        help_text="The games' seeds are drawn from it.",
                        max_length=200,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="started")),
                ("finished_at", models.DateTimeField(blank=True, null=True, verbose_name="finished")),
                (
                    "cap_call",
                    models.DecimalField(
                        blank=True,
                        decimal_places=4,
                        help_text="US dollars; empty is none.",
                        max_digits=10,
                        null=True,
                        verbose_name="cap of a call",
                    ),
                ),
                (
                    "cap_game",
                    models.DecimalField(
                        blank=True,
                        decimal_places=4,
                        help_text="US dollars; empty is none.",
                        max_digits=10,
                        null=True,
                        verbose_name="cap of a game",
                    ),
                ),
                (
                    "cap_season",
                    models.DecimalField(
                        blank=True,
                        decimal_places=4,
                        help_text="US dollars.",
                        max_digits=10,
                        null=True,
                        verbose_name="cap of the season",
                    ),
                ),
                (
                    "unprobed",
                    models.CharField(
                        blank=True, help_text="Why it was started with models that were never probed.", max_length=200
                    ),
                ),
                (
                    "narrator",
                    models.CharField(
                        choices=[("none", "none"), ("template", "template: lines of the house, at no cost")],
                        default="template",
                        help_text="Who tells the games to those who watch; no player hears it.",
                        max_length=12,
                    ),
                ),
                (
                    "persona_source",
                    models.CharField(
                        choices=[
                            ("roster", "those of the roster"),
                            ("season", "one of its own from each model, written before the season"),
                            ("game", "one of its own from each model, written anew before each game"),
                        ],
                        default="roster",
                        help_text="Whose personas play; players of the house keep theirs.",
                        max_length=12,
                        verbose_name="personas",
                    ),
                ),
                (
                    "narrator_model",
                    models.ForeignKey(
                        blank=True,
                        help_text="Tells the games instead, where it has something fit to say; paid like any call.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="personas.languagemodel",
                    ),
                ),
                (
                    "pinned_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="As of when its players and their models play it.",
                        null=True,
                        verbose_name="pinned",
                    ),
                ),
                (
                    "keep",
                    models.PositiveIntegerField(
                        blank=True,
                        default=games.models.game.usual_keep,
                        help_text="For how many days after a game's end the words of its calls are kept: what its models were sent and answered; empty: for good, 0: not at all.",
                        null=True,
                        verbose_name="words of calls",
                    ),
                ),
                (
                    "disclosing",
                    models.BooleanField(
                        default=True,
                        help_text="Whether players say beside their answers whom they suspect and what their words claim: so that it can be told who lied. It decides nothing in a game.",
                        verbose_name="beliefs and claims",
                    ),
                ),
                (
                    "cap_learning",
                    models.DecimalField(
                        blank=True,
                        decimal_places=4,
                        help_text="US dollars for asking models what they learned; when they are spent, games teach models nothing.",
                        max_digits=10,
                        null=True,
                        verbose_name="cap of learning",
                    ),
                ),
                (
                    "lag",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Of how many games back the lessons are known when a game begins; empty: 1 where one game follows another, else 8, or as many as are played at once. So many may be played at once, at most.",
                        null=True,
                        verbose_name="games behind",
                    ),
                ),
                (
                    "memory",
                    models.CharField(
                        choices=[
                            ("live", "live: they remember, and learn from game to game"),
                            ("frozen", "frozen: they remember what they did at its start"),
                            ("off", "off: they remember nothing and learn nothing"),
                        ],
                        default="live",
                        help_text="Whether its players remember other games, and learn from this season's.",
                        max_length=12,
                    ),
                ),
                (
                    "is_aware",
                    models.BooleanField(
                        blank=True,
                        help_text="Whether all its players are told that they are models among models; empty: each as it is.",
                        null=True,
                        verbose_name="aware",
                    ),
                ),
                (
                    "strategy_level",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("none", "no strategy told"),
                            ("basic", "basic"),
                            ("intermediate", "intermediate"),
                            ("advanced", "advanced"),
                        ],
                        help_text="The level that all its players play at; empty: each at its own.",
                        max_length=12,
                    ),
                ),
                (
                    "hides_memory",
                    models.BooleanField(
                        default=False,
                        help_text="Whether visitors see what its players learned only when it is over; until then, what they remembered when it started.",
                        verbose_name="hides memory",
                    ),
                ),
                (
                    "twin_of",
                    models.ForeignKey(
                        blank=True,
                        help_text="The season that it plays once more, deal for deal; its games count in no sum of all seasons.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="twins",
                        to="league.season",
                        verbose_name="twin of",
                    ),
                ),
                (
                    "at_once",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="How many of its games are open at the same time, or are played in a slot of its calendar; empty: one after another where there is a pace or an interval, else as many as there is room for.",
                        null=True,
                        verbose_name="games at once",
                    ),
                ),
                (
                    "resumed_at",
                    models.DateTimeField(
                        blank=True, help_text="When it last went on after a pause.", null=True, verbose_name="resumed"
                    ),
                ),
                ("announced_at", models.DateTimeField(blank=True, null=True, verbose_name="announced")),
                (
                    "begins_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When it begins by itself, once it is announced; empty: as its calendar says, or by hand.",
                        null=True,
                        verbose_name="begins",
                    ),
                ),
                (
                    "ended_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When somebody ended it before its games were played: finished it early, or cancelled it.",
                        null=True,
                        verbose_name="ended early",
                    ),
                ),
                (
                    "ended_by",
                    models.CharField(blank=True, help_text="Who did.", max_length=150, verbose_name="ended by"),
                ),
                (
                    "ended_why",
                    models.CharField(blank=True, help_text="Why.", max_length=200, verbose_name="ended because"),
                ),
                (
                    "roster_until",
                    models.DateTimeField(
                        blank=True,
                        help_text="Until when its roster may change while it is announced; empty: until it begins.",
                        null=True,
                        verbose_name="roster until",
                    ),
                ),
                (
                    "lot",
                    models.CharField(
                        blank=True,
                        help_text="What places on its roster were drawn from by lot; empty: none were.",
                        max_length=32,
                    ),
                ),
                (
                    "series_number",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="Its number among the seasons of its series.",
                        null=True,
                        verbose_name="number in its series",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        blank=True,
                        help_text="The series that it belongs to.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seasons",
                        to="league.series",
                    ),
                ),
                (
                    "design",
                    models.CharField(
                        choices=[
                            ("blocks", "blocks: in each everybody plays as often, in each seat, role and team"),
                            (
                                "teams",
                                "team against team: one half of the roster against the other, each deal twice with sides swapped",
                            ),
                            ("rotation", "rotation: everybody plays as often, seats and roles are by lot"),
                        ],
                        default="blocks",
                        help_text="How it is drawn who plays which game, where and as what. A block has as many games of each rule book as there are players. Team against team: the deal of a second game is known, so it is open and unrated.",
                        max_length=12,
                    ),
                ),
                (
                    "may_overlap",
                    models.BooleanField(
                        default=True,
                        help_text="Whether a player may sit in two of its games at once. If not, a game waits for its players, others go before it, and the season takes longer: players of the house and models lose nothing by two games at once.",
                        verbose_name="several games at once",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["status"], name="season_status")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("slug__regex", "^[a-z0-9][a-z0-9-]*$")),
                        name="season_slug_shape",
                        violation_error_message="slug must be lower-case letters, digits and hyphens.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="season_named",
                        violation_error_message="A season has a name.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("spoilers__in", ["open", "delayed", "sealed"])),
                        name="season_spoilers_known",
                        violation_error_message="spoilers must be one of: open, delayed, sealed.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("names__in", ["alias", "persona"])),
                        name="season_names_known",
                        violation_error_message="names must be one of: alias, persona.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("games_planned__gte", 1)),
                        name="season_has_games",
                        violation_error_message="A season has at least one game.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("interval__gte", 0)),
                        name="season_interval_not_negative",
                        violation_error_message="The interval is not negative.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("pace__gte", 0)),
                        name="season_pace_not_negative",
                        violation_error_message="The pace is not negative.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("spoilers", "delayed"), _negated=True), ("delay_minutes__gte", 1), _connector="OR"
                        ),
                        name="season_delay_given",
                        violation_error_message="Delayed spoilers wait at least a minute.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("secret", ""), _negated=True),
                        name="season_secret_given",
                        violation_error_message="A season has a secret.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("finished_at__isnull", False), ("status", "finished")),
                            models.Q(models.Q(("status", "finished"), _negated=True), ("finished_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="season_finished_whole",
                        violation_error_message="A finished season, and no other, has a time of end.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("narrator__in", ["none", "template"])),
                        name="season_narrator_known",
                        violation_error_message="narrator must be one of: none, template.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("persona_source__in", ["roster", "season", "game"])),
                        name="season_persona_source_known",
                        violation_error_message="persona_source must be one of: roster, season, game.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("keep__isnull", True), ("keep__lte", 36500), _connector="OR"),
                        name="season_keep_possible",
                        violation_error_message="Words are kept for at most 36,500 days, or for good.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("memory__in", ["live", "frozen", "off"])),
                        name="season_memory_known",
                        violation_error_message="memory must be one of: live, frozen, off.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("lag__isnull", True), ("lag__gte", 1), _connector="OR"),
                        name="season_lag_from_one",
                        violation_error_message="A game cannot know of itself.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("cap_call__isnull", True), ("cap_call__gte", 0), _connector="OR"),
                            models.Q(("cap_game__isnull", True), ("cap_game__gte", 0), _connector="OR"),
                            models.Q(("cap_season__isnull", True), ("cap_season__gte", 0), _connector="OR"),
                            models.Q(("cap_learning__isnull", True), ("cap_learning__gte", 0), _connector="OR"),
                        ),
                        name="season_caps_not_negative",
                        violation_error_message="A cap is not negative.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("strategy_level__in", ["", "none", "basic", "intermediate", "advanced"])),
                        name="season_level_known",
                        violation_error_message="Unknown strategy level.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("twin_of__isnull", True),
                            models.Q(("twin_of", models.F("id")), _negated=True),
                            _connector="OR",
                        ),
                        name="season_twin_of_another",
                        violation_error_message="Nobody is his own twin.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("twin_of__isnull", True), models.Q(("rated", False), ("spoilers", "open")), _connector="OR"
                        ),
                        name="season_twin_of_known_deals",
                        violation_error_message="A twin's deals are known before: it is open and unrated.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("at_once__isnull", True), ("at_once__gte", 1), _connector="OR"),
                        name="season_at_once_from_one",
                        violation_error_message="At least one is played at once.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["draft", "announced", "running", "paused", "finished", "cancelled"])
                        ),
                        name="season_status_known",
                        violation_error_message="status must be one of: draft, announced, running, paused, finished, cancelled.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["draft", "announced", "cancelled"]),
                            ("started_at__isnull", False),
                            _connector="OR",
                        ),
                        name="season_started_when_running",
                        violation_error_message="A season that has begun has a time of start.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "announced"), _negated=True),
                            ("announced_at__isnull", False),
                            _connector="OR",
                        ),
                        name="season_announced_since",
                        violation_error_message="An announced season has a time at which it was.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at__isnull", True), ("ended_by", ""), ("ended_why", "")),
                            models.Q(
                                ("ended_at__isnull", False),
                                models.Q(("ended_by", ""), _negated=True),
                                models.Q(("ended_why", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="season_ended_for_a_reason",
                        violation_error_message="Whoever ends a season early says why.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "cancelled"), _negated=True),
                            ("ended_at__isnull", False),
                            _connector="OR",
                        ),
                        name="season_cancelled_by_somebody",
                        violation_error_message="A cancelled season was cancelled by somebody.",
                    ),
                    models.UniqueConstraint(fields=("series", "series_number"), name="season_series_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("series__isnull", True), ("series_number__isnull", True)),
                            models.Q(
                                ("series__isnull", False), ("series_number__gte", 1), ("series_number__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="season_numbered_in_series",
                        violation_error_message="A season of a series, and no other, has a number in it.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("design__in", ["blocks", "teams", "rotation"])),
                        name="season_design_known",
                        violation_error_message="design must be one of: blocks, teams, rotation.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("design", "teams"), _negated=True),
                            models.Q(("rated", False), ("spoilers", "open")),
                            _connector="OR",
                        ),
                        name="season_teams_of_known_deals",
                        violation_error_message="Team against team each deal is known before its second game: it is open and unrated.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "number",
                    models.PositiveSmallIntegerField(help_text="Its turn, from 0: fixture 1 is played by number 0."),
                ),
                ("ruleset", models.CharField(help_text="The slug of the rules.", max_length=40)),
                ("revision", models.PositiveIntegerField(help_text="The revision of those rules.")),
                ("seats", models.PositiveSmallIntegerField(help_text="How many sit at a table.")),
                (
                    "options",
                    models.JSONField(
                        blank=True, default=dict, help_text="Options of the ruleset that differ from the defaults."
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rules", to="league.season"
                    ),
                ),
            ],
            options={
                "verbose_name": "rules of a season",
                "verbose_name_plural": "rules of a season",
                "ordering": ["season_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "number"), name="season_rules_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("ruleset", ""), _negated=True),
                        name="season_rules_named",
                        violation_error_message="Rules have a name.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("options")), models.Value("object")
                        ),
                        name="season_rules_options_is_object",
                        violation_error_message="options must be a JSON object.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("seats__gte", 2)),
                        name="season_rules_have_seats",
                        violation_error_message="A table has at least two seats.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="Its place on the roster, from 0.")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="season_places", to="personas.player"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="roster", to="league.season"
                    ),
                ),
                (
                    "is_written",
                    models.BooleanField(
                        default=False,
                        help_text="Whether its model wrote its persona for this season.",
                        verbose_name="written for the season",
                    ),
                ),
                (
                    "model_version",
                    models.ForeignKey(
                        blank=True,
                        help_text="How its model is asked; empty until the season starts.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="personas.modelversion",
                    ),
                ),
                (
                    "sheet_version",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="The version of its persona's sheet that it plays by; 0 until the season starts.",
                    ),
                ),
                (
                    "strategy_level",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("none", "no strategy told"),
                            ("basic", "basic"),
                            ("intermediate", "intermediate"),
                            ("advanced", "advanced"),
                        ],
                        help_text="The level that it plays at.",
                        max_length=12,
                    ),
                ),
                (
                    "memory",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="The revision of what it remembered when the season started; 0 for nothing.",
                    ),
                ),
                (
                    "is_aware",
                    models.BooleanField(
                        default=False,
                        help_text="Whether it is told that it is a model among models; no until it starts.",
                        verbose_name="aware",
                    ),
                ),
            ],
            options={
                "verbose_name": "roster place",
                "ordering": ["season_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "player"), name="roster_player_once"),
                    models.UniqueConstraint(fields=("season", "number"), name="roster_number_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Outcome",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ruleset", models.CharField(max_length=40)),
                ("winner", models.CharField(max_length=20)),
                ("games", models.PositiveBigIntegerField(default=0)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="outcomes", to="league.season"
                    ),
                ),
            ],
            options={
                "ordering": ["season_id", "ruleset", "winner"],
                "constraints": [models.UniqueConstraint(fields=("season", "ruleset", "winner"), name="outcome_once")],
            },
        ),
        migrations.CreateModel(
            name="Board",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "is_published",
                    models.BooleanField(
                        default=True, help_text="Whether others than staff see it.", verbose_name="published"
                    ),
                ),
                (
                    "minimum",
                    models.PositiveIntegerField(
                        default=3,
                        help_text="Rows with fewer games stand apart and have no rank.",
                        verbose_name="minimum of games",
                    ),
                ),
                (
                    "order",
                    models.CharField(
                        choices=[("above", "wins above expectation"), ("rate", "win rate")],
                        default="above",
                        max_length=8,
                    ),
                ),
                (
                    "revision",
                    models.PositiveIntegerField(
                        default=0, help_text="Grows with each act on it; 0 while there was none."
                    ),
                ),
                (
                    "season",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="board",
                        to="league.season",
                    ),
                ),
            ],
            options={
                "ordering": ["season_id"],
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.comparison.Coalesce("season", 0), name="board_of_all_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("order__in", ["above", "rate"])),
                        name="board_order_known",
                        violation_error_message="order must be one of: above, rate.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("minimum__lte", 10000)),
                        name="board_minimum_possible",
                        violation_error_message="The minimum is at most 10,000 games.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Exclusion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "turn",
                    models.PositiveIntegerField(
                        help_text="From 1: with odd ones it is taken off, with even ones given back."
                    ),
                ),
                ("is_out", models.BooleanField(verbose_name="taken off")),
                ("reason", models.CharField(help_text="Everybody sees it.", max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("who", models.CharField(help_text="Who did it, by name.", max_length=150)),
                (
                    "surface",
                    models.CharField(
                        choices=[
                            ("admin", "admin"),
                            ("site", "site"),
                            ("api", "API"),
                            ("command", "command line"),
                            ("system", "by itself"),
                        ],
                        max_length=8,
                        verbose_name="from",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="exclusions",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="exclusions",
                        to="personas.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="exclusions",
                        to="league.season",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["season", "player"], name="exclusion_of_season")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("game__isnull", False)), fields=("game", "turn"), name="exclusion_of_game"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("player__isnull", False), ("season__isnull", False)),
                        fields=("player", "season", "turn"),
                        name="exclusion_of_player_in_season",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("player__isnull", False), ("season__isnull", True)),
                        fields=("player", "turn"),
                        name="exclusion_of_player",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("game__isnull", False), ("player__isnull", True), ("season__isnull", True)),
                            models.Q(("game__isnull", True), ("player__isnull", False)),
                            _connector="OR",
                        ),
                        name="exclusion_of_one",
                        violation_error_message="A game is excluded, or a player.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                django.db.models.lookups.Exact(
                                    django.db.models.functions.math.Mod(models.F("turn"), 2), 1
                                ),
                                ("is_out", True),
                            ),
                            models.Q(
                                django.db.models.lookups.Exact(
                                    django.db.models.functions.math.Mod(models.F("turn"), 2), 0
                                ),
                                ("is_out", False),
                                ("turn__gte", 2),
                            ),
                            _connector="OR",
                        ),
                        name="exclusion_in_turns",
                        violation_error_message="What was excluded is restored, and only that.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("reason", ""), _negated=True), models.Q(("who", ""), _negated=True)
                        ),
                        name="exclusion_has_a_reason",
                        violation_error_message="Whoever excludes or restores says why.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("surface__in", ["admin", "site", "api", "command", "system"])),
                        name="exclusion_surface_known",
                        violation_error_message="surface must be one of: admin, site, api, command, system.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Calendar",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "starts_at",
                    models.DateTimeField(
                        blank=True, help_text="No slot is before it.", null=True, verbose_name="start"
                    ),
                ),
                (
                    "weekdays",
                    models.CharField(
                        help_text="Days of the week by their numbers: 1 is Monday, 7 is Sunday.", max_length=7
                    ),
                ),
                (
                    "times",
                    models.CharField(
                        help_text="Times of day on the clocks of its zone, with blanks between, as in 18:00 20:30.",
                        max_length=200,
                    ),
                ),
                ("time_zone", models.CharField(help_text="A name of the IANA's, as in Europe/Berlin.", max_length=64)),
                (
                    "blackouts",
                    models.TextField(
                        blank=True, help_text="Dates without slots, with blanks between, as in 2026-12-24 2026-12-25."
                    ),
                ),
                (
                    "missed",
                    models.CharField(
                        choices=[
                            ("catch_up", "caught up: its games are played as soon as they can be"),
                            ("skip", "skipped: its games take the next slot"),
                        ],
                        default="catch_up",
                        help_text="What becomes of a slot that was missed.",
                        max_length=12,
                    ),
                ),
                (
                    "changed_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When it was last changed after the start: its slots count from then.",
                        null=True,
                        verbose_name="changed",
                    ),
                ),
                (
                    "looked_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When somebody last looked at what of it is due.",
                        null=True,
                        verbose_name="looked",
                    ),
                ),
                (
                    "season",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="calendar", to="league.season"
                    ),
                ),
            ],
            options={
                "ordering": ["season_id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("weekdays__regex", "^1?2?3?4?5?6?7?$")),
                        name="calendar_weekdays_shape",
                        violation_error_message="weekdays must be numbers from 1 to 7 in their order.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("weekdays", ""), _negated=True),
                        name="calendar_has_weekdays",
                        violation_error_message="A calendar has a day of the week.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("times__regex", "^([01][0-9]|2[0-3]):[0-5][0-9]( ([01][0-9]|2[0-3]):[0-5][0-9])*$")
                        ),
                        name="calendar_times_shape",
                        violation_error_message="times must be times of day, with blanks between.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("time_zone__regex", "^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*$")),
                        name="calendar_time_zone_shape",
                        violation_error_message="time_zone must be a time zone's name.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("blackouts__regex", "^([0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{4}-[0-9]{2}-[0-9]{2})*)?$")
                        ),
                        name="calendar_blackouts_shape",
                        violation_error_message="blackouts must be dates, with blanks between.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("missed__in", ["catch_up", "skip"])),
                        name="calendar_missed_known",
                        violation_error_message="missed must be one of: catch_up, skip.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Slot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(help_text="The date on the wall.")),
                ("time", models.TimeField(help_text="The time of day on the wall.")),
                ("time_zone", models.CharField(help_text="In which zone the wall is.", max_length=64)),
                ("due_at", models.DateTimeField(help_text="Its moment.", verbose_name="due")),
                (
                    "opened_at",
                    models.DateTimeField(
                        blank=True, help_text="When its games were made.", null=True, verbose_name="opened"
                    ),
                ),
                (
                    "skipped_at",
                    models.DateTimeField(
                        blank=True, help_text="When it was found to be missed.", null=True, verbose_name="skipped"
                    ),
                ),
                (
                    "late_why",
                    models.CharField(
                        blank=True, help_text="Why it was late or skipped, in words for a person.", max_length=300
                    ),
                ),
                (
                    "calendar",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="slots", to="league.calendar"
                    ),
                ),
            ],
            options={
                "ordering": ["calendar_id", "due_at", "day", "time"],
                "indexes": [models.Index(fields=["calendar", "due_at"], name="slot_due")],
                "constraints": [
                    models.UniqueConstraint(fields=("calendar", "day", "time", "time_zone"), name="slot_once"),
                    models.CheckConstraint(
                        condition=models.Q(("opened_at__isnull", True), ("skipped_at__isnull", True), _connector="OR"),
                        name="slot_opened_or_skipped",
                        violation_error_message="A slot that was skipped has no games.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("opened_at__isnull", False), models.Q(("late_why", ""), _negated=True), _connector="OR"
                        ),
                        name="slot_missed_for_a_reason",
                        violation_error_message="A slot that was missed says why.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("skipped_at__isnull", True), ("skipped_at__gt", models.F("due_at")), _connector="OR"
                        ),
                        name="slot_skipped_after_its_moment",
                        violation_error_message="A slot is skipped when it is over.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Fixture",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "number",
                    models.PositiveIntegerField(
                        help_text="Fixtures are numbered from 1; standings fold them in this order."
                    ),
                ),
                (
                    "seating",
                    models.JSONField(
                        blank=True,
                        help_text="The players' primary keys by seat, where the season says who sits where.",
                        null=True,
                    ),
                ),
                (
                    "due_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When its game may start, once that is known.",
                        null=True,
                        verbose_name="due",
                    ),
                ),
                (
                    "recorded_at",
                    models.DateTimeField(
                        blank=True, help_text="When its result was counted.", null=True, verbose_name="recorded"
                    ),
                ),
                (
                    "attempt",
                    models.PositiveSmallIntegerField(
                        default=1,
                        help_text="Grows by one when its game was set aside and another is to be played in its place.",
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="fixture",
                        to="games.game",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="fixtures", to="league.season"
                    ),
                ),
                (
                    "rules",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="fixtures", to="league.seasonrules"
                    ),
                ),
                (
                    "cast_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When it was known who plays; empty while models write their personas.",
                        null=True,
                        verbose_name="cast",
                    ),
                ),
                (
                    "cast_by",
                    models.CharField(
                        blank=True,
                        help_text="The process that lets models write them now.",
                        max_length=200,
                        verbose_name="cast by",
                    ),
                ),
                (
                    "cast_due_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="Until then somebody does, or nobody tries again.",
                        null=True,
                        verbose_name="cast due",
                    ),
                ),
                (
                    "cast_failures",
                    models.PositiveSmallIntegerField(default=0, help_text="How often in a row that failed."),
                ),
                (
                    "cast_waiting",
                    models.CharField(
                        blank=True, help_text="Why they are not written yet, in words for a person.", max_length=200
                    ),
                ),
                (
                    "taught_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="When all its players had learned from it, where they do.",
                        null=True,
                        verbose_name="taught",
                    ),
                ),
                (
                    "slot",
                    models.ForeignKey(
                        blank=True,
                        help_text="In which slot of its season's calendar it is played.",
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="fixtures",
                        to="league.slot",
                    ),
                ),
                (
                    "book",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        editable=False,
                        help_text="The digest of its game's options, since its result was counted.",
                        max_length=16,
                    ),
                ),
                (
                    "is_excluded",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        editable=False,
                        help_text="Whether its game was taken off all boards; exclusions say why.",
                        verbose_name="excluded",
                    ),
                ),
                (
                    "deal",
                    models.JSONField(
                        blank=True,
                        editable=False,
                        help_text="The roles by seat and the first speaker, where the season's design says them; empty: by its seed.",
                        null=True,
                    ),
                ),
            ],
            options={
                "ordering": ["season_id", "number"],
                "indexes": [
                    models.Index(condition=models.Q(("game__isnull", True)), fields=["due_at"], name="fixture_due"),
                    models.Index(
                        condition=models.Q(("game__isnull", False), ("recorded_at__isnull", True)),
                        fields=["game"],
                        name="fixture_unrecorded",
                    ),
                    models.Index(
                        condition=models.Q(("game__isnull", True)), fields=["season", "number"], name="fixture_unopened"
                    ),
                    models.Index(
                        condition=models.Q(("game__isnull", False), ("recorded_at__isnull", True)),
                        fields=["season"],
                        name="fixture_open",
                    ),
                    models.Index(fields=["season", "-game"], name="fixture_newest_game"),
                    models.Index(
                        condition=models.Q(
                            models.Q(("cast_by", ""), _negated=True),
                            models.Q(("cast_waiting", ""), _negated=True),
                            _connector="OR",
                        ),
                        fields=["season"],
                        name="fixture_in_cast",
                    ),
                    models.Index(
                        condition=models.Q(("taught_at__isnull", True)),
                        fields=["season", "number"],
                        name="fixture_untaught",
                    ),
                    models.Index(condition=models.Q(("is_excluded", True)), fields=["game"], name="fixture_excluded"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "number"), name="fixture_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="fixture_numbered_from_one",
                        violation_error_message="Fixtures are numbered from 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("attempt__gte", 1)),
                        name="fixture_attempt_from_one",
                        violation_error_message="Attempts are numbered from 1.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("seating")), models.Value("array")
                        ),
                        name="fixture_seating_is_list",
                        violation_error_message="seating must be a JSON list.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("recorded_at__isnull", True), ("game__isnull", False), _connector="OR"),
                        name="fixture_recorded_with_game",
                        violation_error_message="Only a fixture with a game has a result.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("game__isnull", True), ("cast_at__isnull", False), _connector="OR"),
                        name="fixture_cast_before_its_game",
                        violation_error_message="A game is made when it is known who plays.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("cast_at__isnull", True),
                            models.Q(
                                ("cast_by", ""),
                                ("cast_due_at__isnull", True),
                                ("cast_failures", 0),
                                ("cast_waiting", ""),
                            ),
                            _connector="OR",
                        ),
                        name="fixture_cast_is_over",
                        violation_error_message="Once it is known who plays, nobody waits for it.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("deal")), models.Value("object")
                        ),
                        name="fixture_deal_is_object",
                        violation_error_message="deal must be a JSON object.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Learned",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="The fixture's.")),
                (
                    "revision",
                    models.PositiveIntegerField(help_text="The number of the revision; 0 while it remembers nothing."),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="personas.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="learned",
                        to="league.season",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "learned",
                "ordering": ["season_id", "player_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "player", "number"), name="learned_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="learned_from_a_fixture",
                        violation_error_message="Fixtures are numbered from 1.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ruleset", models.CharField(max_length=40)),
                ("role", models.CharField(max_length=40)),
                ("team", models.CharField(max_length=20)),
                ("games", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("draws", models.PositiveIntegerField(default=0)),
                ("survived", models.PositiveIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="standings", to="personas.player"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="standings", to="league.season"
                    ),
                ),
                ("answers", models.PositiveIntegerField(default=0, help_text="How often it was asked.")),
                (
                    "defaults",
                    models.PositiveIntegerField(default=0, help_text="How often the default stood in for its answer."),
                ),
            ],
            options={
                "ordering": ["season_id", "ruleset", "player_id", "role"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "ruleset", "player", "role"), name="standing_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("role", ""), _negated=True), models.Q(("team", ""), _negated=True)
                        ),
                        name="standing_named",
                        violation_error_message="A standing names a role and a team.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "games__gte",
                                django.db.models.expressions.CombinedExpression(
                                    models.F("wins"), "+", models.F("draws")
                                ),
                            )
                        ),
                        name="standing_results_within_games",
                        violation_error_message="Wins and draws are games.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("games__gte", models.F("survived"))),
                        name="standing_survived_within_games",
                        violation_error_message="Nobody survives more games than played.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("answers__gte", models.F("defaults"))),
                        name="standing_defaults_within_answers",
                        violation_error_message="Defaults are answers.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Weight",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("season", models.CharField(max_length=60)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("events", "events"),
                            ("answers", "answers"),
                            ("thoughts", "thoughts"),
                            ("calls", "calls"),
                            ("words", "words of calls"),
                            ("logs", "logs on disk"),
                        ],
                        max_length=8,
                    ),
                ),
                ("games", models.PositiveIntegerField(help_text="How many games it has.")),
                ("weighed", models.PositiveIntegerField(help_text="How many of them were weighed.")),
                ("rows", models.PositiveBigIntegerField()),
                ("bytes", models.PositiveBigIntegerField()),
                ("weighed_at", models.DateTimeField(verbose_name="weighed at")),
            ],
            options={
                "ordering": ["season", "kind"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "kind"), name="weight_once"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["events", "answers", "thoughts", "calls", "words", "logs"])),
                        name="weight_kind_known",
                        violation_error_message="kind must be one of: events, answers, thoughts, calls, words, logs.",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="season",
            name="players",
            field=models.ManyToManyField(related_name="seasons", through="league.SeasonPlayer", to="personas.player"),
        ),
        migrations.RunPython(forbid, allow),
    ]
