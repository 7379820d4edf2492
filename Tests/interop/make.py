"""Makes with other people's libraries what `baton-interop check` opens; writes one line of JSON."""

import base64
import collections
import hashlib
import json
import os
import pathlib
import subprocess
import tempfile
import time

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms as ciphers, modes
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash
from http_message_signatures import HTTPMessageSigner, algorithms
from http_message_signatures.structures import PreparedSignature

import baton
import check

NOW = 1_700_000_000
RELAY = "https://relay.example/baton"


def make_token(keys, psk, psk_id, salt):
    claims = {
        "v": 1, "iss": baton.device_id(keys["watch"]), "aud": baton.device_id(keys["phone"]),
        "jti": baton.b64(os.urandom(16)), "iat": NOW, "exp": NOW + 600, "rly": RELAY}
    plaintext = baton.compact({
        "reply": baton.b64(baton.point(keys["reply"])), "salt": baton.b64(salt),
        "merchant": {"origin": "https://shop.example", "session": "cs_1"}, "quote": "a.b.c", "prefill": {}})
    enc, ct = baton.seal(
        baton.pad(plaintext, (2048, 4096, 8192)), keys["kem"], psk, psk_id, b"baton/handoff/1",
        baton.handoff_aad(claims))
    claims.update(enc=baton.b64(enc), ct=baton.b64(ct))
    return baton.sign(baton.compact(claims), "handoff+jwt", claims["iss"], keys["watch"]), claims


def make_outcome(keys, psk, psk_id, token, handoff):
    claims = {
        "v": 1, "iss": handoff["aud"], "aud": handoff["iss"], "jti": handoff["jti"], "tok": baton.identity(token),
        "fence": 1, "iat": NOW + 60}
    order = {"id": "ord_1", "total": 1040, "currency": "USD", "payment": "Visa 1111 (Baton Pay)"}
    plaintext = baton.pad(baton.compact({"result": "ordered", "order": order}), (1024,))
    enc, ct = baton.seal(plaintext, keys["reply"], psk, psk_id, b"baton/outcome/1", baton.outcome_aad(claims))
    claims.update(enc=baton.b64(enc), ct=baton.b64(ct))
    return baton.sign(baton.compact(claims), "outcome+jwt", claims["iss"], keys["phone"])


def make_request(keys):
    body, target = b'{"fence":1}', "/v1/handoffs/x/renew?a=b"
    digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
    message = check.Message("POST", RELAY + target, {"Content-Digest": f"sha-256=:{digest}:"})
    signer = HTTPMessageSigner(
        signature_algorithm=algorithms.ECDSA_P256_SHA256, key_resolver=check.Keys(keys["phone"]))
    # The library writes the parameters in an order of its own; the profile has one.
    parameters = collections.OrderedDict(
        created=NOW, nonce=baton.b64(os.urandom(16)), keyid=baton.device_id(keys["phone"]),
        alg="ecdsa-p256-sha256", tag="baton")
    base, node, _ = signer._build_signature_base(
        message, covered_component_ids=signer._parse_covered_component_ids(check.COMPONENTS),
        signature_params=parameters)
    prepared = PreparedSignature(base.encode(), str(node), "sig", "ecdsa-p256-sha256")
    signer.apply(message, prepared, baton.raw_signature(prepared.signature_base, keys["phone"]))
    return {
        "target": target, "body": body.decode(),
        "fields": {name.lower(): value for name, value in message.headers.items()}}


OPENSSL = """
[req]
distinguished_name = name
[name]
[ca]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[intermediate]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
1.2.840.113635.100.6.2.14 = ASN1:NULL
[leaf]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
1.2.840.113635.100.6.29 = ASN1:NULL
[merchant]
1.2.840.113635.100.6.32 = ASN1:UTF8String:{merchant}
"""


def openssl(folder, *arguments):
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


