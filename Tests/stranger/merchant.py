"""A stranger's merchant: ACP's own sample bodies replayed as a server, with what Protocol/merchant.md adds.

Written from Protocol/ alone, over other people's libraries. It gives no credentials; with --plain it adds nothing at
all, as a merchant that never heard of Baton. Prints its origin, then one JSON line for each payment.

usage: merchant.py SAMPLES [--plain] [--tls CERTIFICATE KEY]
"""

import base64
import datetime
import hashlib
import http.server
import json
import pathlib
import ssl
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "interop"))

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from joserfc import jws
from joserfc.jwk import ECKey

import baton

MERCHANT = "merchant.example.stranger"
MERCHANT_HASH = hashlib.sha256(MERCHANT.encode()).digest()
MERCHANT_MARK = x509.ObjectIdentifier("1.2.840.113635.100.6.32")


def decimal(minor):
    return f"{minor // 100}.{minor % 100:02}"


class Stranger:
    def __init__(self, samples, plain):
        folder = pathlib.Path(samples)
        self.bodies = json.loads((folder / "examples.agentic_checkout.json").read_text())
        self.feed = json.loads((folder / "examples.feed.json").read_text())["get_products_response"]
        self.plain = plain
        self.origin = ""
        self.lock = threading.Lock()
        self.session = None
        self.quote = None
        self.revision = 0
        self.answers = {}
        self.transactions = set()
        self.signing = baton.new_key()
        self.payment = ec.generate_private_key(ec.SECP256R1())

    # What it sells: the session's one item, and the feed's product, which has no price and is read over.
    def products(self):
        session = self.bodies["create_checkout_session_response"]
        line = session["line_items"][0]
        variant = {
            "id": line["item"]["id"], "title": line["name"],
            "price": {"amount": line["unit_amount"], "currency": session["currency"].upper()},
        }
        jacket = {"id": "jacket", "title": line["name"], "variants": [variant]}
        return {"products": [jacket] + self.feed["products"]}

    def create(self, body):
        assert [item["id"] for item in body["line_items"]] == ["item_123"], body
        self.session = json.loads(json.dumps(self.bodies["create_checkout_session_response"]))
        return 201, self.answered()

    def update(self, body):
        for choice in body.get("selected_fulfillment_options", []):
            if choice["option_id"] == self.session["selected_fulfillment_options"][0]["option_id"]:
                continue
            sample = "update_checkout_session_response" if choice["option_id"].endswith("456") else (
                "get_checkout_session_response")
            self.session = json.loads(json.dumps(self.bodies[sample]))
        return 200, self.answered()

    def complete(self, body):
        credential = body["payment_data"]["instrument"]["credential"]
        assert body["payment_data"]["handler_id"] == "baton.pay" and credential["type"] == "apple_pay_ec_v1", body
        charged = self.opened(json.loads(credential["token"]))
        total = next(t["amount"] for t in self.session["totals"] if t["type"] == "total")
        assert charged["transactionAmount"] == total and charged["currencyCode"] == "840", charged
        self.session = json.loads(json.dumps(self.bodies["complete_checkout_session_response"]))
        print(json.dumps({"paid": total, "buyer": body["buyer"]}), flush=True)
        return 200, self.answered()

    def cancel(self):
        self.session = json.loads(json.dumps(self.bodies["cancel_checkout_session_response"]))
        return 200, self.answered()

    def answered(self):
        body = dict(self.session)
        if self.plain or body["status"] in ("completed", "canceled"):
            return body
        body["capabilities"] = {"payment": {"handlers": [self.handler()]}}
        self.revision += 1
        self.quote = self.signed(body)
        body["metadata"] = {"quote": self.quote}
        return body

    def handler(self):
        return {
            "id": "baton.pay", "name": "baton.pay", "version": "2026-04-17", "spec": "https://baton.example/spec",
            "requires_delegate_payment": False, "requires_pci_compliance": False, "psp": "stranger",
            "config_schema": "https://baton.example/config", "instrument_schemas": [],
            "config": {
                "merchant_id": MERCHANT, "certificate": base64.b64encode(self.certificate()).decode(),
                "credential_type": "apple_pay_ec_v1", "supported_networks": ["visa", "masterCard"],
            },
        }

    def certificate(self):
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, MERCHANT)])
        now = datetime.datetime.now(datetime.timezone.utc)
        mark = b"\x0c\x40" + MERCHANT_HASH.hex().upper().encode()
        return x509.CertificateBuilder(
            name, name, self.payment.public_key(), x509.random_serial_number(), now - datetime.timedelta(days=1),
            now + datetime.timedelta(days=30),
        ).add_extension(x509.UnrecognizedExtension(MERCHANT_MARK, mark), False).sign(
            self.payment, hashes.SHA256()).public_bytes(serialization.Encoding.DER)

    # Protocol/merchant.md, quote
    def signed(self, session):
        total = next(t for t in session["totals"] if t["type"] == "total")
        chosen = session["selected_fulfillment_options"][0]["option_id"]
        words = ["baton/quote/1", session["id"], session["currency"].upper(), str(len(session["line_items"]))]
        for line in session["line_items"]:
            base = next(t for t in line["totals"] if t["type"] == "items_base_amount")
            words += [line["item"]["id"], str(line["quantity"]), str(base["amount"])]
        words.append(chosen)
        for entry in session["totals"]:
            words += [entry["type"], str(entry["amount"])]
        lines = [
            {"label": entry["display_text"], "amount": decimal(entry["amount"])} for entry in session["totals"]
            if entry["type"] in ("subtotal", "tax", "fulfillment", "fee")]
        methods = [
            {"label": option["title"], "detail": option["description"], "identifier": option["id"],
             "amount": decimal(option["totals"][-1]["amount"])} for option in session["fulfillment_options"]]
        now = int(time.time())
        claims = {
            "iss": self.origin, "sid": session["id"], "rev": self.revision, "iat": now, "exp": now + 900,
            "contents": baton.b64(hashlib.sha256(baton.length_prefixed(*words)).digest()),
            "request": {
                "countryCode": "US", "currencyCode": session["currency"].upper(),
                "supportedNetworks": ["visa", "masterCard"], "merchantCapabilities": ["supports3DS"],
                "lineItems": lines, "total": {"label": "A stranger's shop", "amount": decimal(total["amount"])},
                "requiredShippingContactFields": ["name", "postalAddress"], "shippingMethods": methods,
                "shippingType": "shipping", "baton": {"selectedMethod": chosen},
            },
        }
        header = {"alg": "ES256", "typ": "quote+jwt", "kid": "stranger"}
        return jws.serialize_compact(header, json.dumps(claims).encode(), ECKey.import_key(self.signing))

    def keys(self):
        return {"keys": [dict(baton.public_part(self.signing), use="sig", alg="ES256", kid="stranger")]}

    # Protocol/payment-token.md, seal
    def opened(self, token):
        header = token["header"]
        assert token["version"] == "EC_v1" and header["transactionId"] not in self.transactions
        digest = hashlib.sha256(hashlib.sha256(self.quote.encode()).digest()).hexdigest()
        assert header["applicationData"] == digest, "made for another quote"
        ephemeral = serialization.load_der_public_key(base64.b64decode(header["ephemeralPublicKey"]))
        shared = self.payment.exchange(ec.ECDH(), ephemeral)
        key = hashlib.sha256(
            b"\x00\x00\x00\x01" + shared + b"\x0did-aes256-GCM" + b"Apple" + MERCHANT_HASH).digest()
        plaintext = AESGCM(key).decrypt(b"\x00" * 16, base64.b64decode(token["data"]), None)
        self.transactions.add(header["transactionId"])
        return json.loads(plaintext)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def reply(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        stranger = self.server.stranger
        with stranger.lock:
            if self.path == "/products":
                return self.reply(200, stranger.products())
            if self.path == "/.well-known/jwks.json" and not stranger.plain:
                return self.reply(200, stranger.keys())
            if self.path.startswith("/checkout_sessions/") and stranger.session:
                return self.reply(200, stranger.answered())
        self.reply(404, {"type": "invalid_request", "code": "not_found", "message": "There is no such thing."})

    def do_POST(self):
        stranger = self.server.stranger
        text = self.rfile.read(int(self.headers["Content-Length"]))
        key = (self.path, self.headers.get("Idempotency-Key"))
        with stranger.lock:
            if key not in stranger.answers:
                stranger.answers[key] = self.decide(stranger, json.loads(text))
            self.reply(*stranger.answers[key])

    def decide(self, stranger, body):
        try:
            if self.path == "/checkout_sessions":
                return stranger.create(body)
            if self.path.endswith("/complete"):
                return stranger.complete(body)
            return stranger.cancel() if self.path.endswith("/cancel") else stranger.update(body)
        except (AssertionError, KeyError, StopIteration) as fault:
            print(json.dumps({"refused": str(fault)[:200]}), flush=True)
            return 400, {"type": "invalid_request", "code": "invalid", "message": "Not like this."}


def main():
    words = sys.argv[1:]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.stranger = Stranger(words[0], "--plain" in words)
    scheme = "http"
    if "--tls" in words:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*words[words.index("--tls") + 1:][:2])
        server.socket = context.wrap_socket(server.socket, server_side=True)
        scheme = "https"
    server.stranger.origin = f"{scheme}://127.0.0.1:{server.server_address[1]}"
    print(server.stranger.origin, flush=True)
    server.serve_forever()


main()
