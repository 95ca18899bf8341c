/* SPDX-License-Identifier: MIT
 *
 * The back of Sea Islands' pipe: registers of pixel programs, stencil operations, tile data, depth and
 * stencil in planes of their own. Expected values: facts 4.3, 7.5, 8, 9, and the address equation.
 */
#include "hw/model/cik/cb.h"
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/rb_meta.h"
#include "hw/model/cik/surface.h"
#include "hw/model/cik/vgt.h"
#include "tests/unit/cik/test_model_rig.h"

enum {
	WIDTH = 128,
	HEIGHT = 128,
	Z_AT = 1 << 20,
	STENCIL_AT = 2 << 20,
	META_AT = 3 << 20,
	FMASK_AT = 4 << 20
};

struct back_rig {
	struct cik_rig g;
	struct mcik *c;
	struct fl_arena arena;
	struct mcik_ps ps;
	struct mcik_draw_state d;
};

static void set(struct back_rig *r, uint32_t reg, uint32_t value)
{
	r->c->reg[reg / 4] = value;
}

/* Z24S8 of 128x128 pixels, as Mesa's driver describes it (facts 8). */
static void make(struct back_rig *r)
{
	enum { INFO = 0x1d0541, Z24 = 2, STENCIL_8 = 1 };

	memset(r, 0, sizeof(*r));
	r->g = cik_rig_running("bonaire");
	r->c = (struct mcik *)r->g.m;
	r->d.ps = &r->ps;
	r->d.base.samples = 1;
	set(r, CIK_DB_DEPTH_INFO, INFO);
	set(r, CIK_DB_Z_INFO, Z24);
	set(r, CIK_DB_STENCIL_INFO, STENCIL_8);
	set(r, CIK_DB_DEPTH_SIZE, (WIDTH / 8 - 1) | (HEIGHT / 8 - 1) << 11);
	set(r, CIK_DB_DEPTH_SLICE, WIDTH * HEIGHT / 64 - 1);
	set(r, CIK_DB_Z_READ_BASE, Z_AT >> 8);
	set(r, CIK_DB_Z_WRITE_BASE, Z_AT >> 8);
	set(r, CIK_DB_STENCIL_READ_BASE, STENCIL_AT >> 8);
	set(r, CIK_DB_STENCIL_WRITE_BASE, STENCIL_AT >> 8);
}

static void end(struct back_rig *r)
{
	no_reports(&r->g);
	fl_arena_free(&r->arena);
	fl_model_delete(r->g.m);
}

static const struct fl_pixel_depth *decoded(struct back_rig *r)
{
	const struct fl_pixel_depth *db = mcik_db_decode(r->c, &r->arena, 0, &r->d);

	cr_assert_not_null(db);
	return db;
}

/* ---- inputs of programs -------------------------------------------------------------------------------- */
/* SPI_PS_INPUT_ADDR says where an input is, SPI_PS_INPUT_ENA whether it is filled in. */
Test(cik_back, input_registers)
{
	static const uint8_t size[16] = {2, 2, 2, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1};
	static const uint32_t addrs[] = {0xf077, 0xffff, 0x0002, 0x8020, 0x1f02};

	for (unsigned k = 0; k < sizeof(addrs) / sizeof(*addrs); k++) {
		struct back_rig r;
		const struct mcik_spi_ps *s;
		unsigned at = 0;

		make(&r);
		set(&r, CIK_SPI_PS_INPUT_ADDR, addrs[k]);
		set(&r, CIK_SPI_PS_INPUT_ENA, addrs[k]);
		set(&r, CIK_SPI_PS_IN_CONTROL, 0);
		s = mcik_spi_ps_decode(r.c, &r.arena, 0, &r.d);
		for (unsigned i = 0; i < 16; i++) {
			cr_expect_eq(s->vgpr[i], at, "ADDR 0x%04x, input %u", addrs[k], i);
			at += addrs[k] >> i & 1 ? size[i] : 0;
		}
		cr_expect_eq(s->n_vgprs, at);
		end(&r);
	}
}

