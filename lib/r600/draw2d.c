/* SPDX-License-Identifier: MIT
 *
 * 2D on R6xx and R7xx: state, targets, fills, copies.
 */
#include "lib/r600/draw2d.h"
#include "lib/r600/draw2d_own.h"
#include "lib/r600/start.h"
#include "lib/r600/surface.h"
#include "lib/r600/upload.h"

#include <string.h>

_Static_assert(sizeof(struct fl_r600_2d) <= FL_2D_OWN_B, "struct fl_2d has room for the engine's own");

#define EVENT(name)  R600_VGT_EVENT_INITIATOR__EVENT_TYPE__##name
#define COHER(bit)   R600_CP_COHER_CNTL__##bit(1)
#define F_ONE        0x3f800000u
#define NOBODY_KNOWS ~0u

enum {
	REACH = 8192, /* pixels of the largest target */
	SPAN = 4096,  /* of a larger one, windows begin at multiples of it */
	BOXES = 256,  /* in a draw */
	CORNERS = 3,
	VERTEX_RESOURCE = 160,
	COPY_CODE = 0xcc,
	FORMAT_8 = 1,
	FORMAT_16 = 5,
	FORMAT_8_8 = 7,
	FORMAT_32 = 13,
	FORMAT_8_8_8_8 = 26,
	FORMAT_16_16 = 15,
	STATE_DW = 256,
};

/* ---- programs in memory -------------------------------------------------------------------------------- */
static uint32_t bring(struct fl_2d *g, uint32_t key)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);
	uint32_t place = e->next++ % FL_R600_2D_PLACES + 1;
	struct fl_r600_2d_program program = {.r700 = e->family->r7xx,
					     .vertex_cache = e->family->vertex_cache};

	if (key == FL_R600_2D_VERTEX) {
		place = 0;
		e->next--;
	}
	fl_r600_2d_compose(&program, key);
	fl_r600_upload(g->cs, e->setup.own_addr + place * sizeof(program.w), (const uint32_t(*)[2])program.w,
		       program.n);
	e->have[place] = key + 1;
	return place;
}

/* SQ_PGM_START of a program. Bringing it takes room in the stream. */
static uint32_t program_at(struct fl_2d *g, uint32_t key)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);
	uint32_t i = key == FL_R600_2D_VERTEX ? 0 : 1;

	while (i <= FL_R600_2D_PLACES && e->have[i] != key + 1)
		i++;
	if (i > FL_R600_2D_PLACES || (key == FL_R600_2D_VERTEX && i))
		i = bring(g, key);
	return (uint32_t)((e->setup.own_addr + i * sizeof(((struct fl_r600_2d_program *)0)->w)) >> 8);
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
/* What the chip sees of a surface: all of it, or the window that begins at (x, y). */
struct image {
	uint64_t addr;
	uint32_t pitch_px, rows, mode;
	int32_t x, y;
};

static struct image image_of(const struct fl_2d *g, const struct fl_surface *s, int32_t x, int32_t y)
{
	bool large = s->width_px > REACH || s->height_px > REACH;
	struct image i = {.addr = g->vram_addr + s->offset_B,
			  .pitch_px = s->pitch_px,
			  .rows = s->height_rows,
			  .mode = fl_r600_array_mode(s)};

	if (large) {
		i.x = x / SPAN * SPAN;
		i.y = y / SPAN * SPAN;
		i.addr += fl_surface_at(s, (uint32_t)i.x, (uint32_t)i.y);
		i.rows -= (uint32_t)i.y;
		i.rows = i.rows < REACH ? i.rows : REACH;
	}
	return i;
}

/* Of pixels as colors, and as numbers. */
static const uint8_t formats[2][5] = {{[1] = FORMAT_8, [2] = FORMAT_8_8, [4] = FORMAT_8_8_8_8},
				      {[1] = FORMAT_8, [2] = FORMAT_16, [4] = FORMAT_32}};

static uint32_t *put_target(struct fl_2d *g, uint32_t *p, const struct image *to, bool numbers)
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

