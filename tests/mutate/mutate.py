#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Mutation testing: how many small faults in the code do the tests notice?

A copy of the tree gets N faults by a seed, all compiled in at once and chosen at run time by FL_MUTANT
(faults.py says which faults there are). One run without any learns which tests reach which fault; then each
fault is judged by those tests, the quickest first. A test that fails, crashes, or computes ten times as long
as without a fault has noticed it. (Time of the processor, so that a busy machine notices nothing by itself; a
test that waits instead is given four times that by the clock.) What no test notices survives, and is listed.
equivalent.txt names faults that change nothing that anybody could see, with the reason; they do not count.

The same seed again, over the same sources, goes on where the last run ended. Needs libclang's Python bindings
(Debian: python3-clang-14) and a tree that is built.
"""
import argparse
import concurrent.futures
import glob
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

import faults

HERE = os.path.dirname(os.path.abspath(__file__))
# What gets faults: memory, command processors, blending, depth, texture, the steps of a wake-up, the state
# that the library sends; and the headers with code of these. By area: its sources, and for a sample those
# suites that are nearest to them.
AREAS = {
    "memory": ("hw/model/mem.c hw/model/ranges.c",
               "model model_ranges model_host model_kit hdp cp cp_dma cp_exact dma e2 agp_board tiles proxy"),
    "pixel": ("hw/model/pixel/*.c",
              "cb cb_blend zb rb hiz fg pixel_kit pixel_target pixel_wide lib_target r600_cb r600_cb_blend"
              " r600_db lib"),
    "texture": ("hw/model/texture/*.c",
                "texel_lookup texel_cache texel_unpack texel_blocks s3tc tx tx_filter tx_formats tx_sample"
                " tx_units us_tex lib_tex"),
    "tiles": ("hw/model/tiles/*.c",
              "tiles tile_cache tile_planes tx_tile_addr cb zb rb rb_reports hiz e2_3d lib_target r600_tiles"
              " r600_cb r600_db"),
    "cp": ("hw/model/r500/cp*.c",
           "cp cp_2d cp_dma cp_draw cp_ends cp_exact cp_packets cp_reports cp_settings cp_status waits strict"
           " streams_rare fuzz_hang model_chip vap_st"),
    "back end": ("hw/model/r500/cb*.c hw/model/r500/zb*.c hw/model/r500/tx*.c",
                 "cb cb_blend zb rb rb_reports hiz tx tx_filter tx_formats tx_sample tx_units tx_tile_addr"
                 " us_tex lib_target lib_tex strict"),
    "card": ("hw/*.c",
             "dev card_parts card_tables ring_turn smoke_parts display_walk regs_number display take_console"
             " contact card card_end bringup_steps sleep crtc vga screen checks visible regtool_cmd monitor"
             " families bus_pci soc soc_draw chips transport bringup_smoke"),
    "wake": ("hw/r500/*.c",
             "bringup bringup_goals bringup_lies bringup_microcode bringup_r300 bringup_slow bringup_smoke"
             " bringup_steps pio mc chips waking waking_writes transport sleep sleep_words contact_walk crtc"
             " let_go reset_config dc dc_r300 display display_colors visible"),
    "library": ("lib/r500/draw_*.c",
                "lib lib_target lib_tex lib_setup_words lib_words_r300 lib_fixed_words lib_places lib_program"
                " lib_r300 lib_registers ff emission"),
}
SOURCES = [p for sources, _ in AREAS.values() for p in sources.split()]
HEADERS = ["hw/model/pixel/*.h", "hw/model/texture/*.h", "hw/model/tiles/*.h", "hw/model/r500/t*.h"]
TIMES, EXTRA_S = 10, 5  # how much longer than without a fault a test may compute
WAIT = 4                # and how much longer than that it may take
BASE_S = 600            # what a test may compute without a fault
BATCH_S = [0.3, 2, 4]   # tests are run together while they take no longer than this


def tracked():
    return subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True,
                          check=True).stdout.split()


def fingerprint(files, o):
    h = hashlib.sha1(f"{o.seed} {o.count} {o.most} {o.area} {o.files}".encode())
    for f in files:
        if not f.endswith((".png", ".xz")) and os.path.exists(f):
            h.update(f.encode() + open(f, "rb").read())
    return h.hexdigest()


def results(path):
    """(suite/test, status, seconds) of a report of Criterion's. What failed tests say may make bad XML of it,
    so only the heads of suites and tests are read."""
    suite, text = None, open(path, errors="replace").read()
    for m in re.finditer(r'<(testsuite|testcase) name="([^"]*)"([^>]*)>', text):
        if m[1] == "testsuite":
            suite = m[2]
        else:
            of = dict(re.findall(r'(\w+)="([^"]*)"', m[3]))
            yield f"{suite}/{m[2]}", of["status"], float(of["time"])


def expand(patterns):
    return sorted({f for p in patterns for f in glob.glob(p)})


def find(sources, headers, build, rng):
    """All faults, in the seed's order."""
    registers = faults.register_values(sorted(glob.glob(f"{build}/gen/hw/regs/*.h")))
    wanted, found = set(expand(headers)), {}
    for source in sources:
        args = ["-std=gnu11", "-I.", f"-I{build}/gen", "-D_GNU_SOURCE"] + (
            ["-DFL_ISA=base"] if source.endswith("_simd.c") else [])
        for path, some in faults.faults_of(source, args, wanted, registers, rng).items():
            found.setdefault(path, some)
    every = [f for path in sorted(found) for f in found[path]]
    rng.shuffle(every)
    return every


