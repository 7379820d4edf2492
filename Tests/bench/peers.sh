#!/usr/bin/env bash
# usage: peers.sh SOURCES FOLDER SECONDS   measures what else is installed and could carry a purchase, one line of JSON
# each; reference.sh has built the driver in FOLDER. None of them checks a signature.
set -eu -o pipefail
sources=$1 folder=$2 each=$3
[ -x "$folder/drv" ] || exit 0
export PEERLAB=$folder/peers
mkdir -p "$PEERLAB/out"
chmod 711 "$folder" "$PEERLAB"  # PostgreSQL runs as a user of its own
peer=
trap '[ -z "$peer" ] || "$sources/peer.sh" stop "$peer" > /dev/null 2>&1 || true' EXIT

installed() {
    case $1 in
        redis) command -v redis-server redis-cli ;;
        natsjs) command -v nats-server ;;
        etcd) command -v etcd ;;
        pg) [ -x /usr/lib/postgresql/15/bin/postgres ] && command -v psql ;;
    esac > /dev/null
}

for peer in redis natsjs etcd pg; do
    installed "$peer" || { echo "  not installed: $peer" >&2; continue; }
    "$sources/peer.sh" start "$peer" fresh 2> /dev/null || { echo "  did not start: $peer" >&2; continue; }
    for pairs in 1 64; do
        count=$((each * 1500)); if [ "$pairs" != 1 ]; then count=$((each * 6000)); fi
        LABEL=$peer timeout $((each + 40)) "$folder/drv" "$("$sources/peer.sh" proto "$peer")" 127.0.0.1 \
            "$("$sources/peer.sh" port "$peer")" handoff "$pairs" "$count" "$each" "$("$sources/peer.sh" pids "$peer")" 2> /dev/null \
            | sed "s/^/$peer $pairs /" | python3 -c '
import json, re, sys
for line in sys.stdin:
    peer, pairs, rest = line.split(" ", 2)
    print(json.dumps({"peer": peer, "pairs": int(pairs), **{k: float(v) for k, v in re.findall(r"(\w+)=([0-9.]+)", rest)}}))' || true
    done
    "$sources/peer.sh" stop "$peer" > /dev/null 2>&1 || true
done
peer=
