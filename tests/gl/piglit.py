#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Piglit through stock Mesa on the models, beside its software rasterizer and what real chips fail.

    tests/gl/piglit.py [--build DIR] [--chip CHIP]... [--only REGEX] [--count N] [--seed N] [--jobs N]
                        [--json] [--work DIR]

Piglit is Debian's package (0~git20220119), or a folder that PIGLIT names, such as the package unpacked:
apt-get download piglit libwaffle-1-0; dpkg -x each of them to X; PIGLIT=X/usr/lib/x86_64-linux-gnu/piglit.
Programs for Vivante's cores are ARM's, in qemu-user: `make piglit-arm` fetches and unpacks them.
Its lists quick_gl and quick_shader say which tests there are; those beyond the GLSL of a chip's family are
left out. --only leaves those whose names match somewhere; --count takes a sample of so many, with the seed.

Results are kept in --work (out/piglit): a run that was ended goes on where it was. Each test ends up in one
of these sets, which are compared with what tests/gl/known/ says:

    agree      the model passes (llvmpipe, which takes as long, is asked only where it does not)
    model      llvmpipe passes, no real chip is known to fail, and the model fails: the model's fault, or
               Mesa's compiler; those in tests/gl/known/CHIP.causes are explained there
    question   a real chip is known to fail (tests/gl/known/CHIP.fails), the model passes
    both       both fail, or the chip is known to fail, or to be unsteady, and the model does
    skipped    one of them does not run it
    slow       the model was not done within a minute
"""
import argparse
import ast
import concurrent.futures
import gzip
import html
import json
import os
import random
import re
import subprocess
import sys
import time

# GLSL that the driver of a family offers, and whose list of failures is the nearest.
CHIPS = {
    "rv530": (1.20, "rv530"), "rv515": (1.20, "rv530"), "r580": (1.20, "rv530"),
    "r420": (1.20, "rv530"), "r300": (1.20, "rv530"),
    "bonaire": (4.50, "hawaii"), "hawaii": (4.50, "hawaii"), "kabini": (4.50, "hawaii"),
    "gc2000": (1.20, "gc2000"), "gc7000l": (1.20, "gc2000"), "gc3000": (1.20, "gc2000"), "gc880": (1.20, "gc2000"),
    "rv770": (3.30, "rv770"), "rv710": (3.30, "rv770"), "r600": (3.30, "rv770"),
}
HERE = os.path.dirname(os.path.abspath(__file__))
DEFAULT = "/usr/lib/x86_64-linux-gnu/piglit"
ARM64 = "usr/lib/aarch64-linux-gnu/piglit"  # in build/arm64/piglit
TEST_S = 60    # a test that takes longer is too slow for this
BATCH = 40     # shader tests of one process
PIECE = 400    # tests of one `firstlight gl`
TEST = re.compile(r'<Test type="(gl|shader)" name="([^"]*)">(.*?)</Test>', re.S)
OPTION = re.compile(r'<option name="([^"]*)" value="([^"]*)" />')


def tests_of(piglit, glsl):
    """Name to command, in piglit's order."""
    found = {}
    for profile in ("quick_gl", "quick_shader"):
        with gzip.open(f"{piglit}/tests/{profile}.xml.gz", "rt", encoding="utf-8") as f:
            text = f.read()
        for kind, name, options in TEST.findall(text):
            option = {k: html.unescape(v) for k, v in OPTION.findall(options)}
            if "command" not in option or name.startswith("glx@"):
                continue
            command = ast.literal_eval(option["command"])
            version = float(option.get("shader_version") or 0)
            if kind == "shader" and (command[0] != "shader_runner" or version > glsl):
                continue
            found[html.unescape(name)] = command
    return found


