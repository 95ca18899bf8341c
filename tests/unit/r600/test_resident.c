/* SPDX-License-Identifier: MIT
 *
 * Programs that come to video memory in the stream: on a model whose command processor carries the stream
 * out, the words arrive where they are said to be; what is there is not sent again; a memory that is full is
 * filled anew.
 */
#include "lib/r600/lower.h"
#include "lib/r600/resident.h"
#include "tests/unit/r600/test_model_rig.h"

TestSuite(r600_resident, .timeout = 60);

enum { OWN = 0x400000, STREAM_DW = 1 << 14 };

static struct r600_rig g;
static uint32_t stream[STREAM_DW];
static struct fl_cs cs;
static struct fl_r600_residents r;

static enum fl_code submit(struct fl_cs *c, struct fl_err *err)
{
	const uint32_t n = (uint32_t)(c->at - c->start), at = g.base + R600_IB_AT,
		       packet[] = {R600_TYPE3(R600_PKT3_INDIRECT_BUFFER, 3), at, 0, n};

	cr_assert(c->fetched, "the stream is read by others than the command processor's front");
	c->fetched = false;
	fl_model_vram_write(g.m, R600_IB_AT, c->start, 4 * n);
	emit_all(&g, packet, 4);
	kick(&g);
	cr_assert(idle(&g));
	c->at = c->start;
	return FL_OK;
}

static void begin(const char *chip)
{
	g = r600_rig_running(chip);
	cr_assert_eq(fl_cs_init(&cs, stream, STREAM_DW, submit, NULL), FL_OK);
	cs.address = g.base + R600_IB_AT;
	fl_r600_residents_begin(&r, g.base + OWN + 4, FL_R600_OWN_MIN_B, g.r7xx);
}

static void expect_there(const struct fl_resident *s, const uint32_t (*words)[2], uint32_t n)
{
	static uint32_t got[4096][2];
	const uint64_t offset = ((uint64_t)s->start << 8) - g.base;

	cr_assert_eq(fl_cs_flush(&cs), FL_OK);
	cr_assert(offset >= OWN && offset + 8 * n <= OWN + 4 + FL_R600_OWN_MIN_B, "0x%x", (unsigned)offset);
	fl_model_vram_read(g.m, offset, got, 8 * n);
	cr_assert_arr_eq(got, words, 8 * n);
	no_reports(&g);
}

static void fixed_function(const char *chip)
{
	const uint64_t key = FL_FF_UNIT_AT(FL_FF_UNIT_ON | FL_FF_UNIT_SIZE(2), 0);
	const struct fl_resident *vs, *fs;
	struct fl_ff_inst inst[FL_FF_VS_LONGEST];
	static struct fl_r600_lowered code;
	struct fl_ff_places at;

	begin(chip);
	vs = fl_r600_ff_vs(&r, &cs, key);
	fs = fl_r600_ff_fs(&r, &cs, key);
	cr_assert_neq(vs->start, fs->start, "equal keys of two kinds are two programs");
	fl_ff_vs_places(key, &at);
	fl_r600_vs_lower(g.r7xx, inst, fl_ff_vs_make(key, inst), &at, &code);
	cr_expect_eq(vs->regs[FL_R600_GPRS], code.gprs);
	cr_expect_eq(vs->regs[FL_R600_STACK], code.stack);
	expect_there(vs, (const uint32_t(*)[2])code.words, code.n);
	cr_expect_eq(fl_r600_ff_vs(&r, &cs, key), vs);
	cr_expect_eq(cs.at, cs.start, "what is there is not sent again");
	fl_model_delete(g.m);
}

Test(r600_resident, of_fixed_function)
{
	fixed_function("r600");
	fixed_function("rv710");
}

/* Longer than a piece of the stream */
Test(r600_resident, a_long_program)
{
	static uint32_t words[4000][2];
	const struct fl_resident what = {
	    .key = FL_R600_KEY(FL_R600_OWN, 5), .regs = {[FL_R600_GPRS] = 9}, .kills = true};
	const struct fl_resident *s;

	begin("rv770");
	for (uint32_t i = 0; i < 4000; i++)
		words[i][0] = i * 0x9e3779b1u, words[i][1] = ~i;
	s = fl_r600_bring(&r, &cs, &what, (const uint32_t(*)[2])words, 4000);
	cr_expect(s->regs[FL_R600_GPRS] == 9 && s->kills && s->key == what.key);
	expect_there(s, (const uint32_t(*)[2])words, 4000);
	fl_model_delete(g.m);
}

/* By memory (a quarter of it each), and by number */
Test(r600_resident, a_full_memory_is_filled_anew)
{
	static const uint32_t sizes[] = {FL_R600_OWN_MIN_B / 8 / 4, 1}, fit[] = {4, FL_RESIDENTS};
	static uint32_t words[FL_R600_OWN_MIN_B / 8][2];

	begin("rv770");
	for (uint32_t k = 0; k < 2; k++) {
		fl_r600_residents_begin(&r, g.base + OWN, FL_R600_OWN_MIN_B, true);
		for (uint32_t i = 0; i < 2 * fit[k]; i++) {
			const struct fl_resident what = {.key = FL_R600_KEY(FL_R600_OWN, i)}, *s;

			words[0][0] = i;
			s = fl_r600_bring(&r, &cs, &what, (const uint32_t(*)[2])words, sizes[k]);
			cr_assert_eq(r.all.turn, i / fit[k], "program %u", i);
			cr_assert_eq(fl_r600_resident(&r, what.key), s);
			expect_there(s, (const uint32_t(*)[2])words, sizes[k]);
		}
		cr_expect_null(fl_r600_resident(&r, FL_R600_KEY(FL_R600_OWN, 0)));
	}
	fl_model_delete(g.m);
}
