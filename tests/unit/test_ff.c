/* SPDX-License-Identifier: MIT
 *
 * Fixed function without a chip: from random state to keys, constants and programs, which are run in double
 * precision and compared with what OpenGL 1.5 says (2.10.3 normals, 2.11.4 coordinates, 2.14.1 lighting,
 * 3.3 points, 3.4.2 stipple, 3.8.13 environments, 3.10 fog), worked out from the state here.
 */
#include "lib/fl_draw_chip.h"
#include "tests/unit/test_ff_state.h"

TestSuite(ff, .timeout = 60);

enum { STATES = 20000 };

/* ---- what OpenGL says of a vertex ---------------------------------------------------------------------- */
static void transform(double to[4], const float m[16], const double v[4])
{
	for (int r = 0; r < 4; r++)
		to[r] = (double)m[r] * v[0] + (double)m[4 + r] * v[1] + (double)m[8 + r] * v[2] +
			(double)m[12 + r] * v[3];
}

static double length3(const double *v)
{
	return sqrt(run_dot(v, v, 3));
}

static void unit_length(double *v)
{
	double l = length3(v);

	for (int i = 0; i < 3; i++)
		v[i] /= l;
}

/* By the transposed matrix of cofactors, which is the inverse but for a factor */
static void turn_normal(double to[3], const float m[16], const double n[4])
{
#define M(r, c) (double)m[4 * ((c) % 3) + (r) % 3]
	double det = 0;

	for (int r = 0; r < 3; r++) {
		to[r] = 0;
		for (int c = 0; c < 3; c++) {
			double cofactor =
			    M(r + 1, c + 1) * M(r + 2, c + 2) - M(r + 1, c + 2) * M(r + 2, c + 1);

			to[r] += cofactor * n[c];
			if (!r)
				det += cofactor * M(0, c);
		}
	}
#undef M
	for (int r = 0; r < 3; r++)
		to[r] /= det;
	unit_length(to);
}

struct vertex {
	double v[4], color[4], normal[4], coordinate[FL_TEXCOORDS][4]; /* in */
	double eye[4], n[3];
};

static void lit(const struct vertex *x, double rgba[4])
{
	const struct fl_material *m = &d.material;

	for (int i = 0; i < 4; i++)
		rgba[i] = x->color[i];
	if (!d.lighting_on)
		return;
	rgba[3] = d.color_material_on ? x->color[3] : (double)m->alpha;
	for (int i = 0; i < 3; i++) {
		double of_ambient = d.color_material_on ? x->color[i] : (double)m->ambient[i];
		double of_diffuse = d.color_material_on ? x->color[i] : (double)m->diffuse[i];
		double sum = (double)m->emission[i] + of_ambient * (double)d.ambient[i];

		for (uint32_t k = 0; k < FL_LIGHTS; k++) {
			const struct fl_light *l = &d.light[k];
			double to[3], h[3], fade = 1, nl, nh;

			if (!l->on)
				continue;
			for (int c = 0; c < 3; c++)
				to[c] = (double)l->position[c] - (l->position[3] != 0 ? x->eye[c] : 0);
			if (l->position[3] != 0) {
				double r = length3(to);

				fade = 1 / ((double)l->attenuation[0] + (double)l->attenuation[1] * r +
					    (double)l->attenuation[2] * r * r);
			}
			unit_length(to);
			memcpy(h, to, sizeof(h));
			h[2] += 1;
			unit_length(h);
			nl = fmax(run_dot(x->n, to, 3), 0);
			nh = nl > 0 ? pow(fmax(run_dot(x->n, h, 3), 0), (double)m->shininess) : 0;
			sum += fade *
			       (of_ambient * (double)l->ambient[i] + nl * of_diffuse * (double)l->diffuse[i] +
				nh * (double)m->specular[i] * (double)l->specular[i]);
		}
		rgba[i] = fmin(fmax(sum, 0), 1);
	}
}

