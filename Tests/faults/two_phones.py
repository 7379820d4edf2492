"""Proves: when two phones of one person resume one handoff at the same instant, one wins and the other is told."""
import time

from household import Household
from programs import Failed

PHONES = ("one", "two")
# How the one who came too late is told: by the outcome, or by an error where it saw no sheet at all.
TOLD = {"taken-elsewhere", "someone-else-answered", "busy-elsewhere"}


def run(programs, races, random):
    """What was seen, in a sentence. Raises `Failed` with the race."""
    household = Household(programs, phones=PHONES)
    wins = {name: [] for name in PHONES}
    try:
        for number in range(races):
            try:
                winner, order = race(household, random)
            except Failed as failure:
                raise Failed(f"purchase {number}: {failure}") from None
            wins[winner].append(order)
        compare(household, wins)
    finally:
        household.close()
    counts = ", ".join(f"{name} won {len(orders)}" for name, orders in wins.items())
    return f"{races} races: {counts}; each order exists once, at its winner"


def race(household, random):
    """Both phones at once, or as close as a process starts; who won, and the order's number."""
    handoff = household.handed_off("espresso")
    order = random.sample(PHONES, 2)
    phones = {}
    phones[order[0]] = household.paying(handoff, name=order[0])
    time.sleep(random.choice((0, 0, random.uniform(0, 0.05))))
    phones[order[1]] = household.paying(handoff, name=order[1])
    statuses = {name: phone.end(120) for name, phone in phones.items()}
    if sorted(str(status) for status in statuses.values()) != ["0", "1"]:
        raise Failed(f"the phones ended with {statuses}: {[str(phone) for phone in phones.values()]}")
    winner, loser = sorted(PHONES, key=statuses.get)
    result = phones[winner].last("result")
    if result["outcome"] != "ordered":
        raise Failed(f"the winner has {result}")
    said = {event["outcome"] for event in phones[loser].events("result")}
    said |= {event["code"] for event in phones[loser].events("error")}
    if not said & TOLD:
        raise Failed(f"the other was told {said}: {phones[loser]}")
    return winner, result["order"]["number"]


def compare(household, wins):
    """Every order is at the shop once and at the phone that won it."""
    won = sorted(order for orders in wins.values() for order in orders)
    end = time.monotonic() + 30
    while len(household.orders_of_shop()) < len(won) and time.monotonic() < end:
        time.sleep(0.2)
    at_shop = sorted(order["order_number"] for order in household.orders_of_shop())
    if at_shop != won:
        raise Failed(f"the shop has the orders {at_shop}, the phones won {won}")
    for name, orders in wins.items():
        listed = sorted(order["number"] for order in household.orders_of_phone(name))
        if listed != sorted(orders):
            raise Failed(f"phone {name} lists {listed} and won {orders}")
