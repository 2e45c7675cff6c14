"""Figures of a finished game by seat, counted once: statistics are sums over these rows and read no game again."""

from django.db import models
from django.db.models import F, Q

from games.models import Seat
from personas.constraints import holds


class Figures(models.Model):
    """What one seat of a finished game did, thought and cost."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="figures")
    table_size = models.PositiveSmallIntegerField(help_text="How many sat at its table.")
    version = models.PositiveIntegerField(
        default=0,
        help_text="The version of how its model was asked; 0: not recorded, or it was asked in several ways.",
    )
    briefing = models.PositiveIntegerField(
        default=0,
        help_text="The revision of the briefings that it was asked with; 0: not recorded, none, or several.",
    )
    answers = models.PositiveIntegerField(default=0)
    defaults = models.PositiveIntegerField(default=0, help_text="Answers that a default stood in for.")
    accused = models.PositiveIntegerField(default=0, help_text="Public speeches of others that accuse it by name.")
    nominated = models.PositiveIntegerField(default=0, help_text="How often it was nominated.")
    voted_for = models.PositiveIntegerField(default=0, help_text="Votes that were cast for it.")
    votes_hidden = models.PositiveIntegerField(default=0, help_text="Its votes for players of the hidden team.")
    votes_open = models.PositiveIntegerField(default=0, help_text="Its votes for players of the open team.")
    votes_nobody = models.PositiveIntegerField(default=0, help_text="Its votes for nobody.")
    thoughts = models.PositiveIntegerField(default=0, help_text="Answers with a thought.")
    thought_length = models.PositiveIntegerField(default=0, help_text="Characters of all its thoughts.")
    decisions = models.PositiveIntegerField(default=0, help_text="Answers with a thought that chose a player.")
    foreseen = models.PositiveIntegerField(default=0, help_text="Decisions whose thought names the player chosen.")
    claims = models.PositiveIntegerField(default=0, help_text="Claims that it made aloud.")
    judged = models.PositiveIntegerField(default=0, help_text="Of its claims: those of which something shows it.")
    untrue = models.PositiveIntegerField(default=0, help_text="Of the judged: those that were not so.")
    judged_hidden = models.PositiveIntegerField(default=0, help_text="The judged, where it is of the hidden team.")
    untrue_hidden = models.PositiveIntegerField(default=0, help_text="The untrue, where it is of the hidden team.")
    heard = models.PositiveIntegerField(default=0, help_text="Claims that its words plainly make; of models alone.")
    unfiled = models.PositiveIntegerField(default=0, help_text="Of the heard: those that it did not file.")
    filed = models.PositiveIntegerField(default=0, help_text="Claims filed with words that were listened to.")
    unsaid = models.PositiveIntegerField(default=0, help_text="Of the filed: those that its words plainly do not say.")
    beliefs = models.PositiveIntegerField(default=0, help_text="How often it said how likely another is hidden.")
    belief_error = models.PositiveBigIntegerField(
        default=0, help_text="Of its beliefs: the sum of (chance - truth) squared, both from 0 to 100."
    )
    calls = models.PositiveIntegerField(default=0)
    input_tokens = models.PositiveBigIntegerField(default=0)
    cached_tokens = models.PositiveBigIntegerField(default=0, help_text="Of the input tokens.")
    output_tokens = models.PositiveBigIntegerField(default=0)
    reasoning_tokens = models.PositiveBigIntegerField(default=0, help_text="Of the output tokens.")
    cost = models.DecimalField(max_digits=14, decimal_places=8, default=0, help_text="US dollars.")
    unsure = models.DecimalField(
        max_digits=14,
        decimal_places=8,
        default=0,
        help_text="Of the cost: what nobody told, so that it is only the most.",
    )

    class Meta:
        verbose_name_plural = "figures"
        constraints = [
            holds("figures_defaults_within_answers", Q(answers__gte=F("defaults")), "Defaults are answers."),
            holds("figures_foreseen_within_decisions", Q(decisions__gte=F("foreseen")), "Foreseen are decisions."),
            holds("figures_judged_within_claims", Q(claims__gte=F("judged")), "Judged are claims."),
            holds("figures_untrue_within_judged", Q(judged__gte=F("untrue")), "Untrue are judged."),
            holds("figures_unfiled_within_heard", Q(heard__gte=F("unfiled")), "Unfiled are heard."),
            holds("figures_unsaid_within_filed", Q(filed__gte=F("unsaid")), "Unsaid are filed."),
            holds(
                "figures_belief_error_possible",
                Q(belief_error__lte=F("beliefs") * 10_000),
                "No belief is wrong by more than all.",
            ),
            holds("figures_cost_not_negative", Q(cost__gte=0), "A cost is not negative."),
            holds(
                "figures_unsure_within_cost",
                Q(unsure=0) | Q(unsure__gt=0, cost__gte=F("unsure")),
                "Unsure is of the cost.",
            ),
        ]

    def __str__(self) -> str:
        return f"figures of {self.seat}"
