/* SPDX-License-Identifier: MIT
 *
 * The bus over QEMU's test protocol, and the library's 2D calls through it on QEMU's ati-vga, which nobody
 * here wrote: against pixels worked out one by one (test_lib_2d_rig.h), at every pixel size. A QEMU that
 * dies, hangs or talks nonsense.
 */
#include "hw/bus/hosted/qtest_wire.h"
#include "hw/r100/identify.h"
#include "hw/regs/fl_regs.h"
#include "hw/regs/r100.h"
#include "lib/fl_text.h"
#include "lib/r500/surface.h"
#include "lib/r500/e2.h"
#include "tests/unit/test_lib_2d_rig.h"
#include "tests/unit/test_lib_blit_expected.h"

#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const enum fl_format formats[] = {FL_C8, FL_ARGB1555, FL_RGB565, FL_ARGB8888};

static struct fl_dev dev;
static struct fl_err err;

static void open_device(const char *device)
{
	cr_assert_eq(fl_open_qtest(&dev, device, &err), FL_OK, "%s", err.text);
}

static void close_device(void)
{
	cr_assert_eq(fl_qtest_check(&dev, &err), FL_OK, "%s", err.text);
	fl_dev_close(&dev);
}

/* ---- the way there ------------------------------------------------------------------------------------- */
Test(bus_qtest, opens_what_the_kit_knows, .timeout = 60)
{
	struct r100_card c;

	open_device("ati-vga,model=rage128p,vgamem_mb=32");
	cr_assert_eq(dev.vendor, 0x1002);
	cr_assert_eq(dev.device, 0x5046);
	/* QEMU 7.2 gives 16 KiB of registers, and its devices have the subsystem vendor 1af4. */
	cr_assert_eq(dev.regs_size_B, 16 << 10);
	cr_assert_eq(dev.vram_size_B, 32 << 20);
	cr_assert_eq(dev.subsys_vendor, 0x1af4);
	cr_assert_eq((r100_card_init(&c, &dev), r100_identify(&c.up, &err)), FL_OK, "%s", err.text);
	cr_assert_eq(c.up.vram_B, 32 << 20);
	close_device();
	cr_assert_eq(fl_open_card(&dev, "qtest", NULL, &err), FL_OK, "%s", err.text);
	cr_assert_eq(dev.device, 0x5159);
	close_device();
	cr_assert_eq(fl_open_card(&dev, "qtest:ati-vga,model=rage128p", NULL, &err), FL_OK, "%s", err.text);
	cr_assert_eq(dev.device, 0x5046);
	close_device();
}

Test(bus_qtest, refuses_the_rest, .timeout = 60)
{
	struct fl_open_options by_mem = {.path = "devmem"};

	cr_assert_eq(fl_open_qtest(&dev, "no-such-thing", &err), FL_FAILED);
	cr_assert(strstr(err.text, "exit code 1") && strstr(err.text, "not a valid device model"), "%s",
		  err.text);
	cr_assert_null(dev.bus);
	cr_assert_eq(fl_open_qtest(&dev, "VGA", &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "[1234:1111]"), "%s", err.text);
	cr_assert_eq(fl_open_qtest(&dev, "e1000", &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "no display controller"), "%s", err.text);
	cr_assert_eq(fl_open_card(&dev, "qtest", &by_mem, &err), FL_USAGE);
	cr_assert_eq(fl_open_card(&dev, "qtests", NULL, &err), FL_USAGE);
}

/* Memory in blocks of every length, at every alignment, seen again through single accesses and MM_DATA, and
 * the other way. */
