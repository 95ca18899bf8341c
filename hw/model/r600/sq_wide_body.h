/* SPDX-License-Identifier: MIT
 *
 * Operations in which all four vector units make one result: DOT4, CUBE, MAX4. Part of sq_kit_body.h.
 */
#define SOURCES(w, v) \
	const uint32_t *v##0 = (w)->v[0], *v##1 = (w)->v[1], *v##2 = (w)->v[2], *v##3 = (w)->v[3]
#define RESULTS(w)                                                                             \
	uint32_t *restrict d0 = (w)->d[0], *restrict d1 = (w)->d[1], *restrict d2 = (w)->d[2], \
			   *restrict d3 = (w)->d[3]

#define DOT(name, product)                                             \
	static void wide_##name(const struct sq_wide *w)               \
	{                                                              \
		SOURCES(w, a);                                         \
		SOURCES(w, b);                                         \
		RESULTS(w);                                            \
                                                                       \
		for (unsigned l = 0; l < SQ_LANES; l++) {              \
			float sum = product(sq_f(a0[l]), sq_f(b0[l])); \
                                                                       \
			sum += product(sq_f(a1[l]), sq_f(b1[l]));      \
			sum += product(sq_f(a2[l]), sq_f(b2[l]));      \
			sum += product(sq_f(a3[l]), sq_f(b3[l]));      \
			d0[l] = d1[l] = d2[l] = d3[l] = sq_r(sum);     \
		}                                                      \
	}
#define PLAIN(x, y) ((x) * (y))
DOT(dot4, sq_mul0)
DOT(dot4_ieee, PLAIN)

static inline uint32_t greater(uint32_t a, uint32_t b)
{
	return sq_f(a) >= sq_f(b) ? a : b;
}

static void wide_max4(const struct sq_wide *w)
{
	SOURCES(w, a);
	RESULTS(w);

	for (unsigned l = 0; l < SQ_LANES; l++)
		d0[l] = d1[l] = d2[l] = d3[l] = greater(greater(greater(a0[l], a1[l]), a2[l]), a3[l]);
}

/* The sources are v.zzxy and v.yxzz. Results: x = T, y = S, z = twice the major axis, w = the face. */
static void wide_cube(const struct sq_wide *w)
{
	SOURCES(w, a);
	RESULTS(w);

	(void)a1;
	for (unsigned l = 0; l < SQ_LANES; l++) {
		float x = sq_f(a2[l]), y = sq_f(a3[l]), z = sq_f(a0[l]);
		float ax = num_abs(x), ay = num_abs(y), az = num_abs(z);
		int is_z = (az >= ax) & (az >= ay), is_y = ay >= ax;
		float major = is_z ? z : is_y ? y : x;
		int back = major < 0.0f;
		float s_z = back ? -x : x, s_x = back ? z : -z, t_y = back ? -z : z;
		float first = is_z ? 4.0f : is_y ? 2.0f : 0.0f;

		d0[l] = sq_u(is_z ? -y : is_y ? t_y : -y);
		d1[l] = sq_u(is_z ? s_z : is_y ? x : s_x);
		d2[l] = sq_r(major * 2.0f);
		d3[l] = sq_u(back ? first + 1.0f : first);
	}
}

#undef SOURCES
#undef RESULTS
#undef DOT
#undef PLAIN
