#!/bin/sh
# backup.sh FOLDER: the database that DATABASE_URL names, into a file there. A backup that did not end has the name of
# none: nobody restores half a league.
set -eu
umask 077
file="$1/league-$(date --utc +%Y-%m-%dT%H%M%SZ).dump"
trap 'rm -f "$file.part"' EXIT
pg_dump --format=custom --dbname="$DATABASE_URL" --file="$file.part"
pg_restore --list "$file.part" >/dev/null
mv "$file.part" "$file"
find "$1" -name 'league-*.dump' -mtime +14 -delete
echo "$file"
