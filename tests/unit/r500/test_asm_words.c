/* SPDX-License-Identifier: MIT
 *
 * R5xx shader words to text and back: the library's own programs, the demos', every program in the recorded
 * streams of Mesa's driver, and random words.
 */
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/pack.h"
#include "lib/r500/stream.h"
#include "lib/r500/asm.h"
#include "lib/r500/draw_own.h"
#include "lib/r500/programs.h"
#include "tests/unit/test_asm_rig.h"
#include "tests/unit/test_lib_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(asm, .timeout = 60);

static struct fl_r500_vs vs;
static struct fl_r500_fs fs;
static char text[1 << 20];
static uint32_t n_residues;

static void count_residues(void)
{
	for (const char *p = text; (p = strchr(p, '^')); p++)
		n_residues++;
}

/* Returns the instructions that the disassembler calls invalid. */
static uint32_t vs_there_and_back(const uint32_t (*words)[4], uint32_t n)
{
	struct fl_asm_out out;
	uint32_t invalid;

	fl_asm_out(&out, text, sizeof(text));
	invalid = fl_r500_vs_disasm(words, n, &out);
	cr_assert_lt(out.need_B, sizeof(text));
	cr_assert_eq(strlen(text), out.need_B);
	asm_check_right(&vs.source, fl_r500_vs_asm(&vs, text, out.need_B), text);
	cr_assert_eq(vs.n, n);
	for (uint32_t i = 0; i < n; i++)
		cr_assert_arr_eq(vs.words[i], words[i], 16, "%s", asm_line(text, 3 + i));
	count_residues();
	return invalid;
}

static uint32_t fs_there_and_back(const uint32_t (*words)[6], uint32_t n)
{
	struct fl_asm_out out;
	uint32_t invalid;

	fl_asm_out(&out, text, sizeof(text));
	invalid = fl_r500_fs_disasm(words, n, &out);
	cr_assert_lt(out.need_B, sizeof(text));
	asm_check_right(&fs.source, fl_r500_fs_asm(&fs, text, out.need_B), text);
	cr_assert_eq(fs.n, n);
	for (uint32_t i = 0; i < n; i++)
		cr_assert_arr_eq(fs.words[i], words[i], 24, "%s", asm_line(text, 3 + i));
	count_residues();
	return invalid;
}

/* ---- the library's programs ---------------------------------------------------------------------------- */
static uint32_t vs_words(uint64_t key, uint32_t *words, uint32_t *last_position)
{
	struct fl_ff_inst inst[FL_FF_VS_LONGEST];
	struct fl_ff_places at;

	fl_ff_vs_places(key, &at);
	return fl_r500_vs_lower(inst, fl_ff_vs_make(key, inst), &at, true, words, last_position);
}

static uint32_t fs_words(uint64_t key, uint32_t *words, uint32_t *last_temp)
{
	struct fl_ff_inst inst[FL_FF_FS_LONGEST];
	struct fl_ff_places at;

	fl_ff_fs_places(key, &at);
	return fl_r500_fs_lower(inst, fl_ff_fs_make(key, inst), &at, words, last_temp);
}

