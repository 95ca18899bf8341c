/* SPDX-License-Identifier: MIT
 *
 * The smoke test must find each fault of a broken card, in the right block, and none in a whole one.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/model/r500/r500.h"
#include "hw/fl_wake.h"
#include "hw/r500/smoke.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>
#include <stdio.h>

struct result {
	char name[32], text[320];
	enum fl_verdict verdict;
};

static struct result results[64];
static unsigned n_results;

static void told(void *arg, const struct fl_check_result *r)
{
	struct result *o = &results[n_results++];

	snprintf(o->name, sizeof(o->name), "%s", r->name);
	snprintf(o->text, sizeof(o->text), "%s", r->text);
	o->verdict = r->verdict;
	cr_assert(*r->text, "check \"%s\" gives no reason", r->name);
	cr_assert(*r->block);
}

static const struct result *result(const char *name)
{
	for (unsigned i = 0; i < n_results; i++)
		if (!strcmp(results[i].name, name))
			return &results[i];
	cr_assert(0, "no check \"%s\"", name);
	return NULL;
}

/* Registers of the model, as they are at the end of smoke(). */
static struct {
	uint32_t reg, value;
} keep[32];
static unsigned n_kept;

static enum fl_code smoke(const char *chip, const char *fault, bool microcode, struct fl_smoke_counts *n,
			  struct fl_err *err)
{
	struct fl_model_config cfg = {.posted = true, .threads = 1};
	static uint8_t image[2048];
	struct fl_model *m = fl_model_new(chip, &cfg, NULL, 0);
	struct r500_card c;
	struct fl_dev d;
	enum fl_code code;

	cr_assert(m);
	if (fault)
		cr_assert(fl_model_break(m, fault), "no fault \"%s\"", fault);
	fl_open_model(&d, m, chip, err);
	r500_card_init(&c, &d);
	fl_model_firmware("r580", 0, image, 2048);
	if (microcode) {
		c.up.images.of[0].data = image;
		c.up.images.of[0].size_B = sizeof(image);
	}
	n_results = 0;
	code = fl_smoke(&r500_family, &c.up, told, NULL, n, err);
	cr_assert_eq(n_results, fl_smoke_planned(&r500_family));
	if (!fault)
		cr_assert_null(fl_model_report(m, 0), "%s", fl_model_report(m, 0)->text);
	for (unsigned i = 0; i < n_kept; i++)
		keep[i].value = ((struct mr500 *)m)->reg[keep[i].reg / 4];
	fl_model_delete(m);
	return code;
}

Test(bringup_smoke, whole_cards_pass)
{
	static const char *const chips[] = {"r520", "rv515", "rv530", "rv560", "rv570",
					    "r580", "r300",  "rv350", "r420",  "rv410"};
	struct fl_smoke_counts n;
	struct fl_err err;

	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		cr_assert_eq(smoke(chips[i], NULL, true, &n, &err), FL_OK, "%s: %s", chips[i], err.text);
		cr_assert_eq(n.n[FL_PASS], fl_smoke_planned(&r500_family));
		for (unsigned k = 0; k < n_results; k++)
			cr_assert_neq(*results[k].text, 0, "%s does not say what it did", results[k].name);
	}
}

/* The state in which the smoke test draws: registers whose values Mesa's streams have, too, of vertices that
 * are positions alone, in pixels (a rectangle that is transformed already). Some of them no part of a model
 * reads, but a card does. */
