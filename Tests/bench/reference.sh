#!/usr/bin/env bash
# usage: reference.sh SOURCES FOLDER SECONDS   builds and measures the reference relay, one line of JSON each
set -eu -o pipefail
sources=$1 folder=$2 each=$3 port=$((20000 + RANDOM % 20000))
include=$(pg_config --includedir 2>/dev/null || echo /usr/include/postgresql)
cc -O2 -w -o "$folder/boundd" "$sources/boundd.c" -lcrypto -lpthread 2>/dev/null || { echo "  not built: boundd" >&2; exit 0; }
cc -O2 -w -I"$include" -o "$folder/drv" "$sources/drv.c" -lpq -lpthread 2>/dev/null \
    || { echo "  not built: its driver wants libpq-dev" >&2; exit 0; }
python3 "$sources/mktoken.py" "$folder" > /dev/null 2>&1 || { echo "  not run: its token wants python3-cryptography" >&2; exit 0; }
VERIFY=$folder/pub.pem "$folder/boundd" "$port" "$folder/boundd.log" > /dev/null 2>&1 & server=$!
trap 'kill $server 2>/dev/null || true' EXIT
sleep 0.5
for pairs in 1 16 64; do
    count=$((each * 1500)); if [ "$pairs" != 1 ]; then count=$((each * 6000)); fi
    TOKEN=$folder/token LABEL=bound-verify timeout 60 "$folder/drv" bound 127.0.0.1 "$port" handoff "$pairs" "$count" "$each" "$server" 2>/dev/null \
        | sed "s/^/$pairs /" | python3 -c '
import json, re, sys
for line in sys.stdin:
    pairs, rest = line.split(" ", 1)
    print(json.dumps({"pairs": int(pairs), **{k: float(v) for k, v in re.findall(r"(\w+)=([0-9.]+)", rest)}}))'
done
