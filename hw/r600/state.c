/* SPDX-License-Identifier: MIT
 *
 * Step: state. What drivers set once when they wake the chip and never again: sizes of queues, workarounds,
 * how programs of the four kinds share the shader processor. Linux r600_gpu_init(); rv770_gpu_init() and the
 * "golden registers" of rv770.c before it. What of these is state of a context goes through the ring
 * (first_packets.c). Clock gating of the blocks stays as the video BIOS has it.
 */
#include "hw/r600/card.h"
#include "hw/regs/r600.h"

#define F(name) (1u << R600_FAMILY_##name)
enum {
	LOW_END = F(RV610) | F(RV620) | F(RS780) | F(RS880),
	R6XX = F(R600) | F(RV630) | F(RV635) | F(RV670) | LOW_END,
	R7XX = F(RV770) | F(RV730) | F(RV710) | F(RV740),
	ALL = R6XX | R7XX,
	WHOLE = ~0u,
};
_Static_assert(ALL == (1 << R600_FAMILIES) - 1, "every family is in a group");

struct row {
	uint16_t families, reg;
	uint32_t mask; /* the bits that are set to those of value; WHOLE: it is not read before */
	uint32_t value;
};

#define FIELD(reg, name, value)  R600_##reg##__##name##__MASK, R600_##reg##__##name(value)
#define FIELD7(reg, name, value) R700_##reg##__##name##__MASK, R700_##reg##__##name(value)
#define FIFOS(cache, fetch, done, alu)                                                                      \
	(R600_SQ_MS_FIFO_SIZES__CACHE_FIFO_SIZE(cache) | R600_SQ_MS_FIFO_SIZES__FETCH_FIFO_HIWATER(fetch) | \
	 R600_SQ_MS_FIFO_SIZES__DONE_FIFO_HIWATER(done) |                                                   \
	 R600_SQ_MS_FIFO_SIZES__ALU_UPDATE_FIFO_HIWATER(alu))
#define EXPORTS(color, position, smx)                                            \
	(R600_SX_EXPORT_BUFFER_SIZES__COLOR_BUFFER_SIZE((color) / 4 - 1) |       \
	 R600_SX_EXPORT_BUFFER_SIZES__POSITION_BUFFER_SIZE((position) / 4 - 1) | \
	 R600_SX_EXPORT_BUFFER_SIZES__SMX_BUFFER_SIZE((smx) / 4 - 1))
#define QUEUES(prim)                                                                                         \
	(R700_PA_SC_FIFO_SIZE__SC_PRIM_FIFO_SIZE(prim) | R700_PA_SC_FIFO_SIZE__SC_HIZ_TILE_FIFO_SIZE(0x30) | \
	 R700_PA_SC_FIFO_SIZE__SC_EARLYZ_TILE_FIFO_SIZE(0x130))

