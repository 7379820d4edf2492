"""Proves: whoever is killed at a random moment, every acknowledged handoff is there and every order exists once.

A watch buys and waits, a phone listens and pays, and one of relay, phone and shop is killed (kill -9) in the
middle of some of the purchases and started again. At the end watch, phone and shop name the same orders.
"""
import statistics
import time

from household import Household
from programs import Failed

ITEM = "latte"
SECONDS_MAX = 150
BEGINNINGS_MAX = 5


class Killing:
    """One run: `purchases` in a row, `kills` of them with a kill of `victim`."""

    def __init__(self, programs, victim, purchases, kills, random):
        self.victim = victim
        self.purchases = purchases
        self.random = random
        self.moments = set(random.sample(range(purchases), kills))
        self.seconds = []
        self.not_begun = 0
        self.handoffs = []
        self.household = Household(programs)

    def run(self):
        """What was seen, in a sentence. Raises `Failed` with the purchase."""
        try:
            self.phone = self.household.listening()
            self.phone.event("listening")
            for number in range(self.purchases):
                try:
                    self._buy(number)
                except Failed as failure:
                    raise Failed(f"purchase {number}: {failure}") from None
            self._compare()
        finally:
            self.household.close()
        return (
            f"{self.purchases} purchases, {len(self.moments)} kills of the {self.victim}, "
            f"{len(self.handoffs)} orders at watch, phone and shop, {self.not_begun} not begun and bought "
            f"again, median {statistics.median(self.seconds):.2f} s, slowest {max(self.seconds):.1f} s")

    def _buy(self, number):
        """One purchase to its end. A watch that could not hand off has said so, and buys again."""
        for beginning in range(BEGINNINGS_MAX):
            start = time.monotonic()
            watch = self.household.buying(ITEM)
            if beginning == 0 and number in self.moments:
                self._kill_within()
            status = watch.end(SECONDS_MAX)
            if status is None:
                raise Failed(f"{watch} still waits; the phone: {self.phone}")
            handed_off = watch.last("handed-off")
            if handed_off:
                self.handoffs.append(handed_off["id"])
                self.seconds.append(time.monotonic() - start)
                self._settle(handed_off["id"], watch, status)
                return
            if number not in self.moments or status != 1:
                raise Failed(f"{watch} did not hand off, and nobody was killed")
            self.not_begun += 1
        raise Failed("the watch could not begin")

    def _settle(self, handoff, watch, status):
        """The watch shows the order, at once or, in doubt, when it is asked later."""
        result = watch.last("result")
        end = time.monotonic() + SECONDS_MAX
        while (result or {}).get("outcome") != "ordered":
            if status not in (0, 14) or time.monotonic() > end:
                raise Failed(f"handoff {handoff} ended with {result}, status {status}: {watch}")
            time.sleep(1)
            asked = self.household.watch("status", handoff)
            asked.end()
            result = asked.last("result")

    def _kill_within(self):
        """Waits for a random moment of a purchase and kills."""
        usual = statistics.median(self.seconds) if self.seconds else 0.5
        time.sleep(self.random.uniform(0, usual))
        if self.victim == "relay":
            self.household.relay.kill_and_restart()
        elif self.victim == "shop":
            self.household.shop.kill_and_restart()
        else:
            self.phone.kill()
            self.phone = self.household.listening()

    def _compare(self):
        """The same orders at the watch, the phone and the shop, each once."""
        # What was acknowledged, and what the watch began without being sure; its list holds the newest only.
        handoffs = {*self.handoffs, *self.household.outcomes()}
        at_watch = []
        for handoff in handoffs:
            result = self.household.asked(self.household.watch("status", handoff), "result")
            if result["outcome"] != "ordered":
                raise Failed(f"the watch has handoff {handoff} as {result}")
            at_watch.append((result["order"]["number"], result["order"]["total"]["minor_units"]))
        at_phone = self._orders_of_phone(at_watch)
        orders = self._orders_of_shop(len(at_watch))
        at_shop = [(order["order_number"], order["totals"][-1]["amount"]) for order in orders]
        sessions = {order["checkout_session_id"] for order in orders}
        for place, found in (("phone", at_phone), ("shop", at_shop)):
            if sorted(found) != sorted(at_watch):
                differing = sorted(set(found) ^ set(at_watch))
                raise Failed(f"the {place} has {len(found)} orders, the watch {len(at_watch)}: {differing}")
        if len(set(at_shop)) != len(at_shop) or len(sessions) != len(orders):
            raise Failed(f"an order exists twice: {at_shop}")

    def _orders_of_phone(self, wanted):
        """The phone's orders: the newest, which it lists, and each that is wanted, by its number."""
        orders = self.household.orders_of_phone()
        listed = {order["number"] for order in orders}
        for number, _ in wanted:
            if number not in listed:
                orders += self.household.asked(self.household.phone("orders", number), "orders")["orders"]
        return [(order["number"], order["total"]["minor_units"]) for order in orders]

    def _orders_of_shop(self, count):
        """The shop's orders, once it has told of as many; it may owe some after its kill."""
        end = time.monotonic() + 60
        while len(self.household.orders_of_shop()) < count and time.monotonic() < end:
            time.sleep(0.2)
        return self.household.orders_of_shop()
