"""A proxy between devices and a relay that writes down every byte: what somebody on the way could read.

usage: recording_proxy.py RECORD

Prints its port, reads the relay's port from standard input, then forwards. All bytes, as they pass, go to the
file RECORD; those of connection N also to RECORD.N.devices and RECORD.N.relay, by who sent them.
"""
import socket
import sys
import threading

record = open(sys.argv[1], "ab", buffering=0)
lock = threading.Lock()
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
relay = ("127.0.0.1", int(sys.stdin.readline()))


def forward(source, target, name):
    with open(f"{sys.argv[1]}.{name}", "ab", buffering=0) as own:
        while True:
            try:
                data = source.recv(65536)
            except OSError:
                data = b""
            if not data:
                break
            with lock:
                record.write(data)
            own.write(data)
            try:
                target.sendall(data)
            except OSError:
                break
    for side, how in ((target, socket.SHUT_WR), (source, socket.SHUT_RD)):
        try:
            side.shutdown(how)
        except OSError:
            pass


number = 0
while True:
    device, _ = listener.accept()
    try:
        upstream = socket.create_connection(relay)
    except OSError:
        device.close()
        continue
    number += 1
    for pair in ((device, upstream, f"{number}.devices"), (upstream, device, f"{number}.relay")):
        threading.Thread(target=forward, args=pair, daemon=True).start()
