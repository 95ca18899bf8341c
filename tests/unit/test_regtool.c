/* SPDX-License-Identifier: MIT
 *
 * The register tool: every form of a word does the accesses that it should and no others; what is written and
 * read back; the address spaces; polling and watching. Offsets are those of the R5xx guide and of Linux's
 * headers.
 */
#include "hw/r500/clocks.h"
#include "hw/r500/mc.h"
#include "tests/unit/test_dev_rig.h"
#include "tests/unit/test_regtool_rig.h"

enum {
	SCRATCH = 0x15e0,
	STATUS = 0x0e40,
	TILE_CONFIG = 0x4018,
	MC_INDEX = 0x70,
	PLL_INDEX = 0x08,
	PCIE_INDEX = 0x30
};

#define READ(r, word)  cr_assert_eq(toolrig_do(r, FL_REGTOOL_READ, word), FL_OK, "%s", (r)->err.text)
#define WRITE(r, word) cr_assert_eq(toolrig_do(r, FL_REGTOOL_WRITE, word), FL_OK, "%s", (r)->err.text)
#define REFUSED(r, verb, word, why)                                                      \
	do {                                                                             \
		cr_assert_eq(toolrig_do(r, verb, word), FL_USAGE, "%s was taken", word); \
		cr_assert(strstr((r)->err.text, why), "%s: %s", word, (r)->err.text);    \
	} while (0)

Test(regtool, every_form_reads_one_register)
{
	static const struct {
		const char *word;
		uint32_t at, mask;
	} forms[] = {
	    {"RBBM_STATUS", STATUS, 0xffffffff},
	    {"rbbm_status", STATUS, 0xffffffff},
	    {"R500_RBBM_STATUS", STATUS, 0xffffffff},
	    {"mmio:RBBM_STATUS", STATUS, 0xffffffff},
	    {"RBBM_STATUS.GUI_ACTIVE", STATUS, 0x80000000},
	    {"RBBM_STATUS.CMDFIFO_AVAIL", STATUS, 0x7f},
	    {"SCRATCH_REG[3]", SCRATCH + 12, 0xffffffff},
	    {"SCRATCH_REG_3", SCRATCH + 12, 0xffffffff},
	    {"SCRATCH_REG3", SCRATCH + 12, 0xffffffff},
	    {"0x15ec", SCRATCH + 12, 0xffffffff},
	    {"0X15EC", SCRATCH + 12, 0xffffffff},
	    {"mmio:0x15ec", SCRATCH + 12, 0xffffffff},
	    {"0xe40.GUI_ACTIVE", STATUS, 0x80000000},
	};
	static struct toolrig r;

	toolrig_open(&r, "r580");
	for (unsigned i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		READ(&r, forms[i].word);
		cr_assert_eq(r.n, 1, "%s", forms[i].word);
		cr_assert_eq(r.access[0].kind, FL_ACCESS_READ32);
		cr_assert_eq(r.access[0].offset_B, forms[i].at, "%s", forms[i].word);
		cr_assert_eq(r.n_said, 1);
		cr_assert_eq(r.said[0].value, r.access[0].value);
		cr_assert_eq(r.said[0].mask, forms[i].mask, "%s", forms[i].word);
	}
	toolrig_close(&r);
}

Test(regtool, arrays_and_globs_are_read_whole)
{
	static struct toolrig r;

	toolrig_open(&r, "r580");
	READ(&r, "SCRATCH_REG");
	cr_assert_eq(r.n, 8);
	for (unsigned i = 0; i < 8; i++)
		cr_assert_eq(r.access[i].offset_B, SCRATCH + 4 * i);
	READ(&r, "SCRATCH_REG*");
	cr_assert_eq(r.n, 8);
	/* A glob passes over what is write-only (WAIT_UNTIL), and says so */
	READ(&r, "WAIT_UNT*");
	cr_assert_eq(r.n, 0);
	cr_assert_eq(r.n_said, 1);
	cr_assert_eq(r.said[0].kind, FL_REGTOOL_SKIPPED);
	cr_assert_str_eq(r.said[0].why, "write-only");
	toolrig_close(&r);
}

