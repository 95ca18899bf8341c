/* SPDX-License-Identifier: MIT
 *
 * The frame debugger's other threads: a message is [number, what, arguments], and its answer
 * [number, result] or [number, null, why not].
 */
"use strict";

let engine = null, said = "";

const tasks = {
	load(module) {
		engine = firstlightEngine(module, (kind, text) => said += text);
	},
	/* The bytes of a trace: what the others are about. */
	trace: (bytes) => engine.lookInto(bytes),
	events: () => engine.lookEvents(),
	draw: (n) => engine.lookDraw(n),
	pixel: (target, x, y) => engine.lookPixel(target, x, y),
	picture: (n) => engine.lookPicture(n),
	texture: (n, number, level, layer) => engine.lookTexture(n, number, level, layer),
	depths: (n, stencil) => engine.lookDepths(n, stencil),
	costs: (first, last, of) => engine.lookCosts(first, last, of),
	vertices: (n, most) => engine.lookVertices(n, most),
	wires: (n) => engine.lookWires(n),
	program: (n, pixel, a, b) => engine.lookProgram(n, pixel, a, b),
	diff: (bytes) => engine.lookDiff(bytes),
	/* Of which of n events the picture is there at once. */
	filmed: (n) => [...Array(n).keys()].map((k) => engine.lookFilmed(k)),
};

onmessage = ({data: [id, what, ...args]}) => {
	said = "";
	try {
		const result = tasks[what](...args);
		if (result === null)
			postMessage([id, null, said || "the model gave no reason"]);
		else
			postMessage([id, result], result?.pixels ? [result.pixels.buffer] : []);
	} catch (e) {
		postMessage([id, null, String(e)]);
	}
};
