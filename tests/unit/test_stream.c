/* SPDX-License-Identifier: MIT
 *
 * The stream decoder: packets written by hand from the documents, recorded streams against a plain walk over
 * their headers, damaged streams, and C that compiles to the dwords it came from.
 */
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/pack.h"
#include "lib/r500/stream.h"
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct seen {
	char text[4096]; /* one word an event */
	unsigned regs, draws, dwords;
};

static void note(void *arg, const struct fl_stream_event *e)
{
	struct seen *s = arg;
	size_t n = strlen(s->text);
	const char *name = e->kind == FL_STREAM_DRAW ? "draw"
			   : e->name                 ? e->name
			   : e->reg                  ? e->reg->name
						     : "?";

	s->regs += e->kind == FL_STREAM_REG;
	s->draws += e->kind == FL_STREAM_DRAW;
	s->dwords += e->kind != FL_STREAM_DRAW && e->kind != FL_STREAM_MEMORY;
	if (n + strlen(name) + 24 >= sizeof s->text)
		return;
	if (e->kind == FL_STREAM_REG)
		snprintf(s->text + n, sizeof s->text - n, "%s=%x ", name, e->value);
	else
		snprintf(s->text + n, sizeof s->text - n, "%s ", name);
}

static enum fl_code run(const struct fl_stream_family *f, const char *chip, const uint32_t *dw, uint32_t n,
			struct seen *seen, struct fl_err *err)
{
	struct fl_stream s;
	uint32_t *exact = malloc(n ? n * 4ul : 1); /* for the sanitizer: nothing behind it */
	enum fl_code code;

	memset(seen, 0, sizeof *seen);
	memset(err, 0, sizeof *err);
	if (n)
		memcpy(exact, dw, n * 4ul);
	cr_assert_eq(fl_stream_init(&s, f, chip, note, seen, err), FL_OK);
	code = fl_stream_decode(&s, exact, n, err);
	free(exact);
	return code;
}

#define GOOD(family, chip, want, ...)                                                                    \
	do {                                                                                             \
		const uint32_t dw[] = {__VA_ARGS__};                                                     \
		struct seen seen;                                                                        \
		struct fl_err err;                                                                       \
		cr_assert_eq(run(&family, chip, dw, sizeof dw / 4, &seen, &err), FL_OK, "%s", err.text); \
		cr_expect_str_eq(seen.text, want);                                                       \
		for (uint32_t cut = 0; cut < sizeof dw / 4; cut++)                                       \
			run(&family, chip, dw, cut, &seen, &err);                                        \
	} while (0)

#define BAD(family, chip, want, ...)                                                         \
	do {                                                                                 \
		const uint32_t dw[] = {__VA_ARGS__};                                         \
		struct seen seen;                                                            \
		struct fl_err err;                                                           \
		cr_assert_eq(run(&family, chip, dw, sizeof dw / 4, &seen, &err), FL_FAILED); \
		cr_expect(strstr(err.text, want), "%s", err.text);                           \
	} while (0)

/* R5xx guide 6.1, 6.2.1; registers of chapter 10. */
Test(stream, r500_packets)
{
	GOOD(fl_stream_r500, "R580",
	     "PKT0 SC_SCISSOR0=1 SC_SCISSOR1=2 PKT2 PKT1 RBBM_SOFT_RESET=3 CP_RB_CNTL=4 ", 0x000110f8, 1, 2,
	     0x80000000, 0x40000000 | 0x704 / 4 << 11 | 0xf0 / 4, 3, 4);
	GOOD(fl_stream_r500, "R580", "PKT0_ONE VAP_PVS_VECTOR_DATA_REG_128=7 VAP_PVS_VECTOR_DATA_REG_128=8 ",
	     0x00018882, 7, 8);
	GOOD(fl_stream_r500, "R580", "3D_DRAW_IMMD_2 VAP_VF_CNTL VERTEX_DATA VERTEX_DATA draw ", 0xc0023500,
	     0x10034, 0, 0);
	/* an odd number of arrays: the last triple has one address */
	GOOD(fl_stream_r500, "R580",
	     "3D_LOAD_VBPNTR VTX_NUM_ARRAYS VTX_AOS_ATTR01 VTX_AOS_ADDR0 VTX_AOS_ADDR1 VTX_AOS_ATTR23 "
	     "VTX_AOS_ADDR2 ",
	     0xc0052f00, 3, 0, 0, 0, 0, 0);
	/* 6.2.2: SRC and DST_PITCH_OFFSET, no brush (type 15) */
	GOOD(fl_stream_r500, "R580",
	     "BITBLT GUI_CONTROL SRC_PITCH_OFFSET DST_PITCH_OFFSET SRC_X_Y DST_X_Y W_H ", 0xc0059200, 0xf3, 0,
	     0, 0, 0, 0);
	GOOD(fl_stream_r500, "R580", "PAINT_MULTI GUI_CONTROL BRUSH_PACKET DST_X_Y DST_W_H DST_X_Y DST_W_H ",
	     0xc0059a00, 0xd0, 0, 0, 0, 0, 0);
}

