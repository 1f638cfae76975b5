#!/bin/sh
# Writes the secrets of Docker Compose to the folder secrets, each to a file: what the environment or .env has for it, or else
# random characters. A file that exists does not change. A line of .env that Compose would read in another way is refused
# before anything is written.
set -eu
cd "$(dirname "$0")/.."
umask 022
random() {
  head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'
}

refuse() {
  echo "deploy/secrets.sh: $1 Nothing was written." >&2
  exit 1
}

# The number of the first line that may hide another one from Compose, or from this script: an open quote, text after a closed
# one, and before the value anything else than a name.
readonly find_unclear_line='
  BEGIN { quote = sprintf("%c", 39) }
  { sub(/\r$/, "") }
  /^[ \t]*(#.*)?$/ { next }
  {
    key = $0
    sub(/[=:].*$/, "", key)
    value = substr($0, length(key) + 2)
    sub(/^[ \t]+/, "", value)
    first = substr(value, 1, 1)
    isClear = key ~ /^[]A-Za-z0-9_.[ \t-]*$/
    if (first == "\"") isClear = isClear && value ~ /^"([^"\\]|\\.)*"[ \t]*(#.*)?$/
    if (first == quote) isClear = isClear && value ~ "^" quote "([^" quote "\\\\]|\\\\.)*" quote "[ \t]*(#.*)?$"
    if (!isClear) { print NR; exit }
  }
'

# The value of a variable in .env, or the status 3 for a line that it does not read as Compose does: other forms of an
# assignment, lines of commands, escapes, references to variables, and without quotes tabs and other characters than ASCII.
readonly read_variable='
  BEGIN { quote = sprintf("%c", 39) }
  {
    sub(/\r$/, "")
    sub(/^[[:space:]]+/, "")
    key = $0
    sub(/[=:].*$/, "", key)
  }
  /^#/ { next }
  (" " key " ") ~ "[[:space:]]" name "[[:space:]]" {
    isPlain = index($0, name "=") == 1
    value = substr($0, length(name) + 2)
    sub(/^ +/, "", value)
    first = substr(value, 1, 1)
    if (first == quote) {
      isPlain = isPlain && value ~ "^" quote "[^" quote "]*" quote " *(#.*)?$" && index(value, "\\" quote) == 0
    } else if (first == "\"") {
      isPlain = isPlain && value ~ /^"[^"\\$]*" *(#.*)?$/
    } else {
      isPlain = isPlain && value !~ /^#/ && value !~ /\$/ && value ~ /^[ -~]*$/
      sub(/ +#.*$/, "", value)
      sub(/ +$/, "", value)
    }
    if (first == quote || first == "\"") {
      value = substr(value, 2)
      value = substr(value, 1, index(value, first) - 1)
    }
    if (!isPlain) exit 3
    found = value
  }
  END { printf "%s", found }
'

in_environment() {
  eval "[ -n \"\${$1+set}\" ]"
}

# What the environment or .env has for a variable. The environment comes first, also without a value, as it does for Compose.
configured() {
  value=''
  if in_environment "$1"; then
    eval "value=\$$1"
  elif [ -e .env ]; then
    value=$(LC_ALL=C awk -v name="$1" "$read_variable" .env) ||
      refuse "the line of $1 in .env is not NAME=VALUE with a plain value. Write the value in single quotes, without export, or to secrets/$(file_of "$1")."
  fi
  printf %s "$value"
}

file_of() {
  printf %s "$1" | tr '[:upper:]' '[:lower:]'
}

if [ -e .env ] || [ -L .env ]; then
  [ -f .env ] || refuse '.env is not a regular file.'
  cat .env >/dev/null 2>&1 || refuse '.env cannot be read.'
  case $(head -c 3 .env | od -An -v -tx1 | tr -d ' \n') in
  efbbbf* | fffe* | feff*) refuse '.env begins with a byte order mark. Save it as UTF-8 without one.' ;;
  esac
  line=$(LC_ALL=C awk "$find_unclear_line" .env)
  [ -z "$line" ] || refuse "line $line of .env is not NAME=VALUE on one line with at most a comment after it, in visible characters."
fi

# Each secret with its value if nothing is configured. Values are characters that a shell does not split.
defaults="JWT_SECRET=$(random)
JWT_SECRET_PREVIOUS=
DATABASE_PASSWORD=$(random)
POSTGRES_PASSWORD=$(random)
S3_ACCESS_KEY_ID=app
S3_SECRET_ACCESS_KEY=$(random)
STORE_ROOT_ACCESS_KEY=administrator
STORE_ROOT_SECRET_KEY=$(random)
SMTP_URL=
ADMIN_PASSWORD=
OIDC_CLIENT_SECRET="

# Everything is read before anything is written.
for default in $defaults; do
  name=${default%%=*}
  [ -e "secrets/$(file_of "$name")" ] || value=$(configured "$name") || exit
done

mkdir -p secrets
# On this machine only the owner can enter the folder. In a container its user, which is another, can read what is mounted there.
chmod 700 secrets
copied=''
from_environment=''
made=''
for default in $defaults; do
  name=${default%%=*}
  file="secrets/$(file_of "$name")"
  if [ -e "$file" ]; then continue; fi
  value=$(configured "$name")
  printf '%s\n' "${value:-${default#*=}}" >"$file"
  if [ -n "$value" ]; then
    if in_environment "$name"; then from_environment="$from_environment $name"; else copied="$copied $name"; fi
  elif [ -n "${default#*=}" ]; then
    made="$made $name"
  fi
done

if [ -n "$made" ]; then echo "secrets has new values of$made."; fi
if [ -n "$from_environment" ]; then echo "secrets has the values that the environment has for$from_environment."; fi
if [ -n "$copied" ]; then echo "secrets has the values that .env has for$copied. When the app runs, remove them from .env."; fi
if ! grep -q . secrets/smtp_url; then echo 'Write the URL of your mail server to secrets/smtp_url.'; fi
