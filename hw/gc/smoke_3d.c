/* SPDX-License-Identifier: MIT
 *
 * Smoke test: one triangle through the whole 3D engine, with the smallest programs: none for vertices, and
 * a move for pixels, of a uniform. Where pixels stand in memory says which pipe they are of (GC facts 8.1):
 * what is wrong is counted for each. States are those that Mesa's driver sends for such a draw (GC facts 4
 * to 8).
 */
#include "hw/gc/smoke.h"

enum {
	TARGET_B = 0x10000, /* in the memory for commands */
	HALF_B = 0x4000,    /* from the buffer of one pipe to that of the other: 64 rows */
	VERTICES_B = 0x4000,
	CODE_B = 0x5000, /* a multiple of 256 */
	PIXEL_CODE_B = CODE_B + 256,
	SIDE = 64,
	STRIDE_B = 4 * SIDE,
	CORNER_B = 12,
	PIPES = 2,
	INST_DW = 4,
	/* levels of features */
	H1 = 1,
	H2 = 2,
	H3 = 3,
	H4 = 4,
	H5 = 5,
	ANY = -1,
	/* stages that share memory for code, and for uniforms: where the second one begins */
	PIXEL_FIRST = 256,
	ALL_CODE = 0x1f,
	FLUSH_H5 = 0xc23,    /* as Mesa writes it */
	SUPER_NEW = 1 << 13, /* PE_COLOR_FORMAT, GC facts 8: the order of pixels of newer cores */
};
#define ONE    0x3f800000u
#define SIDE_1 0x3f820000u /* 64.5 / 32 - 1 */
#define MINUS  0xbf800000u
#define GROUND UINT32_C(0x11223344)
#define COLOR  UINT32_C(0xcc336699) /* alpha 0.8, red 0.2, green 0.4, blue 0.6 */

/* MOV t1, u0 */
static const uint32_t pixel_code[1][INST_DW] = {{0x07811009, 0, 0, 0x20390008}};
static const uint32_t corners[3 * CORNER_B / 4] = {MINUS, MINUS, 0, SIDE_1, MINUS, 0, MINUS, SIDE_1, 0};
static const uint32_t color[4] = {FL_SMOKE_TRIANGLE_COLOR};

int gc_smoke_level(const struct gc_core *k)
{
	const uint32_t *f = k->features; /* word n + 1 is MINOR_FEATURE_n */

	return GC_HI_CHIP_MINOR_FEATURE_5__HALTI5__GET(f[6])   ? H5
	       : GC_HI_CHIP_MINOR_FEATURE_5__HALTI4__GET(f[6]) ? H4
	       : GC_HI_CHIP_MINOR_FEATURE_5__HALTI3__GET(f[6]) ? H3
	       : GC_HI_CHIP_MINOR_FEATURE_4__HALTI2__GET(f[5]) ? H2
	       : GC_HI_CHIP_MINOR_FEATURE_2__HALTI1__GET(f[3]) ? H1
	       : GC_HI_CHIP_MINOR_FEATURE_1__HALTI0__GET(f[2]) ? 0
							       : -1;
}

static unsigned pipes(const struct gc_core *k)
{
	return GC_HI_CHIP_SPECS__PIXEL_PIPES__GET(k->specs[0]) > 1 ? PIPES : 1;
}

/* A buffer for each pipe, or one that they share. */
static bool apart(const struct gc_core *k)
{
	return pipes(k) > 1 && !GC_HI_CHIP_MINOR_FEATURE_4__SINGLE_BUFFER__GET(k->features[5]);
}