/* PT_SPRITE_TEX counts where points are drawn, and of polygons where their corners are. */
Test(cik_back, sprites)
{
	static const struct {
		bool points, dual;
		unsigned front, back;
		bool sprites;
	} cases[] = {{true, false, 2, 2, true}, {false, false, 0, 0, false}, {false, true, 2, 1, false},
		     {false, true, 0, 2, true}, {false, true, 2, 0, true},   {true, true, 2, 2, true}};

	for (unsigned k = 0; k < sizeof(cases) / sizeof(*cases); k++) {
		struct back_rig r;
		const struct mcik_spi_ps *s;

		make(&r);
		set(&r, CIK_SPI_PS_INPUT_ADDR, 2);
		set(&r, CIK_SPI_PS_INPUT_ENA, 2);
		set(&r, CIK_SPI_PS_IN_CONTROL, CIK_SPI_PS_IN_CONTROL__NUM_INTERP(1));
		set(&r, CIK_SPI_PS_INPUT_CNTL(0), CIK_SPI_PS_INPUT_CNTL__PT_SPRITE_TEX(1));
		set(&r, CIK_SPI_INTERP_CONTROL_0, /* S, T, 0, 1 */
		    CIK_SPI_INTERP_CONTROL_0__PNT_SPRITE_ENA(1) |
			CIK_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_X(2) |
			CIK_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_Y(3) |
			CIK_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_Z(0) |
			CIK_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_W(1));
		set(&r, CIK_PA_SU_SC_MODE_CNTL,
		    CIK_PA_SU_SC_MODE_CNTL__POLY_MODE(cases[k].dual) |
			CIK_PA_SU_SC_MODE_CNTL__POLYMODE_FRONT_PTYPE(cases[k].front) |
			CIK_PA_SU_SC_MODE_CNTL__POLYMODE_BACK_PTYPE(cases[k].back));
		r.d.points = cases[k].points;
		s = mcik_spi_ps_decode(r.c, &r.arena, 0, &r.d);
		if (cases[k].sprites) {
			cr_expect(s->src[0].sprite == FL_RASTER_SRC_S && s->src[1].sprite == FL_RASTER_SRC_T);
			cr_expect(s->src[2].sprite == FL_RASTER_SRC_CONST && s->src[2].sprite_value == 0);
			cr_expect(s->src[3].sprite == FL_RASTER_SRC_CONST && s->src[3].sprite_value == 1);
		}
		for (unsigned ch = 0; ch < 4; ch++) /* what is filled has the vertices' */
			cr_expect(s->src[ch].kind == FL_RASTER_SRC_VTX &&
				  (cases[k].sprites || !s->src[ch].sprite));
		end(&r);
	}
}

/* ---- stencils ------------------------------------------------------------------------------------------ */
/* With the value 1 additions are the room's increments; with others they, and the rest, keep the value. */
Test(cik_back, stencil_operations)
{
	static const uint8_t with_one[16] = {
	    FL_PIXEL_STENCIL_KEEP,      FL_PIXEL_STENCIL_ZERO,       FL_PIXEL_STENCIL_ONES,
	    FL_PIXEL_STENCIL_REPLACE,   FL_PIXEL_STENCIL_REPLACE_OP, FL_PIXEL_STENCIL_INC_CLAMP,
	    FL_PIXEL_STENCIL_DEC_CLAMP, FL_PIXEL_STENCIL_INVERT,     FL_PIXEL_STENCIL_INC_WRAP,
	    FL_PIXEL_STENCIL_DEC_WRAP,  FL_PIXEL_STENCIL_AND,        FL_PIXEL_STENCIL_OR,
	    FL_PIXEL_STENCIL_XOR,       FL_PIXEL_STENCIL_NAND,       FL_PIXEL_STENCIL_NOR,
	    FL_PIXEL_STENCIL_XNOR,
	};
	struct back_rig r;

	make(&r);
	set(&r, CIK_DB_DEPTH_CONTROL, CIK_DB_DEPTH_CONTROL__STENCIL_ENABLE(1));
	for (unsigned op = 0; op < 16; op++)
		for (unsigned value = 1; value < 4; value += 2) {
			const struct fl_pixel_depth *db;
			uint8_t want = with_one[op];

			set(&r, CIK_DB_STENCIL_CONTROL, op << 4);
			set(&r, CIK_DB_STENCILREFMASK, value << 24 | 0xffff00);
			db = decoded(&r);
			if (value != 1 && op >= 5 && op != 7 && op <= 9)
				want = (uint8_t)(FL_PIXEL_STENCIL_ADD_CLAMP + (op - 5) - (op > 7));
			cr_expect_eq(db->face[0].zpass, want, "operation %u, value %u", op, value);
			cr_expect_eq(db->face[0].op, value);
			cr_expect_eq(db->path, want >= FL_PIXEL_STENCIL_ONES ? FL_PIXEL_DEPTH_WIDE
									     : FL_PIXEL_DEPTH_FULL);
		}
	end(&r);
}

