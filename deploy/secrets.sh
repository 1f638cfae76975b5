#!/bin/sh
# Writes the secrets of Docker Compose to the folder secrets, each to a file: what the environment or .env has for it, or else
# random characters. A file that exists does not change.
set -eu
cd "$(dirname "$0")/.."
umask 022
mkdir -p secrets
# On this machine only the owner can enter the folder. In a container its user, which is another, can read what is mounted there.
chmod 700 secrets

random() {
  head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'
}

# A value of .env may be in quotes, and a comment may follow it.
configured() {
  eval "value=\${$1:-}"
  if [ -z "$value" ] && [ -f .env ]; then
    value=$(sed -n "s/^[[:space:]]*$1=//p" .env | tail -n 1 |
      sed -e "s/^'\([^']*\)'.*/\1/" -e t -e 's/^"\([^"]*\)".*/\1/' -e t -e 's/[[:space:]][[:space:]]*#.*//' -e 's/[[:space:]]*$//')
  fi
  printf %s "$value"
}

# Its arguments are the name of a variable and the value if there is none.
write() {
  file="secrets/$(printf %s "$1" | tr '[:upper:]' '[:lower:]')"
  if [ -e "$file" ]; then return; fi
  value=$(configured "$1")
  printf '%s\n' "${value:-$2}" >"$file"
  if [ -n "$value" ]; then moved="$moved $1"; fi
}

moved=''
write JWT_SECRET "$(random)"
write JWT_SECRET_PREVIOUS ''
write DATABASE_PASSWORD "$(random)"
write POSTGRES_PASSWORD "$(random)"
write S3_ACCESS_KEY_ID app
write S3_SECRET_ACCESS_KEY "$(random)"
write STORE_ROOT_ACCESS_KEY administrator
write STORE_ROOT_SECRET_KEY "$(random)"
write SMTP_URL ''
write ADMIN_PASSWORD ''
write OIDC_CLIENT_SECRET ''

if [ -n "$moved" ]; then echo "secrets has the values of$moved. When the app runs, remove them from .env."; fi
if ! grep -q . secrets/smtp_url; then echo 'Write the URL of your mail server to secrets/smtp_url.'; fi
