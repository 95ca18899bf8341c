/* SPDX-License-Identifier: MIT
 *
 * Exports to vertices (hw/model/raster/export.h): all instruction sets against one vertex after the other, by
 * numbers at random, with zeros, infinities and no numbers among them.
 */
#include "hw/model/chip.h"
#include "hw/model/raster/export.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { PARAMS = 3, POSITIONS = 4, ROUNDS = 400, GUARD = 0x5a };

static uint32_t seed = 1;

static uint32_t any(uint32_t below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % below;
}

static float number(void)
{
	static const float odd[] = {0, -0.0f, 1, -1, INFINITY, -INFINITY, NAN, 1e-40f};

	return any(16) ? ((float)any(4001) - 2000) / 500 : odd[any(8)];
}

static void numbers(float (*to)[4][FL_WAVE_PX], unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		for (unsigned c = 0; c < 4; c++)
			for (unsigned l = 0; l < FL_WAVE_PX; l++)
				to[i][c][l] = number();
}

static struct fl_raster_exports state(void)
{
	struct fl_raster_exports pa = {.clip = any(4),
				       .near = any(2),
				       .far = any(2),
				       .disc_x = 1 + (float)any(3) / 4,
				       .disc_y = 1 + (float)any(3) / 4,
				       .point_size = any(2),
				       .misc = 1,
				       .dist = {2, 3},
				       .clip_mask = any(2) ? (uint8_t)any(256) : 0,
				       .cull_mask = any(2) ? (uint8_t)any(256) : 0};
	struct fl_raster_front *f = &pa.front;

	f->clip_x = 1 + (float)any(5);
	f->clip_y = 1 + (float)any(5);
	f->z_from_zero = any(2);
	f->ucp_mask = any(2) ? any(64) : 0;
	f->dist_mask = pa.clip_mask;
	f->dist_at = 4 * PARAMS;
	f->n_attr = 4 * PARAMS + FL_RASTER_UCPS;
	for (unsigned i = 0; i < FL_RASTER_UCPS; i++)
		for (unsigned c = 0; c < 4; c++)
			f->ucp[i][c] = ((float)any(9) - 4) / 4;
	f->viewport = (struct fl_raster_viewport){.scale = {320, -240, 0.5f},
						  .offset = {320.5f, 240, 0.5f},
						  .xy_done = !any(4),
						  .z_done = !any(4),
						  .w_is_w = any(4)};
	return pa;
}

typedef void export_fn(const struct fl_raster_exports *pa, const struct fl_raster_out *out, unsigned n,
		       uint8_t *to, size_t stride_B);

Test(raster_export, vectors_agree_with_one_after_the_other)
{
	enum { ROOM_B = (FL_WAVE_PX + 1) * sizeof(struct fl_raster_vertex) };
	static _Alignas(64) float pos[POSITIONS][4][FL_WAVE_PX], param[PARAMS + 2][4][FL_WAVE_PX];
	static _Alignas(64) uint8_t want[ROOM_B], got[ROOM_B];
	static const uint8_t carried[PARAMS] = {4, 0, 2};
	const struct fl_raster_out out = {
	    .pos = (const void *)pos, .param = (const void *)param, .n_params = PARAMS, .carried = carried};
	enum fl_isa widest;

	cr_assert(fl_model_isa(&(const struct fl_model_config){0}, &widest, NULL, 0));
	for (unsigned round = 0; round < ROUNDS; round++) {
		const struct fl_raster_exports pa = state();
		const size_t stride_B = FL_RASTER_VERTEX_B(pa.front.n_attr);
		const unsigned n = any(2) ? FL_WAVE_PX : 1 + any(FL_WAVE_PX);

		numbers(pos, POSITIONS);
		numbers(param, PARAMS + 2);
		memset(want, GUARD, sizeof(want));
		fl_raster_export_scalar(&pa, &out, n, want, stride_B);
		for (int isa = FL_ISA_BASE; isa <= (int)widest; isa++) {
			export_fn *export = FL_SIMD_PICK((enum fl_isa)isa, fl_raster_export);

			memset(got, GUARD, sizeof(got));
			export(&pa, &out, n, got, stride_B);
			for (size_t at = 0; at < sizeof(got); at += 4) {
				float a, b;

				memcpy(&a, want + at, sizeof(a));
				memcpy(&b, got + at, sizeof(b));
				cr_assert(memcmp(&a, &b, sizeof(a)) == 0 || (isnan(a) && isnan(b)),
					  "set %d, round %u, vertex %zu of %u, float %zu: %g, not %g", isa,
					  round, at / stride_B, n, at % stride_B / 4, (double)b, (double)a);
			}
		}
	}
}

/* By hand: the middle of the view, what is left of it, behind the eye, and no number. */
Test(raster_export, codes_and_places)
{
	static _Alignas(64) float pos[1][4][FL_WAVE_PX] = {
	    {{0, -3, 0, NAN}, {0, 0, 0, 0}, {0, 0, 0, 0}, {2, 2, -1, 1}}};
	struct fl_raster_exports pa = {.clip = true,
				       .near = true,
				       .far = true,
				       .disc_x = 1,
				       .disc_y = 1,
				       .front = {.clip_x = 1, .clip_y = 1}};
	const struct fl_raster_out out = {.pos = (const void *)pos};
	struct fl_raster_vertex v[4];

	pa.front.viewport =
	    (struct fl_raster_viewport){.scale = {100, 100, 1}, .offset = {200, 300, 0.5f}, .w_is_w = true};
	fl_raster_export_scalar(&pa, &out, 4, (uint8_t *)v, sizeof(*v));
	cr_assert_eq(v[0].code, 0);
	cr_assert_eq(v[0].x, 200);
	cr_assert_eq(v[0].y, 300);
	cr_assert_eq(v[0].z, 0.5f);
	cr_assert_eq(v[0].rhw, 0.5f);
	cr_assert_eq(v[1].code, FL_RASTER_CLIP_LEFT | FL_RASTER_DISC_LEFT);
	cr_assert_eq(v[1].x, 50);
	cr_assert_eq(v[1].clip[0], -3);
	cr_assert_eq(v[2].code & FL_RASTER_CLIP_FRUSTUM, FL_RASTER_CLIP_FRUSTUM, "outside of all planes");
	cr_assert(v[3].code & FL_RASTER_CLIP_BAD);
	cr_assert_eq(v[0].psize, 0);
}
