#!/bin/sh
# The agent to copy. One RUN line in, one OK or ERR line out, then exit.
set -eu
IFS= read -r line || true
case "$line" in
  RUN\ *) json=${line#RUN } ;;
  *) echo "ERR expected a RUN line"; exit 1 ;;
esac

# text NAME: the value of "NAME", a JSON text. What stands between its quotes is cut out whole,
# escaped quotes included; then the escapes are undone. The mark keeps escaped backslashes apart.
mark=$(printf '\001')
text() {
  printf '%s' "$json" |
    sed -n 's/.*"'"$1"'":"\([^"\\]*\(\\.[^"\\]*\)*\)".*/\1/p' |
    sed 's/\\\\/'"$mark"'/g; s/\\[bfnrt]/ /g; s/\\u[0-9a-fA-F]\{4\}/ /g; s/\\\(.\)/\1/g; s/'"$mark"'/\\/g'
}

name=$(text name)
style=$(text style)
: "${name:=world}"

echo "INFO greeting in a ${style:-friendly} way"
echo "PET action wave"
# printf, not echo: what is in a name must stay text.
case "$style" in
  formal) printf 'OK Good day, %s. It is a pleasure to meet you.\n' "$name" ;;
  *) printf 'OK Hello, %s! Nice to see you.\n' "$name" ;;
esac
