/* SPDX-License-Identifier: MIT
 *
 * Programs of Vivante cores as text: straight instructions, branches ahead, a loop that counts, routines that
 * are called. Which operation takes what is written here once more, in a form of its own.
 */
#include "tests/fuzz/program_text_gc.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FLOATS = 1, WHOLE = 2, BOTH = 3 };
enum { PLAIN, SINCE_HALTI0, TEST, PAIR, PIXEL, KILL, ADDRESS, CONVERT, LOOKUP, LOAD, STORE, ATOMIC };
enum { MOST_INST = 40, ROOM_B = 300, ROUTINES = 2 };

static const struct {
	const char *name;
	uint8_t sources; /* bit i: source i */
	uint8_t types, shape, level;
} ops[] = {
    {"add", 5, BOTH, PLAIN, 0},
    {"mad", 7, FLOATS, PLAIN, 0},
    {"mul", 3, FLOATS, PLAIN, 0},
    {"dp3", 3, FLOATS, PLAIN, 0},
    {"dp4", 3, FLOATS, PLAIN, 0},
    {"mov", 4, BOTH, PLAIN, 0},
    {"rcp", 4, FLOATS, PLAIN, 0},
    {"rsq", 4, FLOATS, PLAIN, 0},
    {"exp", 4, FLOATS, PLAIN, 0},
    {"sqrt", 4, FLOATS, PLAIN, 0},
    {"frc", 4, FLOATS, PLAIN, 0},
    {"floor", 4, FLOATS, PLAIN, 0},
    {"ceil", 4, FLOATS, PLAIN, 0},
    {"sign", 4, FLOATS, PLAIN, 0},
    {"log", 4, FLOATS, PAIR, 0},
    {"sin", 4, FLOATS, PAIR, 0},
    {"cos", 4, FLOATS, PAIR, 0},
    {"div", 6, FLOATS, PAIR, 2},
    {"clamp0_max", 3, BOTH, SINCE_HALTI0, 0},
    {"select", 7, BOTH, TEST, 0},
    {"set", 3, BOTH, TEST, 0},
    {"cmp", 7, BOTH, TEST, 2},
    {"texkill", 3, BOTH, KILL, 0},
    {"dsx", 5, FLOATS, PIXEL, 0},
    {"dsy", 5, FLOATS, PIXEL, 0},
    {"movar", 4, FLOATS, ADDRESS, 0},
    {"movai", 4, WHOLE, ADDRESS, 2},
    {"texld", 1, FLOATS, LOOKUP, 0},
    {"texldb", 3, FLOATS, LOOKUP, 0},
    {"texldl", 3, FLOATS, LOOKUP, 0},
    {"texldd", 7, FLOATS, LOOKUP, 0},
    {"texldlpcf", 7, FLOATS, LOOKUP, 5},
    {"conv", 3, BOTH, CONVERT, 2},
    {"i2i", 3, WHOLE, CONVERT, 2},
    {"i2f", 1, WHOLE, PLAIN, 0},
    {"f2i", 1, WHOLE, PLAIN, 0},
    {"f2irnd", 1, WHOLE, PLAIN, 0},
    {"iaddsat", 5, WHOLE, PLAIN, 0},
    {"imullo0", 3, WHOLE, PLAIN, 0},
    {"imulhi0", 3, WHOLE, PLAIN, 0},
    {"idiv0", 3, WHOLE, PLAIN, 0},
    {"imod", 3, WHOLE, PLAIN, 0},
    {"imadlo0", 7, WHOLE, PLAIN, 0},
    {"imadlosat0", 7, WHOLE, PLAIN, 2},
    {"iabs", 4, WHOLE, PLAIN, 0},
    {"leadzero", 4, WHOLE, PLAIN, 0},
    {"popcount", 4, WHOLE, PLAIN, 2},
    {"lshift", 5, WHOLE, PLAIN, 0},
    {"rshift", 5, WHOLE, PLAIN, 0},
    {"rotate", 5, WHOLE, PLAIN, 0},
    {"or", 5, WHOLE, PLAIN, 0},
    {"and", 5, WHOLE, PLAIN, 0},
    {"xor", 5, WHOLE, PLAIN, 0},
    {"not", 4, WHOLE, PLAIN, 0},
    {"bit_extract", 7, WHOLE, PLAIN, 2},
    {"bit_rev", 1, WHOLE, PLAIN, 2},
    {"bit_findlsb", 1, WHOLE, PLAIN, 2},
    {"bit_findmsb", 1, WHOLE, PLAIN, 2},
    {"load", 3, WHOLE, LOAD, 2},
    {"store", 7, WHOLE, STORE, 2},
    {"atomic_add", 7, WHOLE, ATOMIC, 5},
    {"atomic_xchg", 7, WHOLE, ATOMIC, 5},
    {"atomic_cmp_xchg", 7, WHOLE, ATOMIC, 5},
    {"atomic_min", 7, WHOLE, ATOMIC, 5},
    {"atomic_max", 7, WHOLE, ATOMIC, 5},
    {"atomic_or", 7, WHOLE, ATOMIC, 5},
    {"atomic_and", 7, WHOLE, ATOMIC, 5},
    {"atomic_xor", 7, WHOLE, ATOMIC, 5},
};
enum { OPS = sizeof(ops) / sizeof(ops[0]) };

