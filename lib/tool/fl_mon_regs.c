/* SPDX-License-Identifier: MIT
 *
 * The monitor's commands for registers: the register tool (lib/tool/fl_regtool.h) at a prompt.
 */
#include "hw/fl_fmt.h"
#include "lib/tool/fl_mon.h"
#include "hw/fl_str.h"

static enum fl_code parse(struct fl_mon *m, enum fl_regtool_verb verb, int n, char *const *word,
			  struct fl_err *err)
{
	if (!m->tool.db)
		return fl_fail(err, FL_NO_DEVICE,
			       "no registers are known by name here; `md regs:0` shows them by address");
	return fl_regtool_parse_all(&m->tool, verb, (unsigned)n, (const char *const *)word, m->op, err);
}

static enum fl_code run_read(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	enum fl_code code = parse(m, FL_REGTOOL_READ, l->n, l->word, err);

	return code ? code : fl_regtool_read(&m->tool, m->op, (unsigned)l->n, err);
}

static enum fl_code run_write(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	enum fl_code code = parse(m, FL_REGTOOL_WRITE, l->n, l->word, err);

	return code ? code : fl_regtool_write(&m->tool, m->op, (unsigned)l->n, err);
}

static enum fl_code run_poll(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	enum fl_code code = parse(m, FL_REGTOOL_POLL, l->n, l->word, err);

	return code ? code : fl_regtool_poll(&m->tool, m->op, 1000ull * l->timeout_ms, err);
}

struct pause {
	struct fl_mon *m;
	uint32_t ms;
};

static bool watch_on(void *arg, unsigned round)
{
	const struct pause *p = arg;

	return fl_mon_wait(p->m, p->ms);
}

static enum fl_code run_watch(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	struct fl_regtool_watch w = {.seen = m->seen,
				     .n_seen = FL_MON_SEEN,
				     .count = l->count,
				     .tick = watch_on,
				     .arg = &(struct pause){m, l->interval_ms}};
	enum fl_code code = parse(m, FL_REGTOOL_SAFE, l->n, l->word, err);

	if (!code && !l->count && !m->interrupted)
		return fl_fail(err, FL_USAGE, "watch wants --count N here: nobody could end it");
	return code ? code : fl_regtool_watch(&m->tool, m->op, (unsigned)l->n, &w, err);
}

/* ---- sweeps: what can be read is read; a read that raises an exception leaves a hole ------------------- */
struct sweep {
	struct fl_mon *m;
	const struct fl_regtool_op *op;
	const struct fl_regtool_place *p;
	uint32_t value;
	unsigned n, skipped, holes, changed, ones;
	bool stopped;
	enum { SHOW, KEEP, COMPARE, RESET } what;
};

static void sweep_read(void *arg)
{
	struct sweep *s = arg;

	s->value = fl_regtool_get(&s->m->tool, s->p);
}

static void tell(const struct sweep *s, enum fl_regtool_kind kind, uint32_t old, const char *why)
{
	const struct fl_regtool *t = &s->m->tool;
	struct fl_regtool_said said = {.tool = t,
				       .kind = kind,
				       .place = s->p,
				       .value = s->value,
				       .old = old,
				       .has_old = kind == FL_REGTOOL_CHANGED,
				       .mask = s->op->mask,
				       .why = why};

	fl_regtool_name(s->p, said.name, sizeof said.name);
	t->said(t->arg, &said);
}

static bool sweep_one(void *arg, const struct fl_regtool_place *p, const char *why)
{
	struct sweep *s = arg;
	struct fl_mon *m = s->m;

	s->p = p;
	if (fl_mon_interrupted(m)) {
		s->stopped = true;
		return false;
	}
	if (why || (s->what == RESET && !p->reg.has_reset)) {
		s->skipped++;
		return true;
	}
	if (m->guard && !m->guard(m->arg, sweep_read, s)) {
		s->holes++;
		tell(s, FL_REGTOOL_SKIPPED, 0, "reading it raised an exception");
		return true;
	}
	if (!m->guard)
		sweep_read(s);
	s->ones += s->value == 0xffffffff;
	switch (s->what) {
	case SHOW:
		tell(s, FL_REGTOOL_VALUE, 0, NULL);
		break;
	case KEEP:
		if (s->n < FL_MON_SEEN)
			m->snapshot[s->n] = s->value;
		break;
	case COMPARE:
		if (s->n < FL_MON_SEEN && (s->value ^ m->snapshot[s->n]) & s->op->mask) {
			tell(s, FL_REGTOOL_CHANGED, m->snapshot[s->n], NULL);
			s->changed++;
		}
		break;
	case RESET:
		if ((s->value ^ p->reg.reset) & s->op->mask & p->reg.mask) {
			tell(s, FL_REGTOOL_CHANGED, p->reg.reset, NULL);
			s->changed++;
		}
		break;
	}
	s->n++;
	return true;
}