Test(regtool, writes_read_write_and_read_back)
{
	static const struct {
		const char *word;
		uint32_t before, after;
	} forms[] = {
	    {"SCRATCH_REG[2]=0xcafe0001", 0x12345678, 0xcafe0001},
	    {"SCRATCH_REG_2=7", 0x12345678, 7},
	    {"SCRATCH_REG2=0b101", 0x12345678, 5},
	    {"0x15e8=0xffffffff", 0x12345678, 0xffffffff},
	    {"SCRATCH_REG[2]=0x34:0xff", 0x12345678, 0x12345634},
	    {"SCRATCH_REG[2]=0:0xffff0000", 0x12345678, 0x00005678},
	};
	static struct toolrig r;

	toolrig_open(&r, "r580");
	for (unsigned i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		fl_write32(&r.inner, SCRATCH + 8, forms[i].before);
		WRITE(&r, forms[i].word);
		cr_assert_eq(r.n, 3, "%s", forms[i].word);
		cr_assert_eq(r.access[0].kind, FL_ACCESS_READ32);
		cr_assert_eq(r.access[1].kind, FL_ACCESS_WRITE32);
		cr_assert_eq(r.access[2].kind, FL_ACCESS_READ32);
		cr_assert_eq(r.access[1].offset_B, SCRATCH + 8);
		cr_assert_eq(r.access[1].value, forms[i].after, "%s", forms[i].word);
		cr_assert_eq(r.said[0].old, forms[i].before);
		cr_assert_eq(r.said[0].value, forms[i].after);
		cr_assert(r.said[0].has_back && !r.said[0].differs);
	}
	toolrig_close(&r);
}

static void count_changed(void *arg, const struct fl_regtool_field *f)
{
	*(unsigned *)arg += f->changed;
}

Test(regtool, fields_by_number_and_by_name)
{
	unsigned changed = 0;
	static struct toolrig r;

	toolrig_open(&r, "r580");
	/* R5xx guide, GB_TILE_CONFIG: TILE_SIZE in bits 5:4 is 8, 16 or 32 pixels */
	fl_write32(&r.inner, TILE_CONFIG, 0x1f);
	WRITE(&r, "GB_TILE_CONFIG.TILE_SIZE=PIXELS_32");
	cr_assert_eq(fl_read32(&r.inner, TILE_CONFIG), 0x2f);
	fl_regtool_fields(&r.said[0], count_changed, &changed);
	cr_assert_eq(changed, 1);
	WRITE(&r, "GB_TILE_CONFIG.TILE_SIZE=0");
	cr_assert_eq(fl_read32(&r.inner, TILE_CONFIG), 0x0f);
	WRITE(&r, "gb_tile_config.tile_size=pixels_16");
	cr_assert_eq(fl_read32(&r.inner, TILE_CONFIG), 0x1f);
	REFUSED(&r, FL_REGTOOL_WRITE, "GB_TILE_CONFIG.TILE_SIZE=PIXELS_64", "PIXELS_32");
	REFUSED(&r, FL_REGTOOL_WRITE, "GB_TILE_CONFIG.TILE_SIZE=4", "0 to 0x3");
	/* R5xx guide 10.1.14: only a command stream writes RBBM_GUICNTL; that it did not take is reported */
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_WRITE, "RBBM_GUICNTL.HOST_DATA_SWAP=SWAP_32BIT"), FL_FAILED);
	cr_assert_str_eq(r.said[0].name, "RBBM_GUICNTL");
	cr_assert(r.said[0].differs);
	/* A field that holds an address without its low bits: SCRATCH_ADDR is 32-byte aligned */
	WRITE(&r, "SCRATCH_ADDR.SCRATCH_ADDR=0x1000");
	cr_assert_eq(fl_read32(&r.inner, 0x0774), 0x1000);
	REFUSED(&r, FL_REGTOOL_WRITE, "SCRATCH_ADDR.SCRATCH_ADDR=0x1008", "multiples of 32");
	toolrig_close(&r);
}

Test(regtool, write_only_registers_are_never_read)
{
	static struct toolrig r;

	toolrig_open(&r, "r580");
	WRITE(&r, "WAIT_UNTIL=0x10000");
	cr_assert_eq(r.n, 1);
	cr_assert_eq(r.access[0].kind, FL_ACCESS_WRITE32);
	cr_assert_eq(r.access[0].value, 0x10000);
	cr_assert(!r.said[0].has_old && !r.said[0].has_back);
	cr_assert_str_eq(r.said[0].why, "write-only");
	REFUSED(&r, FL_REGTOOL_WRITE, "WAIT_UNTIL.WAIT_2D_IDLECLEAN=1", "write-only");
	REFUSED(&r, FL_REGTOOL_WRITE, "WAIT_UNTIL=1:1", "write-only");
	REFUSED(&r, FL_REGTOOL_READ, "WAIT_UNTIL", "write-only");
	REFUSED(&r, FL_REGTOOL_POLL, "WAIT_UNTIL=0", "write-only");
	REFUSED(&r, FL_REGTOOL_WRITE, "RBBM_STATUS=0", "read-only");
	r.t.unsafe_read = true; /* this does not make a write-only register readable */
	WRITE(&r, "WAIT_UNTIL=0");
	cr_assert_eq(r.reads, 0);
	toolrig_close(&r);
}

