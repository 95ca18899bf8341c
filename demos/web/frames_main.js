/* SPDX-License-Identifier: MIT
 *
 * The frame debugger: choices, keys, the address, and the beginning.
 */
"use strict";

/* ---- choices ------------------------------------------------------------------------------------------- */
function address() {
	const at = [`draw=${frame.n}`];
	if (frame.pixel)
		at.push(`pixel=${frame.pixel.join(",")}`);
	if (frame.view !== "picture")
		at.push(`view=${frame.view}`);
	if (frame.so_far)
		at.push("so-far=1");
	if (frame.other !== null)
		at.push(`other=${frame.other}`);
	return `#${at.join("&")}`;
}

function note_address() {
	history.replaceState(null, "", address());
	$("link").href = address();
}

async function show_event() {
	const e = frame.events[frame.n];
	for (const item of $("strip").querySelectorAll("[aria-selected=true]"))
		item.setAttribute("aria-selected", "false");
	const item = $(`event-${frame.n}`);
	item.setAttribute("aria-selected", "true");
	/* The list alone scrolls, not the page. */
	const strip = $("strip"), top = item.offsetTop - strip.offsetTop;
	strip.scrollTop = Math.min(top,
		Math.max(strip.scrollTop, top + item.offsetHeight - strip.clientHeight));
	$("strip").setAttribute("aria-activedescendant", item.id);
	$("detail-title").textContent = `Event ${e.n}: ${e.kind}`;
	$("event").textContent = [e.name, words_of(e), e.where].filter((words) => words).join("; ");
	note_address();
	await show_picture();
	await show_registers();
	await show_textures();
	await show_vertices();
	await show_compare();
}

function choose_event(n) {
	if (!frame.events.length)
		return null;
	frame.n = Math.max(0, Math.min(frame.events.length - 1, n));
	return show_event();
}

function choose_pixel(x, y) {
	frame.pixel = [x, y];
	$("pixel-x").value = x;
	$("pixel-y").value = y;
	if ($("program-of").value === "pixel")
		[$("program-a").value, $("program-b").value] = [x, y];
	note_address();
	show_mark();
	if (screen_now.picture)
		say_pixel([x, y]);
	choose_tab("tab-pixel");
	return show_history();
}

function choose_view(view) {
	frame.view = $("view").value = view;
	note_address();
	return show_picture();
}

/* Of costs: those of the events before, too. */
function choose_so_far(yes) {
	frame.so_far = $("so-far").checked = yes;
	note_address();
	return show_picture();
}

function choose_other(n) {
	frame.other = n;
	$("other").value = n;
	choose_tab("tab-compare");
	return choose_view("compare").then(show_compare);
}

/* ---- tabs ---------------------------------------------------------------------------------------------- */
const tabs = [...document.querySelectorAll("[role=tab]")];

function choose_tab(id) {
	for (const t of tabs) {
		t.setAttribute("aria-selected", t.id === id);
		t.tabIndex = t.id === id ? 0 : -1;
		$(t.getAttribute("aria-controls")).hidden = t.id !== id;
	}
	if (id === "tab-textures" && frame.events.length)
		show_textures();
	if (id === "tab-vertices" && frame.events.length)
		show_vertices();
}

function tab_key(event) {
	const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
	if (!step)
		return;
	const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
	event.stopPropagation();
	next.focus();
	choose_tab(next.id);
}

/* ---- keys ---------------------------------------------------------------------------------------------- */
function key(event) {
	if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.ctrlKey || event.altKey ||
		event.metaKey || $("help").open)
		return;
	const run = {
		ArrowLeft: () => choose_event(frame.n - 1),
		ArrowUp: () => choose_event(frame.n - 1),
		ArrowRight: () => choose_event(frame.n + 1),
		ArrowDown: () => choose_event(frame.n + 1),
		Home: () => choose_event(0),
		End: () => choose_event(frame.events.length - 1),
		"/": () => $("search").focus(),
		w: () => choose_view(frame.view === "wires" ? "picture" : "wires"),
		d: () => choose_view(frame.view === "depth" ? "picture" : "depth"),
		h: () => choose_view(frame.view === "changed" ? "picture" : "changed"),
		o: () => choose_view(frame.view === "shaded" ? "picture" : "shaded"),
		i: () => choose_view(frame.view === "steps" ? "picture" : "steps"),
		s: () => choose_so_far(!frame.so_far),
		c: () => frame.n && choose_other(frame.n - 1),
		"?": () => $("help").showModal(),
	}[event.key];
	if (!run || (/^Arrow(Up|Down)$/.test(event.key) && event.target.classList.contains("scroll")))
		return;
	event.preventDefault();
	run();
}

/* ---- the beginning ------------------------------------------------------------------------------------- */
/* What the address asks for, as far as there is such a thing. */
function from_address() {
	const asked = new URLSearchParams(location.hash.slice(1));
	const whole = (text) => /^\d+$/.test(text ?? "") ? Number(text) : null;
	const pixel = (asked.get("pixel") ?? "").split(",").map(whole);
	const n = whole(asked.get("draw")), other = whole(asked.get("other"));
	frame.n = n !== null && n < frame.events.length ? n : frame.events.length - 1;
	frame.pixel = pixel.length === 2 && !pixel.includes(null) ? pixel : null;
	frame.other = other !== null && other < frame.events.length ? other : null;
	frame.view = [...$("view").options].some((o) => o.value === asked.get("view")) ? asked.get("view") :
		"picture";
	$("view").value = frame.view;
	frame.so_far = $("so-far").checked = asked.get("so-far") === "1";
	$("other").value = frame.other ?? "";
}

