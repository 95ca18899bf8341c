/* SPDX-License-Identifier: MIT
 *
 * The page's other thread, in which the model runs: a message is [number, function of the engine, arguments],
 * and its answer [number, result]. What is said meanwhile comes as [0, kind, text].
 */
"use strict";

let engine = null;

function load(module) {
	engine = firstlightEngine(module, (kind, text) => postMessage([0, kind, text]));
	return {chips: engine.chips, demos: engine.demos, faults: engine.faults};
}

/* Frame n and its picture in one answer. */
function draw(n) {
	const code = engine.frame(n);
	return {code, picture: code ? null : engine.picture()};
}

onmessage = ({data: [id, name, ...args]}) => {
	try {
		const own = {load, draw}[name];
		const result = own ? own(...args) : engine[name](...args);
		const pixels = result?.picture?.pixels ?? result?.pixels;
		postMessage([id, result], pixels ? [pixels.buffer] : []);
	} catch (e) {
		postMessage([id, null, String(e)]);
	}
};