Test(regtool, rehearsing_reads_but_does_not_write)
{
	static struct toolrig r;

	toolrig_open(&r, "r580");
	fl_write32(&r.inner, SCRATCH, 0x11);
	r.t.rehearse = true;
	WRITE(&r, "SCRATCH_REG[0]=0x20:0xf0");
	cr_assert_eq(r.writes, 0);
	cr_assert_eq(r.said[0].kind, FL_REGTOOL_WOULD);
	cr_assert_eq(r.said[0].old, 0x11);
	cr_assert_eq(r.said[0].value, 0x21);
	cr_assert_eq(fl_read32(&r.inner, SCRATCH), 0x11);
	toolrig_close(&r);
}

Test(regtool, risks_are_accepted_one_by_one)
{
	static struct toolrig r;

	toolrig_open(&r, "r580");
	REFUSED(&r, FL_REGTOOL_WRITE, "pll:CP_DYN_CNTL.CP_FORCEON=1", "--force=clock");
	REFUSED(&r, FL_REGTOOL_WRITE, "mc:MC_FB_LOCATION=0", "--force=memory");
	r.t.force = FL_REG_MEMORY | FL_REG_DISPLAY | FL_REG_VOLTAGE | FL_REG_BUS | FL_REGTOOL_UNKNOWN;
	REFUSED(&r, FL_REGTOOL_WRITE, "pll:CP_DYN_CNTL.CP_FORCEON=1", "--force=clock");
	r.t.force = FL_REG_CLOCK;
	WRITE(&r, "pll:CP_DYN_CNTL.CP_FORCEON=1");
	cr_assert_eq(r500_pll_read(&r.inner, 0x0f), 1);
	/* Unsafe reads; and what no register is known of */
	REFUSED(&r, FL_REGTOOL_READ, "CLOCK_CNTL_DATA", "--unsafe-read");
	REFUSED(&r, FL_REGTOOL_READ, "0xfffc", "--unsafe-read");
	REFUSED(&r, FL_REGTOOL_WRITE, "0xfffc=1", "--force=unknown");
	REFUSED(&r, FL_REGTOOL_WRITE, "CLOCK_CNTL_DATA=1:1", "--unsafe-read");
	WRITE(&r, "CLOCK_CNTL_DATA=1"); /* as a whole, it need not be read, and is not */
	cr_assert_eq(r.reads, 0);
	r.t.unsafe_read = true;
	READ(&r, "CLOCK_CNTL_DATA");
	READ(&r, "0xfffc");
	cr_assert_str_eq(r.said[0].name, "mmio:0xfffc");
	for (unsigned bit = 1; bit <= FL_REGTOOL_UNKNOWN; bit <<= 1)
		if (strcmp(fl_regtool_hazard_name(bit), "none"))
			cr_assert_eq(fl_regtool_hazard(fl_regtool_hazard_name(bit)), bit);
	cr_assert_eq(fl_regtool_hazard("all"), 0);
	toolrig_close(&r);
}

