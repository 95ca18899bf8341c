#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Piglit through stock Mesa on the models, beside its software rasterizer and what real chips fail.

    tests/gl/piglit.py [--build DIR] [--chip CHIP]... [--only REGEX] [--from N] [--count N] [--seed N]
                        [--seconds N] [--jobs N] [--json] [--keep] [--work DIR] [--known DIR] [--cl]

Piglit is Debian's package (0~git20220119), or a folder that PIGLIT names, such as the package unpacked:
apt-get download piglit libwaffle-1-0; dpkg -x each of them to X; PIGLIT=X/usr/lib/x86_64-linux-gnu/piglit.
Programs for Vivante's cores are ARM's, in qemu-user: `make piglit-arm` fetches and unpacks them.
Its lists quick_gl and quick_shader say which tests there are; those beyond the GLSL of a chip's family are
left out. --only leaves those whose names match somewhere; --count takes so many, in an order that the seed
draws: fewer are the beginning of more, and --from leaves out the first, such as those that are kept.

Results are kept in --work (out/piglit): a run that was ended goes on where it was. Each test ends up in one
of these sets, which are compared with what tests/gl/known/ says:

    agree      the model passes (llvmpipe, which takes as long, is asked only where it does not)
    model      llvmpipe passes, no real chip is known to fail, and the model fails: the model's fault, or
               Mesa's compiler; those in tests/gl/known/CHIP.causes are explained there
    question   a real chip is known to fail (tests/gl/known/CHIP.fails), the model passes: see questions.md there
    both       both fail, or the chip is known to fail, or to be unsteady, and the model does
    skipped    one of them does not run it
    slow       the model was not done within a minute, or --seconds

