"""What the environment says, read once, typed, and refused by name when it is wrong.

Every reader takes the mapping it reads from, so that a test needs no process of its own. A refusal is one sentence:
the variable, what was wanted, what came. A password never appears in it. Every number has a least and a most: what no
date can hold or no machine can do is told before anything starts, not where it is first used.
"""

import os
import re
import secrets
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

DATABASE_SCHEMES = ("postgres", "postgresql", "sqlite")
REDIS_SCHEMES = ("redis", "rediss")  # a socket (unix:///…) is no address to the broker's client
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
MOST_SHOWN = 200  # characters of a wrong value
VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")
OWN_SECRETS = (
    *("DATABASE_URL", "DJANGO_SUPERUSER_PASSWORD", "EMAIL_URL", "METRICS_TOKEN", "PGPASSWORD", "POSTGRES_PASSWORD"),
    *("REDIS_URL", "SECRET_KEY"),
)
SET_MAIL = "set EMAIL_URL, such as smtp+tls://user:password@host:587, and LEAGUE_MAIL_FROM"
WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
MAILBOX = re.compile(r"[^@\s<>]{1,64}@[^@\s<>]{1,190}")
MACHINE = re.compile(r"[a-z0-9][a-z0-9._-]{0,252}|[0-9a-f:.]*:[0-9a-f:.]*")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
PASSWORD_BEHIND = re.compile(r"(?i)((?:passw(?:or)?d|pwd|sslpassword)=)[^&]*")
AMOUNT = re.compile(r"[0-9]{1,18}(\.[0-9]{0,8})?|\.[0-9]{1,8}")  # accounts are kept to eight places


def refuse(name: str, wanted: str, got: str) -> ImproperlyConfigured:
    """The one sentence a person reads when a variable is wrong; of what came at most its beginning."""
    shown = got if len(got) <= MOST_SHOWN else f"{got[:MOST_SHOWN]}…"
    return ImproperlyConfigured(f"{name}: wanted {wanted}, got {shown!r}.")


def flag(source: Mapping[str, str], name: str, *, default: bool) -> bool:
    """A switch: 1/0, true/false, yes/no, on/off; an empty value is the default."""
    raw = source.get(name, "").strip()
    if not raw:
        return default
    if raw.lower() in ("1", "true", "yes", "on"):
        return True
    if raw.lower() in ("0", "false", "no", "off"):
        return False
    raise refuse(name, "1 or 0 (true, false, yes, no, on, off)", raw)


def whole(source: Mapping[str, str], name: str, *, default: int, least: int, most: int) -> int:
    """A whole number from `least` to `most`; an empty value is the default."""
    raw = source.get(name, "").strip()
    if not raw:
        return default
    if not WHOLE.fullmatch(raw) or not least <= int(raw) <= most:
        raise refuse(name, f"a whole number from {least} to {most}", raw)
    return int(raw)


def dollars(source: Mapping[str, str], name: str) -> Decimal | None:
    """An amount of US dollars; None when nothing is given."""
    raw = source.get(name, "").strip().removeprefix("$")
    if not raw:
        return None
    if not AMOUNT.fullmatch(raw):
        raise refuse(name, "an amount of US dollars like 12.50", raw)
    if Decimal(raw) >= 1_000_000:
        raise refuse(name, "an amount of US dollars from 0 to below 1,000,000", raw)
    return Decimal(raw)


def one_of(source: Mapping[str, str], name: str, words: Sequence[str]) -> str:
    """One of some words; an empty value is the first of them."""
    raw = source.get(name, "").strip().lower() or words[0]
    if raw not in words:
        raise refuse(name, f"one of {', '.join(words)}", raw)
    return raw


