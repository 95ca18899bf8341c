/* SPDX-License-Identifier: MIT
 *
 * Vertex programs as a whole: which of them may go without questions, and that whatever is exported, and
 * said, is the same as an instruction after the other gives. Two cards draw the same, one of which compiles
 * every program that it can.
 */
#include "hw/model/cik/vs_whole.h"
#include "tests/unit/cik/front_rig.h"

TestSuite(cik_vs_whole, .timeout = 120);

enum { PLAIN, WHOLE, CARDS, CONSTANTS = FRONT_OUT, RSRC3 = 12, OUT_AT = 16 };

static struct cik_rig card[CARDS];

static void each(void (*what)(struct cik_rig *g))
{
	for (unsigned k = 0; k < CARDS; k++)
		what(&card[k]);
}

static uint32_t number(unsigned i)
{
	const float f = (float)((int)(i * 2654435761u >> 20) - 2048) * 0.03125f;
	uint32_t u;

	memcpy(&u, &f, sizeof u);
	return i % 61 ? u : 0x7fc01234 + i; /* NaNs among them */
}

static void open(const char *text, uint32_t comps)
{
	for (unsigned k = 0; k < CARDS; k++) {
		const struct fl_model_config cfg = {
		    .running = true, .scalar = k == PLAIN, .jit = k == PLAIN ? "off" : "always"};

		card[k] = front_rig_of(cik_rig_of("bonaire", cfg), text, comps, 0);
		for (unsigned i = 0; i < FRONT_OUT_DW; i++) {
			vram_wr(&card[k], FRONT_IN + 4 * i, number(i));
			vram_wr(&card[k], CONSTANTS + 4 * i, number(7 * i + 1));
		}
		front_context(&card[k], CIK_SPI_VS_OUT_CONFIG, CIK_SPI_VS_OUT_CONFIG__VS_EXPORT_COUNT(1));
	}
}

static void close(void)
{
	for (unsigned k = 0; k < CARDS; k++)
		fl_model_delete(card[k].m);
}

static struct mcik_vgt *vgt(unsigned k)
{
	return ((struct mcik *)card[k].m)->vgt;
}

/* All that has been exported so far, and said. */
static void same(const char *what)
{
	const struct mcik_vs_out *a = vgt(PLAIN)->out, *b = vgt(WHOLE)->out;
	const struct fl_report *r, *s;

	cr_assert(!memcmp(a->pos, b->pos, sizeof a->pos), "%s: positions differ", what);
	cr_assert(!memcmp(a->param, b->param, sizeof a->param), "%s: parameters differ", what);
	cr_assert_eq(a->has_pos, b->has_pos, "%s", what);
	cr_assert_eq(a->has_param, b->has_param, "%s", what);
	cr_assert_eq(a->done, b->done, "%s", what);
	for (unsigned i = 0; (r = fl_model_report(card[PLAIN].m, i)); i++) {
		s = fl_model_report(card[WHOLE].m, i);
		cr_assert(s && !strcmp(r->text, s->text) && r->count == s->count, "%s: %s, %u times, not %u",
			  what, s ? s->text : "nothing", s ? s->count : 0, r->count);
	}
}

static void draw(unsigned n, const char *what)
{
	for (unsigned k = 0; k < CARDS; k++)
		front_auto(&card[k], n);
	same(what);
}

static bool ready(void)
{
	const struct mcik_vs_whole *p = vgt(WHOLE)->wholes->now;

	return p && p->ready;
}

#define LOADS                                                   \
	"s_buffer_load_dwordx4 s[8:11], s[4:7], 0x0\n"          \
	"v_add_i32 v9, vcc, 3, v0\n"                            \
	"buffer_load_format_xyzw v[4:7], v0, s[0:3], 0 idxen\n" \
	"buffer_load_format_xyz v[8:10], v9, s[0:3], 0 idxen\n" \
	"s_waitcnt vmcnt(0) & lgkmcnt(0)\n"
#define SUMS                                           \
	"v_mul_f32 v4, s8, v4\nv_mac_f32 v5, s9, v8\n" \
	"v_cmp_lt_f32 vcc, v9, v10\nv_cndmask_b32 v6, v6, v7, vcc\n"
#define END "exp pos0 v4, v5, v6, v7 done\nexp param0 v9, v4, v8, v10\ns_endpgm\n"

/* Whole waves, and parts of one, in which the other lanes' exports stay what they were. */
Test(cik_vs_whole, exports_are_the_same)
{
	static const unsigned some[] = {150, 64, 3, 1, 200, 63, 128};

	open(LOADS SUMS END, 0);
	for (unsigned k = 0; k < sizeof some / sizeof *some; k++) {
		draw(some[k], "a draw");
		cr_assert(ready() == fl_jit_start(), "draw %u", k);
	}
	no_reports(&card[WHOLE]);
	close();
}

