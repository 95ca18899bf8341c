/* SPDX-License-Identifier: MIT
 *
 * Power and clocks of the boards with Vivante's cores: what is written to which register, in which order, as
 * GC facts 1 and Linux's drivers have it. The registers are a stub that notes each access; requests of GPC's
 * go away after a while, as they do on a chip.
 */
#include "hw/gc/boards.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 64, WORDS = 64 };

static struct {
	struct {
		uint32_t addr, value;
	} word[WORDS], wrote[MOST];
	unsigned n_words, n_wrote;
	uint64_t us;
	unsigned requests; /* readings until a request has gone away; 0: it never does */
	unsigned left;
	struct fl_err err;
} r;

static uint32_t *word(uint32_t addr)
{
	for (unsigned i = 0; i < r.n_words; i++)
		if (r.word[i].addr == addr)
			return &r.word[i].value;
	cr_assert_lt(r.n_words, (unsigned)WORDS);
	r.word[r.n_words].addr = addr;
	return &r.word[r.n_words++].value;
}

static bool is_request(uint32_t addr)
{
	return addr == 0x020dc000 || addr == 0x303a00f8 || addr == 0x303a0104;
}

static uint32_t stub_read(void *arg, uint64_t addr)
{
	uint32_t *w = word((uint32_t)addr);

	if (is_request((uint32_t)addr) && r.left && !--r.left)
		*w = 0;
	/* The bus bridges' acknowledges follow what was asked for: i.MX8M Quad's bit 26 its bit 6; i.MX8M
	 * Mini's bits 29, 28, 27 its bits 11, 10, 9. */
	if (addr == 0x303a01fc)
		return (*w & 0xe40) | (*w & 1 << 6) << 20 | (*w & 7 << 9) << 18;
	return *w;
}

static void stub_write(void *arg, uint64_t addr, uint32_t value)
{
	cr_assert_lt(r.n_wrote, (unsigned)MOST);
	if (addr == 0x303a01fc)
		value &= 0xe40; /* acknowledges cannot be written */
	r.wrote[r.n_wrote].addr = (uint32_t)addr;
	r.wrote[r.n_wrote++].value = value;
	*word((uint32_t)addr) = value;
	if (is_request((uint32_t)addr))
		r.left = r.requests;
}

static void stub_delay(void *arg, uint64_t us)
{
	r.us += us;
}

static const struct fl_soc_bus bus = {stub_read, stub_write, stub_delay, NULL};

/* The core of that board whose registers are there; addr 0: its first. NULL: none. */
static const struct fl_soc_core *board(const char *compatible, uint32_t addr)
{
	for (const struct fl_soc_core *c = gc_boards.core; c->soc; c++)
		if (!strcmp(c->compatible, compatible) && (!addr || c->regs_addr == addr))
			return c;
	return NULL;
}

static const struct fl_soc_core *start(const char *compatible)
{
	const struct fl_soc_core *b = board(compatible, 0);

	memset(&r, 0, sizeof(r));
	r.requests = 3;
	cr_assert(b, "%s", compatible);
	return b;
}

/* GC facts 1, the first table. */
Test(gc_boards, where_cores_stand)
{
	static const struct {
		const char *compatible, *core;
		uint32_t addr, size_B;
		unsigned irq;
		bool draws;
	} want[] = {
	    {"fsl,imx6q", "GC2000", 0x00130000, 0x4000, 9, true},
	    {"fsl,imx6dl", "GC880", 0x00130000, 0x4000, 9, true},
	    {"fsl,imx6qp", "GC3000", 0x00130000, 0x4000, 9, true},
	    {"fsl,imx6q", "GC320", 0x00134000, 0x4000, 10, false},
	    {"fsl,imx6qp", "GC355", 0x02204000, 0x4000, 11, false},
	    {"fsl,imx8mq", "GC7000L", 0x38000000, 0x40000, 3, true},
	    {"fsl,imx8mm", "GC7000UL", 0x38000000, 0x8000, 3, true},
	    {"st,stm32mp157", "GC400", 0x59000000, 0x800, 109, true},
	};

	for (unsigned i = 0; i < sizeof(want) / sizeof(*want); i++) {
		const struct fl_soc_core *b = board(want[i].compatible, want[i].addr);

		cr_assert(b, "%s", want[i].compatible);
		cr_expect_str_eq(b->core, want[i].core);
		cr_expect_eq(b->regs_B, want[i].size_B);
		cr_expect_eq(b->irq, want[i].irq);
		cr_expect_eq(b->draws, want[i].draws);
		cr_expect(board(want[i].compatible, 0)->draws, "%s: the first core draws", b->soc);
	}
	cr_expect_null(board("fsl,imx6q", 0x1000));
	cr_expect_null(board("fsl,imx51", 0));
}