/* A sample through the test, by the operation's own formula. */
Test(cik_back, stencil_values)
{
	static struct fl_raster_thread t; /* large */
	static uint8_t px[FL_TILE_PX * FL_TILE_PX * 4];
	struct fl_tile_buf b = {.px = px, .cpp = 4, .samples = 1, .have = UINT64_MAX};
	struct fl_raster_draw draw = {.samples = 1};

	for (unsigned op = FL_PIXEL_STENCIL_ONES; op <= FL_PIXEL_STENCIL_XNOR; op++)
		for (unsigned k = 0; k < 64; k++) {
			const uint8_t s = (uint8_t)(k * 37), v = (uint8_t)(k * 91 + 5);
			const int sum = s + v, rest = s - v;
			const uint8_t want[] = {0xff,
						v,
						(uint8_t)(sum > 255 ? 255 : sum),
						(uint8_t)(rest < 0 ? 0 : rest),
						(uint8_t)sum,
						(uint8_t)rest,
						s & v,
						s | v,
						s ^ v,
						(uint8_t) ~(s & v),
						(uint8_t) ~(s | v),
						(uint8_t) ~(s ^ v)};
			struct fl_pixel_depth db = {
			    .key = {.cpp = 4, .samples = 1, .depth = 1},
			    .path = FL_PIXEL_DEPTH_WIDE,
			    .format = FL_PIXEL_Z24S8,
			    .stencil_on = true,
			    .stencil_writes = true,
			    .face[0] = {.func = FL_PIXEL_IF_ALWAYS,
					.zpass = (uint8_t)op,
					.mask = 0xff,
					.write_mask = 0xff,
					.op = v},
			};

			fl_pixel_count(&db, true, 1);
			draw.depth = &db;
			memset(px, 0, 4);
			px[0] = s;
			t.wave = (struct fl_wave){.draw = &draw, .n_quads = 1, .cover[0] = 1};
			t.tile = (struct fl_tile){.depth = &b};
			fl_pixel_depth_run_scalar(&t);
			cr_expect_eq(px[0], want[op - FL_PIXEL_STENCIL_ONES], "operation %u: 0x%02x, 0x%02x",
				     op, s, v);
		}
}

Test(cik_back, depth_bounds)
{
	struct back_rig r;
	const struct fl_pixel_depth *db;

	make(&r);
	set(&r, CIK_DB_DEPTH_CONTROL, CIK_DB_DEPTH_CONTROL__DEPTH_BOUNDS_ENABLE(1));
	set(&r, CIK_DB_DEPTH_BOUNDS_MIN, 0x3e800000); /* 0.25 */
	set(&r, CIK_DB_DEPTH_BOUNDS_MAX, 0x3f400000); /* 0.75 */
	db = decoded(&r);
	cr_expect(db->bounds);
	cr_expect_eq(db->path, FL_PIXEL_DEPTH_WIDE);
	cr_expect_eq(db->bounds_min, (uint32_t)(0.25 * 0xffffff + 0.5));
	cr_expect_eq(db->bounds_max, (uint32_t)(0.75 * 0xffffff + 0.5));
	end(&r);
}

/* ---- planes -------------------------------------------------------------------------------------------- */
static uint32_t z_of(unsigned x, unsigned y)
{
	return (x * 40503u + y * 65537u * 3) & 0xffffff;
}

static uint8_t stencil_of(unsigned x, unsigned y)
{
	return (uint8_t)(x * 7 + y * 31);
}

