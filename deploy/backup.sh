#!/bin/sh
# Copies database and files into a folder: deploy/backup.sh FOLDER
# Nobody notices it. The database comes first: a file is stored before its row is written, so the copy of the files,
# which is younger, has all that the copy of the database names. What is stored meanwhile is a file that nobody can see.
set -eu
target=${1:?is missing: deploy/backup.sh FOLDER}
mkdir -p "$target"
target=$(cd "$target" && pwd)
cd "$(dirname "$0")/.."
umask 077

# Under another name until it is whole: whatever ends this leaves the former copy.
docker compose exec -T db pg_dump --username=postgres --format=custom declassified >"$target/database.dump.part"
# tar ends with 1 where a file has changed or gone while it read, as images do; anything else is a failure.
docker compose run --rm --no-deps -T files sh -c 'tar --create --gzip --xattrs --xattrs-include="user.*" \
  --numeric-owner --warning=no-file-changed --warning=no-file-removed --directory=/data . || [ $? -eq 1 ]' \
  >"$target/files.tar.gz.part"
mv "$target/database.dump.part" "$target/database.dump"
mv "$target/files.tar.gz.part" "$target/files.tar.gz"
echo "Copied to $target: database.dump and files.tar.gz. Keep a copy of .env as well, in another place."