class Planted:
    """The faults that are taken so far, by number: none touches another's text."""

    def __init__(self, every):
        self.rest, self.taken, self.spans = list(reversed(every)), {}, {}

    def fill(self, count):
        numbers = [n for n in range(1, count + 1) if n not in self.taken]
        while self.rest and numbers:
            f = self.rest.pop()
            spans = self.spans.setdefault(f.path, [])
            mine = [(a, b) for a, b, _ in f.edits(0)] + [(f.start, f.end)]
            if all(a > y or x > b for a, b in mine for x, y in spans):
                spans += mine
                self.taken[numbers.pop(0)] = f

    def write(self, tree):
        edits = {}
        for n, f in self.taken.items():
            edits.setdefault(f.path, []).extend(f.edits(n))
        for path in self.spans:
            text = open(path, encoding="latin-1").read()
            for a, b, new in sorted(edits.get(path, []), reverse=True):
                text = text[:a] + new + text[b:]
            text = f'{faults.INCLUDE}#line 1 "{path}"\n{text}'
            at = os.path.join(tree, path)
            if open(at, encoding="latin-1").read() != text:
                open(at, "w", encoding="latin-1").write(text)

    def drop(self, errors):
        """Leaves out what the compiler refuses; false: the errors are of something else."""
        before = len(self.taken)

        def refused(f):
            text, spans = open(f.path, encoding="latin-1").read(), f.edits(0) + [(f.start, f.end, "")]
            lines = {text.count("\n", 0, x) + 1 for a, b, _ in spans for x in (a, b)}
            return any(path == f.path and min(lines) <= line <= max(lines) for path, line in errors)

        self.taken = {n: f for n, f in self.taken.items() if not refused(f)}
        return len(self.taken) < before


def copy_tree(files, build, tree):
    """The sources and what is built of them, with their times: only files with faults are built again."""
    shutil.rmtree(tree, ignore_errors=True)
    os.makedirs(os.path.join(tree, "build"))
    files = [f for f in files if os.path.exists(f)]
    subprocess.run(["cp", "-p", "--parents", "-t", tree] + files, check=True)
    parts = [os.path.join(build, p) for p in ("free", "host", "gen", "debug", "tool", "regsgen")]
    subprocess.run(["cp", "-a", "-t", os.path.join(tree, "build")] + list(filter(os.path.exists, parts)),
                   check=True)
    shutil.copy(os.path.join(HERE, "switch.c"), os.path.join(tree, "hw/model/switch.c"))


def build_tree(tree, planted, o):
    while True:
        planted.fill(o.count)
        planted.write(tree)
        # What is unrolled and put in at -O3 with its faults takes a compiler minutes a file.
        made = subprocess.run(["make", "-k", "-s", f"-j{o.jobs}", "B=build", "WARN=-w -Wno-psabi",
                               "CFLAGS=-O2 -g", "SIMD_O=-O1", "build/unit", "build/firstlight"], cwd=tree,
                              capture_output=True, text=True)
        if not made.returncode:
            return
        # An error within a macro is named where the macro is; notes lead to where it is used. One within a
        # compiler's own function names first where that was put in.
        places = re.findall(r"^(\S+?):(\d+):\d+: (?:error|note):", made.stderr, re.M)
        places += re.findall(r"^In function .*\n +inlined from .* at (\S+?):(\d+):", made.stderr, re.M)
        errors = {(path.removeprefix("./"), int(line)) for path, line in places}
        if not planted.drop(errors):
            sys.exit("The tree with the faults does not build:\n" + made.stderr[-4000:])


