/* SPDX-License-Identifier: MIT
 *
 * The showroom: choices, the picture, and the card's tools. The model runs in a worker (worker.js,
 * engine.js); model.js, which the build makes, has that worker's text and the module in it.
 */
"use strict";

const $ = (id) => document.getElementById(id);
const lists = {chips: [], demos: [], faults: []};

/* ---- the worker ---------------------------------------------------------------------------------------- */
let worker = null, compiled = null, calls = new Map(), last_call = 0;
let hear = () => {}; /* where what is said goes */
const STOPPED = "stopped";

function call(name, ...args) {
	return new Promise((done, fail) => {
		calls.set(++last_call, {done, fail});
		worker.postMessage([last_call, name, ...args]);
	});
}

function answer({data: [id, result, error]}) {
	if (!id)
		return hear(result, error);
	const {done, fail} = calls.get(id);
	calls.delete(id);
	if (error)
		fail(new Error(error));
	else
		done(result);
}

async function unpack() {
	const packed = Uint8Array.from(atob(firstlight_wasm), (c) => c.charCodeAt(0));
	const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
	return WebAssembly.compile(await new Response(plain).arrayBuffer());
}

/* Also in place of one that does not come back. */
async function new_worker() {
	if (worker)
		worker.terminate();
	for (const {fail} of calls.values())
		fail(new Error(STOPPED));
	calls = new Map();
	worker = new Worker(URL.createObjectURL(new Blob([firstlight_worker], {type: "text/javascript"})));
	worker.onmessage = answer;
	return call("load", compiled);
}

/* ---- one thing after the other ------------------------------------------------------------------------- */
/* What the user asks for waits for what runs, and the picture waits for the user. */
let queue = Promise.resolve();

function later(run) {
	queue = queue.then(run).catch((e) => e.message === STOPPED ||
		say_state(`The model has failed: ${e.message}. Choose a chip to go on.`));
	return queue;
}

/* ---- the picture --------------------------------------------------------------------------------------- */
const show = {frame: 0, running: true, ready: false, since: 0, frames: 0, rate: 0};

function say_state(words) {
	$("state").textContent = words;
}

function size() {
	return $("size").value.split("x").map(Number);
}

function place(frame) {
	return `#chip=${$("chip").value}&demo=${$("demo").value}&size=${$("size").value}&frame=${frame}`;
}

function say_picture() {
	const rate = show.running && show.rate ? `, ${show.rate.toFixed(1)} frames a second` : "";
	say_state(`Frame ${show.frame}${rate}.`);
	$("link").href = place(show.frame);
	const [w, h] = size();
	$("command").textContent = `firstlight demo ${$("demo").value} --chip ${$("chip").value} ` +
		`--size ${w}x${h} --frames ${show.frame + 1}`;
}

function paint(picture) {
	const canvas = $("canvas");
	if (canvas.width !== picture.width || canvas.height !== picture.height) {
		canvas.width = picture.width;
		canvas.height = picture.height;
	}
	const pixels = new Uint8ClampedArray(picture.pixels.buffer);
	canvas.getContext("2d").putImageData(new ImageData(pixels, picture.width, picture.height), 0, 0);
}

function set_running(running) {
	show.running = running;
	show.since = performance.now();
	show.frames = show.rate = 0;
	$("run").textContent = running ? "Pause" : "Go on";
}

/* Draw frame n; false: it cannot be drawn, and the reason is said. */
async function draw(n) {
	let reason = "";
	hear = (kind, words) => reason += words;
	const {code, picture} = await call("draw", n);
	if (code) {
		show.ready = false;
		say_state(reason);
		return false;
	}
	show.frame = n;
	paint(picture);
	show.frames++;
	const past = performance.now() - show.since;
	if (past > 1000) {
		show.rate = 1000 * show.frames / past;
		show.since += past;
		show.frames = 0;
	}
	say_picture();
	return true;
}

/* The next frame once the last is on the screen, for as long as nothing else is asked for. */
function loop() {
	requestAnimationFrame(() => {
		if (show.running && show.ready)
			later(() => draw(show.frame + 1)).then(loop);
		else
			setTimeout(loop, 50);
	});
}

