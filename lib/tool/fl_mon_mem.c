/* SPDX-License-Identifier: MIT
 *
 * The monitor's commands for memory: md and mw, over VRAM, the register BAR, and on bare metal physical
 * memory.
 */
#include "hw/fl_fmt.h"
#include "lib/tool/fl_mon.h"
#include "hw/fl_str.h"

enum space { VRAM, REGS, MEM, SPACES };
enum { ROW_B = 16 };

static const char *const names[SPACES] = {"vram", "regs", "mem"};

/* Physical addresses of x86-64 and aarch64 have 52 bits at most. */
static const uint64_t mem_size_B = UINT64_C(1) << 52;

static uint64_t size_B(const struct fl_mon *m, enum space s)
{
	switch (s) {
	case VRAM:
		return m->dev ? m->dev->vram_size_B : 0;
	case REGS:
		return m->dev ? m->dev->regs_size_B : 0;
	default:
		return m->map ? mem_size_B : 0;
	}
}

/* "vram:0x1000". */
static enum fl_code place(const struct fl_mon *m, const char *word, unsigned width_B, enum space *s,
			  uint64_t *at, struct fl_err *err)
{
	const char *colon = fl_str_find(word, ':');
	enum fl_code code;

	for (*s = 0; *s < SPACES; (*s)++)
		if (colon && fl_str_length(names[*s]) == (size_t)(colon - word) &&
		    !memcmp(names[*s], word, (size_t)(colon - word)))
			break;
	if (*s == SPACES)
		return fl_fail(err, FL_USAGE, "'%.40s': say where: vram:0x1000, regs:0x1000%s", word,
			       m->map ? ", mem:0x100000" : "");
	if (!size_B(m, *s))
		return fl_fail(err, FL_NO_DEVICE, "'%.40s': there is no %s here%s", word, names[*s],
			       *s == MEM ? ": physical memory is reached by the bare-metal image only" : "");
	code = fl_mon_number(colon + 1, size_B(m, *s) - 1, word, at, err);
	if (!code && *at % width_B)
		code = fl_fail(err, FL_USAGE, "'%.40s' is not a multiple of %u", word, width_B);
	return code;
}

/* How many units there are room for from at on; an error if it is fewer than asked for. */
static enum fl_code bounded(const struct fl_mon *m, const char *word, unsigned width_B, enum space s,
			    uint64_t at, uint64_t *count, struct fl_err *err)
{
	uint64_t room = (size_B(m, s) - at) / width_B;
	enum fl_code code;

	code = fl_mon_number(word, UINT32_MAX, word, count, err);
	if (!code && *count > room)
		code =
		    fl_fail(err, FL_USAGE, "%llu units of %u bytes do not fit: %s ends at 0x%llx",
			    (unsigned long long)*count, width_B, names[s], (unsigned long long)size_B(m, s));
	return code;
}

/* ---- md ------------------------------------------------------------------------------------------------ */
/* A register by address, if it is known to be safe to read. */
static bool safe(const struct fl_mon *m, uint32_t at)
{
	struct fl_reg r;
	bool known = m->tool.db && fl_regs_lookup(m->tool.db, NULL, at & ~3u, m->tool.chips, 0, &r);

	return m->tool.unsafe_read ||
	       (known && r.access & FL_REG_R && !(r.access & FL_REG_READ_CLEARS) && !r.read_unsafe);
}

/* A row into raw[]; bytes that are not read are marked in *holes, a bit each. */
static enum fl_code row(struct fl_mon *m, enum space s, uint64_t at, unsigned n_B, unsigned width_B,
			uint8_t *raw, uint32_t *holes, struct fl_err *err)
{
	const volatile uint8_t *mem;

	*holes = 0;
	if (s == VRAM) {
		fl_vram_read(m->dev, at, raw, n_B);
		return FL_OK;
	}
	if (s == REGS) {
		for (unsigned i = 0; i < n_B; i += width_B) {
			uint32_t v = 0, reg = (uint32_t)at + i;

			if (!safe(m, reg))
				*holes |= ((1u << width_B) - 1) << i;
			else if (width_B == 1)
				v = fl_read8(m->dev, reg);
			else
				v = fl_read32(m->dev, reg & ~3u) >> 8 * (reg & 3);
			memcpy(raw + i, &v, width_B);
		}
		return FL_OK;
	}
	mem = m->map(m->arg, at, n_B);
	if (!mem)
		return fl_fail(err, FL_FAILED, "mem:0x%llx cannot be mapped", (unsigned long long)at);
	for (unsigned i = 0; i < n_B; i += width_B) { /* accesses of just this width: it may be a device */
		uint32_t v = width_B == 1   ? mem[i]
			     : width_B == 2 ? *(const volatile uint16_t *)(mem + i)
					    : *(const volatile uint32_t *)(mem + i);

		memcpy(raw + i, &v, width_B);
	}
	return FL_OK;
}

static void show(struct fl_mon *m, enum space s, uint64_t at, unsigned n_B, unsigned width_B,
		 const uint8_t *raw, uint32_t holes)
{
	char text[160];
	size_t n = (size_t)fl_format(text, sizeof text, "%s:0x%08llx ", names[s], (unsigned long long)at);

	for (unsigned i = 0; i < ROW_B; i += width_B) {
		uint32_t v = 0;

		memcpy(&v, raw + i, width_B);
		if (i >= n_B)
			n += (size_t)fl_format(text + n, sizeof text - n, " %*s", 2 * (int)width_B, "");
		else if (holes >> i & 1)
			n += (size_t)fl_format(text + n, sizeof text - n, " %.*s", 2 * (int)width_B,
					       "--------");
		else
			n += (size_t)fl_format(text + n, sizeof text - n, " %0*x", 2 * (int)width_B,
					       (unsigned)v);
	}
	n += (size_t)fl_format(text + n, sizeof text - n, "  ");
	for (unsigned i = 0; i < n_B; i++)
		text[n++] = holes >> i & 1 ? '-' : raw[i] >= 0x20 && raw[i] < 0x7f ? (char)raw[i] : '.';
	text[n] = 0;
	fl_mon_printf(m, "%s\n", text);
}