Test(asm, fixed_function_programs_come_back)
{
	uint32_t words[4 * FL_FF_VS_LONGEST], n, last;
	uint64_t seed = 88172645463325252u;

	for (uint32_t i = 0; i < 3000; i++) {
		uint64_t vs_key = 0, fs_key;

		seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
		for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
			uint32_t r = (uint32_t)(seed >> 8 * u), gen = r % 6, size = 2 + (r >> 3) % 3;
			bool planes = gen == FL_GEN_OBJECT || gen == FL_GEN_EYE;

			if (r & 0x80)
				vs_key |= FL_FF_UNIT_AT(FL_FF_UNIT_ON | FL_FF_UNIT_GEN(gen) |
							    FL_FF_UNIT_SIZE(size) |
							    (r & 0x20 && !planes ? FL_FF_UNIT_MATRIX : 0) |
							    (r & 0x40 ? FL_FF_UNIT_PROJ : FL_FF_UNIT_THREE),
							u);
		}
		vs_key |= seed & (FL_FF_VS_LIGHTING | FL_FF_VS_COLOR_MATERIAL | FL_FF_VS_POINT_SIZE |
				  FL_FF_VS_FOG(3));
		if (seed & FL_FF_VS_LIGHTING)
			for (uint32_t k = 0; k < FL_LIGHTS; k++)
				if (seed >> (36 + k) & 1)
					vs_key |=
					    FL_FF_LIGHT_AT((seed >> (40 + 2 * k) & 3) % 3 + 1 +
							       (seed >> k & 1 ? FL_FF_LIGHT_SPECULAR : 0),
							   k);
		if (i == 0) { /* the longest there is */
			vs_key = FL_FF_VS_LIGHTING | FL_FF_VS_COLOR_MATERIAL | FL_FF_VS_FOG(3) |
				 FL_FF_VS_POINT_SIZE;
			for (uint32_t k = 0; k < 4; k++)
				vs_key |=
				    FL_FF_LIGHT_AT(FL_FF_LIGHT_ATTENUATED | FL_FF_LIGHT_SPECULAR, k) |
				    FL_FF_UNIT_AT(FL_FF_UNIT_ON | FL_FF_UNIT_GEN(FL_GEN_SPHERE) |
						      FL_FF_UNIT_MATRIX | FL_FF_UNIT_THREE | FL_FF_UNIT_PROJ,
						  k);
		}
		memset(words, 0, sizeof(words));
		n = vs_words(vs_key, words, &last);
		cr_assert_leq(n, FL_FF_VS_LONGEST);
		cr_assert_eq(vs_there_and_back((const uint32_t(*)[4])words, n), 0u);
		cr_assert_eq(vs.last_position, last, "key 0x%llx", (unsigned long long)vs_key);

		fs_key = seed >> 20 & (FL_FF_FS_FOG | FL_FF_FS_STIPPLE);
		for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
			uint32_t r = (uint32_t)(seed >> (24 + 8 * u));

			if (r & 0x80)
				fs_key |= FL_FF_FS_UNIT_AT(FL_FF_FS_ON | FL_FF_FS_ENV(r % 5) |
							       FL_FF_FS_KIND((r >> 3) % 3) |
							       (r & 0x40 ? FL_FF_FS_PROJ : 0),
							   u);
		}
		n = fs_words(fs_key, words, &last);
		cr_assert_leq(n, FL_FF_FS_LONGEST);
		cr_assert_eq(fs_there_and_back((const uint32_t(*)[6])words, n), 0u);
		cr_assert_eq(fs.last_temp, last, "key 0x%llx: %u, %u", (unsigned long long)fs_key,
			     fs.last_temp, last);
		cr_assert_eq(fs.targets, 1u);
	}
	cr_assert_eq(n_residues, 0u, "words that say everything by fields need no bits behind them");
}

/* ---- the demos': those that they bring, and what fixed function made for their first frame ---- */
Test(asm, programs_of_every_demo_come_back)
{
	uint32_t n_own = 0, n_fixed = 0;

	for (const struct fl_demo *const *demo = fl_demos; *demo; demo++) {
		uint32_t words[4 * FL_FF_VS_LONGEST], n, last, before = n_own + n_fixed;
		struct rig *r;

		if (!((*demo)->needs & FL_NEEDS_3D) || (*demo)->does)
			continue;
		r = rig_open(64, 64, false);
		rig_frame(r, *demo, 0);
		for (uint32_t i = 0; i < 2; i++) {
			const struct fl_program *p = fl_stage_program(&r->stage, i);

			if (!p->vs.n)
				continue;
			cr_assert_eq(vs_there_and_back(p->vs.words, p->vs.n), 0u, "%s: %s", (*demo)->name,
				     text);
			cr_assert_eq(fs_there_and_back(p->fs.words, p->fs.n), 0u, "%s: %s", (*demo)->name,
				     text);
			n_own++;
		}
		for (uint32_t i = 0; i < FL_R500_PROGRAMS; i++) {
			const struct fl_r500_draw *own = fl_r500_of(&r->stage.d);
			const struct fl_r500_resident *v = &own->vs.slot[i], *f = &own->fs.slot[i];

			if (v->n) {
				memset(words, 0, sizeof(words));
				n = vs_words(v->key, words, &last);
				cr_assert_eq(n, v->n, "%s", (*demo)->name);
				cr_assert_eq(vs_there_and_back((const uint32_t(*)[4])words, n), 0u, "%s",
					     text);
				n_fixed++;
			}
			if (f->n) {
				n = fs_words(f->key, words, &last);
				cr_assert_eq(n, f->n, "%s", (*demo)->name);
				cr_assert_eq(fs_there_and_back((const uint32_t(*)[6])words, n), 0u, "%s",
					     text);
				n_fixed++;
			}
		}
		/* a picture that is only cleared has no program of its own */
		cr_assert(n_own + n_fixed > before || *demo == &fl_demo_clear, "%s has no program",
			  (*demo)->name);
		rig_close(r);
	}
	cr_assert_geq(n_own, 7u);
	cr_assert_geq(n_fixed, 20u);
	cr_assert_eq(n_residues, 0u, "words that say everything by fields need no bits behind them");
}

