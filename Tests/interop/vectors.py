"""Makes Protocol/vectors/token: one scenario a file, with the exact result. Other people's libraries sign and seal, so the
program under test has no part in it. usage: vectors.py FOLDER (old files are replaced; keys are fresh each time)."""

import json
import os
import pathlib
import sys

from cryptography.hazmat.primitives.asymmetric import ec
from pyhpke import KEMKey

import baton

NOW = 1_767_225_600
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
FOLDER = pathlib.Path(sys.argv[1])


class Scene:
    """Two paired devices, and what one seals for the other."""

    def __init__(self):
        self.watch, self.phone, self.kem, self.reply = (baton.new_key() for _ in range(4))
        self.psk, self.psk_id, self.salt = os.urandom(32), os.urandom(32), os.urandom(16)
        self.relay = "https://relay.example/baton"
        self.claims = {
            "v": 1, "iss": baton.device_id(self.watch), "aud": baton.device_id(self.phone),
            "jti": baton.b64(os.urandom(16)), "iat": NOW, "exp": NOW + 600, "rly": self.relay}
        self.contents = {
            "reply": baton.b64(baton.point(self.reply)), "salt": baton.b64(self.salt),
            "merchant": {"origin": "https://shop.example", "session": "cs_1", "bearer": "secret"},
            "quote": "eyJhIjoxfQ.e30.AA", "prefill": {"method": "express", "codes": ["TEN"], "card_kind": "debit"}}

    def sealed(self, plaintext=None, psk=None, psk_id=None, info=b"baton/handoff/1", to=None):
        if plaintext is None:
            plaintext = baton.pad(baton.compact(self.contents), (2048, 4096, 8192))
        enc, ct = baton.seal(
            plaintext, to or self.kem, psk or self.psk, psk_id or self.psk_id, info, baton.handoff_aad(self.claims))
        return dict(self.claims, enc=baton.b64(enc), ct=baton.b64(ct))

    def signed(self, claims=None, header=None, key=None, typ="handoff+jwt"):
        claims = claims if claims is not None else self.sealed()
        payload = claims if isinstance(claims, bytes) else baton.compact(claims)
        return baton.sign(payload, typ, self.claims["iss"], key or self.watch, header)

    def write(self, name, about, token, result, **others):
        document = {
            "about": about, "sender": baton.public_part(self.watch), "recipient": self.claims["aud"], "kem": self.kem,
            "psk": baton.b64(self.psk), "psk_id": baton.b64(self.psk_id), "relay": self.relay}
        document.update(others)
        document.update(token=token, expect=result)
        write(name, document)


def write(name, document):
    (FOLDER / f"{name}.json").write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n")


def refuse(code, at=None):
    return {"refuse": code, "at": at} if at else {"refuse": code}


def opened(scene, token):
    return {"open": {"identity": baton.identity(token), "contents": scene.contents}}


def successes():
    for size, filler in ((2048, 0), (4096, 3000), (8192, 7000)):
        scene = Scene()
        scene.contents["quote"] += "A" * filler
        token = scene.signed()
        scene.write(f"handoff-open-{size}", f"A token whose contents fill {size} bytes opens.", token, opened(scene, token))
    scene = Scene()
    scene.claims["sup"] = baton.b64(os.urandom(16))
    token = scene.signed()
    scene.write("handoff-open-superseding", "A token that supersedes another opens.", token, opened(scene, token))
    scene = Scene()
    del scene.contents["merchant"], scene.contents["quote"]
    scene.contents["request"] = {"countryCode": "US", "currencyCode": "USD", "total": {"label": "X", "amount": "1.00"}}
    token = scene.signed()
    scene.write("handoff-open-request", "A token with an unsigned request opens.", token, opened(scene, token))
    scene = Scene()
    del scene.contents["merchant"], scene.contents["quote"]
    scene.contents["request"] = {"countryCode": "US", "currencyCode": "USD", "total": {"label": "X", "amount": "1.00"}}
    scene.contents.update(certificate=baton.b64(b"\x30" + os.urandom(400)), payment_back=True)
    token = scene.signed()
    scene.write("handoff-open-payment-back", "A token that asks for the payment back opens.", token, opened(scene, token))
    scene = Scene()
    token = scene.signed()
    head, signature = token.rsplit(".", 1)
    raw = baton.unb64(signature)
    other = raw[:32] + (ORDER - int.from_bytes(raw[32:], "big")).to_bytes(32, "big")
    scene.write(
        "handoff-open-other-s", "The other form of the signature (s and order less s) is as good, and the identity the same.",
        head + "." + baton.b64(other), opened(scene, token))


