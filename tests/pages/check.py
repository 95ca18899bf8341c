#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check.py FIRSTLIGHT DATABASES DIR [SEED]: the manual's page of registers (DIR/registers.html), in chromium
without a window, opened as a file: registers that SEED draws out of the databases (JSON), with values that it
draws too, beside what `firstlight decode` says; searching; and no word at the console. `make check-pages`."""

import html.parser
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

PER_FAMILY = 4


class Page(html.parser.HTMLParser):
    """What the page shows: the fields' values by name, what was found, what it says of that."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.found, self.chosen, self.said = {}, [], "", ""
        self.into = self.place = self.name = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.place = attrs.get("id") if tag == "section" else self.place
        self.into = None
        if attrs.get("scope") == "row":
            self.into = "name"
        elif attrs.get("class") == "value":
            self.into = "value"
        elif attrs.get("id") == "said":
            self.into = "said"
        elif tag == "h2":
            self.into = "chosen"
        elif tag == "b" and self.place == "list":
            self.into = "found"

    def handle_data(self, data):
        if self.into == "name":
            self.name = data
        elif self.into == "value":
            self.rows[self.name] = data
        elif self.into == "said":
            self.said += data
        elif self.into == "chosen":
            self.chosen = data
        elif self.into == "found":
            self.found.append(data)
        self.into = None


class Browser:
    def __init__(self, page, profile):
        self.page, self.profile = page, profile

    def look(self, hash_):
        """The page at #hash_, and what its scripts said at the console."""
        run = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             f"--user-data-dir={self.profile}", "--virtual-time-budget=8000", "--enable-logging=stderr",
             "--v=0", "--dump-dom", f"{self.page}#{hash_}"],
            capture_output=True, text=True, timeout=120, check=False)
        return Page(run.stdout), [line for line in run.stderr.splitlines() if "CONSOLE" in line]


def is_meant(said, field):
    """Does the page say of a field what the command does?"""
    value = field["value"]
    if said is None:
        return False
    if "meaning" in field and said == field["meaning"]:
        return True
    said = said.removesuffix("deg")
    if "number" in field and re.fullmatch(r"-?[0-9.e+-]+|NaN|-?Infinity", said):
        return "meaning" not in field and (said in ("NaN", "Infinity", "-Infinity") or
                                           abs(float(said) - field["number"]) <= 1e-6 * abs(field["number"]))
    return "meaning" not in field and said in (str(value), hex(value), f"{hex(value)} ({value})",
                                               f"{value + 1} - 1")


def decoded(tool, chip, name, value):
    run = subprocess.run([tool, "decode", "--chip", chip, name, hex(value), "--json"], capture_output=True,
                         text=True, check=False)
    return json.loads(run.stdout)[0] if run.returncode == 0 else None


def check_values(browser, tool, database, lot):
    """Registers with fields, by lot; how many were looked at, and what is wrong."""
    family, wrong, tried = database["family"], [], 0
    names = [r["name"] for r in database["registers"]]
    mine = [r for r in database["registers"]
            if r["fields"] and r["space"] == "mmio" and names.count(r["name"]) == 1]
    for register in lot.sample(mine, len(mine)):
        if tried == PER_FAMILY:
            break
        chips = [c for i, c in enumerate(database["chips"]) if register["chips"] >> i & 1]
        value = lot.getrandbits(32)
        want = decoded(tool, chips[0].lower(), register["name"], value)
        if want is None:
            continue
        page, console = browser.look(f"{family}/{register['name']}={hex(value)}")
        tried += 1
        what = f"{family} {register['name']} {hex(value)}"
        wrong += [f"{what}: {line}" for line in console]
        if page.chosen != register["name"]:
            wrong.append(f"{what}: the page shows '{page.chosen}'")
        wrong += [f"{what}: {f['name']} is {page.rows.get(f['name'])} on the page, and {f} for decode"
                  for f in want.get("fields", []) if not is_meant(page.rows.get(f["name"]), f)]
    return tried, wrong


def main():
    tool, databases, pages = sys.argv[1:4]
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else int(time.time())
    lot = random.Random(seed)
    page = pathlib.Path(pages, "registers.html").resolve().as_uri()
    wrong, tried = [], 0

    print(f"pages of seed {seed}")
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(page, profile)
        listed = pathlib.Path(pages, "registers-families.js").read_text()
        for family in re.findall(r'\["([a-z0-9]+)"', listed):
            database = json.loads(pathlib.Path(databases, f"{family}.json").read_text())
            n, bad = check_values(browser, tool, database, lot)
            tried, wrong = tried + n, wrong + bad
            view, console = browser.look(database["family"])
            wrong += console
            if f"of {len(database['registers'])} registers" not in view.said or not view.found:
                wrong.append(f"{family}: the page says '{view.said}'")
            tried += 1
    for line in wrong:
        print("FAIL", line)
    print(f"{tried} views, {len(wrong)} wrong")
    return 1 if wrong or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
