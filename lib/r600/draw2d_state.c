/* SPDX-License-Identifier: MIT
 *
 * 2D on R6xx and R7xx: programs in memory, state, targets; and drawing rectangles with them.
 */
#include "lib/r600/draw2d_own.h"
#include "lib/r600/start.h"
#include "lib/r600/surface.h"
#include "lib/r600/upload.h"

#include <string.h>

_Static_assert(sizeof(struct fl_r600_2d) <= FL_2D_OWN_B, "struct fl_2d has room for the engine's own");

#define EVENT(name)  R600_VGT_EVENT_INITIATOR__EVENT_TYPE__##name
#define F_ONE        0x3f800000u
#define NOBODY_KNOWS ~0u

enum {
	CORNERS = 3,
	VERTEX_RESOURCE = 160,
	FORMAT_8 = 1,
	FORMAT_16 = 5,
	FORMAT_8_8 = 7,
	FORMAT_32 = 13,
	FORMAT_8_8_8_8 = 26,
	FORMAT_16_16 = 15,
	STATE_DW = 320,
	PROGRAM_B = sizeof(((struct fl_r600_words *)0)->w),
};

_Static_assert(STATE_DW + CORNERS * FL_2D_BOXES + FL_2D_BRUSH_DW <= FL_CS_MIN_DW &&
		   STATE_DW + CORNERS + 2 * FL_2D_PICTURE_DW + FL_2D_BRUSH_DW <= FL_CS_MIN_DW,
	       "a draw fits into a batch");
_Static_assert((int)PROGRAM_B *(int)FL_2D_PROGRAMS <= (int)FL_R600_2D_PROGRAMS_B, "so do programs");

/* ---- programs in memory -------------------------------------------------------------------------------- */
/* SQ_PGM_START of a program, which is brought to its place if it is not there: that takes room in the
 * stream. */
static uint32_t program_at(struct fl_2d *g, uint32_t program)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);
	const uint64_t at = e->setup.own_addr + program * PROGRAM_B;

	if (!(e->have >> program & 1)) {
		struct fl_r600_words words = {.r700 = e->family->r7xx,
					      .vertex_cache = e->family->vertex_cache};

		fl_r600_2d_compose(&words, program);
		fl_r600_upload(g->cs, at, (const uint32_t(*)[2])words.w, words.n);
		e->have |= 1u << program;
	}
	return (uint32_t)(at >> 8);
}