/* A card with the chosen chip, and the chosen demo on it, from frame n on. */
function begin(frame = 0) {
	return later(async () => {
		let reason = "";
		show.ready = false;
		say_state("The card is being woken.");
		hear = (kind, words) => reason += kind === "error" ? words : "";
		let code = await call("insert", $("chip").selectedIndex);
		if (!code)
			code = await call("begin", $("demo").selectedIndex, ...size());
		$("registers").href = "registers.html";
		if (code)
			return say_state(reason);
		/* Most demos draw a frame out of its number alone, but some out of the frames before it. */
		for (let n = 0; n < frame; n++)
			if (!await draw(n))
				return;
		show.ready = await draw(frame);
		show.since = performance.now();
		show.frames = show.rate = 0;
	});
}

/* ---- the monitor --------------------------------------------------------------------------------------- */
const typed = {lines: [], at: 0};

function log(pre, words, kind) {
	const span = document.createElement("span");
	span.className = kind;
	span.textContent = words;
	pre.append(span);
	pre.scrollTop = pre.scrollHeight;
}

async function run_line(pre, line) {
	$("stop").disabled = false;
	log(pre, `> ${line}\n`, "typed");
	hear = (kind, words) => log(pre, kind === "error" ? `error: ${words}\n` : words, kind);
	await call("line", line);
	$("stop").disabled = true;
	if (show.ready && !await call("onStage")) {
		show.ready = false;
		say_state("The card was taken from the demo by the monitor: From the start wakes it again.");
	}
	const picture = show.ready ? null : await call("picture");
	if (picture)
		paint(picture);
}

function send(event) {
	event.preventDefault();
	const line = $("line").value.trim();
	if (!line)
		return;
	typed.lines.push(line);
	typed.at = typed.lines.length;
	$("line").value = "";
	$("offers").textContent = "";
	later(() => run_line($("said"), line));
}

async function complete() {
	const input = $("line"), before = input.value.slice(0, input.selectionStart);
	const {from, offers} = await call("complete", before);
	if (!offers.length)
		return;
	let common = offers[0].word;
	for (const {word} of offers)
		while (!word.startsWith(common))
			common = common.slice(0, -1);
	input.setRangeText(common, from, before.length, "end");
	$("offers").textContent = offers.length < 2 ? "" :
		offers.slice(0, 40).map((o) => o.word.trim()).join("  ") + (offers.length > 40 ? " …" : "");
}

function key(event) {
	const step = {ArrowUp: -1, ArrowDown: 1}[event.key];
	if (event.key === "Tab" && !event.shiftKey && $("line").value) {
		event.preventDefault();
		later(complete);
	} else if (step) {
		event.preventDefault();
		typed.at = Math.max(0, Math.min(typed.lines.length, typed.at + step));
		$("line").value = typed.lines[typed.at] ?? "";
	}
}

/* A command without an end: its thread goes, and with it the card. */
async function stop() {
	$("stop").disabled = true;
	await new_worker();
	log($("said"), "stopped: this is another card\n", "error");
	begin();
}

/* ---- the smoke test ------------------------------------------------------------------------------------ */
function test(event) {
	event.preventDefault();
	return later(async () => {
		$("tested").textContent = "";
		$("try").disabled = true;
		show.ready = false;
		say_state("The smoke test has the card: From the start draws again.");
		hear = (kind, words) => log($("tested"), words + "\n", kind);
		if (!await call("insert", $("chip").selectedIndex, Number($("fault").value)))
			await run_line($("tested"), "smoke");
		$("try").disabled = false;
	});
}

/* ---- reports ------------------------------------------------------------------------------------------- */
/* The table of reports, in a place of the page; none are no table. */
function fill(place, reports) {
	place.replaceChildren();
	if (!reports.length)
		return;
	place.append($("reports-of").content.cloneNode(true));
	place.querySelector("tbody").append(...reports.map((r) => {
		const row = document.createElement("tr");
		for (const words of [r.severity, r.block, r.text, r.section, r.where, r.count])
			row.insertCell().textContent = words;
		row.className = r.severity;
		return row;
	}));
}

function list_reports() {
	return later(async () => {
		const reports = await call("reports");
		$("n-reports").textContent = reports.length ? "" : "Nothing so far.";
		fill($("report-table"), reports);
	});
}

