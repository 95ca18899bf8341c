#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""frames.py FIRSTLIGHT TRACES AXE [SEED]: the frame debugger's page (firstlight replay --html), opened as a
file in chromium without a window, and used as a user would, with recorded streams of each family: events,
pictures, states and histories of pixels beside those of the command, every function clicked, no word at
the console, nothing that axe objects to. SEED draws streams, events and pixels. `make check-web`."""

import base64
import gzip
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

# A frame of many draws, of each family: so many frames of a demo, recorded as one.
DEMO, CHIPS, FRAMES = "gears", ["r580", "rv770", "bonaire", "gc7000l"], 16
ARCHIVES = ["r300", "r500", "r600", "cik", "gc", "gc7000l"]
STREAMS, DRAWS, PIXELS, TEXTURES, DEPTHS, MESHES = 1, 2, 4, 2, 1, 1 # of each archive; of each stream
MOST_TEXELS = 1 << 14 # of a level that is compared
MOST_VERTICES = 5000 # of a draw whose vertices are compared
MOST_B = 20 << 20
# What the page is meant to take, and what fails the test: a machine that does other things is slow.
OPENS_S, SHOWS_S, SLACK = 3, 0.5, 10
wrong = []


def expect(what, true, detail=""):
    if not true:
        wrong.append(f"{what}{': ' if detail else ''}{detail}")
        print("FAIL", wrong[-1], flush=True)


def replay(tool, path, *args):
    """What the command says, as JSON."""
    run = subprocess.run([tool, "replay", "--json", *map(str, args), path], capture_output=True, text=True,
                         check=False, timeout=300)
    try:
        return json.loads(run.stdout)
    except ValueError:
        raise RuntimeError(f"replay {args} of {path}: {run.returncode}, {run.stdout[:200]!r}, "
                           f"{run.stderr!r}") from None


def raw_of_command(tool, folder, path, *args):
    """R, G, B bytes of a picture that the command makes."""
    out = pathlib.Path(folder, "picture.raw")
    out.unlink(missing_ok=True)
    subprocess.run([tool, "replay", "--quiet", *map(str, args), "--out", out, path], capture_output=True,
                   check=False, timeout=300)
    return out.read_bytes() if out.exists() else b""


def picture_of_command(tool, folder, path, n, *args):
    """Those after event n, or what else there is of it."""
    return raw_of_command(tool, folder, path, "--event", n, *args)


# What the page is asked for as its own functions do.
ASK = """
const [what, args, done] = arguments;
const rgb = (pixels) => {
	const some = [], of = pixels.filter((x, i) => i % 4 < 3);
	for (let i = 0; i < of.length; i += 0x8000)
		some.push(String.fromCharCode(...of.subarray(i, i + 0x8000)));
	return btoa(some.join(""));
};
const run = {
	draw: (n) => draw_of(n),
	texture: async (...which) => {
		const {width, height, pixels} = await front.call("texture", ...which);
		return {width, height, rgb: rgb(pixels)};
	},
	depths: async (n) => {
		const {pixels, depth, stencil, ...of} = await front.call("depths", n, false);
		const colors = await front.call("depths", n, true);
		return {of, gray: rgb(pixels), colors: rgb(colors.pixels), depth: [...depth],
			stencil: [...stencil]};
	},
	costs: async (first, last, of) => {
		const {pixels, ...costs} = await front.call("costs", first, last, of);
		for (const kind of ["shaded", "written", "steps"])
			costs[kind].pixels = [...costs[kind].pixels];
		return {costs, heat: rgb(pixels)};
	},
	vertices: (n) => front.call("vertices", n, 0xffffffff),
	program: (...whose) => front.call("program", ...whose),
	wires: async (n) => rgb((await front.call("wires", n)).pixels),
	diff: async (text) => front.call("diff", Uint8Array.from(atob(text), (c) => c.charCodeAt(0))),
	pixel: (target, x, y) => front.call("pixel", target, x, y),
	picture: async (n) => {
		const {width, height, pixels} = await picture_of(n);
		return {width, height, rgb: rgb(pixels)};
	},
}[what];
run(...args).then((result) => done({result}), (e) => done({error: String(e)}));"""


class Page:
    def __init__(self, browser):
        self.browser = browser

    def ask(self, what, *args):
        got = self.browser.do("/execute/async", {"script": ASK, "args": [what, args]})
        if "error" in got:
            raise RuntimeError(f"{what} {args}: {got['error']}")
        return got["result"]

    def data(self, key, value, seconds=60):
        """Until the page has said so (data- of its body)."""
        self.browser.wait(f"document.body.dataset.{key} === '{value}'", seconds)

    def press(self, key):
        self.browser.run("document.activeElement.blur()")
        self.browser.run("document.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], "
                         "bubbles: true, cancelable: true}))", key)

    def put(self, css, words):
        self.browser.run("const i = document.querySelector(arguments[0]); i.value = arguments[1]; "
                         "i.dispatchEvent(new Event('input')); i.dispatchEvent(new Event('change'))",
                         css, words)


def traces_of(archive, folder, lot, many):
    """So many streams of an archive, unpacked; such that draw more than once come first."""
    with tarfile.open(archive) as tar:
        members = [m for m in tar if m.name.endswith(".trace")]
        # the longest third has the scenes with several draws
        members.sort(key=lambda m: -m.size)
        for member in lot.sample(members[:len(members) // 3], many):
            path = pathlib.Path(folder, pathlib.Path(member.name).name)
            path.write_bytes(tar.extractfile(member).read())
            yield path


def same_pixel(mine, theirs):
    return {**mine, "history": None} == {**theirs, "history": None} and mine["history"] == theirs["history"]


def compare_depths(page, tool, folder, path, n):
    """The depth buffer after event n: values, and both pictures."""
    mine, theirs = page.ask("depths", n), replay(tool, path, "--event", n, "--depth")
    what = f"{path.name}: the depth buffer of event {n}"
    expect(f"{what}, its values", [float(f"{z:.9g}") for z in mine["depth"]] == theirs["depth"])
    expect(f"{what}, its stencils", theirs["stencil"] in (None, mine["stencil"]))
    expect(f"{what}, its picture",
           base64.b64decode(mine["gray"]) == picture_of_command(tool, folder, path, n, "--depth"))
    colors = picture_of_command(tool, folder, path, n, "--stencil")
    expect(f"{what}, its stencils' picture",
           colors == (base64.b64decode(mine["colors"]) if theirs["has_stencil"] else b""))
    same = ("target", "format", "width", "height", "samples", "has_stencil")
    expect(f"{what}, what it is", all(mine["of"][k] == theirs[k] for k in same))


def compare_costs(page, tool, folder, path, events, lot):
    """What a draw costs each pixel, and what all events do."""
    drawn = [e["n"] for e in events if e["written"]]
    for args in [["--event", at] for at in lot.sample(drawn, min(len(drawn), MESHES))] + [["--events"]]:
        of = lot.choice(["shaded", "written", "steps"])
        whole = args == ["--events"]
        mine = page.ask("costs", 0 if whole else args[1], len(events) - 1 if whole else args[1], of)
        what = f"{path.name}: {of} of {' '.join(map(str, args))}"
        expect(f"{what}, its counts", mine["costs"] == replay(tool, path, *args, "--cost", of))
        theirs = raw_of_command(tool, folder, path, *args, "--cost", of)
        expect(f"{what}, its picture", theirs and base64.b64decode(mine["heat"]) == theirs)


def answer(run):
    """None: there is a reason for none."""
    try:
        return run()
    except RuntimeError:
        return None


def compare_traces(page, tool, path, other):
    """The trace beside another of its family, which may not be comparable, and beside itself."""
    for to in (other, path):
        text = base64.b64encode(to.read_bytes()).decode()
        mine, theirs = (answer(run) for run in (lambda: page.ask("diff", text),
                                                lambda: replay(tool, to, "--diff", path)))
        expect(f"{path.name} beside {to.name}", mine == theirs and (mine or to == other))


def compare(page, tool, folder, path, lot):
    """What the page says beside what the command says; gives the events."""
    want = replay(tool, path, "--events")
    got = page.browser.run("return frame.events")
    expect(f"events of {path.name}", got == want["events"], f"{len(got)} and {len(want['events'])}")
    n = len(got)
    for at in sorted({0, n - 1, *lot.sample(range(n), min(n, DRAWS))}):
        mine = page.ask("picture", at)
        expect(f"{path.name}: the picture after event {at}",
               base64.b64decode(mine["rgb"]) == picture_of_command(tool, folder, path, at))
        expect(f"{path.name}: the state at event {at}",
               page.ask("draw", at) == replay(tool, path, "--event", at))
    width, height = mine["width"], mine["height"]
    for n, texture in [(e["n"], t) for e in got for t in page.ask("draw", e["n"])["textures"]][:TEXTURES]:
        levels = texture["levels"]
        small = [i for i, l in enumerate(levels) if l["width"] * l["height"] <= MOST_TEXELS]
        level = lot.choice(small or [0])
        layer = lot.randrange(levels[level]["layers"])
        which = [texture["number"], level, layer]
        mine = page.ask("texture", n, *which)
        theirs = picture_of_command(tool, folder, path, n, "--texture", ":".join(map(str, which)))
        expect(f"{path.name}: texture {which} of event {n}",
               theirs and base64.b64decode(mine["rgb"]) == theirs)
    drawn = [e["n"] for e in got if e["primitive"] and e["vertices"] < MOST_VERTICES]
    for at in lot.sample(drawn, min(len(drawn), MESHES)):
        expect(f"{path.name}: the vertices of event {at}",
               page.ask("vertices", at) == replay(tool, path, "--event", at, "--vertices"))
        expect(f"{path.name}: the wire frame of event {at}",
               base64.b64decode(page.ask("wires", at)) ==
               picture_of_command(tool, folder, path, at, "--vertices"))
        waves = page.ask("vertices", at)["waves"]
        whose = [waves[0]["vertices"][0]["index"], waves[0]["instance"]] if waves else None
        expect(f"{path.name}: the program of vertex {whose} of event {at}",
               not whose or answer(lambda: page.ask("program", at, False, *whose)) == answer(
                   lambda: replay(tool, path, "--event", at, "--steps", ":".join(map(str, whose)))))
    deep = [e["n"] for e in got if e["depth"]]
    for at in lot.sample(deep, min(len(deep), DEPTHS)):
        compare_depths(page, tool, folder, path, at)
    compare_costs(page, tool, folder, path, got, lot)
    for _ in range(PIXELS):
        x, y = lot.randrange(width), lot.randrange(height)
        theirs = replay(tool, path, "--pixel", f"{x},{y}")
        expect(f"{path.name}: history of {x},{y}", same_pixel(page.ask("pixel", None, x, y), theirs))
    return got


def axe(browser, source, what):
    """What axe objects to in the page as it stands."""
    found = browser.do("/execute/async", {"script": source + """
