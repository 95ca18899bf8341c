/* SPDX-License-Identifier: MIT
 *
 * The frame debugger: the strip of pictures, the large one with its views, and the mark on a pixel.
 */
"use strict";

const screen_now = {picture: null, depths: null, costs: null, asked: 0};

function put_pixels(canvas, width, height, pixels) {
	canvas.width = width;
	canvas.height = height;
	canvas.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
}

/* As a screen shows it: what is in alpha is not meant for that. */
function opaque(picture) {
	const pixels = new Uint8ClampedArray(picture.pixels);
	for (let i = 3; i < pixels.length; i += 4)
		pixels[i] = 255;
	return pixels;
}

/* ---- the strip ----------------------------------------------------------------------------------------- */
function strip_item(e) {
	const item = document.createElement("li");
	item.id = `event-${e.n}`;
	item.setAttribute("role", "option");
	item.setAttribute("aria-selected", "false");
	const canvas = document.createElement("canvas");
	canvas.width = 80;
	canvas.height = 60;
	canvas.setAttribute("aria-hidden", "true");
	const text = document.createElement("div");
	text.append(Object.assign(document.createElement("strong"), {textContent: `${e.n} ${e.kind}`}),
		document.createElement("br"), e.name, document.createElement("br"), words_of(e));
	item.append(canvas, text);
	item.addEventListener("click", () => choose_event(e.n));
	return item;
}

function fill_strip() {
	$("strip").replaceChildren(...frame.events.map(strip_item));
	$("strip-title").textContent = `Events (${frame.events.length})`;
}

/* A small copy of the picture, each pixel the nearest of the large one. */
function put_small(n, picture) {
	const canvas = $(`event-${n}`)?.querySelector("canvas");
	if (!canvas || canvas.dataset.done)
		return;
	const scale = Math.max(picture.width / 80, picture.height / 60);
	const width = Math.max(1, Math.floor(picture.width / scale));
	const height = Math.max(1, Math.floor(picture.height / scale));
	const from = new Uint32Array(picture.pixels.buffer), to = new Uint32Array(width * height);
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++)
			to[y * width + x] = 0xff000000 | from[Math.floor((y + 0.5) * scale) * picture.width +
				Math.floor((x + 0.5) * scale)];
	put_pixels(canvas, width, height, new Uint8ClampedArray(to.buffer));
	canvas.dataset.done = "yes";
}

const idle = () => new Promise((done) =>
	window.requestIdleCallback ? requestIdleCallback(done, {timeout: 200}) : setTimeout(done));

/* All small pictures, from the chosen event on: those that are kept while nothing else is to do, the others
 * by the thread behind. */
async function make_strip() {
	const asked = kept.asked, n = frame.events.length;
	for (let i = 0; i < n; i++) {
		/* the order changes as another event is chosen: those that are done are passed over */
		const order = [...Array(n).keys()].map((k) => (frame.n + k) % n)
			.filter((k) => !$(`event-${k}`).querySelector("canvas").dataset.done);
		const next = order.find((k) => frame.filmed[k]) ?? order[0];
		if (next === undefined)
			break;
		await idle();
		const picture = await picture_of(next, frame.filmed[next] ? front : await helper());
		if (asked !== kept.asked)
			return;
		put_small(next, picture);
		if (frame.view === "heat")
			await show_picture();
		document.body.dataset.pictures = i + 1;
	}
	document.body.dataset.strip = "done";
}

/* ---- views --------------------------------------------------------------------------------------------- */
const luma = (p, i) => (p[i] * 77 + p[i + 1] * 151 + p[i + 2] * 28) >> 8;

/* a in gray and dim, with what is not the same in b in color. Gives how many pixels that are. */
function differing(a, b, to) {
	const x = new Uint32Array(a.pixels.buffer), y = b && new Uint32Array(b.pixels.buffer);
	let n = 0;
	for (let i = 0; i < x.length; i++) {
		const at = 4 * i;
		if (y ? x[i] !== y[i] : x[i]) {
			n++;
			to.set([a.pixels[at], a.pixels[at + 1], a.pixels[at + 2]], at);
			if (luma(a.pixels, at) < 48) /* what became dark is seen, too */
				to.set([255, 96, 0], at);
		} else {
			to.fill(luma(a.pixels, at) >> 2, at, at + 3);
		}
		to[at + 3] = 255;
	}
	return n;
}

