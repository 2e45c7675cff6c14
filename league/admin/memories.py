"""What players remember, on a page made for it: lessons in sentences, own words apart, what is written by hand, and how
it came to that. Law: whatever is done here is a revision, made from the one that was looked at (a page says which), and
refused where somebody has written meanwhile; what was typed stays.

(Long, because one page has all that may be done to a memory, and the page that takes back stands beside it.)
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString
from unfold.decorators import action, display
from unfold.widgets import (
    UnfoldAdminSplitDateTimeWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from games.ledger.reads import MemoryTold
from games.models import Game
from league.access.acts import visitor
from league.memories.editing import (
    NeedsReason,
    approve_words,
    delete_words,
    drop_lesson,
    restore_memory,
    rewrite_memory,
    seasons_touched,
    warnings_about,
)
from league.memories.undoing import (
    Changed,
    a_part,
    from_then_on,
    in_game,
    learners_of,
    left_of,
    sight_of,
    undo,
    would_undo,
)
from league.models.act import Surface
from league.queries.memories import WORDS, history, remembered_now, revisions_told
from personas.admin.personas import MONOSPACED, Indented
from personas.admin.together import MOST_NAMED, is_confirmed
from personas.backstage import RecordAdmin, link_to
from personas.experience.lessons import OWN, by_hand, memory_in
from personas.experience.notes import MOST_CHARACTERS
from personas.memory import Outdated, Unmemorable, current
from personas.models import MemoryRevision, Player

REVISIONS: Final = 10  # on a page
MOST_RELIVED: Final = 12  # players of whom it is told what taking back would change
KEPT: Final = ", ".join(sorted({*OWN, "last"}))


PLAIN: Final = "notes"  # the one name under which lines stand that are written a line each


class MemoryForm(forms.Form):
    """What somebody does to a memory, from which revision, and why. What is by hand is written a line each, or as JSON
    where `form` says so."""

    on = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    form = forms.CharField(required=False, widget=forms.HiddenInput)
    notes = forms.JSONField(
        label="Written by hand",
        required=False,
        widget=UnfoldAdminTextareaWidget(attrs=MONOSPACED | {"rows": 8}),
        encoder=Indented,
        help_text='JSON, such as {"notes": ["Wait before you accuse."]}: told to the player before each of its games '
        f"as quoted notes, each behind its name, whatever the rules; {MOST_CHARACTERS:,} characters at most.",
    )
    reason = forms.CharField(
        max_length=200,
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="It stands with the revision, on the player's public page, too.",
    )

    def __init__(self, *args: Any, lines: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if lines:
            self.fields["notes"] = forms.CharField(
                label="Written by hand",
                required=False,
                widget=UnfoldAdminTextareaWidget(attrs={"rows": 6}),
                help_text="A note a line: told to the player before each of its games as quoted notes, whatever the "
                f"rules; {MOST_CHARACTERS:,} characters at most.",
            )

    def clean_notes(self) -> dict[str, Any]:
        notes = self.cleaned_data["notes"]
        if isinstance(self.fields["notes"], forms.CharField) and not isinstance(self.fields["notes"], forms.JSONField):
            lines = [line.strip() for line in notes.splitlines() if line.strip()]
            return {PLAIN: lines} if lines else {}
        notes = {} if notes is None else notes
        if not isinstance(notes, dict):
            raise forms.ValidationError(f"a memory must be an object, not {notes!r:.60}")
        if by_hand(notes) != notes:
            raise forms.ValidationError(f"games write {KEPT}; what is by hand has other names")
        return notes


class Moment(UnfoldAdminSplitDateTimeWidget):
    """The library's own, each of whose two fields is called what it is."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs)
        for widget, label in zip(self.widgets, ("Since, date (UTC)", "Since, time (UTC)"), strict=True):
            widget.attrs["aria-label"] = label


