#!/usr/bin/env bash
# usage: Tests/fuzz/run.sh SECONDS [ENTRY…]   fuzzes every parser of foreign bytes (or those named) for so long each, with
# coverage and the address sanitizer. Inputs grow in .build/fuzz/corpus; a crash leaves its input in .build/fuzz/crashes.
set -eu -o pipefail
cd "$(dirname "$0")/../.."
seconds=$1; shift
BATON_FUZZ=1 swift build -c release --scratch-path .build/fuzz --product baton-fuzz \
    -Xswiftc -sanitize=fuzzer,address -Xswiftc -parse-as-library -Xswiftc -use-ld=lld > .build/fuzz.log 2>&1 \
    || { tail -20 .build/fuzz.log >&2; exit 1; }
fuzzer=.build/fuzz/release/baton-fuzz
entries=("$@")
if [ $# -eq 0 ]; then
    mapfile -t entries < <(grep -oE '\("[a-z-]+", [a-zA-Z]+\)' Tests/fuzz/entries/FuzzEntries.swift | cut -d'"' -f2)
fi
mkdir -p .build/fuzz/crashes
for entry in "${entries[@]}"; do
    corpus=.build/fuzz/corpus/$entry
    mkdir -p "$corpus"
    seeds=(); if [ -d "Tests/fuzz/seeds/$entry" ]; then seeds=("Tests/fuzz/seeds/$entry"); fi
    FUZZ_ENTRY=$entry "$fuzzer" -max_total_time="$seconds" -max_len=8192 -timeout=10 -print_final_stats=0 -verbosity=0 \
        -artifact_prefix=".build/fuzz/crashes/$entry-" "$corpus" "${seeds[@]}" > ".build/fuzz/$entry.log" 2>&1 \
        || { echo "fuzz: $entry crashed, see .build/fuzz/$entry.log and .build/fuzz/crashes" >&2; exit 1; }
    echo "fuzz: $entry, $(find "$corpus" -type f | wc -l) inputs, no crash"
done
