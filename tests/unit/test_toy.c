/* SPDX-License-Identifier: MIT
 *
 * The proof of the seam: a family made up (tests/toy/) is built into the kit by its four folders and one line
 * of the one list. Everything that the kit gives for a family then works on it; what it draws is judged by
 * formulas.
 */
#include "demos/firstlight/gtrc.h"
#include "tests/unit/test_command.h"
#include "tests/unit/test_image.h"
#include "tests/unit/test_lib_blit_expected.h"

#include <math.h>

enum { W = 640, H = 480, SIDE = 64, MOVED = 16, PICTURE = 0x100000 };

/* The opcodes and dwords of tests/toy/README.md, by hand */
enum { HEADER_TRIANGLE = 0xc00c0100, HEADER_COPY = 0xc0030200, TRACE_NUMBER = 99 };

/* ---- the tree ------------------------------------------------------------------------------------------ */
/* A shell command, from the top of the sources: its exit code; said[] has what was printed. */
static int shell(const char *cmd)
{
	FILE *f = popen(cmd, "r");

	cr_assert(f);
	said[fread(said, 1, sizeof(said) - 1, f)] = 0;
	return WEXITSTATUS(pclose(f));
}

static bool sanitized(void)
{
	return getenv("FL_SANITIZED") != NULL;
}

/* The image is the plain build's, with sanitizers or without. */
static void build_tree(void)
{
	const char *build = *build_dir() == '/' ? "build" : build_dir();
	char cmd[600], path[300];
	int code;

	snprintf(
	    cmd, sizeof(cmd),
	    "exec 2>&1; tests/toy/tree.sh %s/tree %s && make -s -j2 -C %s/tree --no-print-directory B=%s "
	    "SAN=\"$SAN\" %s/firstlight %s%s",
	    dir, build_dir(), dir, build, build, sanitized() ? "" : build,
	    sanitized() ? "" : "/firstlight.elf");
	code = shell(cmd);
	cr_assert_eq(code, 0, "%s", said + (strlen(said) > 3000 ? strlen(said) - 3000 : 0));
	snprintf(path, sizeof(path), "%s/tree/%s", dir, build);
	setenv("FL_BUILD", path, 1);
}

/* What differs between the sources and the tree: the four folders, and a line of the list. */
static void only_folders_and_a_line(void)
{
	char cmd[400];

	snprintf(cmd, sizeof(cmd),
		 "exec 2>&1; for d in Makefile README.md boot demos hw lib linker tests; do LC_ALL=C "
		 "diff -rq $d %s/tree/$d; done | sed 's, %s/tree/, ,;s,%s/tree/,,' | sort",
		 dir, dir, dir);
	shell(cmd);
	cr_expect_str_eq(said,
			 "Files hw/fl_families.h and hw/fl_families.h differ\n"
			 "Only in hw/model: toy\nOnly in hw/regs: toy\nOnly in hw: toy\nOnly in lib: toy\n");
	snprintf(cmd, sizeof(cmd), "diff hw/fl_families.h %s/tree/hw/fl_families.h | grep -c '^[<>]'", dir);
	shell(cmd);
	cr_expect_str_eq(said, "1\n");
	snprintf(cmd, sizeof(cmd), "diff hw/fl_families.h %s/tree/hw/fl_families.h", dir);
	shell(cmd);
	cr_expect(strstr(said, "> \tX(toy, yes, yes, no, no, yes, no, yes, yes, no, no)"), "%s", said);
}