/* In this order. */
static const struct row rows[] = {
    /* R7xx: the golden registers, where nothing below sets them again */
    {R7XX & ~F(RV740), R700_UNK_8D00, WHOLE, 0x0e0e0074},
    {R7XX & ~F(RV740), R700_UNK_8D04, WHOLE, 0x013a2b34},
    {F(RV740), R700_UNK_8D00, WHOLE, 0x0e0e003a},
    {F(RV740), R700_UNK_8D04, WHOLE, 0x013a0e2a},
    {R7XX, R700_UNK_240C, WHOLE, 0x00000380},
    {R7XX, R700_UNK_733C, WHOLE, 0x00000002},
    {R7XX, R700_UNK_2650, 0x00040000, 0},
    {R7XX, R700_UNK_20BC, 0x00040000, 0},
    {R7XX, R700_AUDIO_ENABLE, WHOLE, 0x001000f0},
    {F(RV770), R700_UNK_562C, WHOLE, 0},
    {F(RV770) | F(RV740), R700_UNK_9698, 0x18000000, 0x18000000},
    {F(RV730) | F(RV710), R700_UNK_0B4C, 0x00000020, 0x00000020},
    {R7XX & ~F(RV770), R700_UNK_A180, WHOLE, 0x00003f3f},
    {R7XX, R700_SX_DEBUG_1, WHOLE, 0x0fffc40f},

    {ALL, R600_GRBM_CNTL, WHOLE, R600_GRBM_CNTL__GRBM_READ_TIMEOUT(0xff)},
    {R7XX, R700_CGTS_SYS_TCC_DISABLE, WHOLE, 0},
    {R7XX, R700_CGTS_TCC_DISABLE, WHOLE, 0},
    {R7XX, R700_CGTS_USER_SYS_TCC_DISABLE, WHOLE, 0},
    {R7XX, R700_CGTS_USER_TCC_DISABLE, WHOLE, 0},
    {ALL, R600_CP_QUEUE_THRESHOLDS, WHOLE,
     R600_CP_QUEUE_THRESHOLDS__ROQ_IB1_START(0x16) | R600_CP_QUEUE_THRESHOLDS__ROQ_IB2_START(0x2b)},
    {R6XX, R600_CP_MEQ_THRESHOLDS, WHOLE,
     R600_CP_MEQ_THRESHOLDS__MEQ_END(0x40) | R600_CP_MEQ_THRESHOLDS__ROQ_END(0x40)},
    {R7XX, R600_CP_MEQ_THRESHOLDS, WHOLE, R600_CP_MEQ_THRESHOLDS__STQ_SPLIT(0x30)},
    {R7XX, R600_CP_PERFMON_CNTL, WHOLE, 0},

    /* TA, TC */
    {R6XX, R600_TA_CNTL_AUX, WHOLE,
     R600_TA_CNTL_AUX__DISABLE_CUBE_ANISO(1) | R600_TA_CNTL_AUX__SYNC_GRADIENT(1) |
	 R600_TA_CNTL_AUX__SYNC_WALKER(1) | R600_TA_CNTL_AUX__SYNC_ALIGNER(1)},
    {R7XX, R600_TA_CNTL_AUX, WHOLE, R600_TA_CNTL_AUX__DISABLE_CUBE_ANISO(1)},
    {LOW_END, R600_TC_CNTL, WHOLE, R600_TC_CNTL__L2_SIZE(8)},
    {F(RV630) | F(RV635), R600_TC_CNTL, WHOLE, R600_TC_CNTL__L2_SIZE(4)},
    {F(R600), R600_TC_CNTL, WHOLE, R600_TC_CNTL__L2_DISABLE_LATE_HIT(1)},
    {F(RV670), R600_TC_CNTL, WHOLE, 0},
    {R7XX, R700_TCP_CNTL, WHOLE, 0},

    /* memory's arbiter */
    {F(RV670), R600_ARB_GDEC_RD_CNTL, WHOLE, 0x00000021},
    {R6XX, R600_ARB_POP, FIELD(ARB_POP, ENABLE_TC128, 1)},

    /* SX, SMX */
    {R6XX, R600_SX_DEBUG_1, FIELD(SX_DEBUG_1, SMX_EVENT_RELEASE, 1)},
    {R6XX & ~F(R600), R600_SX_DEBUG_1, FIELD(SX_DEBUG_1, ENABLE_NEW_SMX_ADDRESS, 1)},
    {F(RV770) | F(RV710), R600_SX_EXPORT_BUFFER_SIZES, WHOLE, EXPORTS(128, 16, 112)},
    {F(RV730) | F(RV740), R600_SX_EXPORT_BUFFER_SIZES, WHOLE, EXPORTS(256, 16, 240)},
    {R7XX, R700_SMX_DC_CTL0, FIELD7(SMX_DC_CTL0, CACHE_DEPTH, 7 * 64 - 1)},
    {R7XX & ~F(RV740), R700_SMX_EVENT_CTL, WHOLE,
     R700_SMX_EVENT_CTL__ES_FLUSH_CTL(4) | R700_SMX_EVENT_CTL__GS_FLUSH_CTL(4) |
	 R700_SMX_EVENT_CTL__ACK_FLUSH_CTL(3) | R700_SMX_EVENT_CTL__SYNC_FLUSH_CTL(1)},
    {R7XX & ~F(RV770), R700_SMX_SAR_CTL0, WHOLE, 0x00003f3f},

    /* DB */
    {R6XX, R600_DB_DEBUG, WHOLE, 0},
    {F(R600) | F(RV630) | LOW_END, R600_DB_DEBUG, WHOLE, 1u << 31}, /* early Z waits for late Z */
    {R6XX, R600_DB_WATERMARKS, WHOLE,
     R600_DB_WATERMARKS__DEPTH_FREE(4) | R600_DB_WATERMARKS__DEPTH_CACHELINE_FREE(16) |
	 R600_DB_WATERMARKS__DEPTH_FLUSH(16) | R600_DB_WATERMARKS__DEPTH_PENDING_FREE(4)},
    {F(RV770) | F(RV740), R700_DB_DEBUG3, FIELD7(DB_DEBUG3, DB_CLK_OFF_DELAY, 0x1f)},
    {F(RV730) | F(RV710), R700_DB_DEBUG3, FIELD7(DB_DEBUG3, DB_CLK_OFF_DELAY, 2)},
    {R7XX & ~F(RV770), R700_DB_DEBUG4, FIELD7(DB_DEBUG4, DISABLE_TILE_COVERED_FOR_PS_ITER, 1)},

    /* PA, SC: where samples are, in sixteenths */
    {F(RV770) | F(RV730), R700_PA_SC_FIFO_SIZE, WHOLE, QUEUES(0xf9)},
    {F(RV710), R700_PA_SC_FIFO_SIZE, WHOLE, QUEUES(0x40)},
    {F(RV740), R700_PA_SC_FIFO_SIZE, WHOLE, QUEUES(0x100)},
    {R7XX, R700_PA_SC_FORCE_EOV_MAX_CNTS, WHOLE,
     R700_PA_SC_FORCE_EOV_MAX_CNTS__FORCE_EOV_MAX_CLK_CNT(4095) |
	 R700_PA_SC_FORCE_EOV_MAX_CNTS__FORCE_EOV_MAX_REZ_CNT(255)},
    {R6XX, R600_PA_SC_ENHANCE, WHOLE, R600_PA_SC_ENHANCE__FORCE_EOV_MAX_CLK_CNT(4095)},
    {R6XX, R600_PA_SC_AA_SAMPLE_LOCS_2S, WHOLE, 0x0000c44c},
    {R6XX, R600_PA_SC_AA_SAMPLE_LOCS_4S, WHOLE, 0xa66a22ee},
    {R6XX, R600_PA_SC_AA_SAMPLE_LOCS_8S_WD0, WHOLE, 0xea61c4be},
    {R6XX, R600_PA_SC_AA_SAMPLE_LOCS_8S_WD1, WHOLE, 0x874b0016},
    {ALL, R600_PA_SC_LINE_STIPPLE_STATE, WHOLE, 0},
    {ALL, R600_PA_SC_MULTI_CHIP_CNTL, WHOLE, 0},
    {ALL, R600_PA_CL_ENHANCE, WHOLE,
     R600_PA_CL_ENHANCE__CLIP_VTX_REORDER_ENA(1) | R600_PA_CL_ENHANCE__NUM_CLIP_SEQ(3)},

    /* VGT, VC, SPI */
    {R6XX, R600_VGT_NUM_INSTANCES, WHOLE, 0},
    {R7XX, R600_VGT_NUM_INSTANCES, WHOLE, 1},
    {ALL, R600_VGT_ES_PER_GS, WHOLE, 128},
    {ALL, R600_VGT_GS_PER_VS, WHOLE, 2},
    {ALL, R600_VGT_GS_VERTEX_REUSE, WHOLE, 16},
    {ALL, R600_VC_ENHANCE, WHOLE, 0},
    {ALL, R600_SPI_CONFIG_CNTL, WHOLE, 0},
    {R6XX, R600_SPI_CONFIG_CNTL_1, WHOLE, 0},
    {R7XX, R600_SPI_CONFIG_CNTL_1, WHOLE,
     R600_SPI_CONFIG_CNTL_1__VTX_DONE_DELAY(R600_SPI_CONFIG_CNTL_1__VTX_DONE_DELAY__X_DELAY_14_CLKS)},

    /* SQ */
    {LOW_END, R600_SQ_MS_FIFO_SIZES, WHOLE, FIFOS(0xa, 0xa, 0xe0, 8)},
    {F(R600) | F(RV630), R600_SQ_MS_FIFO_SIZES, FIELD(SQ_MS_FIFO_SIZES, DONE_FIFO_HIWATER, 4)},
    {F(RV770) | F(RV730), R600_SQ_MS_FIFO_SIZES, WHOLE, FIFOS(32, 1, 0xe0, 8)},
    {F(RV710), R600_SQ_MS_FIFO_SIZES, WHOLE, FIFOS(16, 1, 0xe0, 8)},
    {F(RV740), R600_SQ_MS_FIFO_SIZES, WHOLE, FIFOS(32, 4, 0xe0, 8)},
};

