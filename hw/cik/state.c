/* SPDX-License-Identifier: MIT
 *
 * Step: state. What drivers set once when they wake the chip and never again: first the "golden" registers of
 * Linux cik_init_golden_registers(), as far as they are the graphics engine's and no state of a context (what
 * is the memory controller's, the displays' or of the clocks stays as the video BIOS has it); then those of
 * cik_gpu_init(). A context begins with the clear state (first_packets.c).
 */
#include "hw/cik/card.h"
#include "hw/regs/cik.h"

#define F(name) (1u << CIK_FAMILY_##name)
enum {
	CARDS = F(BONAIRE) | F(HAWAII),
	SMALL = F(KABINI) | F(MULLINS),
	ALL = CARDS | SMALL | F(KAVERI),
	WHOLE = ~0u,
	SETTLE_US = 50,
};
_Static_assert(ALL == (1 << CIK_FAMILIES) - 1, "every family is in a group");

struct row {
	uint8_t families;
	uint32_t reg;
	uint32_t mask; /* the bits that are set to those of value; WHOLE: it is not read before */
	uint32_t value;
};

/* Values of what no document describes, as Linux has them. A bit of a value outside of its mask is set too
 * where Linux sets it. */
static const struct row golden[] = {
    {SMALL, CIK_VGT_CACHE_INVALIDATION, 0x001f3ae3, 0x00000082},
    {SMALL, CIK_VGT_GS_VERTEX_REUSE, 0x0000001f, 0x00000010},
    {ALL & ~F(HAWAII), CIK_PA_CL_ENHANCE, 0xf000003f, 0x00000007},
    {F(KABINI), CIK_PA_SC_FORCE_EOV_MAX_CNTS, 0x3fff3fff, 0x00ffcfff},
    {F(MULLINS), CIK_PA_SC_FORCE_EOV_MAX_CNTS, WHOLE, 0x00ff0fff},
    {CARDS | F(KAVERI), CIK_PA_SC_FORCE_EOV_MAX_CNTS, WHOLE, 0x00ffffff},
    {CARDS, CIK_PA_SC_ENHANCE, 0x00002001, 0x00000001},
    {F(BONAIRE) | F(MULLINS), CIK_SQ_CONFIG, 0x000000ff, 0x00000001},
    {F(KABINI), CIK_SQ_CONFIG, 0x000000ff, 0x00000003},
    {F(HAWAII), CIK_SQ_CONFIG, 0x000000ff, 0x00000800},
    {F(KAVERI), CIK_SQ_CONFIG, 0x000008ff, 0x00000800},
    {CARDS, CIK_SX_DEBUG_1, 0x0000007f, 0x00000020},
    {F(BONAIRE), CIK_SPI_CONFIG_CNTL, 0x03000000, 0x0362c688},
    {F(KAVERI), CIK_SPI_CONFIG_CNTL_1, 0xffff03df, 0x00000004},
    {CARDS | F(KAVERI), CIK_TA_CNTL_AUX, 0x00010000, 0x00010000},
    {ALL & ~F(KAVERI), CIK_DB_DEBUG, WHOLE, 0x00000000},
    {ALL & ~F(MULLINS), CIK_DB_DEBUG2, 0xf00fffff, 0x00000400},
    {CARDS, CIK_DB_DEBUG3, 0x0002021c, 0x00020200},
    {F(KAVERI), CIK_DB_DEBUG3, 0xfffffffc, 0x00020200},
    {SMALL, CIK_GB_BACKEND_MAP, WHOLE, 0x00000010},
    {F(BONAIRE), CIK_CB_HW_CONTROL, 0x00010000, 0x00058208},
    {F(HAWAII), CIK_CB_HW_CONTROL, WHOLE, 0x00018208},
    {F(KAVERI) | F(KABINI), CIK_GC_USER_RB_BACKEND_DISABLE, 0x00ff0000, 0x00fc0000},
    {F(HAWAII), CIK_TCP_CNTL, 0x20000000, 0x0f9c0000},
    {F(BONAIRE), CIK_TCP_CHAN_STEER_LO, WHOLE, 0x00001032},
    {F(HAWAII), CIK_TCP_CHAN_STEER_LO, WHOLE, 0x3120b9a8},
    {F(KAVERI), CIK_TCP_CHAN_STEER_LO, WHOLE, 0x54763210},
    {F(HAWAII), CIK_TCP_CHAN_STEER_HI, WHOLE, 0x7564fdec},
    {F(HAWAII), CIK_TCP_ADDR_CONFIG, 0x000003ff, 0x0000000f},
    {F(BONAIRE), CIK_TCP_ADDR_CONFIG, 0x000003ff, 0x000000f3},
    {F(HAWAII), CIK_TCC_CTRL, 0x00100000, 0x000ff07c},
    {F(HAWAII) | F(KAVERI) | SMALL, CIK_UNK_C768, 0x00000008, 0x00000008},
    {F(HAWAII), CIK_SPI_RESOURCE_RESERVE_CU(0), 0x00000f00, 0x00000800},
    {ALL & ~F(HAWAII), CIK_SPI_RESOURCE_RESERVE_CU(0), WHOLE, 0x00000800},
    {F(HAWAII), CIK_SPI_RESOURCE_RESERVE_CU(1), 0x00000f00, 0x00000800},
    {ALL & ~F(HAWAII), CIK_SPI_RESOURCE_RESERVE_CU(1), WHOLE, 0x00000800},
    {F(HAWAII), CIK_SPI_RESOURCE_RESERVE_EN_CU(0), 0x00ffffff, 0x00ff7fbf},
    {ALL & ~F(HAWAII), CIK_SPI_RESOURCE_RESERVE_EN_CU(0), WHOLE, 0x00007fbf},
    {F(HAWAII), CIK_SPI_RESOURCE_RESERVE_EN_CU(1), 0x00ffffff, 0x00ff7faf},
    {ALL & ~F(HAWAII), CIK_SPI_RESOURCE_RESERVE_EN_CU(1), WHOLE, 0x00007faf},
    {F(MULLINS), CIK_SDMA0_CHICKEN_BITS, 0x00010000, 0x00810001},
    {F(MULLINS), CIK_SDMA1_CHICKEN_BITS, 0x00010000, 0x00810001},
    {SMALL, CIK_VGT_NUM_INSTANCES, WHOLE, 0x00000000},
    {F(KAVERI), CIK_VGT_NUM_INSTANCES, WHOLE, 0x00000001},
    {ALL & ~F(KAVERI), CIK_PA_SC_LINE_STIPPLE_STATE, 0x0000ff0f, 0x00000000},
};