/* ---- registers, waking, the smoke test ----------------------------------------------------------------- */
static void registers(void)
{
	SAYS(0, "list", "\n  toy          a chip that nobody makes, 1234:7017\n");
	SAYS(0, "list", " ring-stuck");
	SAYS(0, "read --chip toy ID", "0x54590010");
	SAYS(0, "read --chip toy ID", "CHIP        0x5459 TOY");
	SAYS(0, "write --chip toy RING.BASE=3 RING.LOG2_DW=14", "0x00003000 -> 0x0000300e");
	SAYS(2, "write --chip toy SCREEN=1", "--force=display");
	SAYS(2, "write --chip toy ID=1", "ID");
	SAYS(0, "decode --chip toy SCREEN 0x2001", "MODE_640X480");
	SAYS(0,
	     "monitor --chip toy <<-'END'\n"
	     "read ID\nwrite RING=0x200a\nread RING\nring\nread POINTER\nEND",
	     "LOG2_DW  0xa (10)");
	cr_expect(strstr(said, "CHIP        0x5459 TOY") && strstr(said, "ok   fence") &&
		      strstr(said, "0x00050005"),
		  "%s", said);
}

static void waking(void)
{
	SAYS(0, "probe --chip toy", "16 MiB (ID)");
	SAYS(0, "reset --chip toy", "ok   reset          the ring is off");
	SAYS(0, "ring --chip toy", "ok   fence          a pixel was copied");
	SAYS(3, "microcode --chip toy", "have no microcode; `ring` starts them");
	SAYS(0, "smoke --chip toy", "# 8 passed, 0 failed, 0 skipped, 0 not tried");
	SAYS(0, "smoke --chip toy --scalar", "# 8 passed, 0 failed, 0 skipped, 0 not tried");
	SAYS(1, "smoke --chip toy --break ring-stuck", "# first failure: fence: ");
	SAYS(1, "smoke --chip toy --break vram-bit:0x1000:2", "# first failure: VRAM address lines: ");
	SAYS(1, "smoke --chip toy --break dead-bar", "# first failure: identity: ");
}

/* ---- pictures ------------------------------------------------------------------------------------------ */
/* The triangle of demos/triangle.c, before it has turned: OpenGL's projection of 45 degrees onto W x H, seen
 * from 3 away, 0.2 lower. Which of the corners' colors is how much of (x, y)? Negative: outside; in pixels,
 * by how far. */
static double triangle_at(double x, double y, double share[3])
{
	static const double corner[3][2] = {{0, 1.1 - 0.2}, {-1, -0.65 - 0.2}, {1, -0.65 - 0.2}};
	double scale = H / 2.0 / tan(acos(-1) / 8) / 3, at[3][2], least = 1e9, all;

	for (int i = 0; i < 3; i++) {
		at[i][0] = W / 2.0 + scale * corner[i][0];
		at[i][1] = H / 2.0 - scale * corner[i][1];
	}
	all = (at[1][0] - at[0][0]) * (at[2][1] - at[0][1]) - (at[1][1] - at[0][1]) * (at[2][0] - at[0][0]);
	for (int i = 0; i < 3; i++) {
		const double *a = at[(i + 1) % 3], *b = at[(i + 2) % 3];
		double twice = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
		double inside_px = twice / hypot(b[0] - a[0], b[1] - a[1]) * (all < 0 ? -1 : 1);

		share[i] = twice / all;
		least = inside_px < least ? inside_px : least;
	}
	return least;
}

/* Pixels whose middle is within 1/8 of an edge may go either way: the chip counts 1/16 of a pixel. */
static void is_the_triangle(const struct picture *p)
{
	static const uint8_t color[3][3] = {{255, 64, 64}, {64, 255, 64}, {64, 96, 255}},
			     back[3] = {16, 20, 24};
	unsigned wrong = 0, inside = 0;

	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++) {
			double share[3], depth = triangle_at(x + 0.5, y + 0.5, share);
			const uint8_t *got = p->rgb + 3 * ((size_t)y * W + x);

			inside += depth > 0;
			for (int c = 0; c < 3 && fabs(depth) > 0.125; c++) {
				double want = depth < 0 ? back[c] : 0;

				for (int i = 0; i < 3 && depth > 0; i++)
					want += share[i] * color[i][c];
				wrong += fabs(got[c] - want) > (depth < 0 ? 0 : 1);
			}
		}
	cr_expect_eq(wrong, 0, "%u values are wrong", wrong);
	cr_expect(inside > W * H / 5 && inside < W * H / 2, "%u", inside);
}

