"""A watch, its phones, a relay and a shop, all four programs as people run them, in a folder that vanishes."""
import json
import os
import shutil
import tempfile

from programs import Failed, Program

HERE = os.path.dirname(os.path.abspath(__file__))
# What the devices call each other: nobody else may read it.
WATCH_NAME = "Wristwatchword"
PHONE_NAME = "Pocketphoneword"
ORDER_EVENTS = os.path.join(HERE, "..", "..", "deploy", "demo", "order_events.py")


class Household:
    """Starts the servers, makes the wallets and pairs the watch with each phone.

    `catalog` is what the shop sells, as JSON text; `is_recorded` puts a recording proxy before the relay.
    """

    def __init__(self, programs, phones=("phone",), catalog=None, is_recorded=False):
        self.bin = programs
        self.folder = tempfile.mkdtemp(prefix="baton-faults.")
        self.catalog = catalog
        self.listener = Program(["python3", ORDER_EVENTS, self.path("webhook-key")])
        self.webhook = self.listener.line()
        self.proxy = None
        relay_flags = []
        if is_recorded:
            self.proxy = Program(
                ["python3", os.path.join(HERE, "recording_proxy.py"), self.path("record")])
            relay_flags = ["--origin", f"http://127.0.0.1:{self.proxy.line()}"]
        self.relay = Server(self._server("baton-relay", "relay.db", *relay_flags))
        if self.proxy:
            self.proxy.type(str(self.relay.port))
        self.shop = Server(self._shop())
        for phone in phones:
            self._set_up(phone)

    def path(self, name):
        return os.path.join(self.folder, name)

    def close(self):
        """Ends what runs and removes the folder."""
        Program.kill_all()
        shutil.rmtree(self.folder)

    def watch(self, *words):
        return self._device("baton-watch", "watch", words)

    def phone(self, *words, name="phone"):
        return self._device("baton-phone", name, words)

    def listening(self, name="phone"):
        """A phone that pays whatever comes."""
        return self.phone("listen", "--then", "pay", "--passcode-file", self.path(f"{name}.passcode"), name=name)

    def buying(self, item, *more):
        """A watch that buys and waits for the result, unless told otherwise."""
        return self.watch("buy", item, "--shop", self.shop.origin, "--yes", *more)

    def handed_off(self, item, *more):
        """Buys without waiting; the handoff's id."""
        watch = self.buying(item, "--no-wait", *more)
        if watch.end() != 0:
            raise Failed(f"{watch} did not hand off")
        return watch.last("handed-off")["id"]

    def paying(self, handoff, *more, name="phone"):
        """A phone that resumes one handoff and pays it."""
        return self.phone(
            "resume", handoff, "--pay", "--passcode-file", self.path(f"{name}.passcode"), *more, name=name)

    def asked(self, program, event):
        """What a command that only asks says, once it has ended well."""
        if program.end() != 0 or not program.last(event):
            raise Failed(f"{program} said no {event}")
        return program.last(event)

    def orders_of_shop(self):
        """The orders that the shop has told of, in their order; an event that was told twice counts once."""
        events = [json.loads(line) for line in list(self.listener.lines)[1:]]
        return [event["data"] for event in events if event["type"] == "order_create"]

    def relay_log(self):
        """What the relay has logged since it was started last."""
        return "\n".join(self.relay.program.errors).encode()

    def orders_of_phone(self, name="phone"):
        return self.asked(self.phone("orders", name=name), "orders")["orders"]

    def outcomes(self):
        """What the watch knows of each handoff: id to outcome."""
        handoffs = self.asked(self.watch("status"), "status")["handoffs"]
        return {handoff["id"]: handoff["outcome"] for handoff in handoffs}

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def _device(self, program, home, words):
        flags = ["--home", self.path(home), "--json", "--allow-local-merchant"]
        return Program([os.path.join(self.bin, program), *words, *flags])

    def _server(self, program, database, *flags):
        return [
            os.path.join(self.bin, program), "serve", "--listen", "127.0.0.1:0",
            "--database", self.path(database), *flags]

    def _shop(self):
        flags = ["--webhook", self.webhook, "--webhook-key-file", self.path("webhook-key")]
        if self.catalog:
            flags += ["--catalog", self.write("catalog.json", self.catalog)]
        return self._server("baton-shop", "shop.db", *flags)

    def _set_up(self, phone):
        made = self.asked(self.phone("setup", "--sample", name=phone), "wallet-ready")
        self.write(f"{phone}.passcode", made["passcode"] + "\n")
        watch = self.watch("pair", "--relay", self.relay.origin, "--name", WATCH_NAME)
        link = self.write(f"{phone}.link", watch.event("link")["link"] + "\n")
        names = ["--name", f"{PHONE_NAME} {phone}"]
        other = self.phone("pair", "--link-file", link, "--yes", *names, name=phone)
        watch.type(other.event("code")["code"])
        for program in (watch, other):
            if program.end() != 0:
                raise Failed(f"{program} did not pair")


class Server:
    """A server that is killed and started again on its port and its database."""

    def __init__(self, words):
        self._words = words
        self._start()

    def _start(self):
        self.program = Program(self._words)
        ready = self.program.event("ready")
        self.origin = ready["origin"]
        self.port = int(ready["listen"].rsplit(":", 1)[1])
        self._words[self._words.index("--listen") + 1] = f"127.0.0.1:{self.port}"

    def kill_and_restart(self):
        self.program.kill()
        self._start()
