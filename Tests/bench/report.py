"""Prints what `make bench` measured beside the bounds of the same run: report.py RESULTS."""
import json
import sys

rows = {}
for line in open(sys.argv[1]):
    name, _, rest = line.partition(" ")
    rows.setdefault(name, []).append(json.loads(rest))


def one(name):
    return rows.get(name, [{}])[0]


def by_pairs(name, pairs):
    return next((row for row in rows.get(name, []) if row.get("pairs") == pairs), {})


verify = one("verify")["per_second"]
bounds = one("bounds")
sync, sync99 = bounds["sync_p50_us"], bounds["sync_p99_us"]
trip, trip99 = bounds["round_trip_p50_us"], bounds["round_trip_p99_us"]
check = 1e6 / verify
print("Bounds of this machine, in this run")
print(f"  signature check {check:.0f} us (one core {verify}/s, openssl {one('openssl')['verify_per_second']}/s)"
      f" - fdatasync p50 {sync:.0f} us, p99 {sync99:.0f} us - round trip p50 {trip:.0f} us")
print()
print("Handoffs (create, event, claim, authorizing, outcome, event: four signatures each)")
print("  pairs  per second  offer p50/p99 ms  outcome p50/p99 ms  server CPU us  machine busy")
for row in rows.get("handoff", []):
    print(f"  {row['pairs']:5}  {row['per_second']:10.0f}  {row['offer_p50_us'] / 1000:7.2f} /{row['offer_p99_us'] / 1000:7.2f}"
          f"  {row['outcome_p50_us'] / 1000:8.2f} /{row['outcome_p99_us'] / 1000:8.2f}  {row['server_cpu_us']:13.0f}"
          f"  {row['busy_percent']:10.0f} %")
PEERS = {"redis": "Redis, fsync always", "natsjs": "NATS JetStream (does not sync)", "etcd": "etcd", "pg": "PostgreSQL, a LISTEN a user"}
others = [(row, "reference relay (one signature a handoff)") for row in rows.get("reference", [])]
others += [(row, PEERS[row["peer"]] + " (no signature)") for row in rows.get("peer", [])]
for row, name in others:
    print(f"  {row['pairs']:5}  {row.get('rate', 0):10.0f}  {row.get('recv_p50', 0) / 1000:7.2f} /{row.get('recv_p99', 0) / 1000:7.2f}"
          f"  {row.get('out_p50', 0) / 1000:8.2f} /{row.get('out_p99', 0) / 1000:8.2f}  {row.get('srv_cpu_us', 0):13.0f}"
          f"                {name}")
print()
print("Targets (ratios of this run; <= 1.00 is reached)")


def target(name, what, got, limit, unit=""):
    if got is None or limit is None:
        print(f"  {name:4} {what}: not measured")
        return
    ratio = got / limit if limit else float("inf")
    print(f"  {name:4} {what}: {got:.4g}{unit}, target {limit:.4g}{unit}: {ratio:.2f}  {'reached' if ratio <= 1 else 'missed'}")


full, single = by_pairs("handoff", 64), by_pairs("handoff", 1)
if full:
    target("G1", "server CPU a handoff at 64 pairs", full["server_cpu_us"], 4 * check + 100, " us")
    target("G2", "machine busy at 64 pairs (target over measured)", 90, max(full["busy_percent"], 1), " %")
    reference = by_pairs("reference", 64)
    if reference:
        ours, theirs = full["per_second"] * 4, reference.get("rate", 0)
        print(f"       per signature: {ours:.0f} checked a second, the reference relay {theirs:.0f}: {ours / max(theirs, 1):.2f} of it")
for row in rows.get("peer", []):
    if row["peer"] in ("etcd", "pg") and row["pairs"] == 64 and full:
        target("G2", f"ahead of {PEERS[row['peer']]} at 64 pairs", row.get("rate", 0), full["per_second"], "/s")
    if row["peer"] == "etcd" and row["pairs"] == 1 and single:
        target("G3", "create to outcome p50 below etcd's", single["outcome_p50_us"], row.get("out_p50", 0), " us")
if single:
    target("G3", "create to outcome p50 at one pair", single["outcome_p50_us"], 1.5 * 4 * (sync + check + trip), " us")
    target("G3", "create to outcome p99 at one pair", single["outcome_p99_us"], 2 * 4 * (sync99 + check + trip99), " us")
    target("G4", "create to event p50", single["offer_p50_us"], 1.25 * (sync + check + trip), " us")
beside = one("beside")
if beside and single:
    target("G4", f"the same while {beside['waiting']} others wait", beside["offer_p50_us"], 1.1 * single["offer_p50_us"], " us")
if one("idle"):
    target("G5", f"user memory a waiting stream at {one('idle')['streams']}", one("idle")["kb_each"], 3, " KB")
for row in rows.get("syncs", []):
    steps = row["syncs"] - row["pairing_steps"]
    limit = 4 if row["pairs"] == 1 else 0.15
    target("G6", f"syncs a handoff at {row['pairs']} pairs", max(steps, 0) / row["handoffs"], limit)
if one("forged"):
    target("G8", "forged tokens refused a second (target over measured)", 0.8 * verify, one("forged")["refused_per_second"])
for row in rows.get("resume", []):
    target("G11", row["what"] + " p50", row["p50_ms"], row["target_ms"], " ms")
if rows.get("start"):
    starts = sorted(row["ready_us"] / 1000 for row in rows["start"])
    target("G12", "ready after start, empty store", starts[len(starts) // 2], 50, " ms")
    target("G12", "resident memory idle", max(row["idle_kb"] for row in rows["start"]) / 1024, 25, " MB")
print("  G7 (kills) is a live test; G9 and G10 have no measurement here.")