#define FIELD(reg, name, value) CIK_##reg##__##name##__MASK, CIK_##reg##__##name(value)

/* In this order. */
static const struct row rows[] = {
    {ALL, CIK_GRBM_CNTL, WHOLE, CIK_GRBM_CNTL__READ_TIMEOUT(0xff)},
    {ALL, CIK_SRBM_INT_CNTL, WHOLE, CIK_SRBM_INT_CNTL__RDERR_INT_MASK(1)},
    {ALL, CIK_SRBM_INT_ACK, WHOLE, CIK_SRBM_INT_ACK__RDERR_INT_ACK(1)},
    {ALL, CIK_CP_MEQ_THRESHOLDS, WHOLE,
     CIK_CP_MEQ_THRESHOLDS__MEQ1_START(0x30) | CIK_CP_MEQ_THRESHOLDS__MEQ2_START(0x60)},
    {ALL, CIK_SX_DEBUG_1, WHOLE, 0x20},
    {ALL, CIK_TA_CNTL_AUX, WHOLE, 0x00010000},
    {ALL, CIK_SPI_CONFIG_CNTL, 0x03000000, 0x03000000},
    {ALL, CIK_SQ_CONFIG, WHOLE, 1},
    {ALL, CIK_DB_DEBUG, WHOLE, 0},
    {ALL, CIK_DB_DEBUG2, 0xf00fffff, 0x00000400},
    {ALL, CIK_DB_DEBUG3, 0x0002021c, 0x00020200},
    {ALL, CIK_CB_HW_CONTROL, 0x00018208, 0x00018208},
    {ALL, CIK_SPI_CONFIG_CNTL_1, WHOLE, CIK_SPI_CONFIG_CNTL_1__VTX_DONE_DELAY(4)},
    {ALL, CIK_PA_SC_FIFO_SIZE, WHOLE,
     CIK_PA_SC_FIFO_SIZE__SC_FRONTEND_PRIM_FIFO_SIZE(0x20) |
	 CIK_PA_SC_FIFO_SIZE__SC_BACKEND_PRIM_FIFO_SIZE(0x100) |
	 CIK_PA_SC_FIFO_SIZE__SC_HIZ_TILE_FIFO_SIZE(0x30) |
	 CIK_PA_SC_FIFO_SIZE__SC_EARLYZ_TILE_FIFO_SIZE(0x130)},
    {ALL, CIK_VGT_NUM_INSTANCES, WHOLE, 1},
    {ALL, CIK_CP_PERFMON_CNTL, WHOLE, 0},
    {ALL, CIK_SQ_CONFIG, WHOLE, 0},
    {ALL, CIK_PA_SC_FORCE_EOV_MAX_CNTS, WHOLE,
     CIK_PA_SC_FORCE_EOV_MAX_CNTS__FORCE_EOV_MAX_CLK_CNT(4095) |
	 CIK_PA_SC_FORCE_EOV_MAX_CNTS__FORCE_EOV_MAX_REZ_CNT(255)},
    {ALL, CIK_VGT_CACHE_INVALIDATION, WHOLE,
     CIK_VGT_CACHE_INVALIDATION__CACHE_INVALIDATION(
	 CIK_VGT_CACHE_INVALIDATION__CACHE_INVALIDATION__VC_AND_TC) |
	 CIK_VGT_CACHE_INVALIDATION__AUTO_INVLD_EN(
	     CIK_VGT_CACHE_INVALIDATION__AUTO_INVLD_EN__ES_AND_GS_AUTO)},
    {ALL, CIK_VGT_GS_VERTEX_REUSE, WHOLE, 16},
    {ALL, CIK_PA_SC_LINE_STIPPLE_STATE, WHOLE, 0},
    {ALL, CIK_HDP_MISC_CNTL, FIELD(HDP_MISC_CNTL, FLUSH_INVALIDATE_CACHE, 1)},
    {ALL, CIK_PA_CL_ENHANCE, WHOLE,
     CIK_PA_CL_ENHANCE__CLIP_VTX_REORDER_ENA(1) | CIK_PA_CL_ENHANCE__NUM_CLIP_SEQ(3)},
    {ALL, CIK_PA_SC_ENHANCE, WHOLE, CIK_PA_SC_ENHANCE__ENABLE_PA_SC_OUT_OF_ORDER(1)},
};