/* ---- state --------------------------------------------------------------------------------------------- */
/* What 3D changes and 2D wants so: R6xx facts 3, 7; xf86-video-ati r6xx_accel.c. */
static uint32_t *plain_state(const struct fl_r600_2d *e, uint32_t *p, uint32_t vertex_program)
{
	static const struct {
		uint32_t reg, value;
	} rows[] = {
	    {R600_DB_DEPTH_INFO, 0},
	    {R600_DB_DEPTH_CONTROL, 0},
	    {R600_DB_RENDER_CONTROL, R600_DB_RENDER_CONTROL__ZPASS_INCREMENT_DISABLE(1)},
	    {R600_DB_RENDER_OVERRIDE, R600_DB_RENDER_OVERRIDE__FORCE_HIZ_ENABLE(2) |
					  R600_DB_RENDER_OVERRIDE__FORCE_HIS_ENABLE0(2) |
					  R600_DB_RENDER_OVERRIDE__FORCE_HIS_ENABLE1(2)},
	    {R600_DB_SHADER_CONTROL, R600_DB_SHADER_CONTROL__KILL_ENABLE(1)},
	    {R600_SX_ALPHA_TEST_CONTROL, 0},
	    {R600_CB_TARGET_MASK, 0xf},
	    {R600_CB_SHADER_MASK, 0xf},
	    {R600_CB_COLOR_VIEW(0), 0},
	    {R600_CB_COLOR_MASK(0), 0},
	    {R600_PA_CL_CLIP_CNTL, R600_PA_CL_CLIP_CNTL__CLIP_DISABLE(1)},
	    {R600_PA_CL_VTE_CNTL, R600_PA_CL_VTE_CNTL__VTX_XY_FMT(1) | R600_PA_CL_VTE_CNTL__VTX_Z_FMT(1)},
	    {R600_PA_CL_VS_OUT_CNTL, 0},
	    {R600_PA_SU_SC_MODE_CNTL, R600_PA_SU_SC_MODE_CNTL__PROVOKING_VTX_LAST(1)},
	    {R600_SPI_VS_OUT_ID(0), 0},
	    {R600_SPI_VS_OUT_CONFIG, 0},
	    {R600_SPI_INTERP_CONTROL_0, 0},
	    {R600_SPI_INPUT_Z, 0},
	    {R600_SPI_PS_IN_CONTROL_0, R600_SPI_PS_IN_CONTROL_0__NUM_INTERP(1) |
					   R600_SPI_PS_IN_CONTROL_0__POSITION_ENA(1) |
					   R600_SPI_PS_IN_CONTROL_0__BARYC_SAMPLE_CNTL(1) |
					   R600_SPI_PS_IN_CONTROL_0__LINEAR_GRADIENT_ENA(1)},
	    {R600_SPI_PS_IN_CONTROL_1, 0},
	    {R600_SPI_PS_INPUT_CNTL(0), R600_SPI_PS_INPUT_CNTL__SEL_LINEAR(1)},
	    {R600_SQ_PGM_EXPORTS_PS, 2}, /* one color */
	    {R600_SQ_PGM_RESOURCES_VS,
	     R600_SQ_PGM_RESOURCES_VS__NUM_GPRS(FL_R600_2D_GPRS) | R600_SQ_PGM_RESOURCES_VS__STACK_SIZE(1)},
	};

	for (uint32_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		p = r600_pm4_put(p, rows[i].reg, rows[i].value);
	p = r600_pm4_context(p, R600_PA_CL_GB_VERT_CLIP_ADJ, 4);
	for (uint32_t i = 0; i < 4; i++)
		*p++ = F_ONE;
	p = r600_pm4_put(p, R600_SQ_PGM_START_VS, vertex_program);
	p = r600_pm4_put(
	    p, R600_SQ_PGM_RESOURCES_PS,
	    R600_SQ_PGM_RESOURCES_PS__NUM_GPRS(FL_R600_2D_GPRS) |
		/* R600 alone: R6xx facts 4.1 */
		R600_SQ_PGM_RESOURCES_PS__UNCACHED_FIRST_INST(e->setup.chip->family == R600_FAMILY_R600));
	p = r600_pm4_config(p, R600_VGT_PRIMITIVE_TYPE, 1);
	*p++ = R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_RECTLIST;
	return p;
}

/* ---- surfaces ------------------------------------------------------------------------------------------ */
static uint32_t mode_of(const struct fl_surface *s)
{
	return fl_r600_array_mode(s);
}

/* Of pixels as colors, and as numbers. */
static const uint8_t formats[2][5] = {{[1] = FORMAT_8, [2] = FORMAT_8_8, [4] = FORMAT_8_8_8_8},
				      {[1] = FORMAT_8, [2] = FORMAT_16, [4] = FORMAT_32}};

static uint32_t *put_target(struct fl_2d *g, uint32_t *p, const struct fl_2d_image *to, bool numbers)
{
	const uint32_t as =
	    numbers ? R600_CB_COLOR_INFO__NUMBER_TYPE(R600_CB_COLOR_INFO__NUMBER_TYPE__NUMBER_UINT) |
			  R600_CB_COLOR_INFO__BLEND_BYPASS(1)
		    : R600_CB_COLOR_INFO__BLEND_CLAMP(1) | R600_CB_COLOR_INFO__SOURCE_FORMAT(1);
	static const uint32_t bases[] = {R600_CB_COLOR_BASE(0), R600_CB_COLOR_TILE(0), R600_CB_COLOR_FRAG(0)};
	struct fl_r600_2d *e = fl_r600_2d_of(g);

	if (e->target == to->addr && e->numbers == numbers)
		return p;
	e->target = to->addr;
	e->numbers = numbers;
	p = r600_pm4_put(p, R600_CB_COLOR_INFO(0),
			 R600_CB_COLOR_INFO__FORMAT(formats[numbers][g->dst->bytes_px]) |
			     R600_CB_COLOR_INFO__ARRAY_MODE(to->mode) | R600_CB_COLOR_INFO__SIMPLE_FLOAT(1) |
			     as);
	for (uint32_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++)
		p = r600_pm4_put(p, bases[i], (uint32_t)(to->addr >> 8));
	p = r600_pm4_put(p, R600_CB_COLOR_SIZE(0),
			 (to->pitch_px / 8 - 1) | (to->pitch_px * to->rows / 64 - 1) << 10);
	/* Chips between R600 and R7xx wait for this packet before they take a new base: R6xx facts 1.1. */
	if (!e->family->r7xx && e->setup.chip->family != R600_FAMILY_R600) {
		p = r600_pm4_pkt3(p, R600_PKT3_SURFACE_BASE_UPDATE, 1);
		*p++ = R600_PKT3_SURFACE_BASE_UPDATE__BASES__COLOR0_BASE(1);
	}
	return p;
}

static uint32_t *put_texture(const struct fl_2d *g, uint32_t *p, uint32_t id, const struct fl_2d_image *from,
			     bool numbers)
{
	p = r600_pm4_resource(p, id, 1);
	*p++ = R600_SQ_TEX_RESOURCE_WORD__DIM(1) | R600_SQ_TEX_RESOURCE_WORD__TILE_MODE(from->mode) |
	       R600_SQ_TEX_RESOURCE_WORD__PITCH(from->pitch_px / 8 - 1) |
	       R600_SQ_TEX_RESOURCE_WORD__TEX_WIDTH(from->pitch_px - 1);
	*p++ = R600_SQ_TEX_RESOURCE_WORD1__TEX_HEIGHT(from->rows - 1) |
	       R600_SQ_TEX_RESOURCE_WORD1__DATA_FORMAT(formats[numbers][g->dst->bytes_px]);
	*p++ = (uint32_t)(from->addr >> 8);
	*p++ = (uint32_t)(from->addr >> 8);
	*p++ = R600_SQ_TEX_RESOURCE_WORD4__NUM_FORMAT_ALL(numbers) |
	       R600_SQ_TEX_RESOURCE_WORD4__REQUEST_SIZE(1) | R600_SQ_TEX_RESOURCE_WORD4__DST_SEL_Y(1) |
	       R600_SQ_TEX_RESOURCE_WORD4__DST_SEL_Z(2) | R600_SQ_TEX_RESOURCE_WORD4__DST_SEL_W(3);
	*p++ = 0;
	*p++ = R600_SQ_TEX_RESOURCE_WORD6__MAX_ANISO_RATIO(4) | R600_SQ_TEX_RESOURCE_WORD6__TYPE(2);
	return p;
}

/* ---- drawing ------------------------------------------------------------------------------------------- */
/* All state, unless the stream stands where 2D left it. */
static void know(struct fl_2d *g, uint32_t vertex_program)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);
	uint32_t *p;

	fl_r600_start(g->cs, e->setup.chip);
	p = fl_cs_room(g->cs, STATE_DW);
	if (p)
		fl_cs_done(g->cs, plain_state(e, p, vertex_program));
	if (e->setup.draw)
		fl_draw_invalidate(e->setup.draw);
	e->target = ~0ull;
	e->program = e->rop = e->vertices = NOBODY_KNOWS;
	e->drawn = true;
}