def seal_refusals():
    def resigned(name, member, change):
        scene = Scene()
        claims = scene.sealed()
        change(claims)
        scene.write(
            f"handoff-aad-{name}", f"A changed {member}, signed again by the sender, no longer opens.",
            scene.signed(claims), refuse("not_authentic"), recipient=claims["aud"], relay=claims["rly"])

    resigned("aud", "aud", lambda claims: claims.update(aud=baton.device_id(baton.new_key())))
    resigned("jti", "jti", lambda claims: claims.update(jti=baton.b64(os.urandom(16))))
    resigned("iat", "iat", lambda claims: claims.update(iat=NOW + 1))
    resigned("exp", "exp", lambda claims: claims.update(exp=NOW + 601))
    resigned("rly", "rly", lambda claims: claims.update(rly="https://other.example"))
    resigned("sup", "sup", lambda claims: claims.update(sup=baton.b64(os.urandom(16))))
    scene, thief = Scene(), baton.new_key()
    claims = dict(scene.sealed(), iss=baton.device_id(thief))
    header = {"alg": "ES256", "typ": "handoff+jwt", "kid": claims["iss"]}
    scene.write(
        "handoff-aad-iss", "A sealed part stripped and signed by another sender, whom the phone knows, does not open.",
        scene.signed(claims, header, thief), refuse("not_authentic"), sender=baton.public_part(thief))
    for name, about, options in (
        ("psk", "Sealed under another psk.", {"psk": os.urandom(32)}),
        ("psk-id", "Sealed under another psk_id.", {"psk_id": os.urandom(32)}),
        ("info", "Sealed for an outcome.", {"info": b"baton/outcome/1"}),
        ("kem", "Sealed to another key.", {"to": baton.new_key()}),
    ):
        scene = Scene()
        scene.write(f"handoff-other-{name}", about, scene.signed(scene.sealed(**options)), refuse("not_authentic"))
    scene = Scene()
    enc, context = baton.SUITE.create_sender_context(
        KEMKey.from_jwk(baton.public_part(scene.kem)), info=b"baton/handoff/1")
    plaintext = baton.pad(baton.compact(scene.contents), (2048,))
    claims = dict(
        scene.claims, enc=baton.b64(enc), ct=baton.b64(context.seal(plaintext, baton.handoff_aad(scene.claims))))
    scene.write("handoff-mode-base", "Sealed in mode_base, without a psk.", scene.signed(claims), refuse("not_authentic"))
    scene = Scene()
    claims = scene.sealed()
    ct = bytearray(baton.unb64(claims["ct"]))
    ct[100] ^= 1
    scene.write(
        "handoff-ct-changed", "One bit of the sealed part changed, signed again.",
        scene.signed(dict(claims, ct=baton.b64(bytes(ct)))), refuse("not_authentic"))
    for name, about, value in (
        ("off-curve", "The encapsulated key is not on the curve.", b"\x04" + b"\x01" * 64),
        ("zero", "The encapsulated key is all zero.", b"\x00" * 65),
        ("other", "The encapsulated key is another point.", baton.point(baton.new_key())),
    ):
        scene = Scene()
        token = scene.signed(dict(scene.sealed(), enc=baton.b64(value)))
        scene.write(f"handoff-enc-{name}", about, token, refuse("not_authentic"))