/* ---- address spaces ------------------------------------------------------------------------------------ */
Test(regtool, indirect_registers_are_as_plain_as_the_others)
{
	static struct toolrig r;

	toolrig_open(&r, "r580");
	r.t.force = FL_REG_CLOCK | FL_REG_BUS | FL_REG_MEMORY | FL_REGTOOL_UNKNOWN;
	/* What a BIOS or a debugger left in the index registers stays there */
	fl_write32(&r.inner, MC_INDEX, 0x7f0009);
	fl_write32(&r.inner, PLL_INDEX, 0x0307);
	fl_write32(&r.inner, PCIE_INDEX, 0x18);
	READ(&r, "mc:MC_FB_LOCATION");
	cr_assert_eq(r.said[0].value,
		     r500_mc_ind_read(&r.inner, 4)); /* Linux r520d.h: R_000004_MC_FB_LOCATION */
	fl_write32(&r.inner, MC_INDEX, 0x7f0009);
	READ(&r, "mc:0x04");
	cr_assert_str_eq(r.said[0].name, "mc:MC_FB_LOCATION");
	READ(&r, "mc:*");
	cr_assert_gt(r.n_said, 4);
	WRITE(&r, "pll:0x11=0x00000803");
	WRITE(&r, "pll:E2_DYN_CNTL.E2_PROG_DELAY_VALUE=0x55"); /* bits 11:4. Linux rv515d.h */
	cr_assert_eq(r.said[0].value, 0x00000553);
	WRITE(&r, "pcie:TX_GART_BASE=0x00345000");
	READ(&r, "pcie:0x13");
	cr_assert_eq(r.said[0].value, 0x00345000);
	REFUSED(&r, FL_REGTOOL_READ, "pll:0x40", "0x3f");
	REFUSED(&r, FL_REGTOOL_READ, "pcie:0x800", "0x7ff");
	REFUSED(&r, FL_REGTOOL_READ, "smc:0x10", "mmio, pll, mc, pcie");
	cr_assert_eq(fl_read32(&r.inner, MC_INDEX), 0x7f0009);
	cr_assert_eq(fl_read32(&r.inner, PLL_INDEX), 0x0307);
	cr_assert_eq(fl_read32(&r.inner, PCIE_INDEX), 0x18);
	cr_assert_null(fl_model_report(r.model, 0), "%s", fl_model_report(r.model, 0)->text);
	toolrig_close(&r);
}

Test(regtool, each_generation_has_its_own_spaces)
{
	static const struct {
		const char *chip, *in, *out;
	} chips[] = {
	    {"rv515", "mc:MC_FB_LOCATION", NULL},   {"r520", "pcie:0x10", NULL},
	    {"r420", "pll:SCLK_CNTL", "pcie:0x10"}, {"rv410", "pcie:0x10", NULL},
	    {"r300", "pll:SCLK_CNTL", "mc:0x04"},
	};
	static struct toolrig r;

	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		toolrig_open(&r, chips[i].chip);
		READ(&r, chips[i].in);
		if (chips[i].out)
			REFUSED(&r, FL_REGTOOL_READ, chips[i].out, "address space");
		cr_assert_null(fl_model_report(r.model, 0));
		toolrig_close(&r);
	}
	/* The memory controller of R420 lies behind 0x1f8, with bit 8 to write: Linux r420.c */
	toolrig_open(&r, "r420");
	r.t.force = FL_REGTOOL_UNKNOWN;
	r.t.unsafe_read = true;
	WRITE(&r, "mc:0x12=0x4711");
	for (unsigned i = 0; i < r.n; i++)
		cr_assert(r.access[i].offset_B == 0x1f8 || r.access[i].offset_B == 0x1fc);
	READ(&r, "mc:0x12");
	cr_assert_eq(r.said[0].value, 0x4711);
	toolrig_close(&r);
}

/* ---- what is safe -------------------------------------------------------------------------------------- */
struct seen {
	struct toolrig *r;
	uint8_t times[0x4000];
	unsigned bad;
};

static void judge(void *arg, const struct fl_access *a)
{
	struct seen *s = arg;
	struct fl_reg reg;

	/* The ports of the indirect spaces are used on purpose; no others */
	if (a->offset_B < 0x10 || (a->offset_B >= 0x30 && a->offset_B < 0x38) ||
	    (a->offset_B & ~4ull) == 0x70)
		return;
	s->times[a->offset_B / 4 & 0x3fff]++;
	if (a->kind != FL_ACCESS_READ32 ||
	    !fl_regs_lookup(s->r->t.db, NULL, (uint32_t)a->offset_B, s->r->t.chips, 0, &reg) ||
	    reg.read_unsafe || !(reg.access & FL_REG_R) || reg.access & FL_REG_READ_CLEARS)
		s->bad++;
}

Test(regtool, everything_means_what_is_safe_and_once)
{
	static struct toolrig r;
	static struct seen s;
	unsigned many = 0, any = 0;

	toolrig_open(&r, "r580");
	s.r = &r;
	r.told = judge;
	r.told_arg = &s;
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_SAFE, "*"), FL_OK, "%s", r.err.text);
	for (unsigned i = 0; i < sizeof(s.times); i++) {
		any += s.times[i] > 0;
		many += s.times[i] > 1;
	}
	cr_assert_eq(s.bad, 0);
	cr_assert_eq(many, 0, "%u registers were read more than once", many);
	cr_assert_gt(any, 1000);
	toolrig_close(&r);
}

