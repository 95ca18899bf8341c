/* SPDX-License-Identifier: MIT
 *
 * Lines of assembly for Sea Islands: see lines.h. Operands are made by the letters of isa.h.
 */
#include "tests/llvm/lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct line {
	uint64_t *seed;
	const struct fl_cik_op *op;
	bool e64, scalar_read, first;
	char *text;
	size_t n;
};

static uint32_t pick(struct line *l, uint32_t n)
{
	*l->seed = *l->seed * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(*l->seed >> 33) % n;
}

static bool chance(struct line *l, uint32_t percent)
{
	return pick(l, 100) < percent;
}

static void put(struct line *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct line *l, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	l->n += (size_t)vsnprintf(l->text + l->n, LINES_TEXT - l->n, fmt, ap);
	va_end(ap);
}

static void comma(struct line *l)
{
	put(l, l->first ? " " : ", ");
	l->first = false;
}

static void registers(struct line *l, const char *letter, uint32_t first, uint32_t n)
{
	if (n == 1)
		put(l, "%s%u", letter, first);
	else
		put(l, "%s[%u:%u]", letter, first, first + n - 1);
}

static void vector(struct line *l, uint32_t n)
{
	static const uint32_t firsts[] = {0, 1, 2, 3, 7, 100, 128, 200, 235};

	registers(l, "v", chance(l, 5) ? 256 - n : firsts[pick(l, 9)], n);
}

static void scalar(struct line *l, uint32_t n)
{
	static const char *const one[] = {"vcc_lo",          "vcc_hi",          "exec_lo", "exec_hi", "m0",
					  "flat_scratch_lo", "flat_scratch_hi", "tba_lo",  "tma_hi"},
				 *const two[] = {"vcc", "exec", "flat_scratch", "tba", "tma"};
	uint32_t align = n > 2 ? 4 : n;

	if (n == 1 && chance(l, 25))
		put(l, "%s", one[pick(l, 9)]);
	else if (n == 2 && chance(l, 25))
		put(l, "%s", two[pick(l, 5)]);
	else if (chance(l, 10) && n <= 8)
		registers(l, "ttmp", pick(l, (12 - n) / align + 1) * align, n);
	else if (chance(l, 3))
		registers(l, "s", 1 + pick(l, 90), n);
	else
		registers(l, "s", pick(l, (104 - n) / align + 1) * align, n);
}

/* What the chip has of its own, and what must be a literal */
static void constant(struct line *l, bool own)
{
	static const char *const floats[] = {"0.0", "0.5",  "-0.5", "1.0", "-1.0",
					     "2.0", "-2.0", "4.0",  "-4.0"};
	static const char *const others[] = {"1.5", "-0.0",  "3.1415926535", "100.0", "-8.0",
					     "0.1", "1.0e3", "65504.0",      "0.25"};

	if (own && chance(l, 50))
		put(l, "%d", (int)pick(l, 81) - 16);
	else if (own)
		put(l, "%s", floats[pick(l, 9)]);
	else if (chance(l, 40))
		put(l, "%s", others[pick(l, 9)]);
	else if (chance(l, 30))
		put(l, "%d", (int)pick(l, 200000) - 100000);
	else
		put(l, "0x%x", pick(l, 0x7fffffff) << 1 | pick(l, 2));
}

/* ---- scalar instructions ------------------------------------------------------------------------------- */
static void scalar_source(struct line *l, char letter)
{
	static const char *const named[] = {"src_vccz", "src_execz", "src_scc"};
	const uint32_t n = letter == 'I' || letter == 'R' ? 2 : 1;

	if (letter == 'r' || letter == 'R' || chance(l, 50))
		scalar(l, n);
	else if (n == 1 && chance(l, 10))
		put(l, "%s", named[pick(l, 3)]);
	else
		constant(l, chance(l, 60));
}

static void half(struct line *l, char letter)
{
	static const char *const messages[] = {"sendmsg(MSG_INTERRUPT)",
					       "sendmsg(MSG_GS, GS_OP_CUT)",
					       "sendmsg(MSG_GS, GS_OP_EMIT, 1)",
					       "sendmsg(MSG_GS, GS_OP_EMIT_CUT, 3)",
					       "sendmsg(MSG_GS_DONE, GS_OP_NOP)",
					       "sendmsg(MSG_GS_DONE, GS_OP_EMIT, 2)",
					       "sendmsg(MSG_SYSMSG, SYSMSG_OP_REG_RD)",
					       "0x22"};
	static const char *const hwregs[] = {"MODE",      "STATUS",    "TRAPSTS", "HW_ID",
					     "GPR_ALLOC", "LDS_ALLOC", "IB_STS"};

	if (letter == 'm') {
		put(l, "%s", messages[pick(l, 8)]);
	} else if (letter == 'H' && chance(l, 30)) {
		put(l, "hwreg(HW_REG_%s)", hwregs[pick(l, 7)]);
	} else if (letter == 'H') {
		put(l, "hwreg(%u, %u, %u)", pick(l, 64), pick(l, 32), 1 + pick(l, 32));
	} else if (letter == 'w' && chance(l, 80)) {
		put(l, "%s(%u)", chance(l, 50) ? "vmcnt" : "lgkmcnt", pick(l, 16));
		if (chance(l, 50))
			put(l, " & expcnt(%u)", pick(l, 8));
	} else if (letter == 'k' || letter == 'b') {
		put(l, "%d", (int)pick(l, 65536) - 32768);
	} else {
		put(l, chance(l, 50) ? "0x%x" : "%u", chance(l, 50) ? pick(l, 8) : pick(l, 65536));
	}
}