Test(bringup_smoke, state_of_a_triangle)
{
	static const struct {
		uint32_t reg, value;
	} want[] = {
	    {0x2090, 1},          /* VAP_OUT_VTX_FMT_0: the position */
	    {0x20b0, 0x300},      /* VAP_VTE_CNTL: X, Y and Z are divided */
	    {0x2180, 0x5555},     /* VAP_VTX_STATE_CNTL */
	    {0x2184, 1},          /* VAP_VSM_VTX_ASSM: the position */
	    {0x21e0, 0xf688},     /* VAP_PROG_STREAM_CNTL_EXT_0: X, Y, Z, W, all written */
	    {0x221c, 0x10000},    /* VAP_CLIP_CNTL: off */
	    {0x2220, 0x3f800000}, /* VAP_GB_VERT_CLIP_ADJ and the three beside it: no guard band */
	    {0x2224, 0x3f800000}, {0x2228, 0x3f800000},
	    {0x222c, 0x3f800000}, {0x2288, 0xffff}, /* VAP_PVS_VTX_TIMEOUT_REG */
	    {0x42c0, 0x4b7fffff},                   /* SU_DEPTH_SCALE */
	    {0x42c4, 0},                            /* SU_DEPTH_OFFSET */
	    {0x43a4, 0x1c},                         /* SC_HYPERZ_EN: off */
	    {0x43a8, 0x2da49525},                   /* SC_EDGERULE */
	    {0x43d0, 0xffff},                       /* SC_CLIP_RULE */
	    {0x43e8, 0xffffff},                     /* SC_SCREENDOOR */
	    {0x46a4, 0x1b00},                       /* US_OUT_FMT_0: C4_8, B, G, R, A */
	};
	static const char *const chips[] = {"r580", "rv530", "r300", "r420"};

	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		struct fl_smoke_counts n;
		struct fl_err err;

		n_kept = 0;
		for (unsigned k = 0; k < sizeof(want) / sizeof(*want); k++)
			keep[n_kept++].reg = want[k].reg;
		cr_assert_eq(smoke(chips[i], NULL, true, &n, &err), FL_OK, "%s", err.text);
		for (unsigned k = 0; k < n_kept; k++)
			cr_expect_eq(keep[k].value, want[k].value, "%s: 0x%04x is 0x%08x", chips[i],
				     want[k].reg, keep[k].value);
	}
}

/* All that the triangle stands on is sent: what was in these registers before does not matter. Beside them
 * the values that they have then, of all chips or of some; those without one are 0 (Mesa r300_emit.c,
 * r300_state.c, a rectangle that is transformed already; R5xx guide 11). */
