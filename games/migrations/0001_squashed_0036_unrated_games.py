"""All that the migrations up to 0036 come to, at once, for a database that has none of them; one that has some goes on by
those. What they did to rows has nothing to do here, for there are none."""

import django.db.models.deletion
import django.db.models.expressions
import django.db.models.lookups
from django.db import migrations, models

import games.models.call
import games.models.game
import personas.constraints


class Migration(migrations.Migration):
    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_failures"),
        ("games", "0003_one_index_a_game"),
        ("games", "0004_outbox"),
        ("games", "0005_calls"),
        ("games", "0006_narration"),
        ("games", "0007_season_of_an_errand"),
        ("games", "0008_budgets"),
        ("games", "0009_cap_by_hand"),
        ("games", "0010_index_of_narrations"),
        ("games", "0011_frozen_at_the_seat"),
        ("games", "0012_levels_of_now"),
        ("games", "0013_billed"),
        ("games", "0014_seat_of_player"),
        ("games", "0015_winners_of_any_rule_book"),
        ("games", "0016_cache_writes"),
        ("games", "0017_unsure"),
        ("games", "0018_fill_unsure"),
        ("games", "0019_has_voices"),
        ("games", "0020_settings_of_seats"),
        ("games", "0021_freeze_unfinished"),
        ("games", "0022_how_errands_were_asked"),
        ("games", "0023_what_was_left_out"),
        ("games", "0024_disclosed"),
        ("games", "0025_words_of_games"),
        ("games", "0026_failing_calls"),
        ("games", "0027_models_and_providers"),
        ("games", "0028_reflections"),
        ("games", "0029_awareness"),
        ("games", "0030_house_goes_on_advanced"),
        ("games", "0031_begins_by"),
        ("games", "0032_substitutions"),
        ("games", "0033_thoughts_deleted"),
        ("games", "0034_given_deals"),
        ("games", "0035_shown_at"),
        ("games", "0036_unrated_games"),
    ]

    initial = True

    dependencies = [
        ("personas", "0001_squashed_0023_house_plays_advanced"),
    ]

    operations = [
        migrations.CreateModel(
            name="Account",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("game", "game"),
                            ("season", "season"),
                            ("learning", "learning"),
                            ("day", "day"),
                            ("model", "model"),
                            ("provider", "provider"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="The id of the game, the slug of the season or the model, the date, or what the provider is called.",
                        max_length=120,
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
                (
                    "cap_by_hand",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="Whether an operator gave it its cap: LEAGUE_DAY_CAP does not change that one.",
                        verbose_name="cap set by hand",
                    ),
                ),
                (
                    "unsure",
                    models.DecimalField(
                        decimal_places=8,
                        default=0,
                        help_text="US dollars of what is spent: the most that calls may have cost of which no usage was told.",
                        max_digits=14,
                    ),
                ),
                (
                    "stopped",
                    models.CharField(
                        blank=True,
                        editable=False,
                        help_text="Why no new call may draw on it, of a model's and a provider's; empty: calls may.",
                        max_length=200,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "verbose_name": "budget",
                "constraints": [
                    models.UniqueConstraint(fields=("scope", "name"), name="account_once"),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="account_named",
                        violation_error_message="An account has a name.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reserved__gte", 0), ("spent__gte", 0)),
                        name="account_nothing_negative",
                        violation_error_message="Nothing in it is negative.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("cap__isnull", True), ("cap__gte", 0), _connector="OR"),
                        name="account_cap_not_negative",
                        violation_error_message="A cap is not negative.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("unsure__gte", 0), ("unsure__lte", models.F("spent"))),
                        name="account_unsure_within_spent",
                        violation_error_message="What is unsure is part of what is spent.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("stopped", ""), ("scope__in", ["model", "provider"]), _connector="OR"),
                        name="account_stopped_of_models",
                        violation_error_message="Calls are stopped to a model or a provider.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("scope__in", ["game", "season", "learning", "day", "model", "provider"])),
                        name="account_scope_known",
                        violation_error_message="scope must be one of: game, season, learning, day, model, provider.",
                    ),
                ],
            },
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
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("pk", 1)),
                        name="kill_switch_is_one",
                        violation_error_message="There is one kill switch.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=games.models.game.new_public_id,
                        editable=False,
                        max_length=12,
                        unique=True,
                        verbose_name="id",
                    ),
                ),
                ("ruleset", models.CharField(help_text="The slug of the rules it is played by.", max_length=40)),
                (
                    "revision",
                    models.PositiveIntegerField(
                        help_text="The revision of those rules; only workers that know it claim it."
                    ),
                ),
                (
                    "options",
                    models.JSONField(default=dict, help_text="Every option of the ruleset, as it holds in this game."),
                ),
                (
                    "terms",
                    models.JSONField(
                        default=dict, help_text="What the season decided for this game; never changed afterwards."
                    ),
                ),
                (
                    "seed",
                    models.CharField(help_text="Where all chance comes from; secret until the end.", max_length=200),
                ),
                ("salt", models.CharField(help_text="Blinds the commitment; secret until the end.", max_length=200)),
                (
                    "commitment",
                    models.CharField(
                        help_text="SHA-256 that binds seed and deal; public from the start.", max_length=64
                    ),
                ),
                (
                    "first",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="The seat that speaks first, where the deal says so.",
                        null=True,
                        verbose_name="first speaker",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("scheduled", "scheduled"),
                            ("running", "running"),
                            ("paused", "paused"),
                            ("finished", "finished"),
                            ("void", "void"),
                            ("diverged", "diverged"),
                        ],
                        default="scheduled",
                        max_length=12,
                    ),
                ),
                (
                    "waiting",
                    models.CharField(blank=True, help_text="What it waits for, in words for a person.", max_length=200),
                ),
                ("winner", models.CharField(blank=True, help_text="A team of its ruleset, or draw.", max_length=20)),
                ("rounds", models.PositiveIntegerField(default=0)),
                (
                    "hash",
                    models.CharField(
                        blank=True, help_text="SHA-256 of the finished game's canonical log.", max_length=64
                    ),
                ),
                ("release", models.CharField(help_text="The release that created it.", max_length=40)),
                (
                    "last_seq",
                    models.PositiveIntegerField(
                        default=0, help_text="The number of its newest event.", verbose_name="last event"
                    ),
                ),
                ("last_poll", models.PositiveIntegerField(default=0, help_text="The number of its newest poll.")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="started")),
                ("finished_at", models.DateTimeField(blank=True, null=True, verbose_name="finished")),
                ("due_at", models.DateTimeField(help_text="Not claimed before this time.", verbose_name="due")),
                (
                    "lease_owner",
                    models.CharField(blank=True, help_text="The host that plays it now.", max_length=120, null=True),
                ),
                (
                    "lease_token",
                    models.BigIntegerField(
                        default=0, help_text="Grows with every claim; a write with an older one is refused."
                    ),
                ),
                ("lease_expires_at", models.DateTimeField(blank=True, null=True, verbose_name="lease expires")),
                (
                    "failures",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="How often it could not go on since it last did; the pauses between tries grow with it.",
                    ),
                ),
                (
                    "has_voices",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="Whether models behind providers play in it; it begins when its budgets hold what it costs.",
                        verbose_name="asks models",
                    ),
                ),
                (
                    "forgotten_at",
                    models.DateTimeField(
                        blank=True,
                        editable=False,
                        help_text="When the words of its calls were deleted.",
                        null=True,
                        verbose_name="words deleted",
                    ),
                ),
                (
                    "keep",
                    models.PositiveIntegerField(
                        blank=True,
                        default=games.models.game.usual_keep,
                        help_text="For how many days after its end the words of its calls are kept; empty: for good, 0: not at all.",
                        null=True,
                        verbose_name="words of calls",
                    ),
                ),
                (
                    "begins_by",
                    models.DateTimeField(
                        blank=True,
                        help_text="Not begun after this time, where its season rather skips it.",
                        null=True,
                        verbose_name="begins by",
                    ),
                ),
                (
                    "is_recast",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        editable=False,
                        help_text="Whether a seat is to be answered for by another model that no host has asked yet.",
                    ),
                ),
                (
                    "steps_to",
                    models.PositiveIntegerField(
                        blank=True, editable=False, help_text="The poll after whose answers it pauses again.", null=True
                    ),
                ),
                (
                    "unrated",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="Why it is in no result, though its season is played for one; empty where nothing was done to it.",
                        max_length=200,
                    ),
                ),
                (
                    "thoughts_forgotten_at",
                    models.DateTimeField(
                        blank=True,
                        editable=False,
                        help_text="When its players' thoughts were deleted.",
                        null=True,
                        verbose_name="thoughts deleted",
                    ),
                ),
                (
                    "is_given",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        editable=False,
                        help_text="Whether roles and first speaker came with the order, not from the seed; the commitment says so too.",
                        verbose_name="deal given",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "permissions": [("see_secrets", "Can see what a running game hides (moderator)")],
                "indexes": [
                    models.Index(fields=["status", "due_at"], name="game_due"),
                    models.Index(fields=["-finished_at"], name="game_newest_finished"),
                    models.Index(fields=["ruleset", "status"], name="game_ruleset"),
                    models.Index(
                        condition=models.Q(("forgotten_at__isnull", True), ("keep__isnull", False)),
                        fields=["keep", "finished_at"],
                        name="game_remembered",
                    ),
                    models.Index(
                        condition=models.Q(("unrated", ""), _negated=True), fields=["id"], name="game_unrated"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("public_id__regex", "^[a-z0-9]{12}$")),
                        name="game_public_id_shape",
                        violation_error_message="public_id must be 12 lower-case letters and digits.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["scheduled", "running", "paused", "finished", "void", "diverged"])
                        ),
                        name="game_status_known",
                        violation_error_message="status must be one of: scheduled, running, paused, finished, void, diverged.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("options")), models.Value("object")
                        ),
                        name="game_options_is_object",
                        violation_error_message="options must be a JSON object.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("terms")), models.Value("object")
                        ),
                        name="game_terms_is_object",
                        violation_error_message="terms must be a JSON object.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("seed", ""), _negated=True), models.Q(("salt", ""), _negated=True)
                        ),
                        name="game_seed_given",
                        violation_error_message="A game needs a seed and a salt.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("commitment__regex", "^[0-9a-f]{64}$")),
                        name="game_commitment_shape",
                        violation_error_message="commitment must be a SHA-256 in hexadecimal.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("hash", ""), ("hash__regex", "^[0-9a-f]{64}$"), _connector="OR"),
                        name="game_hash_shape",
                        violation_error_message="hash must be a SHA-256 in hexadecimal.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("release", ""), _negated=True),
                        name="game_release_given",
                        violation_error_message="A game names the release that created it.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status__in", ["running", "finished"]), _negated=True),
                            ("started_at__isnull", False),
                            _connector="OR",
                        ),
                        name="game_started_when_running",
                        violation_error_message="A running or finished game has a time of start.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "finished"), _negated=True),
                            models.Q(
                                ("finished_at__isnull", False),
                                models.Q(("winner", ""), _negated=True),
                                models.Q(("hash", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="game_finished_whole",
                        violation_error_message="A finished game has a winner, a hash and a time of end.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status", "finished"), models.Q(("hash", ""), ("winner", "")), _connector="OR"
                        ),
                        name="game_unfinished_without_result",
                        violation_error_message="Only a finished game has a winner and a hash.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("finished_at__isnull", True),
                            ("started_at__isnull", True),
                            ("finished_at__gte", models.F("started_at")),
                            _connector="OR",
                        ),
                        name="game_ends_after_start",
                        violation_error_message="A game ends after it started.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("lease_expires_at__isnull", True), ("lease_owner__isnull", True)),
                            models.Q(
                                ("lease_expires_at__isnull", False),
                                ("lease_owner__isnull", False),
                                models.Q(("lease_owner", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="game_lease_whole",
                        violation_error_message="A lease has an owner and an end, or neither.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status__in", ["finished", "void", "diverged"]), _negated=True),
                            ("lease_owner__isnull", True),
                            _connector="OR",
                        ),
                        name="game_over_without_lease",
                        violation_error_message="Nobody holds a game that is over.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("lease_token__gte", 0)),
                        name="game_lease_token_counts_up",
                        violation_error_message="lease_token starts at 0.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("winner", ""), ("winner__regex", "^[a-z][a-z0-9]*([ -][a-z0-9]+)*$"), _connector="OR"
                        ),
                        name="game_winner_shape",
                        violation_error_message="winner must be a team's name in small letters, or draw.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="Seats are numbered from 0.")),
                ("alias", models.CharField(help_text="What the table calls it.", max_length=80)),
                ("role", models.CharField(max_length=40)),
                ("team", models.CharField(max_length=20)),
                (
                    "survived",
                    models.BooleanField(
                        blank=True, help_text="Unknown until it is dead or the game is over.", null=True
                    ),
                ),
                ("died_round", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="personas.player",
                    ),
                ),
                (
                    "memory",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="The revision of what the player remembered when it sat down; 0 for nothing.",
                    ),
                ),
                (
                    "sheet_version",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="The version of its persona's sheet when it sat down; 0: neither it nor the level was recorded then.",
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
                        help_text="The player's when it sat down.",
                        max_length=12,
                    ),
                ),
                (
                    "briefing",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="The revision of the briefings that its model is asked with; 0: not recorded, or none is asked.",
                    ),
                ),
                (
                    "model_version",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        help_text="How its model was asked when it sat down; empty: it was not recorded then.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="personas.modelversion",
                    ),
                ),
                (
                    "lessons",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="The numbers of the lessons that its model was reminded of: those that fit its rules, team and role.",
                    ),
                ),
                (
                    "is_aware",
                    models.BooleanField(
                        default=False,
                        help_text="Whether the player knew when it sat down that it is a model among models.",
                        verbose_name="aware",
                    ),
                ),
            ],
            options={
                "ordering": ["game_id", "number"],
                "indexes": [models.Index(fields=["player", "game"], name="seat_of_player")],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="seat_number_once"),
                    models.UniqueConstraint(fields=("game", "alias"), name="seat_alias_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__lt", 63)),
                        name="seat_number_fits",
                        violation_error_message="A table has at most 63 seats.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("alias", ""), _negated=True),
                            models.Q(("role", ""), _negated=True),
                            models.Q(("team", ""), _negated=True),
                        ),
                        name="seat_named",
                        violation_error_message="A seat has an alias, a role and a team.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("died_round__isnull", False), ("survived", False)),
                            models.Q(
                                ("died_round__isnull", True),
                                models.Q(("survived__isnull", True), ("survived", True), _connector="OR"),
                            ),
                            _connector="OR",
                        ),
                        name="seat_dead_in_a_round",
                        violation_error_message="Who died did so in a round, and only who died.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("strategy_level__in", ["none", "basic", "intermediate", "advanced"])),
                        name="seat_level_known",
                        violation_error_message="strategy_level must be one of: none, basic, intermediate, advanced.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatSetting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "since_poll",
                    models.PositiveIntegerField(help_text="The first poll that it may have been asked in so."),
                ),
                ("briefing", models.PositiveIntegerField(help_text="The revision of the briefings.")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="written")),
                (
                    "model_version",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="personas.modelversion",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="settings",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["seat_id", "since_poll", "id"],
                "indexes": [models.Index(fields=["seat", "since_poll"], name="seat_setting_in_time")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("since_poll__gte", 1)),
                        name="seat_setting_from_poll_one",
                        violation_error_message="Polls are numbered from 1.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Substitution",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.CharField(max_length=200)),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="written")),
                ("taken_up_at", models.DateTimeField(blank=True, null=True, verbose_name="taken up")),
                (
                    "model_version",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="personas.modelversion",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="substitutions",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["seat_id", "id"],
                "indexes": [models.Index(fields=["seat", "id"], name="substitution_of_seat")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="substitution_has_a_reason",
                        violation_error_message="A substitution says why.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Answer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("poll", models.PositiveIntegerField(help_text="The poll it was asked in, from 1.")),
                ("seat", models.PositiveSmallIntegerField(help_text="The number of the seat that was asked.")),
                ("kind", models.CharField(help_text="The kind of question.", max_length=40)),
                ("digest", models.CharField(help_text="Of the answers that were legal.", max_length=64)),
                ("answer", models.JSONField(help_text="The legal answer, without the thought.")),
                (
                    "thought",
                    models.TextField(blank=True, help_text="What the player thought; heard by nobody at the table."),
                ),
                (
                    "default_reason",
                    models.TextField(blank=True, help_text="Why the default was used; empty when the player answered."),
                ),
                ("tries", models.PositiveSmallIntegerField(default=1, help_text="How often it was asked.")),
                ("at", models.DateTimeField(help_text="When it was written.")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="games.game",
                    ),
                ),
                (
                    "disclosed",
                    models.JSONField(
                        blank=True,
                        editable=False,
                        help_text="What its player believes of the others and what its speech claims; it decides nothing.",
                        null=True,
                    ),
                ),
            ],
            options={
                "ordering": ["game_id", "poll", "seat"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "poll", "seat"), name="answer_once"),
                    models.CheckConstraint(
                        condition=models.Q(("poll__gte", 1)),
                        name="answer_poll_from_one",
                        violation_error_message="Polls are numbered from 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", ""), _negated=True), models.Q(("digest", ""), _negated=True)
                        ),
                        name="answer_kind_given",
                        violation_error_message="An answer has a question's kind and digest.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("answer")), models.Value("object")
                        ),
                        name="answer_is_object",
                        violation_error_message="answer must be a JSON object.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Call",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("poll", models.PositiveIntegerField(blank=True, help_text="The poll it belongs to.", null=True)),
                (
                    "seat",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="The number of the seat it speaks for.", null=True
                    ),
                ),
                (
                    "try_number",
                    models.PositiveSmallIntegerField(
                        default=1,
                        help_text="1 for the first; a request that brought no answer is made again with its number.",
                        verbose_name="try",
                    ),
                ),
                (
                    "provider",
                    models.CharField(help_text="The provider, or the host of a server of one's own.", max_length=120),
                ),
                ("model", models.CharField(help_text="The provider's name for the model.", max_length=120)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("intended", "intended"),
                            ("sent", "sent"),
                            ("answered", "answered"),
                            ("refused", "refused"),
                            ("failed", "failed"),
                            ("orphaned", "orphaned"),
                        ],
                        default="intended",
                        max_length=12,
                    ),
                ),
                ("error", models.TextField(blank=True, help_text="What went wrong, in the provider's words.")),
                ("input_tokens", models.PositiveIntegerField(blank=True, null=True)),
                ("cached_tokens", models.PositiveIntegerField(blank=True, help_text="Of the input tokens.", null=True)),
                ("output_tokens", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "cost",
                    models.DecimalField(
                        blank=True,
                        decimal_places=8,
                        help_text="US dollars; unknown while it is on its way.",
                        max_digits=14,
                        null=True,
                    ),
                ),
                ("latency", models.FloatField(blank=True, help_text="Seconds from sending to the answer.", null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="intended")),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="games.game",
                    ),
                ),
                (
                    "fault",
                    models.TextField(blank=True, help_text="Why the answer could not stand; empty when it could."),
                ),
                (
                    "fingerprint",
                    models.CharField(blank=True, help_text="What the provider calls its version.", max_length=120),
                ),
                (
                    "ident",
                    models.CharField(
                        default=games.models.call.new_ident,
                        editable=False,
                        max_length=16,
                        unique=True,
                        verbose_name="id",
                    ),
                ),
                (
                    "language_model",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="calls",
                        to="personas.languagemodel",
                        verbose_name="model row",
                    ),
                ),
                (
                    "purpose",
                    models.CharField(
                        choices=[
                            ("answer", "an answer in a game"),
                            ("probe", "a probe of a model"),
                            ("persona", "a persona by the model itself"),
                            ("narration", "the narrator's words"),
                            ("reflection", "what a player learns from a game that is over"),
                        ],
                        default="answer",
                        max_length=12,
                    ),
                ),
                (
                    "reasoning_tokens",
                    models.PositiveIntegerField(blank=True, help_text="Of the output tokens.", null=True),
                ),
                (
                    "reserved",
                    models.DecimalField(
                        decimal_places=8, default=0, help_text="US dollars: the most that it may cost.", max_digits=14
                    ),
                ),
                (
                    "returned_model",
                    models.CharField(blank=True, help_text="The name that the provider returned.", max_length=120),
                ),
                (
                    "rung",
                    models.CharField(blank=True, help_text="How the shape of the answer was asked for.", max_length=12),
                ),
                (
                    "said",
                    models.TextField(blank=True, help_text="The answer as it came, cut to what is worth keeping."),
                ),
                (
                    "season",
                    models.CharField(
                        blank=True,
                        editable=False,
                        help_text="Whose account an errand draws on beside the day's.",
                        max_length=60,
                    ),
                ),
                (
                    "billed",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="Whether it is in the bills that are kept of finished games.",
                    ),
                ),
                (
                    "cache_written_tokens",
                    models.PositiveIntegerField(
                        blank=True, help_text="Of the input tokens; of older calls it is not known.", null=True
                    ),
                ),
                (
                    "asked",
                    models.CharField(
                        blank=True,
                        default="",
                        editable=False,
                        help_text="The digest of how its model is asked, of calls beside the games; in games a seat has a version.",
                        max_length=64,
                        verbose_name="asked as",
                    ),
                ),
                (
                    "without",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        editable=False,
                        help_text="What was not sent, for the model is known to refuse it; of older calls it is not known.",
                        max_length=300,
                    ),
                ),
            ],
            options={
                "ordering": ["game_id", "poll", "seat", "id"],
                "indexes": [
                    models.Index(fields=["game", "poll", "seat"], name="call_question"),
                    models.Index(fields=["created_at"], name="call_newest"),
                    models.Index(
                        condition=models.Q(("status__in", ["intended", "sent"])), fields=["game"], name="call_open"
                    ),
                    models.Index(condition=models.Q(("purpose", "narration")), fields=["game"], name="call_narration"),
                    models.Index(condition=models.Q(("billed", False)), fields=["game"], name="call_unbilled"),
                    models.Index(
                        condition=models.Q(("status__in", ["failed", "orphaned"])), fields=["-id"], name="call_lost"
                    ),
                    models.Index(
                        condition=models.Q(("purpose", "probe")), fields=["language_model", "-id"], name="call_probe"
                    ),
                    models.Index(
                        condition=models.Q(
                            ("status__in", ["refused", "failed", "orphaned"]),
                            models.Q(("fault", ""), _negated=True),
                            _connector="OR",
                        ),
                        fields=["language_model", "-id"],
                        name="call_failing",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["intended", "sent", "answered", "refused", "failed", "orphaned"])
                        ),
                        name="call_status_known",
                        violation_error_message="status must be one of: intended, sent, answered, refused, failed, orphaned.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("try_number__gte", 1)),
                        name="call_try_from_one",
                        violation_error_message="Tries are numbered from 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("provider", ""), _negated=True), models.Q(("model", ""), _negated=True)
                        ),
                        name="call_named",
                        violation_error_message="A call names its provider and model.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("cached_tokens__isnull", True),
                            ("cached_tokens__lte", models.F("input_tokens")),
                            _connector="OR",
                        ),
                        name="call_cached_within_input",
                        violation_error_message="Cached tokens are part of the input tokens.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("purpose", "answer"), _negated=True),
                            models.Q(("game__isnull", False), ("poll__isnull", False), ("seat__isnull", False)),
                            _connector="OR",
                        ),
                        name="call_of_a_question",
                        violation_error_message="An answer's call belongs to a game, a poll and a seat.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("reserved__gte", 0),
                            models.Q(("cost__isnull", True), ("cost__gte", 0), _connector="OR"),
                            models.Q(("latency__isnull", True), ("latency__gte", 0), _connector="OR"),
                        ),
                        name="call_costs_nothing_negative",
                        violation_error_message="Neither cost nor latency is negative.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["intended", "sent"]), ("cost__isnull", False), _connector="OR"
                        ),
                        name="call_settled_when_over",
                        violation_error_message="A call that is over has a cost.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("cache_written_tokens__isnull", True),
                            (
                                "cache_written_tokens__lte",
                                django.db.models.expressions.CombinedExpression(
                                    models.F("input_tokens"), "-", models.F("cached_tokens")
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="call_cache_written_within_rest",
                        violation_error_message="Tokens written to a cache are input tokens that were not read from one.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("purpose__in", ["answer", "probe", "persona", "narration", "reflection"])),
                        name="call_purpose_known",
                        violation_error_message="purpose must be one of: answer, probe, persona, narration, reflection.",
                    ),
                ],
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
                (
                    "request",
                    models.TextField(help_text="JSON; what other calls of its game were sent, too, by its key."),
                ),
                ("response", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_index=True)),
                (
                    "has_parts",
                    models.BooleanField(default=False, help_text="Whether parts of the request are texts of its game."),
                ),
                (
                    "thinking",
                    models.TextField(blank=True, help_text="What the provider showed of the model's thinking."),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CallText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(help_text="SHA-256 of the text.", max_length=64)),
                ("text", models.TextField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="call_texts",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("game", "digest"), name="call_text_once")],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField(help_text="Its place in the ledger, from 1, without gaps.")),
                (
                    "public_seq",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="Its place among the events that everyone heard; nothing for the others.",
                        null=True,
                    ),
                ),
                ("kind", models.CharField(max_length=40)),
                ("round", models.PositiveIntegerField()),
                ("phase", models.CharField(max_length=20)),
                ("heard_by", models.BigIntegerField(help_text="-1 everyone, 0 nobody, else one bit for each seat.")),
                ("poll", models.PositiveIntegerField(help_text="The latest poll before it; 0 before the first.")),
                ("data", models.JSONField(default=dict, help_text="The fields of this kind of event.")),
                ("at", models.DateTimeField(help_text="When it was written.")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="games.game",
                    ),
                ),
                (
                    "shown_at",
                    models.DateTimeField(
                        blank=True,
                        editable=False,
                        help_text="From when on it may be shown, in a game with a pace; empty: from when it was written.",
                        null=True,
                    ),
                ),
            ],
            options={
                "ordering": ["game_id", "seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seq"), name="event_seq_once"),
                    models.UniqueConstraint(fields=("game", "public_seq"), name="event_public_seq_once"),
                    models.CheckConstraint(
                        condition=models.Q(("seq__gte", 1)),
                        name="event_seq_from_one",
                        violation_error_message="Events are numbered from 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind", ""), _negated=True),
                        name="event_kind_given",
                        violation_error_message="An event has a kind.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("heard_by__gte", -1)),
                        name="event_hearers_fit",
                        violation_error_message="heard_by is -1, 0 or the bits of the seats.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("heard_by", -1), ("public_seq__gte", 1)),
                            models.Q(models.Q(("heard_by", -1), _negated=True), ("public_seq__isnull", True)),
                            _connector="OR",
                        ),
                        name="event_public_when_heard_by_all",
                        violation_error_message="What everyone heard has a public number from 1 up, and nothing else has one.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("data")), models.Value("object")
                        ),
                        name="event_data_is_object",
                        violation_error_message="data must be a JSON object.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Narration",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("after", models.PositiveIntegerField(help_text="The public number of the event that it follows.")),
                ("text", models.TextField(blank=True, help_text="Empty: the house's line stands in.")),
                ("author", models.CharField(help_text="The slug of the model.", max_length=60)),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="asked")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="narrations",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["game_id", "after"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "after"), name="narration_once"),
                    models.CheckConstraint(
                        condition=models.Q(("after__gte", 1)),
                        name="narration_after_an_event",
                        violation_error_message="A narration follows an event.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("author", ""), _negated=True),
                        name="narration_has_author",
                        violation_error_message="A narration has an author.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Outbox",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                (
                    "writes",
                    models.PositiveBigIntegerField(
                        default=1,
                        help_text="How often was written to it since the mark was made; who sends looks whether it has grown.",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("writes__gte", 1)),
                        name="outbox_writes_from_one",
                        violation_error_message="A mark stands for a write at least.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Reflection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "status",
                    models.CharField(
                        choices=[("asked", "being asked"), ("done", "done"), ("nothing", "came to nothing")],
                        default="asked",
                        max_length=8,
                    ),
                ),
                (
                    "tries",
                    models.PositiveSmallIntegerField(
                        default=1, help_text="How often somebody asked who may have been heard."
                    ),
                ),
                (
                    "asked_until",
                    models.DateTimeField(help_text="When somebody else may ask, if nothing has come by then."),
                ),
                (
                    "chosen",
                    models.JSONField(blank=True, default=list, help_text="The changes to its lessons that it chose."),
                ),
                ("thought", models.TextField(blank=True, help_text="What it made of the game, in its own words.")),
                ("why", models.CharField(blank=True, help_text="Why it came to nothing.", max_length=200)),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reflection", to="games.seat"
                    ),
                ),
            ],
            options={
                "ordering": ["seat_id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["asked", "done", "nothing"])),
                        name="reflection_status_known",
                        violation_error_message="status must be one of: asked, done, nothing.",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.Exact(
                            personas.constraints.JsonType(models.F("chosen")), models.Value("array")
                        ),
                        name="reflection_chosen_is_list",
                        violation_error_message="chosen must be a JSON list.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status", "done"), models.Q(("chosen", []), ("thought", "")), _connector="OR"
                        ),
                        name="reflection_only_done_has_content",
                        violation_error_message="Only one that is done has chosen anything.",
                    ),
                ],
            },
        ),
    ]
