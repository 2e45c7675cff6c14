"""Who plays: a persona is a character, a model is a language model, a player is the one on the other.

The player is what is rated and what remembers. Nothing here knows a game: a memory names its game by text.
"""

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import models
from django.db.models import F, Q

from personas.constraints import holds, json_is, one_of, shaped
from personas.keys import NoKeyVariable, has_login, is_listed_address, refuse_other_variables
from personas.parameters import LEAST_CONTEXT, unfit_parameters
from personas.sheet import TEMPERS


class PersonaSource(models.TextChoices):
    """Where a persona's sheet is from."""

    SHIPPED = "shipped", "shipped with the league"
    HAND = "hand", "written by hand"
    MODEL = "model", "written by a model"


class PersonaStatus(models.TextChoices):
    """Whether a persona may enter new seasons and exhibitions; games that were made never ask."""

    DRAFT = "draft", "draft"
    APPROVED = "approved", "approved"
    RETIRED = "retired", "retired"


class Persona(models.Model):
    """A character, told apart from every other by how it talks and what it believes."""

    Source = PersonaSource
    Status = PersonaStatus

    slug = models.CharField(max_length=60, unique=True, help_text="Lower-case letters, digits and underscores.")
    name = models.CharField(max_length=80, help_text="What the character is called at a table and on pages.")
    sheet = models.JSONField(default=dict, help_text="The character sheet that a player is given.")
    version = models.PositiveIntegerField(
        default=1, editable=False, help_text="The number of its sheet's newest version, which is the sheet here."
    )
    source = models.CharField(max_length=12, choices=Source, default=Source.HAND, help_text="Where the sheet is from.")
    status = models.CharField(
        max_length=12,
        choices=Status,
        default=Status.DRAFT,
        help_text="Only who is approved enters new seasons and exhibitions; who is retired keeps results and pages.",
    )
    decided_by = models.CharField(
        max_length=150, blank=True, editable=False, help_text="Who approved or retired it last; empty for a draft."
    )
    decided_at = models.DateTimeField("decided", null=True, blank=True, editable=False)
    written_for = models.CharField(
        max_length=80,
        blank=True,
        editable=False,
        help_text="Where it was written for one game alone: season, fixture and place. No list has it then.",
    )
    created_at = models.DateTimeField("created", auto_now_add=True)
    updated_at = models.DateTimeField("last changed", auto_now=True)

    class Meta:
        ordering = ["name", "slug"]
        constraints = [
            shaped("persona_slug_shape", "slug", "[a-z0-9][a-z0-9_]*", "lower-case letters, digits and underscores"),
            holds("persona_name_given", ~Q(name=""), "A persona needs a name."),
            one_of("persona_source_known", "source", PersonaSource),
            one_of("persona_status_known", "status", PersonaStatus),
            holds(
                "persona_decided_by_somebody",
                Q(status="draft", decided_by="", decided_at__isnull=True)
                | (~Q(status="draft") & ~Q(decided_by="") & Q(decided_at__isnull=False)),
                "Who is approved or retired is so by somebody, since a time; a draft is not.",
            ),
            json_is("persona_sheet_is_object", "sheet", "object"),
            # Two workers, or one that was killed and its successor, write one persona for a place and not two.
            models.UniqueConstraint(
                fields=["written_for"], condition=~Q(written_for=""), name="persona_written_for_once"
            ),
            holds(
                "persona_of_one_game_uninvited",
                Q(written_for="") | ~Q(status="approved"),
                "A persona that was written for one game is invited to no other.",
            ),
            holds("persona_version_from_one", Q(version__gte=1), "Versions are numbered from 1."),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_active(self) -> bool:
        """Whether new seasons may invite it."""
        return self.status == self.Status.APPROVED


class SheetVersion(models.Model):
    """A persona's sheet as it was from one edit to the next; only ever added."""

    persona = models.ForeignKey(Persona, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(help_text="1 is the first that was written down.")
    sheet = models.JSONField(help_text="The character sheet, whole, as of this version.")
    digest = models.CharField(max_length=64, help_text="SHA-256 of the sheet.")
    created_at = models.DateTimeField("written", auto_now_add=True)

    class Meta:
        ordering = ["persona_id", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["persona", "number"], name="sheet_version_once"),
            holds("sheet_version_from_one", Q(number__gte=1), "Versions are numbered from 1."),
            shaped("sheet_version_digest_shape", "digest", "[0-9a-f]{64}", "a SHA-256 in hexadecimal"),
            json_is("sheet_version_is_object", "sheet", "object"),
        ]

    def __str__(self) -> str:
        return f"{self.persona}, version {self.number}"


class Provider(models.TextChoices):
    """The protocols a model can be asked in."""

    HOUSE = "house", "house (offline tempers)"
    UNIFORM = "uniform", "uniform (offline, by lot)"
    OPENAI = "openai", "OpenAI Chat Completions"
    OPENAI_RESPONSES = "openai-responses", "OpenAI Responses"
    ANTHROPIC = "anthropic", "Anthropic protocol"


class Effort(models.TextChoices):
    """How long a reasoning model may reason."""

    NONE = "none", "none"
    MINIMAL = "minimal", "minimal"
    LOW = "low", "low"
    MEDIUM = "medium", "medium"
    HIGH = "high", "high"
    XHIGH = "xhigh", "very high"
    MAX = "max", "max"


class Verbosity(models.TextChoices):
    """How much a model says."""

    LOW = "low", "low"
    MEDIUM = "medium", "medium"
    HIGH = "high", "high"


class ServiceTier(models.TextChoices):
    """How a provider serves a request, where it is not as ever."""

    FLEX = "flex", "flex: half the price, slower, at times refused"


class LanguageModel(models.Model):
    """What answers: a model behind a provider, or one of the offline tempers (provider `house`)."""

    Provider = Provider
    OFFLINE = (Provider.HOUSE, Provider.UNIFORM)

    slug = models.CharField(max_length=60, unique=True, help_text="Lower-case letters, digits and hyphens; no “_”.")
    name = models.CharField(max_length=80, help_text="What the model is called on pages.")
    provider = models.CharField(max_length=20, choices=Provider, help_text="The protocol it is asked in.")
    model_name = models.CharField(max_length=120, blank=True, help_text="The provider's name for it; a house temper.")
    base_url = models.CharField(
        max_length=200,
        blank=True,
        validators=[URLValidator(schemes=["http", "https"])],
        help_text="Only for a server of one's own; empty is the provider's.",
    )
    key_variable = models.CharField(
        max_length=60,
        blank=True,
        help_text="The environment variable that holds the key. Keys never enter the database.",
    )
    most_tokens = models.PositiveIntegerField(
        "most tokens",
        null=True,
        blank=True,
        help_text="Of one reply, its reasoning included; empty is as many as models of its family need at its effort.",
    )
    temperature = models.FloatField(null=True, blank=True, help_text="From 0 to 2; empty is the model's own.")
    effort = models.CharField(
        "reasoning effort",
        max_length=8,
        choices=Effort,
        blank=True,
        help_text="Only for models that reason; not each takes all.",
    )
    top_p = models.FloatField(
        "top p", null=True, blank=True, help_text="From 0 to 1, beside no temperature; empty is the model's own."
    )
    seed = models.BigIntegerField(
        null=True, blank=True, help_text="Of its sampling, in Chat Completions alone; providers promise nothing by it."
    )
    verbosity = models.CharField(
        max_length=8, choices=Verbosity, blank=True, help_text="Only for OpenAI's models from GPT-5 on."
    )
    service_tier = models.CharField(
        max_length=8, choices=ServiceTier, blank=True, help_text="Only for OpenAI's; not each model has it."
    )
    context_size = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="How many tokens fit into a prompt and its reply together, as the server is set; empty is enough.",
    )
    extra_body = models.JSONField(
        default=dict,
        blank=True,
        help_text="More fields of each request, as a JSON object; everybody may read it in logs.",
    )
    limit_group = models.CharField(
        max_length=60,
        blank=True,
        help_text="The name that models have in common whose limits a minute its provider counts together; empty is "
        "its own, and of Claude its class.",
    )
    in_flight = models.PositiveSmallIntegerField(
        "calls at once", default=64, help_text="How many calls one process may have under way to it."
    )
    rung = models.CharField(
        max_length=12, blank=True, editable=False, help_text="How it takes the shape of an answer, as it was found."
    )
    without = models.CharField(
        max_length=300, blank=True, editable=False, help_text="The parameters that it refused, with blanks between."
    )
    thinks = models.BooleanField(
        default=False, editable=False, help_text="Whether it thinks unasked, and tells what only when it is told to."
    )
    probed_at = models.DateTimeField("probed", null=True, blank=True, editable=False)
    is_active = models.BooleanField("active", default=True, help_text="Whether new seasons may ask it.")

    class Meta:
        verbose_name = "model"
        ordering = ["name", "slug"]
        constraints = [
            # Without "_" in it `{model}_{persona}` can be read back in one way only.
            shaped("model_slug_shape", "slug", "[a-z0-9][a-z0-9-]*", "lower-case letters, digits and hyphens"),
            holds("model_name_given", ~Q(name=""), "A model needs a name."),
            one_of("model_provider_known", "provider", Provider),
            holds(
                "model_named_at_provider",
                Q(provider="uniform") | ~Q(model_name=""),
                "Only uniform players do without model_name.",
            ),
            holds(
                "model_offline_without_key",
                ~Q(provider__in=["house", "uniform"]) | Q(base_url="", key_variable=""),
                "An offline model has neither base_url nor key_variable.",
            ),
            holds("model_effort_known", Q(effort__in=["", *Effort.values]), "Unknown reasoning effort."),
            holds(
                "model_temperature_in_bounds",
                Q(temperature__isnull=True) | Q(temperature__gte=0, temperature__lte=2),
                "temperature is from 0 to 2.",
            ),
            holds(
                "model_top_p_in_bounds",
                Q(top_p__isnull=True) | Q(top_p__gt=0, top_p__lte=1),
                "top_p is above 0 and at most 1.",
            ),
            holds("model_verbosity_known", Q(verbosity__in=["", *Verbosity.values]), "Unknown verbosity."),
            holds("model_tier_known", Q(service_tier__in=["", *ServiceTier.values]), "Unknown service tier."),
            holds(
                "model_context_size_enough",
                Q(context_size__isnull=True) | Q(context_size__gte=LEAST_CONTEXT),
                f"No game fits into a context of less than {LEAST_CONTEXT:,} tokens.",
            ),
            json_is("model_extra_body_is_object", "extra_body", "object"),
            holds("model_in_flight_from_one", Q(in_flight__gte=1), "At least one call at once."),
            holds(
                "model_most_tokens_from_one",
                Q(most_tokens__isnull=True) | Q(most_tokens__gte=1),
                "At least one token, or none said.",
            ),
            holds(
                "model_key_variable_shape",
                Q(key_variable="") | Q(key_variable__regex=r"^[A-Z][A-Z0-9_]*$"),
                "key_variable must be the name of an environment variable, not a key.",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Refuses a key that may not be one, and what its protocol does not know, each at its field."""
        if self.extra_body is None:  # as a form has it that was left empty
            self.extra_body = {}
        wrong = {name: [complaint] for name, complaint in unfit_parameters(self)}
        if self.provider == Provider.HOUSE and self.model_name not in TEMPERS:
            wrong["model_name"] = [f"A temper of the house is one of {', '.join(TEMPERS)}."]
        try:
            refuse_other_variables(self.key_variable)
        except NoKeyVariable as complaint:
            wrong["key_variable"] = [f"{complaint}."]
        if not (self.is_offline or is_listed_address(self.base_url, self.provider) or self._is_asked_there()):
            wrong["base_url"] = ["It is not on the list of LEAGUE_BASE_URLS: nothing would be sent there."]
        if has_login(self.base_url) and not self._is_asked_there():
            wrong["base_url"] = ["There is a login in it, beside which no key can be sent: nothing would be."]
        if wrong:
            raise ValidationError(wrong)

    def _is_asked_there(self) -> bool:
        """Whether the row has had this address before: what came before the list may stay, and is asked nothing."""
        same = LanguageModel.objects.filter(pk=self.pk, provider=self.provider, base_url=self.base_url)
        return self.pk is not None and same.exists()

    @property
    def is_offline(self) -> bool:
        """Whether its answers cost nothing and never leave the machine."""
        return self.provider in self.OFFLINE


class ModelVersion(models.Model):
    """A way in which a model was asked: what its row said of that when somebody first sat down with it. Only ever
    added; a row that says again what it said before has that version again."""

    language_model = models.ForeignKey(
        LanguageModel, on_delete=models.CASCADE, related_name="versions", verbose_name="model"
    )
    number = models.PositiveIntegerField(help_text="1 is the first that somebody sat down with.")
    asked = models.JSONField(help_text="By column, what its row said; what was left empty is left out.")
    digest = models.CharField(max_length=64, help_text="SHA-256 of that.")
    created_at = models.DateTimeField("written", auto_now_add=True)

    class Meta:
        ordering = ["language_model_id", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["language_model", "number"], name="model_version_once"),
            models.UniqueConstraint(fields=["language_model", "digest"], name="model_version_of_its_own"),
            holds("model_version_from_one", Q(number__gte=1), "Versions are numbered from 1."),
            shaped("model_version_digest_shape", "digest", "[0-9a-f]{64}", "a SHA-256 in hexadecimal"),
            json_is("model_version_is_object", "asked", "object"),
        ]

    def __str__(self) -> str:
        return f"{self.language_model}, version {self.number}"


class Price(models.Model):
    """What a model costs from a time on, where the shipped list of prices does not know it or is wrong."""

    language_model = models.ForeignKey(
        LanguageModel, on_delete=models.CASCADE, related_name="prices", verbose_name="model"
    )
    valid_from = models.DateTimeField(help_text="Calls from this time on cost this; the newest one holds.")
    input = models.DecimalField(max_digits=12, decimal_places=6, help_text="US dollars a million tokens.")
    cached = models.DecimalField(
        max_digits=12, decimal_places=6, null=True, blank=True, help_text="For input from a cache; empty is as input."
    )
    cache_written = models.DecimalField(
        max_digits=12, decimal_places=6, null=True, blank=True, help_text="For input put into one; empty is as input."
    )
    output = models.DecimalField(max_digits=12, decimal_places=6, help_text="US dollars a million tokens.")

    class Meta:
        ordering = ["language_model", "-valid_from"]
        constraints = [
            models.UniqueConstraint(fields=["language_model", "valid_from"], name="price_once_a_time"),
            holds(
                "price_not_negative",
                Q(input__gte=0, output__gte=0)
                & (Q(cached__isnull=True) | Q(cached__gte=0))
                & (Q(cache_written__isnull=True) | Q(cache_written__gte=0)),
                "A price is not negative.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.language_model} from {self.valid_from:%Y-%m-%d}"


class StrategyLevel(models.TextChoices):
    """How much strategy a briefing spells out."""

    NONE = "none", "no strategy told"
    BASIC = "basic", "basic"
    INTERMEDIATE = "intermediate", "intermediate"
    ADVANCED = "advanced", "advanced"


class Player(models.Model):
    """A persona on a model: what is rated and what remembers."""

    Level = StrategyLevel

    player_id = models.CharField(max_length=121, unique=True, help_text="The model's slug, “_”, the persona's slug.")
    persona = models.ForeignKey(Persona, on_delete=models.PROTECT, related_name="players")
    model = models.ForeignKey(LanguageModel, on_delete=models.PROTECT, related_name="players")
    strategy_level = models.CharField(
        max_length=12,
        choices=Level,
        default=Level.NONE,
        help_text="How much strategy its briefing spells out; of the house, how well it plays.",
    )
    is_aware = models.BooleanField(
        "aware", default=False, help_text="Whether its briefing tells it that it is a model among models."
    )
    is_active = models.BooleanField("active", default=True, help_text="Whether new seasons may invite it.")
    created_at = models.DateTimeField("created", auto_now_add=True)

    class Meta:
        ordering = ["player_id"]
        constraints = [
            models.UniqueConstraint(fields=["persona", "model"], name="player_once_per_persona_and_model"),
            shaped(
                "player_id_shape", "player_id", "[a-z0-9][a-z0-9-]*_[a-z0-9][a-z0-9_]*", "model slug, “_”, persona slug"
            ),
            one_of("player_level_known", "strategy_level", StrategyLevel),
        ]

    def __str__(self) -> str:
        return f"{self.persona} on {self.model}"


class MemoryRevision(models.Model):
    """What a player had learned at one time. The highest number that counts for everybody is what it remembers now.

    A season plays by what its own games taught: where a player learned elsewhere meanwhile, the two differ, and what
    counts within the season alone is a revision of its own, with the season's slug.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memory")
    number = models.PositiveIntegerField(help_text="1 is the first thing it ever learned.")
    learned = models.JSONField(default=dict, help_text="What it remembers, whole, as of this revision.")
    author = models.CharField(max_length=150, help_text="Who wrote it: a user's name, or the player itself.")
    game_id = models.CharField(
        max_length=12, blank=True, help_text="The game it was learned in; empty: somebody wrote it by hand."
    )
    season = models.CharField(
        max_length=60, blank=True, help_text="The season within which alone it counts; empty: everywhere."
    )
    reason = models.CharField(max_length=200, blank=True, help_text="Why it was written by hand.")
    created_at = models.DateTimeField("written", auto_now_add=True)

    class Meta:
        ordering = ["player_id", "-number"]
        indexes = [models.Index(fields=["player", "-number"], name="memory_by_hand", condition=Q(game_id=""))]
        constraints = [
            models.UniqueConstraint(fields=["player", "number"], name="memory_numbered_once"),
            holds("memory_numbered_from_one", Q(number__gte=1), "Revisions are numbered from 1."),
            holds("memory_has_author", ~Q(author=""), "A revision has an author."),
            holds("memory_of_season_from_game", Q(season="") | ~Q(game_id=""), "A season's own comes from its games."),
            json_is("memory_learned_is_object", "learned", "object"),
        ]

    def __str__(self) -> str:
        return f"{self.player} #{self.number}"

    @property
    def public_name(self) -> str:
        """What it is called wherever a name must not change."""
        return f"{self.player.player_id} #{self.number}"


class Document(models.Model):
    """That there is more to tell of a player outside than was told: its document (league.memories.documents) is due.

    Whoever changes what stands there counts the version up, in the same transaction. The document itself is in no row:
    it is made of those that are the truth.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="document")
    version = models.PositiveBigIntegerField(default=1, help_text="How often what it tells has changed.")
    written = models.PositiveBigIntegerField(default=0, db_default=0, help_text="The version that was written last.")

    class Meta:
        ordering = ["player_id"]
        indexes = [models.Index(fields=["player"], name="document_due", condition=Q(version__gt=F("written")))]
        constraints = [holds("document_written_is_known", Q(written__lte=F("version")), "What is written was said.")]

    def __str__(self) -> str:
        return f"document of {self.player_id}"