static const char everything[] = "*";

static enum fl_code sweep(struct sweep *s, int n, char *const *word, struct fl_err *err)
{
	char *const all[] = {(char *)(uintptr_t)everything};
	enum fl_code code;

	if (!n)
		n = 1, word = all;
	code = parse(s->m, FL_REGTOOL_SAFE, n, word, err);
	for (int i = 0; !code && i < n && !s->stopped; i++) {
		s->op = &s->m->op[i];
		fl_regtool_walk(&s->m->tool, s->op, sweep_one, s);
	}
	if (code)
		return code;
	if (s->stopped)
		return fl_fail(err, FL_FAILED, "interrupted after %u registers", s->n);
	if (!s->n)
		return fl_fail(err, FL_FAILED,
			       s->what == RESET ? "of none of these a reset value is documented"
						: "none of these can be read safely");
	if (s->n > 8 && s->ones == s->n)
		return fl_fail(
		    err, FL_FAILED,
		    "all %u registers read 0xffffffff: the card does not answer (memory decoding off? "
		    "`pci show`)",
		    s->n);
	return FL_OK;
}

static enum fl_code run_dump(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	struct sweep s = {.m = m, .what = SHOW};
	enum fl_code code;

	m->text.brief = true;
	code = sweep(&s, l->n, l->word, err);
	if (!code)
		fl_mon_printf(m, "%u registers; %u more are not safe to read, or cannot be\n", s.n,
			      s.skipped + s.holes);
	return code;
}

static enum fl_code run_snap(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	struct sweep s = {.m = m, .what = KEEP};
	enum fl_code code;
	size_t n = 0;

	/* The words, ended by a NUL each, and an empty one. */
	m->snapshot_of[0] = 0;
	code = sweep(&s, l->n, l->word, err);
	if (!code && s.n > FL_MON_SEEN)
		code = fl_fail(err, FL_USAGE, "%u registers are too many, %u can be kept: name some", s.n,
			       (unsigned)FL_MON_SEEN);
	if (code)
		return code;
	for (int i = 0; i < (l->n ? l->n : 1); i++) {
		const char *w = l->n ? l->word[i] : everything;
		size_t k = fl_str_length(w) + 1;

		memcpy(m->snapshot_of + n, w, k);
		n += k;
	}
	m->snapshot_of[n] = 0;
	fl_mon_printf(m, "%u registers kept; `diff` compares with them\n", s.n);
	return FL_OK;
}

static enum fl_code run_diff(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	struct sweep s = {.m = m, .what = l->n ? RESET : COMPARE};
	char words[FL_EDIT_MAX], *word[FL_MON_WORDS], *at = words;
	enum fl_code code;
	int n = 0;

	if (l->n) {
		if (!fl_str_same(l->word[0], "reset"))
			return fl_fail(err, FL_USAGE,
				       "diff compares with the last `snap`; `diff reset` with the documents");
		code = sweep(&s, l->n - 1, l->word + 1, err);
	} else {
		if (!m->snapshot_of[0])
			return fl_fail(err, FL_USAGE,
				       "there is nothing to compare with: `snap` first, or `diff reset`");
		memcpy(words, m->snapshot_of, sizeof words);
		for (; *at && n < FL_MON_WORDS; at += fl_str_length(at) + 1)
			word[n++] = at;
		code = sweep(&s, n, word, err);
	}
	if (!code)
		fl_mon_printf(m, "%u of %u registers differ\n", s.changed, s.n);
	return code;
}

/* ---- without a card ------------------------------------------------------------------------------------ */
/* Those that a glob or a range stands for, a line each; an array once. */
static enum fl_code list_names(struct fl_mon *m, const struct fl_regtool_op *op, struct fl_err *err)
{
	const char *glob = op->range ? op->word : op->pattern;
	struct fl_reg r;
	unsigned n = 0;
	int i = -1;

	while (!(fl_mon_interrupted(m) && n) && fl_regtool_next(&m->tool, op, &i, &r)) {
		fl_regtool_print_name(&m->text, &r);
		n++;
	}
	if (!n)
		return fl_fail(err, FL_FAILED, "no register is called '%.60s'; try *%.40s*", glob, glob);
	fl_mon_printf(m, "%u name%s\n", n, n == 1 ? "" : "s");
	return FL_OK;
}

