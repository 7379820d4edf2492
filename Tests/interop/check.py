"""Opens what `baton-interop make` made, with other people's libraries; reads the document from stdin."""

import base64
import datetime
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

from applepay.payment import Payment
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from http_message_signatures import HTTPMessageVerifier, HTTPSignatureKeyResolver, algorithms

import baton


class Message:
    """What http-message-signatures takes for a request."""

    def __init__(self, method, url, headers):
        self.method, self.url, self.headers = method, url, headers


class Keys(HTTPSignatureKeyResolver):
    def __init__(self, key):
        self.key = key

    def resolve_public_key(self, key_id):
        assert key_id == baton.device_id(self.key), key_id
        return baton.private_key(self.key).public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)

    def resolve_private_key(self, key_id):
        return baton.private_key(self.key).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


COMPONENTS = ("@method", "@authority", "@path", "@query", "content-digest")


def refuses(action, what):
    try:
        action()
    except Exception:
        return
    sys.exit(f"interop: {what} was not refused")


def check_token(doc):
    claims = baton.read_jws(doc["token"], "handoff+jwt", doc["watch"])
    assert claims["aud"] == baton.device_id(doc["phone"]) and claims["rly"] == doc["relay"]
    assert baton.identity(doc["token"]) == doc["token_identity"]
    parts = baton.unb64(claims["enc"]), baton.unb64(claims["ct"])
    psk, psk_id = baton.unb64(doc["psk"]), baton.unb64(doc["psk_id"])
    aad = baton.handoff_aad(claims)

    def open_with(psk=psk, psk_id=psk_id, aad=aad):
        return baton.open_sealed(*parts, doc["kem"], psk, psk_id, b"baton/handoff/1", aad)

    plaintext = open_with()
    assert len(plaintext) in (2048, 4096, 8192)
    contents = json.loads(plaintext)
    assert contents["salt"] == doc["salt"] and contents["merchant"]["session"] == "cs_1"
    assert baton.unb64(contents["reply"]) == baton.point(doc["reply"])
    refuses(lambda: open_with(psk_id=b"\0" + psk_id[1:]), "a wrong psk_id")
    refuses(lambda: open_with(psk=b"\0" + psk[1:]), "a wrong psk")
    refuses(lambda: open_with(psk=b"", psk_id=b""), "a missing psk_id")
    refuses(lambda: open_with(aad=aad + b"\0"), "another aad")
    refuses(lambda: baton.read_jws(doc["token"], "handoff+jwt", doc["phone"]), "another signer")
    print("opened there: token (joserfc, pyhpke)")


def check_outcome(doc):
    claims = baton.read_jws(doc["outcome"], "outcome+jwt", doc["phone"])
    assert claims["tok"] == doc["token_identity"] and claims["fence"] == 1
    plaintext = baton.open_sealed(
        baton.unb64(claims["enc"]), baton.unb64(claims["ct"]), doc["reply"], baton.unb64(doc["psk"]),
        baton.unb64(doc["psk_id"]), b"baton/outcome/1", baton.outcome_aad(claims))
    assert len(plaintext) == 1024 and json.loads(plaintext)["order"]["total"] == 1040
    print("opened there: outcome (joserfc, pyhpke)")


def check_request(doc):
    request = doc["request"]
    verifier = HTTPMessageVerifier(
        signature_algorithm=algorithms.ECDSA_P256_SHA256, key_resolver=Keys(doc["phone"]))
    names = {"content-digest": "Content-Digest", "signature-input": "Signature-Input", "signature": "Signature"}
    headers = {names[name]: value for name, value in request["fields"].items()}

    def verify(method="POST", body=request["body"].encode()):
        digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
        sent = dict(headers, **{"Content-Digest": f"sha-256=:{digest}:"})
        return verifier.verify(
            Message(method, request["url"], sent), max_age=datetime.timedelta(days=36500), expect_tag="baton")

    (found,) = verify()
    covered = [name.strip('"') for name in found.covered_components if name != '"@signature-params"']
    assert tuple(covered) == COMPONENTS, covered
    refuses(lambda: verify(method="PUT"), "another method")
    refuses(lambda: verify(body=b""), "another body")
    print("verified there: request signature (http-message-signatures)")


def check_payment(doc, folder):
    payment, token = doc["payment"], doc["payment"]["token"]
    header = token["header"]
    key = baton.private_key({"d": payment["merchant_key"]}).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    root = x509.load_pem_x509_certificate(payment["root"].encode()).public_bytes(serialization.Encoding.DER)
    opener = Payment(payment["merchant_certificate"].encode(), key, root_ca_der=root, aai_ca_der=root)
    plaintext = json.loads(opener.decrypt(header["ephemeralPublicKey"], token["data"]))
    assert plaintext["applicationPrimaryAccountNumber"] == "4111111111111111"
    assert plaintext["transactionAmount"] == 1040 and plaintext["currencyCode"] == "840"
    print("opened there: payment token (applepay)")
    signed = (
        base64.b64decode(header["ephemeralPublicKey"]) + base64.b64decode(token["data"])
        + bytes.fromhex(header["transactionId"]) + bytes.fromhex(header["applicationData"]))
    (folder / "signature.der").write_bytes(base64.b64decode(token["signature"]))
    (folder / "root.pem").write_text(payment["root"])

    def verify(content):
        (folder / "content").write_bytes(content)
        subprocess.run(
            ["openssl", "cms", "-verify", "-binary", "-inform", "DER", "-in", "signature.der", "-content", "content",
             "-CAfile", "root.pem", "-attime", str(payment["at"]), "-out", "verified"],
            cwd=folder, check=True, capture_output=True)

    verify(signed)
    refuses(lambda: verify(signed + b"\0"), "other signed bytes")
    print("verified there: payment token's signature (openssl cms)")


if __name__ == "__main__":
    document = json.load(sys.stdin)
    check_token(document)
    check_outcome(document)
    check_request(document)
    with tempfile.TemporaryDirectory() as name:
        check_payment(document, pathlib.Path(name))
