/* SPDX-License-Identifier: MIT
 *
 * See program_text.h. Choice 0 is the shortest everywhere, so that programs end when bytes do.
 */
#include "tests/fuzz/program_text.h"
#include "hw/model/r600/sq_code.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
	DEPTH = 4,      /* of branches and loops */
	WORK = 60,      /* statements of a program */
	LINES = 12,     /* of a clause */
	SUBS = 3,       /* that may be called */
	SPARE_B = 4096, /* of the text, for its end */
	LOOPS = 2,      /* nested */
	COUNTER = 9,    /* registers: rounds of loops, the same of what is called, results of t */
	SUB_COUNTER = 10,
	SPARE = 11,
	OPCODES = 128,
};

unsigned program_ops[2][128];

struct text {
	char *p, *end;
	const struct program_kind *k;
	struct fuzz_in *in;
	unsigned labels, work, depth, loops, subs;
	unsigned loop_end[DEPTH + 1]; /* labels of LOOP_END */
	/* of the clause at hand */
	unsigned locked[2]; /* constants that KC0, KC1 lock */
	bool ar;            /* AR.x has a value */
	bool in_sub, masks, kills;
};

static unsigned pick(struct text *t, unsigned n)
{
	return fuzz_take(t->in, 1) % n;
}

/* The last of n now and then: never when the bytes are used up. */
static bool now_and_then(struct text *t, unsigned n)
{
	return pick(t, n) == n - 1;
}

/* At most one choice a call: in what order arguments are evaluated is the compiler's affair, and the same
 * bytes are the same program whatever compiles. */
static void put(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct text *t, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(t->p, (size_t)(t->end - t->p), fmt, ap);
	va_end(ap);
	if (n < 0 || n >= t->end - t->p)
		fuzz_fail("a program's text has no room");
	t->p += n;
}

static bool has_room(const struct text *t)
{
	return t->end - t->p > SPARE_B;
}

static void channel(struct text *t)
{
	put(t, ".%c", "xyzw"[pick(t, 4)]);
}

/* ---- operands ------------------------------------------------------------------------------------------ */
static void number(struct text *t)
{
	static const char *const some[] = {"0",          "1.0",        "0.5",        "1",          "-1",
					   "3.25",       "-7",         "0x7f800000", "0x7fc00001", "12345",
					   "0xff7fffff", "0.15915494", "1e-40"};

	put(t, "%s", some[pick(t, sizeof(some) / sizeof(some[0]))]);
}

/* A constant that is not in the instruction; false: there is none. */
static bool constant(struct text *t)
{
	const unsigned set = pick(t, 2);

	if (t->k->file && pick(t, 2)) {
		if (t->ar && now_and_then(t, 3))
			put(t, "C[%u+AR.x]", pick(t, 250));
		else
			put(t, "C[%u]", pick(t, 256));
		channel(t);
		return true;
	}
	if (!t->locked[set])
		return false;
	if (t->ar && now_and_then(t, 3))
		put(t, "KC%u[%u+AR.x]", set, pick(t, t->locked[set]));
	else
		put(t, "KC%u[%u]", set, pick(t, t->locked[set]));
	channel(t);
	return true;
}

static void gpr(struct text *t)
{
	switch (pick(t, 16)) {
	case 13:
		put(t, "R%u", PROGRAM_SMALL);
		break;
	case 14:
		if (t->ar) {
			put(t, "R[%u+AR.x]", pick(t, 8));
			break;
		}
		/* fall through */
	case 15:
		if (t->loops && !t->ar) {
			put(t, "R[%u+AL]", pick(t, 8));
			break;
		}
		/* fall through */
	default:
		put(t, "R%u", pick(t, 8));
	}
	channel(t);
}

/* constants: how many operands of the operation may still be one */
static void source(struct text *t, bool has_abs, unsigned *constants)
{
	const unsigned how = pick(t, 8);
	const bool abs = has_abs && how == 6;
	const unsigned what = pick(t, 6);

	put(t, ", %s%s", how == 5 || how == 7 ? "-" : "", abs ? "|" : "");
	if (*constants && what == 4) {
		number(t);
		--*constants;
	} else if (*constants && what == 5 && constant(t)) {
		--*constants;
	} else {
		gpr(t);
	}
	put(t, "%s", abs ? "|" : "");
}