Test(stream, r500_malformed)
{
	BAD(fl_stream_r500, "R580", "dword 1: there is no packet with opcode 0x77", 0x80000000, 0xc0007700,
	    0);
	BAD(fl_stream_r500, "R580", "dword 0: the packet 0x000110f8 has 3 dwords, and 2 are left", 0x000110f8,
	    1);
	BAD(fl_stream_r500, "R580", "reserved bits", 0x000030f8, 1);
	BAD(fl_stream_r500, "R580", "run over the end", 0x00011fff, 1, 2);
	BAD(fl_stream_r500, "R580", "ends before its CLEAR_VALUE", 0xc0013700, 0, 1);
	BAD(fl_stream_r500, "R580", "dword 0: 3D_DRAW_VBUF_2 has 1 dwords too many", 0xc0013400, 0, 1);
	BAD(fl_stream_r500, "R580", "too many", 0xc0072f00, 3, 0, 0, 0, 0, 0, 0, 0xc0000000);
	BAD(fl_stream_r600, "RV770", "type 1", 0x40000000, 0, 0);
	BAD(fl_stream_r600, "RV770", "leaves its range", 0xc0016900, 0x400, 0);
	BAD(fl_stream_cik, "BONAIRE", "leaves its range", 0xc0027600, 0x3ff, 0, 0);
	BAD(fl_stream_gc, "GC2000", "no command with opcode 31", 0xf8000000, 0);
	BAD(fl_stream_gc, "GC2000", "DRAW_PRIMITIVES has 4 dwords, and 2 are left", 0x28000000, 4);
}

/* R6xx/R7xx guide 5; Linux cikd.h; etna_viv cmdstream.xml. */
Test(stream, other_families)
{
	GOOD(fl_stream_r600, "RV770", "SET_CONTEXT_REG REG_OFFSET CB_COLOR_INFO=5 CB_COLOR_INFO=6 ",
	     0xc0026900, 0x28, 5, 6);
	GOOD(fl_stream_r600, "RV770", "DRAW_INDEX_AUTO INDEX_COUNT DRAW_INITIATOR draw ", 0xc0012d00, 3, 2);
	GOOD(fl_stream_cik, "BONAIRE", "NOP SET_SH_REG REG_OFFSET SPI_SHADER_PGM_LO_PS=9 ", 0xffff1000,
	     0xc0017600, 8, 9);
	GOOD(fl_stream_cik, "HAWAII", "DRAW_INDEX_AUTO INDEX_COUNT DRAW_INITIATOR draw ", 0xc0012d00, 3, 2);
	/* fixed point 1.5 becomes a float; two states are three dwords, and a filler */
	GOOD(fl_stream_gc, "GC2000",
	     "FE_LOAD_STATE PA_VIEWPORT_SCALE_X=3fc00000 PA_VIEWPORT_SCALE_Y=bf000000 ",
	     0x0c000000 | 2 << 16 | 0xa00 / 4, 0x18000, 0xffff8000, 0xdeadbeef);
	GOOD(fl_stream_gc, "GC2000",
	     "FE_DRAW_PRIMITIVES FE_DRAW_PRIMITIVES_COMMAND FE_DRAW_PRIMITIVES_START "
	     "FE_DRAW_PRIMITIVES_COUNT draw ",
	     0x28000000, 4, 0, 2);
}

struct last {
	struct fl_stream_event e;
	char word[64];
};