/* ---- cards that are not well --------------------------------------------------------------------------- */
static bool lose_bit_4(struct rig *rig, uint32_t offset, uint32_t *value)
{
	*value &= ~0x10u;
	return true;
}

Test(regtool, a_write_that_does_not_take_is_told)
{
	static struct toolrig r;
	struct fl_regtool_op op[2];
	static const char *const word[] = {"SCRATCH_REG[0]=0xff", "SCRATCH_REG[1]=1"};
	struct rig *rig = rig_new(0x7249);

	rig->on_write = lose_bit_4;
	r.inner = rig->dev;
	toolrig_over(&r, "r580");
	cr_assert_eq(fl_regtool_parse_all(&r.t, FL_REGTOOL_WRITE, 2, word, op, &r.err), FL_OK, "%s",
		     r.err.text);
	cr_assert_eq(fl_regtool_write(&r.t, op, 2, &r.err), FL_FAILED);
	cr_assert(strstr(r.err.text, "SCRATCH_REG[0] reads 0x000000ef"), "%s", r.err.text);
	cr_assert(strstr(r.err.text, "0x00000010"), "%s", r.err.text);
	cr_assert_eq(r.writes, 1, "the second write was not to happen");
	cr_assert(r.said[0].differs);
	free(rig);
}

Test(regtool, bits_that_clear_on_a_one_are_not_given_back)
{
	static struct toolrig r;
	struct rig *rig = rig_new(0x7249);

	/* GEN_INT_STATUS: three interrupts pending, one is acknowledged */
	rig->reg[0x44 / 4] = 0x02080001;
	r.inner = rig->dev;
	toolrig_over(&r, "r580");
	WRITE(&r, "GEN_INT_STATUS.SW_INT_TEST=1");
	cr_assert_eq(r.access[1].kind, FL_ACCESS_WRITE32);
	cr_assert_eq(r.access[1].value, 0x02000000, "0x%llx", (unsigned long long)r.access[1].value);
	cr_assert(!r.said[0].differs, "a bit that clears does not read back");
	free(rig);
}

/* ---- poll and watch ------------------------------------------------------------------------------------ */
Test(regtool, poll)
{
	static struct toolrig r;

	toolrig_open(&r, "r580");
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_POLL, "RBBM_STATUS.GUI_ACTIVE=0"), FL_OK, "%s", r.err.text);
	cr_assert_eq(r.said[0].kind, FL_REGTOOL_REACHED);
	fl_write32(&r.inner, SCRATCH, 0x4712);
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_POLL, "SCRATCH_REG[0]=0x4711"), FL_TIMEOUT);
	cr_assert_eq(r.err.got, 0x4712);
	cr_assert_eq(r.err.want, 0x4711);
	cr_assert(strstr(r.err.text, "SCRATCH_REG[0] is 0x00004712"), "%s", r.err.text);
	cr_assert_eq(r.said[0].kind, FL_REGTOOL_EXPIRED);
	cr_assert_eq(r.said[0].value, 0x4712);
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_POLL, "SCRATCH_REG[0]=0x10:0xf0"), FL_OK, "%s", r.err.text);
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_POLL, "mc:MC_STATUS.MC_IDLE=1"), FL_OK, "%s", r.err.text);
	cr_assert_eq(toolrig_do(&r, FL_REGTOOL_POLL, "mc:MC_STATUS.MC_IDLE=0"), FL_TIMEOUT);
	REFUSED(&r, FL_REGTOOL_POLL, "RBBM_STATUS", "RBBM_STATUS=value");
	REFUSED(&r, FL_REGTOOL_POLL, "RBBM_*=0", "reading only");
	toolrig_close(&r);
}

static bool change_it(void *arg, unsigned round)
{
	struct toolrig *r = arg;

	if (round == 1)
		fl_write32(&r->inner, SCRATCH + 4, 0xf00d);
	if (round == 2)
		fl_write32(&r->inner, SCRATCH, 1); /* not watched in this bit */
	return true;
}