static void triangle(void)
{
	struct picture toy, r580;
	unsigned apart = 0;

	cr_assert(draw_hosted(&toy, "toy", "triangle") && draw_hosted(&r580, "r580", "triangle"));
	is_the_triangle(&toy);
	for (unsigned i = 0; i < W * H; i++)
		for (unsigned c = 0; c < 3; c++)
			apart += abs(toy.rgb[3 * i + c] - r580.rgb[3 * i + c]) > 2;
	/* The R580 counts 1/12 of a pixel, so some on the edges differ. */
	cr_expect_lt(apart, 3u * H, "%u values differ from the R580's", apart);
	picture_free(&toy);
	picture_free(&r580);
}

static void blit(void)
{
	struct picture p;
	unsigned wrong = 0;

	cr_assert(draw_hosted(&p, "toy", "blit"));
	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++) {
			uint32_t want = fl_blit_expected(x, y, W, H, 0);
			const uint8_t *got = p.rgb + 3 * ((size_t)y * W + x);

			wrong += got[0] != (want >> 16 & 255) || got[1] != (want >> 8 & 255) ||
				 got[2] != (want & 255);
		}
	cr_expect_eq(wrong, 0, "%u pixels are wrong", wrong);
	picture_free(&p);
	SAYS(0, "demo clear --chip toy --out clear.png", "clear.png");
	SAYS(1, "demo cube --chip toy --out cube.png", "a toy has no test of depth");
	SAYS(3, "demo fractal --chip toy --out fractal.png", "for the families r500 r600 cik gc, and this");
}

/* ---- a trace ------------------------------------------------------------------------------------------- */
/* Red grows to the right, green downwards, in the upper left half; the corner at (0, 0) is then copied to the
 * opposite one. */
static uint32_t traced(unsigned x, unsigned y)
{
	unsigned from = SIDE - MOVED;

	if (x >= from && y >= from)
		return traced(x - from, y - from);
	return x + y >= SIDE - 1 ? 0
				 : 0xff000000u | (255 * (2 * x + 1) + SIDE) / (2 * SIDE) << 16 |
				       (255 * (2 * y + 1) + SIDE) / (2 * SIDE) << 8;
}

static void record(FILE *f, uint32_t tag, const uint32_t *dw, uint32_t n)
{
	const uint32_t head[2] = {tag, 4 * n};

	cr_assert(fwrite(head, 4, 2, f) == 2 && fwrite(dw, 4, n, f) == n);
}

static void write_trace(const char *name, uint32_t off_by)
{
	static uint32_t expect[8 + SIDE * SIDE], mask[SIDE * SIDE / 4];
	const uint32_t head[4] = {FL_GTRC_TAG('G', 'T', 'R', 'C'), 1, TRACE_NUMBER, 0x7017};
	const uint32_t memory[6] = {PICTURE, 0, 4 * SIDE * SIDE, 0, 1, 0};
	const uint32_t run[4 + 14 + 5] = {0, 0, 14 + 5, 0,
					  /* TRIANGLE: target, pitch, box, three corners in 1/16 pixel */
					  HEADER_TRIANGLE, PICTURE, SIDE, 0, SIDE << 16 | SIDE, 0, 0,
					  0xff000000, 16 * SIDE, 0, 0xffff0000, 0, 16 * SIDE, 0xff00ff00,
					  /* COPY: to, from, pitches, size */
					  HEADER_COPY, PICTURE + 4 * (SIDE - MOVED) * (SIDE + 1), PICTURE,
					  SIDE << 16 | SIDE, MOVED << 16 | MOVED};
	FILE *f = fopen(in_dir(name), "w");

	memcpy(expect, (const uint32_t[8]){PICTURE, 0, SIDE, SIDE, 4 * SIDE, 0, 0, 0}, 32);
	for (unsigned i = 0; i < SIDE * SIDE; i++) {
		uint32_t argb = traced(i % SIDE, i / SIDE) + (i == 65) * off_by;

		expect[8 + i] = (argb & 0xff00ff00) | (argb & 255) << 16 | (argb >> 16 & 255);
	}
	memset(mask, 1, sizeof(mask));
	cr_assert(f && fwrite(head, 4, 4, f) == 4);
	record(f, FL_GTRC_INFO, (const uint32_t *)(const void *)"chip=toy\n\n\n", 3);
	record(f, FL_GTRC_BO, memory, 6);
	record(f, FL_GTRC_IB, run, 4 + 14 + 5);
	record(f, FL_GTRC_EXPT, expect, 8 + SIDE * SIDE);
	record(f, FL_GTRC_MASK, mask, SIDE * SIDE / 4);
	cr_assert_eq(fclose(f), 0);
}