/* Depths lie in dwords, stencils in bytes, each where the equation says; a tile has them together. */
Test(cik_back, planes_of_depth_and_stencil)
{
	static uint8_t px[FL_TILE_PX * FL_TILE_PX * 4], back[sizeof px];
	uint64_t dirty[16];
	struct back_rig r;
	struct fl_tile_key key;
	struct fl_tile_way way;
	struct fl_tile_places places = {0};
	struct mcik_layout z, s;

	make(&r);
	key = decoded(&r)->key;
	cr_assert_eq(key.planes, FL_TILE_FIRST | FL_TILE_SECOND);
	fl_tile_way_init(&way, &mcik_surface_layout, &key, FL_ISA_SCALAR);
	fl_tile_way_look(&way, &r.c->base.mem);
	for (unsigned y = 0; y < FL_TILE_PX; y++)
		for (unsigned x = 0; x < FL_TILE_PX; x++) {
			const uint32_t word = z_of(x, y) << 8 | stencil_of(x, y);

			memcpy(px + (y * FL_TILE_PX + x) * 4, &word, 4);
		}
	memset(dirty, 0xff, sizeof(dirty));
	cr_assert(fl_tile_save(&way, &places, 0, 0, px, dirty, true));
	{
		struct fl_tile_key plane = key;

		plane.planes = 0;
		mcik_surface_layout_of(&plane, &z);
		plane.cpp = 1;
		plane.config = key.second.config;
		plane.macro = key.second.macro;
		mcik_surface_layout_of(&plane, &s);
	}
	for (unsigned y = 0; y < FL_TILE_PX; y++)
		for (unsigned x = 0; x < FL_TILE_PX; x++) {
			const uint64_t at = mcik_tile_addr(&z, Z_AT, WIDTH, HEIGHT, x, y, 0, 0),
				       at_s = mcik_tile_addr(&s, STENCIL_AT, WIDTH, HEIGHT, x, y, 0, 0);

			cr_assert_eq(*(uint32_t *)(void *)fl_mem_span(&r.c->base.mem, at, 4), z_of(x, y));
			cr_assert_eq(*fl_mem_span(&r.c->base.mem, at_s, 1), stencil_of(x, y));
		}
	fl_tile_load(&way, &places, 0, 0, back, UINT64_MAX);
	cr_expect_arr_eq(back, px, sizeof(px));
	end(&r);
}

/* ---- tile data ----------------------------------------------------------------------------------------- */
/* Color buffer 0: 4 samples, cleared by CMASK but for one block; that block alone keeps what memory has. What
 * is drawn to leaves whole, with CMASK and FMASK that say so. */
Test(cik_back, cleared_colors)
{
	enum { RGBA8 = 0x28028 | 1 << 13 | 1 << 14, FOUR = 0x121ce, CLEAR = 0x11223344, OTHER = 5 };
	struct back_rig r;
	struct mcik_rb_surface s;
	struct mcik_rb_metas metas;
	struct fl_tile_cache cache = {.ops = &mcik_rb_tile_ops};
	struct fl_tile_buf b;
	uint8_t *cmask, *px;
	uint64_t at;
	unsigned wrong = 0;

	make(&r);
	memset(&s, 0, sizeof(s));
	memset(&metas, 0, sizeof(metas));
	memset(&b, 0, sizeof(b));
	set(&r, CIK_CB_COLOR_BASE(0), Z_AT >> 8);
	set(&r, CIK_CB_COLOR_PITCH(0), (WIDTH / 8 - 1) | (WIDTH / 8 - 1) << 20);
	set(&r, CIK_CB_COLOR_SLICE(0), WIDTH * HEIGHT / 64 - 1);
	set(&r, CIK_CB_COLOR_FMASK_SLICE(0), WIDTH * HEIGHT / 64 - 1);
	set(&r, CIK_CB_COLOR_CMASK_SLICE(0), 3); /* 256x256 pixels are what it is rounded up to */
	set(&r, CIK_CB_COLOR_INFO(0), RGBA8);
	set(&r, CIK_CB_COLOR_ATTRIB(0), FOUR);
	set(&r, CIK_CB_COLOR_CMASK(0), META_AT >> 8);
	set(&r, CIK_CB_COLOR_FMASK(0), FMASK_AT >> 8);
	set(&r, CIK_CB_COLOR_CLEAR_WORD0(0), CLEAR);
	set(&r, CIK_CB_COLOR_CONTROL, 0xcc0010);
	set(&r, CIK_CB_TARGET_MASK, 15);
	set(&r, CIK_CB_SHADER_MASK, 15);
	struct fl_pixel_color *cb = fl_arena_alloc(&r.arena, sizeof(*cb), 16);
	cr_assert(mcik_cb_decode(r.c, 0, cb));
	mcik_rb_color_meta(r.c, 0, &metas.color[0]);
	r.d.metas = &metas;
	cache.model = &r.c->base;
	s.base.cache = &cache;
	s.base.key = cb->target[0].key;
	cr_assert(s.base.key.fast);
	cr_assert_eq(s.base.key.samples, 4);
	mcik_rb_opened(&s.base, &r.d.base);
	cmask = fl_mem_span(&r.c->base.mem, META_AT, 1 << 16);
	memset(cmask, 0, 1 << 16);
	at = mcik_meta_nibble(&s.layout, MCIK_CMASK, s.pitch, s.rows, OTHER * 8, 0, 0);
	cmask[at / 2] = (uint8_t)(0xc << at % 2 * 4);
	px = calloc(FL_TILE_PX * FL_TILE_PX * 4, 4);
	b.px = px;
	b.cpp = b.samples = 4;
	b.surface = &s.base;
	mcik_rb_loaded(&b, UINT64_MAX);
	for (unsigned i = 0; i < FL_TILE_PX * FL_TILE_PX * 4; i++) {
		const unsigned x = i / 4 % FL_TILE_PX, y = i / 4 / FL_TILE_PX;
		uint32_t word;

		memcpy(&word, px + 4 * (size_t)i, 4);
		wrong += word != (x / 8 == OTHER && y < 8 ? 0 : (uint32_t)CLEAR);
	}
	cr_expect_eq(wrong, 0, "%u samples have another color", wrong);

	/* the quad at (16, 24) was drawn to: its block is whole from now on */
	b.dirty[24 / 4] = 1ull << 16 / 2;
	mcik_rb_leaving(&b);
	cr_expect_eq(b.dirty[24 / 4], 0xf0000000full << 8);
	cr_expect_eq(b.dirty[24 / 4 + 1], 0xf0000000full << 8);
	at = mcik_meta_nibble(&s.layout, MCIK_CMASK, s.pitch, s.rows, 16, 24, 0);
	cr_expect_eq(cmask[at / 2] >> at % 2 * 4 & 15, 0xc);
	at = mcik_meta_nibble(&s.layout, MCIK_CMASK, s.pitch, s.rows, 24, 24, 0);
	cr_expect_eq(cmask[at / 2] >> at % 2 * 4 & 15, 0, "the block beside it stays cleared");
	at = mcik_tile_addr(&s.fmask, FMASK_AT, WIDTH, HEIGHT, 17, 25, 0, 0);
	cr_expect_eq(*fl_mem_span(&r.c->base.mem, at, 1), 3 << 6 | 2 << 4 | 1 << 2);
	free(px);
	end(&r);
}

