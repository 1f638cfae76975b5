#!/bin/sh
# Replaces database and files by a copy that deploy/backup.sh has made: deploy/restore.sh FOLDER
# Ends with the app stopped.
set -eu
source=${1:?is missing: deploy/restore.sh FOLDER}
source=$(cd "$source" && pwd)
cd "$(dirname "$0")/.."

# A copy that cannot be read must not cost what is there.
docker compose run --rm --no-deps -T files tar --list --gzip <"$source/files.tar.gz" >/dev/null
docker compose run --rm --no-deps -T files pg_restore --list <"$source/database.dump" >/dev/null

docker compose stop app store
docker compose up --detach --wait --no-recreate db
docker compose exec -T db psql --username=postgres --quiet --set=ON_ERROR_STOP=1 postgres <<'SQL'
DROP DATABASE IF EXISTS declassified WITH (FORCE);
CREATE DATABASE declassified OWNER declassified;
REVOKE CONNECT ON DATABASE declassified FROM PUBLIC;
SQL
# In the app's name, so that all of it is the app's, its extension too.
docker compose exec -T db pg_restore --username=postgres --dbname=declassified --role=declassified --no-owner \
  --exit-on-error --single-transaction <"$source/database.dump"
docker compose run --rm --no-deps -T files find /data -mindepth 1 -delete
docker compose run --rm --no-deps -T files \
  tar --extract --gzip --xattrs --xattrs-include='user.*' --numeric-owner --same-permissions --directory=/data \
  <"$source/files.tar.gz"
docker compose up --detach --wait --no-recreate store
echo "Restored from $source. Start the app: docker compose up --detach --wait"