/* s, t, r, q of unit u after its matrix */
static void coordinate(const struct vertex *x, uint32_t u, double to[4])
{
	const struct fl_unit *unit = &d.unit[u];
	double g[4] = {0, 0, 0, 1}, ray[3], dot, m;

	memcpy(ray, x->eye, sizeof(ray));
	unit_length(ray);
	dot = run_dot(x->n, ray, 3);
	for (int i = 0; i < 3; i++)
		ray[i] -= 2 * x->n[i] * dot;
	for (int i = 0; i < 4; i++)
		switch (unit->gen) {
		case FL_GEN_OFF:
			g[i] = i < unit->size ? x->coordinate[u][i] : i == 3;
			break;
		case FL_GEN_OBJECT:
		case FL_GEN_EYE:
			g[i] = 0;
			for (int k = 0; k < 4; k++)
				g[i] += unit->gen == FL_GEN_OBJECT
					    ? (double)unit->plane[i][k] * x->v[k]
					    : (double)unit->eye_plane[i][k] * x->eye[k];
			break;
		case FL_GEN_REFLECTION:
			g[i] = i < 3 ? ray[i] : 1;
			break;
		case FL_GEN_SPHERE:
			m = 2 * sqrt(ray[0] * ray[0] + ray[1] * ray[1] + (ray[2] + 1) * (ray[2] + 1));
			g[i] = i < 2 ? ray[i] / m + 0.5 : i == 3;
			break;
		case FL_GEN_NORMAL:
			g[i] = i < 3 ? x->n[i] : 1;
			break;
		}
	transform(to, d.matrix[(uint32_t)FL_TEXTURE + u][0], g);
}

static bool near(double got, double want, double scale)
{
	return fabs(got - want) <= 2e-4 * (scale + fabs(want));
}

static void judge_coordinates(const struct vertex *x, const struct run *r, uint64_t fs_key)
{
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		const double *got = r->out[FL_FF_OUT_TEXCOORD + u];
		uint32_t bits = FL_FF_FS_UNIT(fs_key, u);
		double want[4];

		cr_assert_eq(bits & FL_FF_FS_ON, d.unit[u].texture != NULL);
		if (!(bits & FL_FF_FS_ON))
			continue;
		cr_assert_eq(FL_FF_FS_KIND_OF(bits), texture[u].kind);
		if (u == 0 && fl_draw_sprites(&d)) {
			cr_assert_eq(r->at->out[FL_FF_OUT_TEXCOORD], FL_FF_NOT_THERE);
			cr_assert_eq(bits & FL_FF_FS_PROJ, 0);
			continue;
		}
		coordinate(x, u, want);
		if (fabs(want[3]) < 0.05)
			continue;
		/* The quotients are what a look-up takes; r where the texture has a third coordinate. */
		for (int k = 0; k < (texture[u].kind == FL_TEX_2D ? 2 : 3); k++)
			cr_expect(near(bits & FL_FF_FS_PROJ ? got[k] / got[3] : got[k], want[k] / want[3],
				       1 / fabs(want[3])),
				  "unit %u, gen %u: %d is %g, not %g", u, d.unit[u].gen, k, got[k],
				  want[k] / want[3]);
	}
}

static void judge_vertex(struct run *r, uint64_t key, uint64_t fs_key)
{
	const float *m = d.matrix[FL_MODELVIEW][0];
	struct fl_ff_inst inst[FL_FF_VS_LONGEST];
	struct vertex x = {.v = {0, 0, 0, 1}, .normal = {0, 0, 0, 1}};
	double want[4], distance;

	for (int i = 0; i < 3; i++) {
		x.v[i] = (double)number(-1, 1);
		x.normal[i] = (double)number(-1, 1);
	}
	x.normal[any(3)] = 1.5;
	for (int i = 0; i < 4; i++)
		x.color[i] = (double)number(0, 1);
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		for (int i = 0; i < 4; i++)
			x.coordinate[u][i] =
			    i < d.unit[u].size ? (double)number(-1, 1) + 3 * (i == 3) : i == 3;
	memcpy(r->in[FL_FF_IN_POSITION], x.v, sizeof(x.v));
	memcpy(r->in[FL_FF_IN_COLOR], x.color, sizeof(x.color));
	memcpy(r->in[FL_FF_IN_NORMAL], x.normal, sizeof(x.normal));
	memcpy(r->in[FL_FF_IN_TEXCOORD], x.coordinate, sizeof(x.coordinate));
	run(r, inst, fl_ff_vs_make(key, inst));

	transform(x.eye, m, x.v);
	turn_normal(x.n, m, x.normal);
	transform(want, d.matrix[FL_PROJECTION][0], x.eye);
	for (int i = 0; i < 4; i++)
		cr_expect(near(r->out[FL_FF_OUT_POSITION][i], want[i], 1), "position");
	lit(&x, want);
	for (int i = 0; i < 4; i++)
		cr_expect(near(r->out[FL_FF_OUT_COLOR][i], want[i], 1), "color %d: %g, not %g", i,
			  r->out[FL_FF_OUT_COLOR][i], want[i]);
	judge_coordinates(&x, r, fs_key);
	cr_assert_eq(r->at->out[FL_FF_OUT_FOG] != FL_FF_NOT_THERE, d.fog_on);
	if (d.fog_on) {
		distance = -x.eye[2];
		want[0] = d.fog_mode == FL_FOG_LINEAR
			      ? ((double)d.fog_end - distance) / ((double)d.fog_end - (double)d.fog_start)
			  : d.fog_mode == FL_FOG_EXP ? exp(-(double)d.fog_density * distance)
						     : exp(-pow((double)d.fog_density * distance, 2));
		cr_expect(near(r->out[FL_FF_OUT_FOG][0], fmin(fmax(want[0], 0), 1), 1), "fog %u", d.fog_mode);
	}
	if (fl_draw_attenuates(&d)) {
		distance = length3(x.eye);
		want[0] = (double)d.point_size_px /
			  sqrt((double)d.point_attenuation[0] + (double)d.point_attenuation[1] * distance +
			       (double)d.point_attenuation[2] * distance * distance);
		cr_expect(near(r->out[FL_FF_OUT_POINT_SIZE][0], want[0], 1), "point size");
	}
}

