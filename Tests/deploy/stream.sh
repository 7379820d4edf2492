#!/usr/bin/env bash
# usage: stream.sh BIN BASE FOLDER PORT   opens a signed stream through the proxy: its first bytes must come at once, so
# nothing on the way holds events back. The requests are those of baton-bench, sent as they are over TLS.
set -eu -o pipefail
sleep 1.1  # signatures from before the relay's first whole second are refused
"$1/baton-bench" prepare --base "$2" --waiting 1 --out "$3/script"
python3 - "$3" "$4" <<'END'
import socket, ssl, struct, sys
folder, port = sys.argv[1], int(sys.argv[2])
data, records = open(folder + "/script", "rb").read(), []
while data:
    kind, _, length = struct.unpack("<III", data[:12])
    records.append((kind, data[12:12 + length]))
    data = data[12 + length:]
context = ssl.create_default_context(cafile=folder + "/cert.pem")
link = context.wrap_socket(socket.create_connection(("127.0.0.1", port), 5), server_hostname="relay.example")
link.settimeout(5)
opening = next(request for kind, request in records if kind == 1)
link.sendall(opening)
answer = link.recv(65536)
assert answer.startswith(b"HTTP/1.1 201"), answer
link.sendall(next(request for kind, request in records if kind == 2))
got = b""
while b"\r\n\r\n" not in got or not got.split(b"\r\n\r\n", 1)[1]:
    piece = link.recv(65536)
    assert piece, got
    got += piece
assert got.startswith(b"HTTP/1.1 200"), got
assert b"text/event-stream" in got, got
END
