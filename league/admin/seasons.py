"""Seasons with their rosters. All is record but a season's name; the rest is done by verbs.

(Long, because a season's page, its list and each of its verbs are one class of the admin's; what they ask: `dialogs`.)
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.decorators import action, display
from unfold.forms import BaseDialogForm

from games.engine.rulesets import ruleset_title
from games.models import Account
from league.access.acts import visitor
from league.admin.dialogs import (
    FROZEN,
    AnnounceForm,
    BeginForm,
    KeepForm,
    ResumeForm,
    SeasonForm,
    StartForm,
    WhyForm,
    asking,
    remembering_of,
)
from league.admin.fixtures import RulesFilter
from league.calendars.plans import WrongCalendar, told
from league.calendars.turns import calendar_of
from league.models import Fixture, Season, SeasonRules, Standing
from league.models.act import Surface
from league.queries.books import titles
from league.queries.schedule import games_off, games_recorded
from league.seasons.lifecycle.updating import Remembering, change_keep, change_memory, news_of
from league.seasons.making.checking import Keep, WrongSeason
from league.seasons.making.cloning import clone_season
from league.seasons.making.voices import unprobed_models
from league.seasons.money.budgets import account_of, accounts_of
from league.seasons.verbs import VERBS, Given, Led, carry_out, verbs_of
from league.tasks import nudge
from personas.backstage import (
    BackstageAdmin,
    ReasonForm,
    RecordInline,
    joined,
    link_to,
    list_of,
    status_label,
)

POSSIBLE = {
    "keep": tuple(Season.Status),
    "twin": tuple(Season.Status),
    "edit": (Season.Status.DRAFT,),
    "delete_draft": (Season.Status.DRAFT,),
    "clone": tuple(Season.Status),
}
SECRETS = "games.see_secrets"
LISTS = ((Fixture, "Fixtures", "league.view_fixture"), (Standing, "Standings", "league.view_standing"))
MOST_NAMED = 100  # players of a roster that its season's page names


def _is_begun(season: Season | None) -> bool:
    return season is not None and season.status != Season.Status.DRAFT


def led(name: str, form: type[ReasonForm] = ReasonForm) -> Any:  # Any: an action, as the library marks it
    """One of the verbs that are done to a season from everywhere in the same way, as an action of its page."""
    verb = VERBS[name]

    def do(self: "SeasonAdmin", request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        season = get_object_or_404(self.row_at(object_id))
        given = Given(**{each: form.cleaned_data[each] for each in ("reason", *verb.takes)})
        self.lead(request, [season], verb, given)
        return HttpResponse(headers={"HX-Redirect": reverse("admin:league_season_change", args=[season.pk])})

    do.__name__ = name
    dialog = asking(f"{verb.title}?", verb.confirms, verb.title, form)
    return action(description=verb.title, icon=verb.icon, permissions=["change"], dialog=dialog)(do)


class RulesInline(RecordInline):
    """What the season is played by, in turn."""

    model = SeasonRules
    fields = ["number", "title", "revision", "seats", "options"]
    readonly_fields = fields
    verbose_name_plural = "Rules"
    tab = True

    @display(description="Rules")
    def title(self, rules: SeasonRules) -> str:
        return ruleset_title(rules.ruleset)


@admin.register(Season)
class SeasonAdmin(BackstageAdmin):
    """Seasons; they are made by the site's form or the command line, which know the rules' options."""

    list_display = ["named", "status_shown", "rules_shown", "progress", "pace", "rated", "started_at", "finished_at"]
    list_filter = ["status", ("rules__ruleset", RulesFilter), "rated", "spoilers"]
    search_fields = ["name", "slug"]
    narrowed_by = ["series__id__exact"]
    ordering = ["-id"]
    actions = ["start_selected", "pause_selected", "resume_selected", "clone_selected"]
    actions_detail = ["edit", *VERBS, "keep", "clone", "twin", "delete_draft"]
    actions_list = ["new"]
    inlines = [RulesInline]
    form = SeasonForm

    def get_queryset(self, request: HttpRequest) -> QuerySet[Season]:
        return (
            super()
            .get_queryset(request)
            .annotate(played=games_recorded() + games_off())
            .select_related("calendar")
            .prefetch_related("rules")
        )

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The season with what its page shows of other tables: the library asks for the words of a field five times."""
        season: Any = super().get_object(request, object_id, from_field)
        if season is not None:
            places = season.roster.select_related("player__persona", "player__model").order_by("number")
            named: list[SafeString | str] = [link_to(place.player) for place in places[:MOST_NAMED]]
            more = places.count() - MOST_NAMED if len(named) == MOST_NAMED else 0
            season.named = joined([*named, f"{more} more"] if more else named)
            season.account = account_of(season)
            season.news = news_of(season)
            # Not beside it, a few rows at a time: what is hundreds of rows long is read, turned and found in a list.
            lists: list[SafeString | str] = [
                list_of(model, told, season__id__exact=season.pk)
                for model, told, permission in LISTS
                if request.user.has_perm(permission)
            ]
            season.lists = joined(lists)
        return season

    def get_fieldsets(self, request: HttpRequest, obj: Season | None = None) -> Any:
        terms: list[str | tuple[str, str]] = [
            ("spoilers", "delay_minutes"),
            ("names", "rated"),
            ("pace", "interval"),
            ("at_once", "when"),
            ("narrator", "narrator_model"),
            ("persona_source", "keep"),
            ("strategy_level", "is_aware"),
            ("disclosing", "twin_of"),
        ]
        if request.user.has_perm(SECRETS):
            terms.append("secret")
        return [
            (None, {"fields": ["name", ("slug", "status"), "waiting", ("progress", "lists")]}),
            (
                "Roster",
                {"fields": ["roster_named", "edited"] if obj and obj.status in Season.UNDER_WAY else ["roster_named"]},
            ),
            ("Terms", {"fields": ["games_planned", *terms]}),
            (
                "Memory",
                {
                    "fields": [("memory", "hides_memory"), ("lag", "cap_learning")],
                    "description": FROZEN if _is_begun(obj) else "",
                },
            ),
            ("Money", {"fields": ["budget", ("cap_call", "cap_game"), ("cap_season", "unprobed")]}),
            (
                "History",
                {
                    "fields": [
                        ("created_at", "announced_at"),
                        ("begins_at", "roster_until"),
                        ("started_at", "finished_at"),
                        ("ended_at", "ended_by"),
                        "ended_why",
                        "pinned_at",
                    ]
                },
            ),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> list[str]:
        written = {"name", "hides_memory"} | ({"cap_learning"} if _is_begun(obj) else set(Remembering._fields))
        own = [field.name for field in Season._meta.fields if field.name not in written]
        return [*own, "progress", "lists", "roster_named", "edited", "budget", "when"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_make_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Who may make seasons, on the site. (By its name, the library looks for a permission in a database that may
        not be there yet.)"""
        return request.user.has_perm("league.add_season")

    def has_discard_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Who may delete drafts, on the site, which says first what goes with one; nothing else is deleted."""
        return request.user.has_perm("league.delete_season")

    def has_delete_permission(self, request: HttpRequest, obj: Season | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Season, form: Any, change: bool) -> None:  # noqa: FBT001
        # Whoever plays it writes the rest meanwhile.
        obj.save(update_fields=["name", "hides_memory"])
        try:
            change_memory(season=obj, wanted=remembering_of(obj))
        except WrongSeason as complaint:  # it was started since the page was shown
            obj.refresh_from_db()
            self.message_user(request, f"{obj}: {complaint}", messages.ERROR)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        season = self.row_at(object_id).first()
        if season is None:
            return []
        possible = {verb.name for verb in verbs_of(season)}
        possible |= {name for name, before in POSSIBLE.items() if season.status in before}
        return [one for one in super().get_actions_detail(request, object_id) if one.path in possible]

    # --- what is done to seasons -----------------------------------------------------------------------------------

    @action(description="New season", icon="add", permissions=["make"])
    def new(self, request: HttpRequest) -> HttpResponse:
        """The site's form: what stands in it follows from the rules that are chosen."""
        return HttpResponseRedirect(reverse("new-season"))

    @action(description="Start selected seasons…", permissions=["change"])
    def start_selected(self, request: HttpRequest, seasons: QuerySet[Season]) -> HttpResponse | None:
        strange = [
            (season, list(unprobed_models(season).order_by("slug")))
            for season in seasons.filter(status__in=Season.UNSTARTED)
        ]
        if any(models for _, models in strange) and not request.POST.get("confirmed"):
            context = {
                "title": "Start these seasons?",
                "seasons": seasons,
                "strange": strange,
                "form": StartForm(request),
            }
            return TemplateResponse(
                request,
                "admin/league/start_confirmation.html",
                self.admin_site.each_context(request) | context | {"opts": self.opts, "media": self.media},
            )
        unprobed, why = request.POST.get("unprobed", ""), request.POST.get("reason", "")
        self.lead(request, seasons, VERBS["start"], Given(reason=why, unprobed=unprobed))
        return None

    @action(description="Pause selected seasons", permissions=["change"])
    def pause_selected(self, request: HttpRequest, seasons: QuerySet[Season]) -> None:
        self.lead(request, seasons, VERBS["pause"], Given())

    @action(description="Resume selected seasons", permissions=["change"])
    def resume_selected(self, request: HttpRequest, seasons: QuerySet[Season]) -> None:
        self.lead(request, seasons, VERBS["resume"], Given())

    announce = led("announce", AnnounceForm)
    withdraw = led("withdraw", WhyForm)
    start = led("start", BeginForm)
    pause = led("pause")
    resume = led("resume", ResumeForm)
    finish = led("finish", WhyForm)
    cancel = led("cancel", WhyForm)
    refold = led("refold")
    update = led("update")

    @action(
        description="Keep words",
        icon="inventory_2",
        permissions=["change"],
        dialog=asking(
            "For how long are words of calls kept?",
            "What its models were sent and answered: in its games that still have it, and in those to come.",
            "Keep them so",
            KeepForm,
        ),
    )
    def keep(self, request: HttpRequest, form: KeepForm, object_id: str) -> HttpResponse:
        wanted = Keep(form.cleaned_data["keep"])
        done = f"to keep the words of its calls {wanted.told}"
        return self.one(request, form, object_id, "keep", done, lambda season: change_keep(season=season, keep=wanted))

    @action(description="Play it twice", icon="content_copy", permissions=["make"])
    def twin(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The site's form for a twin; of a twin's own first."""
        return HttpResponseRedirect(reverse("new-twin", args=[get_object_or_404(self.row_at(object_id)).slug]))

    def lead(self, request: HttpRequest, seasons: Iterable[Season], verb: Led, given: Given) -> None:
        """Does one of the verbs to each season, and says of each how it went."""
        by = visitor(request, Surface.ADMIN)
        for season in seasons:
            try:
                told = carry_out(verb=verb, season=season, by=by, now=timezone.now(), given=given)
            except WrongSeason as complaint:
                self.message_user(request, f"{season} is not {verb.past}: {complaint}", messages.ERROR)
            else:
                self.log_change(request, season, f"Was {verb.past}.")
                self.message_user(request, told, messages.SUCCESS)
        nudge()  # the next sweep would come to it too, up to 15 seconds later

    @action(description="Edit", icon="edit", permissions=["change"])
    def edit(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The site's form, with what the draft says by now."""
        return HttpResponseRedirect(reverse("edit-season", args=[get_object_or_404(self.row_at(object_id)).slug]))

    @action(description="Delete", icon="delete", permissions=["discard"])
    def delete_draft(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The site's page that says what goes with it."""
        return HttpResponseRedirect(reverse("delete-season", args=[get_object_or_404(self.row_at(object_id)).slug]))

    @action(
        description="Clone",
        icon="control_point_duplicate",
        permissions=["make"],
        dialog=asking("Clone this season?", "A draft by its plan, with a secret of its own.", "Clone"),
    )
    def clone(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        season = get_object_or_404(self.row_at(object_id))
        made = self.cloned(request, season, form.cleaned_data["reason"])
        to = reverse("edit-season", args=[made.slug]) if made and self.has_change_permission(request) else ""
        return HttpResponse(headers={"HX-Redirect": to or reverse("admin:league_season_changelist")})

    @action(description="Clone selected seasons", permissions=["make"])
    def clone_selected(self, request: HttpRequest, seasons: QuerySet[Season]) -> None:
        for season in seasons:
            self.cloned(request, season)

    def cloned(self, request: HttpRequest, season: Season, reason: str = "") -> Season | None:
        """A draft by the plan of a season; says how it went and what was left out. None where it is refused."""
        by = visitor(request, Surface.ADMIN)
        try:
            made, left_out = clone_season(season=season, by=by, now=timezone.now(), reason=reason)
        except (WrongSeason, WrongCalendar) as complaint:
            self.message_user(request, f"{season}: {complaint}", messages.ERROR)
            return None
        self.log_addition(request, made, f"Is a clone of {season.slug}.")
        self.message_user(request, f"{made} is made by the plan of {season}.", messages.SUCCESS)
        for sentence in left_out:
            self.message_user(request, sentence, messages.WARNING)
        return made

    def one(
        self,
        request: HttpRequest,
        form: BaseDialogForm,
        object_id: str,
        verb: str,
        done: str,
        do: Callable[[Season], object],
    ) -> HttpResponse:
        """Does the verb to the season of a page, and sends the dialog back to it."""
        season = get_object_or_404(self.row_at(object_id))
        self.each(request, [season], verb, done, do, form.cleaned_data["reason"])
        return HttpResponse(headers={"HX-Redirect": reverse("admin:league_season_change", args=[season.pk])})

    def each(
        self,
        request: HttpRequest,
        seasons: Iterable[Season],
        verb: str,
        done: str,
        do: Callable[[Season], object],
        reason: str = "",
    ) -> None:
        """Does the verb to each season, says of each how it went, and records who did it."""
        for season in seasons:
            try:
                rows = [season, *accounts_of(season)]
                with self.acts.recorded(request, verb, rows, reason):
                    said = do(season)
            except WrongSeason as complaint:
                self.message_user(request, f"{season}: {complaint}", messages.ERROR)
            else:
                self.log_change(request, season, f"Is {done}.")
                more = f" {said}" if isinstance(said, str) else ""
                self.message_user(request, f"{season} is {done}.{more}", messages.SUCCESS)
        nudge()  # the next sweep would come to it too, up to 15 seconds later

    @display(description="Season", ordering="name", header=True)
    def named(self, season: Season) -> list[str]:
        return [season.name, season.slug]

    @display(description="Status", ordering="status")
    def status_shown(self, season: Season) -> SafeString:
        return status_label(season.status)

    @display(description="Rules")
    def rules_shown(self, season: Season) -> str:
        return titles(season.rules.all())

    @display(description="Games", ordering="played")
    def progress(self, season: Any) -> str:
        return f"{season.played} of {season.games_planned}"

    @display(description="Budget")
    def budget(self, season: Any) -> SafeString | str:
        if season.account is None:
            return "nothing was spent yet"
        budgets: Any = self.admin_site.get_model_admin(Account)  # whose page shows how far a cap is spent
        return format_html("{} {}", budgets.bar_shown(season.account), link_to(season.account, "Its budget"))

    @display(description="Plays")
    def when(self, season: Season) -> str:
        calendar = calendar_of(season)
        return told(calendar) if calendar else "as soon as it can"

    @display(description="Lists")
    def lists(self, season: Any) -> Any:
        return season.lists

    @display(description="Players")
    def roster_named(self, season: Any) -> Any:
        return season.named

    @display(description="Edited since it was pinned")
    def edited(self, season: Any) -> SafeString | str:
        if not season.news:
            return "Nothing: it is played by its players and models as they are now."
        return format_html("<ul>{}</ul>", format_html_join("", "<li>{}</li>", ((each,) for each in season.news)))
