"""What somebody before the relay sees of one purchase, without what differs between any two purchases."""
import glob
import os
import re

REQUEST = re.compile(
    rb"(?P<method>[A-Z]+) (?P<target>/\S*) HTTP/1\.1\r\n(?P<head>(?:[^\r\n]+\r\n)*)\r\n")
RESPONSE = re.compile(rb"HTTP/1\.1 (?P<status>\d{3}) [^\r\n]*\r\n(?P<head>(?:[^\r\n]+\r\n)*)\r\n")
EVENT = re.compile(rb"\nevent: (?P<name>[a-z-]+)\ndata: (?P<data>[^\n]+)\n")
STATE = re.compile(rb'"state":"([a-z-]+)"')
LENGTH = re.compile(rb"(?im)^content-length: (\d+)")


class Trace:
    """What changes something, in its order, with its size and that of the answer; what is only asked, once,
    for how often depends on the machine's load; and the events with their states and sizes.
    """

    def __init__(self, record, after, handoff):
        self.changes, self.questions, self.events = [], set(), []
        for number in range(after + 1, Trace.connections(record) + 1):
            sent, came = (read(f"{record}.{number}.{side}") for side in ("devices", "relay"))
            for request, answer in zip(REQUEST.finditer(sent), RESPONSE.finditer(came)):
                method, target = request["method"].decode(), request["target"].decode()
                target = target.split("?")[0].replace(handoff, "ID")
                if method == "GET":
                    self.questions.add(target)
                else:
                    self.changes.append((
                        method, target, length(request["head"]), answer["status"].decode(),
                        length(answer["head"])))
            for event in EVENT.finditer(came):
                if handoff.encode() in event["data"]:
                    self._note(event)

    def _note(self, event):
        states = tuple(state.decode() for state in STATE.findall(event["data"]))
        seen = (event["name"].decode(), states, len(event["data"]))
        if seen not in self.events:
            self.events.append(seen)

    def __eq__(self, other):
        return self.__dict__ == other.__dict__

    def difference(self, other):
        """The parts that are not the same."""
        return {
            name: (value, other.__dict__[name]) for name, value in self.__dict__.items()
            if value != other.__dict__[name]}

    @staticmethod
    def connections(record):
        """How many connections there have been."""
        return len(glob.glob(glob.escape(record) + ".*.devices"))


def length(head):
    found = LENGTH.search(head)
    return int(found[1]) if found else 0


def read(path):
    if not os.path.exists(path):
        return b""
    with open(path, "rb") as file:
        return file.read()
