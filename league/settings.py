"""The settings: DATABASE_URL and REDIS_URL alone choose production; with neither, one process needs no service."""

import os
import sys
import tomllib
from datetime import timedelta
from pathlib import Path

from django.conf.global_settings import LANGUAGES

from league.backstage import sidebar
from league.processes import environment, logs, private_files
from league.web.csp import PUBLIC

BASE_DIR = Path(__file__).resolve().parent.parent
LEAGUE_DATA_DIR = environment.folder(os.environ, "LEAGUE_DATA_DIR", BASE_DIR / "var")
REDIS_URL = environment.redis(os.environ, "REDIS_URL")

# ── the league's own ────────────────────────────────────────────────────────────────────────────────────────────────
LEAGUE_RELEASE = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
LEAGUE_GAMES_PER_WORKER = environment.whole(os.environ, "LEAGUE_GAMES_PER_WORKER", default=100, least=1, most=10_000)
LEAGUE_DRAIN = environment.whole(os.environ, "LEAGUE_DRAIN", default=20, least=0, most=3_600)  # seconds
LEAGUE_PAID_CALLS = environment.flag(os.environ, "LEAGUE_PAID_CALLS", default=True)  # 0: none leaves the machine
# What models may name as their key beside what ends in _API_KEY; see personas.keys.
LEAGUE_KEY_VARIABLES = environment.variables(os.environ, "LEAGUE_KEY_VARIABLES")
LEAGUE_BASE_URLS = environment.addresses(os.environ, "LEAGUE_BASE_URLS")
LEAGUE_CALL_TIMEOUT = environment.whole(os.environ, "LEAGUE_CALL_TIMEOUT", default=120, least=1, most=3_600)  # seconds
LEAGUE_PATIENCE = environment.whole(  # seconds, see games.hosting.questions
    os.environ, "LEAGUE_PATIENCE", default=21_600, least=1, most=30 * 24 * 3_600
)
LEAGUE_KEEP_CALLS = environment.whole(  # days; 0 keeps no words
    os.environ, "LEAGUE_KEEP_CALLS", default=30, least=0, most=36_500
)
LEAGUE_DAY_CAP = environment.dollars(os.environ, "LEAGUE_DAY_CAP")
LEAGUE_LOGS = environment.flag(os.environ, "LEAGUE_LOGS", default=True)

# ── security ────────────────────────────────────────────────────────────────────────────────────────────────────────
DEBUG = environment.flag(os.environ, "DEBUG", default=False)
ALLOWED_HOSTS = environment.hosts(os.environ, "ALLOWED_HOSTS")
SECRET_KEY = environment.secret(os.environ, "SECRET_KEY", LEAGUE_DATA_DIR / "secret_key")
# How many proxies of ours stand in front, each of which writes whom it heard from; see league.web.proxies.
LEAGUE_PROXIES = environment.whole(os.environ, "LEAGUE_PROXIES", default=0, least=0, most=10)
# A name that others can reach is served by https; this machine's own names by plain http, or nobody could log in.
HTTPS = environment.flag(
    os.environ, "LEAGUE_HTTPS", default=not DEBUG and not set(ALLOWED_HOSTS) <= set(environment.LOOPBACK)
)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$"]
# Browsers remember it for a year, and nobody can take it back: what other names below this one are served by is their
# owner's to say, and a place on the browsers' own lists even more so. Django's two checks that ask for them are left
# out where that was not chosen.
LEAGUE_HSTS = environment.one_of(os.environ, "LEAGUE_HSTS", ["host", "subdomains", "preload", "off"])
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS and LEAGUE_HSTS != "off" else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and LEAGUE_HSTS in ("subdomains", "preload")
SECURE_HSTS_PRELOAD = HTTPS and LEAGUE_HSTS == "preload"
SILENCED_SYSTEM_CHECKS = {"host": ["security.W005", "security.W021"], "subdomains": ["security.W021"]}.get(
    LEAGUE_HSTS, []
)
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_TRUSTED_ORIGINS = [f"https://{host.lstrip('.')}" for host in ALLOWED_HOSTS if host != "*"] if HTTPS else []
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {"DIRECTIVES": PUBLIC}

AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "league.web.proxies.client_of"
AXES_LOCKOUT_TEMPLATE = "league/locked.html"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# ── the application ─────────────────────────────────────────────────────────────────────────────────────────────────
INSTALLED_APPS = [
    "league",
    "games",  # the first to have a command has it: import_export brings an `export` of its own
    "unfold.apps.BasicAppConfig",  # the site of the admin is ours
    "unfold.contrib.filters",
    "unfold.contrib.forms",
    "unfold.contrib.import_export",
    "league.backstage.app.LeagueAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "channels",
    "csp",
    "django_celery_beat",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "import_export",
    "knox",
    "rest_framework",
    "personas",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "league.web.compression.Compression",
    "league.web.csp.PolicyByPath",
    "league.web.foreign_pages.ForeignPagesRead",
    "league.web.lengths.BodiesSayTheirLength",
    "league.api.throttling.telling_limits",
    "league.web.static_files.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "league.web.away.DatabaseAway",
]
ROOT_URLCONF = "league.urls"
ASGI_APPLICATION = "league.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.access.rights.context",
                "league.access.endings.context",
            ],
        },
    },
]
STATIC_URL = "/static/"
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
# Files are served from where they lie: nothing to collect, and never a page without its styles.
WHITENOISE_USE_FINDERS = True

# What pages and scripts say of themselves; rule books, events, players and narrators speak English (docs/languages.md).
LANGUAGE_CODE = environment.one_of(
    os.environ, "LEAGUE_LANGUAGE", list(dict.fromkeys(["en", *(code for code, _ in LANGUAGES)]))
)
USE_I18N = True
LOCALE_PATHS = [path for path in [LEAGUE_DATA_DIR / "locale"] if path.is_dir()]
FORMAT_MODULE_PATH = "league.formats"
TIME_ZONE = "UTC"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ── rows ────────────────────────────────────────────────────────────────────────────────────────────────────────────
# No ATOMIC_REQUESTS: a read inside a transaction waits for every writer on SQLite (IMMEDIATE) until it fails.
DATABASES = {"default": environment.database(os.environ, "DATABASE_URL", LEAGUE_DATA_DIR / "league.sqlite3")}
POSTGRESQL = DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql"
if POSTGRESQL:
    DATABASES["default"]["ENGINE"] = "league.postgresql"
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    OPTIONS = DATABASES["default"].setdefault("OPTIONS", {})
    # A server that was away is tried each second: left to itself the pool comes to wait for minutes between two tries.
    OPTIONS["pool"] = {"min_size": 1, "max_size": 20, "timeout": 5, "reconnect_timeout": 1}
    # A process that is stopped in the middle of a transaction, or whose machine is gone, holds rows that everybody
    # wants no longer than this; a lease (games.hosting.leases) lasts longer. Its other transactions may stand in line
    # behind that one: each would have the rows next, and hold them as long again. So nobody waits for a row longer than
    # a part of it; who is told so tries again.
    # Nothing here runs so long that compiling it pays: of 77 ms for a list of edits 61 went into that (DATABASE_URL can
    # say otherwise).
    OWN = "-c idle_in_transaction_session_timeout=8000 -c lock_timeout=4000 -c jit=off"
    OPTIONS["options"] = f"{OWN} {OPTIONS.get('options', '')}".strip()
    for option, value in {
        "connect_timeout": 5,
        "keepalives_idle": 20,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 15_000,
    }.items():
        OPTIONS.setdefault(option, value)
else:
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "factory": private_files.Connection,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY; "
        "PRAGMA cache_size=-16000; PRAGMA journal_size_limit=67108864;",
    }
    # A file for the tests too: with threads the shared in-memory database answers "table is locked".
    DATABASES["default"]["TEST"] = {"NAME": str(LEAGUE_DATA_DIR / "test.sqlite3")}