def address_refusals():
    scene = Scene()
    scene.write(
        "handoff-other-recipient", "A token for another phone.", scene.signed(), refuse("other_device"),
        recipient=baton.device_id(baton.new_key()))
    scene = Scene()
    scene.write(
        "handoff-other-sender", "A token from another watch than the one whose keys are asked.", scene.signed(),
        refuse("other_device"), sender=baton.public_part(baton.new_key()))
    scene = Scene()
    scene.write(
        "handoff-other-relay", "A token made for another relay than it came from.", scene.signed(),
        refuse("other_relay"), relay="https://relay.example")


def header_refusals():
    def case(name, about, header, result):
        scene = Scene()
        kid = scene.claims["iss"]
        value = header(kid)
        scene.write(f"handoff-header-{name}", about, scene.signed(header=value), result)

    base = lambda kid: {"alg": "ES256", "typ": "handoff+jwt", "kid": kid}
    case("alg-none", "alg none.", lambda kid: dict(base(kid), alg="none"), refuse("algorithm"))
    case("alg-hs256", "alg HS256.", lambda kid: dict(base(kid), alg="HS256"), refuse("algorithm"))
    case("alg-case", "alg in small letters.", lambda kid: dict(base(kid), alg="es256"), refuse("algorithm"))
    case("alg-list", "alg is a list.", lambda kid: dict(base(kid), alg=["ES256"]), refuse("header", "$.alg"))
    case("alg-missing", "No alg.", lambda kid: {"typ": "handoff+jwt", "kid": kid}, refuse("header", "$.alg"))
    case("typ-outcome", "An outcome's typ.", lambda kid: dict(base(kid), typ="outcome+jwt"), refuse("type"))
    case("typ-case", "typ in capitals.", lambda kid: dict(base(kid), typ="HANDOFF+JWT"), refuse("type"))
    case("typ-missing", "No typ.", lambda kid: {"alg": "ES256", "kid": kid}, refuse("header", "$.typ"))
    case("kid-other", "A kid that is not iss.", lambda kid: dict(base(kid), kid=baton.device_id(baton.new_key())),
         refuse("key_id"))
    case("kid-missing", "No kid.", lambda kid: {"alg": "ES256", "typ": "handoff+jwt"}, refuse("header", "$.kid"))
    case("crit", "A crit, though empty of meaning.", lambda kid: dict(base(kid), crit=["exp"], exp=1),
         refuse("header", "$.crit"))
    case("zip", "Compression.", lambda kid: dict(base(kid), zip="DEF"), refuse("header", "$.zip"))
    case("p2c", "A password count.", lambda kid: dict(base(kid), p2c=2_000_000_000), refuse("header", "$.p2c"))
    case("jwk", "A key in the header.", lambda kid: dict(base(kid), jwk={"kty": "EC"}), refuse("header", "$.jwk"))
    case("duplicate", "A doubled member.",
         lambda kid: b'{"alg":"ES256","alg":"ES256","typ":"handoff+jwt","kid":"' + kid.encode() + b'"}',
         refuse("header"))
    case("not-json", "No JSON.", lambda kid: b"ES256", refuse("header"))


