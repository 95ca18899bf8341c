/* SPDX-License-Identifier: MIT
 *
 * Numbers as registers hold them: floats, fixed point, signs, one less than is meant; and floats as decimals,
 * of which the C library is the judge.
 */
#include "hw/fl_decimal.h"
#include "tests/unit/test_regtool_cmd.h"
#include "tests/unit/test_regtool_rig.h"

#include <math.h>

static char out[1 << 16], err[4096];

#define RUN(...) run((const char *const[]){__VA_ARGS__, NULL})

static int run(const char *const *words)
{
	int code = cmd_run(words);

	cmd_text(out_path, out, sizeof(out));
	cmd_text(err_path, err, sizeof(err));
	return code;
}

#define SAYS(text, what) cr_assert(strstr(text, what), "'%s' is not in:\n%.2000s", what, text)

TestSuite(regs_number, .init = cmd_paths, .fini = cmd_clean, .timeout = 60);

static float as_float(uint32_t bits)
{
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

static uint32_t as_bits(float f)
{
	uint32_t bits;

	memcpy(&bits, &f, sizeof(bits));
	return bits;
}

/* ---- decimals ------------------------------------------------------------------------------------------ */
Test(regs_number, decimals_read_back)
{
	static const uint32_t edges[] = {0,          0x80000000, 1,          0x007fffff,
					 0x00800000, 0x7f7fffff, 0x3f800000, 0x3f7fffff,
					 0x4b7fffff, 0x4f000000, 0xbf800000, 0x3dcccccd};
	uint32_t seed = 0x2545f491;
	char text[32];

	for (unsigned i = 0; i < 20000; i++) {
		uint32_t bits = i < sizeof(edges) / sizeof(*edges) ? edges[i] : seed;

		seed ^= seed << 13;
		seed ^= seed >> 17;
		seed ^= seed << 5;
		if (!isfinite(as_float(bits)))
			continue;
		fl_decimal_write(bits, text, sizeof(text));
		cr_assert_eq(as_bits(strtof(text, NULL)), bits, "0x%08x: %s", bits, text);
		cr_assert_leq(strlen(text), 16, "%s", text);
		const char *part = strchr(text, '.'), *end = strchr(text, 'e');

		cr_assert(part, "%s", text);
		end = end ? end : text + strlen(text);
		cr_assert(end - part == 2 || end[-1] != '0', "%s: a digit that says nothing", text);
	}
}

Test(regs_number, decimals_as_the_c_library_reads_them)
{
	uint32_t seed = 0x9e3779b9;
	char text[40];

	for (unsigned i = 0; i < 20000; i++) {
		const char *at = text;
		uint32_t bits;

		seed = seed * 1664525 + 1013904223;
		snprintf(text, sizeof(text), "%u.%ue%d", seed >> 20, seed & 0xfffff,
			 (int)(seed >> 12 & 63) - 32);
		bits = fl_decimal_read(&at, text + strlen(text));
		cr_assert_eq(bits, as_bits(strtof(text, NULL)), "%s", text);
		cr_assert_eq(*at, 0, "%s", text);
	}
}

/* Nothing behind the end is looked at: what stands there changes neither the number nor where it ends. And
 * where the end cuts an exponent off, the number before it is what there is. */
Test(regs_number, decimals_end_where_they_end)
{
	static const char *const texts[] = {"1e5", "12.75e-3", "0.5e+12", "7",    "3.",
					    ".25", "1e",       "1e+",     "2.5e-"},
				 behind[] = {'0', '9', '.', 'e', 'E', '+', '-', ' ', 0};

	for (unsigned i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		for (size_t n = 1; n <= strlen(texts[i]); n++)
			for (unsigned k = 0; k < sizeof(behind); k++) {
				char text[16], cut[16];
				const char *at = text;
				char *stop;
				uint32_t bits;

				memset(text, behind[k], sizeof(text));
				memcpy(text, texts[i], n);
				snprintf(cut, sizeof(cut), "%.*s", (int)n, texts[i]);
				bits = fl_decimal_read(&at, text + n);
				cr_assert_eq(bits, as_bits(strtof(cut, &stop)), "'%s' and then '%c'", cut,
					     behind[k]);
				cr_assert(at - text == stop - cut || cut[0] == '.', "'%s' and then '%c': %td",
					  cut, behind[k], at - text);
			}
}

/* However many zeros there are in front of a number or behind it, an exponent brings it back; one that they
 * do not reach leaves nothing, or more than any float. */
Test(regs_number, decimals_of_many_digits)
{
	enum { MOST = 20000 };
	static char text[MOST + 64];

	for (unsigned zeros = 1; zeros <= MOST; zeros = zeros * 3 + 1)
		for (int more = -60; more <= 60; more++)
			for (unsigned small = 0; small < 2; small++) {
				const char *at = text;
				char *p = text, want[32];
				uint32_t bits;

				p += sprintf(p, "%s", small ? "0." : "2");
				memset(p, '0', zeros);
				p += zeros;
				p += sprintf(p, "%s", small ? "2" : "");
				p += sprintf(p, "e%d", small ? (int)zeros + 1 + more : more - (int)zeros);
				snprintf(want, sizeof(want), "2e%d", more);
				bits = fl_decimal_read(&at, p);
				cr_assert_eq(bits, as_bits(strtof(want, NULL)), "%u zeros, %s: 0x%08x", zeros,
					     want, bits);
				cr_assert(at == p);
			}
	for (unsigned zeros = 1; zeros <= MOST; zeros = zeros * 3 + 1)
		for (unsigned nines = 6; nines < 40; nines++)
			for (unsigned small = 0; small < 2; small++) {
				const char *at = text;
				char *p = text;

				p += sprintf(p, "%s", small ? "0." : "2");
				memset(p, '0', zeros);
				p += zeros;
				p += sprintf(p, "%se%s", small ? "2" : "", small ? "" : "-");
				memset(p, '9', nines);
				p += nines;
				cr_assert_eq(fl_decimal_read(&at, p), small ? 0x7f800000u : 0u,
					     "%u zeros, %u nines", zeros, nines);
				cr_assert(at == p);
			}
}

Test(regs_number, short_decimals)
{
	static const struct {
		float f;
		const char *text;
	} shorts[] = {{512, "512.0"},    {-0.25f, "-0.25"},  {0.1f, "0.1"},           {1e10f, "1.0e10"},
		      {1e-7f, "1.0e-7"}, {65535, "65535.0"}, {1.0f / 3, "0.33333334"}};
	char text[32];

	for (unsigned i = 0; i < sizeof(shorts) / sizeof(*shorts); i++) {
		fl_decimal_write(as_bits(shorts[i].f), text, sizeof(text));
		cr_expect_str_eq(text, shorts[i].text);
	}
	fl_decimal_write(0x7f800000, text, sizeof(text));
	cr_expect_str_eq(text, "inf");
	fl_decimal_write(0x7fc00000, text, sizeof(text));
	cr_expect_str_eq(text, "nan");
}

/* The fewest digits that read as the same float, by the C library; around powers of two, where neighbours are
 * not equally far, and of ten, and anywhere. Up to nine digits before the point, and from 10^-5 on, there is
 * no exponent. */
Test(regs_number, decimals_have_as_few_digits_as_can_be)
{
	enum { ANYWHERE = 4000, AROUND = 5 };
	uint32_t seed = 0x6b8b4567;

	for (unsigned i = 0; i < ANYWHERE + 254 * AROUND + 77 * AROUND; i++) {
		const unsigned near = i - ANYWHERE;
		uint32_t bits = seed & 0x7fffffff;
		char text[32], least[32], digits[32] = "";
		unsigned n = 0, own = 0;
		int power;

		seed = seed * 1664525 + 1013904223;
		if (i >= ANYWHERE && near < 254 * AROUND)
			bits = (near / AROUND + 1) * 0x800000 + near % AROUND - AROUND / 2;
		else if (i >= ANYWHERE)
			bits =
			    as_bits(powf(10, (int)(near / AROUND) - 254 - 38)) + near % AROUND - AROUND / 2;
		if (!bits || bits >= 0x7f800000)
			continue;
		do
			snprintf(least, sizeof(least), "%.*e", (int)n++, (double)as_float(bits));
		while (as_bits(strtof(least, NULL)) != bits);
		power = atoi(strchr(least, 'e') + 1);
		fl_decimal_write(bits, text, sizeof(text));
		for (const char *p = text; *p && *p != 'e'; p++)
			if (*p != '.' && (own || *p != '0'))
				digits[own++] = *p;
		while (own && digits[own - 1] == '0')
			digits[--own] = 0;
		cr_expect_leq(own, n, "0x%08x: %s and %s", bits, text, least);
		cr_expect_eq(!strchr(text, 'e'), power >= -5 && power < 9, "0x%08x: %s and %s", bits, text,
			     least);
		cr_expect_eq(as_bits(strtof(text, NULL)), bits, "0x%08x: %s", bits, text);
	}
}

/* ---- what registers hold ------------------------------------------------------------------------------- */
/* What is printed reads as the same value: of every field of every family, its lowest and highest values and
 * some between. */
Test(regs_number, every_number_reads_back)
{
	unsigned n = 0;

	for (unsigned i = 0; fl_regs_family(i); i++)
		for (unsigned k = 0; k < fl_regs_count(fl_regs_family(i)); k++) {
			struct fl_reg_field f;
			struct fl_reg r;

			fl_regs_at(fl_regs_family(i), k, &r);
			for (unsigned j = 0; fl_reg_field(&r, j, &f); j++) {
				uint32_t top = 0xffffffffu >> (32 - f.width);
				const uint32_t some[] = {0, 1, top / 3, top / 2, top / 2 + 1, top - 1, top};

				for (unsigned s = 0; s < sizeof(some) / sizeof(*some); s++) {
					uint32_t value = some[s] << f.shr, back = ~value;
					char text[24];

					if (fl_reg_number(&r, &f, value, text, sizeof(text)) <= 0 ||
					    isnan(strtof(text, NULL)))
						continue;
					n++;
					cr_assert_eq(fl_reg_number_read(&r, &f, text, &back), FL_REG_READ_OK,
						     "%s.%s: %s", r.name, f.name, text);
					cr_assert_eq(back, value, "%s.%s: %s is 0x%x, not 0x%x", r.name,
						     f.name, text, back, value);
				}
			}
		}
	cr_assert_gt(n, 500, "%u numbers", n);
}

/* R5xx guide: VAP_VPORT_XSCALE, "an IEEE float"; FG_FOG_FACTOR, "fixed (0.10)"; TX_FILTER1.LOD_BIAS, bits
 * 12:3, "s4.5"; TX_FORMAT0.TXWIDTH, "width - 1"; VAP_INDEX_OFFSET, 25 bits, "signed 2`s comp". */
Test(regs_number, written_as_they_are_meant)
{
	static const struct {
		const char *word;
		uint32_t value;
	} words[] = {
	    {"VAP_VPORT_XSCALE=512.0", 0x44000000},
	    {"VAP_VPORT_XSCALE=-1e-2", 0xbc23d70a},
	    {"VAP_VPORT_XSCALE=0x42", 0x42},
	    {"VAP_VPORT_XSCALE=0", 0},
	    {"VAP_VPORT_XSCALE.VPORT_XSCALE=0.5", 0x3f000000},
	    {"FG_FOG_FACTOR.FACTOR=0.5", 512},
	    {"TX_FILTER1[0].LOD_BIAS=-1.25", (0x400 - 40) << 3},
	    {"TX_FORMAT0[0].TXWIDTH=1024-1,TXHEIGHT=512-1", 1023 | 511 << 11},
	    /* bits 31:5 of an address, the others say other things; two bits of a turn */
	    {"TX_OFFSET[0].TXOFFSET=@0x40010020,MACRO_TILE=1", 0x40010024},
	    {"D1VGA_CONTROL.D1VGA_ROTATE=270deg", 3u << 24},
	    {"VAP_INDEX_OFFSET.INDEX_OFFSET=-3", 0x1fffffd},
	};
	static const char *const wrong[] = {
	    "VAP_VPORT_XSCALE=512",
	    "VAP_VPORT_XSCALE=abc",
	    "VAP_VPORT_XSCALE=1.0x",
	    "VAP_VPORT_XSCALE=--1.0",
	    "FG_FOG_FACTOR.FACTOR=1.5",
	    "FG_FOG_FACTOR.FACTOR=-0.5",
	    "FG_FOG_FACTOR.FACTOR=12",
	    "TX_FORMAT0[0].TXWIDTH=4096-1",
	    "TX_FORMAT0[0].TXWIDTH=0-1",
	    "TX_FORMAT0[0].TXWIDTH=1024-2",
	    "TX_FILTER1[0].LOD_BIAS=16.0",
	    "TX_FILTER1[0].LOD_BIAS=-16.5",
	    "VAP_INDEX_OFFSET.INDEX_OFFSET=-16777217",
	    "TX_OFFSET[0].TXOFFSET=@0x40010004", /* not a multiple of 32 */
	    "TX_OFFSET[0].TXOFFSET=@0x140000000",
	    "TX_OFFSET[0].TXOFFSET=@40010000",
	    "TX_OFFSET[0].TXOFFSET=@0x",
	    "TX_OFFSET[0].TXOFFSET=@0x4001000g",
	    "TX_OFFSET[0].TXOFFSET=@0xfffffffffffffffff",
	    "D1VGA_CONTROL.D1VGA_ROTATE=45deg",
	    "D1VGA_CONTROL.D1VGA_ROTATE=360deg",
	    "D1VGA_CONTROL.D1VGA_ROTATE=-90deg",
	    "D1VGA_CONTROL.D1VGA_ROTATE=90degrees",
	    "SCRATCH_REG[0]=-1",
	    "SCRATCH_REG[0]=1.5",
	};
	struct toolrig r;

	toolrig_open(&r, "r580");
	r.t.force = FL_REG_DISPLAY;
	for (unsigned i = 0; i < sizeof(words) / sizeof(*words); i++) {
		cr_assert_eq(toolrig_do(&r, FL_REGTOOL_WRITE, words[i].word), FL_OK, "%s", r.err.text);
		cr_expect_eq(r.said[0].value & r.said[0].mask, words[i].value, "%s: 0x%x", words[i].word,
			     r.said[0].value);
	}
	for (unsigned i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		cr_expect_eq(toolrig_do(&r, FL_REGTOOL_WRITE, wrong[i]), FL_USAGE, "%s", wrong[i]);
		cr_expect(strstr(r.err.text, wrong[i]), "%s: %s", wrong[i], r.err.text);
	}
	toolrig_close(&r);
}

Test(regs_number, printed_as_they_are_meant)
{
	cr_assert_eq(RUN("decode", "VAP_VPORT_XSCALE", "0x44000000"), FL_OK, "%s", err);
	SAYS(out, "0x44000000 512.0");
	cr_assert_eq(RUN("decode", "VAP_VPORT_XSCALE", "-1.5"), FL_OK, "%s", err);
	SAYS(out, "0xbfc00000 -1.5");
	cr_assert_eq(RUN("decode", "VAP_VPORT_XSCALE"), FL_OK, "%s", err);
	SAYS(out, "a float");
	cr_assert_eq(RUN("decode", "TX_FORMAT0", "0x3ff"), FL_OK, "%s", err);
	SAYS(out, "0x3ff 1024-1");
	cr_assert_eq(RUN("write", "VAP_VPORT_XSCALE=512.0", "VAP_VPORT_XSCALE=-0.25"), FL_OK, "%s", err);
	SAYS(out, "0x00000000 0.0 -> 0x44000000 512.0");
	SAYS(out, "0x44000000 512.0 -> 0xbe800000 -0.25");
	cr_assert_eq(RUN("decode", "VAP_VPORT_XSCALE", "0x44000000", "--json"), FL_OK, "%s", err);
	SAYS(out, "\"number\": 512.0");
	cr_assert_eq(RUN("decode", "FG_FOG_FACTOR", "--json"), FL_OK, "%s", err);
	SAYS(out, "\"type\": \"ufixed\"");
	SAYS(out, "\"point\": 10");
	cr_assert_eq(RUN("decode", "CB_COLOR0_BASE", "0x400100", "--chip", "rv770"), FL_OK, "%s", err);
	SAYS(out, "0x00400100 @0x40010000");
	cr_assert_eq(RUN("decode", "CB_COLOR0_BASE", "@0x40010000", "--chip", "rv770", "--json"), FL_OK, "%s",
		     err);
	SAYS(out, "\"value\": 4194560");
	SAYS(out, "\"number\": 1073807360");
	/* 32 bits without the last eight reach further than 32 bits do */
	cr_assert_eq(RUN("decode", "CB_COLOR0_BASE", "@0x100030000", "--chip", "bonaire"), FL_OK, "%s", err);
	SAYS(out, "0x01000300 @0x100030000");
	cr_assert_eq(RUN("decode", "D1VGA_CONTROL", "0x01000000"), FL_OK, "%s", err);
	SAYS(out, "90deg");
	cr_assert_eq(RUN("decode", "TX_OFFSET"), FL_OK, "%s", err);
	SAYS(out, "an address (@0x1000), of 32 bytes each");
	cr_assert_eq(RUN("decode", "D1VGA_CONTROL", "--json"), FL_OK, "%s", err);
	SAYS(out, "\"type\": \"angle\"");
	/* Mesa r600_state.c, si_state_viewport.c, etnaviv_state.c: floats, too */
	cr_assert_eq(RUN("decode", "PA_CL_VPORT_XSCALE", "0x3f800000", "--chip", "rv770"), FL_OK, "%s", err);
	SAYS(out, "0x3f800000 1.0");
	cr_assert_eq(RUN("decode", "PA_CL_VPORT_XSCALE[3]", "0.1", "--chip", "bonaire"), FL_OK, "%s", err);
	SAYS(out, "0x3dcccccd 0.1");
	cr_assert_eq(RUN("decode", "PA_VIEWPORT_SCALE_X", "64.0", "--chip", "gc2000"), FL_OK, "%s", err);
	SAYS(out, "0x42800000 64.0");
	/* GC facts, Mesa etnaviv_texture_state.c: log2(37) in 5.5 is 0xa7, which is 5 and 7/32 */
	cr_assert_eq(RUN("decode", "TE_SAMPLER_LOG_SIZE[0]", "0xa7", "--chip", "gc2000"), FL_OK, "%s", err);
	SAYS(out, "0xa7 5.21875");
}

/* Mesa's streams: a viewport's scale is half of what is drawn on, which is 32 pixels wide here. */
Test(regs_number, streams_say_what_is_meant)
{
	cr_assert_eq(RUN("stream", "tests/traces/r500.tar.xz", "--query", "VAP_VPORT_XSCALE"), FL_OK, "%s",
		     err);
	SAYS(out, "VAP_VPORT_XSCALE=0x41800000 VPORT_XSCALE=16.0");
	cr_assert_eq(RUN("stream", "tests/traces/r500.tar.xz", "--query", "VAP_VPORT_XSCALE", "--json"),
		     FL_OK, "%s", err);
	SAYS(out, "\"number\":16.0");
}
