/* SPDX-License-Identifier: MIT
 *
 * What Linux's radeon driver copied buffers with, on every R6xx and R7xx: its default state and its two
 * programs run without a report, and the rectangle that comes out is the one that went in, moved.
 *
 * The facts are those of Linux r600_blit_shaders.c (state, programs) and r600_blit_kms.c (what it sets beside
 * them). Runs of the table below whose values end before their registers do go on with zeros.
 */
#include "hw/model/fl_model.h"
#include "hw/model/r600/tile_addr.h"
#include "hw/regs/r600.h"

#include <criterion/criterion.h>
#include <string.h>

enum { R6 = 1, R7 = 2, BOTH = R6 | R7, CONFIG = 0x68, CONTEXT = 0x69, SAMPLER = 0x6e, CTL = 0x6f };
#define ONE 0x3f800000

static const struct run {
	uint8_t chips, opcode;
	uint16_t at;
	uint8_t n;
	uint32_t v[11];
} state[] = {
    {BOTH, CONFIG, 0x010, 1, {0x8000}},
    {R6, CONFIG, 0x542, 1, {0x07000003}},
    {R7, CONFIG, 0x542, 1, {0x07000002}},
    {BOTH, CONFIG, 0x5c5, 1, {0}},
    {R6, CONFIG, 0x363, 1, {0}},
    {R7, CONFIG, 0x363, 1, {0x4000}},
    {R6, CONFIG, 0x60c, 1, {0x82000000}},
    {R7, CONFIG, 0x60c, 1, {0}},
    {R6, CONFIG, 0x60e, 1, {0x01020204}},
    {R7, CONFIG, 0x60e, 1, {0x00420204}},
    {BOTH, CTL, 0, 2, {0}},
    {BOTH, CONTEXT, 0x22a, 9, {0}},
    {BOTH, CONTEXT, 0x004, 1, {0}},
    {BOTH, CONTEXT, 0x00a, 2, {0}},
    {BOTH, CONTEXT, 0x200, 1, {0}},
    {R6, CONTEXT, 0x343, 2, {0x60, 0x40}},
    {R7, CONTEXT, 0x343, 2, {0x60}},
    {BOTH, CONTEXT, 0x351, 1, {0xaa00}},
    {R6, CONTEXT, 0x100, 15, {0x800}},
    {R7, CONTEXT, 0x100, 9, {0x800}},
    {R7, CONTEXT, 0x10c, 3, {0}},
    {BOTH, CONTEXT, 0x30c, 4, {0x01000000}},
    {R6, CONTEXT, 0x048, 4, {ONE, 0, ONE, ONE}},
    {BOTH, CONTEXT, 0x080, 1, {0}},
    {R6, CONTEXT, 0x083, 10, {0xffff, 0, 0x20002000, 0, 0x20002000, 0, 0x20002000, 0, 0x20002000}},
    {R7,
     CONTEXT,
     0x083,
     10,
     {0xffff, 0, 0x20002000, 0, 0x20002000, 0, 0x20002000, 0, 0x20002000, 0xaaaaaaaa}},
    {R6, CONTEXT, 0x292, 2, {0, 0x4010}},
    {R7, CONTEXT, 0x292, 2, {0, 0x514000}},
    {BOTH, CONTEXT, 0x300, 9, {0, 0, 0x2d, ONE, ONE, ONE, ONE}},
    {BOTH, CONTEXT, 0x312, 1, {0xffffffff}},
    {BOTH, CONTEXT, 0x37e, 6, {0}},
    {BOTH, CONTEXT, 0x1b6, 4, {0}},
    {BOTH, CONTEXT, 0x225, 1, {0}},
    {BOTH, CONTEXT, 0x229, 1, {0}},
    {BOTH, CONTEXT, 0x237, 1, {0}},
    {BOTH, CONTEXT, 0x2a8, 2, {0}},
    {BOTH, CONTEXT, 0x280, 17, {0, 0, 8}},
    {BOTH, CONTEXT, 0x2a1, 1, {0}},
    {BOTH, CONTEXT, 0x2a5, 1, {0}},
    {BOTH, CONTEXT, 0x2ac, 3, {0}},
    {BOTH, CONTEXT, 0x0d4, 1, {0}},
    {BOTH, CONTEXT, 0x2c8, 1, {0}},
    {BOTH, CONTEXT, 0x202, 7, {0xcc0000, 0x210, 0x10000, 0x244, 0x100}},
    {BOTH, CONTEXT, 0x08e, 2, {15, 15}},
    {BOTH, CONTEXT, 0x1e8, 1, {1}},
    {BOTH, CONTEXT, 0x185, 1, {0}},
    {BOTH, CONTEXT, 0x191, 1, {0xb00}},
    {R6, CONTEXT, 0x1b1, 5, {0, 0, 1}},
    {R7, CONTEXT, 0x1b1, 5, {0, 1, 1}},
    {BOTH, SAMPLER, 0, 3, {0x12}},
};