static void other_constants(struct cik_rig *g)
{
	for (unsigned i = 0; i < 8; i++)
		vram_wr(g, CONSTANTS + 4 * i, number(31 * i + 5));
}

static void other_vertices(struct cik_rig *g)
{
	for (unsigned i = 0; i < 2048; i++)
		vram_wr(g, FRONT_IN + 4 * i, number(13 * i + 2));
}

static void fewer_records(struct cik_rig *g)
{
	front_sh(g, CIK_SPI_SHADER_USER_DATA_VS(0) + 8, 70);
}

static void other_format(struct cik_rig *g)
{
	enum { BYTES = 10 << 15, ONE_ZYX = 0x4a6 /* X of Z, Y of Y, Z of X, W of Z */ };

	front_sh(g, CIK_SPI_SHADER_USER_DATA_VS(0) + 8, FRONT_OUT_DW / 4);
	front_sh(g, CIK_SPI_SHADER_USER_DATA_VS(0) + RSRC3, BYTES | ONE_ZYX);
}

static void other_place(struct cik_rig *g)
{
	front_sh(g, CIK_SPI_SHADER_USER_DATA_VS(0), FRONT_IN + 4);
	front_sh(g, CIK_SPI_SHADER_USER_DATA_VS(0) + 4, 20 << 16);
}

static void other_code(struct cik_rig *g)
{
	front_code(g, FRONT_VS, LOADS "v_add_f32 v4, s10, v4\nv_mul_f32 v5, v8, v4\n" END);
}

static void other_code_same_length(struct cik_rig *g)
{
	front_code(g, FRONT_VS, LOADS "v_sub_f32 v4, s10, v4\nv_mul_f32 v5, v8, v5\n" END);
}

/* Memory is looked at with each draw, whether registers have changed or not. */
Test(cik_vs_whole, what_changes_from_draw_to_draw)
{
	static void (*const change[])(struct cik_rig *) = {
	    other_constants, other_vertices, fewer_records,         other_format,
	    other_place,     other_code,     other_code_same_length};

	open(LOADS SUMS END, 0);
	draw(200, "the first");
	for (unsigned k = 0; k < sizeof change / sizeof *change; k++) {
		each(change[k]);
		draw(64, "of whole waves");
		draw(90, "with a part of one");
		draw(100, "once more");
		cr_assert(ready() == fl_jit_start(), "change %u", k);
	}
	no_reports(&card[WHOLE]);
	close();
}

/* v1 to v3 count instances. */
static void instances(struct cik_rig *g)
{
	cr_assert(CIK_SEND(g, CIK_PKT3_NUM_INSTANCES, 5));
}

Test(cik_vs_whole, instances_step)
{
	open("v_add_i32 v4, vcc, v0, v1\nv_add_i32 v5, vcc, v2, v3\nexp pos0 v0, v4, v5, v1 done\n"
	     "exp param0 v1, v2, v3, v0\ns_endpgm\n",
	     3);
	each(instances);
	draw(70, "instances");
	draw(7, "instances in a part of a wave");
	cr_assert(ready() == fl_jit_start());
	close();
}

/* Channels that are not exported, and registers that nobody has written. */
Test(cik_vs_whole, what_is_left_stays)
{
	open("v_mov_b32 v5, 1.0\nexp pos0 v0, v12, v5, v0 done\nexp param0 v0, off, v13, off\n"
	     "exp param1 off, v5, off, v0\ns_endpgm\n",
	     0);
	draw(130, "some channels");
	draw(20, "in some lanes");
	cr_assert(ready() == fl_jit_start());
	each(other_code);
	draw(100, "all of them");
	close();
}

/* A register that is empty in each wave, though the one before has left something there. */
Test(cik_vs_whole, waves_begin_with_zeros)
{
	open("v_mov_b32 v5, v12\nv_add_i32 v12, vcc, 1, v0\n"
	     "buffer_load_format_x v4, v12, s[0:3], 0 idxen\ns_waitcnt vmcnt(0)\n"
	     "exp pos0 v4, v5, v12, v0 done\ns_endpgm\n",
	     0);
	draw(256, "four waves");
	draw(80, "one, and a part of one");
	cr_assert(ready() == fl_jit_start());
	close();
}

/* Denormals, rounding, and what a conversion keeps, by the wave's own MODE; formats by the processor's. */
Test(cik_vs_whole, arithmetic_is_the_programs)
{
	open(LOADS "v_mul_f32 v4, 0x00400000, v4\nv_cvt_f32_u32 v5, v0\nv_rsq_f32 v6, v6\n"
		   "v_mul_f32 v7, v6, v6 mul:2 clamp\n" END,
	     0);
	each(other_format);
	draw(150, "bytes");
	cr_assert(ready() == fl_jit_start());
	close();
}

/* ---- those that may not -------------------------------------------------------------------------------- */
static void not(const char *text, const char *what)
{
	open(text, 0);
	for (unsigned n = 0; n < 3; n++)
		draw(150, what);
	cr_expect_not(ready(), "%s", what);
	close();
}

