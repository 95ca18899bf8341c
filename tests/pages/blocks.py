#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""blocks.py FIRSTLIGHT: the blocks of code in README, manual and tutorial. Programs for chips are
assembled, C is compiled, device trees too, and every command line is run: in a copy of the folder's
names, with a model where the page has a card, and `make` asked only whether it knows the target. What
is not run is named with its reason in NOT_RUN, and each of these must still be there. `make check-
pages`."""

import glob
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

PAGES = ["README.md", *sorted(glob.glob("demos/manual/*.md")), *sorted(glob.glob("demos/tutorial/*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.S | re.M)

# A card is taken by a model; QEMU, the monitor and a viewer end where they wait for somebody.
INSTEAD = (
    (r"^sudo ", ""),
    (r" --device 01:00\.0", ""),
    (r"^(firstlight )", "build/firstlight "),
    (r"contact( --out \S+)?$", r"contact\1 --yes"),
    (r"^build/firstlight monitor", "echo quit | build/firstlight monitor"),
    (r"chromium-bsu -na$", "true"),
)
# A command, and why it is not run here; what runs it, if anything does.
NOT_RUN = (
    (r"--via vfio", "needs a card behind an IOMMU: make check-linux"),
    (r"/dev/vfio/12", "needs a card behind an IOMMU: make check-linux"),
    (r"mmio:0x130000", "needs a board: make check-linux-arm64"),
    (r"mem=huge|nr_hugepages", "needs a board of arm64: make check-linux-arm64"),
    (r"mailbox:0x", "needs an ARM guest: make check-linux-arm64"),
    (r"\| mpv", "needs a window"),
    (r"gl --window", "needs a window: make check-gl-window"),
    (r"PROGRAM", "stands for the reader's own: make check-gl, make check-gl-arm"),
    (r"chromium-bsu", "a game of its own package"),
    (r"FILE\.trace", "stands for the reader's own: tests/unit/test_replay.c"),
    (r"-cdrom", "its menu waits for keys: tests/unit/test_disc.c"),
    (r"^(cc|cp|cd first|make -C|out/mine|\./step1)|^make bare|program\.c",
     "after an installation: tests/unit/test_install.c, test_tutorial.c"),
    (r"clang-15", "needs clang-15: make check-cl"),
    (r"hello\.o", "needs clang-15: make check-cl"),
)
# Machines that do not switch off: some seconds, and what must have been said at the serial port.
MACHINES = r"^qemu-system|firstlight qemu "
MACHINE_S = 120
STARTED = re.compile(rb"firstlight: started by")
EXPECTED_CODES = {r"--break": (0, 1), r"diff ": (0, 1), r"poll ": (0, 1), r"^build/firstlight replay": (0, 1)}


def commands(block):
    """Lines without their comments, continued ones joined, those of && apart."""
    for line in block.replace("\\\n", " ").split("\n"):
        line = re.sub(r"(^|\s)#.*", "", line).strip()
        for part in line.split(" && "):
            if part.strip():
                yield re.sub(r"\s+", " ", part.strip())


def run_machine(command, folder):
    """A machine is ended when it has said what every start of ours says."""
    if command.startswith("qemu-system") and "-nographic" not in command:
        command += " -display none"
    with subprocess.Popen(["timeout", str(MACHINE_S), "sh", "-c", f"exec {command}"], cwd=folder,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT) as machine:
        text = b""
        while not STARTED.search(text):
            piece = os.read(machine.stdout.fileno(), 4096)
            if not piece:
                return f"says nothing of ours: {text[-300:].decode(errors='replace')}"
            text += piece
        machine.terminate()
    return None


def run_command(command, folder, exported):
    """None, or what is wrong. exported: what earlier lines of the block put into the environment."""
    if re.match(r"(sudo )?make ", command):
        command = command.removeprefix("sudo ")
        words = shlex.split(command)
        targets = [w for w in words[1:] if "=" not in w]
        rules = pathlib.Path("Makefile").read_text() + "".join(
            pathlib.Path(p).read_text() for p in [*glob.glob("*/build.mk"), *glob.glob("*/*/build.mk"),
                                                  "demos/install.mk"])
        missing = [t for t in targets if not re.search(rf"^([\w$()./-]+ )*{t}( [\w -]+)?:", rules, re.M)]
        return f"no target {missing}" if missing else None
    for pattern, to in INSTEAD:
        command = re.sub(pattern, to, command)
    if re.search(MACHINES, command):
        return run_machine(command, folder)
    result = subprocess.run(["sh", "-c", command], cwd=folder, env={**os.environ, **exported},
                            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                            timeout=120, check=False)
    codes = next((c for p, c in EXPECTED_CODES.items() if re.search(p, command)), (0,))
    if result.returncode not in codes:
        return f"ends with {result.returncode}: {(result.stderr or result.stdout)[-300:]}"
    return None


def compile_c(text):
    result = subprocess.run(["cc", "-std=gnu11", "-Wall", "-Werror", "-I.", "-Ibuild/gen", "-fsyntax-only",
                             "-x", "c", "-"], input=text, capture_output=True, text=True, check=False)
    return result.stderr if result.returncode else None


def fed(command, text):
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return result.stderr if result.returncode else None


def main():
    tool = os.path.abspath(sys.argv[1])
    wrong, done, skipped, used = [], 0, 0, set()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("tests", "demos", "lib", "hw"):
            os.symlink(os.path.abspath(name), f"{folder}/{name}")
        os.mkdir(f"{folder}/out")
        os.symlink(os.path.dirname(tool), f"{folder}/build")
        for page in PAGES:
            text = pathlib.Path(page).read_text()
            if re.search(r"^    \S", FENCE.sub("", text), re.M):
                wrong.append(f"{page}: a block without a fence")
            for m in FENCE.finditer(text):
                kind, block = m[1], m[2]
                at = f"{page}:{text[:m.start()].count(chr(10)) + 1}"
                if kind == "asm":
                    bad = [(at, fed([tool, "asm", "-"], block))]
                elif kind == "c":
                    bad = [(at, compile_c(block))]
                elif kind == "dts":
                    bad = [(at, fed(["dtc", "-I", "dts", "-O", "dtb", "-o", "/dev/null", "-"], block))]
                elif kind == "sh":
                    bad = []
                    exported = {}
                    for command in commands(block):
                        if command.startswith("export "):
                            exported.update([command.removeprefix("export ").split("=", 1)])
                            continue
                        reason = next((i for i, (p, _) in enumerate(NOT_RUN) if re.search(p, command)), None)
                        if reason is not None:
                            used.add(reason)
                            skipped += 1
                        else:
                            bad.append((f"{at}: {command}", run_command(command, folder, exported)))
                elif kind == "text":
                    bad = []
                else:
                    bad = [(at, f"what is a block of '{kind}'?")]
                done += len(bad)
                wrong += [f"{where}: {what}" for where, what in bad if what]
    wrong += [f"nothing is left of: {p}" for i, (p, _) in enumerate(NOT_RUN) if i not in used]
    for line in wrong:
        print("FAIL", line)
    print(f"{done} blocks and commands, {skipped} not run for their reasons, {len(wrong)} wrong")
    return 1 if wrong or not done else 0


if __name__ == "__main__":
    sys.exit(main())