def signature_refusals():
    def case(name, about, change):
        scene = Scene()
        head, signature = scene.signed().rsplit(".", 1)
        raw = baton.unb64(signature)
        scene.write(f"handoff-signature-{name}", about, head + "." + baton.b64(change(raw)), refuse("signature"))

    order = ORDER.to_bytes(32, "big")
    case("zero", "r and s are zero (CVE-2022-21449).", lambda raw: b"\0" * 64)
    case("r-zero", "r is zero.", lambda raw: b"\0" * 32 + raw[32:])
    case("s-zero", "s is zero.", lambda raw: raw[:32] + b"\0" * 32)
    case("r-order", "r is the order.", lambda raw: order + raw[32:])
    case("s-order", "s is the order.", lambda raw: raw[:32] + order)
    case("s-beyond", "s is beyond the order.", lambda raw: raw[:32] + b"\xff" * 32)
    case("63-bytes", "A byte is missing.", lambda raw: raw[:63])
    case("65-bytes", "A byte too many.", lambda raw: raw + b"\0")
    case("der", "The DER form.", lambda raw: baton.utils.encode_dss_signature(
        int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")))
    case("changed", "One bit changed.", lambda raw: bytes([raw[0] ^ 1]) + raw[1:])
    scene = Scene()
    scene.write(
        "handoff-signature-stranger", "Signed by another key under the sender's name.",
        scene.signed(key=baton.new_key()), refuse("signature"))
    scene = Scene()
    claims = scene.sealed()
    head, signature = scene.signed(claims).rsplit(".", 1)
    header = head.split(".")[0]
    payload = baton.b64(baton.compact(dict(claims, iat=NOW + 1)))
    scene.write(
        "handoff-signature-payload", "The payload changed after signing.", f"{header}.{payload}.{signature}",
        refuse("signature"))


def text_refusals():
    def case(name, about, change, result):
        scene = Scene()
        scene.write(f"handoff-text-{name}", about, change(scene.signed()), result)

    case("padding", "Padding behind the signature.", lambda token: token + "==", refuse("encoding"))
    case("space", "A space before it.", lambda token: " " + token, refuse("encoding"))
    case("newline", "A line end behind it.", lambda token: token + "\n", refuse("encoding"))
    case("standard", "A plus sign, of the other alphabet.",
         lambda token: token.replace(".", ".+", 1), refuse("encoding"))
    case("two-parts", "No signature.", lambda token: token.rsplit(".", 1)[0], refuse("not_compact"))
    case("four-parts", "A part too many.", lambda token: token + ".AA", refuse("not_compact"))
    case("no-signature", "An empty signature.", lambda token: token.rsplit(".", 1)[0] + ".", refuse("not_compact"))
    case("empty", "Nothing.", lambda token: "", refuse("not_compact"))
    case("long", "Longer than any token.", lambda token: token + "A" * 16384, refuse("too_long"))

    def trailing_bits(token):
        alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        return token[:-1] + alphabet[alphabet.index(token[-1]) ^ 1]

    case("trailing-bits", "Unused bits of the signature's last character are set.", trailing_bits, refuse("encoding"))


def claims_refusals():
    def case(name, about, change, result):
        scene = Scene()
        claims = scene.sealed()
        value = change(claims)
        scene.write(
            f"handoff-claims-{name}", about, scene.signed(value if isinstance(value, bytes) else claims), result)

    def put(**members):
        return lambda claims: claims.update(**members)

    def without(name):
        return lambda claims: claims.pop(name) and None

    def text(old, new):
        return lambda claims: baton.compact(claims).replace(old, new)

    at = lambda path: refuse("claims", path)
    case("version", "Another version.", put(v=2), refuse("unsupported_version"))
    case("version-text", "The version as text.", put(v="1"), at("$.v"))
    case("version-missing", "No version.", without("v"), at("$.v"))
    for name in ("aud", "jti", "iat", "exp", "rly", "enc", "ct"):
        case(f"{name}-missing", f"No {name}.", without(name), at(f"$.{name}"))
    case("iat-real", "A time with a fraction of nothing.", text(b'"iat":1767225600', b'"iat":1767225600.0'), at("$.iat"))
    case("iat-exponent", "A time with an exponent.", text(b'"iat":1767225600', b'"iat":17672256e2'), at("$.iat"))
    case("iat-text", "A time as text.", put(iat="1767225600"), at("$.iat"))
    case("iat-negative", "A time before 1970.", put(iat=-1), at("$.iat"))
    case("exp-huge", "A time beyond 64 bits.", text(b'"exp":1767226200', b'"exp":99999999999999999999'), refuse("claims"))
    case("aud-short", "An id of 31 bytes.", put(aud=baton.b64(b"\1" * 31)), at("$.aud"))
    case("jti-long", "An id of 17 bytes.", put(jti=baton.b64(b"\1" * 17)), at("$.jti"))
    case("jti-padded", "An id with padding.", put(jti=baton.b64(b"\1" * 16) + "=="), at("$.jti"))
    case("sup-null", "A sup of null.", put(sup=None), at("$.sup"))
    case("ct-size", "A sealed part of another size.", put(ct=baton.b64(b"\1" * 3000)), at("$.ct"))
    case("enc-short", "An encapsulated key of 64 bytes.", put(enc=baton.b64(b"\4" * 64)), at("$.enc"))
    case("unknown", "A member that is not of the protocol.", put(admin=True), at("$.admin"))
    case("duplicate", "A doubled member.", text(b'{"v":1,', b'{"v":1,"v":1,'), refuse("claims"))
    case("trailing", "Something behind the object.", text(b'"}', b'"}{}'), refuse("claims"))
    case("comma", "A comma too many.", text(b'"}', b'",}'), refuse("claims"))
    case("bom", "A byte-order mark.", lambda claims: b"\xef\xbb\xbf" + baton.compact(claims), refuse("claims"))
    case("array", "A list.", lambda claims: b"[1]", refuse("claims", "$"))


def contents_refusals():
    def case(name, about, change, result):
        scene = Scene()
        value = change(scene.contents)
        plaintext = value if isinstance(value, bytes) else baton.compact(scene.contents)
        token = scene.signed(scene.sealed(baton.pad(plaintext, (2048, 4096, 8192))))
        scene.write(f"handoff-contents-{name}", about, token, result)

    at = lambda path: refuse("contents", path)
    case("not-json", "Sealed, but no JSON.", lambda contents: b"hello", refuse("contents"))
    case("duplicate", "A doubled member.", lambda contents: b'{"a":1,"a":1}', refuse("contents"))
    case("reply-missing", "No reply key.", lambda contents: contents.pop("reply") and None, at("$.reply"))
    case("reply-off-curve", "A reply key that is not on the curve.",
         lambda contents: contents.update(reply=baton.b64(b"\4" + b"\1" * 64)), at("$.reply"))
    case("salt-short", "A salt of 15 bytes.",
         lambda contents: contents.update(salt=baton.b64(b"\1" * 15)), at("$.salt"))
    case("prefill-missing", "No prefill.", lambda contents: [contents.pop("prefill"), None][1], at("$.prefill"))
    case("origin-number", "An origin that is a number.",
         lambda contents: contents["merchant"].update(origin=1), at("$.merchant.origin"))
    case("certificate-padded", "A certificate in base64 with padding.",
         lambda contents: contents.update(certificate="MAA="), at("$.certificate"))
    case("payment-back-text", "A wish for the payment that is a text.",
         lambda contents: contents.update(payment_back="true"), at("$.payment_back"))
    case("code-object", "A code that is an object.",
         lambda contents: contents["prefill"].update(codes=[{}]), at("$.prefill.codes[0]"))


def outcomes():
    def case(name, about, result=None, contents=None, claims=None, resign=None, psk=None, psk_id=None, to=None,
             info=b"baton/outcome/1", typ="outcome+jwt", key=None, size=1024, others=None):
        scene = Scene()
        token = os.urandom(32)
        said = {
            "v": 1, "iss": scene.claims["aud"], "aud": scene.claims["iss"], "jti": scene.claims["jti"],
            "tok": baton.b64(token), "fence": 1, "iat": NOW + 60}
        said.update(claims or {})
        contents = contents or {
            "result": "ordered", "order": {
                "id": "ord_1", "number": "1043", "total": 1040, "currency": "USD", "payment": "Visa 1111 (Baton Pay)"}}
        plaintext = baton.pad(baton.compact(contents), (size,))
        enc, ct = baton.seal(
            plaintext, to or scene.reply, psk or scene.psk, psk_id or scene.psk_id, info, baton.outcome_aad(said))
        said.update(enc=baton.b64(enc), ct=baton.b64(ct))
        said.update(resign or {})
        text = baton.sign(baton.compact(said), typ, said["iss"], key or scene.phone)
        document = {
            "about": about, "phone": baton.public_part(scene.phone), "watch": scene.claims["iss"],
            "jti": scene.claims["jti"], "token_identity": baton.b64(token), "reply": scene.reply,
            "psk": baton.b64(scene.psk), "psk_id": baton.b64(scene.psk_id)}
        document.update(others or {})
        document.update(outcome=text, expect=result or {"open": {"contents": contents}})
        write(f"outcome-{name}", document)

    other = lambda: baton.device_id(baton.new_key())
    case("open-ordered", "An order's confirmation opens.")
    case("open-failed", "A failure opens, in the same size.", contents={"result": "failed", "reason": "declined"})
    paid = {"result": "authorized", "authorization": {
        "total": 1040, "currency": "USD", "payment": "Visa 1111 (Baton Pay)",
        "apple_pay": {"token": {"paymentData": {"version": "EC_v1"}}}}}
    case("open-authorized", "A payment that is given back opens.", contents=paid, size=8192)
    case("open-failed-large", "A failure opens, in the size of a payment that is given back.",
         contents={"result": "failed", "reason": "declined"}, size=8192)
    case("size-between", "A sealed part of a size between the two.", refuse("claims", "$.ct"), contents=paid, size=4096)
    case("size-beyond", "A sealed part beyond the larger size.", refuse("claims", "$.ct"), contents=paid, size=8193)
    case("authorized-info", "A payment sealed as a handoff.", refuse("not_authentic"), contents=paid, size=8192,
         info=b"baton/handoff/1")
    case("authorized-missing", "An authorized outcome without its payment.", refuse("contents", "$.authorization"),
         contents={"result": "authorized"}, size=8192)
    case("authorized-text", "A payment that is a text.", refuse("contents", "$.authorization.apple_pay"), size=8192,
         contents={"result": "authorized", "authorization": dict(paid["authorization"], apple_pay="{}")})
    case("authorized-total-text", "A total that is a text.", refuse("contents", "$.authorization.total"), size=8192,
         contents={"result": "authorized", "authorization": dict(paid["authorization"], total="1040")})
    no = refuse("not_authentic")
    case("other-psk", "Sealed under another psk.", no, psk=os.urandom(32))
    case("other-psk-id", "Sealed under another psk_id.", no, psk_id=os.urandom(32))
    case("other-reply", "Sealed to the reply key of another token.", no, to=baton.new_key())
    case("info", "Sealed as a handoff.", no, info=b"baton/handoff/1")
    case("aad-fence", "A changed fence, signed again.", no, resign={"fence": 2})
    case("aad-iat", "A changed iat, signed again.", no, resign={"iat": NOW + 61})
    case("other-token", "The answer to another token.", refuse("other_token"), claims={"tok": baton.b64(os.urandom(32))})
    case("other-handoff", "The answer to another handoff.", refuse("other_token"), claims={"jti": baton.b64(os.urandom(16))})
    case("other-watch", "An answer for another watch.", refuse("other_device"), claims={"aud": other()})
    case("other-phone", "An answer by another phone.", refuse("other_device"), claims={"iss": other()})
    case("stranger", "Signed by another key under the phone's name.", refuse("signature"), key=baton.new_key())
    case("typ", "A handoff's typ.", refuse("type"), typ="handoff+jwt")
    case("size", "A sealed part of another size.", refuse("claims", "$.ct"), size=2048)
    case("fence-zero", "A fence before the first claim.", refuse("claims", "$.fence"), claims={"fence": 0})
    case("result", "A result that is neither.", refuse("contents", "$.result"), contents={"result": "maybe"})
    case("total-real", "A total with a fraction.", refuse("contents", "$.order.total"), contents={
        "result": "ordered", "order": {"id": "o", "total": 10.4, "currency": "USD", "payment": "x"}})


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for make in (successes, seal_refusals, address_refusals, header_refusals, signature_refusals, text_refusals,
                 claims_refusals, contents_refusals, outcomes):
        make()
