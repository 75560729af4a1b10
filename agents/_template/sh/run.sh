#!/bin/sh
# One RUN line in, one OK or ERR line out, then exit.
set -eu
IFS= read -r line || true
case "$line" in
  RUN\ *) json=${line#RUN } ;;
  *) echo "ERR expected a RUN line"; exit 1 ;;
esac

# The value of "text". Values are always texts; this reads those without escapes in them.
text=$(printf '%s' "$json" | sed -n 's/.*"text":"\([^"\\]*\)".*/\1/p')
if [ -z "$text" ]; then
  echo "ERR this text is too difficult for a shell script"
  exit 1
fi

echo "INFO counting: goes to the log, never shown"
echo "PET action juggle"
letters=$(printf '%s' "$text" | tr -cd '[:alnum:]' | wc -m | tr -d ' ')
printf 'OK %s has %s letters\n' "$text" "$letters"