static enum fl_code run_md(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	unsigned width_B = l->width_B ? l->width_B : 4;
	enum space s = m->md_space;
	uint64_t at = m->md_at, count = 64 / width_B, left;
	enum fl_code code = FL_OK;
	uint32_t holes, any = 0;

	if (l->n)
		code = place(m, l->word[0], width_B, &s, &at, err);
	else if (!size_B(m, s) || at >= size_B(m, s))
		return fl_fail(err, FL_USAGE, "md wants to know where: md vram:0x1000");
	at -= at % width_B;
	if (!code && l->n > 1)
		code = bounded(m, l->word[1], width_B, s, at, &count, err);
	if (code)
		return code;
	if (count > (size_B(m, s) - at) / width_B)
		count = (size_B(m, s) - at) / width_B;
	for (left = count * width_B; left && !code;) {
		uint8_t raw[ROW_B] = {0};
		unsigned n = left < ROW_B ? (unsigned)left : ROW_B;

		code = row(m, s, at, n, width_B, raw, &holes, err);
		if (!code)
			show(m, s, at, n, width_B, raw, holes);
		any |= holes;
		at += n;
		left -= n;
		if (left && !code && fl_mon_interrupted(m))
			code = fl_fail(err, FL_FAILED, "md: interrupted");
	}
	if (any && !code)
		fl_mon_printf(m, "--: not known to be safe to read; --unsafe-read reads it\n");
	m->md_space = s;
	m->md_at = at;
	return code;
}

/* ---- mw ------------------------------------------------------------------------------------------------ */
static enum fl_code write_regs(struct fl_mon *m, uint32_t at, uint32_t value, uint64_t count,
			       struct fl_err *err)
{
	enum fl_code code = FL_OK;

	if (!m->tool.db)
		return fl_fail(err, FL_FAILED, "no register is known here, so none is written");
	/* All are checked before the first is written. */
	for (int go = 0; go < 2 && !code; go++)
		for (uint64_t i = 0; i < count && !code; i++) {
			char word[40];

			fl_format(word, sizeof word, "0x%x=0x%x", (unsigned)(at + 4 * i), (unsigned)value);
			code = fl_regtool_parse(&m->tool, FL_REGTOOL_WRITE, word, &m->op[0], err);
			if (!code && go)
				code = fl_regtool_write(&m->tool, &m->op[0], 1, err);
		}
	return code;
}

static enum fl_code run_mw(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	unsigned width_B = l->width_B ? l->width_B : 4;
	uint64_t at, value, count = 1;
	enum fl_code code;
	enum space s;

	code = place(m, l->word[0], width_B, &s, &at, err);
	if (!code)
		code = fl_mon_number(l->word[1], width_B == 4 ? UINT32_MAX : (1u << 8 * width_B) - 1,
				     l->word[1], &value, err);
	if (!code && l->n > 2)
		code = bounded(m, l->word[2], width_B, s, at, &count, err);
	if (code)
		return code;
	if (s == REGS && width_B != 4)
		return fl_fail(err, FL_USAGE,
			       "registers are written whole here: mw.l regs:0x%x, or `write NAME=value:mask`",
			       (unsigned)at & ~3u);
	if (s == REGS)
		return write_regs(m, (uint32_t)at, (uint32_t)value, count, err);
	if (s == MEM && !(m->tool.force & FL_REGTOOL_UNKNOWN))
		return fl_fail(err, FL_USAGE,
			       "physical memory can be anything, this program too; if that is accepted: "
			       "--force=unknown");
	for (uint64_t i = 0; i < count; i++, at += width_B) {
		uint32_t v = (uint32_t)value;

		if (s == VRAM) {
			fl_vram_write(m->dev, at, &v, width_B);
		} else {
			volatile uint8_t *mem = m->map(m->arg, at, width_B);

			if (!mem)
				return fl_fail(err, FL_FAILED, "mem:0x%llx cannot be mapped",
					       (unsigned long long)at);
			if (width_B == 1)
				*mem = (uint8_t)v;
			else if (width_B == 2)
				*(volatile uint16_t *)mem = (uint16_t)v;
			else
				*(volatile uint32_t *)mem = v;
		}
		if (i % 4096 == 4095 && fl_mon_interrupted(m))
			return fl_fail(err, FL_FAILED, "mw: interrupted at 0x%llx", (unsigned long long)at);
	}
	fl_write_barrier();
	return FL_OK;
}

const struct fl_mon_cmd fl_mon_mem_cmds[] = {
    {"md", "[SPACE:ADDRESS [COUNT]]", 0, 2, FL_MON_MEMORY, false, "show memory",
     "SPACE is vram, regs (the register BAR), or on bare metal mem (physical memory).\n"
     "COUNT counts units of the width; without operands md goes on where it ended.\n"
     "  md vram:0x1000 64\n"
     "  md.b mem:0xc0000 32     # bare metal: a video BIOS, if there is one\n"
     "  md regs:0xe40\n",
     "width unsafe-read", run_md, NULL},
    {"mw", "SPACE:ADDRESS VALUE [COUNT]", 2, 3, FL_MON_MEMORY, false, "write memory, COUNT times the value",
     "  mw vram:0 0x00ff0000 640    # a red line\n"
     "  mw regs:0x147c 1            # as `write 0x147c=1`\n",
     "width force unsafe-read", run_mw, NULL},
    {NULL, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL},
};
