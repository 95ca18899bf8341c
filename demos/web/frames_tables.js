/* SPDX-License-Identifier: MIT
 *
 * The frame debugger: registers, reports, the history of a pixel, two events compared, and the search.
 */
"use strict";

/* A table: heads, and rows of cells; a cell is text, or a node, or {text, kind}. */
function table(heads, rows) {
	const it = document.createElement("table"), head = it.createTHead().insertRow();
	for (const words of heads)
		head.append(Object.assign(document.createElement("th"), {scope: "col", textContent: words}));
	const body = it.createTBody();
	for (const {cells, kind} of rows) {
		const row = body.insertRow();
		row.className = kind ?? "";
		for (const cell of cells) {
			const to = row.insertCell();
			to.append(cell?.text ?? cell ?? "");
			to.className = cell?.kind ?? "";
		}
	}
	return it;
}

function to_event(n) {
	const button = Object.assign(document.createElement("button"), {type: "button", textContent: n});
	button.setAttribute("aria-label", `Event ${n}`);
	button.addEventListener("click", () => choose_event(n));
	return button;
}

/* ---- registers ----------------------------------------------------------------------------------------- */
function fields_of(cell) {
	const fields = Object.entries(cell.fields ?? {}).map(([name, value]) => `${name}=${value}`);
	return [cell.number ?? "", ...fields].filter((words) => words !== "").join(" ");
}

const key_of = (c) => `${c.space} ${c.address}`;
const value_of = (value) => value === null || value === undefined ? "not set" : hex(value);
const number = (text) => ({text, kind: "number"});

async function show_registers() {
	const n = frame.n;
	const draw = await attempt(`The state at event ${n}`, () => draw_of(n));
	if (!draw || n !== frame.n)
		return;
	const was = new Map(draw.changed.map((c) => [key_of(c), c.was]));
	const only = $("only-changed").checked, word = $("filter").value.trim().toLowerCase();
	const cells = (only ? draw.changed : draw.state).filter((c) => c.name.toLowerCase().includes(word));
	const rows = cells.map((c) => {
		const changed = was.has(key_of(c));
		return {kind: changed ? "changed" : "", cells: [c.name, number(hex(c.value)),
			number(changed ? value_of(was.get(key_of(c))) : ""), fields_of(c)]};
	});
	$("n-registers").textContent = `${draw.state.length} words are set, ${draw.changed.length} of them ` +
		`since the event before; ${rows.length} are shown.`;
	$("register-table").replaceChildren(table(["Name", "Value", "Before", "Fields"], rows));
	document.body.dataset.registers = n;
	show_reports(draw);
}

/* ---- reports ------------------------------------------------------------------------------------------- */
function show_reports(draw) {
	const rows = draw.reports.map((r) => ({kind: r.severity,
		cells: [r.severity, r.block, r.text, r.section, r.where, r.count]}));
	$("n-reports").textContent = rows.length ? "What the model objects to at this event:" :
		"The model has nothing to object to at this event.";
	$("report-table").replaceChildren(...(rows.length ?
		[table(["Severity", "Block", "What", "Rule", "Where", "Times"], rows)] : []));
	$("tab-reports").textContent = rows.length ? `Reports (${rows.length})` : "Reports";
	$(`event-${frame.n}`)?.classList.toggle("objected", rows.length > 0);
}

/* ---- textures ------------------------------------------------------------------------------------------ */
/* Layers that are shown of a level: of large arrays not all. */
const LAYERS_MOST = 6;

function texture_head(t) {
	const [{width, height, layers}] = t.levels;
	const words = [`${width} x ${height}${layers > 1 ? ` x ${layers}` : ""}`, t.kind, t.format,
		`${t.levels.length} levels`, `at ${t.address}, ${t.size} bytes`];
	const head = Object.assign(document.createElement("h3"), {textContent: t.unit});
	const text = Object.assign(document.createElement("p"), {textContent: words.join("; ")});
	return [head, text];
}

