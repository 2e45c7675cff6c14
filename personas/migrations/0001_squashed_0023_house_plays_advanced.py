"""All that the migrations up to 0023 come to, at once, for a database that has none of them; one that has some goes on by
those. What they did to rows has nothing to do here, for there are none."""

import django.core.validators
import django.db.models.deletion
import django.db.models.lookups
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import personas.constraints
from personas.constraints import allow_changes, forbid_changes


def forbid(_: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    forbid_changes(editor, "personas_sheetversion", also_deletion=False)
    forbid_changes(editor, "personas_modelversion", also_deletion=False)


def allow(_: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    allow_changes(editor, "personas_sheetversion")
    allow_changes(editor, "personas_modelversion")


class Migration(migrations.Migration):
    replaces = [
        ("personas", "0001_initial"),
        ("personas", "0002_prices"),
        ("personas", "0003_written_by_models"),
        ("personas", "0004_written_for_one_game"),
        ("personas", "0005_words_of_choices"),
        ("personas", "0006_manners"),
        ("personas", "0007_sheet_versions"),
        ("personas", "0008_first_versions"),
        ("personas", "0009_versions_append_only"),
        ("personas", "0010_room"),
        ("personas", "0011_room_by_family"),
        ("personas", "0012_another_protocol_of_openai"),
        ("personas", "0013_model_versions"),
        ("personas", "0014_model_versions_append_only"),
        ("personas", "0015_parameters"),
        ("personas", "0016_limit_group"),
        ("personas", "0017_persona_status"),
        ("personas", "0018_approved_as_they_are"),
        ("personas", "0019_status_instead_of_active"),
        ("personas", "0020_memory_in_seasons"),
        ("personas", "0021_awareness"),
        ("personas", "0022_document"),
        ("personas", "0023_house_plays_advanced"),
    ]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Persona",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.CharField(
                        help_text="Lower-case letters, digits and underscores.", max_length=60, unique=True
                    ),
                ),
                (
                    "name",
                    models.CharField(help_text="What the character is called at a table and on pages.", max_length=80),
                ),
                ("sheet", models.JSONField(default=dict, help_text="The character sheet that a player is given.")),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("shipped", "shipped with the league"),
                            ("hand", "written by hand"),
                            ("model", "written by a model"),
                        ],
                        default="hand",
                        help_text="Where the sheet is from.",
                        max_length=12,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                ("updated_at", models.DateTimeField(auto_now=True, verbose_name="last changed")),
                (
                    "written_for",
                    models.CharField(
                        blank=True,
                        editable=False,
                        help_text="Where it was written for one game alone: season, fixture and place. No list has it then.",
                        max_length=80,
                    ),
                ),
                (
                    "version",
                    models.PositiveIntegerField(
                        default=1,
                        editable=False,
                        help_text="The number of its sheet's newest version, which is the sheet here.",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("draft", "draft"), ("approved", "approved"), ("retired", "retired")],
                        default="draft",
                        help_text="Only who is approved enters new seasons and exhibitions; who is retired keeps results and pages.",
                        max_length=12,
                    ),
                ),
                (
                    "decided_by",
                    models.CharField(
                        blank=True,
                        editable=False,
                        help_text="Who approved or retired it last; empty for a draft.",
                        max_length=150,
                    ),
                ),
                ("decided_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="decided")),
            ],
            options={
                "ordering": ["name", "slug"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("slug__regex", "^[a-z0-9][a-z0-9_]*$")),
                        name="persona_slug_shape",
                        violation_error_message="slug must be lower-case letters, digits and underscores.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="persona_name_given",
                        violation_error_message="A persona needs a name.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("sheet")), models.Value("object")
                        ),
                        name="persona_sheet_is_object",
                        violation_error_message="sheet must be a JSON object.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("source__in", ["shipped", "hand", "model"])),
                        name="persona_source_known",
                        violation_error_message="source must be one of: shipped, hand, model.",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("written_for", ""), _negated=True),
                        fields=("written_for",),
                        name="persona_written_for_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)),
                        name="persona_version_from_one",
                        violation_error_message="Versions are numbered from 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("written_for", ""), models.Q(("status", "approved"), _negated=True), _connector="OR"
                        ),
                        name="persona_of_one_game_uninvited",
                        violation_error_message="A persona that was written for one game is invited to no other.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["draft", "approved", "retired"])),
                        name="persona_status_known",
                        violation_error_message="status must be one of: draft, approved, retired.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at__isnull", True), ("decided_by", ""), ("status", "draft")),
                            models.Q(
                                models.Q(("status", "draft"), _negated=True),
                                models.Q(("decided_by", ""), _negated=True),
                                ("decided_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="persona_decided_by_somebody",
                        violation_error_message="Who is approved or retired is so by somebody, since a time; a draft is not.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="1 is the first that was written down.")),
                ("sheet", models.JSONField(help_text="The character sheet, whole, as of this version.")),
                ("digest", models.CharField(help_text="SHA-256 of the sheet.", max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="written")),
                (
                    "persona",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="personas.persona"
                    ),
                ),
            ],
            options={
                "ordering": ["persona_id", "-number"],
                "constraints": [
                    models.UniqueConstraint(fields=("persona", "number"), name="sheet_version_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="sheet_version_from_one",
                        violation_error_message="Versions are numbered from 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("digest__regex", "^[0-9a-f]{64}$")),
                        name="sheet_version_digest_shape",
                        violation_error_message="digest must be a SHA-256 in hexadecimal.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("sheet")), models.Value("object")
                        ),
                        name="sheet_version_is_object",
                        violation_error_message="sheet must be a JSON object.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LanguageModel",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.CharField(
                        help_text="Lower-case letters, digits and hyphens; no “_”.", max_length=60, unique=True
                    ),
                ),
                ("name", models.CharField(help_text="What the model is called on pages.", max_length=80)),
                (
                    "provider",
                    models.CharField(
                        choices=[
                            ("house", "house (offline tempers)"),
                            ("uniform", "uniform (offline, by lot)"),
                            ("openai", "OpenAI Chat Completions"),
                            ("openai-responses", "OpenAI Responses"),
                            ("anthropic", "Anthropic protocol"),
                        ],
                        help_text="The protocol it is asked in.",
                        max_length=20,
                    ),
                ),
                (
                    "model_name",
                    models.CharField(
                        blank=True, help_text="The provider's name for it; a house temper.", max_length=120
                    ),
                ),
                (
                    "base_url",
                    models.CharField(
                        blank=True,
                        help_text="Only for a server of one's own; empty is the provider's.",
                        max_length=200,
                        validators=[django.core.validators.URLValidator(schemes=["http", "https"])],
                    ),
                ),
                (
                    "key_variable",
                    models.CharField(
                        blank=True,
                        help_text="The environment variable that holds the key. Keys never enter the database.",
                        max_length=60,
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True, help_text="Whether new seasons may ask it.", verbose_name="active"
                    ),
                ),
                (
                    "effort",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("none", "none"),
                            ("minimal", "minimal"),
                            ("low", "low"),
                            ("medium", "medium"),
                            ("high", "high"),
                            ("xhigh", "very high"),
                            ("max", "max"),
                        ],
                        help_text="Only for models that reason; not each takes all.",
                        max_length=8,
                        verbose_name="reasoning effort",
                    ),
                ),
                (
                    "in_flight",
                    models.PositiveSmallIntegerField(
                        default=64,
                        help_text="How many calls one process may have under way to it.",
                        verbose_name="calls at once",
                    ),
                ),
                (
                    "most_tokens",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="Of one reply, its reasoning included; empty is as many as models of its family need at its effort.",
                        null=True,
                        verbose_name="most tokens",
                    ),
                ),
                ("probed_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="probed")),
                (
                    "rung",
                    models.CharField(
                        blank=True,
                        editable=False,
                        help_text="How it takes the shape of an answer, as it was found.",
                        max_length=12,
                    ),
                ),
                (
                    "temperature",
                    models.FloatField(blank=True, help_text="From 0 to 2; empty is the model's own.", null=True),
                ),
                (
                    "thinks",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="Whether it thinks unasked, and tells what only when it is told to.",
                    ),
                ),
                (
                    "without",
                    models.CharField(
                        blank=True,
                        editable=False,
                        help_text="The parameters that it refused, with blanks between.",
                        max_length=300,
                    ),
                ),
                (
                    "context_size",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="How many tokens fit into a prompt and its reply together, as the server is set; empty is enough.",
                        null=True,
                    ),
                ),
                (
                    "extra_body",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="More fields of each request, as a JSON object; everybody may read it in logs.",
                    ),
                ),
                (
                    "seed",
                    models.BigIntegerField(
                        blank=True,
                        help_text="Of its sampling, in Chat Completions alone; providers promise nothing by it.",
                        null=True,
                    ),
                ),
                (
                    "service_tier",
                    models.CharField(
                        blank=True,
                        choices=[("flex", "flex: half the price, slower, at times refused")],
                        help_text="Only for OpenAI's; not each model has it.",
                        max_length=8,
                    ),
                ),
                (
                    "top_p",
                    models.FloatField(
                        blank=True,
                        help_text="From 0 to 1, beside no temperature; empty is the model's own.",
                        null=True,
                        verbose_name="top p",
                    ),
                ),
                (
                    "verbosity",
                    models.CharField(
                        blank=True,
                        choices=[("low", "low"), ("medium", "medium"), ("high", "high")],
                        help_text="Only for OpenAI's models from GPT-5 on.",
                        max_length=8,
                    ),
                ),
                (
                    "limit_group",
                    models.CharField(
                        blank=True,
                        help_text="The name that models have in common whose limits a minute its provider counts together; empty is its own, and of Claude its class.",
                        max_length=60,
                    ),
                ),
            ],
            options={
                "verbose_name": "model",
                "ordering": ["name", "slug"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("slug__regex", "^[a-z0-9][a-z0-9-]*$")),
                        name="model_slug_shape",
                        violation_error_message="slug must be lower-case letters, digits and hyphens.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="model_name_given",
                        violation_error_message="A model needs a name.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("provider", "uniform"), models.Q(("model_name", ""), _negated=True), _connector="OR"
                        ),
                        name="model_named_at_provider",
                        violation_error_message="Only uniform players do without model_name.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("provider__in", ["house", "uniform"]), _negated=True),
                            models.Q(("base_url", ""), ("key_variable", "")),
                            _connector="OR",
                        ),
                        name="model_offline_without_key",
                        violation_error_message="An offline model has neither base_url nor key_variable.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("key_variable", ""), ("key_variable__regex", "^[A-Z][A-Z0-9_]*$"), _connector="OR"
                        ),
                        name="model_key_variable_shape",
                        violation_error_message="key_variable must be the name of an environment variable, not a key.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("temperature__isnull", True),
                            models.Q(("temperature__gte", 0), ("temperature__lte", 2)),
                            _connector="OR",
                        ),
                        name="model_temperature_in_bounds",
                        violation_error_message="temperature is from 0 to 2.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("effort__in", ["", "none", "minimal", "low", "medium", "high", "xhigh", "max"])
                        ),
                        name="model_effort_known",
                        violation_error_message="Unknown reasoning effort.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("in_flight__gte", 1)),
                        name="model_in_flight_from_one",
                        violation_error_message="At least one call at once.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("most_tokens__isnull", True), ("most_tokens__gte", 1), _connector="OR"),
                        name="model_most_tokens_from_one",
                        violation_error_message="At least one token, or none said.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("provider__in", ["house", "uniform", "openai", "openai-responses", "anthropic"])
                        ),
                        name="model_provider_known",
                        violation_error_message="provider must be one of: house, uniform, openai, openai-responses, anthropic.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("top_p__isnull", True), models.Q(("top_p__gt", 0), ("top_p__lte", 1)), _connector="OR"
                        ),
                        name="model_top_p_in_bounds",
                        violation_error_message="top_p is above 0 and at most 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("verbosity__in", ["", "low", "medium", "high"])),
                        name="model_verbosity_known",
                        violation_error_message="Unknown verbosity.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("service_tier__in", ["", "flex"])),
                        name="model_tier_known",
                        violation_error_message="Unknown service tier.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("context_size__isnull", True), ("context_size__gte", 4000), _connector="OR"
                        ),
                        name="model_context_size_enough",
                        violation_error_message="No game fits into a context of less than 4,000 tokens.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("extra_body")), models.Value("object")
                        ),
                        name="model_extra_body_is_object",
                        violation_error_message="extra_body must be a JSON object.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ModelVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="1 is the first that somebody sat down with.")),
                ("asked", models.JSONField(help_text="By column, what its row said; what was left empty is left out.")),
                ("digest", models.CharField(help_text="SHA-256 of that.", max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="written")),
                (
                    "language_model",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="personas.languagemodel",
                        verbose_name="model",
                    ),
                ),
            ],
            options={
                "ordering": ["language_model_id", "-number"],
                "constraints": [
                    models.UniqueConstraint(fields=("language_model", "number"), name="model_version_once"),
                    models.UniqueConstraint(fields=("language_model", "digest"), name="model_version_of_its_own"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="model_version_from_one",
                        violation_error_message="Versions are numbered from 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("digest__regex", "^[0-9a-f]{64}$")),
                        name="model_version_digest_shape",
                        violation_error_message="digest must be a SHA-256 in hexadecimal.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("asked")), models.Value("object")
                        ),
                        name="model_version_is_object",
                        violation_error_message="asked must be a JSON object.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Price",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "valid_from",
                    models.DateTimeField(help_text="Calls from this time on cost this; the newest one holds."),
                ),
                (
                    "input",
                    models.DecimalField(decimal_places=6, help_text="US dollars a million tokens.", max_digits=12),
                ),
                (
                    "cached",
                    models.DecimalField(
                        blank=True,
                        decimal_places=6,
                        help_text="For input from a cache; empty is as input.",
                        max_digits=12,
                        null=True,
                    ),
                ),
                (
                    "cache_written",
                    models.DecimalField(
                        blank=True,
                        decimal_places=6,
                        help_text="For input put into one; empty is as input.",
                        max_digits=12,
                        null=True,
                    ),
                ),
                (
                    "output",
                    models.DecimalField(decimal_places=6, help_text="US dollars a million tokens.", max_digits=12),
                ),
                (
                    "language_model",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prices",
                        to="personas.languagemodel",
                        verbose_name="model",
                    ),
                ),
            ],
            options={
                "ordering": ["language_model", "-valid_from"],
                "constraints": [
                    models.UniqueConstraint(fields=("language_model", "valid_from"), name="price_once_a_time"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("input__gte", 0),
                            ("output__gte", 0),
                            models.Q(("cached__isnull", True), ("cached__gte", 0), _connector="OR"),
                            models.Q(("cache_written__isnull", True), ("cache_written__gte", 0), _connector="OR"),
                        ),
                        name="price_not_negative",
                        violation_error_message="A price is not negative.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player_id",
                    models.CharField(
                        help_text="The model's slug, “_”, the persona's slug.", max_length=121, unique=True
                    ),
                ),
                (
                    "strategy_level",
                    models.CharField(
                        choices=[
                            ("none", "no strategy told"),
                            ("basic", "basic"),
                            ("intermediate", "intermediate"),
                            ("advanced", "advanced"),
                        ],
                        default="none",
                        help_text="How much strategy its briefing spells out; of the house, how well it plays.",
                        max_length=12,
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True, help_text="Whether new seasons may invite it.", verbose_name="active"
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                (
                    "model",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="players", to="personas.languagemodel"
                    ),
                ),
                (
                    "persona",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="players", to="personas.persona"
                    ),
                ),
                (
                    "is_aware",
                    models.BooleanField(
                        default=False,
                        help_text="Whether its briefing tells it that it is a model among models.",
                        verbose_name="aware",
                    ),
                ),
            ],
            options={
                "ordering": ["player_id"],
                "constraints": [
                    models.UniqueConstraint(fields=("persona", "model"), name="player_once_per_persona_and_model"),
                    models.CheckConstraint(
                        condition=models.Q(("player_id__regex", "^[a-z0-9][a-z0-9-]*_[a-z0-9][a-z0-9_]*$")),
                        name="player_id_shape",
                        violation_error_message="player_id must be model slug, “_”, persona slug.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("strategy_level__in", ["none", "basic", "intermediate", "advanced"])),
                        name="player_level_known",
                        violation_error_message="strategy_level must be one of: none, basic, intermediate, advanced.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MemoryRevision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="1 is the first thing it ever learned.")),
                ("learned", models.JSONField(default=dict, help_text="What it remembers, whole, as of this revision.")),
                (
                    "author",
                    models.CharField(help_text="Who wrote it: a user's name, or the player itself.", max_length=150),
                ),
                (
                    "game_id",
                    models.CharField(
                        blank=True,
                        help_text="The game it was learned in; empty: somebody wrote it by hand.",
                        max_length=12,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="written")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memory", to="personas.player"
                    ),
                ),
                ("reason", models.CharField(blank=True, help_text="Why it was written by hand.", max_length=200)),
                (
                    "season",
                    models.CharField(
                        blank=True,
                        help_text="The season within which alone it counts; empty: everywhere.",
                        max_length=60,
                    ),
                ),
            ],
            options={
                "ordering": ["player_id", "-number"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("game_id", "")), fields=["player", "-number"], name="memory_by_hand"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "number"), name="memory_numbered_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="memory_numbered_from_one",
                        violation_error_message="Revisions are numbered from 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("author", ""), _negated=True),
                        name="memory_has_author",
                        violation_error_message="A revision has an author.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("learned")), models.Value("object")
                        ),
                        name="memory_learned_is_object",
                        violation_error_message="learned must be a JSON object.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("season", ""), models.Q(("game_id", ""), _negated=True), _connector="OR"),
                        name="memory_of_season_from_game",
                        violation_error_message="A season's own comes from its games.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Document",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="document",
                        serialize=False,
                        to="personas.player",
                    ),
                ),
                (
                    "version",
                    models.PositiveBigIntegerField(default=1, help_text="How often what it tells has changed."),
                ),
                (
                    "written",
                    models.PositiveBigIntegerField(
                        db_default=0, default=0, help_text="The version that was written last."
                    ),
                ),
            ],
            options={
                "ordering": ["player_id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("version__gt", models.F("written"))), fields=["player"], name="document_due"
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("written__lte", models.F("version"))),
                        name="document_written_is_known",
                        violation_error_message="What is written was said.",
                    )
                ],
            },
        ),
        migrations.RunPython(forbid, allow),
    ]