/* ---- states -------------------------------------------------------------------------------------------- */
static const struct {
	int8_t from, to; /* levels that have it */
	uint32_t state, value;
} states[] = {
    {ANY, H5, GC_GL_PIPE_SELECT, 0},
    {ANY, H5, GC_GL_API_MODE, 0},
    {ANY, H5, GC_PA_W_CLIP_LIMIT, 0x34000001},
    {ANY, H5, GC_PA_FLAGS, 0},
    {ANY, H5, GC_PA_VIEWPORT_UNK00A80, 0x38a01404},
    {ANY, H5, GC_PA_VIEWPORT_UNK00A84, 0x46000000},
    {ANY, H5, GC_PA_VIEWPORT_UNK00A8C, 0},
    {ANY, H5, GC_RA_HDEPTH_CONTROL, 0x7000},
    {ANY, H5, GC_PS_CONTROL_EXT, 0},
    {H1, H5, GC_VS_HALTI1_UNK00884, 0x808},
    {H2, H5, GC_RA_UNK00E0C, 0},
    {H3, H5, GC_PS_HALTI3_UNK0103C, 0x76543210},
    {H4, H5, GC_PS_MSAA_CONFIG, 0x6706667f},
    {H4, H5, GC_PE_HALTI4_UNK014C0, 0},
    {H5, H5, GC_FE_HALTI5_UNK007D8, 2},
    {H5, H5, GC_SH_CONFIG, GC_SH_CONFIG__RTNE_ROUNDING(1)},
    {H5, H5, GC_VS_ICACHE_INVALIDATE, ALL_CODE},
    {H5, H5, GC_PE_MEM_CONFIG, 0x05000000},
    {H5, H5, GC_FE_HALTI5_ID_CONFIG, 0},
    {ANY, H5, GC_GL_MULTI_SAMPLE_CONFIG, 0xf0}, /* one sample; first, for it changes PS_INPUT_COUNT */
    {ANY, H5, GC_RA_MULTISAMPLE_UNK00E04, 0},
    {ANY, H5, GC_RA_CONTROL, 1},
    {ANY, H5, GC_PA_SYSTEM_MODE, 0x11},  /* the last vertex provokes; pixels have their middle at 1/2 */
    {ANY, H5, GC_PA_CONFIG, 0x00412000}, /* solid, smooth, not culled */
    {ANY, H5, GC_SE_CONFIG, 0},
    {ANY, H5, GC_SE_DEPTH_SCALE, 0},
    {ANY, H5, GC_SE_DEPTH_BIAS, 0},
    {ANY, H5, GC_PA_VIEWPORT_SCALE_Z, ONE},
    {ANY, H5, GC_PA_VIEWPORT_OFFSET_Z, 0},
    {ANY, H4, GC_RA_EARLY_DEPTH, 0x30},
    {H5, H5, GC_RA_EARLY_DEPTH, 0x10000030},   /* nothing is written early */
    {ANY, H5, GC_PE_DEPTH_CONFIG, 0x01000700}, /* no depth buffer */
    {ANY, H5, GC_PE_DEPTH_NEAR, 0},
    {ANY, H5, GC_PE_DEPTH_FAR, ONE},
    {ANY, H5, GC_PE_DEPTH_NORMALIZE, 0x4b7fffff},
    {ANY, H5, GC_PE_HDEPTH_CONTROL, 0},
    {ANY, H5, GC_PE_STENCIL_CONFIG, 0},
    {ANY, H5, GC_PE_ALPHA_OP, 0},
    {ANY, H5, GC_PE_ALPHA_CONFIG, 0},
    {ANY, H5, GC_PE_DITHER(0), UINT32_MAX},
    {ANY, H5, GC_PE_DITHER(1), UINT32_MAX},
    {ANY, H5, GC_TS_MEM_CONFIG, 0},
    {ANY, H5, GC_FE_INDEX_STREAM_CONTROL, 0},
    /* one input, a position that goes out as it came; no varyings; a color in t1 */
    {ANY, H5, GC_VS_INPUT_COUNT, GC_VS_INPUT_COUNT__COUNT(1) | GC_VS_INPUT_COUNT__UNK8(1)},
    {ANY, H4, GC_VS_INPUT(0), 0},
    {ANY, H4, GC_VS_OUTPUT(0), 0},
    {ANY, H5, GC_VS_OUTPUT_COUNT, 1},
    {ANY, H5, GC_VS_TEMP_REGISTER_CONTROL, 2},
    {ANY, H5, GC_PS_TEMP_REGISTER_CONTROL, 2},
    {ANY, H5, GC_PS_INPUT_COUNT, GC_PS_INPUT_COUNT__COUNT(1) | GC_PS_INPUT_COUNT__UNK8(31)},
    {ANY, H5, GC_PS_OUTPUT_REG, 1},
    {ANY, H5, GC_PS_CONTROL, 2}, /* what goes to the target is clamped */
    {ANY, H5, GC_PA_ATTRIBUTE_ELEMENT_COUNT, 0},
    {ANY, H5, GC_GL_VARYING_TOTAL_COMPONENTS, 0},
    {ANY, H4, GC_GL_VARYING_NUM_COMPONENTS, 0},
    {H5, H5, GC_VS_HALTI5_OUTPUT_COUNT, GC_VS_HALTI5_OUTPUT_COUNT__COUNT(1) | 1 << 12},
    {H5, H5, GC_VS_HALTI5_UNK008A0, 0x1110000e},
    {H5, H5, GC_VS_HALTI5_OUTPUT(0), 0},
    {H5, H5, GC_VS_HALTI5_INPUT(0), 0},
    {H5, H5, GC_PA_VARYING_NUM_COMPONENTS(0), 0},
    {H5, H5, GC_PA_VS_OUTPUT_COUNT, 1},
    {H5, H5, GC_PS_VARYING_NUM_COMPONENTS(0), 0},
    {H5, H5, GC_GL_HALTI5_SH_SPECIALS, 0x7f7f7f00}, /* no size of points, no coordinate in them */
};

