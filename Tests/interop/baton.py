"""The protocol once more, from Protocol/ alone and over other people's libraries: joserfc, pyhpke, cryptography."""

import base64
import hashlib
import json
import struct

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives import hashes
from joserfc import jws
from joserfc.jwk import ECKey
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey

SUITE = CipherSuite.new(KEMId.DHKEM_P256_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.AES256_GCM)
CURVE = ec.SECP256R1()


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def length_prefixed(*texts):
    parts = (text.encode() for text in texts)
    return b"".join(struct.pack(">H", len(part)) + part for part in parts)


def new_key():
    return jwk(ec.generate_private_key(CURVE))


def jwk(key):
    numbers = key.private_numbers()
    public = numbers.public_numbers
    size = lambda number: b64(number.to_bytes(32, "big"))
    return {"kty": "EC", "crv": "P-256", "x": size(public.x), "y": size(public.y), "d": size(numbers.private_value)}


def private_key(key):
    return ec.derive_private_key(int.from_bytes(unb64(key["d"]), "big"), CURVE)


def public_part(key):
    return {name: key[name] for name in ("kty", "crv", "x", "y")}


def point(key):
    return b"\x04" + unb64(key["x"]) + unb64(key["y"])


def device_id(key):
    return ECKey.import_key(public_part(key)).thumbprint()


def handoff_aad(claims):
    return length_prefixed(
        "1", claims["iss"], claims["aud"], claims["jti"], str(claims["iat"]), str(claims["exp"]), claims["rly"],
        claims.get("sup", ""))


def outcome_aad(claims):
    return length_prefixed(
        "1", claims["iss"], claims["aud"], claims["jti"], claims["tok"], str(claims["fence"]), str(claims["iat"]))


def pad(text, sizes):
    size = next(size for size in sizes if size >= len(text))
    return text + b" " * (size - len(text))


def seal(plaintext, to, psk, psk_id, info, aad):
    recipient = KEMKey.from_jwk(public_part(to))
    enc, sender = SUITE.create_sender_context(recipient, info=info, psk=psk, psk_id=psk_id)
    return enc, sender.seal(plaintext, aad)


def open_sealed(enc, ct, key, psk, psk_id, info, aad):
    recipient = SUITE.create_recipient_context(enc, KEMKey.from_jwk(key), info=info, psk=psk, psk_id=psk_id)
    return recipient.open(ct, aad)


def sign(payload, typ, kid, key, header=None):
    """A compact JWS over bytes, signed by hand so that wrong ones can be made too."""
    header = header if header is not None else {"alg": "ES256", "typ": typ, "kid": kid}
    text = header if isinstance(header, bytes) else json.dumps(header, separators=(",", ":")).encode()
    return sign_input(b64(text) + "." + b64(payload), key)


def sign_input(signing_input, key):
    return signing_input + "." + b64(raw_signature(signing_input.encode(), key))


def raw_signature(message, key):
    der = private_key(key).sign(message, ec.ECDSA(hashes.SHA256()))
    r, s = utils.decode_dss_signature(der)
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def compact(value):
    return json.dumps(value, separators=(",", ":")).encode()


def read_jws(text, typ, key):
    """Verifies with joserfc and says the claims."""
    registry = jws.JWSRegistry(algorithms=["ES256"])
    found = jws.deserialize_compact(text, ECKey.import_key(public_part(key)), registry=registry)
    header = found.headers()
    assert header == {"alg": "ES256", "typ": typ, "kid": device_id(key)}, header
    return json.loads(found.payload)


def identity(text):
    return b64(hashlib.sha256(text.rsplit(".", 1)[0].encode()).digest())
