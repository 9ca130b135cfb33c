#!/bin/sh
# Create the database role of the workers when the container creates the database.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$WORKER_PASSWORD" --username=postgres --dbname=topboard <<'SQL'
CREATE ROLE topboard LOGIN PASSWORD :'password';
SQL
