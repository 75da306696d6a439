#!/bin/sh
# A ticket machine that says a few things in the language in force, at the start and after each change.
#
#     kiosk.sh [STATION]
#
# Needs locctl in PATH.
set -eu
station=${1:-Agra}

say() {
    printf '[shell] %s → %s\n' "$tag" "$(locctl text kiosk "$@")"
}

# One line for each state, the present one at once: GENERATION TAG DIRECTION REASON.
locctl watch | while read -r _ tag _; do
    say title
    say welcome "station=$station"
    say departure Delhi 3 17:40
    say thanks
done