Test(bus_qtest, memory_and_registers, .timeout = 60)
{
	uint8_t from[80], to[80];
	uint32_t seed = 5, word;

	open_device(NULL);
	for (unsigned n = 1; n < 70; n++) {
		uint64_t at = 4096 + 128 * n + n % 5;

		for (unsigned i = 0; i < n; i++)
			from[i] = (uint8_t)rnd(&seed);
		memset(to, 0, sizeof to);
		fl_vram_write(&dev, at, from, n);
		fl_vram_read(&dev, at, to, n);
		cr_assert_arr_eq(to, from, n, "%u bytes at %llu", n, (unsigned long long)at);
		cr_assert_eq(to[n], 0);
	}
	/* MM_INDEX with bit 31 leads to the frame buffer's memory (rage128 and radeon register guides) */
	fl_vram_write(&dev, 0x100, "\x78\x56\x34\x12", 4);
	fl_write32(&dev, 0, 0x80000100);
	cr_assert_eq(fl_read32(&dev, 4), 0x12345678);
	fl_write32(&dev, 4, 0xcafe0123);
	fl_vram_read(&dev, 0x100, &word, 4);
	cr_assert_eq(word, 0xcafe0123);
	fl_write8(&dev, 0x13, 0xab); /* BIOS_SCRATCH_0, its highest byte */
	cr_assert_eq(fl_read32(&dev, 0x10) >> 24, 0xab);
	cr_assert_eq(fl_read8(&dev, 0x13), 0xab);
	/* Past the ends: all ones, and nothing. */
	cr_assert_eq(fl_read32(&dev, 16 << 10), 0xffffffff);
	fl_write32(&dev, 16 << 10, 1);
	fl_vram_write(&dev, (16 << 20) - 2, "\1\2\3\4", 4);
	memset(to, 0, 4);
	fl_vram_read(&dev, (16 << 20) - 2, to, 4);
	cr_assert_arr_eq(to, "\1\2\xff\xff", 4);
	fl_vram_write(&dev, UINT64_MAX - 1, "\1\2\3\4", 4);
	cr_assert_eq(dev.bus->cfg_read(&dev, FL_PCI_VENDOR, 2), 0x1002);
	dev.bus->cfg_write(&dev, 0x3c, 1, 11);
	cr_assert_eq(dev.bus->cfg_read(&dev, 0x3c, 1), 11);
	uint64_t now = fl_now_us(&dev);
	fl_delay_us(&dev, 300);
	cr_assert_geq(fl_now_us(&dev), now + 300);
	close_device();
}

/* What the database calls a field holds what is written to it, on a device that nobody here wrote. The
 * cursor's lock is set first: a cursor of all ones lies outside the memory. */
Test(bus_qtest, fields_are_the_devices, .timeout = 60)
{
	static const uint32_t registers[] = {
	    R100_CUR_OFFSET, R100_CUR_HORZ_VERT_POSN, R100_CUR_HORZ_VERT_OFF,       R100_CUR_CLR0,
	    R100_CUR_CLR1,   R100_CRTC_PITCH,         R100_DEFAULT_SC_BOTTOM_RIGHT, R100_SRC_X,
	};
	struct fl_reg_field f;
	struct fl_reg r;

	open_device(FL_QTEST_DEVICE);
	for (unsigned i = 0; i < sizeof registers / sizeof *registers; i++) {
		uint32_t fields = 0;

		cr_assert(fl_regs_lookup(fl_regs_r100(), NULL, registers[i], FL_REGS_ANY_CHIP, 0, &r));
		for (unsigned k = 0; fl_reg_field(&r, k, &f); k++)
			fields |= (uint32_t)(((UINT64_C(1) << f.width) - 1) << f.low);
		fl_write32(&dev, registers[i], ~0u);
		cr_expect_eq(fl_read32(&dev, registers[i]) & fields, fields, "0x%04x", registers[i]);
	}
	close_device();
}

/* More than what is held back at once, and a large block: all of it arrives, in order. */
Test(bus_qtest, much_at_once, .timeout = 60)
{
	uint32_t *from = malloc(1 << 20), *to = malloc(1 << 20), seed = 9;

	open_device(NULL);
	for (unsigned i = 0; i < 1 << 18; i++)
		from[i] = rnd(&seed);
	fl_vram_write(&dev, 0, from, 1 << 20);
	for (uint32_t i = 0; i < 5000; i++) {
		from[i] = i * 3;
		fl_write32(&dev, 0, 0x80000000 | i * 4);
		fl_write32(&dev, 4, i * 3);
	}
	fl_vram_read(&dev, 0, to, 1 << 20);
	cr_assert(!memcmp(from, to, 1 << 20));
	close_device();
	free(from);
	free(to);
}