/* Counts to colors: black, blue, red, yellow, white. */
const HEAT = [[0, 0, 0], [40, 40, 200], [200, 30, 60], [255, 200, 0], [255, 255, 255]];

function warm(part) {
	const at = part * (HEAT.length - 1), low = Math.min(HEAT.length - 2, Math.floor(at));
	return HEAT[low].map((c, i) => c + (HEAT[low + 1][i] - c) * (at - low));
}

/* How many events up to n changed each pixel, of those whose pictures are there. */
function heat(n, size, to) {
	const counts = new Uint32Array(size);
	let before = null, most = 0, missing = 0;
	for (let k = 0; k <= n; k++) {
		const now = kept.pictures.get(k);
		if (!now || now.pixels.length !== 4 * size) {
			missing++;
			before = null;
			continue;
		}
		const a = new Uint32Array(now.pixels.buffer);
		for (let i = 0; i < size && (before || !k); i++)
			if (before ? a[i] !== before[i] : a[i])
				most = Math.max(most, ++counts[i]);
		before = a;
	}
	const colors = [...Array(most + 1).keys()].map((c) => warm(most ? c / most : 0));
	for (let i = 0; i < size; i++)
		to.set([...colors[counts[i]], 255], 4 * i);
	return {most, missing};
}

/* The depth buffer of event n, or its stencils; the last ones stay for the pointer. */
async function depths_of(n, stencil) {
	const had = screen_now.depths;
	if (had?.event === n && had.of_stencil === stencil)
		return had;
	const depths = await front.call("depths", n, stencil);
	return {...depths, of_stencil: stencil};
}

const digits = (z) => Number(z.toPrecision(9));

/* In place of the picture; what its grays and colors mean. */
async function show_depths(n, stencil) {
	if (!frame.events[n].depth)
		return [null, "The event draws to no depth buffer."];
	const depths = await attempt(`The depth buffer of event ${n}`, () => depths_of(n, stencil));
	if (!depths)
		return [null, "There is no depth buffer to show: the reason is above."];
	const of = `Depth buffer at ${depths.target}, ${depths.format}` +
		(depths.samples > 1 ? `, the first of ${depths.samples} samples` : "");
	return [depths, stencil ? `${of}: each stencil has a color, 0 is black.` :
		`${of}: black is ${digits(depths.least)}, white ${digits(depths.most)}.`];
}

/* What pixels cost: what the views of that count. */
const COSTS = {shaded: "runs of a pixel's program", written: "samples written", steps: "instructions"};

/* The last ones stay for the pointer. */
async function costs_of(n, first, of) {
	const had = screen_now.costs;
	if (had?.last === n && had.first === first && had.of === of)
		return had;
	return {...await front.call("costs", first, n, of), of};
}

async function show_costs(n, of) {
	const e = frame.events[n], first = frame.so_far ? 0 : n;
	if (!frame.so_far && e.depth === null && !e.color.length)
		return [null, "The event draws no pixels, which would cost something."];
	const costs = await attempt(`What event ${n} costs`, () => costs_of(n, first, of));
	if (!costs)
		return [null, "There is nothing to show: the reason is above."];
	const whose = first === n ? `event ${n}` : `events 0 to ${n}`;
	return [costs, `${costs[of].total} ${COSTS[of]} of ${whose}, target ${costs.target}: black is none, ` +
		`then blue, red, yellow; white is ${costs[of].most}.`];
}