def addresses(source: Mapping[str, str], name: str) -> list[str]:
    """Web addresses separated by commas, without a slash at their ends."""
    found = [address.strip().rstrip("/") for address in source.get(name, "").split(",") if address.strip()]
    for address in found:
        wanted = "addresses like http://127.0.0.1:8000/v1 separated by commas"
        parts = parted(name, wanted, address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise refuse(name, wanted, without_password(address))
    return found


def variables(source: Mapping[str, str], name: str) -> list[str]:
    """Names of variables separated by commas, none of which holds a secret of this site's own."""
    found = [each.strip() for each in source.get(name, "").split(",") if each.strip()]
    for each in found:
        if not VARIABLE.fullmatch(each):
            raise refuse(name, "names of variables like FAR_KEY separated by commas", each)
        if each in OWN_SECRETS:
            raise refuse(name, "names of variables that hold others' keys, not a secret of this site's", each)
    return found


def site(source: Mapping[str, str], name: str) -> str:
    """Where a site is reached, without a slash at its end; "" when nothing is given."""
    found = addresses(source, name)
    parts = urlsplit(found[0]) if found else None
    if len(found) > 1 or (parts and (parts.query or parts.fragment or parts.username is not None)):
        raise refuse(name, "one address like https://league.example.org", without_password(source[name].strip()))
    return found[0] if found else ""


def machines(source: Mapping[str, str], name: str) -> list[str]:
    """Names or addresses of machines separated by commas, in lower case; none when nothing is given."""
    found = [each.strip().strip("[]").lower() for each in source.get(name, "").split(",") if each.strip()]
    for each in found:
        if not MACHINE.fullmatch(each):
            raise refuse(name, "names of machines separated by commas, without scheme, port or path", each)
    return found


def hosts(source: Mapping[str, str], name: str) -> list[str]:
    """Host names separated by commas; nothing given means this machine only."""
    found = [host.strip() for host in source.get(name, "").split(",") if host.strip()]
    for host in found:
        if "/" in host or " " in host:
            raise refuse(name, "host names separated by commas, without scheme or path", host)
    return found or list(LOOPBACK)


def database(source: Mapping[str, str], name: str, default: Path) -> dict:
    """Django's settings for the database of `name`, or for the SQLite file `default` when nothing is given."""
    raw = source.get(name, "").strip() or f"sqlite:///{default}"
    wanted = "an address like postgres://user:password@host:5432/name or sqlite:////path/to/file"
    address = parted(name, wanted, raw)
    if address.scheme not in DATABASE_SCHEMES:
        raise refuse(name, wanted, without_password(raw))
    config = environ.Env.db_url_config(raw)
    # Threads and processes share the rows: a database in memory would be another one for each connection.
    if config["NAME"] in ("", ":memory:") or (address.scheme != "sqlite" and not address.hostname):
        raise refuse(name, wanted, without_password(raw))
    return dict(config)


class Mail(NamedTuple):
    """How mail is sent, as Django's settings have it; `told` is the same for people, without its password, and "" where
    none is."""

    backend: str
    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    is_tls: bool = False
    is_ssl: bool = False
    folder: str = ""
    told: str = ""

    def hindrance(self, sender: str) -> str:
        """Why mail does not arrive as far as settings say, and behind a colon what to set; "" where it may."""
        if not self.told:
            return f"no mail is sent here: {SET_MAIL}"
        if self.host and not sender:
            return "mail comes from nobody, which most servers refuse: set LEAGUE_MAIL_FROM to an address of yours"
        return ""


def mail(source: Mapping[str, str], name: str) -> Mail:
    """How mail is sent by the server of `name`; none is where nothing is given."""
    raw = source.get(name, "").strip()
    if not raw:
        return Mail(environ.Env.EMAIL_SCHEMES["dummymail"])
    wanted = "an address like smtp+tls://user:password@host:587 (or smtp:, smtp+ssl:, filemail:///folder, consolemail:)"
    address = parted(name, wanted, raw)
    is_smtp = address.scheme.startswith("smtp")
    if address.scheme not in environ.Env.EMAIL_SCHEMES or (is_smtp and not address.hostname):
        raise refuse(name, wanted, without_password(raw))
    read = environ.Env.email_url_config(raw)
    is_tls, is_ssl = bool(read.get("EMAIL_USE_TLS")), bool(read.get("EMAIL_USE_SSL"))
    return Mail(
        backend=read["EMAIL_BACKEND"],
        host=read["EMAIL_HOST"] or "",
        port=read["EMAIL_PORT"] or (587 if is_tls else 465 if is_ssl else 25),
        user=read["EMAIL_HOST_USER"] or "",
        password=read["EMAIL_HOST_PASSWORD"] or "",
        is_tls=is_tls,
        is_ssl=is_ssl,
        folder=f"/{read['EMAIL_FILE_PATH']}",
        told=without_password(raw),
    )


def mailbox(source: Mapping[str, str], name: str) -> str:
    """The address that mail comes from; "" when nothing is given."""
    raw = source.get(name, "").strip()
    if raw and not MAILBOX.fullmatch(raw):
        raise refuse(name, "a mail address like league@example.org", raw)
    return raw


def redis(source: Mapping[str, str], name: str) -> str:
    """The address of Redis, or "" when everything is to stay in one process."""
    raw = source.get(name, "").strip()
    if not raw:
        return ""
    wanted = "an address like redis://host:6379/0"
    address = parted(name, wanted, raw)
    if address.scheme not in REDIS_SCHEMES or not (address.hostname or address.path):
        raise refuse(name, wanted, without_password(raw))
    return raw


def parted(name: str, wanted: str, raw: str):
    """The parts of an address; a port that is no port number is refused as the whole address is."""
    try:
        address = urlsplit(raw)
        _ = address.port
    except ValueError:
        raise refuse(name, wanted, without_password(raw)) from None
    return address


def without_password(raw: str) -> str:
    """The same address with `***` for everything between the user's name and the host; where it has no scheme, or one
    without its slashes, for all before the host, for nobody knows what of that is what. So for a password behind it."""
    head, at, tail = raw.rpartition("@")
    tail = PASSWORD_BEHIND.sub(r"\1***", tail)
    if not at:
        return tail
    scheme, _, credentials = head.partition("//")
    if not SCHEME.fullmatch(scheme):
        return f"***@{tail}"
    return f"{scheme}//{credentials.partition(':')[0]}:***@{tail}"


def folder(source: Mapping[str, str], name: str, default: Path) -> Path:
    """A folder that exists after this call and can be written to."""
    path = Path(source.get(name, "").strip() or default).expanduser().absolute()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise refuse(name, "a folder that can be made and written to", f"{path} ({error.strerror})") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise refuse(name, "a folder that can be made and written to", f"{path} (not writable)")
    return path


def secret(source: Mapping[str, str], name: str, path: Path) -> str:
    """The key given, or the one kept at `path`, made there once with nobody else able to read it.

    Two processes that start together agree: the file is linked into place whole, and the loser reads the winner's.
    """
    given = source.get(name, "").strip()
    if given:
        return given
    try:
        if not path.exists():
            draft = path.with_name(f"{path.name}.{secrets.token_hex(6)}")
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(64))
            try:
                os.link(draft, path)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        if path.stat().st_mode & 0o077:  # copied from elsewhere, or made by hand
            path.chmod(0o600)
        return path.read_text(encoding="ascii")
    except OSError as error:
        raise refuse(name, f"a key, or a place to keep one at {path}", f"{error.strerror}") from None
