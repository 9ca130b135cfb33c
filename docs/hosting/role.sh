#!/bin/sh
# The role of the workers, made when the database of the containers is made.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$WORKER_PASSWORD" --username=postgres --dbname=topboard <<'SQL'
CREATE ROLE topboard LOGIN PASSWORD :'password';
SQL