Test(cik_vs_whole, some_are_interpreted)
{
	not("buffer_load_format_x v4, v0, s[0:3], 0 idxen\nv_mov_b32 v5, v4\ns_waitcnt vmcnt(0)\n"
	    "exp pos0 v4, v5, v5, v5 done\ns_endpgm\n",
	    "a result is read too early");
	not("buffer_load_format_x v4, v0, s[0:3], 0 idxen\nv_mov_b32 v4, v0\ns_waitcnt vmcnt(0)\n"
	    "exp pos0 v4, v0, v0, v0 done\ns_endpgm\n",
	    "and written too early");
	not("exp pos0 v0, v0, v0, v0 done\nv_mov_b32 v0, 1.0\nexp param0 v0, v0, v0, v0\ns_endpgm\n",
	    "what an export may still read is written");
	not("exp pos0 v0, v0, v0, v0 done\nexp param5 v0, v0, v0, v0\ns_endpgm\n", "a parameter too many");
	not("exp pos0 v0, v0, v0, v0 done\nexp pos0 v0, v0, v0, v0 done\ns_endpgm\n", "a position too late");
	not("exp mrt0 v0, v0, v0, v0 done\nexp pos0 v0, v0, v0, v0 done\ns_endpgm\n", "a color");
	not("buffer_store_dword v0, v0, s[4:7], 0 idxen offset:64\nexp pos0 v0, v0, v0, v0 done\ns_endpgm\n",
	    "it stores");
	not("buffer_load_dword v4, v0, s[0:3], 0 idxen\ns_waitcnt vmcnt(0)\n"
	    "exp pos0 v4, v0, v0, v0 done\ns_endpgm\n",
	    "a load without a format");
	not("buffer_load_format_x v4, v0, s[0:3], 0 idxen glc\ns_waitcnt vmcnt(0)\n"
	    "exp pos0 v4, v0, v0, v0 done\ns_endpgm\n",
	    "a load with an order");
	not("buffer_load_format_x v4, v0, s[0:3], 0 idxen tfe\ns_waitcnt vmcnt(0)\n"
	    "exp pos0 v4, v5, v0, v0 done\ns_endpgm\n",
	    "a load with a status");
	not("v_cmp_lt_u32 vcc, 5, v0\ns_cbranch_vccz over\nv_mov_b32 v0, 7\nover:\n"
	    "exp pos0 v0, v0, v0, v0 done\ns_endpgm\n",
	    "lanes say where it goes");
	not("v_cmpx_lt_u32 vcc, 5, v0\nexp pos0 v0, v0, v0, v0 done\ns_endpgm\n", "lanes leave");
	not("v_readfirstlane_b32 s8, v0\nv_mov_b32 v4, s8\nexp pos0 v4, v0, v0, v0 done\ns_endpgm\n",
	    "a lane becomes a scalar");
}

static void streams(struct cik_rig *g)
{
	front_stage(g, CIK_SPI_SHADER_PGM_LO_VS, FRONT_VS, 0, CIK_SPI_SHADER_PGM_RSRC2_VS__SO_EN(1));
}

static void has_scratch(struct cik_rig *g)
{
	front_stage(g, CIK_SPI_SHADER_PGM_LO_VS, FRONT_VS, 0, CIK_SPI_SHADER_PGM_RSRC2_VS__SCRATCH_EN(1));
}

/* The chip gives such a wave scalars that no draw has. */
Test(cik_vs_whole, scalars_of_waves)
{
	open("v_mov_b32 v4, s8\nexp pos0 v4, v0, v0, v0 done\ns_endpgm\n", 0);
	each(streams);
	draw(150, "vertices before this wave");
	cr_expect_not(ready());
	each(has_scratch);
	draw(150, "where its scratch is");
	cr_expect_not(ready());
	close();
}

static void nowhere(struct cik_rig *g)
{
	front_sh(g, CIK_SPI_SHADER_USER_DATA_VS(0) + 4, 0x80 | 16 << 16);
}

static void no_constants(struct cik_rig *g)
{
	front_sh(g, CIK_SPI_SHADER_USER_DATA_VS(0) + 4, 16 << 16);
	front_sh(g, CIK_SPI_SHADER_USER_DATA_VS(0) + OUT_AT + 4, 0x80 | 16 << 16);
}

/* Faults are found by each wave that has them, and are its own lanes'. */
Test(cik_vs_whole, faults_are_reported)
{
	open(LOADS SUMS END, 0);
	draw(150, "all is there");
	cr_assert(ready() == fl_jit_start());
	each(nowhere);
	draw(100, "nothing is there");
	draw(3, "nor here");
	cr_expect(reported(&card[WHOLE], FL_WARN, "VMID"));
	each(no_constants);
	draw(150, "scalars are not there");
	cr_expect_not(ready());
	close();
}