/* Position and coordinates out of one vector of four; the texel at the coordinates. */
static const uint32_t vertex_program[] = {0x00000004, 0x81000000, 0x0000203c, 0x94000b08,
					  0x00004000, 0x14200b1a, 0,          0,
					  0x3c000000, 0x68cd1000, 0x00080000, 0};
static const uint32_t pixel_program[] = {0x00000002, 0x80800000, 0,          0x94200688,
					 0x00000010, 0x000d1000, 0xb0800000, 0};

enum {
	SPACE_AT = 0x10000000,
	SPACE_B = 1 << 20,
	VS_AT = 0x1000,
	PS_AT = 0x1200,
	VERTICES_AT = 0x2000,
	SOURCE_AT = 0x40000,
	TARGET_AT = 0x80000,
	PX = 128,
	MAX_DW = 1024,
	VIEWPORTS = 16,
};

static uint32_t dw[MAX_DW];
static unsigned n_dw;

static void packet(unsigned opcode, const uint32_t *body, unsigned n)
{
	cr_assert(n_dw + 1 + n <= MAX_DW);
	dw[n_dw++] = 3u << 30 | (n - 1) << 16 | opcode << 8;
	memcpy(dw + n_dw, body, 4 * n);
	n_dw += n;
}
#define PACKET(opcode, ...) \
	packet(opcode, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)
#define SET_CONTEXT(reg, ...) PACKET(CONTEXT, ((reg)-0x28000) / 4, __VA_ARGS__)
#define SET_CONFIG(reg, ...)  PACKET(CONFIG, ((reg)-0x8000) / 4, __VA_ARGS__)

static void default_state(bool r7xx)
{
	uint32_t body[1 + 4 * VIEWPORTS] = {0x94};

	if (!r7xx)
		PACKET(R600_PKT3_START_3D_CMDBUF, 0);
	PACKET(R600_PKT3_CONTEXT_CONTROL, 0x80000000, 0x80000000);
	for (unsigned i = 0; i < VIEWPORTS; i++) {
		body[1 + 2 * i] = 0x80000000;
		body[2 + 2 * i] = 0x20002000;
		body[2 + 2 * VIEWPORTS + 2 * i] = ONE;
	}
	packet(CONTEXT, body, 1 + 4 * VIEWPORTS);
	for (unsigned i = 0; i < sizeof(state) / sizeof(state[0]); i++) {
		const struct run *s = &state[i];

		memset(body, 0, sizeof(body));
		body[0] = s->at;
		memcpy(body + 1, s->v, sizeof(s->v));
		if (s->chips & (r7xx ? R7 : R6))
			packet(s->opcode, body, 1u + s->n);
	}
}

static void shares(const char *chip)
{
	const bool small = !strcmp(chip, "rv670");

	SET_CONFIG(R600_SQ_CONFIG, 0xe400000du, small ? 144 | 40 << 16 | 4u << 28 : 192 | 56 << 16 | 4u << 28,
		   0, 136 | 48 << 8 | 4 << 16 | 4u << 24, small ? 40 | 40 << 16 : 128 | 128 << 16,
		   small ? 32 | 16 << 16 : 0);
}

static void programs(void)
{
	SET_CONTEXT(R600_SQ_PGM_START_VS, (SPACE_AT + VS_AT) >> 8);
	SET_CONTEXT(R600_SQ_PGM_RESOURCES_VS, 1);
	SET_CONTEXT(R600_SQ_PGM_CF_OFFSET_VS, 0);
	SET_CONTEXT(R600_SQ_PGM_START_PS, (SPACE_AT + PS_AT) >> 8);
	SET_CONTEXT(R600_SQ_PGM_RESOURCES_PS, 1 | 1 << 28);
	SET_CONTEXT(R600_SQ_PGM_EXPORTS_PS, 2);
	SET_CONTEXT(R600_SQ_PGM_CF_OFFSET_PS, 0);
	PACKET(R600_PKT3_SURFACE_SYNC, R600_CP_COHER_CNTL__SH_ACTION_ENA(1), 2, (SPACE_AT + VS_AT) >> 8, 10);
}

/* Tiles of 8 x 8, four bytes a pixel */
static void surfaces(const char *chip)
{
	enum { BGRA = 26, TILED = 2 };

	SET_CONTEXT(R600_CB_COLOR_BASE(0), (SPACE_AT + TARGET_AT) >> 8);
	if (!strcmp(chip, "rv670"))
		PACKET(R600_PKT3_SURFACE_BASE_UPDATE, 2);
	SET_CONTEXT(R600_CB_COLOR_SIZE(0), (PX / 8 - 1) | (PX * PX / 64 - 1) << 10);
	SET_CONTEXT(R600_CB_COLOR_VIEW(0), 0);
	SET_CONTEXT(R600_CB_COLOR_INFO(0), BGRA << 2 | TILED << 8 | 1 << 27);
	SET_CONTEXT(R600_CB_COLOR_TILE(0), 0);
	SET_CONTEXT(R600_CB_COLOR_FRAG(0), 0);
	SET_CONTEXT(R600_CB_COLOR_MASK(0), 0);
	PACKET(R600_PKT3_SET_RESOURCE, 0, 1 | TILED << 3 | (PX / 8 - 1) << 8 | (PX - 1) << 19,
	       (PX - 1) | (uint32_t)BGRA << 26, (SPACE_AT + SOURCE_AT) >> 8, (SPACE_AT + SOURCE_AT) >> 8,
	       1 << 14 | 0 << 16 | 1 << 19 | 2 << 22 | 3 << 25, 0, 2u << 30);
	PACKET(R600_PKT3_SET_RESOURCE, 0x460, SPACE_AT + VERTICES_AT, 48 - 1, 16 << 8, 1, 0, 0, 3u << 30);
}