# ── between processes ───────────────────────────────────────────────────────────────────────────────────────────────
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "league.web.caching.Cache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
        }
    }
    # The pubsub layer: the core layer loses every idle socket after five seconds with redis-py 8.
    CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
    }
    CELERY_BROKER_URL = REDIS_URL
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    CHANNEL_LAYERS = {"default": {"BACKEND": "league.web.layers.ThreadedInMemoryLayer"}}
    CELERY_BROKER_URL = "memory://localhost/"  # kombu warns of a missing host even where there is none
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.02}

# Acknowledged early: a lost message is replaced by the sweep, a late one would play the same game again.
CELERY_TASK_ACKS_LATE = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_ENABLE_UTC = True
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_POOL = "threads"
CELERY_WORKER_CONCURRENCY = 4
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_IMPORTS = ["league.processes.signs"]  # workers leave signs of life
CELERY_BEAT_SCHEDULER = "league.processes.beating:Scheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 5
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "league.tasks.sweep", "schedule": 15.0, "options": {"expires": 15}},
    "count": {"task": "league.tasks.count", "schedule": 15.0, "options": {"expires": 15}},
    "dictate": {"task": "league.tasks.dictate", "schedule": 5.0, "options": {"expires": 5}},
    "reflect": {"task": "league.tasks.reflect", "schedule": 5.0, "options": {"expires": 5}},
    "document": {"task": "league.tasks.document", "schedule": 2.0, "options": {"expires": 2}},
    "mend": {"task": "league.tasks.mend", "schedule": 60.0, "options": {"expires": 60}},
    "cast": {"task": "league.tasks.cast", "schedule": 5.0, "options": {"expires": 5}},
    "weigh": {"task": "league.tasks.weigh", "schedule": 120.0, "options": {"expires": 60}},
    # Oftener than it need be: a process that is started anew every day would never come to a daily one.
    "forget": {"task": "league.tasks.forget", "schedule": 3_600.0, "options": {"expires": 3600}},
}
if REDIS_URL:
    CELERY_BEAT_SCHEDULE["send"] = {"task": "league.tasks.send", "schedule": 1.0, "options": {"expires": 1}}