/* ---- 2D ------------------------------------------------------------------------------------------------ */
Test(bus_qtest, the_test_card, .timeout = 60)
{
	static struct fl_stage stage;
	struct fl_stage_options o = {.width = 640, .height = 480};
	uint32_t row[640];

	unsigned wrong = 0;

	open_device(NULL);
	cr_assert_eq(fl_stage_open(&stage, &dev, &o, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_demo_begin(&fl_demo_blit, &stage, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_demo_frame(&fl_demo_blit, &stage, 0, &err), FL_OK, "%s", err.text);
	for (unsigned y = 0; y < 480; y++) {
		fl_stage_row(&stage, y, row);
		for (unsigned x = 0; x < 640; x++)
			wrong += row[x] != fl_blit_expected(x, y, 640, 480, FL_2D_ATI_VGA);
	}
	cr_assert_eq(wrong, 0, "%u pixels differ", wrong);
	close_device();
}

Test(bus_qtest, a_rage_128_is_not_drawn_on, .timeout = 60)
{
	static struct fl_stage stage;
	struct fl_stage_options o = {.width = 640, .height = 480};

	open_device("ati-vga,model=rage128p");
	cr_assert_eq(fl_stage_open(&stage, &dev, &o, &err), FL_FAILED);
	cr_assert(strstr(err.text, "in another layout"), "%s", err.text);
	close_device();
}

/* A target and a source of one format, full of noise; want and from hold the same. */
struct flat {
	struct fl_2d g;
	struct fl_vram vram;
	struct fl_surface dst, src;
	struct picture want, from;
};

static void noise(struct fl_surface *s, struct picture *p, uint32_t seed)
{
	uint8_t row[4 * 256];

	*p = (struct picture){.w = (int)s->width_px,
			      .h = (int)s->height_px,
			      .bytes = s->bytes_px,
			      .mask = ~0u,
			      .clip = {0, 0, (int)s->width_px, (int)s->height_px}};
	p->px = malloc(4u * (unsigned)(p->w * p->h));
	for (int y = 0; y < p->h; y++) {
		for (int x = 0; x < p->w; x++) {
			uint32_t v = rnd(&seed) & px_mask(p->bytes);

			p->px[y * p->w + x] = v;
			memcpy(row + x * p->bytes, &v, (size_t)p->bytes);
		}
		fl_vram_write(&dev, s->offset_B + fl_surface_at(s, 0, (uint32_t)y), row,
			      (size_t)(p->w * p->bytes));
	}
}

static void flat_open(struct flat *t, enum fl_format format)
{
	memset(t, 0, sizeof *t);
	fl_vram_init(&t->vram, &fl_r500_surfaces, 0, 4 << 20);
	cr_assert_eq(fl_surface_place(&t->dst, &t->vram, 203, 150, format, FL_LINEAR,
				      FL_USE_2D | FL_USE_DISPLAY, &err),
		     FL_OK);
	cr_assert_eq(
	    fl_surface_place(&t->src, &t->vram, 90, 70, format, FL_LINEAR, FL_USE_2D | FL_USE_DISPLAY, &err),
	    FL_OK);
	noise(&t->dst, &t->want, 11);
	noise(&t->src, &t->from, 12);
	fl_r500_2d_mmio(&t->g, &dev, 0, FL_2D_ATI_VGA);
	cr_assert_eq(fl_2d_target(&t->g, &t->dst), FL_OK, "%s", t->g.err.text);
}

static void flat_same(struct flat *t, const char *what)
{
	unsigned wrong = 0;
	uint8_t row[4 * 256];

	cr_assert_eq(fl_2d_finish(&t->g), FL_OK, "%s: %s", what, t->g.err.text);
	for (int y = 0; y < t->want.h; y++) {
		fl_vram_read(&dev, t->dst.offset_B + fl_surface_at(&t->dst, 0, (uint32_t)y), row,
			     (size_t)(t->want.w * t->want.bytes));
		for (int x = 0; x < t->want.w; x++) {
			uint32_t got = 0, want = t->want.px[y * t->want.w + x];

			memcpy(&got, row + x * t->want.bytes, (size_t)t->want.bytes);
			if (got != want && wrong++ < 3)
				cr_log_error("%s, %d bytes a pixel: (%d, %d) is 0x%x, want 0x%x", what,
					     t->want.bytes, x, y, got, want);
		}
	}
	cr_assert_eq(wrong, 0, "%s, %d bytes a pixel: %u pixels differ", what, t->want.bytes, wrong);
}

static void flat_close(struct flat *t)
{
	free(t->want.px);
	free(t->from.px);
}

/* A number from -below to below. */
static int around(uint32_t *seed, int below)
{
	return (int)(rnd(seed) % (unsigned)(2 * below + 1)) - below;
}

static void fills(struct flat *t, uint32_t *seed)
{
	static const unsigned rops[] = {FL_ROP_PATCOPY, FL_ROP_BLACKNESS, FL_ROP_WHITENESS, 0x0f, FL_ROP_NOP};

	for (unsigned i = 0; i < 100; i++) {
		int x = around(seed, 230), y = around(seed, 180);
		int w = (int)(rnd(seed) % 120), h = (int)(rnd(seed) % 90);
		struct fl_brush b = {.kind = FL_BRUSH_SOLID, .color = rnd(seed)};
		unsigned rop = rops[i % 5];

		cr_assert_eq(fl_fill_rop(&t->g, x, y, w, h, b.color, rop), FL_OK, "%s", t->g.err.text);
		px_rect(&t->want, x, y, w, h, &b, NULL, rop);
	}
	flat_same(t, "fills");
}

/* In the four directions that overlap asks for, by a pixel and by more, and to a place that has nothing to do
 * with it. */
static void copies(struct flat *t, uint32_t *seed)
{
	for (unsigned i = 0; i < 120; i++) {
		bool other = i % 5 == 4;
		int by = 1 + (int)(rnd(seed) % 9), sx = around(seed, 40) + 50, sy = around(seed, 30) + 35;
		int dx = other ? around(seed, 150) : sx + (i & 1 ? by : -by);
		int dy = other ? around(seed, 100) : sy + (i & 2 ? by : -by);
		int w = 1 + (int)(rnd(seed) % 80), h = 1 + (int)(rnd(seed) % 60);
		struct pixel_source from = {
		    .picture = other ? &t->from : &t->want, .dx = sx - dx, .dy = sy - dy};

		cr_assert_eq(fl_blit(&t->g, other ? &t->src : &t->dst, sx, sy, dx, dy, w, h), FL_OK, "%s",
			     t->g.err.text);
		px_rect(&t->want, dx, dy, w, h, NULL, &from, FL_ROP_SRCCOPY);
		if (i % 20 == 19)
			flat_same(t, "copies");
	}
}

/* What the library makes up from fills: lines, patterns, bitmaps and images of the host, clipped. */
static void made_of_fills(struct flat *t, uint32_t *seed)
{
	static const uint8_t bits[8] = {0x81, 0x42, 0x2c, 0x1f, 0xf0, 0x03, 0x55, 0xc8};
	struct fl_brush b = {
	    .kind = FL_BRUSH_MONO, .x = 3, .y = -5, .color = rnd(seed), .background = rnd(seed)};
	struct fl_bitmap m = {bits, 1, rnd(seed), rnd(seed), true};
	struct pixel_source of_bits = {.bitmap = &m, .at_x = 30, .at_y = 20};
	struct pixel_source of_image = {.image = bits, .pitch_B = 1, .at_x = 60, .at_y = 50};
	struct fl_pen pen = {.color = rnd(seed)};
	struct fl_point star[] = {{5, 5}, {180, 90}, {21, 141}, {101, 0}, {120, 145}};

	fl_2d_clip(&t->g, 10, 8, 190, 140);
	t->want.clip = (struct fl_rect){10, 8, 180, 132};
	memcpy(b.bits, bits, 8);
	cr_assert_eq(fl_pattern(&t->g, 2, 3, 50, 40, &b, FL_ROP_PATCOPY), FL_OK, "%s", t->g.err.text);
	px_rect(&t->want, 2, 3, 50, 40, &b, NULL, FL_ROP_PATCOPY);
	cr_assert_eq(fl_mono_rop(&t->g, 30, 20, 8, 8, &m, NULL, FL_ROP_SRCCOPY), FL_OK, "%s", t->g.err.text);
	px_rect(&t->want, 30, 20, 8, 8, NULL, &of_bits, FL_ROP_SRCCOPY);
	cr_assert_eq(fl_put_image(&t->g, 60, 50, 8 / t->want.bytes, 1, bits, 1), FL_OK, "%s", t->g.err.text);
	px_rect(&t->want, 60, 50, 8 / t->want.bytes, 1, NULL, &of_image, FL_ROP_SRCCOPY);
	cr_assert_eq(fl_polyline(&t->g, star, 5, &pen, FL_ROP_PATCOPY), FL_OK, "%s", t->g.err.text);
	px_polyline(&t->want, star, 5, &pen, FL_ROP_PATCOPY);
	flat_same(t, "made of fills");
}

Test(bus_qtest, fills_and_copies_at_every_pixel_size, .timeout = 120)
{
	open_device(NULL);
	for (unsigned f = 0; f < 4; f++) {
		uint32_t seed = 77 + f;
		struct flat t;

		flat_open(&t, formats[f]);
		fills(&t, &seed);
		copies(&t, &seed);
		made_of_fills(&t, &seed);
		flat_close(&t);
	}
	close_device();
}

/* ---- a QEMU that does not answer ----------------------------------------------------------------------- */
static struct fl_qtest_wire wire;

Test(bus_qtest, killed_in_the_middle, .timeout = 60)
{
	cr_assert_eq(fl_qtest_start(&wire, "qemu-system-x86_64", FL_QTEST_DEVICE, &err), FL_OK, "%s",
		     err.text);
	cr_assert_eq(fl_qtest_in(&wire, 0xcfc, 4), 0xffffffff);
	cr_assert_eq(wire.err.code, FL_OK);
	kill(wire.pid, SIGKILL);
	cr_assert_eq(fl_qtest_in(&wire, 0xcf8, 4), 0xffffffff);
	cr_assert_eq(wire.err.code, FL_FAILED);
	cr_assert(strstr(wire.err.text, "ended by signal 9"), "%s", wire.err.text);
	/* Nothing more happens, and the reason stays. */
	for (unsigned i = 0; i < 10000; i++)
		fl_qtest_store(&wire, 0, 4, i);
	memset(wire.line, 0, 16);
	fl_qtest_read(&wire, 0, wire.line, 8);
	cr_assert_arr_eq(wire.line, "\xff\xff\xff\xff\xff\xff\xff\xff\0", 9);
	cr_assert(strstr(wire.err.text, "ended by signal 9"), "%s", wire.err.text);
	fl_qtest_stop(&wire);
}

Test(bus_qtest, stopped, .timeout = 60)
{
	cr_assert_eq(fl_qtest_start(&wire, "qemu-system-x86_64", FL_QTEST_DEVICE, &err), FL_OK, "%s",
		     err.text);
	wire.timeout_ms = 200;
	kill(wire.pid, SIGSTOP);
	cr_assert_eq(fl_qtest_load(&wire, 0, 4), 0xffffffff);
	cr_assert_eq(wire.err.code, FL_TIMEOUT);
	cr_assert(strstr(wire.err.text, "within 200 ms"), "%s", wire.err.text);
	fl_qtest_stop(&wire);
}

/* A program in QEMU's place. */
static void instead(const char *script, enum fl_code code, const char *says)
{
	char path[] = "/tmp/firstlight-qtest-XXXXXX";
	int fd = mkstemp(path);
	FILE *f = fdopen(fd, "w");

	fprintf(f, "#!/bin/sh\n%s\n", script);
	fchmod(fd, 0700);
	fclose(f);
	enum fl_code got = fl_qtest_start(&wire, path, FL_QTEST_DEVICE, &err);
	fl_qtest_stop(&wire);
	unlink(path);
	cr_assert_eq(got, code, "%s: %d, %s", script, got, err.text);
	cr_assert(strstr(err.text, says), "%s: %s", script, err.text);
}

Test(bus_qtest, another_program, .timeout = 60)
{
	instead("read line; echo FAIL Unknown command", FL_FAILED, "it said \"FAIL Unknown command\"");
	instead("read line; echo IRQ raise 3; echo OK", FL_FAILED, "gave no value");
	instead("read line; echo OK 0xmoon", FL_FAILED, "gave no value");
	instead("echo one >&2; echo the other >&2; exit 3", FL_FAILED, "exit code 3: the other");
	instead("exec head -c 100000 /dev/zero", FL_FAILED, "exit code 0");
	cr_assert_eq(fl_qtest_start(&wire, "/no/such/qemu", FL_QTEST_DEVICE, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "/no/such/qemu is not there"), "%s", err.text);
	fl_qtest_stop(&wire);
}