/* ---- recorded streams ---------------------------------------------------------------------------------- */
/* The frame debugger in a window of its own gets the stream when it says that it is there. */
const looks = new Map();
let opened = null; /* the stream: its name, its bytes */

function look() {
	const frames = window.open("frames.html");
	if (frames)
		looks.set(frames, opened);
	else
		$("verdict").textContent = "The browser opens no window for the frame debugger.";
}

function hand_over({data, source}) {
	if (data === "frames" && looks.has(source))
		source.postMessage(looks.get(source), "*");
}

function replay() {
	const [file] = $("file").files;
	if (!file)
		return;
	return later(async () => {
		let reason = "";
		set_running(false);
		hear = (kind, words) => reason += words;
		$("verdict").textContent = `${file.name} is replayed.`;
		const trace = new Uint8Array(await file.arrayBuffer());
		const r = await call("replay", trace);
		opened = {name: file.name, trace};
		fill($("objections"), r.reports);
		$("look").disabled = false;
		const verdict = r.pass ? "Pass" : "Fail";
		$("verdict").textContent = r.code ? reason : `${verdict}: ${r.scene} on ${r.chip}, ` +
			`${r.differ} of ${r.pixels} pixels differ, largest difference ${r.most}. ` +
			"The picture: expected, drawn, the difference eight times.";
		if (r.picture)
			paint(r.picture);
	});
}

/* ---- tabs ---------------------------------------------------------------------------------------------- */
const tabs = [...document.querySelectorAll("[role=tab]")];

function choose(tab) {
	for (const t of tabs) {
		t.setAttribute("aria-selected", t === tab);
		t.tabIndex = t === tab ? 0 : -1;
		$(t.getAttribute("aria-controls")).hidden = t !== tab;
	}
	if (tab.id === "tab-reports")
		list_reports();
}

function tab_key(event) {
	const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
	if (!step)
		return;
	const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
	next.focus();
	choose(next);
}

/* ---- the beginning ------------------------------------------------------------------------------------- */
function option(value, words) {
	return Object.assign(document.createElement("option"), {value, textContent: words});
}

function from_place() {
	const asked = new URLSearchParams(location.hash.slice(1));
	for (const name of ["chip", "demo", "size"])
		if ([...$(name).options].some((o) => o.value === asked.get(name)))
			$(name).value = asked.get(name);
	const frame = Number(asked.get("frame"));
	if (asked.has("frame"))
		set_running(false);
	return Number.isInteger(frame) && frame > 0 ? Math.min(frame, 10000) : 0;
}

async function main() {
	compiled = await unpack();
	Object.assign(lists, await new_worker());
	$("chip").append(...lists.chips.map((c) => option(c.name, c.about)));
	$("demo").append(...lists.demos.map((d) => option(d.name, `${d.name}: ${d.about}`)));
	/* Not those that want numbers of their own. */
	const faults = lists.faults.map((f, i) => option(i, f.name));
	$("fault").append(...faults.filter((o) => !o.textContent.includes(":")));
	$("chip").value = "r580";
	$("demo").value = "cube";
	set_running(true);

	for (const name of ["chip", "demo", "size"])
		$(name).addEventListener("change", () => begin());
	$("run").addEventListener("click", () => set_running(!show.running));
	$("step").addEventListener("click", () => {
		set_running(false);
		later(() => show.ready && draw(show.frame + 1));
	});
	$("again").addEventListener("click", () => begin());
	$("prompt").addEventListener("submit", send);
	$("line").addEventListener("keydown", key);
	$("stop").addEventListener("click", stop);
	$("test").addEventListener("submit", test);
	$("file").addEventListener("change", replay);
	$("look").addEventListener("click", look);
	window.addEventListener("message", hand_over);
	for (const t of tabs) {
		t.addEventListener("click", () => choose(t));
		t.addEventListener("keydown", tab_key);
	}
	window.addEventListener("hashchange", () => begin(from_place()));
	await begin(from_place());
	document.body.dataset.ready = "yes";
	loop();
}

main().catch((e) => say_state(`This browser does not run it: ${e.message}`));
