"""The fault runs of `make faults`: release programs under kills, races and a listener on the wire.

usage: run.py FOLDER-OF-THE-PROGRAMS [--seed N] [--purchases N] [--kills N] [--races N] [--rounds N] [RUN…]

Ends with 0 if every run held, with 1 and the seed and purchase of the first failure of each that did not. The
order of what happens is settled by the seed; when exactly it happens, the machine decides.
"""
import argparse
import os
import random
import signal
import sys
import time

import two_phones
import unreadable
from kills import Killing
from programs import Failed, Program

VICTIMS = ("relay", "phone", "shop")


def arguments():
    parser = argparse.ArgumentParser(description="Fault runs; all of them without a RUN.")
    parser.add_argument("programs", help="where baton-relay and the others lie")
    parser.add_argument("runs", nargs="*", metavar="RUN", help=", ".join(RUNS))
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--purchases", type=int, default=200, help="in a row while one is killed")
    parser.add_argument("--kills", type=int, default=10, help="among these purchases")
    parser.add_argument("--races", type=int, default=100, help="of two phones")
    parser.add_argument("--rounds", type=int, default=5, help="of a success and a failure before the proxy")
    options = parser.parse_intermixed_args()
    unknown = set(options.runs) - set(RUNS)
    if unknown:
        parser.error(f"there is no run {unknown.pop()}; there are {', '.join(RUNS)}")
    if options.kills > options.purchases:
        parser.error("there cannot be more kills than purchases")
    return options


def killing(victim):
    return lambda options, chance: Killing(
        options.programs, victim, options.purchases, options.kills, chance).run()


RUNS = {f"kill-{victim}": killing(victim) for victim in VICTIMS}
RUNS["two-phones"] = lambda options, chance: two_phones.run(options.programs, options.races, chance)
RUNS["unreadable"] = lambda options, chance: unreadable.run(options.programs, options.rounds, chance)


def main():
    options = arguments()
    options.programs = os.path.abspath(options.programs)
    # Whoever ends the run ends with it what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    print(f"seed {options.seed}", flush=True)
    failed = 0
    for name in options.runs or RUNS:
        start = time.monotonic()
        try:
            seen = RUNS[name](options, random.Random(f"{options.seed}/{name}"))
            print(f"{name}: held: {seen} ({time.monotonic() - start:.0f} s)", flush=True)
        except Failed as failure:
            failed += 1
            print(f"{name}: FAILED: seed {options.seed}, {failure}", flush=True)
        finally:
            Program.kill_all()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
