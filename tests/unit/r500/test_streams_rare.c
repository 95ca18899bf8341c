/* SPDX-License-Identifier: MIT
 *
 * Packets and registers that drivers seldom use, each by what it does or what the model says of it: old forms
 * of draws, waits, predicates at the end of a stream, transfers of what is not flushed, memory moved in work.
 */
#include "lib/r500/programs.h"
#include "tests/unit/r500/test_model_rig.h"

enum {
	COLOR = 0x300000,
	PITCH_PX = 128,
	IB = 0x210000,
	FLAG = 0x220000,
	DMA_AT = 0x230000,
	POINT = 1,
	EMBEDDED = 3
};

static void say(struct rig *g, enum fl_severity severity, const char *words)
{
	const struct fl_report *r = fl_model_report(g->m, 0);

	cr_expect(reported(g, severity, words), "\"%s\" is not said; but: %s", words,
		  r ? r->text : "nothing");
	fl_model_reports_clear(g->m);
}

/* A point of 4 x 4 pixels at (40, 30) would be drawn by a vertex at (42, 32). */
static void state(struct rig *g)
{
	wr(g, R500_GB_TILE_CONFIG, 1 | 1 << 4 | 3 << 1);
	wr(g, R500_GA_SOFT_RESET, 0x100);
	emit_reg(g, R500_VAP_VTX_SIZE, 3);
	emit_reg(g, R500_VAP_CNTL, 0x00b0085a);
	emit_reg(g, R500_VAP_CNTL_STATUS, R500_VAP_CNTL_STATUS__PVS_BYPASS(1));
	emit_reg(g, R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__CLIP_DISABLE(1));
	emit_reg(g, R500_VAP_VTE_CNTL, R500_VAP_VTE_CNTL__VTX_XY_FMT(1) | R500_VAP_VTE_CNTL__VTX_Z_FMT(1));
	emit_reg(g, R500_VAP_PROG_STREAM_CNTL(0), 2 | 1 << 13);
	emit_reg(g, R500_VAP_PROG_STREAM_CNTL_EXT(0), 0xfa88);
	emit_reg(g, R500_VAP_OUT_VTX_FMT_0, 1);
	emit_reg(g, R500_GA_POINT_SIZE, 24 << 16 | 24);
	emit_reg(g, R500_SC_CLIP_RULE, 0xffff);
	emit_reg(g, R500_SC_SCREENDOOR, 0xffffff);
	emit_reg(g, R500_SC_SCISSOR0, 0);
	emit_reg(g, R500_SC_SCISSOR1, 127 | 127 << 13);
	emit_reg(g, R500_RB3D_COLOROFFSET(0), g->base + COLOR);
	emit_reg(g, R500_RB3D_COLORPITCH(0), PITCH_PX | 6 << 21);
	emit_reg(g, R500_RB3D_COLOR_CHANNEL_MASK, 15);
	emit_reg(g, R500_US_OUT_FMT(0), 0x1b00);
	emit_reg(g, R500_GA_US_VECTOR_INDEX, 0);
	emit(g, type0(R500_GA_US_VECTOR_DATA, 6) | 1 << 15);
	for (unsigned i = 0; i < 6; i++)
		emit(g, fl_r500_clear_words[0][i]); /* constant 255 goes out */
	emit_reg(g, R500_GA_US_VECTOR_INDEX, 255 | 1 << 16);
	emit(g, type0(R500_GA_US_VECTOR_DATA, 4) | 1 << 15);
	for (unsigned i = 0; i < 4; i++)
		emit(g, 0x3f800000);
	emit_reg(g, R500_US_PIXSIZE, 1);
	emit_reg(g, R500_US_CODE_RANGE, 0);
	emit_reg(g, R500_US_CODE_ADDR, 0);
}

static void vertex(struct rig *g)
{
	static const float at[3] = {42, 32, 0.5f};
	uint32_t w[3];

	memcpy(w, at, sizeof(w));
	for (unsigned i = 0; i < 3; i++)
		emit(g, w[i]);
}

static struct rig start(void)
{
	const struct fl_model_config cfg = {.vram_B = 16 << 20, .threads = 1, .running = true};
	struct rig g = {.m = fl_model_new("r580", &cfg, NULL, 0)};

	g.base = (uint32_t)g.m->mem.vram_addr;
	rig_ring(&g);
	return g;
}

static void go(struct rig *g)
{
	rig_kick(g);
	rig_idle(g);
}

/* 3D_DRAW_IMMD: a word for a register that is no more comes first, and is thrown away (R5xx guide 6.2.3). The
 * new form draws the same. */
