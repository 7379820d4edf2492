"""Listens for a shop's order events, as a merchant's own back office would (Protocol/merchant.md, order events).

usage: order_events.py KEY-FILE

Prints the URL for `baton-shop serve --webhook`, then each event whose signature is right, once, a line each.
KEY-FILE is the shop's `--webhook-key-file`; the shop makes it, so it is read with each event. Ends when its
standard input does, or by a signal.
"""
import base64
import hashlib
import hmac
import http.server
import sys
import threading
import time

SECONDS_MAX = 300


def is_signed(body, signature, key, now):
    """Whether `Merchant-Signature: t=SECONDS,v1=HEX` is the shop's own and fresh."""
    parts = dict(part.split("=", 1) for part in signature.split(",") if "=" in part)
    told = parts.get("t", "")
    if not told.isdigit() or abs(int(told) - now) > SECONDS_MAX:
        return False
    expected = hmac.new(key, told.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, parts.get("v1", "").lower())


def read_key(path):
    with open(path, encoding="ascii") as file:
        return base64.urlsafe_b64decode(file.read().strip() + "==")


class Events(http.server.BaseHTTPRequestHandler):
    """An event that the shop tells again, because it could not hear us, is printed once."""
    seen = set()

    def do_POST(self):
        body = self.rfile.read(min(int(self.headers.get("content-length", 0)), 65536))
        signature = self.headers.get("merchant-signature", "")
        is_right = is_signed(body, signature, read_key(self.server.key_file), time.time())
        if is_right and body not in self.seen:
            self.seen.add(body)
            print(body.decode(), flush=True)
        self.send_response(200 if is_right else 403)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        """What was asked stands in the shop's log."""


server = http.server.HTTPServer(("127.0.0.1", 0), Events)
server.key_file = sys.argv[1]
threading.Thread(target=server.serve_forever, daemon=True).start()
print(f"http://127.0.0.1:{server.server_port}/orders", flush=True)
sys.stdin.read()
