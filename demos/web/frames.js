/* SPDX-License-Identifier: MIT
 *
 * The frame debugger: what is looked at, and the threads that the model runs in. One runs the frame to its
 * end, keeps the pictures on the way, and answers what the user asks for. The other is there if pictures are
 * missing: it replays the frame up to each of them meanwhile.
 */
"use strict";

const $ = (id) => document.getElementById(id);

/* What is looked at: of the trace, and what is chosen. */
const frame = {name: "", events: [], filmed: [], target: null, n: 0, pixel: null, view: "picture",
	other: null, so_far: false, bytes: null};

/* ---- threads ------------------------------------------------------------------------------------------- */
class Thread {
	constructor(module) {
		const text = $("worker").textContent;
		this.calls = new Map();
		this.last = 0;
		this.worker = new Worker(URL.createObjectURL(new Blob([text], {type: "text/javascript"})));
		this.worker.onmessage = ({data: [id, result, error]}) => {
			const {done, fail} = this.calls.get(id);
			this.calls.delete(id);
			if (error)
				fail(new Error(error));
			else
				done(result);
		};
		this.worker.onerror = (e) => this.broken(e.message || "the thread ended");
		this.ready = this.call("load", module);
	}
	broken(why) {
		for (const {fail} of this.calls.values())
			fail(new Error(why));
		this.calls.clear();
	}
	end() {
		this.worker.terminate();
		this.broken("another trace is looked into");
	}
	call(what, ...args) {
		return new Promise((done, fail) => {
			this.calls.set(++this.last, {done, fail});
			this.worker.postMessage([this.last, what, ...args]);
		});
	}
}

let front = null, back = null, engine_module = null;

/* The thread for what may take long; it has the trace of now. */
async function helper() {
	if (!back) {
		back = new Thread(engine_module);
		await back.ready;
		await back.call("trace", frame.bytes);
	}
	return back;
}

/* What a page has as packed text: a stream of its bytes. The browser's own decoder is quicker than atob(). */
async function unpack(text) {
	const packed = await fetch(`data:application/gzip;base64,${text}`);
	return packed.body.pipeThrough(new DecompressionStream("gzip"));
}

async function unpack_bytes(text) {
	return new Uint8Array(await new Response(await unpack(text)).arrayBuffer());
}

async function unpack_module(text) {
	const headers = {"Content-Type": "application/wasm"};
	return WebAssembly.compileStreaming(new Response(await unpack(text), {headers}));
}

/* ---- what is said -------------------------------------------------------------------------------------- */
function say(words) {
	$("state").textContent = words;
}

/* What went wrong stays in the page until something else works. */
function say_failure(what, e) {
	$("failure").textContent = `${what}: ${e.message ?? e}`;
}

/* Run it; its failure is said. Where it works, what was said before it goes, and what was said meanwhile
 * stays. */
async function attempt(what, run) {
	const before = $("failure").textContent;
	try {
		const result = await run();
		if ($("failure").textContent === before)
			$("failure").textContent = "";
		return result;
	} catch (e) {
		say_failure(what, e);
		return null;
	}
}

/* ---- answers that are kept ----------------------------------------------------------------------------- */
/* Pictures take the most: the last ones asked for stay. */
const MOST_B = 384 << 20;
const kept = {pictures: new Map(), pictures_B: 0, draws: new Map(), asked: 0, waiting: 0};

function forget_all() {
	kept.pictures.clear();
	kept.draws.clear();
	kept.pictures_B = 0;
	kept.asked++;
}

function keep_picture(n, picture) {
	kept.pictures.set(n, picture);
	kept.pictures_B += picture.pixels.length;
	for (const [old, {pixels}] of kept.pictures) {
		if (kept.pictures_B <= MOST_B || old === n)
			break;
		kept.pictures.delete(old);
		kept.pictures_B -= pixels.length;
	}
	return picture;
}

/* The picture after event n: {width, height, pixels}, R, G, B, A. */
async function picture_of(n, thread = front) {
	const have = kept.pictures.get(n);
	if (have) {
		kept.pictures.delete(n); /* it is the last that was asked for */
		kept.pictures.set(n, have);
		return have;
	}
	kept.waiting += thread === front;
	try {
		const asked = kept.asked, picture = await thread.call("picture", n);
		return asked === kept.asked && !kept.pictures.has(n) ? keep_picture(n, picture) : picture;
	} finally {
		kept.waiting -= thread === front;
	}
}

/* State and reports of event n. */
async function draw_of(n, thread = front) {
	if (!kept.draws.has(n)) {
		const asked = kept.asked, draw = await thread.call("draw", n);
		if (asked !== kept.asked)
			return draw;
		kept.draws.set(n, draw);
	}
	return kept.draws.get(n);
}

/* ---- words --------------------------------------------------------------------------------------------- */
const hex = (value, digits = 8) => `0x${value.toString(16).padStart(digits, "0")}`;

function words_of(e) {
	const of = [];
	if (e.primitive)
		of.push(`${e.vertices} vertices, ${e.primitive}`);
	if (e.instances > 1)
		of.push(`${e.instances} instances`);
	if (e.groups)
		of.push(`${e.groups.join(" x ")} groups`);
	if (e.written)
		of.push(`${e.written} samples written`);
	return of.join(", ");
}
