#!/usr/bin/env bash
# One purchase from the watch to the phone, in one terminal: pair, buy with one good and one expired code,
# change the shipping method on the sheet, pay. Usage: demo.sh FOLDER-OF-THE-PROGRAMS
# Ends with 0 only if the shop has the order with the right total and both devices show it.
set -euo pipefail
bin=$(cd "${1:-.build/release}" && pwd)
source "$(dirname "${BASH_SOURCE[0]}")/parts.sh"
begin_demo

title "A relay, a shop, a wallet with test cards"
start_servers
passcode=$("$bin/baton-phone" setup --sample --home "$home/phone" --json | member passcode)
printf '%s\n' "$passcode" >"$home/passcode"
say phone "The wallet is ready; its passcode is $passcode"

title "Pairing: the watch shows a code, the phone scans it and shows six digits, the watch checks them"
start_device watch pair --relay "$relay_url"
link=$(wait_for watch '^baton-pair:')
printf '%s\n' "$link" >"$home/link"
start_device phone pair --link-file "$home/link" --yes
code=$(wait_for phone '^ *[0-9]{6}$' | tr -d ' ')
type_on watch "$code"
end_device watch 0
end_device phone 0

title "The phone listens; the watch buys roses with one good and one expired code"
start_device phone listen
wait_for phone 'Listening|listening|waits|Waiting' >/dev/null
start_device watch buy roses --promo WELCOME10 --promo SUMMER25 --shop "$shop_url" --allow-local-merchant
wait_for watch 'SUMMER25' >/dev/null
type_on watch y "Go on without the code that was refused?"
wait_for watch '^Total' >/dev/null
type_on watch y "Order?"

title "The phone opens the sheet, chooses another shipping method, pays with its passcode"
id=$(wait_for phone 'open [A-Za-z0-9_-]{8}' | grep -oE 'open [A-Za-z0-9_-]+' | head -1 | cut -d' ' -f2)
type_on phone "open $id"
wait_for phone '^\[ Pay ' >/dev/null
forget phone
type_on phone "method bike"
wait_for phone '^\[ Pay ' >/dev/null
type_on phone pay
type_on phone "$passcode" "Passcode:" hidden

title "Both devices show the order"
watch_order=$(wait_for watch 'Order [0-9]+' | grep -oE 'Order [0-9]+' | head -1)
phone_order=$(wait_for phone 'Order [0-9]+' | grep -oE 'Order [0-9]+' | head -1)
end_device watch 0
type_on phone quit
end_device phone 0

# Roses 36.00, 10 % off, tax, and 4.90 for the bike that was chosen on the phone.
check_order "$watch_order" "$phone_order" 3933
title "Done in $SECONDS s: ${watch_order,} is at the shop, paid once, and both devices show it"