static const char *const conditions[] = {"",    ".gt",  ".lt",  ".ge", ".le",  ".eq", ".ne",  ".and",
					 ".or", ".xor", ".not", ".nz", ".gez", ".gz", ".lez", ".lz"};
static const char *const types[] = {".s32", ".s8", ".u16", ".s16", ".u32", ".u8"};
static const uint8_t type_number[] = {1, 2, 3, 5, 6, 7};
enum { CONDITIONS = sizeof(conditions) / sizeof(conditions[0]), TYPES = sizeof(types) / sizeof(types[0]) };

struct writer {
	char *text;
	size_t n;
	const struct program_gc_kind *k;
	struct fuzz_in *in;
	unsigned label, uniform; /* the one of the instruction */
};

static void put(struct writer *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct writer *w, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(w->text + w->n, PROGRAM_GC_TEXT_B - w->n, fmt, ap);
	va_end(ap);
	w->n += (size_t)n;
	if (w->n >= PROGRAM_GC_TEXT_B)
		fuzz_fail("no room for a program");
}

static unsigned choose(struct writer *w, unsigned of)
{
	return fuzz_take(w->in, 1) % of;
}

/* ---- operands ------------------------------------------------------------------------------------------ */
static void swizzle(struct writer *w)
{
	const unsigned s = fuzz_take(w->in, 1);

	put(w, ".%c%c%c%c", "xyzw"[s & 3], "xyzw"[s >> 2 & 3], "xyzw"[s >> 4 & 3], "xyzw"[s >> 6 & 3]);
}

static void immediate(struct writer *w, unsigned choice)
{
	const unsigned v = fuzz_take(w->in, 2);

	switch (choice % 4) {
	case 0:
		put(w, "%d:s20", (int)v - 0x8000);
		break;
	case 1:
		put(w, "%u:u20", v);
		break;
	case 2:
		put(w, "0x%x:f20", v << 4 & 0xfffff);
		break;
	default:
		put(w, "0x%x:f16", v);
	}
}

/* Before GC7000L an instruction has one uniform. */
static void source(struct writer *w)
{
	const unsigned how = fuzz_take(w->in, 1), which = fuzz_take(w->in, 1);
	const bool neg = how & 0x40, magnitude = how & 0x80;
	const char *relative = how >> 3 & 1 && which % 8 == 0 ? "[a.x]" : "";

	if (how % 8 == 7 && w->k->level) {
		immediate(w, which);
		return;
	}
	put(w, "%s%s", neg ? "-" : "", magnitude ? "|" : "");
	if (how % 8 == 6)
		put(w, "i0");
	else if (how % 8 >= 4)
		put(w, "u%u%s", w->k->level < 5 ? w->uniform : which % PROGRAM_GC_UNIFORMS,
		    w->k->level < 5 ? "" : relative);
	else
		put(w, "t%u%s", which % PROGRAM_GC_TEMPS, relative);
	swizzle(w);
	put(w, "%s", magnitude ? "|" : "");
}