# ---- in the child of firstlight gl: run what is asked for, and write results as they come -----------------
def run(piglit, command):
    """What a program prints, whatever becomes of it."""
    argv = [*os.environ.get("PIGLIT_RUN", "").split(), f"{piglit}/bin/{command[0]}", *command[1:], "-auto",
            "-fbo"]
    try:
        p = subprocess.run(argv, cwd=piglit, timeout=TEST_S, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired as e:
        return (e.stdout or b"").decode(errors="replace"), "timeout"
    except OSError as e:
        return str(e), "skip"
    return p.stdout.decode(errors="replace"), "crash" if p.returncode < 0 else "fail"


def verdicts(text, otherwise):
    """The result of a program, and those of its parts."""
    result, parts = otherwise, {}
    for line in text.splitlines():
        if not line.startswith("PIGLIT: "):
            continue
        try:
            said = json.loads(line[len("PIGLIT: "):])
        except ValueError:
            continue
        result = said.get("result", result)
        parts.update(said.get("subtest", {}))
    return result, parts


def worker(piglit, asked, results):
    with open(asked, encoding="utf-8") as f:
        todo = json.load(f)
    with open(results, "a", encoding="utf-8", buffering=1) as out:
        def say(name, result):
            print(name, result, sep="\t", file=out)

        shaders = [(n, c) for n, c in todo if c[0] == "shader_runner" and len(c) == 2]
        for i in range(0, len(shaders), BATCH):
            part = shaders[i:i + BATCH]
            files = {os.path.basename(c[1]).rsplit(".", 1)[0]: n for n, c in part}
            text, _ = run(piglit, ["shader_runner", *(c[1] for _, c in part)])
            _, parts = verdicts(text, "fail")
            done = {files[f]: r for f, r in parts.items() if f in files and r in ("pass", "skip")}
            for name, command in part:
                if name not in done:  # alone: what went before is none of its business
                    done[name], _ = verdicts(*run(piglit, command))
                say(name, done[name])
        for name, command in todo:
            if command[0] == "shader_runner" and len(command) == 2:
                continue
            result, parts = verdicts(*run(piglit, command))
            for part, r in parts.items():
                say(f"{name}@{part}", r)
            say(name, result)


# ---- outside ----------------------------------------------------------------------------------------------
def read_results(path):
    found = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            for line in f:
                name, tab, result = line.rstrip("\n").rpartition("\t")
                if tab:
                    found[name] = result
    return found


def environment(piglit):
    e = dict(os.environ, PIGLIT_PLATFORM="surfaceless_egl", PIGLIT_SOURCE_DIR=piglit)
    beside = [f"{piglit}/lib", os.path.dirname(piglit), e.get("LD_LIBRARY_PATH", "")]
    e["LD_LIBRARY_PATH"] = ":".join(p for p in beside if p)
    return e


def run_all(a, piglit, on, tests):
    """All that is not in the results yet, piece by piece, --jobs of them at a time."""
    results = f"{a.work}/{on}.txt"
    had = read_results(results)
    todo = [t for t in tests.items() if t[0] not in had]

    def piece(i):
        asked = f"{a.work}/{on}.asked{i}"
        with open(asked, "w", encoding="utf-8") as f:
            json.dump(todo[i:i + PIECE], f)
        command = [sys.executable, os.path.abspath(__file__), "--worker", piglit, asked, results]
        e = environment(piglit)
        if on == "llvmpipe":
            e.update(LIBGL_ALWAYS_SOFTWARE="1", GALLIUM_DRIVER="llvmpipe")
        else:
            if on.startswith("gc"):  # from piglit's folder
                here = os.path.abspath(a.build)
                e.update(ARM64_ROOT=f"{here}/arm64/piglit", PIGLIT_RUN=f"{HERE}/arm64.sh {here}")
            command = [f"{a.build}/firstlight", "gl", "--quiet", "--chip", on, "--", *command]
        began = time.monotonic()
        with open(f"{a.work}/{on}.log", "ab") as log:
            subprocess.run(command, env=e, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False)
        os.remove(asked)
        n = min(i + PIECE, len(todo))
        print(f"{on}: {n} of {len(todo)}, {time.monotonic() - began:.0f} s", file=sys.stderr)

    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        list(pool.map(piece, range(0, len(todo), PIECE)))
    return read_results(results)


def names_of(path):
    """A list of names: a line that begins with a blank belongs to the folder in the line above."""
    found, folder, why = {}, "", ""
    if not os.path.exists(path):
        return found
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
                found[f"{folder}@{text.strip()}"] = why
    return found


def names_it(known, name):
    """Itself, or with a star for anything. Mesa's lists have dashes for commas."""
    name = name.replace(",", "-")
    return name in known or any(re.fullmatch(".*".join(map(re.escape, k.split("*"))), name)
                                for k in known if "*" in k)


def compare(chip, reference, got):
    nearest = CHIPS[chip][1]
    fails = names_of(f"{HERE}/known/{nearest}.fails")
    causes = names_of(f"{HERE}/known/{nearest}.causes")
    sets = {"agree": [], "model": [], "explained": [], "question": [], "both": [], "skipped": [], "slow": []}
    good = ("pass", "warn")
    for name, result in got.items():
        want = reference.get(name, "skip")
        listed = names_it(fails, name) or any(f.startswith(name + "@") for f in fails)
        if result in good:
            sets["question" if listed else "agree"].append(name)
        elif "skip" in (want, result):
            sets["skipped"].append(name)
        elif result == "timeout":
            sets["slow"].append(name)
        elif listed or want not in good:
            sets["both"].append(name)
        elif name in causes or names_it(causes, name):
            sets["explained"].append(name)
        else:
            sets["model"].append(name)
    return sets


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build")
    p.add_argument("--chip", action="append", choices=sorted(CHIPS))
    p.add_argument("--only", default="")
    p.add_argument("--count", type=int, default=0)
    p.add_argument("--seed", type=int, default=15)
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--work", default="out/piglit")
    p.add_argument("--json", action="store_true")
    a = p.parse_args()
    installed = os.path.abspath(os.environ.get("PIGLIT") or DEFAULT)
    arm64 = os.path.abspath(f"{a.build}/arm64/piglit/{ARM64}")
    chips = a.chip or ["rv530", "rv770"]
    for piglit, needed, hint in (
            (installed, True, "apt-get install piglit, or PIGLIT=folder"),
            (arm64, any(c.startswith("gc") for c in chips), "make piglit-arm")):
        if needed and not os.path.exists(f"{piglit}/bin/shader_runner"):
            print(f"SKIP: {piglit} has no piglit: {hint}", file=sys.stderr)
            return 77
    os.makedirs(a.work, exist_ok=True)
    report, bad = {}, 0
    for chip in chips:
        piglit = arm64 if chip.startswith("gc") else installed
        tests = {n: c for n, c in tests_of(piglit, CHIPS[chip][0]).items() if re.search(a.only, n)}
        if a.count and a.count < len(tests):
            chosen = random.Random(a.seed).sample(sorted(tests), a.count)
            tests = {n: tests[n] for n in sorted(chosen)}
        got = run_all(a, piglit, chip, tests)
        got = {n: r for n, r in got.items() if n in tests or n.rpartition("@")[0] in tests}
        failed = {n for n, r in got.items() if r not in ("pass", "warn", "skip")}
        failed |= {n.rpartition("@")[0] for n in failed}
        reference = run_all(a, installed, "llvmpipe", {n: c for n, c in tests.items() if n in failed})
        report[chip] = sets = compare(chip, reference, got)
        bad += len(sets["model"])
        if not a.json:
            print(f"{chip}: {len(tests)} tests; " + ", ".join(f"{k} {len(v)}" for k, v in sets.items()))
            for name in sets["model"]:
                print(f"  FAIL {name} ({got[name]}; llvmpipe: {reference[name]})")
    if a.json:
        json.dump(report, sys.stdout, indent=1)
    return 1 if bad else 0


if __name__ == "__main__":
    if len(sys.argv) == 5 and sys.argv[1] == "--worker":
        worker(*sys.argv[2:])
        sys.exit(0)
    sys.exit(main())
