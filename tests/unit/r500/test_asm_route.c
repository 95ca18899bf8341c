/* SPDX-License-Identifier: MIT
 *
 * Numbers as the assembler reads them, against the C library's; and the registers that follow from declared
 * inputs and outputs, against those that the library's drawing code sends for the same vertex format.
 */
#include "hw/regs/r500.h"
#include "lib/r500/asm.h"
#include "lib/r500/programs.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(asm_route, .timeout = 30);

/* ---- numbers ------------------------------------------------------------------------------------------- */
static uint32_t bits_of(const char *s)
{
	static struct fl_asm a;
	uint32_t bits;

	fl_asm_begin(&a, s, strlen(s));
	cr_assert(fl_asm_float(&a, &bits), "%s", s);
	cr_assert_eq(a.at, a.end, "%s", s);
	return bits;
}

static void same(const char *s)
{
	float f = strtof(s, NULL);
	uint32_t want;

	memcpy(&want, &f, 4);
	cr_assert_eq(bits_of(s), want, "%s: 0x%08x, not 0x%08x", s, bits_of(s), want);
}

Test(asm_route, numbers_are_rounded_to_the_nearest)
{
	static const char *const hard[] = {
	    "0",
	    "-0",
	    "1",
	    "0.1",
	    "1e-3",
	    "3.4028235e38",
	    "3.4028236e38",
	    "3.5e38",
	    "1e39",
	    "1e400",
	    "1.17549435e-38",
	    "1.1754942e-38",
	    "1.4e-45",
	    "7e-46",
	    "7.1e-46",
	    "1e-50",
	    "1e-400",
	    "16777217",
	    "16777219",
	    "33554434.0000001",
	    "0.0000000000000000000000000000000000000000000014",
	    "123456789012345678901234567890",
	    "5e-324",
	    ".5",
	    "5.",
	    "1.00000005960464477539062500000000000001",
	    "1.000000059604644775390625",
	    "1.000000178813934326171875",
	    "9007199791611905e-9",
	    "0.30000001192092896",
	};
	static const uint32_t seeds = 20000;
	char text[64];
	uint64_t s = 12345;

	for (unsigned i = 0; i < sizeof(hard) / sizeof(hard[0]); i++)
		same(hard[i]);
	for (uint32_t i = 0; i < seeds; i++) {
		uint32_t w;
		float f;

		s ^= s << 13, s ^= s >> 7, s ^= s << 17;
		w = (uint32_t)(s >> 20) & 0x7fffffff;
		if (w >= 0x7f800000)
			continue;
		memcpy(&f, &w, 4);
		snprintf(text, sizeof(text), "%.*e", 5 + (int)(i % 14), (double)f);
		same(text);
	}
	cr_assert_eq(bits_of("0x3f800000"), 0x3f800000u);
	cr_assert_eq(bits_of("-inf"), 0xff800000u);
}

Test(asm_route, numbers_are_written_as_they_are_read)
{
	char text[64];
	uint64_t s = 777;

	for (uint32_t i = 0; i < 20000; i++) {
		struct fl_asm_out out;
		uint32_t w;
		float f = (float)(int32_t)(i - 10000) / 1024;

		s ^= s << 13, s ^= s >> 7, s ^= s << 17;
		w = (uint32_t)(s >> 20);
		if (i & 1)
			memcpy(&w, &f, 4);
		fl_asm_out(&out, text, sizeof(text));
		fl_asm_put_float(&out, w);
		cr_assert_eq(bits_of(text), w, "%s: 0x%08x, not 0x%08x", text, bits_of(text), w);
	}
}

/* ---- routing ------------------------------------------------------------------------------------------- */
static struct fl_r500_vs vs;
static struct fl_r500_fs fs;
static uint32_t sent[0x8000 / 4];
static struct fl_r500_route r;

static void route_of(const char *vs_text, const char *fs_text, bool sprites, bool fits)
{
	const char *why;

	cr_assert(fl_r500_vs_asm(&vs, vs_text, strlen(vs_text)), "%s", vs.source.error[0].text);
	cr_assert(fl_r500_fs_asm(&fs, fs_text, strlen(fs_text)), "%s", fs.source.error[0].text);
	cr_assert_eq(fl_r500_asm_route(&vs, &fs, 64, 32, sprites, &r, &why), fits, "%s", why ? why : "fits");
	cr_assert_eq(!why, fits);
}

