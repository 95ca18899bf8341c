/* SPDX-License-Identifier: MIT
 *
 * The tessellator of Sea Islands' model: rules of OpenGL 4.0 chapter 2.12.2 and of the Direct3D 11 functional
 * specification, and what any cut must be: triangles that cover the domain once.
 */
#include "hw/model/cik/tess.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ONE = MCIK_TESS_ONE };

static struct mcik_tess t;

static void cut(unsigned domain, unsigned spacing, unsigned output, const float *factor)
{
	const struct mcik_tess_kind kind = {(uint8_t)domain, (uint8_t)spacing, (uint8_t)output, 64};

	mcik_tess_cut(&t, &kind, factor);
}

/* Twice the area of triangle i, positive where it turns from u to v. */
static int64_t area(uint32_t i)
{
	const uint16_t *p = t.index + 3 * i;
	const int64_t u0 = t.u[p[0]], v0 = t.v[p[0]];

	return (t.u[p[1]] - u0) * (t.v[p[2]] - v0) - (t.u[p[2]] - u0) * (t.v[p[1]] - v0);
}

static bool on_border(unsigned domain, unsigned a, unsigned b)
{
	const uint32_t wa = ONE - t.u[a] - t.v[a], wb = ONE - t.u[b] - t.v[b];

	if ((!t.u[a] && !t.u[b]) || (!t.v[a] && !t.v[b]))
		return true;
	return domain == MCIK_TESS_TRIANGLE
		   ? !wa && !wb
		   : (t.u[a] == ONE && t.u[b] == ONE) || (t.v[a] == ONE && t.v[b] == ONE);
}

/* Every edge is met once in each direction, or once, on the border: nothing is open, and nothing twice. */
static void check_closed(unsigned domain, const char *what)
{
	static uint8_t met[MCIK_TESS_POINTS][MCIK_TESS_POINTS];

	memset(met, 0, sizeof met);
	for (uint32_t i = 0; i < t.n_indices; i++) {
		const uint32_t next = i % 3 == 2 ? i - 2 : i + 1;

		met[t.index[i]][t.index[next]]++;
	}
	for (unsigned a = 0; a < t.n_points; a++)
		for (unsigned b = 0; b < t.n_points; b++) {
			if (!met[a][b])
				continue;
			cr_assert_eq(met[a][b], 1, "%s: edge %u-%u twice", what, a, b);
			cr_assert(met[b][a] == 1 || on_border(domain, a, b), "%s: edge %u-%u is open", what,
				  a, b);
		}
}

static void check_cover(unsigned domain, const float *f, const char *what)
{
	const int64_t whole = (int64_t)ONE * ONE * (domain == MCIK_TESS_QUAD ? 2 : 1);
	int64_t sum = 0;

	for (uint32_t i = 0; i < t.n_indices / 3; i++) {
		cr_assert_geq(area(i), 0, "%s (%g %g %g %g): triangle %u turns the other way", what,
			      (double)f[0], (double)f[1], (double)f[2], (double)f[3], i);
		sum += area(i);
	}
	cr_assert_eq(sum, whole, "%s (%g %g %g %g): twice the area is %lld of %lld", what, (double)f[0],
		     (double)f[1], (double)f[2], (double)f[3], (long long)sum, (long long)whole);
}

Test(cik_tess, triangles_cover_the_domain_once)
{
	static const float some[] = {1, 1.0001f, 1.5f, 2, 2.75f, 3, 3.2f, 4, 5.5f, 7, 8, 11.3f, 64};
	enum { SOME = sizeof some / sizeof some[0] };
	char what[64];

	srand(1);
	for (unsigned domain = MCIK_TESS_TRIANGLE; domain <= MCIK_TESS_QUAD; domain++)
		for (unsigned spacing = 0; spacing <= MCIK_TESS_EVEN; spacing++)
			for (unsigned trial = 0; trial < 60; trial++) {
				float f[MCIK_TESS_FACTORS];

				for (unsigned i = 0; i < MCIK_TESS_FACTORS; i++)
					f[i] = some[(unsigned)rand() % (trial < 50 ? SOME - 1 : SOME)];
				snprintf(what, sizeof what, "domain %u, spacing %u, trial %u", domain,
					 spacing, trial);
				cut(domain, spacing, MCIK_TESS_U_TO_V, f);
				cr_assert(t.n_points <= MCIK_TESS_POINTS && t.n_indices <= MCIK_TESS_INDICES);
				check_cover(domain, f, what);
				if (t.n_points < 700)
					check_closed(domain, what);
			}
}

