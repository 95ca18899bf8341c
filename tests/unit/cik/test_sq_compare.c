/* SPDX-License-Identifier: MIT
 *
 * Comparisons of Sea Islands' waves: all of them, on numbers of every kind, into VCC, into other scalars, and
 * into EXEC.
 */
#include "tests/unit/cik/sq_rig.h"

#include <math.h>

TestSuite(cik_sq_compare, .timeout = 60);

static bool float_result(unsigned how, double p, double q)
{
	const bool u = isnan(p) || isnan(q);
	const bool r[16] = {
	    false,     p<q, p == q, p <= q, p> q, p < q || p > q, p >= q,    !u,        u,
	    !(p >= q), !(p < q || p > q),         !(p > q),       !(p <= q), !(p == q), !(p < q),
	    true};

	return r[how];
}

Test(cik_sq_compare, comparisons_of_floats)
{
	static const char *const how[16] = {"f", "lt",  "eq",  "le",  "gt",  "lg",  "ge",  "o",
					    "u", "nge", "nlg", "ngt", "nle", "neq", "nlt", "tru"};
	static const char *const form[4] = {"cmp", "cmpx", "cmps", "cmpsx"};
	static const double values[8] = {0, -0.0, 1, -1, 2, INFINITY, -INFINITY, NAN};
	char text[128];

	rig_open(1);
	for (unsigned wide = 0; wide < 2; wide++)
		for (unsigned f = 0; f < 4; f++)
			for (unsigned h = 0; h < 16; h++) {
				uint64_t want = 0, lanes = 0x7fffffffffffffff;

				for (unsigned l = 0; l < MCIK_LANES; l++) {
					const double p = values[l / 8], q = values[l % 8];
					const uint64_t a = wide ? rig_double(p) : rig_bits((float)p),
						       b = wide ? rig_double(q) : rig_bits((float)q);

					rig.w->v[4][l] = (uint32_t)a;
					rig.w->v[5][l] = (uint32_t)(a >> 32);
					rig.w->v[6][l] = (uint32_t)b;
					rig.w->v[7][l] = (uint32_t)(b >> 32);
					want |= (uint64_t)(float_result(h, p, q) && lanes >> l & 1) << l;
				}
				rig_set_pair(MCIK_EXEC, lanes);
				snprintf(text, sizeof text, "v_%s_%s_%s vcc, %s, %s", form[f], how[h],
					 wide ? "f64" : "f32", wide ? "v[4:5]" : "v4",
					 wide ? "v[6:7]" : "v6");
				rig_run(text);
				cr_expect_eq(rig_pair(MCIK_VCC), want, "%s: %llx, not %llx", text,
					     (unsigned long long)rig_pair(MCIK_VCC),
					     (unsigned long long)want);
				cr_expect_eq(rig_pair(MCIK_EXEC), f & 1 ? want : lanes, "%s: EXEC", text);
			}
	rig_close();
}

Test(cik_sq_compare, comparisons_of_integers)
{
	static const char *const how[8] = {"f", "lt", "eq", "le", "gt", "ne", "ge", "t"};
	static const uint64_t values[8] = {0, 1, ~0ull, 0x80000000, 1ull << 63, 0x7fffffff, 1ull << 32, 5};
	char text[128];

	rig_open(1);
	for (unsigned kind = 0; kind < 4; kind++)
		for (unsigned x = 0; x < 2; x++)
			for (unsigned h = 0; h < 8; h++) {
				const bool wide = kind & 1, has_sign = kind < 2;
				uint64_t want = 0;

				for (unsigned l = 0; l < MCIK_LANES; l++) {
					const uint64_t a = values[l / 8], b = values[l % 8];
					const uint64_t p = wide ? a : (uint32_t)a, q = wide ? b : (uint32_t)b;
					const int64_t s = wide ? (int64_t)a : (int32_t)a;
					const int64_t t = wide ? (int64_t)b : (int32_t)b;
					const bool less = has_sign ? s < t : p < q;
					const bool r[8] = {false,           less,   p == q, less || p == q,
							   !less && p != q, p != q, !less,  true};

					rig.w->v[4][l] = (uint32_t)a;
					rig.w->v[5][l] = (uint32_t)(a >> 32);
					rig.w->v[6][l] = (uint32_t)b;
					rig.w->v[7][l] = (uint32_t)(b >> 32);
					want |= (uint64_t)r[h] << l;
				}
				rig_set_pair(MCIK_EXEC, ~0ull);
				snprintf(text, sizeof text, "v_cmp%s_%s_%c%s s[20:21], %s, %s", x ? "x" : "",
					 how[h], has_sign ? 'i' : 'u', wide ? "64" : "32",
					 wide ? "v[4:5]" : "v4", wide ? "v[6:7]" : "v6");
				rig_run(text);
				cr_expect_eq(rig_pair(20), want, "%s: %llx, not %llx", text,
					     (unsigned long long)rig_pair(20), (unsigned long long)want);
				cr_expect_eq(rig_pair(MCIK_EXEC), x ? want : ~0ull, "%s: EXEC", text);
			}
	rig_close();
}

Test(cik_sq_compare, classes)
{
	static const uint32_t values[10] = {0x7f800001, 0x7fc00000, 0xff800000, 0xbf800000, 0x80000001,
					    0x80000000, 0,          1,          0x3f800000, 0x7f800000};
	static const uint64_t values64[10] = {0x7ff0000000000001,
					      0x7ff8000000000000,
					      0xfff0000000000000,
					      0xbff0000000000000,
					      0x8000000000000001,
					      0x8000000000000000,
					      0,
					      1,
					      0x3ff0000000000000,
					      0x7ff0000000000000};

	rig_open(1);
	for (unsigned k = 0; k < 10; k++) {
		rig_set(4, values[k]);
		rig_set(6, values64[k]);
		rig_set(8, 1u << k);
		rig_set_pair(MCIK_EXEC, ~0ull);
		rig_run("v_cmp_class_f32 s[20:21], v4, v8\nv_cmp_class_f64 s[22:23], v[6:7], v8\nv_not_b32 "
			"v8, v8\n"
			"v_cmp_class_f32 s[24:25], v4, v8\nv_cmp_class_f64 s[26:27], v[6:7], v8\n"
			"v_cmpx_class_f64 vcc, v[6:7], v8");
		cr_expect_eq(rig_pair(20), ~0ull, "class %u", k);
		cr_expect_eq(rig_pair(22), ~0ull, "class %u of 64 bits", k);
		cr_expect_eq(rig_pair(24), 0ull, "not class %u", k);
		cr_expect_eq(rig_pair(26), 0ull, "not class %u of 64 bits", k);
		cr_expect_eq(rig_pair(MCIK_EXEC), 0ull, "class %u", k);
		rig_set_pair(MCIK_EXEC, ~0ull);
		rig_run("v_cmpx_class_f32 vcc, v4, v8");
		cr_expect_eq(rig_pair(MCIK_EXEC), 0ull, "class %u", k);
	}
	rig_close();
}