/* Tiles leave with the thread that drew them if no byte of their data is of two: counted out, block by block,
 * of all tile modes of a small surface, colors and depths. */
Test(cik_back, tile_data_that_tiles_share)
{
	enum { SIDE = 512, BLOCKS = SIDE / 8, MOST_B = 1 << 16 };
	static uint16_t owner[MOST_B];
	unsigned shared = 0, apart = 0;
	struct back_rig r;

	make(&r);
	for (unsigned n = 0; n < 64; n++) {
		const bool depth = n & 1;
		struct fl_tile_cache cache = {.ops = &mcik_rb_tile_ops, .model = &r.c->base};
		struct mcik_rb_metas metas;
		struct mcik_rb_surface s;
		struct mcik_tile_tables tables;
		struct mcik_layout t;
		bool both = false;

		mcik_tile_tables(r.c, &tables);
		memset(&s, 0, sizeof(s));
		memset(&metas, 0, sizeof(metas));
		if (mcik_layout(&t, &tables, n / 2, 4, 1) || !mcik_array_macro(t.array) || t.thick > 1)
			continue;
		mcik_surface_key(&s.base.key, &t, 2048, Z_AT);
		s.base.key.pitch_px = s.base.key.rows = SIDE;
		s.base.key.cpp = 4;
		s.base.key.samples = 1;
		s.base.key.fast = 1;
		s.base.key.depth = depth;
		if (depth)
			metas.depth = (struct mcik_rb_meta){.addr = META_AT, .clears = {true}};
		else
			metas.color[0] =
			    (struct mcik_rb_meta){.addr = META_AT, .clears = {true}, .slice_px = SIDE * SIDE};
		r.d.metas = &metas;
		s.base.cache = &cache;
		mcik_rb_opened(&s.base, &r.d.base);
		memset(owner, 0, sizeof(owner));
		for (uint32_t y = 0; y < BLOCKS; y++)
			for (uint32_t x = 0; x < BLOCKS; x++) {
				const uint64_t at =
				    mcik_meta_nibble(&s.layout, depth ? MCIK_HTILE : MCIK_CMASK, s.pitch,
						     s.rows, 8 * x, 8 * y, 0) /
				    2;
				const uint16_t tile = (uint16_t)(1 + y / 8 * BLOCKS + x / 8);

				cr_assert_lt(at, MOST_B);
				both |= owner[at] && owner[at] != tile;
				owner[at] = tile;
			}
		cr_expect(!both || !mcik_rb_alone(&s.base), "mode %u", n / 2);
		shared += both;
		apart += mcik_rb_alone(&s.base);
	}
	cr_expect_geq(apart, 10, "%u are apart, %u share bytes", apart, shared);
	end(&r);
}