static void expect_writes(const char *what, const uint32_t (*want)[2], unsigned n)
{
	cr_assert_eq(r.n_wrote, n, "%s: %u writes", what, r.n_wrote);
	for (unsigned i = 0; i < n; i++) {
		cr_expect_eq(r.wrote[i].addr, want[i][0], "%s, write %u goes to 0x%08x", what, i,
			     r.wrote[i].addr);
		cr_expect_eq(r.wrote[i].value, want[i][1], "%s, write %u is 0x%08x", what, i,
			     r.wrote[i].value);
	}
}

/* GC facts 1: supply, CBCMR, gates, GPC. The values of before are i.MX6's after a reset, with VDDPU off. */
Test(gc_boards, imx6_quad)
{
	const struct fl_soc_core *b = start("fsl,imx6q");
	const uint32_t soc = 0x12; /* 1.15 V */
	const uint32_t up[][2] = {
	    {0x020c4018, 0x00020204}, /* [5:4] 0 mmdc, [9:8] 2 pfd 594, [1] 0 axi, dividers 1 */
	    {0x020c8140, soc << 18 | soc << 9},
	    {0x020c406c, 0xf << 24},
	    {0x020c4074, 3u << 30},
	    {0x020dc260, 1},
	    {0x020dc000, 0x00100002},
	};
	const uint32_t down[][2] = {
	    {0x020dc260, 1},
	    {0x020dc000, 1},
	    {0x020c406c, 3 << 24},
	    {0x020c8140, soc << 18},
	};

	*word(0x020c4018) = 0x24020326;
	*word(0x020c8140) = soc << 18;
	*word(0x020dc000) = 0x00100000;
	cr_assert_eq(fl_soc_power(b, &bus, true, &r.err), FL_OK, "%s", r.err.text);
	expect_writes("up", up, sizeof(up) / sizeof(*up));
	cr_expect_geq(r.us, 2000, "the supply has its time");
	r.n_wrote = 0;
	*word(0x020dc000) = 0;
	cr_assert_eq(fl_soc_power(b, &bus, false, &r.err), FL_OK, "%s", r.err.text);
	expect_writes("down", down, sizeof(down) / sizeof(*down));
}

/* Linux's imx6q_clocks_init() gives DualLite's core 594 MHz; its shader's clock is the core's: bits 9:8 and
 * 31:29 are those of the 2D core there, and stay. A QuadPlus keeps CBCMR, and its domain on (ERR009619). */
Test(gc_boards, imx6_dual_lite_and_quad_plus)
{
	const struct fl_soc_core *b = start("fsl,imx6dl");

	*word(0x020c4018) = 0xffffffcf;
	cr_assert_eq(fl_soc_power(b, &bus, true, &r.err), FL_OK, "%s", r.err.text);
	cr_expect_eq(*word(0x020c4018), 0xe3ffffef);
	b = start("fsl,imx6qp");
	*word(0x020c4018) = 0x12345678;
	*word(0x020c8140) = 0x1f << 18;
	cr_assert_eq(fl_soc_power(b, &bus, true, &r.err), FL_OK, "%s", r.err.text);
	cr_expect_eq(*word(0x020c4018), 0x12345678);
	r.n_wrote = 0;
	cr_assert_eq(fl_soc_power(b, &bus, false, &r.err), FL_OK, "%s", r.err.text);
	cr_expect_eq(r.n_wrote, 1);
	cr_expect_eq(*word(0x020c8140), 0x1f << 18 | 0x1f << 9, "VDDPU stays on");
}

/* GC facts 1, i.MX8MQ; gpcv2.c has the order. Roots: enable 28, source [26:24], dividers less one. */
Test(gc_boards, imx8m_quad)
{
	const struct fl_soc_core *b = start("fsl,imx8mq");
	static const uint32_t up[][2] = {
	    {0x30388180, 1 << 28 | 2 << 24},
	    {0x30388200, 1 << 28 | 2 << 24},
	    {0x30388c00, 1 << 28 | 1 << 24},
	    {0x30388c80, 1 << 28 | 1 << 24 | 1},
	    {0x30384570, 3},
	    {0x303a00ec, 1 << 9},
	    {0x303a00f8, 1 << 7},
	    {0x303a0800 + 23 * 0x40, 0x100},
	    {0x303a01fc, 1 << 6},
	};
	static const uint32_t down[][2] = {
	    {0x303a01fc, 0},
	    {0x303a0dc0, 0x101},
	    {0x303a0104, 1 << 7},
	    {0x30384570, 0},
	};

	*word(0x303a0dc0) = 0x101;
	cr_assert_eq(fl_soc_power(b, &bus, true, &r.err), FL_OK, "%s", r.err.text);
	expect_writes("up", up, sizeof(up) / sizeof(*up));
	r.n_wrote = 0;
	cr_assert_eq(fl_soc_power(b, &bus, false, &r.err), FL_OK, "%s", r.err.text);
	expect_writes("down", down, sizeof(down) / sizeof(*down));
}

