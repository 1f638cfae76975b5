#!/bin/sh
# Builds the app and replaces each of its processes by a new one while they serve: deploy/upgrade.sh
# The new process is ready, with its migrations applied, before an old one is stopped and drains. If a new process does
# not become healthy, it is removed and the others continue to serve. Correct the cause and run the script again.
set -eu
cd "$(dirname "$0")/.."

# All containers of the service, except those that `docker compose run` has started.
list() {
  docker compose ps --all --quiet app |
    xargs -r docker inspect --format '{{.Id}} {{index .Config.Labels "com.docker.compose.oneoff"}}' |
    sed -n 's/ False$//p'
}

old=''
for id in $(list); do
  state=$(docker inspect --format '{{.State.Status}} {{with .State.Health}}{{.Status}}{{end}}' "$id")
  if [ "$state" = 'running healthy' ]; then old="$old $id"; fi
done
if [ -z "$old" ]; then
  echo 'No healthy process is running that could serve during the upgrade. Start the app: docker compose up --build --detach --wait' >&2
  exit 1
fi

docker compose build app

# Lets requests in flight finish.
remove() {
  docker stop "$1" >/dev/null
  docker rm --force "$1" >/dev/null
}
remove_others() {
  for id in $(list); do
    case " $keep " in
    *" $id "*) ;;
    *)
      echo "Removing process $(docker inspect --format '{{.Name}}' "$id"), with its last output:" >&2
      docker logs --tail 5 "$id" >&2
      remove "$id"
      ;;
    esac
  done
}
keep=$old
trap remove_others EXIT
trap 'exit 130' HUP INT TERM
# For example containers that have ended, or a container of an upgrade that was killed.
remove_others

number=$(echo "$old" | wc -w)
for id in $old; do
  docker compose up --detach --wait --wait-timeout 330 --no-recreate --no-deps --scale app=$((number + 1)) app
  keep=$(list | grep -v "$id" | tr '\n' ' ')
  remove "$id"
done