static void destination(struct text *t)
{
	switch (pick(t, 12)) {
	case 9:
		put(t, "__");
		break;
	case 10:
		if (t->ar) {
			put(t, "R[0+AR.x]");
			break;
		}
		/* fall through */
	case 11:
		if (t->loops && !t->ar) {
			put(t, "R[0+AL]");
			break;
		}
		/* fall through */
	default:
		put(t, "R%u", pick(t, 8));
	}
	channel(t);
}

/* ---- operations ---------------------------------------------------------------------------------------- */
static bool is_ours(const struct text *t, const struct sq_opcode *o)
{
	return o->kind != SQ_RESERVED && !(o->flags & (t->k->r7xx ? SQ_R6 : SQ_R7)) &&
	       (!(o->flags & SQ_DOUBLE) || t->k->doubles);
}

/* The opcode picked, or the next one that there is. */
static const struct sq_opcode *operation(struct text *t, bool *op3, unsigned *inst)
{
	*op3 = now_and_then(t, 4);
	*inst = pick(t, OPCODES);
	for (;; *inst = (*inst + 1) % OPCODES) {
		const struct sq_opcode *o = mr600_sq_opcode(*op3, *inst);

		if (is_ours(t, o))
			return o;
	}
}

static void name(struct text *t, const struct sq_opcode *o, bool op3)
{
	static const char *const omod[] = {"", "*2", "*4", "/2"};

	put(t, "%s", o->name);
	put(t, "%s", !op3 && o->flags & SQ_FLOAT && now_and_then(t, 3) ? omod[pick(t, 4)] : "");
	put(t, "%s ", o->flags & SQ_FLOAT && now_and_then(t, 4) ? "_sat" : "");
}

/* Of all units that make its result: a group of its own. */
static void wide(struct text *t, const struct sq_opcode *o, bool op3)
{
	const unsigned first = o->kind == SQ_PAIR && pick(t, 2) ? 2 : 0;
	const unsigned n = o->kind == SQ_PAIR ? 2 : 4;
	const bool sat = o->kind == SQ_GANG && now_and_then(t, 4);

	for (unsigned u = first; u < first + n; u++) {
		put(t, " %s%c: %s%s ", u == first ? "0 " : "", "xyzw"[u], o -> name, sat ? "_sat" : "");
		if (op3 || pick(t, 4)) /* three operands: always written */
			put(t, "R%u.%c", pick(t, 8), "xyzw"[u]);
		else
			put(t, "__.%c", "xyzw"[u]);
		/* a channel a unit: every port is there */
		for (unsigned k = 0; k < o->sources; k++) {
			put(t, ", %s", now_and_then(t, 6) ? "-" : "");
			put(t, "R%u.%c", pick(t, 8), "xyzw"[(u + k) % 4]);
		}
		put(t, "\n");
	}
}

static void mova(struct text *t, const struct sq_opcode *o)
{
	/* 0 to 7; as floats such bits count as 0 */
	put(t, " %s __.x, R%u", o->name, PROGRAM_SMALL);
	channel(t);
	put(t, "\n");
	t->ar = true;
}

static void test(struct text *t, const struct sq_opcode *o)
{
	unsigned constants = 1;

	if (o->kind == SQ_KILL && !t->kills)
		return;
	put(t, " ");
	name(t, o, false);
	put(t, "%s", pick(t, 2) ? "__" : "R1");
	channel(t);
	for (unsigned k = 0; k < o->sources; k++)
		source(t, true, &constants);
	if (o->kind == SQ_PRED) {
		put(t, "%s", t->masks && pick(t, 2) ? " UPDATE_EXEC_MASK" : "");
		put(t, "%s", pick(t, 2) ? " UPDATE_PRED" : "");
	}
	put(t, "\n");
}