/* All levels and layers side by side; false: another event is chosen by now. */
async function texture_pictures(n, t, to) {
	for (const [level, {width, height, layers}] of t.levels.entries())
		for (let layer = 0; layer < Math.min(layers, LAYERS_MOST); layer++) {
			const what = `${t.unit}, level ${level}${layers > 1 ? `, layer ${layer}` : ""}`;
			const picture = await attempt(what,
				() => front.call("texture", n, t.number, level, layer));
			if (n !== frame.n)
				return false;
			if (!picture)
				continue;
			const canvas = document.createElement("canvas");
			canvas.setAttribute("role", "img");
			canvas.setAttribute("aria-label", `${what}: ${width} x ${height}`);
			canvas.title = `${what}: ${width} x ${height}`;
			put_pixels(canvas, picture.width, picture.height,
				new Uint8ClampedArray(picture.pixels));
			to.append(canvas, " ");
		}
	return true;
}

async function show_textures() {
	const n = frame.n;
	if ($("textures").hidden || document.body.dataset.textures === String(n))
		return;
	const draw = await attempt(`The textures at event ${n}`, () => draw_of(n));
	if (!draw || n !== frame.n)
		return;
	delete document.body.dataset.textures;
	$("n-textures").textContent = draw.textures.length ?
		`${draw.textures.length} textures, each with its levels and layers.` :
		"The programs of this event look up no texture.";
	$("texture-list").replaceChildren();
	for (const t of draw.textures) {
		const box = document.createElement("div");
		$("texture-list").append(...texture_head(t), box);
		if (!await texture_pictures(n, t, box))
			return;
	}
	document.body.dataset.textures = n;
}

/* ---- vertices ------------------------------------------------------------------------------------------ */
/* That are listed: of large draws the first ones. */
const VERTICES_MOST = 500;

const words_of_value = (v) => v.map((x) => x === null ? "none" : Number(x.toPrecision(6))).join(" ");

/* Waves that have the same names share a table. */
function vertex_tables(waves) {
	const tables = new Map();
	for (const w of waves) {
		const heads = ["Vertex", ...w.inputs, ...w.outputs, "Window"], key = heads.join("\n");
		if (!tables.has(key))
			tables.set(key, {heads, rows: []});
		tables.get(key).rows.push(...w.vertices.map((v) => ({cells: [
			w.instance ? `${v.index} of instance ${w.instance}` : v.index,
			...[...v.in, ...v.out, v.window].map((x) => number(words_of_value(x)))]})));
	}
	return [...tables.values()].map(({heads, rows}) => table(heads, rows));
}

async function show_vertices() {
	const n = frame.n;
	if ($("vertices").hidden || document.body.dataset.vertices === String(n))
		return;
	const mesh = frame.events[n].primitive ? await attempt(`The vertices of event ${n}`,
		() => front.call("vertices", n, VERTICES_MOST)) : null;
	if (n !== frame.n)
		return;
	const listed = mesh ? mesh.waves.reduce((sum, w) => sum + w.vertices.length, 0) : 0;
	$("n-vertices").textContent = mesh ? `${mesh.n_vertices} vertices went through the program, ` +
		`${mesh.n_primitives} primitives came to the rasterizer; ${listed} vertices are listed: as ` +
		"they were fetched, as the program left them, and where they are in the window." :
		"The event has no vertices.";
	$("vertex-table").replaceChildren(...(mesh ? vertex_tables(mesh.waves) : []));
	document.body.dataset.vertices = n;
}

/* ---- a program, step by step --------------------------------------------------------------------------- */
const written_words = ({register, bits, float}) =>
	`${register} = ${float === null ? "no number" : digits(float)} (${hex(bits)})`;