static void keep(void *arg, const struct fl_stream_event *e)
{
	struct last *l = arg;

	l->e = *e;
	snprintf(l->word, sizeof l->word, "%s", e->word ? e->word->name : "");
}

/* Ports: R5xx guide 7.4.10 (vector memory), 8.8 (six words an instruction); where the constants start differs
 * by chip. */
static void count_words(void *arg, const struct fl_stream_event *e)
{
	*(uint64_t *)arg += e->kind == FL_STREAM_MEMORY;
}

static bool zeros_everywhere(void *arg, uint64_t address, void *out, uint32_t size_B)
{
	(void)arg;
	(void)address;
	memset(out, 0, size_B);
	return true;
}

/* A program of R6xx that does not end, and draws of three dwords: what they look at has a bound, which grows
 * with the stream; a few draws do not reach it. */
Test(stream, draws_that_look_at_much, .timeout = 30)
{
	enum { HEAD = 3, DRAW = 3, MANY = 20000 };
	static uint32_t dw[HEAD + DRAW * MANY];

	dw[0] = 0xc0016900; /* SET_CONTEXT_REG */
	dw[1] = 0x210;      /* SQ_PGM_START_PS */
	dw[2] = 0x100;
	for (unsigned i = 0; i < MANY; i++) {
		dw[HEAD + DRAW * i] = 0xc0012d00; /* DRAW_INDEX_AUTO */
		dw[HEAD + DRAW * i + 1] = 3;
		dw[HEAD + DRAW * i + 2] = 2;
	}
	for (unsigned draws = 1; draws <= MANY; draws *= MANY / 2) {
		const uint32_t n = HEAD + DRAW * draws;
		struct fl_err err = {0};
		struct fl_stream s;
		uint64_t words = 0;

		cr_assert_eq(fl_stream_init(&s, &fl_stream_r600, NULL, count_words, &words, &err), FL_OK);
		s.on_memory = zeros_everywhere;
		cr_assert_eq(fl_stream_decode(&s, dw, n, &err), FL_OK, "%s", err.text);
		cr_expect_eq(s.draws, draws);
		cr_expect_eq(s.cut != 0, draws > 1);
		cr_expect_leq(words, FL_STREAM_LOOKS_DW + (uint64_t)FL_STREAM_LOOKS_EACH * n);
		cr_expect_geq(words, draws > 1 ? FL_STREAM_LOOKS_DW : 2048);
	}
}

Test(stream, r500_ports)
{
	const uint32_t pvs[] = {0x880, 512, 0x00008882, 0x3f800000};
	const uint32_t us[] = {0x1094, 3, 0x00018000 | 0x4254 / 4, 3, 0x400000};
	struct fl_stream s;
	struct last l;
	struct fl_err err;

	fl_stream_init(&s, &fl_stream_r500, "R300", keep, &l, &err);
	cr_assert_eq(fl_stream_decode(&s, pvs, 4, &err), FL_OK);
	cr_expect(l.e.space == FL_R500_STREAM_PVS && l.e.index == 2048 && l.e.is_float);
	fl_stream_init(&s, &fl_stream_r500, "RV530", keep, &l, &err);
	cr_assert_eq(fl_stream_decode(&s, pvs, 4, &err), FL_OK);
	cr_expect(l.e.space == FL_R500_STREAM_PVS && l.e.index == 2048 && !l.e.is_float);
	cr_expect_str_eq(l.word, "PVS_OP_DST_OPERAND");
	cr_assert_eq(fl_stream_decode(&s, us, 5, &err), FL_OK);
	cr_expect(l.e.space == FL_R500_STREAM_US_CODE && l.e.index == 3 * 6 + 1);
	cr_expect_str_eq(l.word, "US_TEX_INST");
}

/* ---- recorded streams ---------------------------------------------------------------------------------- */
static const char *const sets[] = {"r300",        "r300_linear", "r420",       "r420_linear", "r500",
				   "r500_linear", "r500_hyperz", "r500_rv530", "r600",        "r600_simple",
				   "r600_r600",   "r600_rv710",  "cik",        "cik_simple",  "cik_hawaii",
				   "gc",          "gc3000",      "gc7000l"};