/* Who may use how much of the shader processor; pixel programs come first, and the register file holds the
 * constants until a stream says that the constant cache does. */
static void shares(struct fl_dev *d, const struct r600_family_info *f)
{
	/* Half of the pool for each of the dynamic shares, and a fifth more: Linux writes 38/64. */
	uint32_t ring = f->gprs * 38u / 64, word[R600_SPLIT_WORDS];

	fl_mask32(d, R600_SQ_CONFIG,
		  R600_SQ_CONFIG__VC_ENABLE__MASK | R600_SQ_CONFIG__DX9_CONSTS__MASK |
		      R600_SQ_CONFIG__PS_PRIO__MASK | R600_SQ_CONFIG__VS_PRIO__MASK |
		      R600_SQ_CONFIG__GS_PRIO__MASK | R600_SQ_CONFIG__ES_PRIO__MASK |
		      (f->r7xx ? R600_SQ_CONFIG__EXPORT_SRC_C__MASK : 0),
		  R600_SQ_CONFIG__VC_ENABLE(f->vertex_cache) | R600_SQ_CONFIG__DX9_CONSTS(1) |
		      R600_SQ_CONFIG__VS_PRIO(1) | R600_SQ_CONFIG__GS_PRIO(2) | R600_SQ_CONFIG__ES_PRIO(3) |
		      R600_SQ_CONFIG__EXPORT_SRC_C(1));
	r600_split_words(&f->split, word);
	for (unsigned i = 0; i < R600_SPLIT_WORDS; i++)
		fl_write32(d, R600_SQ_GPR_RESOURCE_MGMT_1 + 4 * i, word[i]);
	for (unsigned i = 0; f->r7xx && i < R700_SQ_DYN_GPR_SIZE_SIMD_AB__COUNT; i++)
		fl_write32(d, R700_SQ_DYN_GPR_SIZE_SIMD_AB(i), ring * 0x01010101);
}

