"""What stands between a request and its page: who asks (`proxies`, `origins`), what is answered while the database is
`away`, what a page may load (`csp`), `compression`, `caching`, `static_files`; and the `layers` that carry what moves
to sockets.

Below it: models.
"""