/* ---- streams of Mesa's driver -------------------------------------------------------------------------- */
static struct {
	uint32_t vs[FL_R500_VS_MAX][4], fs[FL_R500_FS_MAX][6];
	uint32_t n_vs, n_fs, total_vs, total_fs;
} seen;

static void flush(void)
{
	if (seen.n_vs)
		cr_assert_eq(vs_there_and_back((const uint32_t(*)[4])seen.vs, seen.n_vs), 0u, "%s", text);
	if (seen.n_fs)
		cr_assert_eq(fs_there_and_back((const uint32_t(*)[6])seen.fs, seen.n_fs), 0u, "%s", text);
	seen.total_vs += seen.n_vs;
	seen.total_fs += seen.n_fs;
	seen.n_vs = seen.n_fs = 0;
}

static void on_event(void *arg, const struct fl_stream_event *e)
{
	if (e->kind != FL_STREAM_REG)
		return;
	if (e->space == FL_R500_STREAM_PVS && e->index < 4 * FL_R500_VS_MAX) {
		seen.vs[seen.n_vs][e->index % 4] = e->value;
		if (e->index % 4 == 3 && ++seen.n_vs == FL_R500_VS_MAX)
			flush();
	}
	if (e->space == FL_R500_STREAM_US_CODE) {
		seen.fs[seen.n_fs][e->index % 6] = e->value;
		if (e->index % 6 == 5 && ++seen.n_fs == FL_R500_FS_MAX)
			flush();
	}
}

static void set(const char *name, uint32_t least_vs, uint32_t least_fs)
{
	struct fl_err err = {0};
	struct fl_pack_file file;
	char path[200];
	size_t size, at = 0;
	int more;

	memset(&seen, 0, sizeof(seen));
	snprintf(path, sizeof(path), "tests/traces/%s.tar.xz", name);
	uint8_t *data = fl_pack_read(path, &size, &err);
	cr_assert(data, "%s", err.text);
	while ((more = fl_pack_next(data, size, &at, &file, &err)) > 0) {
		struct fl_gtrc t;
		struct fl_gtrc_record r;
		struct fl_stream s;

		if (file.size_B < 16 || memcmp(file.data, "GTRC", 4))
			continue;
		cr_assert_eq(fl_gtrc_open(&t, file.data, file.size_B, &err), FL_OK, "%s", err.text);
		cr_assert_eq(fl_stream_init(&s, &fl_stream_r500, "R580", on_event, NULL, &err), FL_OK, "%s",
			     err.text);
		while (fl_gtrc_next(&t, &r, &err) > 0) {
			if (r.tag != FL_GTRC_IB)
				continue;
			uint32_t n = fl_gtrc_u32(r.data + 8), *dw = malloc(4 * (size_t)n + 4);

			memcpy(dw, r.data + 16, 4 * (size_t)n);
			cr_assert_eq(fl_stream_decode(&s, dw, n, &err), FL_OK, "%s: %s", file.name, err.text);
			free(dw);
		}
	}
	cr_assert_eq(more, 0, "%s", err.text);
	flush();
	free(data);
	cr_assert_geq(seen.total_vs, least_vs, "%u vertex instructions in %s", seen.total_vs, name);
	cr_assert_geq(seen.total_fs, least_fs, "%u fragment instructions in %s", seen.total_fs, name);
	/* Nearly everything that a driver writes has words of its own in the language. */
	cr_assert_leq(n_residues, (seen.total_vs + seen.total_fs) / 50,
		      "%u of %u instructions need bits behind them", n_residues,
		      seen.total_vs + seen.total_fs);
}

Test(asm, streams_r500)
{
	set("r500", 800, 600);
}

Test(asm, streams_r500_hyperz)
{
	set("r500_hyperz", 800, 600);
}

Test(asm, streams_r500_linear)
{
	set("r500_linear", 800, 500);
}

Test(asm, streams_r500_rv530)
{
	set("r500_rv530", 800, 600);
}

/* ---- random words -------------------------------------------------------------------------------------- */
/* A number below n in bits [low, low + width) of *w. */
static void choose(uint32_t *w, uint32_t low, uint32_t width, uint32_t n)
{
	uint32_t mask = ((1u << width) - 1) << low;

	*w = (*w & ~mask) | (asm_random() % n) << low;
}