const done = arguments[arguments.length - 1];
axe.run(document).then(({violations}) => done(violations.map((v) =>
	`${v.id}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join(", ")}`)),
	(e) => done([String(e)]));""",
                                          "args": []})
    for line in found:
        expect(f"axe, {what}", False, line)


def click_all(page, events, source, path):
    """Every function, by mouse and by keys."""
    browser, n = page.browser, len(events)
    last = n - 1
    page.data("strip", "done", 100)
    small = browser.run("return document.querySelectorAll('#strip canvas[data-done]').length")
    expect("each event has its small picture", small == n, f"{small} of {n}")
    browser.click(f"#event-{last}")
    page.data("registers", last)
    browser.run("$('only-changed').click()")
    page.data("registers", last)
    every = browser.run("return $('register-table').querySelectorAll('tbody tr').length")
    state = page.ask("draw", last)["state"]
    expect("all registers are listed", every == len(state), f"{every} of {len(state)}")
    name = state[len(state) // 2]["name"]
    page.put("#filter", name)
    browser.wait(f"$('register-table').querySelectorAll('tbody tr').length < {max(2, every)}")
    page.put("#filter", "")
    axe(browser, source, "state")

    browser.click("#tab-textures")
    page.data("textures", last)
    axe(browser, source, "textures")
    browser.click("#tab-vertices")
    page.data("vertices", last)
    rows = browser.run("return $('vertex-table').querySelectorAll('tbody tr').length")
    expect("vertices are listed", (rows > 0) == (events[last]["primitive"] is not None), f"{rows} rows")
    axe(browser, source, "vertices")
    if rows:
        browser.click("#tab-program")
        browser.choose("#program-of", "vertex")
        page.put("#program-a", str(page.ask("vertices", last)["waves"][0]["vertices"][0]["index"]))
        page.put("#program-b", "0")
        browser.click("#program-form button")
        browser.wait("document.body.dataset.program !== undefined")
        steps = browser.run("return $('step-table').querySelectorAll('tbody tr').length")
        expect("a program's steps", steps > 1, f"{steps} rows")
        axe(browser, source, "program")
        browser.choose("#program-of", "pixel")
    browser.click("#tab-reports")
    expect("reports are shown", browser.run("return !$('reports').hidden"))
    browser.type("#tab-reports", "<Right>")
    expect("tabs by keyboard", browser.run("return !$('textures').hidden"))
    page.press("w")
    browser.wait("frame.view === 'wires' && $('legend').textContent.startsWith('Edges')")
    page.press("w")
    browser.wait("frame.view === 'picture'")

    # a click on the middle of the picture
    browser.click("#canvas")
    browser.wait("document.body.dataset.history")
    expect("a pixel in the address", "pixel=" in browser.run("return location.hash"))
    page.put("#pixel-x", "1")
    page.put("#pixel-y", "2")
    browser.click("#pixel-form button")
    page.data("history", "1,2")
    browser.type("#canvas", "<Right><Down><Enter>")
    page.data("history", "2,3")
    expect("the value under the pointer", "(2, 3)" in browser.text("#under"))
    axe(browser, source, "history")
    page.put("#pixel-x", "100000")
    browser.click("#pixel-form button")
    browser.wait("$('failure').textContent.includes('100000')")

    for view in ("changed", "heat", "picture"):
        browser.choose("#view", view)
        browser.wait(f"frame.view === '{view}' && "
                     f"location.hash.includes('view=') === {str(view != 'picture').lower()}")
    browser.choose("#view", "depth")
    deep = events[last]["depth"] is not None
    browser.wait("$('legend').textContent.includes('depth buffer') || "
                 "$('legend').textContent.includes('Depth buffer')")
    page.press("d")
    browser.wait("frame.view === 'picture'")
    page.press("d")
    browser.wait("frame.view === 'depth'")
    if deep:
        browser.wait("screen_now.depths !== null")
        browser.type("#canvas", "<Right>")
        expect("the depth under the pointer", "depth " in browser.text("#under"))
    browser.choose("#view", "stencil")
    browser.wait("$('legend').textContent.includes('stencil')" if deep else "frame.view === 'stencil'")
    axe(browser, source, "depths")
    page.press("o")
    browser.wait("frame.view === 'shaded' && screen_now.costs?.of === 'shaded'")
    browser.type("#canvas", "<Right>")
    expect("the costs under the pointer", "instructions" in browser.text("#under"))
    page.press("s")
    browser.wait("screen_now.costs?.first === 0 && location.hash.includes('so-far=1')")
    axe(browser, source, "costs")
    browser.click("#so-far")
    browser.wait("!frame.so_far")
    page.press("i")
    browser.wait("screen_now.costs?.of === 'steps'")
    browser.choose("#view", "written")
    browser.wait("screen_now.costs?.of === 'written' && $('legend').textContent.includes('samples written')")
    browser.choose("#view", "picture")
    browser.wait("frame.view === 'picture' && !screen_now.depths && !screen_now.costs")
    for zoom in ("4", "0"):
        browser.choose("#zoom", zoom)
    page.press("Home")
    page.data("registers", 0)
    page.press("h")
    browser.wait("frame.view === 'changed' && $('legend').textContent.includes('pixels changed')")
    page.press("h")
    browser.wait("frame.view === 'picture'")
    page.press("End")
    page.data("registers", last)
    if n > 1:
        page.press("ArrowLeft")
        page.data("registers", last - 1)
        page.press("ArrowRight")
        page.data("registers", last)
        page.press("c")
        page.data("compared", f"{last},{last - 1}")
        page.put("#other", "0")
        browser.click("#compare-form button")
        page.data("compared", f"{last},0")
        a, b = ({(c["space"], c["address"]): c["value"] for c in page.ask("draw", k)["state"]}
                for k in (last, 0))
        differ = sum(a.get(k) != b.get(k) for k in {*a, *b})
        shown = browser.run("return $('differ-table').querySelectorAll('tbody tr').length")
        expect("two events compared", shown == differ, f"{shown} and {differ}")
        axe(browser, source, "compare")

        page.browser.type("#other-file", str(path))
        page.data("diff", "null")
        expect("a trace beside itself", "the same" in browser.text("#n-diff"), browser.text("#n-diff"))

    page.press("/")
    expect("/ goes to the search", browser.run("return document.activeElement.id") == "search")
    browser.type("#search", name, "<Enter>")
    browser.wait("document.body.dataset.found !== undefined")
    expect(f"{name} is found", int(browser.run("return document.body.dataset.found")) > 0)
    browser.click("#found-table tbody button")
    axe(browser, source, "found")
    page.press("?")
    expect("? shows the keys", browser.run("return $('help').open"))
    axe(browser, source, "keys")
    browser.click("#help button")
    browser.click("#help-button")
    browser.click("#help button")


def check_link(page, url, events):
    """A link has the same event and pixel."""
    at = len(events) // 2
    page.browser.open("about:blank")
    page.browser.open(f"{url}#draw={at}&pixel=3,4")
    page.browser.wait("document.body.dataset.ready", 100)
    page.data("history", "3,4")
    expect("a link's event", page.browser.run("return frame.n") == at)


def check_errors(page, tool, folder, path):
    """A stream that is damaged: what there is is shown, and why there is no more."""
    cut = pathlib.Path(folder, "cut.trace")
    cut.write_bytes(path.read_bytes()[:200])
    page.browser.type("#file", str(cut))
    page.browser.wait("$('failure').textContent.length > 10")
    page.browser.type("#file", str(path))
    page.browser.wait("document.body.dataset.ready && !$('failure').textContent", 100)
    bare = pathlib.Path(folder, "bare")
    bare.write_bytes(pathlib.Path(tool).read_bytes())
    bare.chmod(0o755)
    run = subprocess.run([bare, "replay", "--html", f"{folder}/none", path], capture_output=True, text=True,
                         check=False, timeout=100)
    expect("no page at the command", run.returncode == 3 and "make web" in run.stderr, run.stderr)
    there, no_stream = pathlib.Path(tempfile.mkdtemp(dir=folder), "there"), pathlib.Path(folder, "bare")
    for bad in pathlib.Path(folder, "none.trace"), no_stream:
        subprocess.run([tool, "replay", "--html", there, bad], capture_output=True, check=False, timeout=100)
        expect("no page where there is no stream", not there.exists() or bad == no_stream)
        there.mkdir(exist_ok=True)
        if bad != no_stream:
            (there / "index.html").write_text("mine", encoding="utf-8")
    expect("a page that was there stays", (there / "index.html").read_text(encoding="utf-8") == "mine")


def open_page(page, tool, folder, path):
    """The page with this stream; its address, and the seconds that it took."""
    run = subprocess.run([tool, "replay", "--html", f"{folder}/page", path], capture_output=True, text=True,
                         check=False, timeout=300)
    out = pathlib.Path(folder, "page", "index.html")
    expect(f"a page of {path.name}", out.exists(), run.stderr)
    expect("size of the page", out.stat().st_size < MOST_B, f"{out.stat().st_size} bytes")
    page.browser.open("about:blank")
    begun = time.time()
    page.browser.open(out.as_uri())
    page.browser.wait("document.body.dataset.ready", 100)
    took = time.time() - begun
    expect("opens in time", took < OPENS_S * SLACK, f"{took:.1f} s")
    return out, took


def record(tool, folder, chip):
    """A page of a demo; the recorded stream as a file, for the command."""
    out = pathlib.Path(folder, "demo", "index.html")
    run = subprocess.run([tool, "demo", DEMO, "--chip", chip, "--size", "640x480", "--frames", str(FRAMES),
                          "--html", out.parent], capture_output=True, text=True, check=False, timeout=300)
    expect(f"a page of {DEMO} on {chip}", out.exists(), run.stderr)
    packed = re.search(r'<script id="trace" [^>]*>([^<]*)<', out.read_text(encoding="utf-8"))[1]
    path = pathlib.Path(folder, f"{DEMO}-{chip}.trace")
    path.write_bytes(gzip.decompress(base64.b64decode(packed)))
    run = replay(tool, path)[0]
    expect(f"{path.name} replays", run["pass"] and not run["max_diff"] and not run["reports"], run)
    return path


def show_all(page, events):
    """Seconds until the picture of a chosen event is there, the longest of some."""
    most = 0
    for n in range(0, len(events), max(1, len(events) // 5)):
        page.browser.run("delete document.body.dataset.shown")
        most = max(most, page.browser.do("/execute/async", {"args": [n], "script": """