static void sources(struct writer *w, unsigned which)
{
	for (unsigned i = 0; i < 3; i++) {
		put(w, ", ");
		if (which >> i & 1)
			source(w);
		else
			put(w, "void");
	}
}

static void mask(struct writer *w, unsigned m)
{
	put(w, ".%c%c%c%c", m & 1 ? 'x' : '_', m & 2 ? 'y' : '_', m & 4 ? 'z' : '_', m & 8 ? 'w' : '_');
}

/* one: integers go one component at a time before HALTI2 */
static void destination(struct writer *w, bool one, bool pair)
{
	const unsigned v = fuzz_take(w->in, 1), m = fuzz_take(w->in, 1);

	put(w, " t%u%s", v % PROGRAM_GC_TEMPS, m >> 4 == 15 ? "[a.x]" : "");
	mask(w, one ? 1u << m % 4 : pair ? (m & 1 ? 3 : 12) : m % 15 + 1);
}

/* ---- instructions -------------------------------------------------------------------------------------- */
static void memory(struct writer *w, unsigned n)
{
	static const char *const of[] = {".u32", ".s8", ".u16", ".s16", ".s32", ".u8"};
	const bool atomic = ops[n].shape == ATOMIC;
	const unsigned at = fuzz_take(w->in, 2) % (PROGRAM_GC_MEMORY_B / 16) * 16;

	put(w, "%s%s", ops[n].name, atomic ? of[choose(w, 2) * 4] : of[choose(w, 6)]);
	if (ops[n].shape == STORE) {
		put(w, " mem");
		mask(w, choose(w, 15) + 1);
	} else
		destination(w, atomic, false);
	put(w, ", u%u.xxxx, %u:u20, ", PROGRAM_GC_MEMORY, at);
	if (ops[n].shape == LOAD)
		put(w, "void\n");
	else
		put(w, "t%u.xyzw\n", choose(w, PROGRAM_GC_TEMPS));
}

static void convert(struct writer *w, unsigned n)
{
	const unsigned from = choose(w, TYPES), to = choose(w, TYPES);
	const bool to_float = ops[n].types & FLOATS && choose(w, 4) == 0;

	put(w, "%s%s", ops[n].name, types[from]);
	destination(w, false, false);
	put(w, ", ");
	put(w, "t%u", choose(w, PROGRAM_GC_TEMPS));
	swizzle(w);
	put(w, ", %u:u20, void\n", to_float ? 0u : type_number[to]);
}

static void lookup(struct writer *w, unsigned n)
{
	put(w, "%s%s", ops[n].name, choose(w, 4) ? "" : ".sat");
	destination(w, false, false);
	put(w, ", tex%u", w->k->sampler_base + choose(w, PROGRAM_GC_UNITS));
	swizzle(w);
	sources(w, ops[n].sources);
	put(w, "\n");
}

static bool has(const struct program_gc_kind *k, unsigned n)
{
	return ops[n].level <= k->level && (ops[n].types != WHOLE || k->integers) &&
	       (k->pixel || (ops[n].shape != PIXEL && ops[n].shape != KILL)) &&
	       (ops[n].shape != LOOKUP || k->sampler_base != PROGRAM_GC_NONE) &&
	       (ops[n].shape != SINCE_HALTI0 || k->integers);
}