/* Any word that R5xx guide 7.5.9 gives a meaning; ignored bits are random. */
static void random_vs(uint32_t w[4])
{
	for (uint32_t i = 0; i < 4; i++)
		w[i] = asm_random();
	choose(&w[0], 0, 6, 29);
	choose(&w[0], 8, 4, 6);
	if (w[0] >> 12 & 1)
		w[0] &= ~(1u << 31); /* addressing mode 3 */
	for (uint32_t i = 1; i < 4; i++)
		if (w[i] >> 31)
			w[i] &= ~(1u << 4);
	if (w[0] >> 7 & 1) { /* a macro */
		choose(&w[0], 0, 6, 2);
		w[0] &= ~(1u << 6 | 1u << 28);
	}
	if (w[0] >> 6 & 1)
		w[0] &= ~(1u << 28);
	if (w[0] >> 28 & 1) { /* dual: an opcode in bits 2 and 24:21 */
		uint32_t op = asm_random() % 29;

		w[3] = (w[3] & ~(1u << 2 | 15u << 21)) | (op >> 4) << 2 | (op & 15) << 21;
	}
}

/* Likewise 8.4 to 8.6 and 11.10. */
static void random_fs(uint32_t w[6])
{
	static const uint8_t rgb[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12};
	uint32_t type;

	for (uint32_t i = 0; i < 6; i++)
		w[i] = asm_random();
	type = w[0] & 3;
	choose(&w[0], 3, 3, 6);
	choose(&w[0], 25, 3, 6);
	if (type < 2) {
		w[5] = (w[5] & ~15u) | rgb[asm_random() % sizeof(rgb)];
		if ((w[4] & 15) == 4)
			w[4] ^= 1;
	} else if (type == 3) {
		choose(&w[1], 22, 3, 7);
	} else {
		choose(&w[2], 6, 2, 3);
		choose(&w[2], 24, 2, 3);
		choose(&w[2], 26, 2, 3);
	}
}

Test(asm, a_hundred_thousand_vertex_instructions)
{
	static uint32_t words[1000][4];

	for (uint32_t round = 0; round < 100; round++) {
		for (uint32_t i = 0; i < 1000; i++)
			random_vs(words[i]);
		cr_assert_eq(vs_there_and_back((const uint32_t(*)[4])words, 1000), 0u, "not one is invalid");
	}
}

Test(asm, a_hundred_thousand_fragment_instructions)
{
	static uint32_t words[500][6];

	for (uint32_t round = 0; round < 200; round++) {
		for (uint32_t i = 0; i < 500; i++)
			random_fs(words[i]);
		cr_assert_eq(fs_there_and_back((const uint32_t(*)[6])words, 500), 0u, "not one is invalid");
	}
}

/* Words of any kind come back too; those that mean nothing are called so. */
Test(asm, words_that_are_not_valid_come_back)
{
	static uint32_t v[1000][4], f[500][6];
	const uint32_t bad_vs[][4] = {
	    {29}, {0x40 | 29}, {0x80 | 2}, {6 << 8}, {1u << 12 | 1u << 31}, {3, 1u << 31 | 1u << 4},
	};
	const uint32_t bad_fs[][6] = {
	    {6 << 3},      {6u << 25},     {0, 0, 0, 0, 4, 0}, {0, 0, 0, 0, 0, 6},
	    {3, 7u << 22}, {2, 0, 3 << 6}, {2, 0, 3 << 24},
	};

	for (uint32_t i = 0; i < 1000; i++)
		for (uint32_t k = 0; k < 4; k++)
			v[i][k] = asm_random();
	for (uint32_t i = 0; i < 500; i++)
		for (uint32_t k = 0; k < 6; k++)
			f[i][k] = asm_random();
	cr_assert_gt(vs_there_and_back((const uint32_t(*)[4])v, 1000), 500u);
	cr_assert_gt(fs_there_and_back((const uint32_t(*)[6])f, 500), 50u);
	cr_assert_eq(vs_there_and_back(bad_vs, 6), 6u);
	cr_assert_eq(fs_there_and_back(bad_fs, 7), 7u);
	cr_assert(strstr(text, "# not valid: "));
}

/* ---- text that nobody meant ---------------------------------------------------------------------------- */
static const char sample_vs[] = "!!PVS\nin pos [v3]\nin p2\nout o : position\nout uv : texcoord0.xy\nconst "
				"m[4] c8 = {1,2},{3},{4,5,6},7\ntemp t\n"
				"sub: ADD t, t, |t|.1x-y0\nRET\nmain: MOV t, 1e-3\nLOOP 3, 2, -1\nCALL b2, "
				"sub\nMUL o, c[a0.x + 3], t.wzyx & RCP "
				"alt0.x, t.y\n"
				"ENDLOOP\n(!p) MAD.sat.macro uv, r1, r2, r3 ^ 1:0x4\nwords 1 2 3 4\n";
