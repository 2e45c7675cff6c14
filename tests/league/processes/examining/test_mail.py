"""Mail: what settings say of it, and a trial of it, with a server that takes it and one that does not."""

import smtplib
import socket
import threading
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from pytest_django import Settings

from league.processes import environment
from league.processes.environment import Mail
from league.processes.examining.mail import look_at_mail

SMTP = "django.core.mail.backends.smtp.EmailBackend"


def given(settings: Settings, url: str, sender: str = "league@example.org") -> Mail:
    read = environment.mail({"EMAIL_URL": url}, "EMAIL_URL")
    settings.LEAGUE_MAIL, settings.LEAGUE_MAIL_FROM = read, sender
    settings.DEFAULT_FROM_EMAIL = sender or "league@localhost"
    settings.EMAIL_HOST, settings.EMAIL_PORT = read.host, read.port
    return read


def test_an_address_is_read_with_the_port_that_is_usual_and_without_its_password() -> None:
    read = environment.mail({"EMAIL_URL": "smtp+tls://ada:p%40ss@mail.example.org"}, "EMAIL_URL")
    assert (read.host, read.port, read.user, read.password, read.is_tls) == (
        "mail.example.org", 587, "ada", "p@ss", True,
    )  # fmt: skip
    assert read.told == "smtp+tls://ada:***@mail.example.org"
    none = environment.mail({}, "EMAIL_URL")
    assert (none.backend, none.told) == ("django.core.mail.backends.dummy.EmailBackend", "")


@pytest.mark.parametrize("wrong", ["mail.example.org", "http://mail.example.org", "smtp://", "smtp://host:port"])
def test_what_is_no_address_is_refused_in_a_sentence(wrong: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL: wanted an address like smtp"):
        environment.mail({"EMAIL_URL": wrong}, "EMAIL_URL")
    with pytest.raises(ImproperlyConfigured, match="LEAGUE_MAIL_FROM: wanted a mail address"):
        environment.mailbox({"LEAGUE_MAIL_FROM": "nobody"}, "LEAGUE_MAIL_FROM")


def test_what_is_missing_is_said(settings: Settings) -> None:
    given(settings, "")
    assert (look_at_mail().state, look_at_mail().seen[:12]) == ("good", "none is sent")
    given(settings, "smtp+tls://ada:secret@mail.example.org", sender="")
    assert look_at_mail().cure == "set LEAGUE_MAIL_FROM to an address of yours"
    given(settings, "smtp://ada:secret@mail.example.org")
    assert look_at_mail().cure == "take smtp+tls: or smtp+ssl:"
    given(settings, "smtp+tls://ada:secret@mail.example.org")
    assert look_at_mail().state == "good"
    assert "secret" not in str(look_at_mail())


@pytest.fixture
def refusing() -> Iterator[int]:
    """The port of a server that takes mail from nobody."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                link, _ = listener.accept()
            except OSError:
                return
            with link, link.makefile("rw", newline="\r\n") as talk:
                answers = {"EHLO": "250 hello", "MAIL": "550 not from you", "RSET": "250 well", "QUIT": "221 bye"}
                talk.write("220 here\n")
                talk.flush()
                for line in talk:
                    talk.write(f"{answers.get(line[:4].upper(), '250 well')}\n")
                    talk.flush()

    threading.Thread(target=serve, daemon=True).start()
    yield listener.getsockname()[1]
    listener.close()


def test_a_trial_is_sent_and_said(settings: Settings) -> None:
    given(settings, "smtp+tls://ada:secret@mail.example.org")
    told = StringIO()
    call_command("doctor", "--mail", "grace@example.org", stdout=told)
    assert told.getvalue() == (
        "smtp+tls://ada:***@mail.example.org has taken a trial mail to grace@example.org from league@example.org\n"
    )
    (sent,) = mail.outbox
    assert (sent.to, sent.from_email) == (["grace@example.org"], "league@example.org")


def test_a_trial_that_fails_is_told_in_one_sentence(settings: Settings, refusing: int) -> None:
    settings.EMAIL_BACKEND = SMTP
    settings.EMAIL_USE_TLS = False
    given(settings, f"smtp://127.0.0.1:{refusing}")
    with pytest.raises(CommandError, match=r"takes no mail from league@example\.org; set LEAGUE_MAIL_FROM"):
        call_command("doctor", "--mail", "grace@example.org")

    given(settings, "smtp://127.0.0.1:1")
    with pytest.raises(CommandError, match=r"127\.0\.0\.1:1 cannot be reached, or does not do its part: .*refused"):
        call_command("doctor", "--mail", "grace@example.org")
    given(settings, "")
    with pytest.raises(CommandError, match="No mail is sent here: set EMAIL_URL"):
        call_command("doctor", "--mail", "grace@example.org")
    with pytest.raises(CommandError, match="is no mail address") as refused:
        call_command("doctor", "--mail", "nobody")
    assert refused.value.returncode == 2
    assert issubclass(smtplib.SMTPSenderRefused, smtplib.SMTPException)