/* A depth buffer as the registers have it, whose samples are cleared to 0.5 and 0x5a where HTILE says so. */
struct cleared_rig {
	struct fl_tile_cache cache;
	struct mcik_rb_metas metas;
	struct mcik_rb_surface s;
};

static void open_cleared(struct back_rig *r, struct cleared_rig *g)
{
	memset(g, 0, sizeof(*g));
	set(r, CIK_DB_HTILE_DATA_BASE, META_AT >> 8);
	set(r, CIK_DB_DEPTH_CLEAR, 0x3f000000);
	set(r, CIK_DB_STENCIL_CLEAR, 0x5a);
	mcik_rb_depth_meta(r->c, &g->metas.depth);
	r->d.metas = &g->metas;
	g->cache.ops = &mcik_rb_tile_ops;
	g->cache.model = &r->c->base;
	g->s.base.cache = &g->cache;
	g->s.base.key = decoded(r)->key;
	fl_tile_way_init(&g->s.base.way, &mcik_surface_layout, &g->s.base.key, FL_ISA_SCALAR);
	mcik_rb_opened(&g->s.base, &r->d.base);
}

/* What of a sample is cleared is so, and the rest of it stays, in all formats: a half is 0x8000 of 16 bits,
 * 0x800000 of 24, and 0x3f000000 as a float. */
Test(cik_back, parts_of_samples_that_are_cleared)
{
	enum { Z_24 = 2 };
	enum { HTILE_DEPTH = 0xfffff300, HTILE_STENCIL = 0xfffff00f, HTILE_BOTH = 0xfffff000, WAS = 0x11 };
	static const struct {
		uint32_t format, stencil, htile;
		uint64_t want;
	} cases[] = {
	    {CIK_DB_Z_INFO__FORMAT__Z_16, 0, HTILE_DEPTH, 0x8000},
	    {Z_24, 1, HTILE_DEPTH, 0x80000011},
	    {Z_24, 1, HTILE_STENCIL, 0x1111115a},
	    {Z_24, 1, HTILE_BOTH, 0x8000005a},
	    {CIK_DB_Z_INFO__FORMAT__Z_32_FLOAT, 0, HTILE_DEPTH, 0x3f000000},
	    {CIK_DB_Z_INFO__FORMAT__Z_32_FLOAT, 1, HTILE_DEPTH, 0x111111113f000000},
	    {CIK_DB_Z_INFO__FORMAT__Z_32_FLOAT, 1, HTILE_STENCIL, 0x0000005a11111111},
	    {CIK_DB_Z_INFO__FORMAT__Z_32_FLOAT, 1, HTILE_BOTH, 0x0000005a3f000000},
	};
	static uint8_t px[FL_TILE_PX * FL_TILE_PX * 8];

	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cleared_rig g;
		struct fl_tile_buf b = {.px = px, .samples = 1, .surface = &g.s.base};
		struct back_rig r;
		uint64_t at;

		make(&r);
		set(&r, CIK_DB_Z_INFO,
		    CIK_DB_Z_INFO__FORMAT(cases[i].format) | CIK_DB_Z_INFO__TILE_SURFACE_ENABLE(1));
		set(&r, CIK_DB_STENCIL_INFO, CIK_DB_STENCIL_INFO__FORMAT(cases[i].stencil));
		open_cleared(&r, &g);
		b.cpp = g.s.base.key.cpp;
		at = mcik_meta_nibble(&g.s.layout, MCIK_HTILE, g.s.pitch, g.s.rows, 8, 0, 0) / 2;
		memcpy(fl_mem_span(&r.c->base.mem, META_AT + at, 4), &cases[i].htile, 4);
		memset(px, WAS, sizeof(px));
		mcik_rb_loaded(&b, 2);
		for (unsigned y = 0; y < FL_TILE_PX; y++)
			for (unsigned x = 0; x < FL_TILE_PX; x++) {
				const bool inside = x / 8 == 1 && y / 8 == 0;
				const uint64_t all = UINT64_MAX >> (64 - 8 * b.cpp),
					       want = inside ? cases[i].want
							     : UINT64_C(0x1111111111111111) & all;
				uint64_t got = 0;

				memcpy(&got, px + (size_t)(y * FL_TILE_PX + x) * b.cpp, b.cpp);
				cr_assert_eq(got, want, "case %u at %u, %u: 0x%llx, not 0x%llx", i, x, y,
					     (unsigned long long)got, (unsigned long long)want);
			}
		end(&r);
	}
}