static const char sample_fs[] = "!!US\nin base : color0\nin uv : texcoord0\nout px : A\nconst k = 0.3\nLD "
				"r3, uv.rgaa, tex0.bgra [uncovered]\n"
				"IF p.r\nLOOP i2\n(!p.g) MAD.x2 r3.rgb + p.r:lt, (1-2*r3), k, 0.3 & RCP "
				"r3.a, |r3.a|\nBRK cc\nENDLOOP\nELSE\n"
				"CALL !b3, x\nENDIF\nx: DXDY r4, r3, tex3, r1, r2\nFC JUMP func=0x12 any "
				"else a=push b0=incr to=x global\n"
				"MOV px, src0 & _ from r0, c1, k5 / r[aL + 3], _, _ : add / inv\n";

static void both(const char *s, size_t n)
{
	char why[300];
	char *copy = malloc(n ? n : 1); /* its end is the heap block's: reading past it shows */

	memcpy(copy, s, n);
	fl_r500_vs_asm(&vs, copy, n);
	fl_r500_fs_asm(&fs, copy, n);
	for (uint32_t i = 0; i < 20; i++) {
		fl_asm_error_text(&vs.source, i, why, sizeof(why));
		fl_asm_error_text(&fs.source, i, why, sizeof(why));
	}
	cr_assert_leq(vs.n, FL_R500_VS_MAX);
	cr_assert_leq(fs.n, FL_R500_FS_MAX);
	free(copy);
}

Test(asm, truncated_and_damaged_text_is_safe)
{
	static char buf[4096];
	const char *const samples[] = {sample_vs, sample_fs};

	for (uint32_t k = 0; k < 2; k++) {
		size_t n = strlen(samples[k]);

		for (size_t i = 0; i <= n; i++)
			both(samples[k], i);
		for (uint32_t round = 0; round < 3000; round++) {
			memcpy(buf, samples[k], n);
			for (uint32_t i = 0; i <= round % 8;
			     i++) /* the first line stays, so that there is more to read */
				buf[7 + asm_random() % (n - 7)] =
				    asm_random() % 4 ? samples[k][asm_random() % n] : (char)asm_random();
			both(buf, n);
		}
	}
	for (uint32_t round = 0; round < 500; round++) {
		memcpy(buf, round & 1 ? "!!US\n\n" : "!!PVS\n", 6);
		for (uint32_t i = 6; i < sizeof(buf); i++)
			buf[i] = (char)asm_random();
		both(buf, sizeof(buf));
	}
}

Test(asm, too_much_of_everything_is_an_error)
{
	size_t n = 0;

	n += (size_t)sprintf(text + n, "!!PVS\n");
	for (uint32_t i = 0; i < 1100; i++)
		n += (size_t)sprintf(text + n, "ADD r0, r1, r2\n");
	cr_assert(!fl_r500_vs_asm(&vs, text, n));
	cr_assert_eq(vs.n, 1024u);
	cr_assert_eq(vs.source.n_errors, 76u);
	cr_assert_eq(vs.source.error[0].line, 1026u);
	n = (size_t)sprintf(text, "!!US\n");
	for (uint32_t i = 0; i < 300; i++)
		n += (size_t)sprintf(text + n, "IF cc\nl%u_:\n", i);
	cr_assert(!fl_r500_fs_asm(&fs, text, n));
	n = (size_t)sprintf(text, "!!US\n");
	for (uint32_t i = 0; i < 300; i++)
		n += (size_t)sprintf(text + n, "temp t%u_\n", i);
	cr_assert(!fl_r500_fs_asm(&fs, text, n));
}

/* A buffer that is too small: what fits, a NUL, and the length that it takes. */
Test(asm, disassembly_in_a_small_buffer)
{
	struct fl_asm_out all, part;
	char small[40];
	uint32_t words[3][4] = {{3, 1, 2, 3}, {2}, {0}};

	fl_asm_out(&all, text, sizeof(text));
	fl_r500_vs_disasm((const uint32_t(*)[4])words, 3, &all);
	for (size_t size = 0; size <= sizeof(small); size++) {
		memset(small, 'x', sizeof(small));
		fl_asm_out(&part, small, size);
		fl_r500_vs_disasm((const uint32_t(*)[4])words, 3, &part);
		cr_assert_eq(part.need_B, all.need_B);
		if (size) {
			cr_assert_eq(strlen(small), size - 1);
			cr_assert_eq(memcmp(small, text, size - 1), 0);
		}
		for (size_t i = size; i < sizeof(small); i++)
			cr_assert_eq(small[i], 'x');
	}
}