Test(streams_rare, old_forms_of_draws)
{
	uint32_t seen[2];

	for (unsigned old = 0; old < 2; old++) {
		struct rig g = start();

		state(&g);
		vram_wr(&g, COLOR + 4 * (PITCH_PX * 31 + 41), 0x12345678);
		emit(&g, type3(old ? R500_PKT3_3D_DRAW_IMMD : R500_PKT3_3D_DRAW_IMMD_2, 4 + old));
		if (old)
			emit(&g, 0xffffffff);
		emit(&g, 1 << 16 | EMBEDDED << 4 | POINT);
		vertex(&g);
		emit_reg(&g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
		go(&g);
		seen[old] = vram_rd(&g, COLOR + 4 * (PITCH_PX * 31 + 41));
		cr_expect_eq(seen[old], 0xffffffffu, "0x%08x", seen[old]);
		rig_delete(&g);
	}
}

/* WAIT_FOR_IDLE waits for both engines; then COND_EXEC, with memory that says 0 or not, skips or does not. */
Test(streams_rare, waits_and_conditions)
{
	struct rig g = rig_running("r580");

	emit(&g, type3(R500_PKT3_WAIT_FOR_IDLE, 1));
	emit(&g, 0);
	for (uint32_t yes = 0; yes < 2; yes++) {
		vram_wr(&g, FLAG + 4 * yes, yes);
		emit_reg(&g, R500_CP_IB2_BASE, g.base + FLAG + 4 * yes);
		emit(&g, type3(R500_PKT3_COND_EXEC, 2));
		emit(&g, 2);
		emit(&g, 2);
		emit_reg(&g, R500_SCRATCH_REG(yes), 0x55);
	}
	go(&g);
	cr_expect_eq(rd(&g, R500_SCRATCH_REG(0)), 0u);
	cr_expect_eq(rd(&g, R500_SCRATCH_REG(1)), 0x55u);
	rig_delete(&g);
}

/* An indirect buffer, whose end comes before that of what is skipped. */
Test(streams_rare, a_predicate_beyond_the_end)
{
	struct rig g = rig_running("r580");

	vram_wr(&g, IB, type3(R500_PKT3_PRED_EXEC, 1));
	vram_wr(&g, IB + 4, 100); /* for no device: the next 100 dwords are skipped */
	vram_wr(&g, IB + 8, type0(R500_SCRATCH_REG(0), 1));
	vram_wr(&g, IB + 12, 7);
	emit_reg(&g, R500_CP_IB_BASE, g.base + IB);
	emit_reg(&g, R500_CP_IB_BUFSZ, 4);
	emit_reg(&g, R500_SCRATCH_REG(1), 8);
	go(&g);
	say(&g, FL_REFUSE, "the stream ends inside the packets that it predicates");
	cr_expect_eq(rd(&g, R500_SCRATCH_REG(0)), 0u);
	rig_delete(&g);
}

/* Memory through indirect buffer 2 within it: the packets that do so hang. */
Test(streams_rare, what_cannot_stand_in_indirect_buffer_2)
{
	static const unsigned packets[] = {R500_PKT3_COND_EXEC, R500_PKT3_WAIT_MEM};

	for (unsigned i = 0; i < 2; i++) {
		struct rig g = rig_running("r580");

		vram_wr(&g, IB, type3(packets[i], 2));
		vram_wr(&g, IB + 4, i ? g.base + FLAG : 2);
		vram_wr(&g, IB + 8, 2);
		emit_reg(&g, R500_CP_IB2_BASE, g.base + IB);
		emit_reg(&g, R500_CP_IB2_BUFSZ, 3);
		go(&g);
		say(&g, FL_REFUSE, "through indirect buffer 2, so it cannot stand in one");
		cr_expect(rd(&g, R500_CP_STAT) >> 31, "it hangs");
		rig_delete(&g);
	}
}

/* A transfer of pixels that are drawn and not flushed: from memory, by a descriptor in memory. */
Test(streams_rare, a_transfer_of_what_is_not_flushed)
{
	struct rig g = start();

	state(&g);
	emit(&g, type3(R500_PKT3_3D_DRAW_IMMD_2, 4));
	emit(&g, 1 << 16 | EMBEDDED << 4 | POINT);
	vertex(&g);
	vram_wr(&g, DMA_AT, g.base + COLOR + 4 * (PITCH_PX * 30));
	vram_wr(&g, DMA_AT + 4, g.base + 0x280000);
	vram_wr(&g, DMA_AT + 8, 4096 | 1u << 31); /* the last */
	vram_wr(&g, DMA_AT + 12, 0);
	go(&g);
	wr(&g, R500_DMA_GUI_TABLE_ADDR, g.base + DMA_AT);
	rig_idle(&g);
	say(&g, FL_WARN, "still holds newer data of it");
	rig_delete(&g);
}

/* GB_TILE_CONFIG must say that it is on, and 16x16 or 32x32 pixels: nothing is drawn else. */
Test(streams_rare, pipes_that_are_not_set_up)
{
	static const struct {
		uint32_t config;
		const char *says;
	} rows[] = {{1 << 4 | 3 << 1, "ENABLE is 0, and must stay 1"},
		    {1 | 0 << 4 | 3 << 1, "supports 16x16 and 32x32 tiles only"},
		    {1 | 3 << 4 | 3 << 1, "supports 16x16 and 32x32 tiles only"}};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct rig g = start();

		state(&g);
		emit_reg(&g, R500_GB_TILE_CONFIG, rows[i].config);
		emit(&g, type3(R500_PKT3_3D_DRAW_IMMD_2, 4));
		emit(&g, 1 << 16 | EMBEDDED << 4 | POINT);
		vertex(&g);
		go(&g);
		say(&g, FL_REFUSE, rows[i].says);
		rig_delete(&g);
	}
}

