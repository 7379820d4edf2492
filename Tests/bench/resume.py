"""Measures from `baton-phone resume` to the sheet on screen, and from `open` at a listening phone to the sheet:
resume.py BIN FOLDER. Real programs, a relay and a shop on loopback; one line of JSON each."""
import json
import os
import re
import statistics
import subprocess
import sys
import time

bin_folder, folder = sys.argv[1], sys.argv[2] + "/resume"
os.makedirs(folder, exist_ok=True)
started = []


def run(program, *words, **options):
    return subprocess.run([f"{bin_folder}/{program}", *words], check=True, text=True, capture_output=True, timeout=20, **options)


def start(program, *words):
    process = subprocess.Popen([f"{bin_folder}/{program}", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True, bufsize=1)
    started.append(process)
    return process


def until(process, pattern):
    for line in process.stdout:
        found = re.search(pattern, line)
        if found:
            return found
    raise SystemExit(f"resume.py: no line with {pattern}")


def say(what, times, target):
    print(json.dumps({"what": what, "n": len(times), "p50_ms": round(statistics.median(times), 2), "target_ms": target}), flush=True)


def measure():
    relay = json.loads(start("baton-relay", "serve", "--listen", "127.0.0.1:0", "--database", folder + "/relay.db").stdout.readline())["origin"]
    shop = json.loads(start("baton-shop", "serve", "--listen", "127.0.0.1:0", "--database", folder + "/shop.db").stdout.readline())["origin"]
    watch, phone = ["--home", folder + "/watch", "--plain"], ["--home", folder + "/phone", "--plain", "--allow-local-merchant"]
    run("baton-phone", "setup", "--sample", *phone)
    pairing = start("baton-watch", "pair", "--relay", relay, *watch)
    with open(folder + "/link", "w") as file:
        file.write(until(pairing, r"^(baton-pair:\S+)").group(1) + "\n")
    other = start("baton-phone", "pair", "--link-file", folder + "/link", "--yes", *phone)
    pairing.stdin.write(until(other, r"^\s*(\d{6})\s*$").group(1) + "\n")
    pairing.stdin.flush()
    if pairing.wait(20) or other.wait(20):
        raise SystemExit("resume.py: pairing failed")
    bought = []
    for _ in range(12):
        done = run("baton-watch", "buy", "roses", "--shop", shop, "--yes", "--no-wait", "--allow-local-merchant", "--home",
                   folder + "/watch", "--json")
        bought.append(next(row["id"] for row in map(json.loads, done.stdout.splitlines()) if row.get("event") == "handed-off"))
    run("baton-phone", "inbox", *phone)

    bare = []
    for _ in range(15):
        before = time.perf_counter()
        run("baton-phone", "--version")
        bare.append((time.perf_counter() - before) * 1000)
    say("start-up of baton-phone", bare, 15)

    times = []
    for handoff in bought[:9]:
        before = time.perf_counter()
        process = start("baton-phone", "resume", handoff, *phone)
        until(process, r"^Total|\[? *Pay ")
        times.append((time.perf_counter() - before) * 1000)
        process.stdin.close()
        process.kill()
        process.wait()
    say("resume to sheet", times, 50)

    listening = start("baton-phone", "listen", *phone)
    times = []
    time.sleep(1)
    for handoff in bought[9:]:
        before = time.perf_counter()
        listening.stdin.write(f"open {handoff}\n")
        listening.stdin.flush()
        until(listening, r"^Total|\[? *Pay ")
        times.append((time.perf_counter() - before) * 1000)
        time.sleep(0.5)
        listening.stdin.write("close\n")
        listening.stdin.flush()
        time.sleep(0.3)
    say("sheet at a listening phone", times, 10)


try:
    measure()
finally:
    for process in started:
        process.kill()
