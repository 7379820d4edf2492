"""Writes Protocol/vectors/pairing/ from Protocol/pairing.md alone, with PyPI's `cryptography`.

    python Tests/interop/pairing_vectors.py          writes the files
    python Tests/interop/pairing_vectors.py --check  fails where a file differs

Nothing here is shared with the Swift code: the same files are read by Tests/BatonClientTests, so each side
checks the other.
"""

import base64
import hashlib
import hmac
import json
import pathlib
import sys

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Protocol" / "vectors" / "pairing"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def lp(parts):
    return b"".join(len(p).to_bytes(2, "big") + p for p in parts)


def seeded(name, count=32):
    """Bytes that anyone can make again: SHA-256 of a name."""
    return hashlib.sha256(("baton pairing vectors " + name).encode()).digest()[:count]


def private(name):
    return ec.derive_private_key(int.from_bytes(seeded(name), "big") % (ORDER - 1) + 1, ec.SECP256R1())


def scalar(key):
    return key.private_numbers().private_value.to_bytes(32, "big")


def x963(key):
    public = key.public_key() if hasattr(key, "public_key") else key
    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def thumbprint(key):
    point = x963(key)
    text = '{"crv":"P-256","kty":"EC","x":"%s","y":"%s"}' % (b64(point[1:33]), b64(point[33:]))
    return b64(hashlib.sha256(text.encode()).digest())


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def label(name):
    return b"baton/pair/1/" + name.encode()


def hkdf_extract(salt, material):
    return hmac.new(salt or bytes(32), material, hashlib.sha256).digest()


def hkdf_expand(key, info, count):
    out, block, number = b"", b"", 1
    while len(out) < count:
        block = hmac.new(key, block + info + bytes([number]), hashlib.sha256).digest()
        out, number = out + block, number + 1
    return out[:count]


class Side:
    """One device's half: its card, ephemeral key and nonce."""

    def __init__(self, role, name, kind, seed=None):
        seed = seed or role
        self.role, self.name, self.kind = role, name, kind
        self.sig, self.kem = private(seed + " sig"), private(seed + " kem")
        self.ephemeral, self.nonce = private(seed + " ephemeral"), seeded(seed + " nonce")
        self.card = compact({"v": 1, "name": name, "kind": kind, "sig": b64(x963(self.sig)), "kem": b64(x963(self.kem))})

    @property
    def id(self):
        return thumbprint(self.sig)

    @property
    def parts(self):
        return [self.card, x963(self.ephemeral), self.nonce]

    def given(self):
        return {
            "id": self.id, "name": self.name, "kind": self.kind, "sig": b64(scalar(self.sig)),
            "kem": b64(scalar(self.kem)), "ephemeral": b64(scalar(self.ephemeral)), "nonce": b64(self.nonce),
            "card": self.card.decode(),
        }


class Pairing:
    def __init__(self, relay="https://relay.example/base", seed=""):
        self.relay, self.pid = relay, b64(seeded("pid" + seed, 16))
        self.secret = seeded("secret" + seed, 16)
        self.watch = Side("watch", "Mia’s watch", "watch")
        self.phone = Side("phone", "Mia’s phone", "phone")
        self.region = {"country": "US", "region": "CA", "postal_prefix": "941"}
        self.seal_nonces = {step: seeded(step + " seal", 12) for step in ("answer", "reveal", "region")}

    @property
    def place(self):
        return [self.pid.encode(), self.relay.encode()]

    def commitment(self):
        return hashlib.sha256(lp([label("commitment"), b"watch"] + self.place + self.watch.parts)).digest()[:16]

    def link(self):
        return "baton-pair:%s/%s#%s.%s" % (self.relay, self.pid, b64(self.secret), b64(self.commitment()))

    def seal(self, step, plaintext, nonce=None, secret=None, place=None, key_of=None):
        nonce = nonce or self.seal_nonces[step]
        key = hkdf_expand(hkdf_extract(b"", secret or self.secret), label("seal/" + (key_of or step)), 32)
        return nonce + AESGCM(key).encrypt(nonce, plaintext, lp([label(step)] + (place or self.place)))

    def answer(self):
        return self.seal("answer", lp(self.phone.parts))

    def reveal(self):
        return self.seal("reveal", lp(self.watch.parts))

    def transcript(self):
        parts = [label("transcript"), b"watch", b"phone"] + self.place + [self.commitment()]
        return hashlib.sha256(lp(parts + self.watch.parts + self.phone.parts)).digest()

    def keys(self):
        shared = self.watch.ephemeral.exchange(ec.ECDH(), self.phone.ephemeral.public_key())
        root = hkdf_extract(self.transcript(), shared + self.secret)
        return {
            name: hkdf_expand(root, label(name), 64 if name == "code" else 32)
            for name in ("code", "psk", "confirm/watch", "confirm/phone", "contact")
        }

    def code(self):
        return digits(self.keys()["code"])

    def watch_confirm(self):
        return hmac.new(self.keys()["confirm/watch"], self.transcript(), hashlib.sha256).digest()

    def addition(self):
        nonce = self.seal_nonces["region"]
        return nonce + AESGCM(self.keys()["contact"]).encrypt(nonce, compact(self.region), None)

    def phone_confirm(self, addition=b"", key="confirm/phone"):
        message = lp([self.transcript(), addition])
        return hmac.new(self.keys()[key], message, hashlib.sha256).digest() + addition

    def given(self):
        return {
            "relay": self.relay, "pairing": self.pid, "secret": b64(self.secret), "link": self.link(),
            "watch": self.watch.given(), "phone": self.phone.given(),
            "seal_nonces": {step: b64(nonce) for step, nonce in self.seal_nonces.items()},
        }


