"""What stands between a request and its page: who asks (`proxies`, `origins`), what is answered while the database is
`away`, what a page may load (`csp`), `compression`, `caching`, `static_files`; and the sockets of the league, with the
`layers` that carry them (`consumers`).

Below it: models.
"""