/* Draws by a plain walk over the headers. */
static unsigned draws_of(const struct fl_stream_family *family, const uint32_t *dw, uint32_t n)
{
	unsigned draws = 0;

	for (uint32_t i = 0; i < n;) {
		uint32_t op = dw[i] >> 8 & 255, count = dw[i] >> 16 & 0x3fff;

		if (family == &fl_stream_gc) {
			uint32_t fe = dw[i] >> 27, states = dw[i] >> 16 & 0x3ff;

			draws += fe == 5 || fe == 6 || fe == 12;
			i += fe == 1 ? (states + 2) & ~1u : fe == 5 || fe == 12 ? 4 : fe == 6 ? 6 : 2;
			continue;
		}
		if (dw[i] >> 30 == 2 || dw[i] == 0xffff1000) {
			i++;
			continue;
		}
		if (dw[i] >> 30 == 3 && family == &fl_stream_r500)
			draws += op >= 0x34 && op <= 0x36;
		else if (dw[i] >> 30 == 3)
			draws += op == 0x2b || op == 0x2d || op == 0x2e || op == 0x27 ||
				 (op == 0x15 && family == &fl_stream_cik);
		i += count + 2;
	}
	return draws;
}

static void whole_trace(const char *name, const uint8_t *data, size_t size_B)
{
	struct fl_gtrc t;
	struct fl_gtrc_record r;
	struct fl_err err = {0};
	struct fl_stream s;
	struct seen seen = {.regs = 0};
	unsigned draws = 0;
	char chip[32] = "";
	int more;

	cr_assert_eq(fl_gtrc_open(&t, data, size_B, &err), FL_OK);
	while ((more = fl_gtrc_next(&t, &r, &err)) > 0) {
		uint32_t n = r.tag == FL_GTRC_IB ? fl_gtrc_u32(r.data + 8) : 0, *dw;

		if (r.tag == FL_GTRC_INFO) {
			fl_gtrc_info(&r, "chip", chip, sizeof chip);
			cr_assert_eq(fl_stream_init(&s, t.family, chip, note, &seen, &err), FL_OK, "%s",
				     err.text);
		}
		if (r.tag != FL_GTRC_IB)
			continue;
		dw = malloc(n * 4ul + 1);
		for (uint32_t i = 0; i < n; i++)
			dw[i] = fl_gtrc_u32(r.data + 16 + i * 4ul);
		cr_assert_eq(fl_stream_decode(&s, dw, n, &err), FL_OK, "%s: %s", name, err.text);
		draws += draws_of(t.family, dw, n);
		free(dw);
	}
	cr_assert_eq(more, 0);
	cr_expect_eq(s.unnamed, 0, "%s: %u writes to addresses without a name", name, s.unnamed);
	cr_expect_eq(seen.draws, draws, "%s: %u draws, %u by their headers", name, seen.draws, draws);
	cr_expect_gt(seen.regs, 100);
}

Test(stream, every_recorded_stream, .timeout = 120)
{
	for (unsigned i = 0; i < sizeof sets / sizeof sets[0]; i++) {
		struct fl_err err = {0};
		struct fl_pack_file f;
		size_t size_B, at = 0;
		unsigned n = 0;
		char path[80];
		uint8_t *tar;

		snprintf(path, sizeof path, "tests/traces/%s.tar.xz", sets[i]);
		tar = fl_pack_read(path, &size_B, &err);
		cr_assert(tar, "%s", err.text);
		while (fl_pack_next(tar, size_B, &at, &f, &err) > 0)
			if (strstr(f.name, ".trace")) {
				whole_trace(f.name, f.data, f.size_B);
				n++;
			}
		cr_expect_geq(n, 60, "%s: %u traces", path, n);
		free(tar);
	}
}

/* ---- the command --------------------------------------------------------------------------------------- */
/* A trace of a set, cut to at most `size` bytes, as a file. */
static void write_trace(const char *set, const char *scene, const char *path, size_t cut)
{
	struct fl_err err = {0};
	struct fl_pack_file f;
	size_t size_B, at = 0;
	char from[80], want[64];
	uint8_t *tar;

	snprintf(from, sizeof from, "tests/traces/%s.tar.xz", set);
	snprintf(want, sizeof want, "%s.trace", scene);
	tar = fl_pack_read(from, &size_B, &err);
	cr_assert(tar, "%s", err.text);
	while (fl_pack_next(tar, size_B, &at, &f, &err) > 0) {
		size_t n = strlen(f.name), m = strlen(want);

		if (n < m || strcmp(f.name + n - m, want))
			continue;
		FILE *out = fopen(path, "wb");
		cr_assert(out);
		fwrite(f.data, 1, f.size_B < cut ? f.size_B : cut, out);
		fclose(out);
		free(tar);
		return;
	}
	cr_assert(false, "no %s in %s", want, from);
}