def digits(stream):
    for start in range(0, len(stream), 4):
        word = int.from_bytes(stream[start:start + 4], "big")
        if word < 4_294_000_000:
            return "%06d" % (word % 1_000_000)
    raise ValueError("no word below the largest multiple of a million")


def flip(data, place=-1):
    changed = bytearray(data)
    changed[place] ^= 1
    return bytes(changed)


def success(region):
    p = Pairing()
    keys = p.keys()
    addition = p.addition() if region else b""
    return {
        "about": "Two devices pair" + (", and the phone gives its region." if region else "; the phone withholds its region."),
        "given": p.given(),
        "region": p.region if region else None,
        "expected": "paired",
        "values": {
            "commitment": b64(p.commitment()), "answer": b64(p.answer()), "reveal": b64(p.reveal()),
            "transcript": b64(p.transcript()), "code": p.code(), "psk": b64(keys["psk"]),
            "psk_id": b64(p.transcript()), "watch_confirm": b64(p.watch_confirm()),
            "phone_confirm": b64(p.phone_confirm(addition)),
        },
    }


def scenario(about, at, events, expected, p=None, link=None):
    given = (p or Pairing()).given()
    if link:
        given["link"] = link
    return {"about": about, "at": at, "given": given, "events": events, "expected": expected}


def message(step, body):
    return {"message": {"step": step, "body": b64(body)}}


def watch_refusals():
    p = Pairing()
    thief = Side("phone", "A thief’s phone", "phone", seed="thief")
    half = lp(p.phone.parts)
    bad_point = b"\x04" + bytes(63) + b"\x01"
    compressed = p.phone.ephemeral.public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint)
    one_key = compact({
        "v": 1, "name": "p", "kind": "phone", "sig": b64(x963(p.phone.sig)), "kem": b64(x963(p.phone.sig))})
    other_place = [Pairing(seed=" other").pid.encode(), p.relay.encode()]
    other_relay = [p.pid.encode(), b"https://relay.example"]
    answers = {
        "one-bit": ("The sealed answer with one bit changed.", flip(p.answer())),
        "other-secret": ("Sealed under another secret: a code that was swapped.", p.seal("answer", half, secret=bytes(16))),
        "other-pairing": ("Sealed for another pairing.", p.seal("answer", half, place=other_place)),
        "other-relay": ("Sealed for another base URL.", p.seal("answer", half, place=other_relay)),
        "reveal-key": ("Sealed under the key of the other direction.", p.seal("answer", half, key_of="reveal")),
        "empty": ("No body.", b""),
        "other-card": ("The card's key is not the sender's.", p.seal("answer", lp(thief.parts))),
        "off-curve": ("An ephemeral key that is no point of the curve.", p.seal("answer", lp([p.phone.card, bad_point, p.phone.nonce]))),
        "compressed": ("An ephemeral key in another form.", p.seal("answer", lp([p.phone.card, compressed, p.phone.nonce]))),
        "short-nonce": ("A nonce of 31 bytes.", p.seal("answer", lp([p.phone.card, x963(p.phone.ephemeral), p.phone.nonce[:31]]))),
        "fourth-part": ("A fourth part.", p.seal("answer", lp(p.phone.parts + [b""]))),
        "one-key-for-both": ("A card whose two keys are one.", p.seal("answer", lp([one_key] + p.phone.parts[1:]))),
    }
    files = {
        "answer-" + name: scenario(about, "watch", [message("answer", body)], "not_authentic")
        for name, (about, body) in answers.items()
    }
    good = message("answer", p.answer())
    again = p.seal("answer", half, nonce=seeded("another nonce", 12))
    files["answer-twice"] = scenario(
        "A second answer with other bytes, of the same contents.", "watch", [good, message("answer", again)],
        "someone_else_answered")
    wrong = "%06d" % ((int(p.code()) + 1) % 1_000_000)
    files["three-wrong-codes"] = scenario(
        "The person types a wrong code three times; no digits count as a wrong code too.", "watch",
        [good, {"code": wrong}, {"code": ""}, {"code": wrong}], "wrong_code")
    right = [good, {"code": p.code()}]
    confirms = {
        "other-key": ("The phone's confirmation under the watch's key.", p.phone_confirm(key="confirm/watch")),
        "reflected": ("The watch's own confirmation sent back.", p.watch_confirm()),
        "changed-region": ("The region that came with it was changed.", flip(p.phone_confirm(p.addition()))),
        "short": ("Thirty-one bytes.", p.phone_confirm()[:31]),
    }
    for name, (about, body) in confirms.items():
        files["phone-confirm-" + name] = scenario(about, "watch", right + [message("phone-confirm", body)], "not_authentic")
    files["aborted"] = scenario("The phone gives up.", "watch", [good, message("abort", b"")], "aborted")
    return files