async function show_address() {
	from_address();
	if (!frame.events.length)
		return;
	if (frame.other !== null)
		choose_tab("tab-compare");
	await show_event();
	if (frame.pixel)
		await choose_pixel(...frame.pixel);
}

/* A trace in place of the one before. */
async function look_into(bytes, name) {
	forget_all();
	screen_now.depths = screen_now.costs = null;
	delete document.body.dataset.ready;
	delete document.body.dataset.strip;
	delete document.body.dataset.textures;
	delete document.body.dataset.vertices;
	frame.events = [];
	$("strip").replaceChildren();
	say(`${name}: the frame is replayed.`);
	back?.end();
	back = null;
	await front.ready;
	await front.call("trace", bytes);
	const frame_of = await front.call("events");
	const filmed = await front.call("filmed", frame_of.events.length);
	Object.assign(frame, {name, events: frame_of.events, target: frame_of.target, filmed, bytes});
	$("title").textContent = document.title = `${frame_of.scene} on ${frame_of.chip}`;
	$("about").textContent = `${frame_of.events.length} events, ${frame_of.width} x ${frame_of.height} ` +
		`pixels, family ${frame_of.family}. The model runs in this page, and nothing leaves it.`;
	fill_strip();
	if (frame_of.error)
		say_failure("The trace ends before its picture", frame_of.error);
	if (!frame.events.length)
		return say("The trace draws nothing.");
	say(`${name}: ${frame_of.events.length} events.`);
	await show_address();
	document.body.dataset.ready = "yes";
	attempt("The pictures of the strip", make_strip);
}

async function open_file() {
	const [file] = $("file").files;
	if (file)
		await attempt(file.name, async () =>
			look_into(new Uint8Array(await file.arrayBuffer()), file.name));
}

async function open_other() {
	const [file] = $("other-file").files;
	if (file && frame.events.length)
		await show_diff(new Uint8Array(await file.arrayBuffer()), file.name);
}

/* The showroom hands over a trace that it has open. */
function handed(event) {
	const {trace, name} = event.data ?? {};
	if (trace instanceof Uint8Array && event.source === window.opener)
		attempt(String(name), () => look_into(trace, String(name)));
}

function number_in(id, most) {
	const text = $(id).value.trim();
	if (!/^\d+$/.test(text) || Number(text) >= most)
		throw new Error(`${text || "nothing"} is no number from 0 to ${most - 1}`);
	return Number(text);
}

function listen() {
	const submit = (id, what, run) => $(id).addEventListener("submit", (event) => {
		event.preventDefault();
		attempt(what, run);
	});
	submit("search-form", "The search", search);
	submit("filter-form", "The filter", show_registers);
	submit("views", "The view", show_picture);
	submit("pixel-form", "The pixel", () => choose_pixel(
		number_in("pixel-x", screen_now.picture?.width ?? 0),
		number_in("pixel-y", screen_now.picture?.height ?? 0)));
	submit("program-form", "The program", () => show_program($("program-of").value === "pixel",
		number_in("program-a", 2 ** 32), number_in("program-b", 2 ** 32)));
	submit("compare-form", "The other event", () =>
		choose_other(number_in("other", frame.events.length)));
	$("filter").addEventListener("input", show_registers);
	$("only-changed").addEventListener("change", show_registers);
	$("view").addEventListener("change", () => choose_view($("view").value));
	$("so-far").addEventListener("change", () => choose_so_far($("so-far").checked));
	$("zoom").addEventListener("change", set_zoom);
	$("file").addEventListener("change", open_file);
	$("other-file").addEventListener("change", open_other);
	$("help-button").addEventListener("click", () => $("help").showModal());
	$("canvas").addEventListener("mousemove", (e) => screen_now.picture && say_pixel(pixel_at(e)));
	$("canvas").addEventListener("click", (e) => screen_now.picture && choose_pixel(...pixel_at(e)));
	$("canvas").addEventListener("keydown", canvas_key);
	document.addEventListener("keydown", key);
	window.addEventListener("resize", set_zoom);
	window.addEventListener("hashchange", () => attempt("The address", show_address));
	window.addEventListener("message", handed);
	for (const t of tabs) {
		t.addEventListener("click", () => choose_tab(t.id));
		t.addEventListener("keydown", tab_key);
	}
}

async function main() {
	listen();
	const packed = $("trace").textContent.trim();
	const trace = packed && unpack_bytes(packed);
	engine_module = await unpack_module($("module").textContent);
	front = new Thread(engine_module);
	if (packed) {
		await look_into(await trace, $("trace").dataset.name);
	} else {
		say("No trace is in this page: choose a file.");
		document.body.dataset.ready = "empty";
	}
	window.opener?.postMessage("frames", "*");
}

main().catch((e) => {
	say("Nothing is shown.");
	say_failure("The frame cannot be shown", e);
});