static uint32_t *put_texture(const struct fl_2d *g, uint32_t *p, uint32_t id, const struct image *from,
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

/* What a draw needs. */
struct job {
	uint32_t key;  /* of its program */
	uint32_t rop3; /* that CB does */
	const struct image *to, *from;
	uint32_t constants[2][4];
};

/* The vertices that are in this batch: its start is resource 160. */
static uint32_t *put_vertices(struct fl_2d *g, uint32_t *p)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);
	uint64_t addr = g->cs->address;

	if (e->vertices == g->cs->batches)
		return p;
	e->vertices = g->cs->batches;
	p = r600_pm4_resource(p, VERTEX_RESOURCE, 1);
	*p++ = (uint32_t)addr;
	*p++ = 4 * (uint32_t)(g->cs->end - g->cs->start) - 1;
	*p++ = R600_SQ_VTX_CONSTANT_WORD2__BASE_ADDRESS_HI((uint32_t)(addr >> 32)) |
	       R600_SQ_VTX_CONSTANT_WORD2__STRIDE(4) | R600_SQ_VTX_CONSTANT_WORD2__DATA_FORMAT(FORMAT_16_16) |
	       R600_SQ_VTX_CONSTANT_WORD2__NUM_FORMAT_ALL(2) | R600_SQ_VTX_CONSTANT_WORD2__FORMAT_COMP_ALL(1);
	*p++ = R600_SQ_VTX_CONSTANT_WORD3__MEM_REQUEST_SIZE(1);
	*p++ = 0;
	*p++ = 0;
	*p++ = R600_SQ_VTX_CONSTANT_WORD6__TYPE(3);
	return p;
}

static uint32_t *put_job(struct fl_2d *g, uint32_t *p, const struct job *j, uint32_t program)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);
	const bool numbers = j->key == FL_R600_2D_MIX;

	p = put_target(g, p, j->to, numbers);
	if (j->from && e->drawn) {
		p = fl_r600_flush(p, e->family);
		e->drawn = false;
	}
	if (j->from)
		p = put_texture(g, p, 0, j->from, numbers);
	if (numbers)
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
	p = r600_pm4_constant(p, 0, 2);
	memcpy(p, j->constants, sizeof(j->constants));
	return put_vertices(g, p + 8);
}

static uint32_t corner(const struct image *to, int32_t x, int32_t y)
{
	return (uint32_t)((x - to->x) & 0xffff) | (uint32_t)(y - to->y) << 16;
}

static void draw(struct fl_2d *g, const struct job *j, const struct fl_2d_box *boxes, uint32_t n)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);
	bool known = e->at == g->cs->at && e->batches == g->cs->batches;
	uint32_t program, *p;

	program = program_at(g, FL_R600_2D_VERTEX);
	if (!known)
		know(g, program);
	program = program_at(g, j->key);
	p = fl_cs_room(g->cs, STATE_DW + CORNERS * n);
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

/* ---- the engine ---------------------------------------------------------------------------------------- */
static void start(struct fl_2d *g)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);

	memset(e, 0, sizeof(*e));
	e->setup = *(const struct fl_r600_2d_setup *)g->priv;
	g->priv = NULL;
	e->family = r600_chip_family(e->setup.chip);
}

void fl_r600_2d_begin(struct fl_2d *g, struct fl_cs *cs, uint64_t vram_addr,
		      const struct fl_r600_2d_setup *setup)
{
	fl_2d_init(g, &fl_r600_3d2d, NULL, cs, (void *)(uintptr_t)setup, vram_addr, FL_2D_ROPS);
}

static enum fl_code source(struct fl_2d *g, const struct fl_surface *s)
{
	const struct fl_surface_rules *rules = s->rules;

	if (rules && rules->can && (fl_surface_can(s) & FL_CAN_2D) && s->bytes_px <= 4 &&
	    s->pitch_px <= REACH && s->samples <= 1 && !(s->offset_B % s->align_B) &&
	    (!s->tiling || (s->width_px <= REACH && s->height_px <= REACH)))
		return FL_OK;
	fl_fail(fl_2d_err(g), FL_USAGE,
		"2D engine: cannot address a surface at 0x%llx with rows of %u pixels of %u bytes, tiling "
		"%u; lay "
		"it out with FL_USE_2D, with rows of at most %u pixels",
		(unsigned long long)s->offset_B, s->pitch_px, s->bytes_px, s->tiling, REACH);
	return fl_2d_fail(g, FL_USAGE);
}

static enum fl_code target(struct fl_2d *g)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);

	e->at = NULL; /* somebody else may have used the engine */
	return FL_OK;
}

/* The bytes of a pixel as parts of 255. */
static void color_of(uint32_t pixel, uint32_t constant[4])
{
	for (uint32_t c = 0; c < 4; c++)
		constant[c] = fl_f32((float)(pixel >> 8 * c & 0xff) / 255.0f);
}

static void fill(struct fl_2d *g, const struct fl_2d_box *boxes, uint32_t n, const struct fl_brush *brush,
		 uint32_t rop)
{
	struct image to = image_of(g, g->dst, boxes[0].x0, boxes[0].y0);
	/* Its operation of P and D, as CB has it: of S and D. */
	struct job j = {.key = FL_R600_2D_FILL, .rop3 = ((rop & 3) | (rop >> 4 & 3) << 2) * 0x11, .to = &to};

	color_of(brush ? brush->color : 0, j.constants[0]);
	for (uint32_t now; n; boxes += now, n -= now) {
		now = n < BOXES ? n : BOXES;
		draw(g, &j, boxes, now);
	}
}