static void instruction(struct writer *w)
{
	static const char *const rounds[] = {"", "", ".rtz", ".rtne"};
	unsigned n = choose(w, OPS);
	bool whole, one, pair;
	const char *rounding;

	while (!has(w->k, n))
		n = (n + 1) % OPS;
	w->uniform = choose(w, PROGRAM_GC_UNIFORMS);
	if (ops[n].shape >= LOAD) {
		memory(w, n);
		return;
	}
	if (ops[n].shape == CONVERT) {
		convert(w, n);
		return;
	}
	if (ops[n].shape == LOOKUP) {
		lookup(w, n);
		return;
	}
	whole = ops[n].types == WHOLE || (ops[n].types == BOTH && w->k->integers && choose(w, 2));
	one = whole && w->k->level < 2;
	rounding = rounds[choose(w, 4)];
	pair = ops[n].shape == PAIR && w->k->level >= 2 && !strcmp(rounding, ".rtz");
	put(w, "%s", ops[n].name);
	if (ops[n].shape == TEST || ops[n].shape == KILL)
		put(w, "%s", conditions[choose(w, CONDITIONS)]);
	put(w, "%s%s%s", whole ? types[choose(w, TYPES)] : "",
	    !whole && ops[n].shape != ADDRESS && choose(w, 4) == 0 ? ".sat" : "", rounding);
	if (ops[n].shape == ADDRESS) {
		put(w, " a");
		mask(w, 1);
	} else if (ops[n].shape == KILL)
		put(w, " void");
	else
		destination(w, one, pair);
	sources(w, ops[n].sources);
	put(w, "\n");
}

static void some(struct writer *w, unsigned most)
{
	for (unsigned i = 0; i < most && w->in->left_B && w->n < PROGRAM_GC_TEXT_B - 64 * ROOM_B; i++)
		instruction(w);
}

static void branch(struct writer *w, const char *to, unsigned number)
{
	put(w, "branch%s%s void", choose(w, 8) ? "" : "_any", conditions[1 + choose(w, CONDITIONS - 1)]);
	w->uniform = choose(w, PROGRAM_GC_UNIFORMS);
	for (unsigned i = 0; i < 2; i++) {
		put(w, ", ");
		source(w);
	}
	put(w, ", %s%u\n", to, number);
}

static void piece(struct writer *w, unsigned depth)
{
	const unsigned what = choose(w, 8), label = w->label;

	if (what == 0 && depth < 3) { /* lanes part, and meet */
		w->label++;
		branch(w, "L", label);
		some(w, 1 + choose(w, 4));
		piece(w, depth + 1);
		put(w, "L%u:\n", label);
	} else if (what == 1 && !depth) { /* rounds that are counted */
		w->label++;
		put(w, "mov t%u.x___, void, void, u%u.%c\n", PROGRAM_GC_TEMPS, PROGRAM_GC_ROUNDS,
		    "zw"[choose(w, 2)]);
		put(w, "L%u:\n", label);
		some(w, 1 + choose(w, 4));
		piece(w, 1);
		put(w, "add t%u.x___, t%u.x, void, u%u.y\n", PROGRAM_GC_TEMPS, PROGRAM_GC_TEMPS,
		    PROGRAM_GC_ROUNDS);
		put(w, "branch.gt void, t%u.x, u%u.x, L%u\n", PROGRAM_GC_TEMPS, PROGRAM_GC_ROUNDS, label);
	} else if (what == 2) {
		put(w, "call void, void, void, R%u\n", choose(w, ROUTINES));
	} else
		some(w, 1 + choose(w, 8));
}

void program_text_gc(char text[PROGRAM_GC_TEXT_B], const struct program_gc_kind *k, struct fuzz_in *in)
{
	struct writer w = {.text = text, .k = k, .in = in};
	unsigned n = 0;

	put(&w, "!!%s\n%s\n", k->name, k->pixel ? "fragment" : "vertex");
	do
		piece(&w, 0);
	while (in->left_B && ++n < MOST_INST / 4 && w.n < PROGRAM_GC_TEXT_B / 2);
	put(&w, "branch void, void, void, END\n");
	for (unsigned i = 0; i < ROUTINES; i++) {
		put(&w, "R%u:\n", i);
		some(&w, 1 + choose(&w, 3));
		put(&w, "ret void, void, void, void\n");
	}
	put(&w, "END:\n");
}