class UndoForm(forms.Form):
    """What is to be taken back of what games taught, and why."""

    game = forms.CharField(
        label="Game",
        max_length=12,
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="Its id: everything learned in this game. Or else:",
    )
    since = forms.SplitDateTimeField(
        label="Since (UTC)",
        required=False,
        widget=Moment,
        help_text="Everything learned from then on, such as from 2026-01-31, 12:00 on.",
    )
    player = forms.CharField(
        label="Player",
        max_length=121,
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="By its id, this one alone; left empty, everybody who learned it.",
    )
    reason = forms.CharField(
        max_length=150,
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="It stands with the revisions, on players' public pages, too.",
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors and bool(given.get("game")) == bool(given.get("since")):
            raise forms.ValidationError("Say a game, or a time: one of the two.")
        if given.get("game") and not Game.objects.filter(public_id=given["game"]).exists():
            self.add_error("game", "There is no such game.")
        if given.get("player"):
            given["players"] = list(Player.objects.filter(player_id=given["player"]))
            if not given["players"]:
                self.add_error("player", "There is no such player.")
        return given


def _compared(player: Player, request: HttpRequest) -> dict[str, Any] | None:
    """What differs from one revision of a player's memory to another, where two are asked for; 0 is nothing at all."""
    given = [request.GET.get(name, "") for name in ("from", "to")]
    if not all(each.isdecimal() and each.isascii() and len(each) < 10 for each in given):
        return None
    first, second = map(int, given)
    found = revisions_told(player, request.user).filter(number__in=(first, second))
    rows = {row.number: row.learned for row in found}
    missing = [number for number in (first, second) if number and number not in rows]
    told: dict[str, Any] = {"first": first, "second": second}
    if missing:
        return told | {"wrong": f"There is no revision {missing[0]}."}
    changes = MemoryTold.changes(rows.get(first, {}), rows.get(second, {}))
    return told | {"changes": [_worded(each) for each in changes]}


def _what_changes(relived: Any) -> list[str]:  # Any: what becomes of a memory, or None
    """What taking back would change of what a player remembers, a line each."""
    if relived is None:
        return []
    return [*map(_worded, MemoryTold.changes(relived.now.learned, relived.learned)), *relived.notes]


def _worded(change: Any) -> str:  # Any: one of MemoryTold.changes()
    comes = f": “{change.comes}”" if change.comes else ""
    was = f" (before: {change.was})" if change.was else ""
    return f"{WORDS[change.what]}: {change.text}{comes}{was}"


@admin.register(MemoryRevision)
class MemoryAdmin(RecordAdmin):
    """Revisions of players' memories, newest first; each player's memory has a page of its own."""

    list_display = ["when", "player_link", "number", "from_where", "reason"]
    list_select_related = ["player__persona", "player__model"]
    list_display_links = ["when"]
    search_fields = ["=player__player_id", "=game_id", "=author"]
    search_help_text = "The id of a player or of a game, or who wrote it"
    narrowed_by = ["player__id__exact", "game_id__exact"]
    ordering = ["-pk"]
    actions_list = ["undo"]
    fields = ["player_link", ("number", "from_where"), ("author", "season"), "reason", "created_at", "learned"]
    readonly_fields = ["player_link", "from_where"]

    def get_urls(self) -> list[URLPattern]:
        return [
            path("of/<int:pk>/", self.admin_site.admin_view(self.of_player), name="personas_memoryrevision_of"),
            path("undo/", self.admin_site.admin_view(self.undo_view), name="personas_memoryrevision_undo"),
            *super().get_urls(),
        ]

    def may_edit(self, request: HttpRequest) -> bool:
        """Whether somebody may write to memories: who may change players."""
        return request.user.has_perm("personas.change_player")

    def has_edit_permission(self, request: HttpRequest) -> bool:
        """The same, by the name that the library looks for."""
        return self.may_edit(request)

    # --- one player's ----------------------------------------------------------------------------------------------

    def of_player(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What a player remembers; posted to, what is done to it."""
        player = get_object_or_404(Player.objects.select_related("persona", "model"), pk=pk)
        if not (self.has_view_permission(request) or self.may_edit(request)):
            raise PermissionDenied
        form = _form_of(player, request)
        if request.method == "POST":
            if not self.may_edit(request):
                raise PermissionDenied
            if form.is_valid() and self.done(request, player, form):
                return HttpResponseRedirect(request.get_full_path())
        return TemplateResponse(request, "admin/league/memory.html", self._page(request, player, form))

    def _page(self, request: HttpRequest, player: Player, form: MemoryForm) -> dict[str, Any]:
        remembered = remembered_now(player, request.user)
        rows = revisions_told(player, request.user)
        if (before := request.GET.get("before", "")).isdecimal() and len(before) < 10:
            rows = rows.filter(number__lt=int(before))
        page = list(rows[: REVISIONS + 1])
        newest = current(player)
        return {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"Memory of {player}",
            "player": player,
            "remembered": remembered,
            "words": list(enumerate(memory_in(newest.learned).apart)) if newest is not None else [],
            "counts": Indented().encode(newest.learned.get("counts")) if newest is not None else "",
            "form": form,
            # Who was not quick enough sees what stands there by now, beside what was typed.
            "by_now": _by_now(newest.learned, form) if form.errors and newest is not None else "",
            "as_json": form["form"].value() != LINES,
            "timeline": history(player, page[:REVISIONS], request.user),
            "newest": newest.number if newest is not None else 0,
            "older": page[REVISIONS - 1].number if len(page) > REVISIONS else 0,
            "touched": list(seasons_touched(player)),
            "may_edit": self.may_edit(request),
            "compared": _compared(player, request),
            "undo": reverse("admin:personas_memoryrevision_undo"),
        }

    def done(self, request: HttpRequest, player: Player, form: MemoryForm) -> bool:
        """Does what was asked for; where it cannot be, the form says why."""
        given = form.cleaned_data
        verb, _, which = request.POST.get("do", "").partition(":")
        number = int(which) if which.isdecimal() and len(which) < 10 else 0
        stated = {"by": visitor(request, Surface.ADMIN), "on": given["on"], "reason": given["reason"]}
        doing = self._doings(player, number, given["notes"])
        if verb not in doing:
            form.add_error(None, "Nothing was asked for.")
            return False
        do, told = doing[verb]
        try:
            revision = do(player=player, **stated)
        except Outdated as complaint:
            form.add_error(
                None, f"{complaint}. Nothing is written yet. Sent again, it takes the place of what stands there."
            )
            form.data = data = request.POST.copy()
            data["on"] = str(complaint.number)
        except NeedsReason as complaint:
            form.add_error("reason", str(complaint))
        except (Unmemorable, LookupError) as complaint:
            refused = f"Not approved: {complaint}." if verb == "approve" else str(complaint)
            form.add_error("notes" if verb == "write" else None, refused)
        else:
            back = f" Restoring revision {given['on']} takes that back." if given["on"] else ""
            self.message_user(request, told.format(player=player, now=revision.number) + back, messages.SUCCESS)
            for where, complaints in warnings_about(revision).items() if verb in ("write", "restore") else ():
                for each in complaints:
                    self.message_user(request, f"{where}: {each}. It stands as it was written.", messages.WARNING)
        return not form.errors

    def _doings(
        self, player: Player, number: int, notes: dict[str, Any]
    ) -> dict[str, tuple[Callable[..., MemoryRevision], str]]:
        """What may be done, by its verb, with what is said when it was."""
        newest = current(player)
        learned = newest.learned if newest is not None else {}
        apart = memory_in(learned).apart
        words = apart[number] if number < len(apart) else None

        def rewritten(**given: Any) -> MemoryRevision:
            mine = by_hand(learned)
            kept = {name: value for name, value in learned.items() if name not in mine}
            return rewrite_memory(learned={**notes, **kept}, **given)

        def of_words(do: Callable[..., MemoryRevision]) -> Callable[..., MemoryRevision]:
            def done(**given: Any) -> MemoryRevision:
                if words is None:
                    raise Unmemorable("there are no such words any more")
                return do(words=words, **given)

            return done

        return {
            "write": (rewritten, "{player}: written; it is at revision {now}."),
            "drop": (lambda **given: drop_lesson(number=number, **given), "{player} is at revision {now} without it."),
            "approve": (of_words(approve_words), "{player} is told these words from its next game on."),
            "delete": (
                of_words(delete_words),
                "{player} is at revision {now} without these words; its earlier revisions still have them.",
            ),
            "restore": (
                lambda **given: restore_memory(number=number, **given),
                f"{{player}} remembers revision {number} again; it is now {{now}}.",
            ),
        }

    # --- several at once -------------------------------------------------------------------------------------------

    @action(description="Take back what games taught", icon="undo", permissions=["edit"])
    def undo(self, request: HttpRequest) -> HttpResponse:
        """A page that asks what."""
        return HttpResponseRedirect(reverse("admin:personas_memoryrevision_undo"))

    def undo_view(self, request: HttpRequest) -> HttpResponse:
        """Takes back what a game taught, or all games since a time, once somebody has seen from whom that is."""
        if not self.may_edit(request):
            raise PermissionDenied
        asked = {name: request.GET.get(name, "") for name in ("game", "player")}
        form = UndoForm(request.POST if request.method == "POST" else None, initial=asked)
        context: dict[str, Any] = {"opts": self.opts, "form": form, "title": "Take back what games taught?"}
        if form.is_valid():
            try:
                if is_confirmed(request) and self.undone(request, form):
                    return HttpResponseRedirect(reverse("admin:personas_memoryrevision_changelist"))
            except Changed as complaint:
                context["changed"] = f"Nothing is taken back yet: {complaint}. This is what it would be by now."
            if not form.errors:
                context |= self.would_undo(form)
        return TemplateResponse(
            request, "admin/league/undo.html", self.admin_site.each_context(request) | context | {"media": self.media}
        )

    def would_undo(self, form: UndoForm) -> dict[str, Any]:
        """What stands on the page that asks whether to; where there is nothing to take back, the form says why."""
        given = form.cleaned_data
        try:
            learned = in_game(given["game"]) if given["game"] else from_then_on(given["since"])
            seen = sight_of(learned, given.get("players"))
            learners = learners_of(learned, given.get("players"))
        except Unmemorable as complaint:
            form.add_error(None, f"{complaint}.")
            return {}
        named = learners[:MOST_NAMED]
        relived: dict[int, Any] = {}
        if len(learners) <= MOST_RELIVED:  # each of them learns anew from all games since
            relived = {each.player.pk: each for each in would_undo(learned, [player for player, _ in learners])}
        told = [(player, games, _what_changes(relived.get(player.pk))) for player, games in named]
        numbers = {"more": len(learners) - len(named), "number": len(learners)}
        return {"learners": told, **numbers, "where": learned.where, "seen": seen}

    def undone(self, request: HttpRequest, form: UndoForm) -> bool:
        """Takes it back; where it cannot be, the form says why. Whether it is done: of many it goes in parts, and
        the page asks for the next. Raises Changed."""
        given = form.cleaned_data
        stated = {
            "by": visitor(request, Surface.ADMIN),
            "reason": given["reason"],
            "players": given.get("players"),
            "seen": request.POST.get("seen", ""),
            "enough": a_part(),
        }
        try:
            learned = in_game(given["game"]) if given["game"] else from_then_on(given["since"])
            undone = undo(learned, **stated)
            left = left_of(learned, given.get("players"))
        except Changed:
            raise
        except Unmemorable as complaint:
            form.add_error(None, f"{complaint}.")
            return False
        told = "Taken back from {} player{}.".format(len(undone), "" if len(undone) == 1 else "s")
        more = f" {left} {'is' if left == 1 else 'are'} left: take it back from them, too, below." if left else ""
        self.message_user(request, told + more, messages.SUCCESS)
        for each in undone:
            for note in each.notes:
                self.message_user(request, f"{each.player.player_id} is not exact: {note}.", messages.WARNING)
        return not left

    # --- a revision ------------------------------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[MemoryRevision]:
        return super().get_queryset(request).select_related("player__persona", "player__model")

    @display(description="Written", ordering="pk")
    def when(self, revision: MemoryRevision) -> str:
        return f"{revision.created_at:%d %b %Y, %H:%M}"

    @display(description="Player")
    def player_link(self, revision: MemoryRevision) -> SafeString | str:
        return link_to(revision.player)

    @display(description="From")
    def from_where(self, revision: MemoryRevision) -> str:
        within = f", within {revision.season}" if revision.season else ""
        return f"game {revision.game_id}{within}" if revision.game_id else f"by hand, {revision.author}"


LINES: Final = "lines"


def _form_of(player: Player, request: HttpRequest) -> MemoryForm:
    """The form of a memory, as somebody has sent it or as it is before anything is changed: a note a line, unless what
    stands there is more than that or JSON is asked for."""
    newest = current(player)
    notes = by_hand(newest.learned) if newest is not None else {}
    if request.method == "POST":
        return MemoryForm(request.POST, lines=request.POST.get("form") == LINES)
    lines = _lines_of(notes) if request.GET.get("as") != "json" else None
    initial = {"on": newest.number if newest is not None else 0, "notes": notes if lines is None else lines}
    return MemoryForm(initial=initial | {"form": "" if lines is None else LINES}, lines=lines is not None)


def _lines_of(notes: Mapping[str, Any]) -> str | None:
    """Notes that are a line each, as such; None where they are anything else."""
    lines = notes.get(PLAIN, [])
    if notes.keys() - {PLAIN} or not isinstance(lines, list):
        return None
    if not all(
        isinstance(line, str) and line and line == line.strip() and len(line.splitlines()) == 1 for line in lines
    ):
        return None
    return "\n".join(lines)


def _by_now(learned: Mapping[str, Any], form: MemoryForm) -> str:
    """What stands there by hand by now, as the form writes it."""
    notes = by_hand(learned)
    lines = _lines_of(notes) if form["form"].value() == LINES else None
    return Indented().encode(notes) if lines is None else lines
