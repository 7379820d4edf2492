"""A program under test as a process of its own, which never outlives the run."""
import json
import queue
import signal
import subprocess
import threading
import time


class Failed(Exception):
    """A check failed; the run ends with 1 and says so."""


class Program:
    """Started at once; its lines are read as they come."""
    started = []

    def __init__(self, words):
        self.words = words
        self.errors = []
        self.lines = []
        self._waiting = queue.Queue()
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self._readers = [
            threading.Thread(target=self._read_output, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True)]
        for reader in self._readers:
            reader.start()
        Program.started.append(self)

    def _read_output(self):
        for line in self._process.stdout:
            self.lines.append(line.rstrip("\n"))
            self._waiting.put(line.rstrip("\n"))
        self._waiting.put(None)

    def _read_errors(self):
        for line in self._process.stderr:
            self.errors.append(line.rstrip("\n"))

    def line(self, within=30):
        """The next line of output; nil where the program has ended."""
        try:
            return self._waiting.get(timeout=within)
        except queue.Empty:
            raise Failed(f"{self} wrote no line within {within} s") from None

    def event(self, name, within=30):
        """The next event of this name; those before it are passed over."""
        end = time.monotonic() + within
        while True:
            line = self.line(max(0.01, end - time.monotonic()))
            if line is None:
                raise Failed(f"{self} ended without the event {name}")
            found = json.loads(line)
            if found["event"] == name:
                return found

    def events(self, name):
        """All events of this name among the lines so far."""
        found = [json.loads(line) for line in list(self.lines)]
        return [event for event in found if event["event"] == name]

    def last(self, name):
        """The last event of this name, or None."""
        return (self.events(name) or [None])[-1]

    def type(self, line):
        """Writes a line to its standard input."""
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def end(self, within=60):
        """Its exit status, with all of its output read; None where it does not end in time."""
        try:
            status = self._process.wait(within)
        except subprocess.TimeoutExpired:
            return None
        for reader in self._readers:
            reader.join(10)
        return status

    @property
    def is_running(self):
        return self._process.poll() is None

    def kill(self):
        """kill -9, and waits until it is gone."""
        if self.is_running:
            self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def terminate(self):
        """SIGTERM; its exit status."""
        self._process.send_signal(signal.SIGTERM)
        return self.end(40)

    def __str__(self):
        shown = " ".join(self.words[:3])
        return f"{shown} … (status {self._process.poll()}, said {self.errors[-2:]}, wrote {self.lines[-2:]})"

    @classmethod
    def kill_all(cls):
        """Ends every program that was started and still runs."""
        for program in cls.started:
            program.kill()
