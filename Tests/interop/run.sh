#!/usr/bin/env bash
# Exchanges tokens, outcomes, request signatures and payment tokens with other people's libraries, in a virtual
# environment of its own (.venv). INTEROP=no leaves it out, for a machine without a package index.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "${INTEROP:-yes}" = no ]; then
    echo "interop: left out (INTEROP=no)"
    exit 0
fi
venv=.venv
stamp=$venv/.installed
if ! cmp -s Tests/interop/requirements.txt "$stamp"; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement Tests/interop/requirements.txt
    cp Tests/interop/requirements.txt "$stamp"
fi
"$venv/bin/python" Tests/interop/pairing_vectors.py --check
swift build --product baton-interop >&2
tool=$(swift build --show-bin-path)/baton-interop
"$tool" make | "$venv/bin/python" Tests/interop/check.py
"$venv/bin/python" Tests/interop/make.py | "$tool" check
bodies=$(mktemp)
trap 'rm -f "$bodies"' EXIT
swift build --build-tests >&2
BATON_ACP_BODIES=$bodies swift test --skip-build --filter ACPBodiesTests >/dev/null 2>&1
"$venv/bin/python" Tests/interop/acp.py "$bodies" ../shared/samples/acp/schema-2026-04-17
echo "interop: all of it opens on both sides"