static void put_states(const struct gc_core *k, struct gc_words *w)
{
	const int have = gc_smoke_level(k);

	for (unsigned i = 0; i < sizeof(states) / sizeof(*states); i++)
		if (have >= states[i].from && have <= states[i].to)
			gc_load(w, states[i].state, states[i].value);
}

/* Viewport and scissors: 64 by 64, in 65536ths; edges a little past the last pixel, as Mesa has them. */
static void put_window(struct gc_words *w)
{
	static const uint32_t fixed[][2] = {
	    {GC_PA_VIEWPORT_SCALE_X, SIDE / 2 << 16},
	    {GC_PA_VIEWPORT_SCALE_Y, SIDE / 2 << 16},
	    {GC_PA_VIEWPORT_OFFSET_X, SIDE / 2 << 16},
	    {GC_PA_VIEWPORT_OFFSET_Y, SIDE / 2 << 16},
	    {GC_SE_SCISSOR_LEFT, 0},
	    {GC_SE_SCISSOR_TOP, 0},
	    {GC_SE_SCISSOR_RIGHT, (SIDE << 16) + 0x1119},
	    {GC_SE_SCISSOR_BOTTOM, (SIDE << 16) + 0x1111},
	    {GC_SE_CLIP_RIGHT, (SIDE << 16) + 0xffff},
	    {GC_SE_CLIP_BOTTOM, (SIDE << 16) + 0xffff},
	};

	for (unsigned i = 0; i < sizeof(fixed) / sizeof(*fixed); i++)
		gc_load_fixed(w, fixed[i][0], fixed[i][1]);
}

