"""Looks into the shop's database: one order, with this number, total (minor units) and method, paid once.

usage: order.py DATABASE NUMBER TOTAL METHOD
"""
import json
import sqlite3
import sys

database, number, total, method = sys.argv[1:]
shop = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
orders = shop.execute("SELECT number, detail FROM placed_order").fetchall()
used = shop.execute("SELECT count(*) FROM used_transaction").fetchone()[0]
if len(orders) != 1 or used != 1:
    sys.exit(f"{len(orders)} orders and {used} charges, expected one of each")
detail = json.loads(orders[0][1])
session = json.loads(shop.execute("SELECT detail FROM session").fetchone()[0])
charged = {line["type"]: line["amount"] for line in detail["totals"]}["total"]
found = (str(orders[0][0]), str(charged), session["option"], session["state"])
if found != (number, total, method, "completed"):
    sys.exit(f"found {found}, expected {(number, total, method, 'completed')}")