enum fl_code r600_state(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	const struct r600_family_info *f = c->family;
	struct fl_dev *d = up->dev;
	unsigned n = 0;
	uint32_t gs_per_es = f->gs_per_es * 16u, got;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct row *r = &rows[i];

		if (!(r->families >> c->chip->family & 1))
			continue;
		if (r->mask == WHOLE)
			fl_write32(d, r->reg, r->value);
		else
			fl_mask32(d, r->reg, r->mask, r->value);
		n++;
	}
	if (f->r7xx && c->pipes == 1)
		fl_write32(d, R600_SPI_CONFIG_CNTL, R600_SPI_CONFIG_CNTL__DISABLE_INTERP_1(1));
	fl_write32(d, R600_VGT_CACHE_INVALIDATION,
		   R600_VGT_CACHE_INVALIDATION__CACHE_INVALIDATION(
		       f->vertex_cache ? R600_VGT_CACHE_INVALIDATION__CACHE_INVALIDATION__VC_AND_TC
				       : R600_VGT_CACHE_INVALIDATION__CACHE_INVALIDATION__TC_ONLY) |
		       R600_VGT_CACHE_INVALIDATION__AUTO_INVLD_EN(f->r7xx ? 3u : 0u));
	fl_write32(d, R600_VGT_GS_PER_ES, gs_per_es);
	shares(d, f);
	got = fl_read32(d, R600_VGT_GS_PER_ES);
	if (got != gs_per_es)
		return fl_fail(err, FL_FAILED,
			       "VGT_GS_PER_ES reads 0x%x after 0x%x was written: the 3D engine does not take "
			       "registers",
			       got, gs_per_es);
	fl_did(up,
	       "%u registers of start-up state; pixel programs get %u of %u registers, vertex programs %u", n,
	       f->split.gprs[0], f->gprs, f->split.gprs[1]);
	return FL_OK;
}