/* The memory controller: a span that is not the card's, memory moved while commands wait, and R420's own way
 * to its registers, for writing by bit 7. */
Test(streams_rare, memory_is_moved)
{
	struct rig g = rig_running("r580");

	wr(&g, R500_MC_IND_INDEX, 0xff0000 | 4);
	wr(&g, R500_MC_IND_DATA, ((g.base >> 16) + 0xff) << 16 | g.base >> 16);
	fl_model_reports_clear(g.m);
	wr(&g, R500_MC_IND_DATA, ((g.base >> 16) + 0x7f) << 16 | g.base >> 16);
	say(&g, FL_NOTE, "MC_FB_LOCATION spans 0x800000 bytes; the card has 0x1000000");
	emit(&g, type3(R500_PKT3_WAIT_SEMAPHORE, 1));
	emit(&g, 0x80);
	go(&g);
	wr(&g, R500_MC_IND_DATA, ((g.base >> 16) + 0xff) << 16 | g.base >> 16);
	say(&g, FL_WARN, "the frame buffer was moved while the command processor works");
	rig_delete(&g);
	g = rig_new("r420");
	wr(&g, R420_MC_IND_INDEX, 0x12 | R420_MC_IND_INDEX__MC_IND_WR_EN__MASK);
	wr(&g, R420_MC_IND_DATA, 0xabcd);
	wr(&g, R420_MC_IND_INDEX, 0x13);
	wr(&g, R420_MC_IND_DATA, 0x1111);
	cr_expect_eq(rd(&g, R420_MC_IND_DATA), 0u, "not to be written");
	wr(&g, R420_MC_IND_INDEX, 0x12);
	cr_expect_eq(rd(&g, R420_MC_IND_DATA), 0xabcdu);
	rig_delete(&g);
}

/* Color compare in 2D (R5xx guide, CLR_CMP_CNTL): by no key, by keys of the source and of the destination. A
 * source pixel is one of 0x11 and 0x22, the key is 0x11; so are those of the destination. */
