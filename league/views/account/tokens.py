"""Somebody's own tokens: made, shown once, listed with their last use, revoked."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.access.accounts import WrongToken, is_expired, make_own_token, own_token, revoke_token
from league.access.acts import visitor
from league.models import Token, User
from league.views.account.forms import TokenForm

MOST: int = 200  # that are listed


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """Lists them, and makes one; its text is on the page that answers, and nowhere else ever."""
    user, made = owner(request), ""
    form = TokenForm(request.POST if request.method == "POST" else None, user=user)
    if form.is_valid():
        given = {"name": form.cleaned_data["name"], "scopes": form.cleaned_data["scopes"]}
        try:
            _, made = make_own_token(by=visitor(request), user=user, lasts=form.lasts, **given)
        except WrongToken as error:
            form.add_error(None, f"{error}.")
        else:
            form = TokenForm(user=user)
    now = timezone.now()
    rows = [(token, is_expired(token, now)) for token in Token.objects.filter(user=user)[:MOST]]
    context = {"form": form, "tokens": rows, "made": made, "is_refused": bool(form.errors)}
    return render(request, "league/tokens.html", context, status=422 if form.is_bound else 200)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def revoke(request: HttpRequest, beginning: str) -> HttpResponse:
    """Asks, and takes one of them back."""
    token = own_token(user=owner(request), beginning=beginning)
    if token is None:
        if request.method == "POST":  # clicked twice
            messages.info(request, "There is no such token any more.")
            return redirect("tokens")
        raise Http404("no token of yours begins so")
    if request.method == "POST":
        revoke_token(by=visitor(request), token=token)
        messages.success(request, f"The token {token.name} is revoked.")
        return redirect("tokens")
    return render(request, "league/revoke_token.html", {"token": token})


def owner(request: HttpRequest) -> User:
    """Who has logged in."""
    return User.objects.get(username=request.user.get_username())  # the request's own is a proxy