/* Run the command with standard output to a file. */
static int command(const char *out, char *a1, char *a2, char *a3)
{
	char *argv[] = {(char[]){"firstlight"}, (char[]){"stream"}, a1, a2, a3, NULL};
	int saved = dup(1), code;

	fflush(stdout);
	cr_assert(freopen(out, "wb", stdout));
	code = fl_command(a3 ? 5 : a2 ? 4 : 3, argv);
	fflush(stdout);
	dup2(saved, 1);
	close(saved);
	return code;
}

/* The C compiles, and holds the command buffers' dwords. */
static void as_c(const char *set, const char *dir)
{
	char trace[128], src[128], line[1024];
	struct fl_gtrc t;
	struct fl_gtrc_record r;
	struct fl_err err = {0};
	size_t size_B;
	unsigned ib = 0;
	uint8_t *data;
	FILE *f;

	snprintf(trace, sizeof trace, "%s/tri_flat.trace", dir);
	snprintf(src, sizeof src, "%s/ib.h", dir);
	write_trace(set, "tri_flat", trace, SIZE_MAX);
	cr_assert_eq(command(src, (char[]){"--c"}, trace, NULL), FL_OK);
	data = fl_pack_read(trace, &size_B, &err);
	cr_assert(data && fl_gtrc_open(&t, data, size_B, &err) == FL_OK);
	snprintf(src, sizeof src, "%s/main.c", dir);
	f = fopen(src, "w");
	fprintf(f, "#include <stdio.h>\n#include \"%s/ib.h\"\nint main(void) {\n", dir);
	while (fl_gtrc_next(&t, &r, &err) > 0)
		if (r.tag == FL_GTRC_IB) {
			fprintf(f, "fwrite(tri_flat_ib%u, 1, sizeof tri_flat_ib%u, stdout);\n", ib, ib);
			ib++;
		}
	fprintf(f, "return 0; }\n");
	fclose(f);
	snprintf(line, sizeof line, "gcc -std=gnu11 -w -I. -I%s/gen %s -o %s/ib && %s/ib > %s/ib.bin",
		 build_dir(), src, dir, dir, dir);
	cr_assert_eq(system(line), 0, "%s", line);
	snprintf(src, sizeof src, "%s/ib.bin", dir);
	f = fopen(src, "rb");
	fl_gtrc_open(&t, data, size_B, &err);
	while (fl_gtrc_next(&t, &r, &err) > 0) {
		uint32_t n = r.tag == FL_GTRC_IB ? fl_gtrc_u32(r.data + 8) * 4 : 0;
		uint8_t *got = malloc(n + 1);

		if (n)
			cr_expect(fread(got, 1, n, f) == n && !memcmp(got, r.data + 16, n), "%s differs",
				  set);
		free(got);
	}
	cr_expect_eq(fgetc(f), EOF);
	fclose(f);
	free(data);
}

static char *folder(char *name)
{
	cr_assert(mkdtemp(name));
	return name;
}

static void remove_folder(const char *dir)
{
	char line[160];

	snprintf(line, sizeof line, "rm -r '%s'", dir);
	cr_assert_eq(system(line), 0);
}

Test(stream, c_compiles_to_the_same_dwords, .timeout = 60)
{
	static const char *const some[] = {"r500", "r300", "r600", "cik", "gc", "gc7000l"};
	char dir[] = "/tmp/firstlight-stream-XXXXXX";

	folder(dir);
	for (unsigned i = 0; i < sizeof some / sizeof some[0]; i++)
		as_c(some[i], dir);
	remove_folder(dir);
}