static void put_target(const struct gc_card *c, struct gc_words *w)
{
	const struct gc_core *k = &c->core;
	const uint32_t at = gc_smoke_addr(c, TARGET_B);
	const bool shared = pipes(k) > 1 && !apart(k);

	gc_load(w, GC_PE_COLOR_FORMAT,
		GC_PE_COLOR_FORMAT__FORMAT(GC_PE_FORMAT__A8R8G8B8) | GC_PE_COLOR_FORMAT__COMPONENTS(15) |
		    GC_PE_COLOR_FORMAT__SUPER_TILED(1) | (gc_smoke_level(k) >= H5 ? (uint32_t)SUPER_NEW : 0));
	if (pipes(k) < 2)
		gc_load(w, GC_PE_COLOR_ADDR, at);
	else {
		gc_load(w, GC_PE_PIPE_COLOR_ADDR(0), at);
		gc_load(w, GC_PE_PIPE_COLOR_ADDR(1), apart(k) ? at + HALF_B : at);
	}
	gc_load(w, GC_PE_COLOR_STRIDE, STRIDE_B);
	/* no dithering; one buffer, or one for each pipe */
	gc_load(w, GC_PE_LOGIC_OP,
		0x000e4060 | GC_PE_LOGIC_OP__OP(GC_LOGIC_OP__COPY) | (shared ? 2u << 8 : 0));
}

/* Integer divisions as Mesa has them (GC facts 5.3), of no varyings. */
static void put_balance(const struct gc_core *k, struct gc_words *w)
{
	const uint32_t s = k->specs[0], cache = GC_HI_CHIP_SPECS__VERTEX_CACHE_SIZE__GET(s);
	const uint32_t out = 1u << GC_HI_CHIP_SPECS__VERTEX_OUTPUT_BUFFER_SIZE__GET(s),
		       cores = GC_HI_CHIP_SPECS__SHADER_CORE_COUNT__GET(s);
	const uint32_t b = (20480 / (out > 2 * cache ? out - 2 * cache : 1) + 9) / 10;
	const uint32_t a = (b + 256 / (cores ? cores : 1)) / 2;

	gc_load(w, GC_VS_LOAD_BALANCING,
		GC_VS_LOAD_BALANCING__A(a < 255 ? a : 255) | GC_VS_LOAD_BALANCING__B(b < 255 ? b : 255) |
		    GC_VS_LOAD_BALANCING__C(0x3f) | GC_VS_LOAD_BALANCING__D(0x0f));
}

static void put_vertices(const struct gc_card *c, struct gc_words *w)
{
	const int have = gc_smoke_level(&c->core);
	const uint32_t at = gc_smoke_addr(c, VERTICES_B);
	volatile uint32_t *v = gc_smoke_cpu(c, VERTICES_B);

	for (unsigned i = 0; i < sizeof(corners) / sizeof(*corners); i++)
		v[i] = corners[i];
	if (have >= H5) {
		gc_load(w, GC_NFE_GENERIC_ATTRIB_CONFIG0(0),
			GC_NFE_GENERIC_ATTRIB_CONFIG0__TYPE(GC_FE_DATA_TYPE__FLOAT) |
			    GC_NFE_GENERIC_ATTRIB_CONFIG0__NUM(3));
		gc_load(w, GC_NFE_GENERIC_ATTRIB_SCALE(0), ONE);
		gc_load(w, GC_NFE_GENERIC_ATTRIB_CONFIG1(0),
			GC_NFE_GENERIC_ATTRIB_CONFIG1__END(CORNER_B) |
			    GC_NFE_GENERIC_ATTRIB_CONFIG1__NONCONSECUTIVE(1));
	} else {
		/* Before HALTI0 a core waits for every element, and comes up with some. */
		for (unsigned i = 1; have < 0 && i < GC_FE_VERTEX_ELEMENT_CONFIG__COUNT; i++)
			gc_load(w, GC_FE_VERTEX_ELEMENT_CONFIG(i), 0);
		gc_load(w, GC_FE_VERTEX_ELEMENT_CONFIG(0),
			GC_FE_VERTEX_ELEMENT_CONFIG__TYPE(GC_FE_DATA_TYPE__FLOAT) |
			    GC_FE_VERTEX_ELEMENT_CONFIG__NUM(3) | GC_FE_VERTEX_ELEMENT_CONFIG__END(CORNER_B) |
			    GC_FE_VERTEX_ELEMENT_CONFIG__NONCONSECUTIVE(1));
		if (have >= H2)
			gc_load(w, GC_FE_GENERIC_ATTRIB_SCALE(0), ONE);
	}
	gc_load(w, have >= H2 ? GC_NFE_VERTEX_STREAMS_BASE_ADDR(0) : GC_FE_VERTEX_STREAMS_BASE_ADDR(0), at);
	gc_load(w, have >= H2 ? GC_NFE_VERTEX_STREAMS_CONTROL(0) : GC_FE_VERTEX_STREAMS_CONTROL(0), CORNER_B);
	if (have >= H2)
		gc_load(w, GC_NFE_VERTEX_STREAMS_VERTEX_DIVISOR(0), 0);
}