static void plain(struct text *t, const struct sq_opcode *o, bool op3)
{
	static const char *const when[] = {"", "", "", "", "", "(p) ", "(!p) "};
	unsigned constants = 2;

	if (!o->sources) {
		put(t, " %s __.x\n", o->name);
		return;
	}
	put(t, " %s", when[pick(t, 7)]);
	name(t, o, op3);
	if (op3) {
		put(t, "R%u", pick(t, 8));
		channel(t);
	} else {
		destination(t);
	}
	for (unsigned k = 0; k < o->sources; k++)
		source(t, !op3, &constants);
	put(t, "\n");
}

/* Groups of the text's own, the second of which reads what the first left in PV and PS */
static void chained(struct text *t)
{
	static const char *const ops[] = {"ADD",      "MUL_IEEE", "MAX",    "SETGT",
					  "MIN_DX10", "ADD_INT",  "XOR_INT"};
	const unsigned n_ops = sizeof(ops) / sizeof(ops[0]);
	unsigned left = 0;

	for (unsigned g = 0; g < 3; g++) {
		const unsigned units = 1 + pick(t, 15);
		bool first = true;

		for (unsigned u = 0; u < 4; u++) {
			if (!(units >> u & 1))
				continue;
			put(t, " %s%c: %s ", first ? "0 " : "", "xyzw"[u], ops[pick(t, n_ops)]);
			first = false;
			if (pick(t, 4))
				put(t, "R%u.%c", pick(t, 8), "xyzw"[u]);
			else
				put(t, "__.%c", "xyzw"[u]);
			for (unsigned k = 0; k < 2; k++) {
				const unsigned from = pick(t, 5);

				put(t, ", %s", now_and_then(t, 5) ? "-" : "");
				if (left >> from & 1 && pick(t, 2))
					put(t, from == 4 ? "PS" : "PV.%c", "xyzw"[from & 3]);
				else /* a channel a unit, and two cycles */
					put(t, "R%u.%c", pick(t, 8), "xyzw"[(u + k) % 4]);
			}
			put(t, "\n");
		}
		left = units;
		if (pick(t, 2)) {
			put(t, " t: INT_TO_FLT R%u.%c, R%u.x\n", SPARE, "xyzw"[__builtin_ctz(units)],
			    PROGRAM_SMALL);
			left |= 16;
		}
	}
}

static void line(struct text *t)
{
	const struct sq_opcode *o;
	unsigned inst;
	bool op3;

	if (now_and_then(t, 10)) {
		chained(t);
		return;
	}
	o = operation(t, &op3, &inst);
	program_ops[op3][inst]++;
	if (sq_is_wide(o))
		wide(t, o, op3);
	else if (o->kind == SQ_MOVA)
		mova(t, o);
	else if (o->kind == SQ_KILL || o->kind == SQ_PRED)
		test(t, o);
	else
		plain(t, o, op3);
}

/* ---- clauses ------------------------------------------------------------------------------------------- */
static void lock(struct text *t, unsigned set)
{
	const unsigned how = pick(t, 4);

	t->locked[set] = how == 0 ? 0 : how == 1 ? 16 : 32;
	if (how)
		put(t, " KC%u[CB%u:%u-%u%s]", set, pick(t, 3), 16 * set, 16 * set + t->locked[set] - 1,
		    how == 3 ? "+AL" : "");
}

/* test: its last operation deactivates lanes. */
static void alu(struct text *t, const char *kind, bool tests, bool masks)
{
	static const char *const by[] = {"E",      "GT",     "GE",     "NE",      "E_INT",
					 "GT_INT", "GE_INT", "NE_INT", "GT_UINT", "GE_UINT"};
	const unsigned n = 1 + pick(t, LINES);
	unsigned constants = 1;

	put(t, "%s", kind);
	lock(t, 0);
	lock(t, 1);
	put(t, "%s%s\n", t->k->file && !t->k->r7xx ? " WATERFALL" : "", now_and_then(t, 8) ? " WQM" : "");
	t->ar = false;
	t->masks = masks;
	for (unsigned i = 0; i < n && has_room(t); i++)
		line(t);
	if (tests) {
		put(t, " PRED_SET%s __.x", by[pick(t, sizeof(by) / sizeof(by[0]))]);
		source(t, true, &constants);
		source(t, true, &constants);
		put(t, " UPDATE_EXEC_MASK%s\n", pick(t, 2) ? " UPDATE_PRED" : "");
	}
	if (!strcmp(kind, "ALU") || n)
		put(t, " NOP __.x\n");
}

