/* SPDX-License-Identifier: MIT
 *
 * Operations in which all four vector units make one result: DOT4, CUBE, MAX4.
 */
#include "hw/model/r600/sq_math.h"

static void same(const struct sq_wide *w, unsigned lane, uint32_t value)
{
	for (unsigned u = 0; u < 4; u++)
		w->d[u][lane] = value;
}

void sq_wide_dot4(const struct sq_wide *w)
{
	for (unsigned l = 0; l < SQ_LANES; l++) {
		float sum = sq_mul0(sq_f(w->a[0][l]), sq_f(w->b[0][l]));

		for (unsigned u = 1; u < 4; u++)
			sum += sq_mul0(sq_f(w->a[u][l]), sq_f(w->b[u][l]));
		same(w, l, sq_r(sum));
	}
}

void sq_wide_dot4_ieee(const struct sq_wide *w)
{
	for (unsigned l = 0; l < SQ_LANES; l++) {
		float sum = sq_f(w->a[0][l]) * sq_f(w->b[0][l]);

		for (unsigned u = 1; u < 4; u++)
			sum += sq_f(w->a[u][l]) * sq_f(w->b[u][l]);
		same(w, l, sq_r(sum));
	}
}

void sq_wide_max4(const struct sq_wide *w)
{
	for (unsigned l = 0; l < SQ_LANES; l++) {
		uint32_t most = w->a[0][l];

		for (unsigned u = 1; u < 4; u++)
			most = sq_f(most) >= sq_f(w->a[u][l]) ? most : w->a[u][l];
		same(w, l, most);
	}
}

/* The sources are v.zzxy and v.yxzz. Results: x = T, y = S, z = twice the major axis, w = the face. */
void sq_wide_cube(const struct sq_wide *w)
{
	for (unsigned l = 0; l < SQ_LANES; l++) {
		float x = sq_f(w->a[2][l]), y = sq_f(w->a[3][l]), z = sq_f(w->a[0][l]);
		float ax = num_abs(x), ay = num_abs(y), az = num_abs(z), s, t, major, face;

		if (az >= ax && az >= ay) {
			s = z < 0.0f ? -x : x;
			t = -y;
			major = z;
			face = z < 0.0f ? 5.0f : 4.0f;
		} else if (ay >= ax) {
			s = x;
			t = y < 0.0f ? -z : z;
			major = y;
			face = y < 0.0f ? 3.0f : 2.0f;
		} else {
			s = x < 0.0f ? z : -z;
			t = -y;
			major = x;
			face = x < 0.0f ? 1.0f : 0.0f;
		}
		w->d[0][l] = sq_u(t);
		w->d[1][l] = sq_u(s);
		w->d[2][l] = sq_r(major * 2.0f);
		w->d[3][l] = sq_u(face);
	}
}