/* The batch as vertices, and as words: each one of `format`. */
static uint32_t *put_buffer(const struct fl_2d *g, uint32_t *p, uint32_t id, uint32_t format, uint32_t as)
{
	const uint64_t addr = g->cs->address;

	p = r600_pm4_resource(p, id, 1);
	*p++ = (uint32_t)addr;
	*p++ = 4 * (uint32_t)(g->cs->end - g->cs->start) - 1;
	*p++ = R600_SQ_VTX_CONSTANT_WORD2__BASE_ADDRESS_HI((uint32_t)(addr >> 32)) |
	       R600_SQ_VTX_CONSTANT_WORD2__STRIDE(4) | R600_SQ_VTX_CONSTANT_WORD2__DATA_FORMAT(format) | as;
	*p++ = R600_SQ_VTX_CONSTANT_WORD3__MEM_REQUEST_SIZE(1);
	*p++ = 0;
	*p++ = 0;
	*p++ = R600_SQ_VTX_CONSTANT_WORD6__TYPE(3);
	return p;
}

static uint32_t *put_buffers(struct fl_2d *g, uint32_t *p)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);

	if (e->vertices == g->cs->batches)
		return p;
	e->vertices = g->cs->batches;
	p = put_buffer(g, p, VERTEX_RESOURCE, FORMAT_16_16,
		       R600_SQ_VTX_CONSTANT_WORD2__NUM_FORMAT_ALL(2) |
			   R600_SQ_VTX_CONSTANT_WORD2__FORMAT_COMP_ALL(1));
	return put_buffer(g, p, FL_R600_2D_STREAM, FORMAT_32, R600_SQ_VTX_CONSTANT_WORD2__NUM_FORMAT_ALL(1));
}