static void route(const char *vs_text, const char *fs_text, bool fits)
{
	route_of(vs_text, fs_text, false, fits);
}

static void send(uint64_t key)
{
	uint32_t words[256], *end = fl_r500_draw_route(&fl_r500_gens[R500_GEN_R500], words, key);

	memset(sent, 0, sizeof(sent));
	for (uint32_t *p = words; p < end;) {
		uint32_t head = *p++, n = (head >> 16 & 0x3fff) + 1;

		cr_assert_eq(head >> 30, 0u);
		for (uint32_t i = 0; i < n; i++)
			sent[(head & 0x1fff) + i] = *p++;
	}
}

static void same_route(uint32_t texcoords)
{
	cr_expect_eq(r.vap_out_vtx_fmt_0, sent[R500_VAP_OUT_VTX_FMT_0 / 4]);
	cr_expect_eq(r.vap_out_vtx_fmt_1, sent[R500_VAP_OUT_VTX_FMT_1 / 4]);
	cr_expect_eq(r.vap_vsm_vtx_assm, sent[R500_VAP_VSM_VTX_ASSM / 4]);
	cr_expect_eq(r.rs_count, sent[R500_RS_COUNT / 4]);
	cr_expect_eq(r.rs_inst_count, sent[R500_RS_INST_COUNT / 4]);
	for (uint32_t i = 0; i < (texcoords ? texcoords : 1); i++) {
		cr_expect_eq(r.rs_ip[i], sent[R500_RS_IP(i) / 4], "RS_IP %u", i);
		cr_expect_eq(r.rs_inst[i], sent[R500_RS_INST(i) / 4], "RS_INST %u", i);
	}
}

#define VS      "!!PVS\nin at\nout pos : position\nout col : color0\n"
#define VS_BODY "MOV pos, at\nMOV col, at\n"
#define FS      "!!US\nin base r0 : color0\nout px : A\n"

Test(asm_route, as_the_drawing_code_sends_it)
{
	route(VS VS_BODY, FS "MOV px, base\n", true);
	send(0);
	same_route(0);
	cr_expect_eq(r.us_code_addr, 0u);
	cr_expect_eq(r.us_code_range, 32u);
	cr_expect_eq(r.us_code_offset, 32u);
	cr_expect_eq(r.us_pixsize, 1u);
	cr_expect_eq(r.vap_pvs_code_cntl_0, 64u | 64u << 10 | 65u << 20);
	cr_expect_eq(r.vap_pvs_code_cntl_1, 65u);
	route(VS "out uv : texcoord0\n" VS_BODY "MOV uv, at\n",
	      FS "in uv r1 : texcoord0\nLD r2, uv, tex0\nMUL px, r2, base\n", true);
	send(FL_FF_UNIT_ON);
	same_route(1);
	route(VS "out uv : texcoord0\nout fog : texcoord1\n" VS_BODY "MOV uv, at\nMOV fog, at\n",
	      FS "in uv r1 : texcoord0\nin fog r2 : texcoord1\nLD r3, uv, tex0\nMAD px, r3, base, fog\n",
	      true);
	send(FL_FF_UNIT_ON | FL_FF_VS_FOG(1));
	same_route(2);
}

/* Two components of four are the numbers 0 and 1; what is not read is rasterized, not written. */
Test(asm_route, components_and_inputs_not_read)
{
	route(VS "out uv : texcoord0.xy\nout more : texcoord3.xyz\n" VS_BODY "MOV uv, at\nMOV more, at\n",
	      FS "in more r7 : texcoord3\nin side r9 : face\nADD px, more, side.r\n", true);
	cr_expect_eq(r.vap_out_vtx_fmt_1, 2u | 3u << 9);
	cr_expect_eq(r.rs_count & 0x7f, 5u);
	cr_expect_eq(r.rs_count >> 7 & 15, 2u);
	cr_expect_eq(r.rs_ip[0] & 0xffffff, 0u | 1u << 6 | 62u << 12 | 63u << 18);
	cr_expect_eq(r.rs_ip[1] & 0xffffff, 2u | 3u << 6 | 4u << 12 | 63u << 18);
	/* two instructions: texture coordinate 1 to r7 and color 0 to r0; facing, color 1, to r9 */
	cr_expect_eq(r.rs_inst_count & 15, 1u);
	cr_expect_eq(r.rs_inst[0], 1u | 1u << 4 | 7u << 5 | 1u << 16);
	cr_expect_eq(r.rs_inst[1], 1u << 12 | 3u << 16 | 9u << 18);
	cr_expect_eq(r.rs_ip[1] >> 24, 1u);
	route("!!PVS\nin at\nout pos : position\nMOV pos, at\n", "!!US\nMOV outA, 1\n", false);
	route(VS VS_BODY, FS "in uv : texcoord2\nADD px, uv, base\n", false);
}