static void swizzle(struct text *t, const char *of)
{
	for (unsigned c = 0; c < 4; c++)
		put(t, "%c", pick(t, 3) ? "xyzw"[c] : of[pick(t, (unsigned)strlen(of))]);
}

static void place(struct text *t, unsigned n)
{
	if (t->loops && now_and_then(t, 6)) /* five more at most: the counters stay what they are */
		put(t, "R[%u+AL].", pick(t, 3));
	else
		put(t, "R%u.", pick(t, n));
}

static void texture(struct text *t)
{
	static const char *const ops[] = {"SAMPLE",
					  "LD",
					  "GET_TEXTURE_RESINFO",
					  "GET_NUMBER_OF_SAMPLES",
					  "GET_LOD",
					  "GET_GRADIENTS_H",
					  "GET_GRADIENTS_V",
					  "PASS",
					  "FETCH4",
					  "SAMPLE_L",
					  "SAMPLE_LB",
					  "SAMPLE_LZ",
					  "SAMPLE_G",
					  "SAMPLE_G_L",
					  "SAMPLE_G_LB",
					  "SAMPLE_G_LZ",
					  "SAMPLE_C",
					  "SAMPLE_C_L",
					  "SAMPLE_C_LB",
					  "SAMPLE_C_LZ",
					  "SAMPLE_C_G",
					  "SAMPLE_C_G_L",
					  "SAMPLE_C_G_LB",
					  "SAMPLE_C_G_LZ"};
	static const char *const coords[] = {"NNNN", "UUUU", "NNUU", "NUNN"};
	const char *op = ops[pick(t, sizeof(ops) / sizeof(ops[0]))];

	if (strstr(op, "_G")) {
		put(t, " SET_GRADIENTS_H R0.xyzw, R%u.xyz0, RID:0 SID:0 CT:NNNN\n", pick(t, 8));
		put(t, " SET_GRADIENTS_V R0.xyzw, R%u.xyz0, RID:0 SID:0 CT:NNNN\n", pick(t, 8));
	}
	put(t, " %s ", op);
	place(t, 8);
	swizzle(t, "xyzw01_");
	put(t, ", ");
	place(t, 9);
	swizzle(t, "xyzw01");
	put(t, " RID:%u", pick(t, PROGRAM_TEXTURES));
	put(t, " SID:%u", pick(t, PROGRAM_TEXTURES));
	put(t, " CT:%s", coords[pick(t, 4)]);
	if (now_and_then(t, 3)) {
		put(t, " LB:%d", (int)pick(t, 128) - 64);
		for (unsigned i = 0; i < 3; i++)
			put(t, " O%c:%d", "XYZ"[i], (int)pick(t, 32) - 16);
	}
	put(t, "%s\n", now_and_then(t, 4) ? " WHOLE_QUAD" : "");
}