/* HTILE: a tile of both kinds cleared, one of depth alone, one that is whole. */
Test(cik_back, cleared_depths)
{
	struct back_rig r;
	struct cleared_rig g;
	struct fl_tile_buf b;
	static uint8_t px[FL_TILE_PX * FL_TILE_PX * 4];
	static const uint32_t words[3] = {0xfffff000, 0xfffff300, 0xfffff30f};
	const uint32_t z = (uint32_t)(0.5 * 0xffffff + 0.5);
	const uint32_t want[3] = {z << 8 | 0x5a, z << 8, 0};

	make(&r);
	memset(&b, 0, sizeof(b));
	set(&r, CIK_DB_Z_INFO, 2 | CIK_DB_Z_INFO__TILE_SURFACE_ENABLE(1));
	open_cleared(&r, &g);
	b.px = px;
	b.cpp = 4;
	b.samples = 1;
	b.surface = &g.s.base;
	for (unsigned i = 0; i < 3; i++) {
		const uint64_t at =
		    mcik_meta_nibble(&g.s.layout, MCIK_HTILE, g.s.pitch, g.s.rows, 8 * i, 0, 0) / 2;

		memcpy(fl_mem_span(&r.c->base.mem, META_AT + at, 4), &words[i], 4);
	}
	mcik_rb_loaded(&b, 7);
	for (unsigned i = 0; i < 3; i++) {
		uint32_t word;

		memcpy(&word, px + (3 * FL_TILE_PX + 8 * i + 5) * 4, 4);
		cr_expect_eq(word, want[i], "tile %u: 0x%08x", i, word);
	}
	/* A quad of each is drawn to: the tile is whole then. Where depths alone were drawn, stencils that
	 * are cleared go to memory beside it; the rest of the block leaves with the quad where that is not
	 * all. */
	fl_tile_way_look(&g.s.base.way, &r.c->base.mem);
	for (unsigned second = 0; second < 2; second++)
		for (unsigned i = 0; i < 4; i++) {
			static const uint32_t was[4] = {0xfffff000, 0xfffff300, 0xfffff30f, 0xfffff00f};
			const uint64_t all = i < 2 || (i == 3 && second) ? UINT64_C(0xf0000000f) : 0;
			const uint64_t at =
			    mcik_meta_nibble(&g.s.layout, MCIK_HTILE, g.s.pitch, g.s.rows, 0, 0, 0) / 2;
			uint8_t *word = fl_mem_span(&r.c->base.mem, META_AT + at, 4);
			uint8_t *stencils = fl_mem_span(&r.c->base.mem, STENCIL_AT, 1 << 14);
			const uint32_t whole = 0xfffff30f;
			unsigned filled = 0;

			memcpy(word, &was[i], 4);
			memset(stencils, 0, 1 << 14);
			memset(b.dirty, 0, sizeof(b.dirty));
			b.dirty[0] = 1;
			b.second = second;
			mcik_rb_leaving(&b);
			for (unsigned k = 0; k < 1 << 14; k++)
				filled += stencils[k] == 0x5a;
			cr_expect(!memcmp(word, &whole, 4));
			cr_expect_eq(b.second, second);
			cr_expect_eq(filled, !second && i % 3 == 0 ? 64 : 0, "0x%08x, %u", was[i], second);
			cr_expect_eq(b.dirty[0], all | 1, "0x%08x, %u", was[i], second);
			cr_expect_eq(b.dirty[1], all);
		}
	end(&r);
}

/* reference, DB_RENDER_CONTROL: with compression off, what is drawn over is written, be no test on; without
 * tile data it is what it was. */
Test(cik_back, expanding)
{
	static const uint32_t off[] = {CIK_DB_RENDER_CONTROL__DEPTH_COMPRESS_DISABLE(1),
				       CIK_DB_RENDER_CONTROL__STENCIL_COMPRESS_DISABLE(1)};

	for (unsigned i = 0; i < 2; i++) {
		struct back_rig r;

		make(&r);
		set(&r, CIK_DB_RENDER_CONTROL, off[i]);
		cr_expect_eq(decoded(&r)->path, FL_PIXEL_DEPTH_PASS);
		set(&r, CIK_DB_Z_INFO, 2 | CIK_DB_Z_INFO__TILE_SURFACE_ENABLE(1));
		cr_expect_eq(decoded(&r)->path, FL_PIXEL_DEPTH_TOUCH);
		set(&r, CIK_DB_RENDER_CONTROL, 0);
		cr_expect_eq(decoded(&r)->path, FL_PIXEL_DEPTH_PASS);
		end(&r);
	}
}