static unsigned set(struct fl_dev *d, unsigned family, const struct row *first, const struct row *end)
{
	unsigned n = 0;

	for (const struct row *r = first; r < end; r++) {
		if (!(r->families >> family & 1))
			continue;
		/* As Linux's radeon_program_register_sequence() does it: bits of the mask go, those of the
		 * value come. */
		fl_write32(d, r->reg,
			   r->mask == WHOLE ? r->value : (fl_read32(d, r->reg) & ~r->mask) | r->value);
		n++;
	}
	return n;
}

enum fl_code cik_state(struct fl_bringup *up, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	struct fl_dev *d = up->dev;
	unsigned n = set(d, c->chip->family, golden, golden + sizeof(golden) / sizeof(*golden));
	uint32_t reuse;

	n += set(d, c->chip->family, rows, rows + sizeof(rows) / sizeof(*rows));
	fl_delay_us(d, SETTLE_US);
	reuse = fl_read32(d, CIK_VGT_GS_VERTEX_REUSE);
	if (reuse != 16)
		return fl_fail(err, FL_FAILED,
			       "VGT_GS_VERTEX_REUSE reads 0x%x after 0x10 was written: the graphics engine "
			       "does not take registers",
			       reuse);
	/* What golden registers take away is gone: Kaveri and Kabini have backends that no driver uses. */
	cik_count_units(c);
	fl_did(up, "%u registers of start-up state; %u render backends in use", n, cik_ones(c->backends));
	return FL_OK;
}