static void vertex(struct text *t)
{
	static const char *const types[] = {"", " INSTANCE", " NO_INDEX_OFFSET"};
	/* those of which every machine has vertices */
	static const uint8_t formats[] = {1,  5,  6,  7,  8,  13, 14, 15, 16, 26,
					  27, 29, 30, 31, 32, 34, 35, 47, 48};

	if (t->k->r7xx && now_and_then(t, 3)) {
		static const char *const reads[] = {"READ_SCRATCH", "READ_REDUCT", "READ_MEM"};

		put(t, " %s ", reads[pick(t, 3)]);
		put(t, "R%u.", pick(t, 6));
		swizzle(t, "xyzw01_");
		put(t, ", R%u", PROGRAM_SMALL);
		channel(t);
		put(t, " ES:3%s", pick(t, 2) ? " INDEXED" : "");
		put(t, " BASE:%u", pick(t, PROGRAM_ITEMS));
		put(t, " SIZE:%u", pick(t, PROGRAM_ITEMS));
		put(t, " BURST:%u\n", pick(t, 3));
		return;
	}
	if (now_and_then(t, 5))
		put(t, " SEMFETCH SEM%u.", PROGRAM_SEMANTICS + pick(t, 6));
	else {
		put(t, " VFETCH ");
		place(t, 8);
	}
	swizzle(t, "xyzw01_");
	put(t, ", R%u", PROGRAM_SMALL - pick(t, 3));
	channel(t);
	put(t, " RID:%u%s", PROGRAM_BUFFER, types[pick(t, 3)]);
	put(t, " OFFSET:%u", pick(t, 64));
	put(t, " MFC:%u", pick(t, 16));
	if (pick(t, 2)) {
		put(t, " DTA:%u", formats[pick(t, sizeof(formats))]);
		put(t, " NUM:%u", pick(t, 3));
		put(t, " COMP:%u", pick(t, 2));
		put(t, " MODE:%u", pick(t, 2));
	} else {
		put(t, " UCF");
	}
	put(t, "%s", now_and_then(t, 4) ? " NO_STRIDE" : "");
	put(t, "%s\n", now_and_then(t, 4) ? " WHOLE_QUAD" : "");
}

static void fetches(struct text *t, bool vtx)
{
	const unsigned n = 1 + pick(t, 4);

	put(t, "%s%s\n", vtx ? "VTX" : "TEX", now_and_then(t, 6) ? " VPM" : now_and_then(t, 6) ? " WQM" : "");
	for (unsigned i = 0; i < n; i++)
		if (vtx)
			vertex(t);
		else
			texture(t);
}

/* ---- what leaves --------------------------------------------------------------------------------------- */
static void write_mask(struct text *t)
{
	for (unsigned c = 0; c < 4; c++)
		put(t, "%c", pick(t, 4) ? "xyzw"[c] : '_');
}

static void memory(struct text *t)
{
	static const char *const r6[] = {"WRITE", "WRITE_IND", "READ", "READ_IND"};
	static const char *const r7[] = {"WRITE", "WRITE_IND", "WRITE_ACK", "WRITE_IND_ACK"};
	const unsigned how = pick(t, 4), n = pick(t, 3);
	const char *where = t->k->stage == PROGRAM_GS && now_and_then(t, 2) ? "MEM_RING"
			    : t->k->stage != PROGRAM_PS && pick(t, 2)       ? "MEM_STREAM"
			    : t->k->r7xx && now_and_then(t, 3)              ? "MEM_EXPORT"
			    : pick(t, 2)                                    ? "MEM_REDUCTION"
									    : "MEM_SCRATCH";
	const unsigned first = pick(t, 8 - n);

	put(t, "%s", where);
	if (!strcmp(where, "MEM_STREAM"))
		put(t, "%u", pick(t, 4));
	put(t, " %s ", !strcmp(where, "MEM_STREAM") ? "WRITE" : (t->k->r7xx ? r7 : r6)[how]);
	put(t, "%u", pick(t, PROGRAM_ITEMS));
	if (n)
		t->p--, put(t, "%u-%u", first, first + n); /* a burst has as many places as registers */
	put(t, ", R%u", first);
	if (n)
		put(t, "-%u", first + n);
	put(t, ".");
	write_mask(t);
	put(t, " ES:3 IDX:%u SIZE:%u", PROGRAM_SMALL, pick(t, PROGRAM_ITEMS));
	put(t, "%s\n", now_and_then(t, 4) ? " VPM" : "");
	if (t->k->r7xx && how > 1)
		put(t, "WAIT_ACK\n");
}

