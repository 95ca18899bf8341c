/* SPDX-License-Identifier: MIT
 *
 * The page of registers: finds them by name, field, value or address, shows one with its fields, and says what
 * a value of it means. A family's data are a script of their own (registers-FAMILY.js, out of the register
 * database), loaded when the family is chosen: the page works from a file, too. What is chosen stands in the
 * address: #FAMILY/NAME or #FAMILY/NAME=0xVALUE.
 */
"use strict";

const data = {}; /* by family */
let family = null;
let found = [];

/* A family's script calls this. used: who of the kit's sources writes or reads a register, by its name. */
function firstlight_registers(d, used)
{
	const space = (r) => (r.space === "mmio" ? "" : r.space);

	d.registers.sort((a, b) => (a.space === b.space ? a.offset - b.offset : space(a) < space(b) ? -1 : 1));
	d.used = used;
	data[d.family] = d;
}

const at = (id) => document.getElementById(id);
const hex = (v, digits = 4) => "0x" + v.toString(16).padStart(digits, "0");

function element(name, text, properties = {})
{
	const e = Object.assign(document.createElement(name), properties);

	if (text !== undefined)
		e.textContent = text;
	return e;
}

/* ---- what a register is -------------------------------------------------------------------------------- */
function places(r)
{
	let s = `${r.space}:${hex(r.offset)}`;

	if (r.outer)
		s += ` + i * ${r.outer[1]} (i below ${r.outer[0]})`;
	if (r.count)
		s += ` + ${r.outer ? "j" : "i"} * ${r.stride} (${r.outer ? "j" : "i"} below ${r.count})`;
	return s;
}

/* Is address one of the register's? */
function covers(r, address)
{
	for (let o = 0; o < (r.outer ? r.outer[0] : 1); o++) {
		const from = address - r.offset - o * (r.outer ? r.outer[1] : 0);

		if (from === 0 || (r.count && from > 0 && from % r.stride === 0 && from / r.stride < r.count))
			return true;
	}
	return r.alias === address;
}

function chips(mask)
{
	const all = family.chips;
	const have = all.filter((_, i) => (mask >>> i) & 1);

	return have.length === all.length ? "all" : have.join(" ");
}

function values(x)
{
	return x.values || (x.enum && family.enums[x.enum]) || [];
}

function bits(f)
{
	return f.high === f.low ? `${f.low}` : `${f.high}:${f.low}`;
}

function extract(value, f)
{
	return f.high - f.low === 31 ? value : (value >>> f.low) & (2 ** (f.high - f.low + 1) - 1);
}

function float32(v)
{
	const view = new DataView(new ArrayBuffer(4));

	view.setUint32(0, v);
	return view.getFloat32(0);
}

/* A field's or register's number, as the chip means it. */
function meaning(x, v, width)
{
	const signed = v >= 2 ** (width - 1) ? v - 2 ** width : v;
	const name = values(x).find((e) => e[0] === v);

	if (name)
		return name[1];
	switch (x.type) {
	case "float":
		return width === 32 ? `${float32(v)}` : `${v}`;
	case "fixedp":
		return x.point ? `${signed / 2 ** x.point}` : `${v}`;
	case "ufixed":
		return x.point ? `${v / 2 ** x.point}` : `${v}`;
	case "int":
		return `${signed}`;
	case "minus1":
		return `${v + 1} - 1`;
	case "angle":
		return `${Math.floor(v * 360 / 2 ** width)}deg`;
	}
	return x.shr ? hex(v * 2 ** x.shr, 1) : width > 8 ? `${hex(v, 1)} (${v})` : `${v}`;
}

/* ---- searching ----------------------------------------------------------------------------------------- */
function number(s)
{
	return /^(0x[0-9a-f]{1,8}|[0-9]{1,10})$/i.test(s) && Number(s) < 2 ** 32 ? Number(s) : null;
}

function search(text)
{
	const chip = Number(at("chip").value);
	const mine = family.registers.filter((r) => chip < 0 || (r.chips >>> chip) & 1);
	const words = text.trim().toUpperCase().split(/\s+/).filter((w) => w);

	return mine.filter((r) => words.every((w) => {
		if (/^0X/.test(w) && number(w) !== null)
			return covers(r, number(w));
		const glob = new RegExp(
			(w.includes("*") ? "^" : "") +
			w.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*") +
			(w.includes("*") ? "$" : ""));

		return glob.test(r.name.toUpperCase()) ||
			(!w.includes("*") && r.fields.some((f) => f.name.toUpperCase().includes(w) ||
				values(f).some((v) => v[1].toUpperCase() === w)));
	}));
}

function show_list()
{
	const most = 400;
	const list = at("list");

	found = search(at("query").value);
	list.replaceChildren(...found.slice(0, most).map((r) => {
		const a = element("a", undefined, {href: `#${family.family}/${r.name}`});

		a.append(element("b", r.name), element("span", `${r.space}:${hex(r.offset)}`));
		return a;
	}));
	at("said").textContent = found.length === 0 ? "No register of this family has that. Try a part of a name."
		: `${found.length} of ${family.registers.length} registers` +
			(found.length > most ? `; the first ${most} are shown` : "");
	mark();
}

function mark()
{
	for (const a of at("list").children)
		if (a.hash === location.hash.replace(/=.*/, ""))
			a.setAttribute("aria-current", "true");
		else
			a.removeAttribute("aria-current");
}