# ── the API ─────────────────────────────────────────────────────────────────────────────────────────────────────────
KNOX_TOKEN_MODEL = "league.Token"
# Knox's migrations make its own token table, swapped or not; nothing would ever be in it, and its key to our users
# keeps PostgreSQL from emptying their table.
MIGRATION_MODULES = {"knox": None}
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer", "TOKEN_TTL": None, "TOKEN_PREFIX": "lg_"}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "league.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["league.api.permissions.ScopedOrReadOnly"],
    "DEFAULT_PARSER_CLASSES": ["league.api.requests.Parser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "league.api.requests.Pages",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "league.api.schema.Schema",
    "DEFAULT_THROTTLE_CLASSES": [
        "league.api.throttling.Anonymous",
        "league.api.throttling.Accounts",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "240/min", "user": "1200/min"},
    "EXCEPTION_HANDLER": "league.api.errors.envelope",
    # Who is calling is known by then (league.web.proxies); REST framework's own reading takes whatever the header says.
    "NUM_PROXIES": 0,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Hidden Role League API",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "league.api.description.describe",
    ],
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1/",
    "ENUM_NAME_OVERRIDES": {
        "SeriesStatus": "league.models.series.SeriesStatus",
        "AlertMeans": "league.models.alert.Means",
        "Dealt": ["seed", "given"],
        "DealtInLogs": ["given"],
        "GameStatus": "games.models.game.GameStatus",
        "SeasonStatus": "league.models.season.SeasonStatus",
        "Winner": "games.models.game.WINNERS",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# ── the admin ───────────────────────────────────────────────────────────────────────────────────────────────────────
UNFOLD = {
    "SITE_TITLE": "Hidden Role League",
    "SITE_HEADER": "Hidden Role League",
    "SITE_SUBHEADER": "behind the scenes",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": sidebar.favicon}],
    "SCRIPTS": [*([] if LANGUAGE_CODE == "en" else [sidebar.words]), sidebar.dialogs, sidebar.landmarks],
    "STYLES": [sidebar.contrast],
    "SITE_SYMBOL": "theater_comedy",
    "SHOW_VIEW_ON_SITE": True,
    "BORDER_RADIUS": "6px",
    "DASHBOARD_CALLBACK": "league.backstage.dashboard.context",
    "SIDEBAR": {
        "show_search": True,
        "navigation": [
            sidebar.section("", ("Overview", "dashboard", "index")),
            sidebar.section(
                "Play",
                ("Games", "casino", "games_game"),
                ("Events", "forum", "games_event"),
                ("Answers", "question_answer", "games_answer"),
                ("Calls", "call_made", "games_call"),
            ),
            sidebar.section(
                "Money",
                ("Budgets", "account_balance_wallet", "games_account"),
                ("Prices", "sell", "personas_price"),
                ("Kill switch", "emergency_home", "games_killswitch"),
            ),
            sidebar.section(
                "League",
                ("Seasons", "emoji_events", "league_season"),
                ("Series", "all_inclusive", "league_series"),
                ("Boards", "leaderboard", "league_board"),
                ("Exclusions", "remove_circle", "league_exclusion"),
                ("Fixtures", "calendar_month", "league_fixture"),
                ("Standings", "leaderboard", "league_standing"),
            ),
            sidebar.section(
                "Who plays",
                ("Players", "groups", "personas_player"),
                ("Memories", "psychology", "personas_memoryrevision"),
                ("Personas", "theater_comedy", "personas_persona"),
                ("Models", "memory", "personas_languagemodel"),
            ),
            sidebar.section(
                "Access",
                ("Users", "person", "league_user"),
                ("Groups", "group", "auth_group"),
                ("Tokens", "key", "league_token"),
                ("Failed logins", "gpp_bad", "axes_accessattempt"),
                ("Logins", "login", "axes_accesslog"),
            ),
            sidebar.section("Alerts", ("Addressees", "notifications", "league_addressee")),
            sidebar.section("Record", ("Acts", "history", "league_act")),
        ],
    },
}
IMPORT_EXPORT_USE_TRANSACTIONS = True
# Between preview and confirmation the file is where every web process finds it.
IMPORT_EXPORT_TMP_STORAGE_CLASS = "import_export.tmp_storages.CacheStorage"

# ── metrics ─────────────────────────────────────────────────────────────────────────────────────────────────────────
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "").strip()  # who sends it reads /metrics without an account

# ── mail ────────────────────────────────────────────────────────────────────────────────────────────────────────────
LEAGUE_MAIL = environment.mail(os.environ, "EMAIL_URL")
EMAIL_BACKEND, EMAIL_HOST, EMAIL_PORT = LEAGUE_MAIL.backend, LEAGUE_MAIL.host, LEAGUE_MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = LEAGUE_MAIL.user, LEAGUE_MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = LEAGUE_MAIL.is_tls, LEAGUE_MAIL.is_ssl
EMAIL_FILE_PATH = LEAGUE_MAIL.folder
EMAIL_TIMEOUT = 10  # seconds
# Alerts: where the site is, for what is read elsewhere; machines of one's own that webhooks may lead to; what they may
# name as their secret beside what ends in _ALERT_SECRET (league.alerts).
LEAGUE_URL = environment.site(os.environ, "LEAGUE_URL")
LEAGUE_ALERT_HOSTS = environment.machines(os.environ, "LEAGUE_ALERT_HOSTS")
LEAGUE_ALERT_SECRETS = environment.variables(os.environ, "LEAGUE_ALERT_SECRETS")
LEAGUE_MAIL_FROM = environment.mailbox(os.environ, "LEAGUE_MAIL_FROM")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = LEAGUE_MAIL_FROM or "league@localhost"

# ── logs ────────────────────────────────────────────────────────────────────────────────────────────────────────────
LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logs.configuration(readable=DEBUG or sys.stderr.isatty(), level="DEBUG" if DEBUG else "INFO")