/* A sample that is scanned covers all that surfaces have in its place; places are sixteenths of a pixel. */
Test(cik_back, samples_that_surfaces_have)
{
	enum { LOCS = 0x7f9135ed };

	for (unsigned scanned = 0; scanned <= 2; scanned++)
		for (unsigned depth = 0; depth <= 3; depth++)
			for (unsigned color = 0; color <= 3; color++) {
				const unsigned most = depth > color ? depth : color,
					       n = 1u << (most > scanned ? most : scanned);
				const struct fl_raster_scan *sc;
				struct back_rig r;

				make(&r);
				for (unsigned p = 0; p < 4; p++)
					set(&r, CIK_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0 + 16 * p, LOCS);
				set(&r, CIK_PA_SC_MODE_CNTL_0,
				    CIK_PA_SC_MODE_CNTL_0__MSAA_ENABLE(scanned > 0));
				set(&r, CIK_PA_SC_AA_CONFIG, CIK_PA_SC_AA_CONFIG__MSAA_NUM_SAMPLES(scanned));
				set(&r, CIK_DB_Z_INFO, 2 | CIK_DB_Z_INFO__NUM_SAMPLES(depth));
				set(&r, CIK_CB_COLOR_INFO(1),
				    CIK_CB_COLOR_INFO__FORMAT(CIK_CB_COLOR_INFO__FORMAT__COLOR_8_8_8_8));
				set(&r, CIK_CB_COLOR_ATTRIB(1), CIK_CB_COLOR_ATTRIB__NUM_FRAGMENTS(color));
				set(&r, CIK_CB_COLOR_ATTRIB(0),
				    CIK_CB_COLOR_ATTRIB__NUM_FRAGMENTS(3)); /* none */
				sc = mcik_sc_decode(r.c, &r.arena);
				cr_assert_not_null(sc);
				cr_expect_eq(sc->samples, n, "%u of %u, %u", sc->samples, depth, color);
				for (unsigned i = 0; i < n; i++) {
					const unsigned from = 4 * (2 * (i % (1u << scanned)));
					const int x = (int32_t)((uint32_t)LOCS << (28 - from)) >> 28,
						  y = (int32_t)((uint32_t)LOCS << (24 - from)) >> 28;

					cr_expect_eq(sc->x[i][0],
						     sc->sub / 2 + (scanned ? x * sc->sub / 16 : 0));
					cr_expect_eq(sc->y[i][0],
						     sc->sub / 2 + (scanned ? y * sc->sub / 16 : 0));
				}
				end(&r);
			}
}

/* ---- rings of geometry programs ------------------------------------------------------------------------ */
/* A program that emits nothing has items of 0 dwords, and needs no ring (GL_SELECT as Mesa does it). */
Test(cik_back, a_ring_that_nothing_goes_to)
{
	static const struct {
		uint32_t item_dw, granules;
		bool refused;
	} is[] = {{0, 0, false}, {4, 0, true}, {4, 3, true}, {4, 4, false}, {8, 4, true}};

	/* facts 4.6: 64 lanes of an item; sizes are counted in 256 bytes */
	for (unsigned i = 0; i < sizeof(is) / sizeof(*is); i++) {
		struct back_rig r;

		make(&r);
		set(&r, CIK_VGT_GS_MAX_VERT_OUT, 1);
		set(&r, CIK_VGT_ESGS_RING_ITEMSIZE, 4);
		set(&r, CIK_VGT_ESGS_RING_SIZE, 64);
		set(&r, CIK_VGT_GSVS_RING_ITEMSIZE, is[i].item_dw);
		set(&r, CIK_VGT_GSVS_RING_SIZE, is[i].granules);
		mcik_gs_decode(r.c);
		cr_expect_eq(reported(&r.g, FL_REFUSE, "no room for one wave"), is[i].refused,
			     "items of %u dwords, %u granules", is[i].item_dw, is[i].granules);
		fl_arena_free(&r.arena);
		fl_model_delete(r.g.m);
	}
}
