"""Proves: what passes through the relay and stays in it tells nothing of the purchase, nor how it ended.

A proxy before the relay writes down every byte. The shop sells a thing with words that occur nowhere else;
these are searched for in the traffic and in the relay's files, in plain text and in every disguise. A purchase
that succeeds and one that fails must look alike: the same requests, sizes, states and order.
"""
import json
import os
import string

from disguises import disguises, opened
from household import PHONE_NAME, WATCH_NAME, Household
from programs import Failed
from traces import Trace

DECLINED_CARD = "4000000000000002"
AMOUNT = 739137


def run(programs, rounds, random):
    """What was seen, in a sentence. Raises `Failed` with the word or the difference."""
    words = {name: canary(random) for name in ("merchant", "item", "title", "code", "family", "street")}
    household = Household(programs, catalog=catalog(words), is_recorded=True)
    try:
        prepare_wallet(household, words)
        for number in range(rounds):
            success = purchase(household, words, "4242", "ordered", 0)
            failure = purchase(household, words, "0002", "payment-failed", 15)
            if success != failure:
                raise Failed(f"purchase {number}: told apart by {success.difference(failure)}")
        secrets = dict(
            words, amount=str(AMOUNT), price=f"{AMOUNT // 100}.{AMOUNT % 100}", card=DECLINED_CARD,
            shop=household.shop.origin, watch=WATCH_NAME, phone=PHONE_NAME)
        searched = search(household, secrets)
    finally:
        household.close()
    return (
        f"{rounds} successes and {rounds} failures look alike; none of {len(secrets)} secrets in "
        f"{searched} bytes of traffic, database and log")


def canary(random):
    """A word that no other text holds."""
    return "".join(random.choice(string.ascii_lowercase) for _ in range(12))


def catalog(words):
    """A shop with one thing to sell, whose every name is a canary."""
    return json.dumps({
        "merchant": {
            "name": words["merchant"], "country": "US", "currency": "USD", "tax_basis_points": 0,
            "networks": ["visa"]},
        "products": [{
            "id": words["item"], "title": words["title"], "description": "-", "fulfillment": ["shipping"],
            "price": AMOUNT + 100}],
        "deliveries": [{
            "type": "shipping", "id": "post", "title": "Post", "amount": 0, "days": [1, 2],
            "countries": ["US"]}],
        "promotions": [{"code": words["code"].upper(), "name": "off", "kind": "fixed", "amount": 100}],
    })


def prepare_wallet(household, words):
    """A card that is declined, and a name and an address to be found."""
    number = household.write("number", DECLINED_CARD + "\n")
    passcode = household.path("phone.passcode")
    for command in (
            ("add-card", "--number-file", number, "--expires", "12/29", "--holder", "Ada Example",
             "--passcode-file", passcode),
            ("add-address", "--given-name", "Ada", "--family-name", words["family"], "--street",
             words["street"], "--city", "Springfield", "--region", "IL", "--postal-code", "62701",
             "--country", "US", "--default")):
        household.asked(household.phone("wallet", *command), "wallet")


def purchase(household, words, card, outcome, status):
    """One purchase from beginning to end; what somebody on the way sees of it."""
    before = Trace.connections(household.path("record"))
    watch = household.buying(words["item"], "--promo", words["code"].upper())
    handoff = watch.event("handed-off")["id"]
    phone = household.paying(handoff, "--card", card, "--accept-changes")
    if (phone.end(), watch.end()) != (status, status):
        raise Failed(f"expected {outcome}: {phone}, {watch}")
    if watch.last("result")["outcome"] != outcome:
        raise Failed(f"expected {outcome}: {watch}")
    return Trace(household.path("record"), before, handoff)


def search(household, secrets):
    """Looks for every secret in all that the relay was sent, sent and kept; how many bytes that were."""
    places = {"traffic": read(household.path("record")), "log": household.relay_log()}
    for name in os.listdir(household.folder):
        if name.startswith("relay.db"):
            places[name] = read(household.path(name))
    for place, found in places.items():
        if place == "traffic" and len(found) < 10_000:
            raise Failed("the proxy wrote nothing down")
        text = opened(found)
        for name, secret in secrets.items():
            for disguise in disguises(secret):
                if disguise in text:
                    raise Failed(f"the {name} {secret!r} is in the {place} as {disguise!r}")
    return sum(len(found) for found in places.values())


def read(path):
    with open(path, "rb") as file:
        return file.read()
