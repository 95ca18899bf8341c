#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check.py FIRSTLIGHT DIR TRACES [SEED]: the showroom (DIR/index.html), opened as a file in chromium without
a window, and used as a user would: pictures and words beside those of the command, with no word at the
console. SEED draws the chips, and recorded streams out of the archives in TRACES. `make check-web`."""

import base64
import json
import pathlib
import random
import re
import subprocess
import sys
import tarfile
import tempfile
import time

from browser import Browser

SIZE, FRAMES = (320, 240), 3
MOST_B = 8 << 20
FAMILIES = {"R3xx to R5xx": ["r580", "rv530", "rv515", "r420", "rv350"],
            "R6xx and R7xx": ["rv770", "rv710", "r600", "rv670"],
            "Sea Islands": ["bonaire", "hawaii", "kabini"],
            "Vivante GC": ["gc2000", "gc880", "gc3000", "gc7000l"]}
STREAMS = {"r500": 6, "r600": 6, "cik": 6, "gc7000l": 6} # archives, and how many of each
wrong = []


def expect(what, true, detail=""):
    if not true:
        wrong.append(f"{what}{': ' if detail else ''}{detail}")
        print("FAIL", wrong[-1], flush=True)


def command(tool, *args):
    return subprocess.run([tool, *map(str, args)], capture_output=True, text=True, check=False, timeout=300)


def picture_of_command(tool, folder, demo, chip, frames):
    """R, G, B bytes of the last frame, or why there is none."""
    out = pathlib.Path(folder, "frames.raw")
    out.unlink(missing_ok=True)
    run = command(tool, "demo", demo, "--chip", chip, "--size", "%dx%d" % SIZE, "--frames", frames,
                  "--out", out)
    return (out.read_bytes()[-3 * SIZE[0] * SIZE[1]:] if out.exists() else None), run.stderr


DRAW = """
const [chip, demo, width, height, frames, done] = arguments;
(async () => {
	let said = "";
	hear = (kind, words) => said += words;
	let code = await call("insert", lists.chips.findIndex((c) => c.name === chip));
	code = code || await call("begin", demo, width, height);
	for (let n = 0; n < frames && !code; n++)
		code = await call("frame", n);
	if (code)
		return done({said});
	const picture = await call("picture");
	// Without the canvas's alpha.
	const some = [];
	const rgb = picture.pixels.filter((x, i) => i % 4 < 3);
	for (let i = 0; i < rgb.length; i += 0x8000)
		some.push(String.fromCharCode(...rgb.subarray(i, i + 0x8000)));
	done({text: btoa(some.join(""))});
})().catch((e) => done({said: String(e)}));"""


def check_pictures(browser, tool, folder, chip):
    """Every demo: the same bits as the command's, or the same refusal."""
    same = refused = 0
    browser.click("#run")
    for i, demo in enumerate(browser.run("return lists.demos.map((d) => d.name)")):
        want, why = picture_of_command(tool, folder, demo, chip, FRAMES)
        got = browser.do("/execute/async", {"script": DRAW, "args": [chip, i, *SIZE, FRAMES]})
        if want is None:
            reason = got.get("said", "drawn").strip()
            expect(f"{demo} on {chip} is refused", reason in why, f"{reason} and {why}")
            refused += 1
        else:
            expect(f"{demo} on {chip}", "text" in got and base64.b64decode(got["text"]) == want,
                   got.get("said", "another picture"))
            same += 1
    browser.click("#again")
    browser.click("#run")
    print(f"{chip}: {same} demos, {refused} are not for it", flush=True)
    expect(f"{chip} draws", same > 10)


def say(browser, pre, done):
    """The words of a place once they hold `done`."""
    try:
        return browser.wait(f"document.querySelector('{pre}').textContent.match({done}) && "
                            f"document.querySelector('{pre}').textContent", 100)
    except RuntimeError:
        expect(f"{pre} says {done}", False, browser.text(pre))
        return ""


def clear(browser):
    """No line half typed, nothing said."""
    browser.run("$('line').value = $('said').textContent = ''")


def check_monitor(browser, tool, chip):
    browser.choose("#chip", chip)
    browser.wait("show.ready")
    word = browser.run("return lists.chips.find((c) => c.name === arguments[0]).about", chip)
    glob = "*STATUS*" if chip.startswith("gc") else "*SCISSOR*"
    names = command(tool, "names", glob, "--chip", chip).stdout
    clear(browser)
    browser.type("#line", f"names {glob}", "<Enter>")
    said = say(browser, "#said", r"/\d+ names?\n/")
    expect(f"names on {word}", said.split("\n", 1)[-1].strip() == names.strip(), f"{said!r} and {names!r}")
    browser.type("#line", "smo<Tab>")
    browser.wait("$('line').value === 'smoke '")
    clear(browser)
    browser.type("#line", "<Up>")
    back = browser.run("return $('line').value")
    expect("what was typed comes back", back == f"names {glob}", back)
    clear(browser)
    browser.type("#line", "nonsense<Enter>")
    expect("an unknown command is an error", "error" in say(browser, "#said", "/error: .*nonsense/"))
    expect("the picture goes on", browser.run("return show.ready"))


def check_stop(browser):
    """A command without an end has one."""
    clear(browser)
    browser.type("#line", "watch RBBM_STATUS --count 1000000000<Enter>")
    browser.wait("!$('stop').disabled")
    time.sleep(1)
    browser.click("#stop")
    say(browser, "#said", "/stopped/")
    browser.wait("show.ready && show.frame > 1")