/* ---- one register -------------------------------------------------------------------------------------- */
function facts(r)
{
	const list = element("dl");
	const fact = (name, text, mark) => {
		if (text)
			list.append(element("dt", name), element("dd", text, {className: mark || ""}));
	};
	const access = {r: "read only", w: "write only", rw: "read and write", w1c: "writing 1 clears",
			rc: "reading clears"};

	fact("Address", places(r) + (r.alias ? `, and ${hex(r.alias)}` : ""));
	fact("Access", access[r.access]);
	fact("Chips", chips(r.chips));
	fact("After reset", r.reset === undefined ? "" : hex(r.reset, 8));
	fact("Writing can take the machine down", r.hazard, "warn");
	fact("Reading", r.unsafe ? "has side effects, or can hang" : "", "warn");
	fact("Block", r.block);
	fact("Note", r.note);
	fact("Source", r.src || "the family's reference document");
	return list;
}

function rows(r, value)
{
	const fields = r.fields.length ? r.fields : [{name: "(all)", low: 0, high: 31, type: r.type, enum: r.enum,
						      point: r.point}];

	return fields.slice().sort((a, b) => a.low - b.low).map((f) => {
		const tr = element("tr");
		const has = element("td");
		const meant = meaning(f, extract(value, f), f.high - f.low + 1);
		const known = values(f);

		tr.append(element("td", bits(f)), element("th", f.name, {scope: "row"}));
		tr.append(element("td", meant, {className: "value"}));
		if (known.length > 6) {
			const more = element("details");

			more.append(element("summary", `${known.length} values`),
				    ...known.map((v) => element("div", `${v[0]} ${v[1]}`)));
			has.append(more);
		} else {
			has.append(...known.map((v) => element("div", `${v[0]} ${v[1]}`)));
		}
		if (f.type && !f.enum)
			has.append(element("div", f.type + (f.point ? `, ${f.point} bits after the point` : "")));
		if (f.chips !== undefined)
			has.append(element("div", `chips: ${chips(f.chips)}`, {className: "dim"}));
		for (const what of [f.note, f.src])
			if (what)
				has.append(element("div", what, {className: "dim"}));
		tr.append(has);
		return tr;
	});
}

function show_one(name, given)
{
	const one = at("one");
	const all = family.registers.filter((r) => r.name === name);

	one.replaceChildren();
	for (const r of all) {
		const value = element("input", undefined, {type: "text", spellcheck: false,
							   value: hex(given ?? r.reset ?? 0, 8)});
		const label = element("label", "What a value means");
		const table = element("table");
		const body = element("tbody");
		const head = element("tr");
		const wide = element("div", undefined, {className: "wide"});
		const used = family.used[r.name] || [];
		const said = element("p", "", {className: "warn"});

		head.append(...["Bits", "Field", "Value", "Values there are"].map(
			(t) => element("th", t, {scope: "col"})));
		table.append(element("caption", `Fields of ${r.name}`, {className: "dim"}));
		table.append(element("thead"), body);
		table.tHead.append(head);
		body.append(...rows(r, given ?? r.reset ?? 0));
		value.addEventListener("input", () => {
			const v = number(value.value.trim());

			said.textContent = v === null ? "A number of 32 bits: 0x1f, or 31." : "";
			if (v === null)
				return;
			body.replaceChildren(...rows(r, v));
			history.replaceState(null, "", `#${family.family}/${r.name}=${hex(v, 1)}`);
		});
		label.append(value);
		wide.append(table);
		one.append(element("h2", r.name), facts(r), label, said, wide);
		if (used.length) {
			const p = element("p", "In the kit: ");

			p.append(...used.map((f) => element("code", `${f} `)));
			one.append(p);
		}
	}
}

/* ---- the page ------------------------------------------------------------------------------------------ */
function load(name)
{
	return new Promise((done, failed) => {
		if (data[name]) {
			done();
			return;
		}
		const script = element("script", undefined, {src: `registers-${name}.js`});

		script.addEventListener("load", done);
		script.addEventListener("error", failed);
		document.head.append(script);
	});
}

async function choose(name)
{
	try {
		await load(name);
	} catch {
		at("said").textContent = `registers-${name}.js is not there: make doc writes it.`;
		return;
	}
	if (family === data[name])
		return;
	family = data[name];
	at("family").value = name;
	at("chip").replaceChildren(element("option", "all", {value: "-1"}),
				   ...family.chips.map((c, i) => element("option", c, {value: `${i}`})));
	show_list();
}

async function go()
{
	const m = /^#([a-z0-9]+)(?:\/([^=]+)(?:=(.*))?)?$/.exec(decodeURIComponent(location.hash));
	const names = [...at("family").options].map((o) => o.value);

	await choose(m && names.includes(m[1]) ? m[1] : names[0]);
	if (family && m && m[2])
		show_one(m[2], m[3] === undefined ? undefined : number(m[3]) ?? undefined);
	else
		at("one").replaceChildren();
	mark();
}

function keys(event)
{
	const entries = [...at("list").children];
	const i = entries.indexOf(document.activeElement);

	if (event.key === "/" && document.activeElement.tagName !== "INPUT") {
		at("query").focus();
		event.preventDefault();
	} else if (event.key === "ArrowDown" && (i >= 0 || document.activeElement === at("query"))) {
		entries[Math.min(i + 1, entries.length - 1)]?.focus();
		event.preventDefault();
	} else if (event.key === "ArrowUp" && i >= 0) {
		(i ? entries[i - 1] : at("query")).focus();
		event.preventDefault();
	}
}

for (const [name, title] of firstlight_families)
	at("family").append(element("option", title, {value: name}));
at("search").addEventListener("submit", (event) => {
	event.preventDefault();
	at("list").firstElementChild?.click();
});
at("query").addEventListener("input", show_list);
at("chip").addEventListener("change", show_list);
at("family").addEventListener("change", () => { location.hash = `#${at("family").value}`; });
addEventListener("hashchange", go);
document.addEventListener("keydown", keys);
go();
