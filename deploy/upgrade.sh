#!/bin/sh
# Builds the app and replaces its processes, each by a new one, while they serve: deploy/upgrade.sh
# The new one is ready, with its migrations applied, before an old one is asked to stop and drains.
set -eu
cd "$(dirname "$0")/.."

docker compose build app
old=$(docker compose ps --quiet app)
one_more=$(($(echo "$old" | wc -l) + 1))
for id in $old; do
  docker compose up --detach --wait --no-recreate --no-deps --scale app="$one_more" app
  docker stop "$id" >/dev/null
  docker rm "$id" >/dev/null
done