async function show_picture() {
	const asked = ++screen_now.asked, n = frame.n, view = frame.view;
	const picture = await attempt(`The picture after event ${n}`, () => picture_of(n));
	if (!picture || asked !== screen_now.asked)
		return;
	let pixels = opaque(picture), legend = "", depths = null, costs = null;
	if (view === "changed") {
		const before = n ? await attempt("The picture before", () => picture_of(n - 1)) : null;
		const many = differing(picture, before, pixels);
		legend = `${many} pixels changed: in color, or orange where they became dark.`;
	} else if (view === "compare" && frame.other !== null) {
		const other = await attempt("The other picture", () => picture_of(frame.other));
		const many = differing(picture, other, pixels);
		legend = `${many} pixels differ from those after event ${frame.other}.`;
	} else if (view === "compare") {
		legend = "No other event is chosen: the tab Compare has a field for it.";
	} else if (view === "wires") {
		const wires = await attempt(`The wire frame of event ${n}`, () => front.call("wires", n));
		pixels = wires ? opaque(wires) : pixels;
		legend = "Edges of the event's primitives as they come to the rasterizer, after clipping.";
	} else if (view === "depth" || view === "stencil") {
		[depths, legend] = await show_depths(n, view === "stencil");
	} else if (view in COSTS) {
		[costs, legend] = await show_costs(n, view);
	} else if (view === "heat") {
		const {most, missing} = heat(n, picture.width * picture.height, pixels);
		legend = `Black: not changed; white: changed by ${most} events of 0 to ${n}.` +
			(missing ? ` ${missing} pictures are not made yet.` : "");
	}
	if (asked !== screen_now.asked)
		return;
	screen_now.depths = depths;
	screen_now.costs = costs;
	const instead = depths ?? costs;
	screen_now.picture = instead ?? picture;
	$("so-far-label").hidden = !(view in COSTS);
	put_pixels($("canvas"), screen_now.picture.width, screen_now.picture.height,
		instead ? new Uint8ClampedArray(instead.pixels) : pixels);
	put_small(n, picture);
	$("legend").textContent = legend;
	set_zoom();
	show_mark();
	document.body.dataset.shown = n;
}

function set_zoom() {
	const zoom = Number($("zoom").value), picture = screen_now.picture;
	if (!picture)
		return;
	const room = $("screen").clientWidth || 640;
	const scale = zoom || Math.max(0.1, Math.min(room / picture.width, 480 / picture.height));
	$("canvas").style.width = `${picture.width * scale}px`;
	$("canvas").style.height = `${picture.height * scale}px`;
	show_mark();
}

/* ---- pixels -------------------------------------------------------------------------------------------- */
function show_mark() {
	const mark = $("mark"), picture = screen_now.picture;
	mark.hidden = !picture || !frame.pixel;
	if (mark.hidden)
		return;
	const [x, y] = frame.pixel, scale = $("canvas").offsetWidth / picture.width;
	Object.assign(mark.style, {left: `${x * scale}px`, top: `${y * scale}px`, width: `${scale}px`,
		height: `${scale}px`});
}

function pixel_at(event) {
	const canvas = $("canvas"), box = canvas.getBoundingClientRect(), picture = screen_now.picture;
	const inside = (v, n) => Math.max(0, Math.min(n - 1, Math.floor(v)));
	return [inside((event.clientX - box.left) / box.width * picture.width, picture.width),
		inside((event.clientY - box.top) / box.height * picture.height, picture.height)];
}

function say_depth([x, y]) {
	const {width, samples, has_stencil, depth, stencil} = screen_now.depths;
	const at = (y * width + x) * samples;
	const of = (values) => [...values.slice(at, at + samples)].map(digits).join(", ");
	$("under").textContent = `(${x}, ${y}) after event ${frame.n}: depth ${of(depth)}` +
		(has_stencil ? `, stencil ${of(stencil)}` : "");
}

function say_cost([x, y]) {
	const costs = screen_now.costs, at = y * costs.width + x;
	const counts = Object.keys(COSTS).map((of) => `${costs[of].pixels[at]} ${COSTS[of]}`);
	$("under").textContent = `(${x}, ${y}): ${counts.join(", ")}`;
}

function say_pixel([x, y]) {
	if (screen_now.depths)
		return say_depth([x, y]);
	if (screen_now.costs)
		return say_cost([x, y]);
	const {width, pixels} = screen_now.picture, at = 4 * (y * width + x);
	const [r, g, b, a] = pixels.slice(at, at + 4);
	$("under").textContent = `(${x}, ${y}) after event ${frame.n}: R ${r} G ${g} B ${b} A ${a}, ` +
		`#${[r, g, b, a].map((c) => c.toString(16).padStart(2, "0")).join("")}`;
}

function canvas_key(event) {
	const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
	const picture = screen_now.picture;
	if (!picture || (!step && event.key !== "Enter"))
		return;
	event.preventDefault();
	event.stopPropagation();
	const [x, y] = frame.pixel ?? [picture.width >> 1, picture.height >> 1];
	if (!step)
		return choose_pixel(x, y);
	frame.pixel = [Math.max(0, Math.min(picture.width - 1, x + step[0])),
		Math.max(0, Math.min(picture.height - 1, y + step[1]))];
	show_mark();
	say_pixel(frame.pixel);
}
