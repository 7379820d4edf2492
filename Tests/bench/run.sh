#!/usr/bin/env bash
# usage: Tests/bench/run.sh BIN   (by `make bench`) measures a relay beside this machine's own bounds, in one run.
# Listens on loopback only; everything it writes is in a temporary folder. SECONDS_EACH (default 3) bounds each load.
set -eu -o pipefail
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "$1" && pwd)
each=${SECONDS_EACH:-3}
waiting=${WAITING:-10000}
folder=$(mktemp -d)
relay=
tracer=()
stop_relay() {
    if [ -z "$relay" ]; then return; fi
    kill -9 "$relay" 2>/dev/null || true
    wait "$relay" 2>/dev/null || true
    relay=
}
trap 'stop_relay; rm -rf "$folder"' EXIT

results=$folder/results
# A measurement that failed stops the run.
note() { [ -n "$2" ] || exit 1; echo "$1 $2" >> "$results"; echo "  $1: $2" >&2; }
now_us() { echo $(( $(date +%s%N) / 1000 )); }

# start_relay [FLAG…]: a relay with an empty store on a free port; sets relay, port, base, ready_us
start_relay() {
    rm -f "$folder"/relay.db*
    local before; before=$(now_us)
    "${tracer[@]}" "$bin/baton-relay" serve --listen 127.0.0.1:0 --database "$folder/relay.db" \
        --limit device-requests=1000000 --limit address-pairings=1000000 "$@" \
        > "$folder/ready" 2> "$folder/relay.log" &
    relay=$!
    while ! grep -q ready "$folder/ready"; do
        kill -0 "$relay" || { cat "$folder/relay.log" >&2; exit 1; }
        sleep 0.002
    done
    ready_us=$(( $(now_us) - before ))
    # Signatures from before the relay's first whole second would be refused as possible replays.
    sleep 1.1
    base=$(sed -E 's/.*"origin":"([^"]*)".*/\1/' "$folder/ready")
    port=${base##*:}
}
count_syncs() { grep -cE 'f(data)?sync\(' "$folder/strace" || true; }
# prepare PAIRS HANDOFFS WAITING FORGED FILE
prepare() { "$bin/baton-bench" prepare --base "$base" --pairs "$1" --handoffs "$2" --waiting "$3" --forged "$4" --out "$5"; }
handoffs_for() { case $1 in 1) echo $((each * 900));; 16) echo $((each * 180));; *) echo $((each * 70));; esac; }

echo "the bounds of this machine" >&2
cc -O2 -o "$folder/driver" "$here/driver.c" -lpthread
note verify "{\"per_second\":$("$bin/baton-bench" verify)}"
note openssl "{\"verify_per_second\":$(openssl speed -seconds 1 ecdsap256 2>/dev/null | awk 'END{print int($NF)}')}"
note bounds "$("$folder/driver" bounds "$folder")"

echo "start" >&2
for _ in 1 2 3; do
    start_relay
    note start "{\"ready_us\":$ready_us,\"idle_kb\":$(awk '/^Rss/{print $2}' "/proc/$relay/smaps_rollup")}"
    stop_relay
done

echo "handoffs: create, event, claim, authorizing, outcome, event" >&2
for pairs in 1 16 64; do
    start_relay
    prepare "$pairs" "$(handoffs_for "$pairs")" 0 0 "$folder/script"
    note handoff "$(timeout 90 "$folder/driver" handoff "$port" "$folder/script" "$relay" "$each")"
    stop_relay
done

echo "syncs, counted by strace" >&2
if command -v strace > /dev/null; then
    for pairs in 1 64; do
        # Started by strace, which leaves all other system calls alone: attached it would halve the load.
        tracer=(strace -D -f -qq --seccomp-bpf -e trace=fdatasync,fsync -o "$folder/strace")
        start_relay
        tracer=()
        prepare "$pairs" 40 0 0 "$folder/script"
        made=$(count_syncs)
        line=$(timeout 90 "$folder/driver" handoff "$port" "$folder/script" "$relay" 20)
        stop_relay
        syncs=$(($(count_syncs) - made))
        # The seven steps of a pairing are acknowledged, and so synced, too.
        note syncs "{\"pairs\":$pairs,\"handoffs\":$((pairs * 40)),\"syncs\":$syncs,\"pairing_steps\":$((pairs * 7))}"
    done
else
    echo "  strace is not installed: not counted" >&2
fi

echo "$waiting waiting streams" >&2
start_relay
prepare 0 0 $((waiting / 2)) 0 "$folder/waiting"
note idle "$(timeout 90 "$folder/driver" idle "$port" "$folder/waiting" "$relay")"
stop_relay
start_relay
prepare 1 "$(handoffs_for 1)" 0 0 "$folder/script"
prepare 0 0 $(((waiting - 200) / 2)) 0 "$folder/waiting"
note beside "$(timeout 90 "$folder/driver" handoff "$port" "$folder/script" "$relay" "$each" "$folder/waiting")"
stop_relay

echo "forged tokens" >&2
start_relay
prepare 64 0 0 6400 "$folder/script"
note forged "$(timeout 90 "$folder/driver" forged "$port" "$folder/script" "$relay" "$each")"
stop_relay

reference=$here/../../../shared/bench
if [ -f "$reference/boundd.c" ]; then
    echo "the reference relay (signature checked, one sync a batch, binary frames, no HTTP)" >&2
    "$here/reference.sh" "$reference" "$folder" "$each" | while read -r line; do note reference "$line"; done
    echo "what else is installed and could carry a purchase (no signature checked)" >&2
    "$here/peers.sh" "$reference" "$folder" "$each" | while read -r line; do note peer "$line"; done
fi

if [ -x "$bin/baton-phone" ] && [ -x "$bin/baton-watch" ] && [ -x "$bin/baton-shop" ]; then
    echo "from resume to the sheet" >&2
    python3 "$here/resume.py" "$bin" "$folder" | while read -r line; do note resume "$line"; done
fi

python3 "$here/report.py" "$results"