def check_smoke(browser, tool, chip, fault):
    """TAP as the command prints it, with the same first failure."""
    want = command(tool, "smoke", "--chip", chip, *(["--break", fault] if fault else [])).stdout
    browser.choose("#chip", chip)
    browser.wait("show.ready")
    browser.click("#tab-smoke")
    browser.run("const f = $('fault'); f.value = [...f.options].find((o) => "
                "o.textContent === arguments[0]).value", fault or "none")
    browser.click("#try")

    def results(text):
        return re.findall(r"^(?:not )?ok \d+ - .*", text, re.M)

    last = re.escape(results(want)[-1]).replace("/", "\\/")
    said = say(browser, "#tested", f"/{last}/")
    expect(f"smoke of {chip}, {fault or 'well'}", results(said) == results(want) and results(want),
           f"{results(said)} and {results(want)}")
    expect(f"smoke of {chip}, {fault or 'well'}, fails", ("\nnot ok" in "\n" + said) == bool(fault))
    browser.click("#tab-monitor")
    browser.wait("!$('try').disabled")
    browser.click("#again")
    browser.wait("show.ready")


def check_link(browser, page):
    """A link has the same frame; it is paused."""
    browser.open("about:blank")
    browser.open(f"{page}#chip=rv770&demo=gears&size=320x240&frame=7")
    browser.wait("document.body.dataset.ready && show.ready", 120)
    chosen = browser.run("return [show.frame, show.running, $('chip').value, $('demo').value]")
    expect("a link's choices", chosen == [7, False, "rv770", "gears"], chosen)
    browser.click("#step")
    browser.wait("show.frame === 8")
    expect("the next link", "frame=8" in browser.run("return $('link').href"))


def check_reports(browser):
    """What the model objects to is listed."""
    browser.click("#tab-reports")
    browser.wait("$('n-reports').textContent === 'Nothing so far.'")
    browser.click("#tab-monitor")
    clear(browser)
    line = "mw regs:0x7f00 1 --force=unknown"
    browser.type("#line", line, "<Enter>")
    browser.wait("$('said').textContent.includes('mw') && $('stop').disabled")
    browser.click("#tab-reports")
    browser.wait("$('report-table').querySelector('tbody tr')")
    browser.type("#tab-reports", "<Left>")
    expect("tabs by keyboard", browser.run("return $('reports').hidden && !$('smoke').hidden"))


def check_streams(browser, tool, folder, archive, lot, many):
    """The command's verdict, to the number of pixels, and its picture."""
    with tarfile.open(archive) as tar:
        for member in lot.sample([m for m in tar if m.name.endswith(".trace")], many):
            path = pathlib.Path(folder, pathlib.Path(member.name).name)
            path.write_bytes(tar.extractfile(member).read())
            want = json.loads(command(tool, "replay", "--json", path).stdout)[0]
            # The archives share scenes: the verdict on the last stream is not to be taken for this one's.
            browser.run("$('verdict').textContent = ''")
            browser.type("#file", str(path))
            browser.wait(f"/^(Pass|Fail): {want['scene']} /.test($('verdict').textContent)")
            words = (f"{'Pass' if want['pass'] else 'Fail'}: {want['scene']} on {want['chip']}, "
                     f"{want['differ']} of {want['pixels']} pixels differ, largest difference "
                     f"{want['max_diff']}.")
            said = browser.text("#verdict")
            expect(path.name, said.startswith(words), f"{said!r} and {words!r}")
            expect(f"reports of {path.name}",
                   browser.run("return $('objections').querySelectorAll('tbody tr').length")
                   == len(want["reports"]))
            path.unlink()


def check_look(browser):
    """The stream that is open goes to the frame debugger in a window of its own."""
    own = browser.windows()[0]
    scene = browser.text("#verdict").split()[1]
    browser.click("#look")
    browser.to_window(browser.windows()[-1])
    browser.wait("document.body.dataset.ready === 'yes'", 100)
    expect("the stream in the frame debugger", browser.text("#title").startswith(f"{scene} on "),
           browser.text("#title"))
    for line in browser.console():
        expect("nothing at the frame debugger's console", False, line)
    browser.close_window()
    browser.to_window(own)


def main():
    tool, pages, traces = sys.argv[1:4]
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else int(time.time())
    lot = random.Random(seed)
    page = pathlib.Path(pages, "index.html").resolve().as_uri()
    size_B = sum(f.stat().st_size for f in pathlib.Path(pages).iterdir())

    print(f"showroom of seed {seed}, {size_B >> 10} KiB", flush=True)
    expect("size", size_B < MOST_B, f"{size_B} bytes")
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(folder + "/profile")
        try:
            begun = time.time()
            browser.open(page)
            browser.wait("document.body.dataset.ready")
            print(f"the first picture after {time.time() - begun:.1f} s")
            browser.wait("show.rate", 60)
            print(browser.text("#state"))
            for chips in FAMILIES.values():
                check_pictures(browser, tool, folder, lot.choice(chips))
                check_monitor(browser, tool, lot.choice(chips))
            check_smoke(browser, tool, "rv770", "")
            check_smoke(browser, tool, "r580", "pipe-hung")
            check_stop(browser)
            browser.click("#tab-trace")
            for name, many in STREAMS.items():
                check_streams(browser, tool, folder, f"{traces}/{name}.tar.xz", lot, many)
            check_look(browser)
            check_link(browser, page)
            check_reports(browser)
            for line in browser.console():
                expect("nothing at the console", False, line)
        finally:
            browser.close()
    print(f"{len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
