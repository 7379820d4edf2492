"""A proxy between devices and a relay that writes down every byte, for the live test of what it can see.

Prints its port, reads the relay's port from stdin, then forwards; argument: the file to write to.
"""
import socket
import sys
import threading

record = open(sys.argv[1], "ab", buffering=0)
lock = threading.Lock()
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
relay = ("127.0.0.1", int(sys.stdin.readline()))


def forward(source, target):
    while True:
        try:
            data = source.recv(65536)
        except OSError:
            data = b""
        if not data:
            break
        with lock:
            record.write(data)
        try:
            target.sendall(data)
        except OSError:
            break
    for side, how in ((target, socket.SHUT_WR), (source, socket.SHUT_RD)):
        try:
            side.shutdown(how)
        except OSError:
            pass


while True:
    device, _ = listener.accept()
    upstream = socket.create_connection(relay)
    for pair in ((device, upstream), (upstream, device)):
        threading.Thread(target=forward, args=pair, daemon=True).start()