Test(streams_rare, color_compare)
{
	enum { FROM = 0x300000, TO = 0x310000, SRC = 1, DST = 2, SRC_FIRST = 1 };
	static const struct {
		uint32_t enable, src, dst; /* CMP_ENABLE: 0 the destination, 1 the source, 2 both */
		uint32_t want[4];          /* of source, destination: 11 11, 22 11, 11 22, 22 22 */
	} rows[] = {
	    {1, 0, 0, {0x11, 0x22, 0x11, 0x22}}, /* false: all are drawn */
	    {1, 1, 0, {0x11, 0x11, 0x22, 0x22}}, /* true: none */
	    {1, 4, 0, {0x11, 0x22, 0x22, 0x22}}, /* where the source is not the key */
	    {1, 5, 0, {0x11, 0x11, 0x11, 0x22}}, /* where it is */
	    {0, 0, 0, {0x11, 0x22, 0x11, 0x22}},
	    {0, 0, 1, {0x11, 0x11, 0x22, 0x22}},
	    {0, 0, 4, {0x11, 0x11, 0x11, 0x22}}, /* the destination: not where it is the key */
	    {0, 0, 5, {0x11, 0x22, 0x22, 0x22}},
	    {2, 4, 5, {0x11, 0x22, 0x22, 0x22}},
	    {1, 7, 0, {0x11 ^ 0x99, 0x22, 0x11 ^ 0x99, 0x22}}, /* the key is flipped by the foreground */
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct rig g = rig_running("r580");

		for (unsigned px = 0; px < 4; px++) {
			vram_wr(&g, FROM + 4 * px, px % 2 ? 0x22 : 0x11);
			vram_wr(&g, TO + 4 * px, px / 2 ? 0x22 : 0x11);
		}
		emit_reg(&g, R500_SRC_PITCH_OFFSET, 512 / 64 << 22 | (g.base + FROM) >> 10);
		emit_reg(&g, R500_DST_PITCH_OFFSET, 512 / 64 << 22 | (g.base + TO) >> 10);
		emit_reg(&g, R500_DEFAULT_SC_BOTTOM_RIGHT, 0x1fff1fff);
		emit_reg(&g, R500_DP_CNTL, 3);
		emit_reg(&g, R500_DP_SRC_FRGD_CLR, 0x99);
		/* both pitches by their registers, no brush, 32 bits, source in memory, copy, no mask */
		emit_reg(&g, R500_DP_GUI_MASTER_CNTL,
			 1 | 1 << 1 | 15 << 4 | 6 << 8 | 3 << 12 | 0xcc << 16 | 2 << 24 | 1 << 30);
		emit_reg(&g, R500_CLR_CMP_CLR_SRC, 0x11);
		emit_reg(&g, R500_CLR_CMP_CLR_DST, 0x11);
		emit_reg(&g, R500_CLR_CMP_MSK, 0xffffffff);
		emit_reg(&g, R500_CLR_CMP_CNTL, rows[i].src | rows[i].dst << 8 | rows[i].enable << 24);
		emit_reg(&g, R500_SRC_Y_X, 0);
		emit_reg(&g, R500_DST_Y_X, 0);
		emit_reg(&g, R500_DST_HEIGHT_WIDTH, 1 << 16 | 4);
		emit_reg(&g, R500_RB2D_DSTCACHE_CTLSTAT, 0xf);
		go(&g);
		for (unsigned px = 0; px < 4; px++)
			cr_expect_eq(vram_rd(&g, TO + 4 * px), rows[i].want[px], "row %u, pixel %u: 0x%x", i,
				     px, vram_rd(&g, TO + 4 * px));
		rig_delete(&g);
	}
}

/* ---- what the model objects to when a draw begins ------------------------------------------------------ */
enum { DEPTH = 0x340000 };

static void point(struct rig *g)
{
	emit(g, type3(R500_PKT3_3D_DRAW_IMMD_2, 4));
	emit(g, 1 << 16 | EMBEDDED << 4 | POINT);
	vertex(g);
}

/* Each by at most five registers, after those of a draw that nothing is to be said of. */
static const struct {
	const char *says;
	enum fl_severity severity;
	struct {
		uint32_t reg, value;
	} set[5];
} rules[] = {
    {"may kill pixels",
     FL_WARN,
     {{R500_ZB_CNTL, R500_ZB_CNTL__Z_ENABLE(1) | R500_ZB_CNTL__ZWRITEENABLE(1)},
      {R500_ZB_ZSTENCILCNTL, 7},
      {R500_ZB_ZTOP, 1},
      {R500_FG_ALPHA_FUNC, R500_FG_ALPHA_FUNC__AF_EN__MASK | 0x80}}},
    {"the shader outputs a depth: it comes too late",
     FL_WARN,
     {{R500_ZB_CNTL, R500_ZB_CNTL__Z_ENABLE(1) | R500_ZB_CNTL__ZWRITEENABLE(1)},
      {R500_ZB_ZSTENCILCNTL, 7},
      {R500_ZB_ZTOP, 1},
      {R500_FG_DEPTH_SRC, 1}}},
    {"reserved COL_FMT 7",
     FL_WARN,
     {{R500_RS_COUNT, 0x40080}, {R500_RS_IP(0), R500_RS_IP__COL_FMT(7)}, {R500_RS_INST(0), 0x00010000}}},
    {"TX_OFFSET moves texture coordinates",
     FL_NOTE,
     {{R500_RS_COUNT, 0x40000 | 4},
      {R500_RS_IP(0), R500_RS_IP__OFFSET_EN__MASK | 0x000c2040},
      {R500_RS_INST(0), 0x10},
      {R500_RS_INST_COUNT, R500_RS_INST_COUNT__TX_OFFSET__MASK & -R500_RS_INST_COUNT__TX_OFFSET__MASK}}},
};

