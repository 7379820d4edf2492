# What demo.sh is made of: two servers, two devices with labelled lines, a folder that vanishes.

begin_demo() {
    home=$(mktemp -d "${TMPDIR:-/tmp}/baton-demo.XXXXXX")
    chmod 700 "$home"
    declare -gA pids=() readers=() marks=()
    declare -g relay_pid="" shop_pid=""
    if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
        bold=$'\e[1m' plain=$'\e[0m'
        declare -gA color=([watch]=$'\e[36m' [phone]=$'\e[35m')
    else
        bold="" plain=""
        declare -gA color=([watch]="" [phone]="")
    fi
    export LC_ALL=C.UTF-8
    unset BATON_HOME BATON_RELAY BATON_SHOP
    SECONDS=0
    trap 'end_demo $?' EXIT
    trap 'exit 130' INT TERM
}

# Ends what was started, by its pid, and leaves nothing behind.
end_demo() {
    trap - EXIT INT TERM
    local device
    for device in "${!pids[@]}"; do kill "${pids[$device]}" 2>/dev/null || true; done
    for pid in $relay_pid $shop_pid; do kill "$pid" 2>/dev/null || true; done
    exec 7>&-  # The office ends with its input.
    wait 2>/dev/null || true
    if [ "$1" -ne 0 ]; then
        for log in "$home"/*.errors; do
            [ -s "$log" ] && { echo "--- $(basename "$log" .errors)"; tail -5 "$log"; } >&2
        done
    fi
    rm -rf "$home"
    exit "$1"
}

title() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }

# A line under a device's label.
say() { printf '%s%-5s │%s %s\n' "${color[$1]}" "$1" "$plain" "$2"; }

# The member of a one-line JSON object on standard input.
member() { python3 -c 'import json,sys; print(json.loads(sys.stdin.readline())[sys.argv[1]])' "$1"; }

start_servers() {
    "$bin/baton-relay" serve --listen 127.0.0.1:0 --database "$home/relay.db" \
        >"$home/relay.out" 2>"$home/relay.errors" &
    relay_pid=$!
    start_office
    "$bin/baton-shop" serve --listen 127.0.0.1:0 --database "$home/shop.db" \
        --webhook "$(head -1 "$home/office.out")" --webhook-key-file "$home/webhook-key" \
        >"$home/shop.out" 2>"$home/shop.errors" &
    shop_pid=$!
    await_output relay
    await_output shop
    relay_url=$(member origin <"$home/relay.out")
    shop_url=$(member origin <"$home/shop.out")
}

# The merchant's back office, which the shop tells of each order.
start_office() {
    mkfifo "$home/office.in"
    python3 "$(dirname "${BASH_SOURCE[0]}")/order_events.py" "$home/webhook-key" \
        <"$home/office.in" >"$home/office.out" 2>"$home/office.errors" &
    exec 7>"$home/office.in"
    await_output office
}

# Waits for the first line of a server, at most five seconds.
await_output() {
    for _ in $(seq 100); do
        [ -s "$home/$1.out" ] && return
        sleep 0.05
    done
    fail "the $1 did not start"
}

# Starts a device's command; its lines appear under its label, its input comes from type_on.
start_device() {
    local device=$1
    shift
    rm -f "$home/$device.in"
    mkfifo "$home/$device.in"
    : >"$home/$device.out"
    marks[$device]=0
    "$bin/baton-$device" "$@" --home "$home/$device" --plain $(local_merchants "$device" "$1") \
        <"$home/$device.in" >"$home/$device.out" 2>>"$home/$device.errors" &
    pids[$device]=$!
    if [ "$device" = watch ]; then exec 5>"$home/watch.in"; else exec 6>"$home/phone.in"; fi
    tail -n +1 -s 0.05 --pid="${pids[$device]}" -f "$home/$device.out" \
        | sed -u "s/^/${color[$device]}$(printf '%-5s' "$device") │${plain} /" &
    readers[$device]=$!
}

# The demo's shop is on this machine, where a phone expects no merchant.
local_merchants() { if [ "$1" = phone ] && [ "$2" = listen ]; then echo --allow-local-merchant; fi; }

# Types a line on a device; shows the question that it answers, which is on standard error otherwise.
type_on() {
    local shown=$2
    [ "${4:-}" = hidden ] && shown="••••••••"
    sleep 0.3
    say "$1" "${3:+$3 }${bold}> $shown${plain}"
    if [ "$1" = watch ]; then printf '%s\n' "$2" >&5; else printf '%s\n' "$2" >&6; fi
}

# The first line of a device that fits, of those after the mark; at most ten seconds.
wait_for() {
    local line
    for _ in $(seq 200); do
        line=$(tail -n "+$((marks[$1] + 1))" "$home/$1.out" | grep -m1 -E "$2" || true)
        if [ -n "$line" ]; then
            printf '%s\n' "$line"
            return
        fi
        sleep 0.05
    done
    fail "the $1 did not show: $2"
}

# From here on only new lines of a device count.
forget() { marks[$1]=$(wc -l <"$home/$1.out"); }

# Waits for a device's command to end, with the status that is expected.
end_device() {
    local status=0
    if [ "$1" = watch ]; then exec 5>&-; else exec 6>&-; fi
    wait "${pids[$1]}" || status=$?
    wait "${readers[$1]}" || true
    unset "pids[$1]"
    [ "$status" -eq "$2" ] || fail "the $1 ended with $status"
}

# What the shop has told its office: one order, of that total in minor units; and both devices name it.
check_order() {
    [ "$1" = "$2" ] || fail "the watch shows $1, the phone $2"
    for _ in $(seq 100); do
        [ "$(wc -l <"$home/office.out")" -gt 1 ] && break
        sleep 0.05
    done
    tail -n +2 "$home/office.out" | python3 -c '
import json, sys
orders = [json.loads(line)["data"] for line in sys.stdin]
found = [("Order " + order["order_number"], str(order["totals"][-1]["amount"])) for order in orders]
if found != [tuple(sys.argv[1:])]:
    sys.exit(f"the shop has told of {found}")' "$1" "$3" || fail "the shop has no such order"
}

# Pairs the two devices without showing it.
pair_quietly() {
    mkfifo "$home/code"
    "$bin/baton-watch" pair --relay "$relay_url" --home "$home/watch" --plain \
        <"$home/code" >"$home/watch.out" 2>>"$home/watch.errors" &
    local watch=$!
    exec 5>"$home/code"
    declare -gA marks=([watch]=0 [phone]=0)
    wait_for watch '^baton-pair:' >"$home/link"
    "$bin/baton-phone" pair --link-file "$home/link" --yes --home "$home/phone" --plain \
        >"$home/phone.out" 2>>"$home/phone.errors" &
    local phone=$!
    wait_for phone '^ *[0-9]{6}$' | tr -d ' ' >&5
    wait "$watch" || fail "the watch did not pair"
    wait "$phone" || fail "the phone did not pair"
    exec 5>&-
}

fail() {
    printf 'demo: error: %s\n' "$1" >&2
    exit 1
}