static void scalar_line(struct line *l)
{
	for (const char *c = l->op->operands; *c && *c != 'n'; c++) {
		if (*c == 'e' && chance(l, 50))
			return;
		comma(l);
		if (*c >= '1' && *c <= '8')
			scalar(l, (uint32_t)(*c - '0'));
		else if (*c == 'g')
			scalar(l, 16);
		else if (*c == 'p' || *c == 'q')
			scalar(l, *c == 'p' ? 2 : 4);
		else if (*c == 'o' && chance(l, 40))
			scalar(l, 1);
		else if (*c == 'o' || *c == 'K')
			put(l, "0x%x", pick(l, chance(l, 50) ? 256 : 0x7fffffff));
		else if (strchr("iIrR", *c))
			scalar_source(l, *c);
		else
			half(l, *c);
	}
}

/* ---- vector instructions ------------------------------------------------------------------------------- */
static void plain_source(struct line *l, uint32_t n, bool vector_only, bool literal)
{
	if (vector_only || chance(l, 50)) {
		vector(l, n);
	} else if (!l->scalar_read && chance(l, 60)) {
		scalar(l, n);
		l->scalar_read = true;
	} else if (n == 1 && chance(l, 5)) {
		put(l, "%s", chance(l, 50) ? "src_scc" : "src_lds_direct");
	} else if (literal && !l->scalar_read && chance(l, 40)) {
		constant(l, false);
		l->scalar_read = true;
	} else {
		constant(l, true);
	}
}

static void vector_source(struct line *l, char letter, uint32_t index)
{
	const bool modifiers = l->e64 && strchr("fFh", letter) && chance(l, 40);
	const char *before[] = {"-", "|", "-|", "neg(", "abs("}, *after[] = {"", "|", "|", ")", ")"};
	const uint32_t n = letter == 'F' || letter == 'I' ? 2 : letter == 'Q' ? 4 : 1;
	uint32_t how = pick(l, 5);

	/* LLVM takes | | where the encoding has no room for it, and loses it. */
	how = fl_cik_has(l->op, 'S') ? how % 2 * 3 : how;
	put(l, "%s", modifiers ? before[how] : "");
	if (modifiers && !how)
		vector(l, n); /* - and a number are another number */
	else
		plain_source(l, n, letter == 'v' || letter == 'Q' || (index && !l->e64), !l->e64);
	put(l, "%s", modifiers ? after[how] : "");
}

static void pair(struct line *l)
{
	if (l->e64)
		scalar(l, 2);
	else
		put(l, "vcc");
}

static void vector_line(struct line *l)
{
	static const char *const omod[] = {" mul:2", " mul:4", " div:2"};
	uint32_t index = 0;
	bool clamps = fl_cik_has(l->op, '!') && !fl_cik_has(l->op, 'S');

	if (l->op->encoding != FL_CIK_VOP3)
		put(l, fl_cik_has_long(l->op) && l->op->operands[0] ? l->e64 ? "_e64" : "_e32" : "");
	l->scalar_read = fl_cik_has(l->op, 'c') || fl_cik_has(l->op, 'K');
	for (const char *c = l->op->operands; *c && !strchr("!*-", *c); c++) {
		comma(l);
		if (strchr("CSc", *c))
			pair(l);
		else if (*c == 'R')
			scalar(l, 1);
		else if (*c == 'K')
			constant(l, chance(l, 20));
		else if (*c == 'j' || *c == 'L')
			scalar_source(l, 'i');
		else if (strchr("124", *c))
			vector(l, (uint32_t)(*c - '0'));
		else
			vector_source(l, *c, index++);
	}
	if (l->e64 && clamps && chance(l, 25))
		put(l, " clamp");
	if (l->e64 && (fl_cik_has(l->op, '!') || fl_cik_has(l->op, '*')) && chance(l, 25))
		put(l, "%s", omod[pick(l, 3)]);
}

/* ---- memory -------------------------------------------------------------------------------------------- */
static void flags(struct line *l, const char *const *names, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (chance(l, 25))
			put(l, " %s", names[i]);
}