/* ---- programs ------------------------------------------------------------------------------------------ */
/* GC facts 5.1: code in memory. A program of zeros does nothing. */
static void code_in_memory(const struct gc_card *c, const struct gc_smoke_program *p, struct gc_words *w)
{
	volatile uint32_t *code = gc_smoke_cpu(c, CODE_B), *pixel = gc_smoke_cpu(c, PIXEL_CODE_B);

	for (unsigned i = 0; i < INST_DW; i++)
		code[i] = 0;
	for (unsigned i = 0; i < INST_DW * p->n; i++)
		pixel[i] = p->code[i / INST_DW][i % INST_DW];
	gc_load(w, GC_VS_NEWRANGE_LOW, 0);
	gc_load(w, GC_VS_HALTI5_RANGE_HIGH, 1);
	gc_load(w, GC_VS_INST_ADDR, gc_smoke_addr(c, CODE_B));
	gc_load(w, GC_PS_NEWRANGE_LOW, 0);
	gc_load(w, GC_PS_HALTI5_RANGE_HIGH, p->n);
	gc_load(w, GC_PS_INST_ADDR, gc_smoke_addr(c, PIXEL_CODE_B));
	gc_load(w, GC_SH_ICACHE_CONTROL, GC_SH_ICACHE_CONTROL__ENABLE(1));
	gc_load(w, GC_VS_ICACHE_COUNT, 0);
	gc_load(w, GC_PS_ICACHE_COUNT, p->n - 1);
}

static void code_in_core(const struct gc_core *k, const struct gc_smoke_program *p, struct gc_words *w)
{
	const bool cached = GC_HI_CHIP_MINOR_FEATURE_3__INSTRUCTION_CACHE__GET(k->features[4]);
	const bool own = gc_smoke_level(k) < 0; /* each stage has its own memory */
	const uint32_t vs = own ? GC_VS_INST_MEM(0) : GC_SH_INST_MEM(0);
	const uint32_t ps = own      ? GC_PS_INST_MEM(0)
			    : cached ? GC_SH_UNK0C000_MIRROR(INST_DW * PIXEL_FIRST)
				     : GC_SH_INST_MEM(INST_DW * PIXEL_FIRST);

	if (cached)
		gc_load(w, GC_SH_ICACHE_CONTROL,
			GC_SH_ICACHE_CONTROL__FLUSH_VS(1) | GC_SH_ICACHE_CONTROL__FLUSH_PS(1));
	if (!own) {
		gc_load(w, GC_VS_RANGE, 0);
		gc_load(w, GC_PS_RANGE,
			GC_PS_RANGE__LOW(PIXEL_FIRST) | GC_PS_RANGE__HIGH(PIXEL_FIRST + p->n - 1));
	}
	gc_load(w, GC_VS_START_PC, 0);
	gc_load(w, GC_VS_END_PC, 1);
	gc_load(w, GC_PS_START_PC, 0);
	gc_load(w, GC_PS_END_PC, p->n);
	for (unsigned i = 0; i < INST_DW; i++)
		gc_load(w, vs + 4 * i, 0);
	for (unsigned i = 0; i < INST_DW * p->n; i++)
		gc_load(w, ps + 4 * i, p->code[i / INST_DW][i % INST_DW]);
}