def certificates(folder, merchant_hash):
    """Four certificates made by the openssl program: root, intermediate, leaf, merchant."""
    (folder / "conf").write_text(OPENSSL.format(merchant=merchant_hash))
    issuers = {"root": None, "intermediate": "root", "leaf": "intermediate", "merchant": "root"}
    for name, issuer in issuers.items():
        openssl(folder, "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", f"{name}.key")
        openssl(folder, "req", "-new", "-key", f"{name}.key", "-subj", f"/CN={name}", "-config", "conf",
                "-out", f"{name}.csr")
        signer = ["-signkey", "root.key"] if issuer is None else [
            "-CA", f"{issuer}.pem", "-CAkey", f"{issuer}.key", "-CAcreateserial"]
        openssl(folder, "x509", "-req", "-in", f"{name}.csr", *signer, "-days", "3650", "-extfile", "conf",
                "-extensions", "ca" if name == "root" else name, "-out", f"{name}.pem")
        openssl(folder, "x509", "-in", f"{name}.pem", "-outform", "DER", "-out", f"{name}.der")


def make_payment(folder):
    merchant_hash = hashlib.sha256(b"merchant.example").digest()
    certificates(folder, merchant_hash.hex())
    key = serialization.load_pem_private_key((folder / "merchant.key").read_bytes(), None)
    info = lambda key: key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    ephemeral = ec.generate_private_key(baton.CURVE)
    shared = ephemeral.exchange(ec.ECDH(), key.public_key())
    content_key = ConcatKDFHash(
        hashes.SHA256(), 32, otherinfo=b"\x0did-aes256-GCM" + b"Apple" + merchant_hash).derive(shared)
    sealer = Cipher(ciphers.AES(content_key), modes.GCM(b"\0" * 16)).encryptor()
    data = sealer.update(baton.compact({
        "applicationPrimaryAccountNumber": "4111111111111111", "applicationExpirationDate": "281231",
        "currencyCode": "840", "transactionAmount": 1040, "deviceManufacturerIdentifier": "040010030273",
        "paymentDataType": "3DSecure", "paymentData": {"onlinePaymentCryptogram": "AAAA"}}))
    data += sealer.finalize() + sealer.tag
    transaction = os.urandom(32)
    application = hashlib.sha256(hashlib.sha256(b"a quote").digest()).digest()
    (folder / "content").write_bytes(info(ephemeral) + data + transaction + application)
    openssl(folder, "cms", "-sign", "-binary", "-in", "content", "-signer", "leaf.pem", "-inkey", "leaf.key",
            "-certfile", "intermediate.pem", "-md", "sha256", "-outform", "DER", "-out", "signature.der")
    text = lambda data: base64.b64encode(data).decode()
    return {
        "at": int(time.time()), "root": baton.b64((folder / "root.der").read_bytes()),
        "merchant_certificate": baton.b64((folder / "merchant.der").read_bytes()),
        "merchant_key": baton.jwk(key)["d"],
        "token": {
            "version": "EC_v1", "data": text(data), "signature": text((folder / "signature.der").read_bytes()),
            "header": {
                "publicKeyHash": text(hashlib.sha256(info(key)).digest()),
                "ephemeralPublicKey": text(info(ephemeral)), "transactionId": transaction.hex(),
                "applicationData": application.hex()}}}


if __name__ == "__main__":
    made = {name: baton.new_key() for name in ("watch", "phone", "kem", "reply")}
    secret, secret_id, some_salt = os.urandom(32), os.urandom(32), os.urandom(16)
    made_token, token_claims = make_token(made, secret, secret_id, some_salt)
    document = dict(
        made, psk=baton.b64(secret), psk_id=baton.b64(secret_id), relay=RELAY, salt=baton.b64(some_salt),
        token=made_token, outcome=make_outcome(made, secret, secret_id, made_token, token_claims),
        request=make_request(made))
    with tempfile.TemporaryDirectory() as name:
        document["payment"] = make_payment(pathlib.Path(name))
    print(json.dumps(document, separators=(",", ":")))