static void local_line(struct line *l)
{
	static const char *const flat[] = {"glc", "slc"};
	const char *c = l->op->operands;
	bool returns = *c != 'R' || chance(l, 50);

	c += returns ? 0 : 2;
	for (; *c && c[1] >= '1' && c[1] <= '4'; c += 2) {
		comma(l);
		vector(l, (uint32_t)(c[1] - '0'));
	}
	if (l->op->encoding == FL_CIK_FLAT) {
		if (l->op->operands[0] == 'R')
			put(l, "%s", returns ? " glc" : "");
		else
			flags(l, flat, 1);
		flags(l, flat + 1, 1);
		return;
	}
	if (!l->op->operands[0])
		return;
	if (fl_cik_has(l->op, 'p')) {
		if (chance(l, 70))
			put(l, " offset0:%u", pick(l, 256));
		if (chance(l, 70))
			put(l, " offset1:%u", pick(l, 256));
	} else if (chance(l, 60)) {
		put(l, " offset:%u", pick(l, 65536));
	}
	if (fl_cik_has(l->op, 'g') || chance(l, 30))
		put(l, " gds");
}

static void buffer_line(struct line *l)
{
	static const char *const address[] = {"", " offen", " idxen", " idxen offen", " addr64"};
	static const char *const more[] = {"glc", "slc", "tfe", "lds"};
	const uint32_t how = pick(l, 5), most = fl_cik_has(l->op, 'l') ? 4 : fl_cik_has(l->op, 'a') ? 2 : 3;

	if (!l->op->operands[0])
		return;
	comma(l);
	vector(l, (uint32_t)(l->op->operands[1] - '0'));
	comma(l);
	if (how)
		vector(l, how > 2 ? 2 : 1);
	else
		put(l, "off");
	comma(l);
	scalar(l, 4);
	comma(l);
	if (chance(l, 50))
		scalar(l, 1);
	else
		constant(l, true);
	if (l->op->encoding == FL_CIK_MTBUF && chance(l, 90))
		put(l, " format:%u", pick(l, 128));
	put(l, "%s", address[how]);
	if (chance(l, 60))
		put(l, " offset:%u", pick(l, 4096));
	flags(l, more, most);
}

static void image_line(struct line *l)
{
	static const char *const more[] = {"unorm", "glc", "slc", "r128"}, *const last[] = {"lwe", "da"};
	const bool tfe = chance(l, 20), gather = fl_cik_has(l->op, '4'), atomic = fl_cik_has(l->op, 'a');
	uint32_t mask = gather ? 1u << pick(l, 4) : pick(l, 16), n;

	if (atomic)
		mask = fl_cik_has(l->op, 'c') ? (chance(l, 50) ? 3 : 15) : (chance(l, 50) ? 1 : 3);
	n = gather ? 4 : (uint32_t)__builtin_popcount(mask);
	comma(l);
	vector(l, (n ? n : 1) + tfe);
	comma(l);
	vector(l, 4);
	comma(l);
	scalar(l, 8);
	if (l->op->operands[0] == 'S') {
		comma(l);
		scalar(l, 4);
	}
	if (mask)
		put(l, " dmask:0x%x", mask);
	flags(l, more, 4);
	put(l, "%s", tfe ? " tfe" : "");
	flags(l, last, 2);
}

static void export_line(struct line *l)
{
	static const char *const more[] = {"done", "compr", "vm"};
	const uint32_t target = pick(l, 50);

	if (target < 8)
		put(l, " mrt%u ", target);
	else if (target < 10)
		put(l, target == 8 ? " mrtz " : " null ");
	else if (target < 14)
		put(l, " pos%u ", target - 10);
	else
		put(l, " param%u ", target - 14 < 32 ? target - 14 : 31);
	for (uint32_t i = 0; i < 4; i++) {
		put(l, i ? ", " : "");
		if (chance(l, 25))
			put(l, "off");
		else
			vector(l, 1);
	}
	flags(l, more, 3);
}

static void interpolation_line(struct line *l)
{
	static const char *const places[] = {"p10", "p20", "p0"};

	comma(l);
	vector(l, 1);
	comma(l);
	if (fl_cik_has(l->op, 's'))
		put(l, "%s", places[pick(l, 3)]);
	else
		vector(l, 1);
	put(l, ", attr%u.%c", pick(l, 64), "xyzw"[pick(l, 4)]);
}

void lines_make(uint64_t *seed, const struct fl_cik_op *op, bool e64, char text[LINES_TEXT])
{
	struct line l = {
	    .seed = seed, .op = op, .e64 = e64 || op->encoding == FL_CIK_VOP3, .first = true, .text = text};

	text[0] = 0;
	put(&l, "%s", op->name);
	if (op->encoding <= FL_CIK_SMRD)
		scalar_line(&l);
	else if (op->encoding <= FL_CIK_VOP3)
		vector_line(&l);
	else if (op->encoding == FL_CIK_VINTRP)
		interpolation_line(&l);
	else if (op->encoding == FL_CIK_DS || op->encoding == FL_CIK_FLAT)
		local_line(&l);
	else if (op->encoding == FL_CIK_MUBUF || op->encoding == FL_CIK_MTBUF)
		buffer_line(&l);
	else if (op->encoding == FL_CIK_MIMG)
		image_line(&l);
	else
		export_line(&l);
}