static void exported(struct text *t)
{
	const unsigned n = pick(t, 3), gpr = pick(t, 8 - n);

	if (t->in_sub || t->k->stage == PROGRAM_GS)
		return;
	if (t->k->stage == PROGRAM_PS && now_and_then(t, 5)) {
		put(t, "EXPORT PIXEL 61, R%u.%s\n", gpr, pick(t, 2) ? "xy__" : "x___");
		return;
	}
	put(t, "EXPORT %s %u", t->k->stage == PROGRAM_PS ? "PIXEL" : "PARAM", pick(t, 5));
	if (n) {
		const unsigned at = pick(t, 5);

		t->p--;
		put(t, "%u-%u, R%u-%u.", at, at + n, gpr, gpr + n);
	} else if (t->loops && now_and_then(t, 3)) {
		put(t, ", R[%u+AL].", gpr);
	} else {
		put(t, ", R%u.", gpr);
	}
	swizzle(t, "xyzw01_");
	put(t, "%s\n", now_and_then(t, 4) ? " VPM" : "");
}

/* ---- control flow -------------------------------------------------------------------------------------- */
static void block(struct text *t, unsigned most);

static unsigned label(struct text *t)
{
	return t->labels++;
}

/* If, by a test or by a boolean, with its other half or without */
static void branch(struct text *t)
{
	static const char *const conds[] = {"", " COND_BOOL", " COND_NOT_BOOL", " COND_FALSE"};
	const unsigned other = label(t), end = label(t), how = pick(t, 6);

	t->depth++;
	if (how < 3) {
		alu(t, "ALU_PUSH_BEFORE", true, true);
		if (how == 0) { /* alone */
			put(t, "JUMP L%u POP:1\n", end);
			block(t, 3);
			if (pick(t, 2))
				alu(t, "ALU_POP_AFTER", false, true);
			else
				put(t, "POP POP:1%s\n", now_and_then(t, 4) ? " VPM" : "");
		} else if (how == 1) {
			put(t, "JUMP L%u\n", other);
			block(t, 3);
			put(t, "L%u: ELSE L%u POP:1\n", other, end);
			block(t, 3);
			put(t, "POP POP:1\n");
		} else {
			block(t, 3);
			alu(t, "ALU_ELSE_AFTER", false, true);
			block(t, 3);
			put(t, "POP_JUMP L%u POP:1\n", end);
			block(t, 2);
		}
	} else {
		put(t, "%s L%u%s", how == 4 ? "PUSH_ELSE" : "PUSH", end, conds[pick(t, 4)]);
		put(t, " CONST:%u\n", pick(t, 32));
		block(t, 3);
		if (how == 5) {
			put(t, "%s L%u POP:1", pick(t, 2) ? "POP_PUSH" : "POP_PUSH_ELSE", end);
			put(t, "%s", conds[pick(t, 4)]);
			put(t, " CONST:%u\n", pick(t, 32));
			block(t, 3);
		}
		put(t, "POP POP:1\n");
	}
	put(t, "L%u: NOP\n", end);
	t->depth--;
}

/* Leaving it, for all or for some */
static void leave(struct text *t, unsigned end)
{
	const char *what = pick(t, 2) ? "BREAK" : "CONTINUE";
	const unsigned behind = label(t);

	if (pick(t, 2)) {
		put(t, "ALU_%s\n PRED_SETGT __.x, R%u.x", what, pick(t, 9));
		put(t, ", R%u.y UPDATE_EXEC_MASK\n", pick(t, 9));
		return;
	}
	put(t, "ALU_PUSH_BEFORE\n PRED_SETNE __.x, R%u.x", pick(t, 9));
	put(t, ", R%u.y UPDATE_EXEC_MASK\nJUMP L%u POP:1\n", pick(t, 9), behind);
	put(t, "LOOP_%s L%u\nPOP POP:1\nL%u: NOP\n", what, end, behind);
}

