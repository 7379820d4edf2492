"""The ways in which a text may hide in bytes, and the bytes with what hides in them laid open."""
import base64
import re

# A base64url text of so many characters may hold something worth reading.
ENCODED = re.compile(rb"[A-Za-z0-9_-]{20,}")


def disguises(text):
    """The text itself, in other cases, in hexadecimal, and in base64 at each of the three alignments."""
    found = set()
    for form in {text, text.lower(), text.upper()}:
        plain = form.encode()
        found |= {plain, plain.hex().encode(), plain.hex().upper().encode()}
        for before in range(3):
            # The characters at both ends depend on the neighbours.
            whole = base64.b64encode(b"\0" * before + plain)
            core = whole[-(-before * 8 // 6):(before + len(plain)) * 8 // 6]
            found |= {core, core.replace(b"+", b"-").replace(b"/", b"_")}
    return found


def opened(data):
    """The bytes, and behind them every base64url text among them decoded, twice over (a JWS holds another)."""
    layers = [data]
    for _ in range(2):
        layers.append(b"\n".join(decoded(match) for match in ENCODED.findall(layers[-1])))
    return b"\n".join(layers)


def decoded(text):
    """What a base64url text holds; one that is cut off loses its last characters."""
    return base64.urlsafe_b64decode(text[:len(text) // 4 * 4])
