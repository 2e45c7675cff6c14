"""Django's PostgreSQL with a pool that notices when the server was restarted."""