/* OpenGL 4.0 2.12.2.1: rings of 3 (n - 2 r) edges around a point or a triangle. */
static unsigned triangle_points(unsigned n)
{
	unsigned all = 0;

	for (unsigned r = 0; 2 * r < n; r++)
		all += 3 * (n - 2 * r);
	return all + (n % 2 == 0);
}

Test(cik_tess, whole_factors)
{
	for (unsigned n = 1; n <= 64; n++) {
		const float k = (float)n, f[MCIK_TESS_FACTORS] = {k, k, k, k, k, k};

		cut(MCIK_TESS_TRIANGLE, MCIK_TESS_INTEGER, MCIK_TESS_U_TO_V, f);
		cr_expect_eq(t.n_points, triangle_points(n), "%u: %u points", n, t.n_points);
		cut(MCIK_TESS_QUAD, MCIK_TESS_INTEGER, MCIK_TESS_U_TO_V, f);
		cr_expect_eq(t.n_points, (n + 1) * (n + 1), "%u: %u points", n, t.n_points);
		cr_expect_eq(t.n_indices, 6 * n * n);
		for (unsigned i = 0; i < t.n_points; i++) { /* each is a point of the grid */
			const double u = t.u[i] * (double)n / ONE, v = t.v[i] * (double)n / ONE;

			cr_assert(fabs(u - round(u)) < 0.001 && fabs(v - round(v)) < 0.001);
		}
	}
}

/* The edges that a factor belongs to: how many segments lie on each. */
static unsigned segments(bool (*on)(unsigned))
{
	unsigned n = 0;

	for (unsigned i = 0; i < t.n_points; i++)
		n += on(i);
	return n - 1;
}

static bool u_0(unsigned i)
{
	return !t.u[i];
}
static bool v_0(unsigned i)
{
	return !t.v[i];
}
static bool w_0(unsigned i)
{
	return t.u[i] + t.v[i] == ONE;
}
static bool u_1(unsigned i)
{
	return t.u[i] == ONE;
}
static bool v_1(unsigned i)
{
	return t.v[i] == ONE;
}

Test(cik_tess, each_factor_has_its_edge)
{
	static const float f[MCIK_TESS_FACTORS] = {3, 5, 7, 9, 4, 6}, triangle[] = {3, 5, 7, 4};

	cut(MCIK_TESS_TRIANGLE, MCIK_TESS_INTEGER, MCIK_TESS_U_TO_V, triangle);
	cr_expect_eq(segments(u_0), 3);
	cr_expect_eq(segments(v_0), 5);
	cr_expect_eq(segments(w_0), 7);
	cut(MCIK_TESS_QUAD, MCIK_TESS_INTEGER, MCIK_TESS_U_TO_V, f);
	cr_expect_eq(segments(u_0), 3);
	cr_expect_eq(segments(v_0), 5);
	cr_expect_eq(segments(u_1), 7);
	cr_expect_eq(segments(v_1), 9);
	cr_expect_eq(t.n_points, 3 + 5 + 7 + 9 + 3 * 5, "the inner grid has 3 columns and 5 rows");
}