Test(regtool, watch_tells_changes_and_when)
{
	static struct toolrig r;
	struct fl_regtool_op op[2];
	uint32_t seen[9];
	struct fl_regtool_watch w = {seen, 9, 1000, 4, change_it, &r};
	static const char *const word[] = {"SCRATCH_*", "RBBM_STATUS.GUI_ACTIVE"};
	unsigned changes = 0;

	toolrig_open(&r, "r580");
	op[0] = (struct fl_regtool_op){0};
	cr_assert_eq(fl_regtool_parse(&r.t, FL_REGTOOL_SAFE, "SCRATCH_REG", &op[0], &r.err), FL_OK, "%s",
		     r.err.text);
	cr_assert_eq(fl_regtool_parse(&r.t, FL_REGTOOL_SAFE, word[1], &op[1], &r.err), FL_OK, "%s",
		     r.err.text);
	cr_assert_eq(fl_regtool_places(&r.t, op, 2), 9);
	op[0].mask = 0xfffffffe;
	cr_assert_eq(fl_regtool_watch(&r.t, op, 2, &w, &r.err), FL_OK, "%s", r.err.text);
	for (unsigned i = 0; i < r.n_said; i++) {
		if (r.said[i].kind != FL_REGTOOL_CHANGED)
			continue;
		changes++;
		cr_assert_str_eq(r.said[i].name, "SCRATCH_REG[1]");
		cr_assert_eq(r.said[i].old, 0);
		cr_assert_eq(r.said[i].value, 0xf00d);
		/* the third look, after two intervals of a millisecond */
		cr_assert(r.said[i].time_us >= 2000 && r.said[i].time_us < 3000, "%u us",
			  (unsigned)r.said[i].time_us);
	}
	cr_assert_eq(changes, 1);
	cr_assert_eq(r.reads, 9 * 5);
	w.n_seen = 8;
	cr_assert_eq(fl_regtool_watch(&r.t, op, 2, &w, &r.err), FL_USAGE);
	toolrig_close(&r);
}

/* ---- numbers and chips --------------------------------------------------------------------------------- */
Test(regtool, numbers)
{
	static const struct {
		const char *s;
		uint32_t max, value;
	} good[] = {
	    {"0", 0, 0},
	    {"0x0", 0, 0},
	    {"4294967295", 0xffffffff, 0xffffffff},
	    {"0xFFFFffff", 0xffffffff, 0xffffffff},
	    {"0b1011", 0xff, 0xb},
	    {"10", 10, 10},
	    {"0x00000000000010", 0x10, 0x10},
	};
	static const struct {
		const char *s, *why;
	} bad[] = {
	    {"", "missing"},
	    {"0x", "digits are missing"},
	    {"0b", "digits are missing"},
	    {"cafe", "0xcafe"},
	    {"1f", "0x1f"},
	    {"-1", "no sign"},
	    {"+1", "no sign"},
	    {"017", "octal"},
	    {"4294967296", "range"},
	    {"0x100000000", "range"},
	    {"0b12", "not a number"},
	    {"0xg", "not a number"},
	    {"12z", "not a number"},
	    {"0x10000000000000000000", "range"},
	    {" 1", "not a number"},
	};
	struct fl_err err;
	uint32_t v;

	for (unsigned i = 0; i < sizeof(good) / sizeof(*good); i++) {
		cr_assert_eq(fl_regtool_number(good[i].s, good[i].max, "w", &v, &err), FL_OK, "%s", err.text);
		cr_assert_eq(v, good[i].value, "%s", good[i].s);
	}
	for (unsigned i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		cr_assert_eq(fl_regtool_number(bad[i].s, 0xffffffff, "w", &v, &err), FL_USAGE, "%s",
			     bad[i].s);
		cr_assert(strstr(err.text, bad[i].why), "'%s': %s", bad[i].s, err.text);
	}
	cr_assert_eq(fl_regtool_number("8", 7, "w", &v, &err), FL_USAGE);
	cr_assert(strstr(err.text, "0x7 (7)"), "%s", err.text);
}

Test(regtool, chips_of_every_family)
{
	const struct fl_regs *const db[] = {fl_regs_r500(), fl_regs_r600(), fl_regs_cik(), fl_regs_gc()};
	static const struct {
		const char *name, *family, *chip;
	} chips[] = {
	    {"rv770", "r600", "RV770"},  {"R423", "r500", "R423"},   {"rv790", "r600", "rv790"},
	    {"Hawaii", "cik", "HAWAII"}, {"gc3000", "gc", "GC3000"}, {"r500", "r500", "r500"},
	};
	struct fl_regtool t = {0};

	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		cr_assert(fl_regtool_chip(&t, db, 4, chips[i].name), "%s", chips[i].name);
		cr_assert_str_eq(fl_regs_name(t.db), chips[i].family);
		cr_assert_str_eq(t.chip, chips[i].chip);
	}
	cr_assert(!fl_regtool_chip(&t, db, 4, "rv999"));
	cr_assert(!fl_regtool_chip(&t, db, 1, "rv770"), "that family is not linked in");
}