static void put_programs(const struct gc_card *c, const struct gc_smoke_program *p, struct gc_words *w)
{
	const int have = gc_smoke_level(&c->core);
	const uint32_t at = have >= H5   ? GC_SH_HALTI5_UNIFORMS(4 * PIXEL_FIRST)
			    : have >= H2 ? GC_SH_UNIFORMS(4 * PIXEL_FIRST)
					 : GC_PS_UNIFORMS(0);

	if (have >= H5)
		code_in_memory(c, p, w);
	else
		code_in_core(&c->core, p, w);
	if (have >= H2) {
		gc_load(w, GC_VS_UNIFORM_BASE, 0);
		gc_load(w, GC_PS_UNIFORM_BASE, PIXEL_FIRST);
	}
	if (have < H5)
		gc_load(w, GC_VS_NEW_UNK00860, GC_VS_NEW_UNK00860__FLUSH(1) | GC_VS_NEW_UNK00860__PS(1));
	for (unsigned i = 0; i < 4; i++)
		gc_load(w, at + 4 * i, p->uniform[i]);
	if (have >= H5) {
		gc_load(w, GC_VS_ICACHE_PREFETCH, 0);
		gc_load(w, GC_PS_ICACHE_PREFETCH, 0);
		gc_wait_for(w, GC_SYNC_RECIPIENT__RA, GC_SYNC_RECIPIENT__PE);
	}
}

static void put_draw(const struct gc_core *k, struct gc_words *w)
{
	const int have = gc_smoke_level(k);

	if (have < H5)
		gc_load(w, GC_GL_VERTEX_ELEMENT_CONFIG, 1);
	if (have >= H2) {
		gc_word(w,
			GC_FE_DRAW_INSTANCED_HEADER__OP(GC_FE_OPCODE__DRAW_INSTANCED) |
			    GC_FE_DRAW_INSTANCED_HEADER__TYPE(GC_PRIMITIVE_TYPE__TRIANGLES) |
			    GC_FE_DRAW_INSTANCED_HEADER__INSTANCE_COUNT_LO(1),
			GC_FE_DRAW_INSTANCED_COUNT__VERTEX_COUNT(3));
		gc_word(w, 0, 0);
	} else {
		gc_word(w, GC_FE_DRAW_PRIMITIVES_HEADER__OP(GC_FE_OPCODE__DRAW_PRIMITIVES),
			GC_FE_DRAW_PRIMITIVES_COMMAND__TYPE(GC_PRIMITIVE_TYPE__TRIANGLES));
		gc_word(w, 0, 1); /* from the first vertex on, one triangle */
	}
	gc_load(w, GC_GL_FLUSH_CACHE,
		have >= H5 ? (uint32_t)FLUSH_H5 : GC_GL_FLUSH_CACHE__DEPTH(1) | GC_GL_FLUSH_CACHE__COLOR(1));
	gc_wait_for(w, GC_SYNC_RECIPIENT__RA, GC_SYNC_RECIPIENT__PE);
}

/* ---- pixels -------------------------------------------------------------------------------------------- */
/* Which pipe a pixel is of. Cores whose pipes share a buffer do not say; it is taken to be the same. */
static unsigned pipe_of(const struct gc_core *k, uint32_t x, uint32_t y)
{
	return pipes(k) > 1 ? (x >> 3 ^ y >> 2) & 1 : 0;
}