static enum fl_code run_decode(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	enum fl_code code = parse(m, FL_REGTOOL_DECODE, 1, l->word, err);
	uint32_t v[FL_MON_WORDS];

	if (!code && m->op[0].many)
		return l->n == 1 ? list_names(m, &m->op[0], err)
				 : fl_fail(err, FL_USAGE,
					   "'%.60s' stands for several registers: a value "
					   "is decoded as one",
					   l->word[0]);
	for (int i = 1; !code && i < l->n; i++)
		code = fl_regtool_value(&m->op[0].place.reg, NULL, l->word[i], 0xffffffff, true, l->word[i],
					&v[i], err);
	if (code)
		return code;
	if (l->n == 1)
		fl_regtool_describe(&m->text, &m->tool, &m->op[0].place);
	for (int i = 1; i < l->n; i++) {
		struct sweep s = {.m = m, .op = &m->op[0], .p = &m->op[0].place, .value = v[i]};

		tell(&s, FL_REGTOOL_VALUE, 0, NULL);
	}
	return FL_OK;
}

static enum fl_code run_names(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	struct fl_regtool_op all = {.pattern = "*"};

	if (!m->tool.db)
		return fl_fail(err, FL_NO_DEVICE, "no registers are known by name here");
	if (l->n && fl_str_length(l->word[0]) >= sizeof all.pattern)
		return fl_fail(err, FL_USAGE, "'%.60s...' is too long", l->word[0]);
	if (l->n)
		memcpy(all.pattern, l->word[0], fl_str_length(l->word[0]) + 1);
	return list_names(m, &all, err);
}

static const char *diff_word(struct fl_mon *m, unsigned operand, unsigned i)
{
	return operand || i ? NULL : "reset";
}

const struct fl_mon_cmd fl_mon_reg_cmds[] = {
    {"read", "REGISTER...", 1, FL_MON_WORDS, FL_MON_REGISTERS, true,
     "read registers by name, with their fields",
     "  read RBBM_STATUS CONFIG_MEMSIZE\n"
     "  read RBBM_SOFT_RESET.SOFT_RESET_E2 0xe40\n"
     "  read DST_*        # a glob; what is not safe to read is left out, and listed\n"
     "  read 0x15e0-0x15fc  # what is known there and safe\n"
     "  read pll:0x0d     # R3xx to R5xx: another address space\n",
     "unsafe-read brief", run_read, NULL},
    {"write", "REGISTER=VALUE...", 1, FL_MON_WORDS, FL_MON_VALUES, true,
     "write registers by name; prints old -> new, and reads back",
     "  write DP_BRUSH_FRGD_CLR=0xcafe\n"
     "  write DP_BRUSH_FRGD_CLR=0x12:0xff         # only the bits of the mask\n"
     "  write DP_BRUSH_FRGD_CLR|=0x10             # bits set; &=~0x10 clears them\n"
     "  write -n RBBM_SOFT_RESET.SOFT_RESET_E2=1  # rehearsed\n"
     "  write -n --force=bus CONFIG_CNTL.CFG_VGA_RAM_EN=0\n",
     "n force unsafe-read brief", run_write, NULL},
    {"poll", "REGISTER=VALUE", 1, 1, FL_MON_VALUES, true, "wait until a register holds a value",
     "  poll RBBM_STATUS=0:0x80000000 --timeout 500\n", "timeout unsafe-read brief", run_poll, NULL},
    {"watch", "REGISTER...", 1, FL_MON_WORDS, FL_MON_REGISTERS, true, "print what changes, with time stamps",
     "Ends with C-c, or after --count looks.\n"
     "  watch RBBM_STATUS GEN_INT_STATUS --count 9\n",
     "interval count unsafe-read brief", run_watch, NULL},
    {"dump", "[GLOB...]", 0, FL_MON_WORDS, FL_MON_REGISTERS, true, "every register that is safe to read",
     "  dump\n"
     "  dump DP_* DST_*\n",
     "", run_dump, NULL},
    {"snap", "[GLOB...]", 0, FL_MON_WORDS, FL_MON_REGISTERS, true, "keep the values of registers, for diff",
     "  snap; demo blit; diff\n", "", run_snap, NULL},
    {"diff", "[reset [GLOB...]]", 0, FL_MON_WORDS, FL_MON_OWN, true,
     "what changed since snap, or differs from documented reset values", "", "", run_diff, diff_word},
    {"decode", "REGISTER [VALUE...]", 1, FL_MON_WORDS, FL_MON_REGISTERS, false,
     "what a value means; without one, what the register holds", "  decode DP_GUI_MASTER_CNTL 0x50f036da\n",
     "brief", run_decode, NULL},
    {"names", "[GLOB]", 0, 1, FL_MON_REGISTERS, false, "registers by name: where they are, what may be done",
     "  names *STATUS*\n", "", run_names, NULL},
    {NULL, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL},
};