/* The bytes of a pixel as parts of 255. */
static uint32_t *put_color(uint32_t *p, uint32_t pixel)
{
	p = r600_pm4_constant(p, 0, 1);
	for (uint32_t c = 0; c < 4; c++)
		*p++ = fl_f32((float)(pixel >> 8 * c & 0xff) / 255.0f);
	return p;
}

static uint32_t *nop(uint32_t *p, uint32_t n)
{
	return r600_pm4_pkt3(p, R600_PKT3_NOP, n);
}

static uint32_t *put_job(struct fl_2d *g, uint32_t *p, struct fl_2d_job *j, uint32_t program)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);
	const bool numbers = j->program >= FL_2D_MIX, reads_target = fl_2d_3d_reads_target(j->program);
	const uint32_t n = fl_2d_3d_constants(j->program);

	p = put_target(g, p, j->to, numbers);
	if ((j->from || reads_target) && e->drawn) {
		p = fl_r600_flush(p, e->family);
		e->drawn = false;
	}
	if (j->from)
		p = put_texture(g, p, 0, j->from, numbers);
	if (reads_target)
		p = put_texture(g, p, 1, j->to, true);
	if (e->program != program)
		p = r600_pm4_put(p, R600_SQ_PGM_START_PS, program);
	e->program = program;
	/* R6xx facts 9: between two draws the programs of pixels end, and a register of CB is written. */
	if (!e->family->r7xx)
		p = r600_pm4_event(p, EVENT(PS_PARTIAL_FLUSH));
	if (e->rop != j->rop3 || !e->family->r7xx)
		p = r600_pm4_put(p, R600_CB_COLOR_CONTROL, R600_CB_COLOR_CONTROL__ROP3(j->rop3));
	e->rop = j->rop3;
	if (j->program == FL_2D_FILL)
		return put_buffers(g, put_color(p, j->color));
	p = fl_2d_3d_pictures(g, p, j, nop);
	p = r600_pm4_constant(p, 0, n);
	memcpy(p, j->constants, n * sizeof(j->constants[0]));
	return put_buffers(g, p + 4 * n);
}

static uint32_t corner(const struct fl_2d_image *to, int32_t x, int32_t y)
{
	return (uint32_t)((x - to->x) & 0xffff) | (uint32_t)(y - to->y) << 16;
}

static void draw(struct fl_2d *g, struct fl_2d_job *j, const struct fl_2d_box *boxes, uint32_t n)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);
	bool known = e->at == g->cs->at && e->batches == g->cs->batches;
	uint32_t program, *p;

	program = program_at(g, FL_2D_VERTEX);
	if (!known)
		know(g, program);
	program = program_at(g, j->program);
	p = fl_cs_room(g->cs, STATE_DW + CORNERS * n + (j->host ? 2 * FL_2D_PICTURE_DW : 0u) +
				  (j->brush ? FL_2D_BRUSH_DW : 0u));
	if (!p)
		return;
	p = put_job(g, p, j, program);
	p = r600_pm4_pkt3(p, R600_PKT3_NOP, CORNERS * n);
	const uint32_t first = (uint32_t)(p - g->cs->start);
	/* The fourth corner lies opposite of the second (R6xx facts 2). */
	for (uint32_t i = 0; i < n; i++) {
		*p++ = corner(j->to, boxes[i].x0, boxes[i].y0);
		*p++ = corner(j->to, boxes[i].x0, boxes[i].y1);
		*p++ = corner(j->to, boxes[i].x1, boxes[i].y1);
	}
	p = r600_pm4_first(p, 0, 1);
	*p++ = first;
	p = r600_pm4_pkt3(p, R600_PKT3_NUM_INSTANCES, 1);
	*p++ = 1;
	p = r600_pm4_pkt3(p, R600_PKT3_DRAW_INDEX_AUTO, 2);
	*p++ = CORNERS * n;
	*p++ = R600_VGT_DRAW_INITIATOR__SOURCE_SELECT(2);
	if (!e->family->r7xx)
		p = r600_pm4_event(p, EVENT(SQ_NON_EVENT));
	fl_cs_done(g->cs, p);
	g->cs->fetched = true;
	e->drawn = true;
	e->at = g->cs->at;
	e->batches = g->cs->batches;
}

const struct fl_2d_3d_chip fl_r600_2d_chip = {.linear = 1, .mode = mode_of, .draw = draw};