async function show_program(pixel, a, b) {
	const n = frame.n;
	delete document.body.dataset.program;
	$("step-table").replaceChildren();
	const program = await attempt(`The program of event ${n}`,
		() => front.call("program", n, pixel, a, b));
	if (n !== frame.n)
		return;
	const rows = (program?.steps ?? []).map((s) => ({kind: s.active ? "" : "dim", cells: [
		pixel ? `${s.run}, primitive ${s.primitive}` : s.run, s.at ?? "", s.text,
		number(s.written.map(written_words).join("; "))]}));
	$("n-steps").textContent = program ? `${rows.length} steps of the program of ` +
		`${pixel ? `pixel (${a}, ${b})` : `vertex ${a}, instance ${b}`}, event ${n}.` :
		"No program ran: the reason is above.";
	$("step-table").replaceChildren(...(rows.length ?
		[table(["Run", "At", "Instruction", "Registers written"], rows)] : []));
	document.body.dataset.program = `${n},${a},${b}`;
}

/* ---- the history of a pixel ---------------------------------------------------------------------------- */
function color_of(source) {
	const to = document.createElement("span");
	const bytes = source.map((c) => Math.round(255 * Math.max(0, Math.min(1, Number(c)))));
	const swatch = Object.assign(document.createElement("span"), {className: "swatch"});
	swatch.style.background = `rgb(${bytes.slice(0, 3).join(" ")})`;
	to.append(swatch, source.map((c) => c === null ? "none" : Number(c).toPrecision(4)).join(" "));
	return to;
}

/* Of the picture's target; where nothing is drawn to that, because a copy of another comes to it, of the
 * target that the event draws to. */
async function history_of(n, x, y) {
	try {
		return await front.call("pixel", null, x, y);
	} catch (e) {
		const at = frame.events.slice(0, n + 1).map(({color}) => color?.[0]).filter((a) => a).pop();
		if (!at)
			throw e;
		return front.call("pixel", at, x, y);
	}
}

async function show_history() {
	const [x, y] = frame.pixel, asked = kept.asked;
	$("n-history").textContent = `The frame is replayed for pixel (${x}, ${y}).`;
	const pixel = await attempt(`The history of pixel (${x}, ${y})`, () => history_of(frame.n, x, y));
	if (asked !== kept.asked || !frame.pixel || frame.pixel[0] !== x || frame.pixel[1] !== y)
		return;
	if (!pixel) {
		$("n-history").textContent = "There is no history: the reason is above.";
		$("history-table").replaceChildren();
		return;
	}
	const rows = pixel.history.map((h) => ({kind: h.event === frame.n ? "changed" : "", cells: [
		to_event(h.event), h.primitive === null ? "all of it" : h.primitive, h.fate,
		h.source ? color_of(h.source) : "",
		h.depth === null ? "" : Number(h.depth).toPrecision(6),
		h.depth_stored === null ? "" : Number(h.depth_stored).toPrecision(6),
		number(h.before ?? ""), number(h.after ?? "")]}));
	$("n-history").textContent = `${rows.length} fragments came to pixel (${x}, ${y}) of the target at ` +
		`${pixel.target}.`;
	$("history-table").replaceChildren(table(["Event", "Primitive", "Fate", "Shader's color", "Depth",
		"Depth there", "Before", "After"], rows));
	document.body.dataset.history = `${x},${y}`;
}

/* ---- two events ---------------------------------------------------------------------------------------- */
async function show_compare() {
	const n = frame.n, other = frame.other;
	if (other === null)
		return;
	const [a, b] = [await attempt(`The state at event ${n}`, () => draw_of(n)),
		await attempt(`The state at event ${other}`, () => draw_of(other))];
	if (!a || !b || n !== frame.n || other !== frame.other)
		return;
	const of = (draw) => new Map(draw.state.map((c) => [key_of(c), c]));
	const here = of(a), there = of(b), rows = [];
	for (const key of new Set([...here.keys(), ...there.keys()])) {
		const [x, y] = [here.get(key), there.get(key)];
		if (x?.value === y?.value)
			continue;
		const fields = Object.keys({...x?.fields, ...y?.fields}).filter((f) =>
			x?.fields?.[f] !== y?.fields?.[f]).map((f) =>
			`${f}: ${x?.fields?.[f] ?? "none"}, ${y?.fields?.[f] ?? "none"}`);
		rows.push({cells: [(x ?? y).name, number(value_of(x?.value)), number(value_of(y?.value)),
			fields.join("; ")]});
	}
	$("n-differ").textContent = `${rows.length} words differ between event ${n} and event ${other}.`;
	$("differ-table").replaceChildren(table(["Name", `Event ${n}`, `Event ${other}`, "Fields"], rows));
	document.body.dataset.compared = `${n},${other}`;
}