def phone_refusals():
    p = Pairing()
    files = {}
    bodies = {
        "one-bit": ("The sealed reveal with one bit changed.", flip(p.reveal())),
        "answer-key": ("Sealed under the key of the other direction.", p.seal("reveal", lp(p.watch.parts), key_of="answer")),
        "reflected": ("The phone's own answer sent back.", p.answer()),
    }
    for name, (about, body) in bodies.items():
        files["reveal-" + name] = scenario(about, "phone", [message("reveal", body)], "not_authentic")
    other = Side("watch", "Mia’s watch", "watch", seed="other watch")
    renamed = Side("watch", "Mia’s watch!", "watch")
    swaps = {
        "other-ephemeral": [p.watch.card, x963(other.ephemeral), p.watch.nonce],
        "other-nonce": [p.watch.card, x963(p.watch.ephemeral), flip(p.watch.nonce)],
        "other-name": renamed.parts,
    }
    for name, parts in swaps.items():
        files["reveal-" + name] = scenario(
            "What is revealed is not what the code promised: " + name.replace("-", " ") + ".", "phone",
            [message("reveal", p.seal("reveal", lp(parts)))], "commitment")
    link = "baton-pair:%s/%s#%s.%s" % (p.relay, p.pid, b64(p.secret), b64(flip(p.commitment())))
    files["link-other-commitment"] = scenario(
        "A code with another commitment.", "phone", [message("reveal", p.reveal())], "commitment", link=link)
    good = message("reveal", p.reveal())
    again = p.seal("reveal", lp(p.watch.parts), nonce=seeded("another nonce", 12))
    files["reveal-twice"] = scenario(
        "A second reveal with other bytes, of the same contents.", "phone", [good, message("reveal", again)],
        "someone_else_answered")
    files["watch-confirm-phone-key"] = scenario(
        "The watch's confirmation under the phone's key.", "phone",
        [good, message("watch-confirm", hmac.new(p.keys()["confirm/phone"], p.transcript(), hashlib.sha256).digest())],
        "not_authentic")
    files["watch-confirm-one-bit"] = scenario(
        "The watch's confirmation with one bit changed.", "phone",
        [good, message("watch-confirm", flip(p.watch_confirm()))], "not_authentic")
    files["person-says-no"] = scenario(
        "The person says that the watch does not say \"Code right\".", "phone",
        [good, message("watch-confirm", p.watch_confirm()), {"says_right": False}], "refused")
    files["another-phone-answered"] = scenario(
        "The relay took another device's answer.", "phone", [{"phone": other.id}], "someone_else_answered")
    return files


def main():
    files = {"pairs": success(True), "pairs-region-withheld": success(False)}
    files.update({"refused-" + name: content for name, content in {**watch_refusals(), **phone_refusals()}.items()})
    FOLDER.mkdir(parents=True, exist_ok=True)
    different = []
    for name, content in files.items():
        text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        path = FOLDER / (name + ".json")
        if "--check" in sys.argv:
            if not path.exists() or path.read_text() != text:
                different.append(path.name)
        else:
            path.write_text(text)
    different += [f.name for f in FOLDER.glob("*.json") if f.stem not in files]
    if different:
        sys.exit("pairing vectors differ: " + ", ".join(sorted(different)))
    print(len(files), "pairing vectors")


if __name__ == "__main__":
    main()