enum { OLD = 1, NEW = 2, BOTH = OLD | NEW, ONE = 0x3f800000, POISON = 0x15a5a5a5 };
static const struct {
	uint32_t reg;
	uint8_t of;
	uint32_t value;
} brought[] = {
    {R500_VAP_TEX_TO_COLOR_CNTL, NEW, 0},
    {R500_VAP_INDEX_OFFSET, NEW, 0},
    {R500_GA_COLOR_CONTROL_PS3, NEW, 0},
    {R500_SU_TEX_WRAP_PS3, NEW, 0},
    {R500_RS_INST(0), NEW, 0},
    {R500_US_FC_CTRL, NEW, 0},
    {R500_US_CODE_RANGE, NEW, 0},
    {R500_US_CODE_OFFSET, NEW, 0},
    {R500_US_CODE_ADDR, NEW, 0},
    {R500_VAP_CNTL_STATUS, BOTH, 0},
    {R500_VAP_PVS_CODE_CNTL_0, BOTH, 0},
    {R500_VAP_PVS_CODE_CNTL_1, BOTH, 0},
    {R500_VAP_PVS_CONST_CNTL, BOTH, 0},
    {R500_VAP_PVS_FLOW_CNTL_OPC, BOTH, 0},
    {R500_VAP_OUT_VTX_FMT_1, BOTH, 0},
    {R500_VAP_VF_MIN_VTX_INDX, BOTH, 0},
    {R500_GB_ENABLE, BOTH, 0},
    {R500_GB_SELECT, BOTH, 0},
    {R500_GB_AA_CONFIG, BOTH, 0},
    {R500_GB_Z_PEQ_CONFIG, BOTH, 0},
    {R500_GA_POLY_MODE, BOTH, 0},
    {R500_GA_OFFSET, BOTH, 0},
    {R500_SU_TEX_WRAP, BOTH, 0},
    {R500_SU_POLY_OFFSET_ENABLE, BOTH, 0},
    {R500_SU_CULL_MODE, BOTH, 0},
    {R500_SU_DEPTH_OFFSET, BOTH, 0},
    {R500_RS_INST_COUNT, BOTH, 0},
    {R500_TX_ENABLE, BOTH, 0},
    {R500_US_W_FMT, BOTH, 0},
    {R500_FG_FOG_BLEND, BOTH, 0},
    {R500_FG_ALPHA_FUNC, BOTH, 0},
    {R500_FG_DEPTH_SRC, BOTH, 0},
    {R500_ZB_CNTL, BOTH, 0},
    {R500_ZB_ZSTENCILCNTL, BOTH, 0},
    {R500_ZB_BW_CNTL, BOTH, 0},
    {R500_RB3D_BLENDCNTL, BOTH, 0},
    {R500_RB3D_ABLENDCNTL, BOTH, 0},
    {R500_RB3D_ROPCNTL, BOTH, 0},
    {R500_RB3D_DITHER_CTL, BOTH, 0},
    {R500_RB3D_AARESOLVE_CTL, BOTH, 0},
    {R300_RS_INST(0), OLD, 0},
    {R300_US_CONFIG, OLD, 0},
    {R300_US_PIXSIZE, OLD, 0},
    {R300_US_CODE_OFFSET, OLD, 0},
    {R500_VAP_PVS_VTX_TIMEOUT_REG, BOTH, 0xffff},
    {R500_VAP_PROG_STREAM_CNTL(0), BOTH, 0x2003}, /* four floats, the last */
    {R500_VAP_PROG_STREAM_CNTL_EXT(0), BOTH, 0xf688},
    {R500_VAP_VTX_STATE_CNTL, BOTH, 0x5555},
    {R500_VAP_VSM_VTX_ASSM, BOTH, 1},
    {R500_VAP_OUT_VTX_FMT_0, BOTH, 1},
    {R500_VAP_GB_VERT_CLIP_ADJ, BOTH, ONE},
    {R500_VAP_GB_VERT_DISC_ADJ, BOTH, ONE},
    {R500_VAP_GB_HORZ_CLIP_ADJ, BOTH, ONE},
    {R500_VAP_GB_HORZ_DISC_ADJ, BOTH, ONE},
    {R500_VAP_CLIP_CNTL, BOTH, 0x10000},
    {R500_VAP_VTE_CNTL, BOTH, 0x300},
    {R500_VAP_VTX_SIZE, BOTH, 4},
    {R500_VAP_VF_MAX_VTX_INDX, BOTH, 2},
    {R500_GA_COLOR_CONTROL, BOTH, 0x30000},
    {R500_SU_DEPTH_SCALE, BOTH, 0x4b7fffff},
    {R500_RS_COUNT, BOTH, 1 << 7 | 1 << 18},
    {R500_RS_IP(0), NEW, 6u << 27},
    {R300_RS_IP(0), OLD, 6 << 9},
    {R500_SC_CLIP_RULE, BOTH, 0xffff},
    {R500_SC_EDGERULE, BOTH, 0x2da49525},
    {R500_SC_HYPERZ_EN, BOTH, 0x1c},
    {R500_SC_SCREENDOOR, BOTH, 0xffffff},
    {R500_US_CONFIG, NEW, 2},
    {R500_US_PIXSIZE, NEW, 1},
    {R300_US_CODE_ADDR(3), OLD, 1 << 22},
    {R300_US_ALU_RGB_ADDR(0), OLD, 1 << 5 | 7 << 26}, /* constant 0, to the output */
    {R300_US_ALU_ALPHA_ADDR(0), OLD, 1 << 5 | 1 << 24},
    {R300_US_ALU_RGB_INST(0), OLD, 5 << 23},                /* the larger of its colors and themselves */
    {R300_US_ALU_ALPHA_INST(0), OLD, 3 << 23 | 9 | 9 << 7}, /* and of its alpha, which is 9 */
    {R300_US_ALU_CONST_R(0), OLD, 0x3c999a},
    {R300_US_ALU_CONST_G(0), OLD, 0x3d999a},
    {R300_US_ALU_CONST_B(0), OLD, 0x3e3333},
    {R300_US_ALU_CONST_A(0), OLD, 0x3e999a},
    {R500_US_OUT_FMT(0), BOTH, 0x1b00},
    {R500_US_OUT_FMT(1), BOTH, 15},
    {R500_US_OUT_FMT(2), BOTH, 15},
    {R500_US_OUT_FMT(3), BOTH, 15},
    {R500_ZB_ZTOP, BOTH, 1},
    {R500_RB3D_CCTL, BOTH, 1 << 14},
    {R500_RB3D_COLOR_CHANNEL_MASK, BOTH, 15},
    {R500_RB3D_COLORPITCH(0), BOTH, 64 | 6 << 21},
};

/* Some row is of that register on these chips. */
static bool is_of(uint32_t reg, unsigned gen)
{
	bool any = false;

	for (unsigned k = 0; k < sizeof(brought) / sizeof(*brought); k++)
		any |= brought[k].reg == reg && brought[k].of & gen;
	return any;
}