static int by_size(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* OpenGL 4.0 2.12.2: of n segments, the next even or odd number, n - 2 are equal, the two others are equal
 * and not longer, and the smaller the factor, the shorter; at n - 2 they are nothing, at n like the
 * others. */
Test(cik_tess, fractional_edges)
{
	for (unsigned odd = 0; odd < 2; odd++)
		for (float f = 2.01f + (float)odd; f < 24; f += 0.37f) {
			const unsigned n = 2 * (unsigned)ceilf((f - (float)odd) / 2) + odd;
			const float factor[2] = {f, 1};
			uint32_t at[MCIK_TESS_MOST + 1], length[MCIK_TESS_MOST];
			/* in between, points move from places of n - 2 to places of n in a straight line */
			const double part = 1 - (n - (double)f) / 2, full = (1 - part) / (n - 2.0) + part / n;

			cut(MCIK_TESS_LINES, odd ? MCIK_TESS_ODD : MCIK_TESS_EVEN, MCIK_TESS_TO_LINES,
			    factor);
			cr_assert_eq(t.n_points, n + 1, "%g: %u points", (double)f, t.n_points);
			memcpy(at, t.u, sizeof at);
			qsort(at, n + 1, sizeof at[0], by_size);
			cr_expect(at[0] == 0 && at[n] == ONE);
			for (unsigned i = 0; i < n; i++) {
				length[i] = at[i + 1] - at[i];
				cr_expect_eq(at[i], ONE - at[n - i], "%g: not symmetric", (double)f);
			}
			qsort(length, n, sizeof length[0], by_size);
			for (unsigned i = 2; i < n; i++)
				cr_expect(fabs(length[i] / (double)ONE - full) < 4.0 / ONE,
					  "%g: segment of %u, not %g", (double)f, length[i], full * ONE);
			for (unsigned i = 0; i < 2; i++)
				cr_expect(fabs(length[i] / (double)ONE - part / n) < 4.0 / ONE,
					  "%g: short segment of %u, not %g", (double)f, length[i],
					  part / n * ONE);
		}
}

Test(cik_tess, lines)
{
	static const float f[2] = {4, 2.5f}; /* three lines of four segments */

	cut(MCIK_TESS_LINES, MCIK_TESS_INTEGER, MCIK_TESS_TO_LINES, f);
	cr_assert_eq(t.n_points, 15);
	cr_assert_eq(t.n_indices, 24);
	for (unsigned i = 0; i < t.n_indices; i += 2) {
		const unsigned a = t.index[i], b = t.index[i + 1];

		cr_expect_eq(t.u[b] - t.u[a], ONE / 4);
		cr_expect_eq(t.v[a], t.v[b]);
	}
	cr_expect_eq(t.v[0], 0);
	cr_expect_eq(t.v[5], (ONE + 1) / 3);
	cr_expect_eq(t.v[10], (2 * ONE + 1) / 3);
}

Test(cik_tess, what_comes_out)
{
	static const float f[MCIK_TESS_FACTORS] = {2, 2, 2, 2, 2, 2};

	cut(MCIK_TESS_QUAD, MCIK_TESS_INTEGER, MCIK_TESS_V_TO_U, f);
	cr_assert_eq(t.n_indices, 24);
	for (uint32_t i = 0; i < t.n_indices / 3; i++)
		cr_expect_lt(area(i), 0);
	cut(MCIK_TESS_QUAD, MCIK_TESS_INTEGER, MCIK_TESS_TO_POINTS, f);
	cr_assert_eq(t.n_indices, 9);
	for (unsigned i = 0; i < 9; i++)
		cr_expect_eq(t.index[i], i);
}

Test(cik_tess, patches_that_are_dropped)
{
	static const float bad[] = {0, -1, NAN};

	for (unsigned domain = 0; domain <= MCIK_TESS_QUAD; domain++)
		for (unsigned outer = 0; outer < 2 + domain; outer++)
			for (unsigned b = 0; b < 3; b++) {
				float f[MCIK_TESS_FACTORS] = {2, 2, 2, 2, 2, 2};

				f[outer] = bad[b];
				cut(domain, MCIK_TESS_INTEGER, MCIK_TESS_U_TO_V, f);
				cr_expect_eq(t.n_indices, 0, "domain %u, outer %u", domain, outer);
			}
}

/* An inner factor drops nothing, whatever it is. */
Test(cik_tess, inner_factors_are_bounded)
{
	static const float odd_ones[] = {0, -3, NAN, INFINITY, 1e9f};

	for (unsigned i = 0; i < 5; i++) {
		const float f[] = {2, 2, 2, odd_ones[i]};

		cut(MCIK_TESS_TRIANGLE, MCIK_TESS_INTEGER, MCIK_TESS_U_TO_V, f);
		cr_expect(t.n_indices);
		check_cover(MCIK_TESS_TRIANGLE, f, "inner");
	}
}
