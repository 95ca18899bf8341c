#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The sets that piglit's results are sorted into (tests/gl/piglit.py says which), what real chips are known
to fail, and what became of each test before.

tests/gl/known/CHIP.kept has what a run with --keep found: how many tests ran, in the order of in_order(), and
folder by folder those that did not agree, each with its set; a star is all that a folder has. All others of
that many agreed.
"""
import hashlib
import os
import re

KNOWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "known")
SETS = ("agree", "model", "explained", "question", "both", "skipped", "slow")
GOOD = ("pass", "warn")


def in_order(names, seed):
    """A drawn order, in which fewer are the beginning of more and a name's place depends on no other."""
    return sorted(names, key=lambda n: hashlib.sha256(f"{seed}:{n}".encode()).digest())


def test_of(tests, name):
    """The test that a result is of: parts have names of their own."""
    return name if name in tests else name.rpartition("@")[0]


def lines_of(path):
    """Folder, text and the comment above of each line that begins with a blank."""
    folder, why = "", ""
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as f:
        for line in f:
            text = line.rstrip()
            if not text:
                why = ""
            elif text.startswith("#"):
                why = (why + " " + text[1:].strip()).strip()
            elif not text[0].isspace():
                folder = text
            else:
                yield folder, text.strip(), why


def names_of(path):
    return {f"{folder}@{text}": why for folder, text, why in lines_of(path)}


def names_it(known, name):
    """Itself, or with a star for anything. Mesa's lists have dashes for commas."""
    name = name.replace(",", "-")
    return name in known or any(re.fullmatch(".*".join(map(re.escape, k.split("*"))), name)
                                for k in known if "*" in k)


def sort(known, chip, nearest, reference, got):
    """Name to set, by the lists in the folder."""
    fails = names_of(f"{known}/{nearest}.fails")
    causes = {**names_of(f"{known}/{nearest}.causes"), **names_of(f"{known}/{chip}.causes")}
    found = {}
    for name, result in got.items():
        want = reference.get(name, "skip")
        listed = names_it(fails, name) or any(f.startswith(name + "@") for f in fails)
        if result in GOOD:
            found[name] = "question" if listed else "agree"
        elif "skip" in (want, result):
            found[name] = "skipped"
        elif result == "timeout":
            found[name] = "slow"
        elif listed or want not in GOOD:
            found[name] = "both"
        elif name in causes or names_it(causes, name):
            found[name] = "explained"
        else:
            found[name] = "model"
    return found


# ---- what was found before --------------------------------------------------------------------------------
RAN = re.compile(r"# Ran: (\d+) tests by seed (\d+)\.")


class Kept:
    """What a run before this one found."""

    def __init__(self, path, tests):
        self.sets, self.ran = {}, ()
        if not os.path.exists(path):
            return
        with open(path, encoding="utf-8") as f:
            count, seed = RAN.search(f.read()).groups()
        self.ran = set(in_order(tests, int(seed))[:int(count)])
        for folder, text, _ in lines_of(path):
            of, name = text.split(None, 1)
            self.sets[f"{folder}@{name}"] = of

    def of(self, name):
        return self.sets.get(name) or self.sets.get(f"{name.rpartition('@')[0]}@*") or "agree"

    def found(self):
        """Name to set, as sort() had it. Of a test's parts that agreed it is known that there were some."""
        all_of = {n: self.of(n) for n in self.ran}
        for name, of in self.sets.items():
            folder, _, text = name.rpartition("@")
            if folder in self.ran or text != "*":
                all_of[name] = of
            if folder in self.ran and text != "*":
                all_of[f"{folder}@"] = "agree"
        return all_of

    def changed(self, tests, found):
        """Name, set before and set now, of what is no longer what it was; None where there is no result."""
        was = {n: self.of(n) for n in found if test_of(tests, n) in self.ran}
        changes = [(n, s, found[n]) for n, s in was.items() if s != found[n]]
        for name, of in self.sets.items():
            if test_of(tests, name) in tests and not name.endswith("@*") and name not in found:
                changes.append((name, of, None))
        return sorted(changes)


def worse(was, now):
    """What passed, and is not done any more; what took too long says nothing."""
    return was == "agree" and now in ("model", "both", "skipped", "explained")


def keep(path, chip, count, found, seed):
    folders = {}
    for name, of in found.items():
        folder, _, text = name.rpartition("@")
        folders.setdefault(folder, []).append((of, text))
    with open(path, "w", encoding="utf-8") as f:
        print("# SPDX-License-Identifier: MIT\n#\n"
              f"# What became of piglit's tests on the model of {chip.removesuffix('_cl')}: "
              f"tests/gl/piglit.py --chip {chip.replace('_cl', ' --cl')} --keep\n"
              "# writes this, and piglit_sets.py says how it is read.\n#\n"
              f"# Ran: {count} tests by seed {seed}.", file=f)
        for folder, results in sorted(folders.items()):
            others = sorted(r for r in results if r[0] != "agree")
            if not others:
                continue
            if len(others) == len(results) and {of for of, _ in others} == {"skipped"}:
                others = [("skipped", "*")]
            print(folder, *(f"  {of} {text}" for of, text in others), sep="\n", file=f)
