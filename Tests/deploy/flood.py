"""A relay with few file descriptors under many clients (R-73, R-82): it must refuse politely, not spin, not die, and
serve again once they have gone: flood.py BIN FOLDER."""
import json
import os
import socket
import subprocess
import sys
import time

program, folder = sys.argv[1] + "/baton-relay", sys.argv[2]
relay = subprocess.Popen(
    ["bash", "-c", f"ulimit -n 128; exec {program} serve --listen 127.0.0.1:0 --database {folder}/flood.db"],
    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def ticks():
    """CPU time of the relay in clock ticks."""
    with open(f"/proc/{relay.pid}/stat") as file:
        return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))


def round_of(port, clients_max=400):
    clients = [socket.create_connection(("127.0.0.1", port), 10) for _ in range(clients_max)]
    time.sleep(1)
    before = ticks()
    time.sleep(0.5)
    assert ticks() - before < 20, "the relay spins while it is short of descriptors"
    refused = 0
    for client in clients:
        client.setblocking(False)
        try:
            refused += b" 503 " in client.recv(64)
        except OSError:
            pass
        client.close()
    assert refused >= clients_max // 2, f"only {refused} of {clients_max} were told 503"
    for _ in range(50):
        with socket.create_connection(("127.0.0.1", port), 10) as client:
            client.settimeout(10)
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            if client.recv(64).startswith(b"HTTP/1.1 200 "):
                return
        time.sleep(0.1)
    raise AssertionError("the relay does not serve again")


try:
    address = json.loads(relay.stdout.readline())["listen"]
    for _ in range(3):
        round_of(int(address.rsplit(":", 1)[1]))
    assert relay.poll() is None, "the relay died"
finally:
    relay.kill()