Test(bringup_smoke, a_triangle_brings_all_of_its_state)
{
	static const char *const chips[] = {"r580", "rv515", "r300", "rv350", "r420"};

	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		const unsigned gen = i < 2 ? NEW : OLD;
		struct fl_model_config cfg = {.posted = true, .threads = 1};
		static uint8_t image[2048];
		struct fl_model *m = fl_model_new(chips[i], &cfg, NULL, 0);
		uint32_t *reg = ((struct mr500 *)m)->reg;
		struct r500_card c;
		struct fl_dev d;
		struct fl_err err;

		cr_assert(m);
		fl_open_model(&d, m, chips[i], &err);
		r500_card_init(&c, &d);
		fl_model_firmware(chips[i], 0, image, 2048);
		c.up.images.of[0].data = image;
		c.up.images.of[0].size_B = sizeof(image);
		c.up.transport = FL_TRANSPORT_VRAM;
		cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_OK, "%s: %s", chips[i],
			     err.text);
		for (unsigned k = 0; k < sizeof(brought) / sizeof(*brought); k++)
			reg[brought[k].reg / 4] = POISON;
		cr_expect_eq(r500_check_triangle(&c.up, &err), FL_OK, "%s: %s", chips[i], err.text);
		for (unsigned k = 0; k < sizeof(brought) / sizeof(*brought); k++)
			if (brought[k].of & gen)
				cr_expect_eq(reg[brought[k].reg / 4], brought[k].value,
					     "%s: 0x%04x is 0x%08x, not 0x%08x", chips[i], brought[k].reg,
					     reg[brought[k].reg / 4], brought[k].value);
			else if (!is_of(brought[k].reg, gen))
				cr_expect_eq(reg[brought[k].reg / 4], (uint32_t)POISON,
					     "%s: 0x%04x, which it has not, is 0x%08x", chips[i],
					     brought[k].reg, reg[brought[k].reg / 4]);
		fl_model_delete(m);
	}
}

/* A filled and a copied rectangle, of 37 x 21 pixels at (5, 9), by the registers and bits that Linux
 * r100_copy_blit() and xf86-video-ati (radeon_reg.h, RADEON_GMC_...) have: pitch and offset by their
 * registers, 32 bits, nothing compared and nothing masked; a brush of one color by P, or none and a source in
 * memory by S; left to right and top to bottom, cut off nowhere. */
Test(bringup_smoke, registers_of_2d)
{
	enum { BOTH_2D = 1 << 1 | 6 << 8 | 3 << 12 | 1 << 28 | 1 << 30 };
	static const char *const chips[] = {"r580", "r300"};

	for (unsigned i = 0; i < 4; i++) {
		const bool copies = i & 1;
		const struct {
			uint32_t reg, value;
		} want[] = {
		    {0x16e8, 0x1fff << 16 | 0x1fff}, /* DEFAULT_SC_BOTTOM_RIGHT */
		    {0x16c0, 3},                     /* DP_CNTL */
		    {0x146c, BOTH_2D | (copies ? 1 | 15 << 4 | 0xcc << 16 | 2 << 24 : 13 << 4 | 0xf0 << 16)},
		    {0x1438, 9 << 16 | 5},  /* DST_Y_X */
		    {0x143c, 21 << 16 | 37} /* DST_HEIGHT_WIDTH */
		};
		struct fl_model_config cfg = {.posted = true, .threads = 1};
		static uint8_t image[2048];
		struct fl_model *m = fl_model_new(chips[i / 2], &cfg, NULL, 0);
		const uint32_t *reg = ((struct mr500 *)m)->reg;
		struct r500_card c;
		struct fl_dev d;
		struct fl_err err;

		cr_assert(m);
		fl_open_model(&d, m, chips[i / 2], &err);
		r500_card_init(&c, &d);
		fl_model_firmware(chips[i / 2], 0, image, 2048);
		c.up.images.of[0] = (struct fl_image){image, sizeof(image)};
		cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_OK, "%s", err.text);
		cr_assert_eq(copies ? r500_check_copy(&c.up, &err) : r500_check_fill(&c.up, &err), FL_OK,
			     "%s: %s", chips[i / 2], err.text);
		for (unsigned k = 0; k < sizeof(want) / sizeof(*want); k++)
			cr_expect_eq(reg[want[k].reg / 4], want[k].value, "%s: 0x%04x is 0x%08x",
				     chips[i / 2], want[k].reg, reg[want[k].reg / 4]);
		if (copies) {
			cr_expect_eq(reg[0x1434 / 4], 2u << 16 | 3, "SRC_Y_X");
		} else {
			cr_expect_eq(reg[0x147c / 4], 0x8badf00du, "DP_BRUSH_FRGD_CLR");
		}
		fl_model_delete(m);
	}
}

