/* SPDX-License-Identifier: MIT
 *
 * The module of WebAssembly (web.h) as functions of JavaScript's values, for the page's worker.
 */
"use strict";

/* say(kind, text): "text" and "error" of what runs; offers and reports are given back by their functions. */
function firstlightEngine(module, say) {
	const kinds = ["text", "error", "offer", "report", "result", "json"];
	const decoder = new TextDecoder(), encoder = new TextEncoder();
	let collected = [], looked_B = 0;

	const bytes = () => new Uint8Array(instance.exports.memory.buffer);
	const text = (at) => {
		const all = bytes();
		let end = at;
		while (all[end])
			end++;
		return decoder.decode(all.subarray(at, end));
	};
	const imports = {
		firstlight: {
			say(kind, at, n) {
				const words = decoder.decode(bytes().slice(at, at + n));
				if (kind < 2)
					say(kinds[kind], words);
				else
					collected.push(kinds[kind] === "json" ? ["json", words] :
						[kinds[kind], ...words.split("\t")]);
			},
		},
	};
	/* There are no files here, neither open ones (EBADF ends their list) nor others (ENOSYS). */
	const [EBADF, ENOSYS] = [8, 52];
	for (const {module: of, name} of WebAssembly.Module.imports(module))
		if (of !== "firstlight")
			(imports[of] ??= {})[name] = () => name === "fd_prestat_get" ? EBADF : ENOSYS;

	const instance = new WebAssembly.Instance(module, imports);
	const it = instance.exports;
	it._initialize();

	const list = (name, about) => {
		const all = [];
		for (let i = 0, at; (at = name(i)); i++)
			all.push({name: text(at), about: about ? text(about(i)) : ""});
		return all;
	};
	const collect = (run) => {
		collected = [];
		run();
		return collected;
	};
	const report = ([, severity, block, words, section, where, count]) =>
		({severity, block, text: words, section, where, count: Number(count)});
	const put = (line) => {
		const room = bytes().subarray(it.fl_web_in(), it.fl_web_in() + 4096);
		room[encoder.encodeInto(line, room.subarray(0, 4095)).written] = 0;
	};

	/* What a look gives; null: the reason was said. */
	const look = (run) => {
		let code = 0;
		const all = collect(() => code = run());
		return code ? null : JSON.parse(all.find(([kind]) => kind === "json")[1]);
	};

	return {
		chips: list(it.fl_web_chip, it.fl_web_chip_about),
		demos: list(it.fl_web_demo, it.fl_web_demo_about),
		faults: list(it.fl_web_fault),
		/* Codes are those of enum fl_code, 0: all went well. Numbers are of the lists above. */
		insert: (chip, fault = -1) => it.fl_web_insert(chip, fault),
		begin: (demo, width, height) => it.fl_web_begin(demo, width, height),
		frame: (n) => it.fl_web_frame(n),
		onStage: () => Boolean(it.fl_web_on_stage()),
		/* A copy of the last picture: R, G, B, A bytes; null: there is none. */
		picture() {
			const at = it.fl_web_pixels(), width = it.fl_web_width(), height = it.fl_web_height();
			const n = 4 * width * height;
			return at ? {width, height, pixels: bytes().slice(at, at + n)} : null;
		},
		line(words) {
			put(words);
			return it.fl_web_line();
		},
		/* Of a line up to the cursor: where its last word begins, and what that could become. */
		complete(words) {
			put(words);
			let from = 0;
			const offers = collect(() => from = it.fl_web_complete());
			return {from, offers: offers.map(([, word, about]) => ({word, about}))};
		},
		reports: () => collect(() => it.fl_web_reports()).map(report),
		/* A recorded stream: what came of it, its reports, its picture (web.h). */
		replay(trace) {
			const room = it.fl_web_trace(trace.length); /* memory may move */
			bytes().set(trace, room);
			let code = 0;
			const all = collect(() => code = it.fl_web_replay(trace.length));
			const result = all.find(([kind]) => kind === "result") ?? [];
			const [, scene, chip, verdict, ...counts] = result;
			const [pixels, differ, most] = counts.map(Number);
			return {code, scene, chip, pass: verdict === "pass", pixels, differ, most,
				reports: all.filter(([kind]) => kind === "report").map(report),
				picture: code ? null : this.picture()};
		},
		/* The frame debugger: the trace that the others look into (web.h). */
		lookInto(trace) {
			looked_B = trace.length;
			const room = it.fl_web_trace(looked_B);
			bytes().set(trace, room);
			return looked_B;
		},
		lookEvents: () => look(() => it.fl_web_look_events(looked_B)),
		lookDraw: (n) => look(() => it.fl_web_look_draw(looked_B, n)),
		lookTexture(n, number, level, layer) {
			return it.fl_web_look_texture(looked_B, n, number, level, layer) ? null :
				this.picture();
		},
		/* Depths after event n: of the buffer, its picture, and all values. */
		lookDepths(n, stencil) {
			const of = look(() => it.fl_web_look_depths(looked_B, n, stencil));
			if (!of)
				return null;
			const many = of.width * of.height * of.samples;
			const at = it.fl_web_depths(), beside = it.fl_web_stencils();
			return {...of, ...this.picture(),
				depth: new Float64Array(bytes().slice(at, at + 8 * many).buffer),
				stencil: bytes().slice(beside, beside + many)};
		},
		/* What events cost each pixel: sums, the picture of one kind, all counts. */
		lookCosts(first, last, of) {
			const kinds = ["shaded", "written", "steps"], kind = kinds.indexOf(of);
			const costs = look(() => it.fl_web_look_costs(looked_B, first, last, kind));
			if (!costs)
				return null;
			kinds.forEach((each, k) => {
				const at = it.fl_web_costs(k), many_B = 4 * costs.width * costs.height;
				costs[each].pixels = new Uint32Array(bytes().slice(at, at + many_B).buffer);
			});
			return {...costs, ...this.picture()};
		},
		lookVertices: (n, most) => look(() => it.fl_web_look_vertices(looked_B, n, most)),
		lookWires(n) {
			return it.fl_web_look_wires(looked_B, n) ? null : this.picture();
		},
		lookProgram: (n, pixel, a, b) => look(() => it.fl_web_look_program(looked_B, n, pixel, a, b)),
		/* Another trace beside it. */
		lookDiff(trace) {
			const room = it.fl_web_other(trace.length);
			bytes().set(trace, room);
			return look(() => it.fl_web_look_diff(looked_B, trace.length));
		},
		lookFilmed: (n) => Boolean(it.fl_web_look_filmed(n)),
		/* target: an address, "0x…"; null: that of the picture. */
		lookPixel(target, x, y) {
			const at = BigInt(target ?? "0xffffffffffffffff");
			return look(() => it.fl_web_look_pixel(looked_B, Number(at >> 32n),
				Number(at & 0xffffffffn), x, y));
		},
		lookPicture(n) {
			return it.fl_web_look_picture(looked_B, n) ? null : this.picture();
		},
		clearReports: () => it.fl_web_reports_clear(),
	};
}
