"""Users, groups and tokens. A token's text is shown once, when it is made."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group, Permission
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from unfold.decorators import display
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget, UnfoldAdminTextInputWidget

from league.access.accounts import LONGEST_LIFE, USUAL_LIFE, create_token, reaches
from league.models import Token, User
from personas.backstage import BackstageAdmin, NeverEdited, link_to

admin.site.unregister(Group)


@admin.register(User)
class UserAdmin(BackstageAdmin, DjangoUserAdmin):
    """People with an account."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ["username", "email", "is_active", "is_staff", "is_superuser", "last_login"]
    filter_horizontal = ()  # two lists side by side are wider than the page
    autocomplete_fields = ["user_permissions"]
    readonly_fields = ["last_login"]  # a page that is saved would take back a login of meanwhile

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Somebody else's password."""
        with self.acts.recorded(request, "change password", [self.row_at(id)] if request.method == "POST" else []):
            return super().user_change_password(request, id, form_url)


@admin.register(Group)
class GroupAdmin(BackstageAdmin, DjangoGroupAdmin):
    """Named sets of permissions."""

    filter_horizontal = ()
    autocomplete_fields = ["permissions"]


@admin.register(Permission)
class PermissionAdmin(NeverEdited, BackstageAdmin):
    """What somebody may do: named by the code, and found by those who give it."""

    search_fields = ["name", "codename", "content_type__app_label", "content_type__model"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Permission]:
        return super().get_queryset(request).select_related("content_type")

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        return {}  # it is in no list of pages

    def has_view_permission(self, request: HttpRequest, obj: Permission | None = None) -> bool:
        return request.user.has_perm("league.change_user") or request.user.has_perm("auth.change_group")


FURTHER = (
    "You may make tokens for your own account and for those that may do no more than yours; {user} is none of these."
)


class TokenForm(forms.ModelForm):
    """What a token is for and what it may do."""

    by: User  # who fills it in

    scopes = forms.MultipleChoiceField(
        choices=Token.Scope.choices,
        initial=[Token.Scope.READ],
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        help_text="Each lets it read, admin has all, and none reaches further than its user.",
    )

    days = forms.IntegerField(
        label="Lasts for days",
        initial=USUAL_LIFE.days,
        min_value=1,
        max_value=LONGEST_LIFE,
        required=False,
        widget=UnfoldAdminTextInputWidget,
        help_text="Empty is for good.",
    )

    class Meta:
        model = Token
        fields = ["user", "name", "scopes"]

    def clean_user(self) -> User:
        """Whose token it is; who has it may do what they may."""
        user: User = self.cleaned_data["user"]
        if not reaches(self.by, user):
            raise forms.ValidationError(FURTHER.format(user=user))
        return user


@admin.register(Token)
class TokenAdmin(BackstageAdmin):
    """Keys to the API: made, shown once, revoked by deletion."""

    form = TokenForm
    list_display = ["name", "user_link", "beginning", "reach", "created", "last_used_at", "expiry"]
    list_filter = ["user"]
    list_select_related = ["user"]
    search_fields = ["name", "user__username"]
    autocomplete_fields = ["user"]
    fields = ["user", "name", "scopes", "days"]

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Token | None = None) -> list[str]:
        return (
            self.fields if obj is None else ["user", "name", "reach", "beginning", "created", "last_used_at", "expiry"]
        )

    def get_readonly_fields(self, request: HttpRequest, obj: Token | None = None) -> list[str]:
        return [] if obj is None else self.get_fields(request, obj)

    def get_form(self, request: HttpRequest, obj: Token | None = None, change: Any = False, **kwargs: Any) -> Any:  # noqa: FBT002
        """The form, which knows who fills it in."""
        form = super().get_form(request, obj, change, **kwargs)
        form.by = request.user
        return form

    def save_model(self, request: HttpRequest, obj: Token, form: forms.ModelForm, change: bool) -> None:  # noqa: FBT001
        days = form.cleaned_data["days"]
        lasts = None if days is None else timedelta(days=days)
        token, text = create_token(user=obj.user, name=obj.name, scopes=form.cleaned_data["scopes"], lasts=lasts)
        obj.__dict__.update(token.__dict__)
        self.message_user(request, f"This is the only time that the token is shown: {text}", messages.WARNING)

    @display(description="User", ordering="user__username")
    def user_link(self, token: Token) -> SafeString | str:
        return link_to(token.user)

    @display(description="Begins with")
    def beginning(self, token: Token) -> str:
        return f"{token.token_key}…"

    @display(description="Scopes")
    def reach(self, token: Any) -> str:
        return ", ".join(token.reach)