/* The operation's bits for one value of P as masks of mix(): f = k0 ^ (kD & D) ^ (kS & S) ^ (kSD & S & D). */
static void mask_of(uint32_t codes, uint32_t where, uint32_t mask[4])
{
	const bool none = codes & 1, d = codes & 2, s = codes & 4, both = codes & 8;

	mask[0] |= none ? where : 0;
	mask[1] |= none != d ? where : 0;
	mask[2] |= none != s ? where : 0;
	mask[3] |= (none != d) != (s != both) ? where : 0;
}

static void copy_directly(struct fl_2d *g, const struct image *to, const struct image *from,
			  const struct fl_2d_box *box, int32_t dx, int32_t dy, const struct fl_brush *brush,
			  uint32_t rop)
{
	const uint32_t pixel = ~0u >> (32 - 8 * g->dst->bytes_px);
	struct job j = {
	    .key = FL_R600_2D_COPY,
	    .rop3 = rop,
	    .to = to,
	    .from = from,
	    .constants = {{0}, {(uint32_t)(dx + to->x - from->x), (uint32_t)(dy + to->y - from->y)}}};

	if (fl_rop_has_p(rop)) {
		j.key = FL_R600_2D_MIX;
		j.rop3 = COPY_CODE;
		/* What does not fit into a pixel would become the largest one. */
		mask_of(rop & 0xf, ~brush->color & pixel, j.constants[0]);
		mask_of(rop >> 4, brush->color & pixel, j.constants[0]);
	}
	draw(g, &j, box, 1);
}

static bool over_itself(const struct fl_2d *g, const struct fl_surface *src, const struct fl_2d_box *to,
			int32_t dx, int32_t dy)
{
	struct fl_2d_box from = {to->x0 + dx, to->y0 + dy, to->x1 + dx, to->y1 + dy}, both;

	return src->offset_B == g->dst->offset_B && fl_2d_meet(&from, to, &both);
}

/* Through memory of its own, as many rows at a time as there is room for. */
static void copy_over_itself(struct fl_2d *g, const struct fl_2d_box *box, int32_t dx, int32_t dy, bool up,
			     const struct fl_brush *brush, uint32_t rop)
{
	const struct fl_r600_2d *e = fl_r600_2d_of(g);
	uint32_t w = (uint32_t)(box->x1 - box->x0);
	struct image own = {.addr = e->setup.own_addr + FL_R600_2D_PROGRAMS_B, .mode = 1};
	int32_t rows, height = box->y1 - box->y0;

	own.pitch_px = (w + FL_R600_2D_ALIGN_B - 1) / FL_R600_2D_ALIGN_B * FL_R600_2D_ALIGN_B;
	own.rows = FL_R600_2D_PIXELS_B / (own.pitch_px * g->dst->bytes_px);
	rows = (int32_t)own.rows;
	for (int32_t done = 0; done < height; done += rows) {
		int32_t n = height - done < rows ? height - done : rows;
		int32_t y0 = up ? box->y1 - done - n : box->y0 + done;
		struct fl_2d_box piece = {box->x0, y0, box->x1, y0 + n}, away = {0, 0, (int32_t)w, n};
		struct image from = image_of(g, g->dst, box->x0 + dx, y0 + dy),
			     to = image_of(g, g->dst, box->x0, y0);

		copy_directly(g, &own, &from, &away, box->x0 + dx, y0 + dy, NULL, COPY_CODE);
		copy_directly(g, &to, &own, &piece, -box->x0, -y0, brush, rop);
	}
}

static void copy(struct fl_2d *g, const struct fl_surface *src, const struct fl_2d_box *to, int32_t dx,
		 int32_t dy, bool left, bool up, const struct fl_brush *brush, uint32_t rop)
{
	struct image target_image = image_of(g, g->dst, to->x0, to->y0);
	struct image from = image_of(g, src, to->x0 + dx, to->y0 + dy);

	(void)left;
	if (over_itself(g, src, to, dx, dy))
		copy_over_itself(g, to, dx, dy, up, brush, rop);
	else
		copy_directly(g, &target_image, &from, to, dx, dy, brush, rop);
}

static enum fl_code finish(struct fl_2d *g)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);
	uint32_t *p;

	if (!e->drawn)
		return g->code;
	p = fl_cs_room(g->cs, FL_R600_FLUSH_DW);
	if (p)
		fl_cs_done(g->cs, fl_r600_flush(p, e->family));
	e->drawn = false;
	return g->code;
}

const struct fl_2d_engine fl_r600_3d2d = {
    .name = "3D of R6xx",
    .reach = REACH,
    .span = SPAN,
    .start = start,
    .target = target,
    .source = source,
    .fill = fill,
    .copy = copy,
    .finish = finish,
};
