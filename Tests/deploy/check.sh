#!/usr/bin/env bash
# usage: Tests/deploy/check.sh BIN   checks deploy/: the unit by systemd's own judges, the nginx example by a real nginx
# in front of a real relay, all on loopback and in a temporary folder. What is not installed is said and left out.
set -eu -o pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
bin=$(cd "$1" && pwd)
folder=$(mktemp -d)
pids=()
finish() {
    for pid in "${pids[@]}"; do kill "$pid" 2> /dev/null || true; done
    wait "${pids[@]}" 2> /dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
fail() { echo "deploy: $1" >&2; exit 1; }

check_unit() {
    command -v systemd-analyze > /dev/null || { echo "deploy: systemd-analyze is not installed: unit not checked" >&2; return; }
    mkdir -p "$folder/unit"
    # The unit names installed paths; the judge wants to find them.
    sed "s#/usr/local/bin/baton-relay#$bin/baton-relay#; s#/etc/baton/relay.env#$root/deploy/relay.env#" \
        "$root/deploy/baton-relay.service" > "$folder/unit/baton-relay.service"
    systemd-analyze verify "$folder/unit/baton-relay.service" || fail "systemd-analyze verify complains"
    local exposure
    exposure=$(systemd-analyze security --offline=true "$folder/unit/baton-relay.service" | awk '/Overall exposure/{print $(NF-2)}')
    awk -v e="$exposure" 'BEGIN{exit !(e != "" && e <= 1.5)}' || fail "exposure is $exposure, at most 1.5 is wanted"
    echo "deploy: the unit verifies, exposure $exposure" >&2
}

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

check_nginx() {
    command -v nginx > /dev/null || { echo "deploy: nginx is not installed: example not checked" >&2; return; }
    local front; front=$(free_port)
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=relay.example \
        -addext subjectAltName=DNS:relay.example -keyout "$folder/key.pem" -out "$folder/cert.pem" 2> /dev/null
    "$bin/baton-relay" serve --listen 127.0.0.1:0 --database "$folder/relay.db" --trusted-proxy 127.0.0.1/32 \
        --origin "https://relay.example:$front" > "$folder/ready" 2> "$folder/relay.log" &
    pids+=($!)
    for _ in $(seq 100); do grep -q ready "$folder/ready" && break; sleep 0.05; done
    local back; back=$(sed -E 's/.*"listen":"[^"]*:([0-9]+)".*/\1/' "$folder/ready")
    { echo "daemon off; pid $folder/nginx.pid; error_log $folder/nginx.log; events {}"
      echo "http { client_body_temp_path $folder/a; proxy_temp_path $folder/b; fastcgi_temp_path $folder/c; uwsgi_temp_path $folder/d; scgi_temp_path $folder/e;"
      sed "s#127.0.0.1:8080#127.0.0.1:$back#; s#listen 443#listen 127.0.0.1:$front#; s#/etc/baton#$folder#" "$root/deploy/nginx.conf"
      echo "}"; } > "$folder/nginx.conf"
    nginx -t -q -c "$folder/nginx.conf" 2> "$folder/nginx.test" || { cat "$folder/nginx.test" >&2; fail "nginx -t complains"; }
    nginx -c "$folder/nginx.conf" 2> /dev/null & pids+=($!)
    local ask=(curl -sS --max-time 5 --cacert "$folder/cert.pem" --resolve "relay.example:$front:127.0.0.1")
    for _ in $(seq 50); do "${ask[@]}" -o /dev/null "https://relay.example:$front/healthz" 2> /dev/null && break; sleep 0.1; done
    local status; status=$("${ask[@]}" -o /dev/null -w '%{http_code}' "https://relay.example:$front/healthz")
    [ "$status" = 200 ] || fail "/healthz through nginx answers $status"
    status=$("${ask[@]}" -o "$folder/body" -w '%{http_code}' "https://relay.example:$front/v1/events")
    [ "$status" = 401 ] || fail "an unsigned request through nginx gets $status"
    "$root/Tests/deploy/stream.sh" "$bin" "https://relay.example:$front" "$folder" "$front" || fail "no stream through nginx"
    echo "deploy: nginx carries requests and streams" >&2
}

# No engine builds the image here; what its steps rest on is checked instead: each package exists, those of the second
# stage hold every library that the program links, and the program starts from what the image and the page set.
check_container() {
    local file=$root/deploy/Containerfile
    local build run package library headers ready
    build=$(sed -n '/AS build/,/^WORKDIR/p' "$file" | grep -v ^FROM | grep -oE '\blib[a-z0-9.+-]+' | sort -u)
    run=$(sed -n '/bookworm-slim/,/^COPY/p' "$file" | grep -v ^FROM | grep -oE '\blib[a-z0-9.+-]+' | sort -u)
    # shellcheck disable=SC2086  # one word a package
    headers=$(dpkg -L $build)
    for library in "$root"/Sources/C[A-Z]*/; do
        grep -q "/$(header_of "$library")$" <<< "$headers" \
            || fail "the container's first stage has no package with $(header_of "$library")"
    done
    for package in $run; do
        apt-cache show "$package" > /dev/null 2>&1 || fail "Debian has no package $package"
    done
    # In every Debian image: the C library, the compiler's own.
    for library in $(ldd "$bin/baton-relay" | awk '/=> \//{print $3}'); do
        package=$(dpkg -S "*/$(basename "$(realpath "$library")")" | sed -n '1s/:.*//p')
        grep -qxF "$package" <<< "$run"$'\n'libc6$'\n'libgcc-s1 || fail "the container lacks $package for $library"
    done
    ready=$(cd / && env BATON_DATABASE="$folder/container.sqlite" BATON_LISTEN=127.0.0.1:0 BATON_ORIGIN=https://relay.example \
        BATON_TRUSTED_PROXY=10.88.0.0/16 timeout --signal=TERM 2 "$bin/baton-relay" serve 2> /dev/null || true)
    grep -q '"origin":"https://relay.example"' <<< "$ready" || fail "the relay does not start from the container's settings"
    echo "deploy: the container's packages hold what the relay links" >&2
}

# The library's first header that a module's shim includes.
header_of() { grep -hoE '<[^>]+\.h>' "$1/shim.h" | grep -v '<sys/' | head -1 | tr -d '<>'; }

check_unit
check_container
check_nginx
python3 "$root/Tests/deploy/flood.py" "$bin" "$folder" || fail "a flood of connections"
echo "deploy: a flood of connections is refused politely" >&2