With --cl they are piglit's tests of OpenCL, through Mesa's Clover (mesa-opencl-icd), on Sea Islands, and pocl
stands in llvmpipe's place; names are those of CHIP_cl.kept and CHIP_cl.causes. LATER_MESA names a folder with
a Clover that is not installed (tests/gl/later-mesa.sh fetches one: Debian 12's has no scratch memory).

What tests/gl/known/CHIP.kept says otherwise is printed; --keep writes it, or adds to it, if it has as many
as --from leaves out. The exit code is 1 where the model
fails alone, or what passed does not pass any more.
"""
import argparse
import ast
import concurrent.futures
import gzip
import html
import json
import os
import re
import subprocess
import sys
import time

import piglit_sets

# GLSL that the driver of a family offers, and whose list of failures is the nearest.
CHIPS = {
    "rv530": (1.20, "rv530"), "rv515": (1.20, "rv530"), "r580": (1.20, "rv530"),
    "r420": (1.20, "rv410"), "r300": (1.20, "rv410"),
    "bonaire": (4.50, "hawaii"), "hawaii": (4.50, "hawaii"), "kabini": (4.50, "hawaii"),
    "gc2000": (1.20, "gc2000"), "gc7000l": (1.20, "gc2000"),
    "gc3000": (1.20, "gc2000"), "gc880": (1.20, "gc2000"),
    "rv770": (3.30, "rv770"), "rv710": (3.30, "rv770"), "r600": (3.30, "rv770"),
}
HERE = os.path.dirname(os.path.abspath(__file__))
DEFAULT = "/usr/lib/x86_64-linux-gnu/piglit"
ARM64 = "usr/lib/aarch64-linux-gnu/piglit"  # in build/arm64/piglit
TEST_S = 60    # a test that takes longer is too slow for this, if --seconds does not say otherwise
BATCH = 40     # shader tests of one process
PIECE = 400    # tests of one `firstlight gl`
TEST = re.compile(r'<Test type="(gl|shader|cl|cl_prog)" name="([^"]*)">(.*?)</Test>', re.S)
OPTION = re.compile(r'<option name="([^"]*)" value="([^"]*)" />')


def tests_of(piglit, glsl):
    """Name to command, in piglit's order; those of OpenCL where glsl is None."""
    found = {}
    for profile in ("quick_gl", "quick_shader") if glsl else ("cl",):
        with gzip.open(f"{piglit}/tests/{profile}.xml.gz", "rt", encoding="utf-8") as f:
            text = f.read()
        for kind, name, options in TEST.findall(text):
            option = {k: html.unescape(v) for k, v in OPTION.findall(options)}
            if kind == "cl_prog":
                found[html.unescape(name)] = ["cl-program-tester", ast.literal_eval(option["filename"])]
            if "command" not in option or name.startswith("glx@"):
                continue
            command = ast.literal_eval(option["command"])
            version = float(option.get("shader_version") or 0)
            if kind == "shader" and (command[0] != "shader_runner" or version > glsl):
                continue
            found[html.unescape(name)] = command
    return found


# ---- in the child of firstlight gl: run what is asked for, and write results as they come -----------------
def run(piglit, seconds, command):
    """What a program prints, whatever becomes of it."""
    argv = [*os.environ.get("PIGLIT_RUN", "").split(), f"{piglit}/bin/{command[0]}", *command[1:]]
    if not command[0].startswith("cl-"):
        argv += ["-auto", "-fbo"]
    try:
        p = subprocess.run(argv, cwd=piglit, timeout=seconds, stdout=subprocess.PIPE,
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


def worker(piglit, asked, results, seconds):
    with open(asked, encoding="utf-8") as f:
        todo = json.load(f)
    with open(results, "a", encoding="utf-8", buffering=1) as out:
        def say(name, result):
            print(name, result, sep="\t", file=out)

        shaders = [(n, c) for n, c in todo if c[0] == "shader_runner" and len(c) == 2]
        while shaders:
            part = shaders[:BATCH]
            files = [os.path.basename(c[1]).rsplit(".", 1)[0] for _, c in part]
            text, _ = run(piglit, seconds, ["shader_runner", *(c[1] for _, c in part), "-report-subtests"])
            _, parts = verdicts(text, "fail")
            last = max((i for i, f in enumerate(files) if f in parts), default=-1)
            del part[last + 2:]  # what ended the batch is done alone; those after it begin one of their own
            del shaders[:len(part)]
            for (name, command), f in zip(part, files):
                result = parts.get(f) if files.count(f) == 1 else None
                if result not in ("pass", "skip"):  # alone: what went before is none of its business
                    result, _ = verdicts(*run(piglit, seconds, command))
                say(name, result)
        for name, command in todo:
            if command[0] == "shader_runner" and len(command) == 2:
                continue
            result, parts = verdicts(*run(piglit, seconds, command))
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


def environment(piglit, mesa=None):
    e = dict(os.environ, PIGLIT_PLATFORM="surfaceless_egl", PIGLIT_SOURCE_DIR=piglit)
    beside = [f"{piglit}/lib", os.path.dirname(piglit), e.get("LD_LIBRARY_PATH", "")]
    if mesa:
        beside.insert(0, os.path.abspath(f"{mesa}/usr/lib/x86_64-linux-gnu"))
        e["GALLIUM_PIPE_SEARCH_DIR"] = f"{beside[0]}/gallium-pipe"
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
            json.dump(sorted(todo[i:i + PIECE]), f)
        command = [sys.executable, os.path.abspath(__file__), "--worker", piglit, asked, results,
                   str(a.seconds)]
        e = environment(piglit, os.environ.get("LATER_MESA") if on.endswith("_cl") else None)
        if on == "llvmpipe":
            e.update(LIBGL_ALWAYS_SOFTWARE="1", GALLIUM_DRIVER="llvmpipe")
        elif on == "pocl":
            e["OCL_ICD_VENDORS"] = "pocl.icd"
        else:
            if on.startswith("gc"):  # from piglit's folder
                here = os.path.abspath(a.build)
                e.update(ARM64_ROOT=f"{here}/arm64/piglit", PIGLIT_RUN=f"{HERE}/arm64.sh {here}")
            if a.cl:
                e["OCL_ICD_VENDORS"] = "mesa.icd"
            threads = max(1, (os.cpu_count() or 1) // a.jobs)  # jobs share the processors out
            command = [f"{a.build}/firstlight", "gl", "--quiet", "--threads", str(threads), "--chip",
                       on.removesuffix("_cl"), "--", *command]
        began = time.monotonic()
        with open(f"{a.work}/{on}.log", "ab") as log:
            subprocess.run(command, env=e, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False)
        os.remove(asked)
        n = min(i + PIECE, len(todo))
        print(f"{on}: {n} of {len(todo)}, {time.monotonic() - began:.0f} s", file=sys.stderr)

    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        list(pool.map(piece, range(0, len(todo), PIECE)))
    return read_results(results)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", default="build")
    p.add_argument("--chip", action="append", choices=sorted(CHIPS))
    p.add_argument("--only", default="")
    p.add_argument("--from", type=int, default=0, dest="after")
    p.add_argument("--count", type=int, default=0)
    p.add_argument("--seed", type=int, default=15)
    p.add_argument("--seconds", type=int, default=TEST_S)
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--work", default="out/piglit")
    p.add_argument("--known", default=piglit_sets.KNOWN)
    p.add_argument("--cl", action="store_true")
    p.add_argument("--json", action="store_true")
    p.add_argument("--keep", action="store_true")
    a = p.parse_args()
    installed = os.path.abspath(os.environ.get("PIGLIT") or DEFAULT)
    arm64 = os.path.abspath(f"{a.build}/arm64/piglit/{ARM64}")
    chips = a.chip or (["hawaii"] if a.cl else ["rv530", "rv770"])
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
        glsl, nearest = (None, "hawaii_cl") if a.cl else CHIPS[chip]
        on, judge = (f"{chip}_cl", "pocl") if a.cl else (chip, "llvmpipe")
        everything = tests_of(piglit, glsl)
        tests = {n: c for n, c in everything.items() if re.search(a.only, n)}
        names = piglit_sets.in_order(tests, a.seed)
        before = piglit_sets.Kept(f"{a.known}/{on}.kept", everything)
        tests = {n: tests[n] for n in names[a.after:a.after + a.count if a.count else len(names)]}
        got = run_all(a, piglit, on, tests)
        got = {n: r for n, r in got.items() if piglit_sets.test_of(tests, n) in tests}
        failed = {n for n, r in got.items() if r not in (*piglit_sets.GOOD, "skip")}
        failed |= {n.rpartition("@")[0] for n in failed}
        reference = run_all(a, installed, judge, {n: c for n, c in tests.items() if n in failed})
        found = piglit_sets.sort(a.known, on, nearest, reference, got)
        sets = {s: [n for n, of in found.items() if of == s] for s in piglit_sets.SETS}
        changed = before.changed(tests, found)
        report[on] = {**sets, "changed": changed}
        bad += len(sets["model"]) + sum(piglit_sets.worse(was, now) for _, was, now in changed)
        if not a.json:
            print(f"{on}: {len(tests)} tests; " + ", ".join(f"{k} {len(v)}" for k, v in sets.items()))
            for name in sets["model"]:
                print(f"  FAIL {name} ({got[name]}; {judge}: {reference[name]})")
            for name, was, now in changed:
                print(f"  CHANGED {name}: was {was}, is {now or 'not there'}")
        if a.keep and not a.only and a.after == len(before.ran):
            found.update(before.found())
            piglit_sets.keep(f"{a.known}/{on}.kept", on, a.after + len(tests), found, a.seed)
        elif a.keep and not a.only and not a.after and len(tests) >= len(before.ran):
            piglit_sets.keep(f"{a.known}/{on}.kept", on, len(tests), found, a.seed)
        elif a.keep:
            print(f"{on}: {len(before.ran)} tests are kept: fewer do not take their place, and what is added "
                  f"begins --from {len(before.ran)}", file=sys.stderr)
            bad += 1
    if a.json:
        json.dump(report, sys.stdout, indent=1)
    return 1 if bad else 0


if __name__ == "__main__":
    if len(sys.argv) == 6 and sys.argv[1] == "--worker":
        worker(*sys.argv[2:5], int(sys.argv[5]))
        sys.exit(0)
    sys.exit(main())