/* ---- two traces ---------------------------------------------------------------------------------------- */
const words_of_depth = ({depth, stencil}) => `depth ${Number(depth).toPrecision(6)}, stencil ${stencil}`;

/* What differs, each kind with its own first event. */
function diff_rows({call, state, color, depth}) {
	const rows = [], more = (of, what, a, b) => rows.push({cells: [to_event(of.event), what, a, b]});
	if (call)
		more(call, "what it is", ...[call.a, call.b].map((e) =>
			[e.kind, e.name, words_of(e)].filter((words) => words).join(", ")));
	for (const {name, a, b} of state?.cells ?? [])
		more(state, name, number(value_of(a)), number(value_of(b)));
	if (color)
		more(color, `${color.differ} pixels; (${color.x}, ${color.y}), R, G, B, A`,
			number(color.a.join(" ")), number(color.b.join(" ")));
	if (depth)
		more(depth, `${depth.differ} depths; (${depth.x}, ${depth.y})`,
			number(words_of_depth(depth.a)), number(words_of_depth(depth.b)));
	return rows;
}

async function show_diff(bytes, name) {
	const asked = kept.asked;
	delete document.body.dataset.diff;
	$("n-diff").textContent = `${name}: both are replayed.`;
	$("diff-table").replaceChildren();
	const diff = await attempt(name, async () => (await helper()).call("diff", bytes));
	if (asked !== kept.asked)
		return;
	$("n-diff").textContent = !diff ? "The traces are not compared: the reason is above." :
		diff.same ? `${name} has the same ${diff.events[0]} events, state and pictures.` :
		`${name}: event ${diff.event} is the first that differs; ${diff.events[0]} events here, ` +
		`${diff.events[1]} there.`;
	if (diff && !diff.same)
		$("diff-table").replaceChildren(table(["Event", "What", "Here", "There"], diff_rows(diff)));
	document.body.dataset.diff = diff ? String(diff.event) : "failed";
}

/* ---- the search ---------------------------------------------------------------------------------------- */
/* A word is in a name, in a field, in a report, or is a value as it is written. */
function found_in(draw, word) {
	const has = (text) => String(text).toLowerCase().includes(word);
	const rows = [];
	for (const c of draw.changed)
		if (has(c.name) || has(hex(c.value)) || has(fields_of(c)))
			rows.push([c.name, number(hex(c.value)), fields_of(c)]);
	for (const r of draw.reports)
		if (has(r.text) || has(r.section) || has(r.block))
			rows.push([r.block, r.severity, r.text]);
	return rows;
}

const FOUND_MOST = 2000;
let searches = 0;

async function search() {
	const word = $("search").value.trim().toLowerCase(), mine = ++searches, asked = kept.asked;
	if (!word)
		return;
	const rows = [];
	choose_tab("tab-found");
	delete document.body.dataset.found;
	await attempt("The search", async () => {
		for (const e of frame.events) {
			const draw = await draw_of(e.n);
			if (mine !== searches || asked !== kept.asked)
				return;
			if (rows.length < FOUND_MOST)
				rows.push(...found_in(draw, word).map((cells) =>
					({cells: [to_event(e.n), ...cells]})));
			$("n-found").textContent =
				`${rows.length} places with "${word}" in events 0 to ${e.n}`;
		}
		$("n-found").textContent = `${rows.length} places where "${word}" is set or reported` +
			(rows.length >= FOUND_MOST ? ": the first ones." : ".");
		$("found-table").replaceChildren(table(["Event", "Name", "Value", "Fields"], rows));
		document.body.dataset.found = rows.length;
	});
}
