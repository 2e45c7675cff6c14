"""Mail: whether it can be sent, a trial of it, and how it is handed over. Law: no password is told, and a failure
is one sentence."""

from smtplib import SMTPAuthenticationError, SMTPException, SMTPRecipientsRefused, SMTPSenderRefused

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.validators import validate_email

from league.processes.environment import SET_MAIL
from league.processes.examining.finding import Finding


class NotSent(Exception):
    """Something was not sent; the message says why and what to do, for a person."""


def look_at_mail() -> Finding:
    """Whether mail can be sent, as far as settings say; that it arrives only a trial shows."""
    mail = settings.LEAGUE_MAIL
    if not mail.told:
        return Finding("mail", "good", f"none is sent; for it {SET_MAIL}")
    if not settings.LEAGUE_MAIL_FROM:
        seen = f"{mail.told}, and nothing says from whom: {settings.DEFAULT_FROM_EMAIL} is refused by most"
        return Finding("mail", "poor", seen, "set LEAGUE_MAIL_FROM to an address of yours")
    if mail.host and not (mail.is_tls or mail.is_ssl) and mail.user:
        seen = f"{mail.told}: the password is sent in the clear"
        return Finding("mail", "poor", seen, "take smtp+tls: or smtp+ssl:")
    return Finding("mail", "good", f"{mail.told}, from {settings.LEAGUE_MAIL_FROM}; `doctor --mail ADDRESS` tries it")


def send_trial(*, to: str) -> str:
    """Sends a trial mail to an address; returns what was sent from where, in a sentence without its end. Raises
    NotSent, and ValidationError for what is no address."""
    validate_email(to)
    hand_over(EmailMessage("A trial of the league's mail", "This mail shows that the league can send some.\n", to=[to]))
    return f"{settings.LEAGUE_MAIL.told} has taken a trial mail to {to} from {settings.DEFAULT_FROM_EMAIL}"


def hand_over(message: EmailMessage) -> None:
    """Hands a mail to the server. Raises NotSent."""
    mail, to = settings.LEAGUE_MAIL, ", ".join(message.to)
    if not mail.told:
        raise NotSent(f"No mail is sent here: {SET_MAIL}")
    try:
        message.send()
    except SMTPAuthenticationError as error:
        raise NotSent(f"{mail.told} does not take the name or the password ({error.smtp_code})") from error
    except SMTPSenderRefused as error:
        raise NotSent(f"{mail.told} takes no mail from {settings.DEFAULT_FROM_EMAIL}; set LEAGUE_MAIL_FROM") from error
    except SMTPRecipientsRefused as error:
        raise NotSent(f"{mail.told} takes no mail to {to}") from error
    except (SMTPException, OSError) as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise NotSent(f"{mail.told} cannot be reached, or does not do its part: {said[:200]}") from error