/* Facing is a color more, behind those of the vertex program, which does not put it out: what Mesa's
 * r300_state_derived.c sends for gl_FrontFacing. The pixel's place likewise. */
Test(asm_route, the_face_is_a_color)
{
	static const char none[] = "!!PVS\nin at\nout pos : position\nMOV pos, at\n";
	static const char four[] =
	    "!!PVS\nin at\nout pos : position\nout one : color0\nout two : color1\n"
	    "out three : color2\nout four : color3\nMOV pos, at\nMOV one, at\nMOV two, at\n"
	    "MOV three, at\nMOV four, at\n";

	route(none, "!!US\nin side r9 : face\nout px : A\nMOV px, side.rrrr\n", true);
	cr_expect_eq(r.vap_out_vtx_fmt_0, 1u);
	cr_expect_eq(r.rs_count & 0x7ff, 1u << 7);
	cr_expect_eq(r.n_rs, 1u);
	cr_expect_eq(r.rs_ip[0], 0u);
	cr_expect_eq(r.rs_inst[0], 3u << 16 | 9u << 18);
	route(VS VS_BODY, FS "in side r9 : face\nin place r3 : pixel\nMAD px, side.rrrr, place, base\n",
	      true);
	cr_expect_eq(r.vap_out_vtx_fmt_0, 3u);
	cr_expect_eq(r.rs_count & 0x7ff, 3u << 7);
	cr_expect_eq(r.n_rs, 3u);
	for (uint32_t i = 0; i < 3; i++)
		cr_expect_eq(r.rs_ip[i] >> 24, i);
	cr_expect_eq(r.rs_inst[1], 1u << 12 | 3u << 16 | 9u << 18);
	cr_expect_eq(r.rs_inst[2], 2u << 12 | 2u << 16 | 3u << 18);
	route(four, FS "MOV px, base\n", true);
	route(four, FS "in side r9 : face\nADD px, side.rrrr, base\n", false);
}

/* Guide 7.4.5: VAP_OUT_VTX_FMT_1 must not have what is stuffed, for the vertex's own would be taken; what it
 * has must be packed, so nothing may stand behind the output that is left out. What is sent is what fixed
 * function sends, whose vertex programs leave it out. */
Test(asm_route, sprites_replace_the_programs_coordinate)
{
	static const char fragment[] = FS "in uv r1 : texcoord0\nLD r2, uv, tex0\nMUL px, r2, base\n";

	send(FL_FF_UNIT_ON | FL_FF_VS_SPRITE);
	route_of(VS VS_BODY, fragment, true, true);
	same_route(1);
	cr_expect_eq(r.vap_out_vtx_fmt_1, 0u);
	cr_expect_eq(r.vap_vsm_vtx_assm, 5u);
	route_of(VS "out uv : texcoord0\n" VS_BODY "MOV uv, at\n", fragment, true, true);
	same_route(1);
	route_of(VS "out more : texcoord1\n" VS_BODY "MOV more, at\n", fragment, true, true);
	cr_expect_eq(r.vap_out_vtx_fmt_1, 4u << 3);
	cr_expect_eq(r.rs_count & 0x7f, 2u + 4);
	cr_expect_eq(r.rs_ip[1] & 0xffffff, 2u | 3u << 6 | 4u << 12 | 5u << 18);
	route_of(VS "out uv : texcoord0\nout more : texcoord1\n" VS_BODY "MOV uv, at\nMOV more, at\n",
		 fragment, true, false);
	route(VS "out uv : texcoord0\nout more : texcoord1\n" VS_BODY "MOV uv, at\nMOV more, at\n", fragment,
	      true);
}