Test(bringup_smoke, without_microcode_the_rest_is_tried)
{
	struct fl_smoke_counts n;
	struct fl_err err;

	cr_assert_eq(smoke("r580", NULL, false, &n, &err), FL_OK, "%s", err.text);
	cr_assert_eq(n.n[FL_FAIL], 0);
	cr_assert_eq(n.n[FL_UNPREP], 0);
	cr_assert_eq(n.n[FL_SKIP], 11);
	cr_assert_eq(result("microcode RAM")->verdict, FL_PASS);
	cr_assert_eq(result("ring in VRAM")->verdict, FL_SKIP);
}

Test(bringup_smoke, each_fault_is_found_where_it_is)
{
	static const struct {
		const char *fault, *check, *text;
	} faults[] = {
	    {"dead-bar", "PCI id and registers", "all ones"},
	    {"vram-bit:0:5", "VRAM data lines", "do not become 0: 0x00000020"},
	    {"vram-bit:0:5", "VRAM data lines", "reads 0x00000021 after 0x00000001 was written"},
	    {"vram-bit:0x100003:6", "VRAM address lines", "0x100000"},
	    {"mc-busy", "memory controller", "memory controller idle"},
	    {"no-microcode-ram", "microcode RAM", "does not answer"},
	    {"cp-stuck", "packets by hand (PIO)", "CP_CMDSTRM_BUSY"},
	    {"pipe-hung", "3D triangle", "GA_BUSY"},
	};
	static const char *const chips[] = {"r580", "rv350", "r420"};
	enum { FAULTS = sizeof(faults) / sizeof(*faults) };
	struct fl_smoke_counts n;
	struct fl_err err;

	for (unsigned f = 0; f < FAULTS * sizeof(chips) / sizeof(*chips); f++) {
		const char *chip = chips[f / FAULTS];
		unsigned i = f % FAULTS;

		cr_assert_eq(smoke(chip, faults[i].fault, true, &n, &err), FL_FAILED, "%s: %s was not found",
			     chip, faults[i].fault);
		cr_assert_eq(result(faults[i].check)->verdict, FL_FAIL, "%s", faults[i].fault);
		cr_assert(strstr(result(faults[i].check)->text, faults[i].text), "%s: %s", faults[i].fault,
			  result(faults[i].check)->text);
		cr_assert(strncmp(err.text, faults[i].check, strlen(faults[i].check)) == 0, "%s: first is %s",
			  faults[i].fault, err.text);
		/* nothing before it is blamed */
		for (unsigned k = 0; strcmp(results[k].name, faults[i].check); k++)
			cr_assert_eq(results[k].verdict, FL_PASS, "%s: %s", faults[i].fault, results[k].name);
	}
}

Test(bringup_smoke, what_cannot_be_tried_says_why)
{
	struct fl_smoke_counts n;
	struct fl_err err;

	smoke("r580", "mc-busy", true, &n, &err);
	cr_assert_eq(result("VRAM data lines")->verdict, FL_UNPREP);
	cr_assert(strstr(result("VRAM data lines")->text, "\"memory controller\""));
	cr_assert_eq(result("2D fill")->verdict, FL_UNPREP);
	cr_assert_eq(result("scratch registers")->verdict, FL_PASS);
}

static uint8_t alias_vram[RIG_VRAM];

static void alias_read(struct fl_dev *d, uint64_t at, void *to, size_t n)
{
	memcpy(to, alias_vram + (at & ~0x4000ull), n);
}

static void alias_write(struct fl_dev *d, uint64_t at, const void *from, size_t n)
{
	memcpy(alias_vram + (at & ~0x4000ull), from, n);
}

Test(bringup_smoke, a_stuck_address_line_is_named)
{
	struct rig *r = rig_new(0x7249);
	struct fl_bus bus = rig_bus;
	struct r500_card c;
	struct fl_err err;

	bus.vram_read = alias_read;
	bus.vram_write = alias_write;
	r->dev.bus = &bus;
	r500_card_init(&c, &r->dev);
	c.up.visible_B = RIG_VRAM;
	memset(alias_vram, 0x5c, sizeof(alias_vram));
	cr_assert_eq(r500_check_vram_address(&c.up, &err), FL_FAILED);
	cr_assert(strstr(err.text, "VRAM at 0x0 and at 0x4000 are the same"), "%s", err.text);
	for (unsigned i = 0; i < RIG_VRAM; i++)
		cr_assert_eq(alias_vram[i], 0x5c, "VRAM was left changed at 0x%x", i);
	cr_assert_eq(fl_smoke_data_lines(&c.up, &err), FL_OK);
	cr_assert_eq(alias_vram[0], 0x5c);
	free(r);
}