static void loop(struct text *t)
{
	const unsigned start = label(t), end = label(t), behind = label(t), how = pick(t, 3);
	const unsigned gpr = t->in_sub ? SUB_COUNTER : COUNTER;
	const char counter = "xyzw"[t->loops];

	if (how == 1)
		put(t, "ALU\n MOV R%u.%c, 0\n", gpr, counter);
	put(t, "%s L%u CONST:%u\n",
	    how == 0   ? "LOOP_START"
	    : how == 1 ? "LOOP_START_DX10"
		       : "LOOP_START_NO_AL",
	    behind, pick(t, PROGRAM_LOOPS));
	put(t, "L%u: NOP\n", start);
	if (how == 1) /* which ends by its breaks alone */
		put(t,
		    "ALU_BREAK\n ADD R%u.%c, R%u.%c, 1.0\n PRED_SETGT __.x, 4.0, R%u.%c "
		    "UPDATE_EXEC_MASK\n",
		    gpr, counter, gpr, counter, gpr, counter);
	t->depth++;
	t->loop_end[t->loops++] = end;
	block(t, 3);
	if (pick(t, 2)) {
		leave(t, end);
		block(t, 2);
	}
	t->loops--;
	t->depth--;
	put(t, "L%u: LOOP_END L%u\nL%u: NOP\n", end, start, behind);
}

static void odd(struct text *t)
{
	switch (pick(t, 6)) {
	case 4:
		if (t->kills) {
			put(t, "KILL COND_BOOL CONST:%u\n", pick(t, 32));
			break;
		}
		/* fall through */
	case 5:
		if (t->k->stage == PROGRAM_GS) {
			static const char *const emits[] = {"EMIT_VERTEX", "CUT_VERTEX", "EMIT_CUT_VERTEX"};

			put(t, "%s\n", emits[pick(t, 3)]);
			break;
		}
		/* fall through */
	default:
		put(t, "NOP\n");
	}
}

static void statement(struct text *t)
{
	static const char *const conds[] = {"", " COND_BOOL", " COND_NOT_BOOL"};
	const bool deeper = t->depth < DEPTH;

	switch (pick(t, 16)) {
	case 6:
	case 7:
		if (deeper) {
			branch(t);
			break;
		}
		/* fall through */
	case 8:
		if (deeper && t->loops < LOOPS) {
			loop(t);
			break;
		}
		/* fall through */
	case 9:
	case 10:
		fetches(t, false);
		break;
	case 11:
	case 12:
		fetches(t, true);
		break;
	case 13:
		memory(t);
		break;
	case 14:
		exported(t);
		break;
	case 15:
		if (!t->in_sub && t->subs) {
			put(t, "CALL SUB%u", pick(t, t->subs));
			put(t, "%s", conds[pick(t, 3)]);
			put(t, " CONST:%u\n", pick(t, 32));
			break;
		}
		odd(t);
		break;
	default:
		alu(t, "ALU", false, t->depth > 0);
	}
}

static void block(struct text *t, unsigned most)
{
	const unsigned n = pick(t, most + 1);

	for (unsigned i = 0; i < n && t->work && has_room(t); i++) {
		t->work--;
		statement(t);
	}
}

static void last(struct text *t)
{
	if (t->k->stage == PROGRAM_PS)
		put(t, "EXPORT_DONE PIXEL 0, R0.xyzw%s\n", now_and_then(t, 4) ? " VPM" : "");
	if (t->k->stage == PROGRAM_VS)
		put(t, "EXPORT_DONE POS 60, R1.xyzw\nEXPORT_DONE PARAM 0, R2.xyzw\n");
	put(t, "NOP EOP\n");
}

void program_text(char text[PROGRAM_TEXT_B], const struct program_kind *k, struct fuzz_in *in)
{
	struct text t = {.p = text, .end = text + PROGRAM_TEXT_B, .k = k, .in = in, .work = WORK};

	t.kills = k->stage == PROGRAM_PS && now_and_then(&t, 2);
	t.subs = pick(&t, SUBS + 1);
	put(&t, "!!R%u00\n", k->r7xx ? 7 : 6);
	if (k->stage == PROGRAM_VS)
		put(&t, "CALL_FS\n");
	alu(&t, "ALU", false, false);
	block(&t, 12);
	last(&t);
	t.in_sub = true;
	for (unsigned i = 0; i < t.subs; i++) {
		put(&t, "SUB%u: NOP\n", i);
		block(&t, 3);
		put(&t, "RETURN\n");
	}
}