/* ---- what OpenGL says of a fragment -------------------------------------------------------------------- */
/* Some function of all that a look-up depends on */
static void texel(uint32_t unit, uint32_t kind, const double at[3], double t[4])
{
	for (int i = 0; i < 4; i++)
		t[i] = 0.5 + 0.5 * sin(3 * at[0] + 5 * at[1] + (kind == FL_TEX_2D ? 0 : 7 * at[2]) + i +
				       11.0 * unit);
}

static void environment(uint32_t u, const double t[4], double c[4])
{
	for (int i = 0; i < 3; i++) {
		double k = (double)d.unit[u].env_color[i];

		switch (d.unit[u].env) {
		case FL_MODULATE:
			c[i] *= t[i];
			break;
		case FL_REPLACE:
			c[i] = t[i];
			break;
		case FL_DECAL:
			c[i] = t[3] * t[i] + (1 - t[3]) * c[i];
			break;
		case FL_ENV_BLEND:
			c[i] = (1 - t[i]) * c[i] + t[i] * k;
			break;
		case FL_ENV_ADD:
			c[i] = fmin(c[i] + t[i], 1);
			break;
		}
	}
	c[3] = d.unit[u].env == FL_REPLACE ? t[3] : d.unit[u].env == FL_DECAL ? c[3] : c[3] * t[3];
}

static void judge_fragment(struct run *r, uint64_t key, bool shared)
{
	struct fl_ff_inst inst[FL_FF_FS_LONGEST];
	double c[4], f = (double)number(0, 1);
	uint32_t repeat = d.stipple_repeat ? d.stipple_repeat : 1, pixel = any(64 * repeat);

	for (int i = 0; i < 4; i++)
		c[i] = r->in[FL_FF_IN_COLOR][i] = (double)number(0, 1);
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		for (int i = 0; i < 4; i++)
			r->in[FL_FF_IN_TEXCOORD + u][i] = (double)number(0.5, 2);
	for (int i = 0; i < 4; i++)
		r->in[FL_FF_IN_FOG][i] = f;
	r->in[FL_FF_IN_STIPPLE][1] = (double)pixel / (16 * repeat);
	r->texel = texel;
	r->shared = shared;
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		if (d.unit[u].texture) {
			double q = FL_FF_FS_UNIT(key, u) & FL_FF_FS_PROJ ? r->in[FL_FF_IN_TEXCOORD + u][3]
									 : 1,
			       at[3], t[4];

			for (int i = 0; i < 3; i++)
				at[i] = r->in[FL_FF_IN_TEXCOORD + u][i] / q;
			texel(u, texture[u].kind, at, t);
			environment(u, t, c);
		}
	for (int i = 0; i < 3 && d.fog_on; i++)
		c[i] = f * c[i] + (1 - f) * (double)d.fog_color[i];
	run(r, inst, fl_ff_fs_make(key, inst));
	for (int i = 0; i < 4; i++)
		cr_expect(near(r->out[FL_FF_OUT_COLOR][i], c[i], 1), "%d: %g, not %g", i,
			  r->out[FL_FF_OUT_COLOR][i], c[i]);
	cr_expect_eq(r->killed, fl_draw_stipples(&d) && !(d.stipple_pattern >> (pixel / repeat) % 16 & 1),
		     "pixel %u of a line, repeat %u, pattern 0x%04x", pixel, repeat, d.stipple_pattern);
}

static void judge(uint32_t i, struct run *vs, uint64_t vs_key, struct run *fs, uint64_t fs_key)
{
	judge_vertex(vs, vs_key, fs_key);
	judge_fragment(fs, fs_key, i & 1);
}