/* GC facts 8.1: the bits of a pixel's number in a super tile, from the lowest up. */
static uint32_t place(const struct gc_core *k, uint32_t x, uint32_t y)
{
	const uint32_t p = apart(k) ? pipe_of(k, x, y) : 0;
	const uint32_t u = apart(k) ? x ^ p << 3 : x, v = apart(k) ? y >> 3 << 2 | (y & 3) : y;
	const bool newer = gc_smoke_level(k) >= H5;
	const uint32_t bit[12] = {u,
				  u >> 1,
				  v,
				  v >> 1,
				  u >> 2,
				  v >> 2,
				  newer ? u >> 3 : v >> 3,
				  newer ? v >> 3 : u >> 3,
				  u >> 4,
				  newer ? v >> 4 : u >> 5,
				  newer ? u >> 5 : v >> 4,
				  v >> 5};
	uint32_t at = p * HALF_B / 4;

	for (unsigned i = 0; i < 12; i++)
		at += (bit[i] & 1) << i;
	return at;
}

/* How many pixels of each pipe are wrong: those that were drawn and have another color, or should not have
 * been drawn; or those that are missing. */
static enum fl_code look(const struct gc_card *c, bool missing, const char *what, struct fl_err *err)
{
	const volatile uint32_t *px = gc_smoke_cpu(c, TARGET_B);
	const struct gc_core *k = &c->core;
	unsigned wrong[PIPES] = {0}, all[PIPES] = {0};
	uint32_t x0 = 0, y0 = 0, got = 0;

	for (uint32_t y = 0; y < SIDE; y++)
		for (uint32_t x = 0; x < SIDE; x++) {
			const bool in = x + y < SIDE;
			const uint32_t v = px[place(k, x, y)];
			const unsigned p = pipe_of(k, x, y);

			all[p] += in;
			if (v == (in ? COLOR : GROUND) || missing != (in && v == GROUND))
				continue;
			if (!wrong[0] && !wrong[1]) {
				x0 = x;
				y0 = y;
				got = v;
			}
			wrong[p]++;
		}
	if (!wrong[0] && !wrong[1])
		return FL_OK;
	return fl_fail(
	    err, FL_FAILED,
	    "of the triangle %u pixels of %u of pixel pipe 0 %s, and %u of %u of pipe 1; the first at "
	    "(%u, %u): 0x%08x, not 0x%08x",
	    wrong[0], all[0], what, wrong[1], all[1], x0, y0, got, x0 + y0 < SIDE ? COLOR : GROUND);
}

enum fl_code gc_smoke_draw(struct gc_card *c, const struct gc_smoke_program *p, struct gc_words *w,
			   const char *what, struct fl_err *err)
{
	volatile uint32_t *px = gc_smoke_cpu(c, TARGET_B);

	for (unsigned i = 0; i < PIPES * HALF_B / 4; i++)
		px[i] = GROUND;
	put_states(&c->core, w);
	put_window(w);
	put_target(c, w);
	if (gc_smoke_level(&c->core) < H5)
		put_balance(&c->core, w);
	put_vertices(c, w);
	put_programs(c, p, w);
	put_draw(&c->core, w);
	return gc_smoke_run(c, w, what, err);
}

uint32_t gc_smoke_drawn(const struct gc_card *c, uint32_t x, uint32_t y)
{
	return gc_smoke_cpu(c, TARGET_B)[place(&c->core, x, y)];
}

enum fl_code gc_check_triangle(struct fl_bringup *up, struct fl_err *err)
{
	static const struct gc_smoke_program program = {pixel_code, 1, color};
	struct gc_card *c = gc_card(up);
	struct gc_words w = {0};
	enum fl_code code = gc_smoke_draw(c, &program, &w, "a triangle", err);

	if (!code)
		code = look(c, false, "have another color", err);
	if (!code)
		fl_did(up, "a triangle whose pixels have the color of a uniform");
	return code;
}

/* What the check before has drawn. */
enum fl_code gc_check_pipes(struct fl_bringup *up, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	const enum fl_code code = look(c, true, "are missing", err);

	if (!code)
		fl_did(up, "%d pixels, by %u pixel pipe%s", FL_SMOKE_TRIANGLE_PX, pipes(&c->core),
		       pipes(&c->core) > 1 ? "s" : "");
	return code;
}