const [n, done] = arguments, begun = performance.now();
kept.pictures.clear();
choose_event(n);
(function look() {
	if (document.body.dataset.shown === String(n))
		return done((performance.now() - begun) / 1000);
	setTimeout(look, 1);
})();"""}))
    expect("shows an event in time", most < SHOWS_S * SLACK, f"{most:.2f} s")
    return most


def look_at(page, tool, folder, path, lot):
    """Its page, and the events."""
    out, opened = open_page(page, tool, folder, path)
    events = compare(page, tool, folder, path, lot)
    shown = show_all(page, events)
    print(f"{path.name}: {len(events)} events, {out.stat().st_size >> 10} KiB, opens in {opened:.1f} s, "
          f"shows an event in {shown:.2f} s", flush=True)
    return out, events


def main():
    tool, traces, axe_dir = sys.argv[1:4]
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else int(time.time())
    lot = random.Random(seed)
    source = pathlib.Path(axe_dir, "axe.min.js").read_text(encoding="utf-8")
    tool = str(pathlib.Path(tool).resolve())
    clicked = lot.choice(ARCHIVES)

    print(f"frames of seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for dark in (False, True):
            browser = Browser(f"{folder}/profile{dark}", dark=dark)
            page = Page(browser)
            try:
                for archive in ARCHIVES if not dark else [clicked]:
                    *paths, other = traces_of(f"{traces}/{archive}.tar.xz", folder, lot,
                                              2 if dark else STREAMS + 1)
                    for path in paths:
                        out, events = look_at(page, tool, folder, path, lot)
                        compare_traces(page, tool, path, other)
                    if dark or archive == clicked:
                        click_all(page, events, source, path)
                        check_link(page, out.as_uri(), events)
                        check_errors(page, tool, folder, path)
                for chip in CHIPS if not dark else []:
                    look_at(page, tool, folder, record(tool, folder, chip), lot)
                for line in browser.console():
                    expect("nothing at the console", False, line)
            finally:
                browser.close()
    print(f"{len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
