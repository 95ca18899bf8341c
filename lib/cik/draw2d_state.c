/* SPDX-License-Identifier: MIT
 *
 * 2D on Sea Islands: programs in memory, state, targets; and drawing rectangles with them.
 */
#include "lib/cik/draw2d_own.h"
#include "lib/cik/program_regs.h"
#include "lib/cik/start.h"
#include "lib/cik/surface.h"
#include "lib/cik/upload.h"

#include <string.h>

_Static_assert(sizeof(struct fl_cik_2d) <= FL_2D_OWN_B, "struct fl_2d has room for the engine's own");

#define NOBODY_KNOWS ~0u
#define ENA(input)   CIK_SPI_PS_INPUT_ENA__##input##_ENA(1)

enum {
	CORNERS = 3,
	LINEAR_MODE = 8,
	STATE_DW = 320,
};

_Static_assert(STATE_DW + CORNERS * FL_2D_BOXES + FL_2D_BRUSH_DW <= FL_CS_MIN_DW &&
		   STATE_DW + CORNERS + 2 * FL_2D_PICTURE_DW + FL_2D_BRUSH_DW <= FL_CS_MIN_DW,
	       "a draw fits into a batch");
_Static_assert((int)FL_CIK_2D_PROGRAM_B *(int)FL_2D_PROGRAMS <= (int)FL_CIK_2D_PROGRAMS_B, "so do programs");

/* ---- programs in memory -------------------------------------------------------------------------------- */
/* A program's address; it is brought to its place if it is not there: that takes room in the stream. */
static uint64_t program_at(struct fl_2d *g, uint32_t program)
{
	struct fl_cik_2d *e = fl_cik_2d_of(g);
	const uint64_t at = e->setup.own_addr + program * FL_CIK_2D_PROGRAM_B;

	if (!(e->have >> program & 1)) {
		uint32_t words[FL_CIK_2D_PROGRAM_B / 4];

		fl_cik_upload(g->cs, at, words, fl_cik_2d_compose(program, words));
		e->have |= 1u << program;
	}
	return at;
}