class Tests:
    """The unit tests of a tree, run as a copy of their own for each worker."""

    def __init__(self, tree, o):
        self.tree, self.o, self.free, self.lock = tree, o, [], threading.Lock()

    def limits(self, compute_s):
        resource.setrlimit(resource.RLIMIT_CPU, (compute_s, compute_s))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
        resource.setrlimit(resource.RLIMIT_DATA, (6 << 30, 6 << 30))

    def run(self, where, args, env, compute_s):
        """Exit code; None: time is over, and nothing that was started is left."""
        p = subprocess.Popen(["build/unit"] + args, cwd=where, env={**os.environ, "FL_BUILD": "build", **env},
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             start_new_session=True, preexec_fn=lambda: self.limits(compute_s))
        try:
            return p.wait(WAIT * compute_s)
        except subprocess.TimeoutExpired:
            return None
        finally:
            try:
                os.killpg(p.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            p.wait()

    def baseline(self, suites):
        """{suite/test: [seconds, faults reached]} of the tests that pass without a fault. suites: all, or
        these."""
        reached = os.path.abspath(os.path.join(self.tree, "reached"))
        os.makedirs(reached, exist_ok=True)
        args = [f"--jobs={self.o.jobs}", f"--timeout={WAIT * self.o.most}", "--xml=base.xml"]
        args += [f"--filter=@({'|'.join(suites)})/*"] if suites else []
        self.run(self.tree, args, {"FL_REACHED": reached}, BASE_S)
        tests, bad = {}, set()
        for name, status, seconds in results(os.path.join(self.tree, "base.xml")):
            path = os.path.join(reached, name.replace("/", "@", 1))
            if status != "PASSED":
                bad.add(name)
            elif os.path.exists(path):
                test = tests.setdefault(name, [0, []])
                test[0] += seconds
                test[1] = [n for n, m in enumerate(open(path, "rb").read()) if m]
        return {name: t for name, t in tests.items() if name not in bad}

    def worker(self):
        with self.lock:
            if self.free:
                return self.free.pop()
            where = f"{self.tree}-{threading.get_ident()}"
        shutil.rmtree(where, ignore_errors=True)
        no = shutil.ignore_patterns("*.o", "*.d", "reached")
        shutil.copytree(self.tree, where, symlinks=True, ignore=no)
        return where

    def batches(self, n, tests):
        """The tests that reach n, the quickest first: [(filter, seconds)]."""
        mine = sorted((s, name) for name, (s, reached) in tests.items() if n in reached)
        limits, at = list(BATCH_S), 0
        while at < len(mine):
            total, names, limit = 0, [], limits.pop(0) if len(limits) > 1 else limits[0]
            while at < len(mine) and (not names or total + mine[at][0] <= limit):
                total += mine[at][0]
                names.append(mine[at][1])
                at += 1
            yield "@(" + "|".join(names) + ")" if len(names) > 1 else names[0], total

    def notices(self, n, tests):
        where = self.worker()
        try:
            return any(self.run(where, ["--jobs=1", "--fail-fast", "--filter", names],
                                {"FL_MUTANT": str(n)}, EXTRA_S + int(TIMES * seconds)) != 0
                       for names, seconds in self.batches(n, tests))
        finally:
            with self.lock:
                self.free.append(where)

    def clean(self):
        for where in self.free:
            shutil.rmtree(where, ignore_errors=True)


def equivalents():
    """{key: why}. A key begins its line; why it is there stands below, indented."""
    same, key = {}, None
    for line in open(os.path.join(HERE, "equivalent.txt"), encoding="utf-8"):
        if line.startswith(" ") and key:
            same[key] = f"{same[key]} {line.strip()}".strip()
        elif line.strip() and not line.startswith("#"):
            key = line.strip()
            same[key] = ""
    return same


def report(state, seconds):
    same, shown = equivalents(), {"noticed": 0, "equivalent": 0, "survive": 0}
    areas = {path: area for area, (sources, _) in AREAS.items() for path in expand(sources.split())}
    by = {}  # area: [noticed, counted]
    for f in state["faults"]:
        verdict = state["verdicts"].get(str(f["n"]))
        if verdict is None:
            continue
        kind = "noticed" if verdict else "equivalent" if f["key"] in same else "survive"
        shown[kind] += 1
        of = by.setdefault(areas.get(f["path"], "headers"), [0, 0])
        of[0] += kind == "noticed"
        of[1] += kind != "equivalent"
        if kind == "survive":
            print(f"survives: {f['path']}:{f['line']}: number {f['n']}, reached by {f['reached']} tests\n"
                  f"    {f['key']}")
    counted = shown["noticed"] + shown["survive"]
    left = len(state["faults"]) - counted - shown["equivalent"]
    print(f"seed {state['seed']}: {shown['noticed']} of {counted} faults noticed "
          f"({100 * shown['noticed'] / max(counted, 1):.1f} %); {shown['survive']} survive, "
          f"{shown['equivalent']} are equivalent{f', {left} are not judged yet' if left else ''}; "
          f"{seconds:.0f} s")
    print("noticed by area: " + ", ".join(f"{area} {n} of {m}" for area, (n, m) in sorted(by.items())))


def prepare(files, o, mark):
    sources, headers, suites, rng = o.files or SOURCES, HEADERS, [], random.Random(o.seed)
    if o.area:
        area = rng.choice(sorted(AREAS)) if o.area == "any" else o.area
        sources, suites = (words.split() for words in AREAS[area])
        sources, headers = o.files or sources, []
        print(f"area: {area}; survivors may be noticed by suites that are further away", flush=True)
    every = find(expand(sources), headers, o.build, rng)
    planted = Planted(every)
    copy_tree(files, o.build, o.tree)
    build_tree(o.tree, planted, o)
    print(f"{len(planted.taken)} faults of {len(every)} are planted; which tests reach them?", flush=True)
    tests = Tests(o.tree, o).baseline(suites)
    by = {n: sum(n in t[1] for t in tests.values()) for n in planted.taken}
    print(f"{len(tests)} tests reach {sum(map(bool, by.values()))} of them", flush=True)
    return {"mark": mark, "seed": o.seed, "tests": tests, "verdicts": {},
            "faults": [{"n": n, "path": f.path, "key": f.key(), "reached": by[n],
                        "line": open(f.path, encoding="latin-1").read().count("\n", 0, f.start) + 1}
                       for n, f in sorted(planted.taken.items())]}


def judge(state, tests, o, save, start):
    todo = [f["n"] for f in state["faults"] if str(f["n"]) not in state["verdicts"]]

    def one(n):
        if o.minutes and time.time() - start > 60 * o.minutes:
            return None
        return tests.notices(n, state["tests"])

    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        waiting = {pool.submit(one, n): n for n in todo}
        for future in concurrent.futures.as_completed(waiting):
            if future.result() is None:
                continue
            state["verdicts"][str(waiting[future])] = future.result()
            save()
            done = len(state["verdicts"])
            if sys.stderr.isatty() or done % 20 == 0:
                print(f"{done} of {len(state['faults'])} judged, {sum(state['verdicts'].values())} noticed",
                      end="   \r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--seed", type=int, default=int(time.time()), help="which faults; the time unless given")
    p.add_argument("--count", type=int, default=300, help="how many faults")
    p.add_argument("--most", type=float, default=15, help="tests that take more seconds are left out")
    p.add_argument("--area", choices=sorted(AREAS) + ["any"],
                   help="a sample: faults in the sources of one area, judged by the suites nearest to them")
    p.add_argument("--minutes", type=float, help="end after so many; the same seed goes on later")
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--build", default="build", help="what is built of this tree")
    p.add_argument("--tree", default="build/mutate", help="where the copy with the faults goes")
    p.add_argument("files", nargs="*", help="sources that get faults, in place of the usual ones")
    o, start = p.parse_args(), time.time()
    print(f"seed {o.seed}", flush=True)
    files = tracked()
    mark, at = fingerprint(files, o), os.path.join(o.tree, "state.json")
    state = json.load(open(at)) if os.path.exists(at) else {}
    if state.get("mark") != mark:
        state = prepare(files, o, mark)

    def save():
        with open(at + ".new", "w") as out:
            json.dump(state, out)
        os.replace(at + ".new", at)

    save()
    tests = Tests(o.tree, o)
    judge(state, tests, o, save, start)
    tests.clean()
    report(state, time.time() - start)


if __name__ == "__main__":
    main()