Test(streams_rare, objections_to_draws)
{
	for (unsigned i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
		struct rig g = start();

		state(&g);
		emit_reg(&g, R500_ZB_FORMAT, 2);
		emit_reg(&g, R500_ZB_DEPTHOFFSET, g.base + DEPTH);
		emit_reg(&g, R500_ZB_DEPTHPITCH, PITCH_PX);
		for (unsigned k = 0; k < 5 && rules[i].set[k].reg; k++)
			emit_reg(&g, rules[i].set[k].reg, rules[i].set[k].value);
		point(&g);
		go(&g);
		say(&g, rules[i].severity, rules[i].says);
		rig_delete(&g);
	}
}

/* Vertices and textures out of pixels that were drawn, and not flushed; and a blit. */
Test(streams_rare, what_is_read_before_a_flush)
{
	struct rig g = start();
	const uint32_t drawn = g.base + COLOR + 4 * (PITCH_PX * 31 + 40);

	state(&g);
	point(&g);
	go(&g);
	emit(&g, type3(R500_PKT3_3D_LOAD_VBPNTR, 3));
	emit(&g, 1);
	emit(&g, 3 | 3 << 8);
	emit(&g, drawn);
	emit_reg(&g, R500_VAP_VF_MAX_VTX_INDX, 0);
	emit(&g, type3(R500_PKT3_3D_DRAW_VBUF_2, 1));
	emit(&g, 1 << 16 | 2 << 4 | POINT);
	go(&g);
	say(&g, FL_WARN, "still holds pixels of it; flush first");
	emit_reg(&g, R500_SRC_PITCH_OFFSET, PITCH_PX * 4 / 64 << 22 | (g.base + COLOR) >> 10);
	emit_reg(&g, R500_DST_PITCH_OFFSET, PITCH_PX * 4 / 64 << 22 | (g.base + 0x380000) >> 10);
	emit_reg(&g, R500_DEFAULT_SC_BOTTOM_RIGHT, 0x1fff1fff);
	emit_reg(&g, R500_DP_CNTL, 3);
	emit_reg(&g, R500_DP_GUI_MASTER_CNTL,
		 1 | 1 << 1 | 15 << 4 | 6 << 8 | 3 << 12 | 0xcc << 16 | 2 << 24 | 1 << 28 | 1 << 30);
	emit_reg(&g, R500_SRC_Y_X, 0);
	emit_reg(&g, R500_DST_Y_X, 0);
	emit_reg(&g, R500_DST_HEIGHT_WIDTH, 64 << 16 | 64);
	go(&g);
	say(&g, FL_WARN, "before a blit");
	rig_delete(&g);
}

/* 2D that names what there is not: memory, a kind of source, a brush for lines. */
Test(streams_rare, objections_to_2d)
{
	struct rig g = start();

	emit_reg(&g, R500_SRC_PITCH_OFFSET, PITCH_PX * 4 / 64 << 22 | 0x10000000 >> 10);
	emit_reg(&g, R500_DST_PITCH_OFFSET, PITCH_PX * 4 / 64 << 22 | (g.base + 0x380000) >> 10);
	emit_reg(&g, R500_DEFAULT_SC_BOTTOM_RIGHT, 0x1fff1fff);
	emit_reg(&g, R500_DP_CNTL, 3);
	emit_reg(&g, R500_DP_GUI_MASTER_CNTL,
		 1 | 1 << 1 | 15 << 4 | 6 << 8 | 3 << 12 | 0x66 << 16 | 2 << 24 | 1 << 28 | 1 << 30);
	emit_reg(&g, R500_SRC_Y_X, 0);
	emit_reg(&g, R500_DST_Y_X, 0);
	emit_reg(&g, R500_DST_HEIGHT_WIDTH, 4 << 16 | 4);
	go(&g);
	say(&g, FL_WARN, "source pixels outside memory");
	emit_reg(&g, R500_SRC_PITCH_OFFSET, PITCH_PX * 4 / 64 << 22 | (g.base + 0x3c0000) >> 10);
	emit_reg(&g, R500_DP_GUI_MASTER_CNTL,
		 1 | 1 << 1 | 15 << 4 | 6 << 8 | 2 << 12 | 0x66 << 16 | 2 << 24 | 1 << 28 | 1 << 30);
	emit_reg(&g, R500_DST_HEIGHT_WIDTH, 4 << 16 | 4);
	go(&g);
	say(&g, FL_WARN, "SRC_TYPE 2 is reserved");
	rig_delete(&g);
}