/* ---- state --------------------------------------------------------------------------------------------- */
/* What 3D changes and 2D wants so: CIK facts 4, 8 to 10. */
static uint32_t *plain_state(uint32_t *p, uint64_t vertex_program)
{
	static const struct {
		uint32_t reg, value;
	} rows[] = {
	    {CIK_DB_Z_INFO, 0},
	    {CIK_DB_STENCIL_INFO, 0},
	    {CIK_DB_DEPTH_CONTROL, 0},
	    {CIK_DB_RENDER_CONTROL, 0},
	    {CIK_DB_SHADER_CONTROL,
	     CIK_DB_SHADER_CONTROL__Z_ORDER(CIK_DB_SHADER_CONTROL__Z_ORDER__EARLY_Z_THEN_LATE_Z) |
		 CIK_DB_SHADER_CONTROL__KILL_ENABLE(1)},
	    {CIK_CB_TARGET_MASK, 0xf},
	    {CIK_CB_SHADER_MASK, 1},
	    {CIK_CB_BLEND_CONTROL(0), 0},
	    {CIK_PA_CL_CLIP_CNTL, CIK_PA_CL_CLIP_CNTL__CLIP_DISABLE(1)},
	    {CIK_PA_CL_VTE_CNTL, CIK_PA_CL_VTE_CNTL__VTX_XY_FMT(1) | CIK_PA_CL_VTE_CNTL__VTX_Z_FMT(1)},
	    {CIK_PA_CL_VS_OUT_CNTL, 0},
	    {CIK_PA_SU_SC_MODE_CNTL, CIK_PA_SU_SC_MODE_CNTL__PROVOKING_VTX_LAST(1)},
	    {CIK_SPI_VS_OUT_CONFIG, 0},
	    {CIK_SPI_INTERP_CONTROL_0, 0},
	    {CIK_SPI_PS_IN_CONTROL, 0},
	    /* One kind of weights has to be there. */
	    {CIK_SPI_PS_INPUT_ENA, ENA(LINEAR_CENTER) | ENA(POS_X_FLOAT) | ENA(POS_Y_FLOAT)},
	    {CIK_SPI_PS_INPUT_ADDR, ENA(LINEAR_CENTER) | ENA(POS_X_FLOAT) | ENA(POS_Y_FLOAT)},
	    {CIK_SPI_SHADER_POS_FORMAT, CIK_SPI_SHADER_POS_FORMAT__POS0_EXPORT_FORMAT__SPI_SHADER_4COMP},
	    {CIK_SPI_SHADER_COL_FORMAT, CIK_SPI_SHADER_COL_FORMAT__COL0_EXPORT_FORMAT__SPI_SHADER_32_R},
	};

	for (uint32_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		p = cik_pm4_put(p, rows[i].reg, rows[i].value);
	p = fl_cik_put_program(p, CIK_SPI_SHADER_PGM_LO_VS, vertex_program,
			       fl_cik_rsrc1(FL_CIK_2D_VGPRS, FL_CIK_2D_SGPRS), FL_CIK_2D_VERTEX_USER);
	return cik_pm4_prim(p, CIK_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_RECTLIST);
}

/* ---- surfaces ------------------------------------------------------------------------------------------ */
/* Pixels are whole numbers. */
static uint32_t *put_target(struct fl_2d *g, uint32_t *p, const struct fl_2d_image *to)
{
	static const uint8_t formats[5] = {[1] = CIK_CB_COLOR_INFO__FORMAT__COLOR_8,
					   [2] = CIK_CB_COLOR_INFO__FORMAT__COLOR_16,
					   [4] = CIK_CB_COLOR_INFO__FORMAT__COLOR_32};
	struct fl_cik_2d *e = fl_cik_2d_of(g);
	const uint32_t tiles = to->pitch_px / 8 * ((to->rows + 7) / 8) - 1;

	if (e->target == to->addr)
		return p;
	e->target = to->addr;
	p = cik_pm4_context(p, CIK_CB_COLOR_BASE(0), 6);
	*p++ = (uint32_t)(to->addr >> 8);
	*p++ = CIK_CB_COLOR_PITCH__TILE_MAX(to->pitch_px / 8 - 1);
	*p++ = CIK_CB_COLOR_SLICE__TILE_MAX(tiles);
	*p++ = 0; /* CB_COLOR_VIEW */
	*p++ = CIK_CB_COLOR_INFO__FORMAT(formats[g->dst->bytes_px]) |
	       CIK_CB_COLOR_INFO__NUMBER_TYPE(CIK_CB_COLOR_INFO__NUMBER_TYPE__NUMBER_UINT) |
	       CIK_CB_COLOR_INFO__BLEND_BYPASS(1) | CIK_CB_COLOR_INFO__SIMPLE_FLOAT(1) |
	       CIK_CB_COLOR_INFO__ROUND_MODE(1);
	*p++ = CIK_CB_COLOR_ATTRIB__TILE_MODE_INDEX(to->mode) |
	       CIK_CB_COLOR_ATTRIB__FMASK_TILE_MODE_INDEX(to->mode);
	return p;
}

static void image(const struct fl_2d *g, uint32_t w[8], const struct fl_2d_image *from)
{
#define WORD3(x) CIK_SQ_IMG_RSRC_WORD3__##x
	static const uint8_t formats[5] = {[1] = CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__IMG_DATA_FORMAT_8,
					   [2] = CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__IMG_DATA_FORMAT_16,
					   [4] = CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__IMG_DATA_FORMAT_32};

	memset(w, 0, 8 * sizeof(w[0]));
	w[0] = (uint32_t)(from->addr >> 8);
	w[1] = CIK_SQ_IMG_RSRC_WORD1__BASE_ADDRESS_HI((uint32_t)(from->addr >> 40)) |
	       CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT(formats[g->dst->bytes_px]) |
	       CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT(CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT__IMG_NUM_FORMAT_UINT);
	w[2] =
	    CIK_SQ_IMG_RSRC_WORD2__WIDTH(from->pitch_px - 1) | CIK_SQ_IMG_RSRC_WORD2__HEIGHT(from->rows - 1);
	w[3] = WORD3(DST_SEL_X)(WORD3(DST_SEL_X__SQ_SEL_X)) | WORD3(TILING_INDEX)(from->mode) |
	       WORD3(TYPE)(WORD3(TYPE__SQ_RSRC_IMG_2D));
	w[4] = CIK_SQ_IMG_RSRC_WORD4__PITCH(from->pitch_px - 1);
}

/* n elements of 4 bytes. */
static void buffer(uint32_t w[4], uint64_t addr, uint32_t n, uint32_t format)
{
	w[0] = (uint32_t)addr;
	w[1] =
	    CIK_SQ_BUF_RSRC_WORD1__BASE_ADDRESS_HI((uint32_t)(addr >> 32)) | CIK_SQ_BUF_RSRC_WORD1__STRIDE(4);
	w[2] = n;
	w[3] = format;
}

/* ---- drawing ------------------------------------------------------------------------------------------- */
/* All state, unless the stream stands where 2D left it. */
static void know(struct fl_2d *g, uint64_t vertex_program)
{
	struct fl_cik_2d *e = fl_cik_2d_of(g);
	uint32_t *p;

	fl_cik_start(g->cs, e->setup.chip);
	p = fl_cs_room(g->cs, STATE_DW);
	if (p)
		fl_cs_done(g->cs, plain_state(p, vertex_program));
	if (e->setup.draw)
		fl_draw_invalidate(e->setup.draw);
	e->target = ~0ull;
	e->program = e->rop = NOBODY_KNOWS;
	e->drawn = true;
}

static uint32_t *nop(uint32_t *p, uint32_t n)
{
	return cik_pm4_pkt3(p, CIK_PKT3_NOP, n);
}

/* What the program loads, in the stream; its address. */
static uint32_t *put_block(const struct fl_2d *g, uint32_t *p, const struct fl_2d_job *j, uint64_t *addr)
{
	enum {
		WORD = CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT(
			   CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT__BUF_DATA_FORMAT_32) |
		       CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT(
			   CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT__BUF_NUM_FORMAT_UINT) |
		       CIK_SQ_BUF_RSRC_WORD3__DST_SEL_X(CIK_SQ_BUF_RSRC_WORD3__DST_SEL_X__SQ_SEL_X)
	};
	uint32_t w[FL_CIK_2D_BLOCK_DW] = {0};

	if (j->from)
		image(g, w + FL_CIK_2D_AT_FROM, j->from);
	image(g, w + FL_CIK_2D_AT_TO, j->to);
	buffer(w + FL_CIK_2D_AT_STREAM, g->cs->address, (uint32_t)(g->cs->end - g->cs->start), WORD);
	memcpy(w + FL_CIK_2D_AT_CONSTANTS, j->constants, sizeof(j->constants));
	p = nop(p, FL_CIK_2D_BLOCK_DW);
	*addr = fl_cs_address(g->cs, p);
	memcpy(p, w, sizeof(w));
	return p + FL_CIK_2D_BLOCK_DW;
}

static uint32_t *put_job(struct fl_2d *g, uint32_t *p, struct fl_2d_job *j, uint64_t program)
{
	struct fl_cik_2d *e = fl_cik_2d_of(g);
	uint64_t block = 0;

	p = put_target(g, p, j->to);
	if ((j->from || fl_2d_3d_reads_target(j->program)) && e->drawn) {
		p = fl_cik_flush(p);
		e->drawn = false;
	}
	if (e->program != j->program)
		p = fl_cik_put_program(p, CIK_SPI_SHADER_PGM_LO_PS, program,
				       fl_cik_rsrc1(FL_CIK_2D_VGPRS, FL_CIK_2D_SGPRS), FL_CIK_2D_PIXEL_USER);
	e->program = j->program;
	if (e->rop != j->rop3)
		p = cik_pm4_put(p, CIK_CB_COLOR_CONTROL,
				CIK_CB_COLOR_CONTROL__MODE(CIK_CB_COLOR_CONTROL__MODE__CB_NORMAL) |
				    CIK_CB_COLOR_CONTROL__ROP3(j->rop3));
	e->rop = j->rop3;
	if (j->program != FL_2D_FILL) {
		p = fl_2d_3d_pictures(g, p, j, nop);
		p = put_block(g, p, j, &block);
	}
	p = cik_pm4_sh(p, CIK_SPI_SHADER_USER_DATA_PS(0), FL_CIK_2D_PIXEL_USER);
	*p++ = (uint32_t)block;
	*p++ = (uint32_t)(block >> 32);
	*p++ = j->color & ~0u >> (32 - 8 * g->dst->bytes_px);
	return p;
}

static uint32_t corner(const struct fl_2d_image *to, int32_t x, int32_t y)
{
	return (uint32_t)((x - to->x) & 0xffff) | (uint32_t)(y - to->y) << 16;
}

/* The fourth corner lies opposite of the second (facts 10). */
static uint32_t *put_corners(const struct fl_2d *g, uint32_t *p, const struct fl_2d_image *to,
			     const struct fl_2d_box *boxes, uint32_t n)
{
#define BUF3(x) CIK_SQ_BUF_RSRC_WORD3__##x
	enum {
		PLACE = BUF3(DATA_FORMAT)(BUF3(DATA_FORMAT__BUF_DATA_FORMAT_16_16)) |
			BUF3(NUM_FORMAT)(BUF3(NUM_FORMAT__BUF_NUM_FORMAT_SSCALED)) |
			BUF3(DST_SEL_X)(BUF3(DST_SEL_X__SQ_SEL_X)) |
			BUF3(DST_SEL_Y)(BUF3(DST_SEL_X__SQ_SEL_Y)) |
			BUF3(DST_SEL_W)(BUF3(DST_SEL_X__SQ_SEL_1))
	};
	uint64_t addr;

	p = nop(p, CORNERS * n);
	addr = fl_cs_address(g->cs, p);
	for (uint32_t i = 0; i < n; i++) {
		*p++ = corner(to, boxes[i].x0, boxes[i].y0);
		*p++ = corner(to, boxes[i].x0, boxes[i].y1);
		*p++ = corner(to, boxes[i].x1, boxes[i].y0);
	}
	p = cik_pm4_sh(p, CIK_SPI_SHADER_USER_DATA_VS(FL_CIK_2D_CORNERS), FL_CIK_2D_VERTEX_USER);
	buffer(p, addr, CORNERS * n, PLACE);
	return p + FL_CIK_2D_VERTEX_USER;
}

static void draw(struct fl_2d *g, struct fl_2d_job *j, const struct fl_2d_box *boxes, uint32_t n)
{
	struct fl_cik_2d *e = fl_cik_2d_of(g);
	bool known = e->at == g->cs->at && e->batches == g->cs->batches;
	uint64_t program;
	uint32_t *p;

	program = program_at(g, FL_2D_VERTEX);
	if (!known)
		know(g, program);
	program = program_at(g, j->program);
	p = fl_cs_room(g->cs, STATE_DW + CORNERS * n + (j->host ? 2 * FL_2D_PICTURE_DW : 0u) +
				  (j->brush ? FL_2D_BRUSH_DW : 0u));
	if (!p)
		return;
	p = put_job(g, p, j, program);
	p = put_corners(g, p, j->to, boxes, n);
	fl_cs_done(g->cs, cik_pm4_draw_auto(p, CORNERS * n, 1));
	g->cs->fetched = true;
	e->drawn = true;
	e->at = g->cs->at;
	e->batches = g->cs->batches;
}

const struct fl_2d_3d_chip fl_cik_2d_chip = {.linear = LINEAR_MODE, .mode = fl_cik_tile_index, .draw = draw};