/* gpcv2.c, imx8mm_pgc_domains: GPUMIX first, then both cores, in reset meanwhile. */
Test(gc_boards, imx8m_mini)
{
	const struct fl_soc_core *b = start("fsl,imx8mm");
	static const uint32_t domains[][2] = {
	    {0x303a00ec, 1 << 9 | 1 << 8 | 1 << 11},
	    {0x303a00f8, 1 << 7},
	    {0x303a0dc0, 0},
	    {0x303a01fc, 1 << 11},
	    {0x303844f0, 3},
	    {0x30384660, 3},
	    {0x30390040, 1},
	    {0x303a00f8, 1 << 6 | 1 << 9},
	    {0x303a0800 + 22 * 0x40, 0},
	    {0x303a0800 + 25 * 0x40, 0},
	    {0x30390040, 0},
	    {0x303a01fc, 7 << 9},
	};
	const unsigned roots = 5;

	cr_assert_eq(fl_soc_power(b, &bus, true, &r.err), FL_OK, "%s", r.err.text);
	cr_assert_geq(r.n_wrote, roots);
	memmove(r.wrote, r.wrote + roots, sizeof(r.wrote) - roots * sizeof(*r.wrote));
	r.n_wrote -= roots;
	expect_writes("up", domains, sizeof(domains) / sizeof(*domains));
	r.n_wrote = 0;
	cr_assert_eq(fl_soc_power(b, &bus, false, &r.err), FL_OK, "%s", r.err.text);
	cr_expect_eq(*word(0x303a01fc), 0);
	cr_expect_eq(*word(0x303a0dc0), 1);
	cr_expect_eq(*word(0x303a0d80), 1);
	cr_expect_eq(*word(0x303a0e40), 1);
	cr_expect_eq(*word(0x30384570), 0);
}

/* GPU_R is 3269 in Linux's stm32mp1-resets.h: bit 3269 % 32 of the register at 3269 / 32 * 4. */
Test(gc_boards, stm32mp1)
{
	const struct fl_soc_core *b = start("st,stm32mp157");
	const uint32_t reset = 0x50000000 + 3269 / 32 * 4, bit = 1u << 3269 % 32;
	const uint32_t up[][2] = {
	    {0x50000094, 0x31}, {0x50000938, 0}, {0x50000218, 1 << 5}, {reset, bit}, {reset + 4, bit},
	};

	*word(0x50000094) = 0x11;
	*word(0x50000938) = 3;
	cr_assert_eq(fl_soc_power(b, &bus, true, &r.err), FL_OK, "%s", r.err.text);
	expect_writes("up", up, sizeof(up) / sizeof(*up));
	cr_expect_geq(r.us, 32 + 128);
}

/* A power controller that does not answer is named, with what it reads. */
Test(gc_boards, a_domain_that_does_not_come_up)
{
	static const char *const compatible[] = {"fsl,imx6q", "fsl,imx8mq", "fsl,imx8mm"};
	static const char *const name[] = {"GPC_CNTR", "PUP_REQ.GPU", "PUP_REQ.GPUMIX"};

	for (unsigned i = 0; i < sizeof(compatible) / sizeof(*compatible); i++) {
		const struct fl_soc_core *b = start(compatible[i]);

		r.requests = 0;
		cr_assert_eq(fl_soc_power(b, &bus, true, &r.err), FL_TIMEOUT, "%s", compatible[i]);
		cr_expect(strstr(r.err.text, name[i]) && strstr(r.err.text, b->soc), "%s", r.err.text);
		cr_expect_geq(r.us, (uint64_t)FL_SOC_POLL_US);
	}
}

/* What a rehearsal says is what power does, in its order. */
static void count_line(void *arg, const char *text)
{
	const struct fl_soc_op **o = arg;
	char addr[16];

	snprintf(addr, sizeof(addr), "0x%08x", (*o)->addr);
	cr_expect((*o)->act == FL_SOC_DELAY || strstr(text, addr), "%s", text);
	cr_expect(strstr(text, (*o)->what), "%s", text);
	cr_expect_lt(strlen(text), 159);
	++*o;
}

Test(gc_boards, rehearsed)
{
	for (const struct fl_soc_core *c = gc_boards.core; c->soc; c++)
		for (unsigned on = 0; on < 2; on++) {
			const struct fl_soc_op *o = on ? c->on : c->off;

			fl_soc_rehearse(c, on, count_line, &o);
			cr_expect_eq(o->act, FL_SOC_END, "%s: all of it", c->soc);
		}
}