static void scissors(uint32_t w, uint32_t h)
{
	SET_CONTEXT(R600_PA_SC_SCREEN_SCISSOR_TL, 0, w | h << 16);
	SET_CONTEXT(R600_PA_SC_GENERIC_SCISSOR_TL, 1u << 31, w | h << 16);
	SET_CONTEXT(R600_PA_SC_WINDOW_SCISSOR_TL, 1u << 31, w | h << 16);
}

static unsigned place_of(unsigned surface, uint32_t x, uint32_t y)
{
	const struct mr600_tiled s = {
	    .pitch = PX, .height = PX, .mode = MR600_ARRAY_1D_THIN1, .bpe = 4, .samples = 1};

	return surface + (unsigned)mr600_tile_addr(&s, x, y, 0, 0);
}

static uint32_t pixel_at(const uint8_t *space, unsigned surface, uint32_t x, uint32_t y)
{
	uint32_t v;

	memcpy(&v, space + place_of(surface, x, y), 4);
	return v;
}

/* A rectangle of the source at (sx, sy) goes to (x, y). */
static void copy(const char *chip, uint32_t sx, uint32_t sy, uint32_t x, uint32_t y, uint32_t w, uint32_t h)
{
	static _Alignas(4096) uint8_t space[SPACE_B];
	const struct fl_model_config config = {.threads = 1, .running = true, .vram_B = 16 << 20};
	const float vertices[12] = {(float)x,       (float)y,       (float)sx,       (float)sy,
				    (float)x,       (float)(y + h), (float)sx,       (float)(sy + h),
				    (float)(x + w), (float)(y + h), (float)(sx + w), (float)(sy + h)};
	struct fl_model *m = fl_model_new(chip, &config, NULL, 0);
	const struct fl_report *r;

	cr_assert(m && fl_model_map(m, SPACE_AT, space, SPACE_B));
	memset(space, 0, SPACE_B);
	for (uint32_t py = 0; py < PX; py++)
		for (uint32_t px = 0; px < PX; px++) {
			const uint32_t v = px | py << 8 | 0xff000000;

			memcpy(space + place_of(SOURCE_AT, px, py), &v, 4);
		}
	memcpy(space + VS_AT, vertex_program, sizeof(vertex_program));
	memcpy(space + PS_AT, pixel_program, sizeof(pixel_program));
	memcpy(space + VERTICES_AT, vertices, sizeof(vertices));
	n_dw = 0;
	default_state(!strncmp(chip, "rv7", 3));
	shares(chip);
	programs();
	surfaces(chip);
	scissors(PX, PX);
	SET_CONFIG(R600_VGT_PRIMITIVE_TYPE, R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_RECTLIST);
	PACKET(R600_PKT3_INDEX_TYPE, 0);
	PACKET(R600_PKT3_NUM_INSTANCES, 1);
	PACKET(R600_PKT3_DRAW_INDEX_AUTO, 3, R600_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_AUTO_INDEX);
	cr_assert(fl_model_run(m, dw, n_dw));
	cr_assert(fl_model_flush(m));
	r = fl_model_report(m, 0);
	cr_assert_null(r, "%s: %s", chip, r->text);
	for (uint32_t py = 0; py < PX; py++)
		for (uint32_t px = 0; px < PX; px++) {
			const bool in = px - x < w && py - y < h;
			const uint32_t want = in ? pixel_at(space, SOURCE_AT, px - x + sx, py - y + sy) : 0;

			cr_assert_eq(pixel_at(space, TARGET_AT, px, py), want, "%s: %u %u: %08x, not %08x",
				     chip, px, py, pixel_at(space, TARGET_AT, px, py), want);
		}
	fl_model_delete(m);
}

Test(r600_linux_blit, moves_a_rectangle, .timeout = 60)
{
	static const char *const chips[] = {"r600", "rv670", "rv770"};

	for (unsigned i = 0; i < 3; i++) {
		copy(chips[i], 0, 0, 0, 0, PX, PX);
		copy(chips[i], 5, 9, 40, 21, 70, 33);
		copy(chips[i], 64, 3, 0, 127, 1, 1);
	}
}
