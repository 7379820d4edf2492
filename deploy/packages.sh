#!/usr/bin/env bash
# usage: deploy/packages.sh [PACKAGE…]   installs the Debian packages that Baton is built on, and those named, where they
# are missing and it may.
set -eu
libraries=(libssl-dev libsqlite3-dev libevent-dev libcurl4-openssl-dev libjansson-dev libqrencode-dev)
tools=(python3 python3-venv openssl curl "$@")
missing=()
for package in "${libraries[@]}" "${tools[@]}"; do
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [[ $status == *"install ok installed"* ]] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "${PACKAGES:-yes}" = no ]; then
    echo "make: missing Debian packages: ${missing[*]}" >&2
    echo "make: hint: install them, or leave out PACKAGES=no" >&2
    exit 1
fi
sudo=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "make: these Debian packages are missing and only root may install them: ${missing[*]}" >&2
        echo "make: hint: as root: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    sudo=(sudo)
fi
echo "installing ${missing[*]}" >&2
"${sudo[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