Test(ff, programs_do_what_opengl_says)
{
	seed = 88172645463325252u;
	each_state(STATES, judge);
}

Test(ff, a_clear_passes_on_what_it_gets)
{
	struct fl_ff_inst inst[FL_FF_VS_LONGEST];
	struct fl_ff_places at;
	static struct run r;

	fl_ff_vs_places(FL_FF_VS_CLEAR, &at);
	cr_assert(at.n_in == 2 && at.n_out == 2);
	run_begin(&r, &at, false);
	for (int i = 0; i < 4; i++) {
		r.in[FL_FF_IN_POSITION][i] = i + 0.25;
		r.in[FL_FF_IN_COLOR][i] = i - 0.5;
	}
	run(&r, inst, fl_ff_vs_make(FL_FF_VS_CLEAR, inst));
	cr_assert_arr_eq(r.out[FL_FF_OUT_POSITION], r.in[FL_FF_IN_POSITION], sizeof(r.in[0]));
	cr_assert_arr_eq(r.out[FL_FF_OUT_COLOR], r.in[FL_FF_IN_COLOR], sizeof(r.in[0]));
	cr_assert_eq(fl_ff_needs(FL_FF_VS_CLEAR, 0), 0u);
}

/* Whoever makes a program has room for the longest. */
Test(ff, the_longest_programs_are_as_long_as_said)
{
	uint64_t vs = FL_FF_VS_LIGHTING | FL_FF_VS_COLOR_MATERIAL | FL_FF_VS_FOG(1 + FL_FOG_EXP2) |
		      FL_FF_VS_POINT_SIZE,
		 fs = FL_FF_FS_FOG | FL_FF_FS_STIPPLE;
	struct fl_ff_inst inst[400];

	for (uint32_t i = 0; i < 4; i++) {
		vs |= FL_FF_LIGHT_AT(FL_FF_LIGHT_ATTENUATED | FL_FF_LIGHT_SPECULAR, i);
		vs |= FL_FF_UNIT_AT(FL_FF_UNIT_ON | FL_FF_UNIT_GEN(FL_GEN_SPHERE) | FL_FF_UNIT_MATRIX |
					FL_FF_UNIT_THREE | FL_FF_UNIT_PROJ,
				    i);
		fs |= FL_FF_FS_UNIT_AT(FL_FF_FS_ON | FL_FF_FS_ENV(FL_DECAL) | FL_FF_FS_PROJ, i);
	}
	cr_assert_eq(fl_ff_vs_make(vs, inst), FL_FF_VS_LONGEST);
	cr_assert_eq(fl_ff_fs_make(fs, inst), FL_FF_FS_LONGEST);
	seed = 1;
	for (uint32_t i = 0; i < STATES; i++) {
		random_state();
		cr_assert_leq(fl_ff_vs_make(fl_ff_vs_key(&d), inst), FL_FF_VS_LONGEST);
		cr_assert_leq(fl_ff_fs_make(fl_ff_fs_key(&d), inst), FL_FF_FS_LONGEST);
	}
}

/* What changes owes at least the groups whose values change with it. */
Test(ff, what_changed_is_owed)
{
	static const struct {
		uint32_t dirty, owed;
	} rows[] = {
	    {FL_D_MVP, FL_FF_G_MVP},
	    {FL_D_NORMAL, FL_FF_G_NORMAL | FL_FF_G_EYE},
	    {FL_D_FOG, FL_FF_G_FOG | FL_FF_G_FOG_COLOR},
	    {FL_D_POINT, FL_FF_G_POINT},
	    {FL_D_LIGHT, FL_FF_G_LIGHTS | FL_FF_G_BASE},
	    {FL_D_MATERIAL, FL_FF_G_LIGHTS | FL_FF_G_BASE},
	    {FL_D_TEXMAT, FL_FF_G_UNITS},
	    {FL_D_TEXGEN, FL_FF_G_UNITS},
	    {FL_D_ENV, FL_FF_G_ENVS},
	    {FL_D_STIPPLE, FL_FF_G_STIPPLE},
	    {FL_D_DEPTH | FL_D_BLEND | FL_D_SCISSOR, 0},
	};
	uint32_t all = 0;

	for (uint32_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		cr_expect_eq(fl_ff_owed(rows[i].dirty), rows[i].owed, "row %u", i);
		all |= rows[i].owed;
	}
	cr_expect_eq(all, (1u << 20) - 1, "every group is owed by something");
	cr_expect_eq(fl_ff_owed(FL_D_INIT) & all, all);
}