/* A trace cut anywhere, at record heads above all, ends with an error or as a shorter trace; nothing else. */
Test(stream, cut_traces, .timeout = 120)
{
	static const char *const some[] = {"r500", "r600", "cik", "gc7000l"};
	char dir[] = "/tmp/firstlight-stream-XXXXXX", path[80], cut[80], out[80];

	folder(dir);
	snprintf(path, sizeof path, "%s/whole.trace", dir);
	snprintf(cut, sizeof cut, "%s/cut.trace", dir);
	snprintf(out, sizeof out, "%s/out", dir);
	freopen("/dev/null", "w", stderr);
	for (unsigned i = 0; i < sizeof some / sizeof some[0]; i++) {
		struct fl_gtrc t;
		struct fl_gtrc_record r;
		struct fl_err err = {0};
		size_t size_B;
		uint8_t *data;

		write_trace(some[i], "tri_flat", path, SIZE_MAX);
		data = fl_pack_read(path, &size_B, &err);
		cr_assert(data && fl_gtrc_open(&t, data, size_B, &err) == FL_OK);
		while (fl_gtrc_next(&t, &r, &err) > 0)
			for (unsigned k = 0; k < 4; k++) {
				static const size_t by[] = {0, 3, 9, 27};
				size_t n = r.at + by[k];
				FILE *f = fopen(cut, "wb");

				if (n > size_B)
					n = size_B;
				fwrite(data, 1, n, f);
				fclose(f);
				int code = command(out, (char[]){"-r"}, cut, NULL);
				cr_expect(k == 0 ? code == FL_OK
						 : code == FL_FAILED || n == size_B || by[k] >= 8 + r.size_B,
					  "%s at %zu+%zu: %d", some[i], r.at, by[k], code);
			}
		free(data);
	}
	remove_folder(dir);
}

Test(stream, command_line)
{
	char dir[] = "/tmp/firstlight-stream-XXXXXX", a[80], b[80], out[80], text[4096] = "";
	FILE *f;

	folder(dir);
	snprintf(a, sizeof a, "%s/a.trace", dir);
	snprintf(b, sizeof b, "%s/b.trace", dir);
	snprintf(out, sizeof out, "%s/out", dir);
	write_trace("r500", "tri_flat", a, SIZE_MAX);
	write_trace("r500_rv530", "tri_flat", b, SIZE_MAX);
	freopen("/dev/null", "w", stderr);
	cr_expect_eq(command(out, (char[]){"--diff"}, a, a), FL_OK);
	/* the two chips have 8 and 5 vertex pipes (Mesa r300_chipset.c), and the streams differ in nothing
	 * else */
	cr_expect_eq(command(out, (char[]){"--diff"}, a, b), FL_FAILED);
	f = fopen(out, "rb");
	cr_assert(f && fread(text, 1, sizeof text - 1, f) > 0);
	fclose(f);
	cr_expect(strstr(text, "- VAP_CNTL") && strstr(text, "PVS_NUM_FPUS=8") &&
		  strstr(text, "PVS_NUM_FPUS=5"));
	cr_expect_eq(command(out, (char[]){"--draw=1"}, a, NULL), FL_OK);
	cr_expect_eq(command(out, (char[]){"--draw=99"}, a, NULL), FL_FAILED);
	cr_expect_eq(command(out, (char[]){"--query=ZB_CNTL"}, a, NULL), FL_OK);
	cr_expect_eq(command(out, (char[]){"--query=ZB_CNTRL"}, a, NULL), FL_USAGE);
	cr_expect_eq(command(out, (char[]){"--chip=rv770"}, a, NULL), FL_USAGE);
	cr_expect_eq(command(out, (char[]){"--diff"}, a, NULL), FL_USAGE);
	cr_expect_eq(command(out, (char[]){"-r"}, (char[]){"--c"}, a), FL_USAGE);
	f = fopen(b, "wb");
	fwrite("\x00\x77\x00\xc0\0\0\0\0", 1, 8, f); /* opcode 0x77 */
	fclose(f);
	cr_expect_eq(command(out, b, NULL, NULL), FL_USAGE); /* a raw buffer wants --chip */
	cr_expect_eq(command(out, (char[]){"--chip=r580"}, b, NULL), FL_FAILED);
	cr_expect_eq(command(out, (char[]){"--chip=rv770"}, b, NULL), FL_FAILED);
	remove_folder(dir);
}