static void traces(void)
{
	write_trace("good.trace", 0);
	write_trace("bad.trace", 1);
	SAYS(0, "replay --strict good.trace", "good");
	SAYS(1, "replay --strict bad.trace", "1 of 4096");
	SAYS(0, "stream good.trace", "TRIANGLE");
	cr_expect(strstr(said, "CLIP_BOTTOM_RIGHT") && strstr(said, "COLOR2") && strstr(said, "COPY") &&
		      strstr(said, "PITCHES"),
		  "%s", said);
	SAYS(0, "stream --c good.trace", "TOY_PKT3_TRIANGLE");
	SAYS(0, "stream --diff good.trace bad.trace", "");
}

/* ---- bare metal ---------------------------------------------------------------------------------------- */
/* The same image, with the toy as the card of a machine: the display shows the picture of the hosted demo. */
static void bare_demo(void)
{
	struct picture want, got;
	struct qemu q;
	int code;

	start_card(&q, (const char *const[]){"--chip", "toy", "--strict", "--out", in_dir("bare.png"), NULL},
		   (const char *const[]){IMAGE, "-append", "demo triangle", NULL});
	wait_text(&q, "triangle: done", 30000);
	code = qemu_do(&q, "quit") ? qemu_wait_exit(&q, 30000) : -1;
	if (code)
		fail_with_log(&q, code < 0 ? "no end" : "the model objected");
	qemu_end(&q);
	cr_assert(draw_hosted(&want, "toy", "triangle") && picture_read(&got, in_dir("bare.png")));
	cr_expect(got.w == W && got.h == H && !memcmp(got.rgb, want.rgb, (size_t)W * H * 3),
		  "the display shows another picture");
	picture_free(&want);
	picture_free(&got);
}

static void bare_smoke(const char *fault, int exit_code, const char *says)
{
	struct qemu q;
	int code;

	start_card(&q,
		   fault ? (const char *const[]){"--chip", "toy", "--break", fault, NULL}
			 : (const char *const[]){"--chip", "toy", NULL},
		   (const char *const[]){IMAGE, "-append", "smoke exit", NULL});
	code = qemu_wait_exit(&q, 60000);
	char *log = qemu_serial(&q);
	bool found = strstr(log, says);
	free(log);
	if (code != exit_code || !found)
		fail_with_log(&q, fault ? fault : "all well");
	qemu_end(&q);
}

static void bare_monitor(void)
{
	struct qemu q;

	start_card(&q, (const char *const[]){"--chip", "toy", NULL}, (const char *const[]){IMAGE, NULL});
	type_until(&q, "", "TOY> ");
	type_until(&q, "read ID\r", "0x54590010");
	type_until(&q, "ring\r", "a pixel was copied");
	qemu_end(&q);
}

Test(toy, a_family_is_its_folders_and_one_line, .timeout = 600, .init = command_begin, .fini = command_end)
{
	build_tree();
	only_folders_and_a_line();
	registers();
	waking();
	triangle();
	blit();
	traces();
	if (sanitized())
		return;
	bare_demo();
	bare_smoke(NULL, 1, "ok 8 - TOY: triangle");
	bare_smoke("ring-stuck", 3, "not ok 6 - TOY: fence");
	bare_monitor();
}
