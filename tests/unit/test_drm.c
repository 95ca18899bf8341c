/* SPDX-License-Identifier: MIT
 *
 * The render node without Mesa: what it draws for a client, what it refuses, what it survives. Streams are
 * written by hand (R5xx guide 6.2.2: a solid rectangle by the 2D engine); the reasons for a refusal are
 * Linux's (radeon_cs.c, r300.c).
 */
#include "demos/firstlight/replay.h"
#include "hw/regs/r500.h"
#include "tests/unit/test_drm_rig.h"

#include <errno.h>
#include <stdlib.h>

enum { W = 64, H = 64, SIZE_B = W * H * 4 };

#define TYPE0(reg)  ((reg) / 4)
/* No depth test, colors not written; vertices in the packet, of which there are none. */
#define NO_DEPTH    TYPE0(R500_ZB_CNTL), 0
#define DRAW(n, dw) 0xc0003500u | (dw) << 16, 3 << 4 | (uint32_t)(n) << 16
#define RELOC(i)    0xc0001000u, (i)*4

/* Fill the buffer of relocation 0 from its beginning. */
static uint32_t fill(uint32_t *dw, unsigned w, unsigned h, uint32_t color)
{
	const uint32_t stream[] = {
	    TYPE0(R500_DP_GUI_MASTER_CNTL),
	    R500_DP_GUI_MASTER_CNTL__GMC_DST_PITCH_OFFSET_CNTL(1) |
		R500_DP_GUI_MASTER_CNTL__GMC_DST_CLIPPING(1) |
		R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE(13) |
		R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE(6) | R500_DP_GUI_MASTER_CNTL__GMC_ROP3(0xf0) |
		R500_DP_GUI_MASTER_CNTL__GMC_CLR_CMP_CNTL_DIS(1) | R500_DP_GUI_MASTER_CNTL__GMC_WR_MSK_DIS(1),
	    TYPE0(R500_DST_PITCH_OFFSET),
	    W * 4 / 64 << 22,
	    RELOC(0),
	    TYPE0(R500_SC_TOP_LEFT),
	    0,
	    TYPE0(R500_SC_BOTTOM_RIGHT),
	    h << 16 | w,
	    TYPE0(R500_DP_CNTL),
	    3,
	    TYPE0(R500_DP_BRUSH_FRGD_CLR),
	    color,
	    TYPE0(R500_DST_Y_X),
	    0,
	    TYPE0(R500_DST_HEIGHT_WIDTH),
	    h << 16 | w,
	};

	memcpy(dw, stream, sizeof stream);
	return sizeof stream / 4;
}

static int draw(const struct client *c, uint32_t handle, unsigned w, unsigned h, uint32_t color)
{
	uint32_t dw[64];
	uint32_t n = fill(dw, w, h, color);

	return submit(c, dw, n, handle);
}

static unsigned painted(const uint32_t *px, uint32_t color)
{
	unsigned n = 0;

	for (unsigned i = 0; i < W * H; i++)
		n += px[i] == color;
	return n;
}

/* Nothing of any client is left in the server. */
static void all_gone(void)
{
	struct fl_drm_stats s = server_stats();

	for (unsigned ms = 0; ms < 5000 && (s.clients_now || s.buffers_now); ms++) {
		usleep(1000);
		s = server_stats();
	}
	cr_expect_eq(s.clients_now, 0u);
	cr_expect_eq(s.buffers_now, 0u);
	cr_expect_eq(s.memory_now_B, 0u);
}

Test(drm, two_clients_draw_and_see_it)
{
	struct client a, b;
	uint32_t ha, hb, *pa, *pb;

	server_start("rv530", 0);
	a = client_open();
	b = client_open();
	ha = make_buffer(&a, SIZE_B);
	hb = make_buffer(&b, SIZE_B);
	pa = map_buffer(&a, ha, SIZE_B);
	pb = map_buffer(&b, hb, SIZE_B);
	cr_expect_eq(draw(&a, ha, 10, 20, 0xff336699), 0);
	cr_expect_eq(draw(&b, hb, 7, 3, 0x80ffcc00), 0);
	wait_idle(&a, ha);
	wait_idle(&b, hb);
	cr_expect_eq(painted(pa, 0xff336699), 200u);
	cr_expect_eq(painted(pa, 0), W * H - 200u);
	cr_expect_eq(painted(pb, 0x80ffcc00), 21u);
	cr_expect_eq(painted(pb, 0), W * H - 21u);
	client_close(&a);
	client_close(&b);
	munmap(pa, SIZE_B);
	munmap(pb, SIZE_B);
	all_gone();
	cr_expect_eq(server_stats().submissions, 2u);
	server_end();
}

/* Memory that comes back to another buffer is zero, and a closed handle is one no more. */
Test(drm, buffers_come_and_go)
{
	struct drm_gem_close g = {0};
	struct drm_radeon_gem_busy busy = {0};
	struct client a;
	uint32_t *p;

	server_start("rv530", 0);
	a = client_open();
	for (unsigned i = 0; i < 20; i++) {
		g.handle = make_buffer(&a, SIZE_B);
		p = map_buffer(&a, g.handle, SIZE_B);
		cr_expect_eq(painted(p, 0), (unsigned)(W * H), "buffer %u", i);
		memset(p, 0x55, SIZE_B);
		munmap(p, SIZE_B);
		if (i & 1)
			cr_expect_eq(draw(&a, g.handle, W, H, 0x12345678), 0);
		cr_expect_eq(ask(&a, DRM_IOCTL_GEM_CLOSE, &g), 0);
		cr_expect_eq(ask(&a, DRM_IOCTL_GEM_CLOSE, &g), EINVAL);
		busy.handle = g.handle;
		cr_expect_eq(ask(&a, DRM_IOCTL_RADEON_GEM_BUSY, &busy), ENOENT);
	}
	client_close(&a);
	all_gone();
	server_end();
}

/* ---- what is refused ----------------------------------------------------------------------------------- */
Test(drm, streams_that_linux_refuses)
{
	struct client a, b;
	uint32_t h, other;

	server_start("r300", 0);
	a = client_open();
	b = client_open();
	h = make_buffer(&a, SIZE_B);
	for (unsigned i = 0; i < 100; i++)
		other = make_buffer(&b, 4096);
	REFUSED(&a, other, "no buffer with the handle", 0x80000000u); /* it is b's */
	REFUSED(&a, 0, "no buffer with the handle 0", 0x80000000u);
	REFUSED(&a, h, "packet type 1", 0x40000000u, 0);
	REFUSED(&a, h, "ends after the stream", TYPE0(R500_SC_TOP_LEFT));
	REFUSED(&a, h, "ends after the stream", 0xc0ff1000u, 0);
	REFUSED(&a, h, "forbidden register 0x0714", TYPE0(R500_CP_RB_WPTR), 0);
	REFUSED(&a, h, "forbidden register 0x0040", TYPE0(R500_GEN_INT_CNTL), 0);
	REFUSED(&a, h, "forbidden register 0x2088", TYPE0(R500_VAP_ALT_NUM_VERTICES),
		0);                                         /* R5xx alone has it */
	REFUSED(&a, h, "is not supported", 0xc0002300u, 0); /* WAIT_MEM */
	REFUSED(&a, h, "no packet at", TYPE0(R500_RB3D_COLOROFFSET(0)), 0);
	REFUSED(&a, h, "no relocation follows", TYPE0(R500_RB3D_COLOROFFSET(0)), 0, TYPE0(R500_SC_TOP_LEFT),
		0);
	REFUSED(&a, h, "relocation 1 of 1", TYPE0(R500_RB3D_COLOROFFSET(0)), 0, RELOC(1));
	REFUSED(&a, h, "relocation 1073741823 of 1", TYPE0(R500_ZB_DEPTHOFFSET), 0, 0xc0001000u, UINT32_MAX);
	REFUSED(&a, h, "CMASK", TYPE0(R500_RB3D_CCTL), R500_RB3D_CCTL__CMASK_ENABLE(1));
	REFUSED(&a, h, "Hyper-Z", 0xc0003200u, 0);
	REFUSED(&a, h, "only 16 vertex arrays", 0xc0002f00u, 31);
	REFUSED(&a, h, "3D_LOAD_VBPNTR with 1 dwords for 2 arrays", 0xc0002f00u, 2);
	REFUSED(&a, h, "PRIM_WALK must be 3", 0xc0003500u, 0);
	/* sizes: of surfaces that are not set, that are too large, of vertices, arrays, indices, textures */
	REFUSED(&a, h, "no buffer for color buffer 0", TYPE0(R500_RB3D_COLOR_CHANNEL_MASK), 1, DRAW(0, 0));
	REFUSED(&a, h, "no buffer for depth buffer", DRAW(0, 0));
	REFUSED(&a, h, "too small for depth buffer 0 (need 134217744, have 16384)",
		TYPE0(R500_ZB_DEPTHOFFSET), 16, RELOC(0), DRAW(0, 0));
	REFUSED(&a, h, "0 dwords, but 3 vertices of 127 need 381", NO_DEPTH, DRAW(3, 0));
	REFUSED(&a, h, "no buffer for vertex array 0", NO_DEPTH, 0xc0003400u, 2 << 4 | 3 << 16);
	REFUSED(&a, h, "too small for vertex array 0 (need 16380000", NO_DEPTH, 0xc0022f00u, 1, 0x0100 * 4, 0,
		RELOC(0), TYPE0(R500_VAP_VF_MAX_VTX_INDX), 1023750, 0xc0003400u, 1 << 4);
	REFUSED(&a, h, "too small for INDX_BUFFER", 0xc0023300u, 0, 0, SIZE_B, RELOC(0));
	REFUSED(&a, h, "no buffer for texture 3", NO_DEPTH, TYPE0(R500_TX_ENABLE), 8, DRAW(0, 0));
	REFUSED(&a, h, "invalid texture format 19", TYPE0(R500_TX_FORMAT1(2)), 19);
	REFUSED(&a, h, "invalid color buffer format 0", TYPE0(R500_RB3D_COLORPITCH(1)), 0);
	REFUSED(&a, h, "invalid depth buffer format 3", TYPE0(R500_ZB_FORMAT), 3);
	REFUSED(&a, h, "TXFORMAT_MSB", TYPE0(R500_TX_FORMAT2(0)), 1 << 14);
	/* and nothing is wrong with the client */
	cr_expect_eq(draw(&a, h, 4, 4, 1), 0);
	wait_idle(&a, h);
	cr_expect_eq(server_stats().resets, 0u);
	client_close(&a);
	client_close(&b);
	server_end();
}

Test(drm, ioctls_with_nonsense)
{
	struct drm_radeon_gem_create create = {.size = UINT64_MAX};
	struct drm_radeon_gem_mmap map = {.size = 2 * SIZE_B};
	struct drm_radeon_gem_wait_idle wait = {.handle = UINT32_MAX};
	struct fl_drm_range range = {0, UINT64_MAX};
	struct client a;
	int came = -1;

	server_start("r580", 0);
	a = client_open();
	map.handle = make_buffer(&a, SIZE_B);
	cr_expect_eq(ask(&a, DRM_IOCTL_RADEON_GEM_CREATE, &create), ENOMEM);
	create = (struct drm_radeon_gem_create){.size = 0};
	cr_expect_eq(ask(&a, DRM_IOCTL_RADEON_GEM_CREATE, &create), ENOMEM);
	create = (struct drm_radeon_gem_create){.size = 4096, .alignment = 12345};
	cr_expect_eq(ask(&a, DRM_IOCTL_RADEON_GEM_CREATE, &create), EINVAL);
	create = (struct drm_radeon_gem_create){.size = 4096, .alignment = UINT64_MAX};
	cr_expect_eq(ask(&a, DRM_IOCTL_RADEON_GEM_CREATE, &create), ENOMEM);
	cr_expect_eq(ask(&a, DRM_IOCTL_RADEON_GEM_MMAP, &map), EINVAL);
	map = (struct drm_radeon_gem_mmap){.handle = map.handle, .offset = UINT64_MAX, .size = 4096};
	cr_expect_eq(ask(&a, DRM_IOCTL_RADEON_GEM_MMAP, &map), EINVAL);
	cr_expect_eq(ask(&a, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, &wait), ENOENT);
	cr_expect(say(a.channel, FL_DRM_MEMORY, &range, sizeof range, -1));
	cr_expect_eq(hear(a.channel, NULL, 0, &came), EINVAL);
	cr_expect_eq(came, -1);
	cr_expect(say(a.channel, DRM_IOCTL_RADEON_INFO, &range, 4, -1)); /* too short */
	cr_expect_eq(hear(a.channel, NULL, 0, NULL), EINVAL);
	cr_expect(say(a.channel, 0xffffffff, &range, 8, -1));
	cr_expect_eq(hear(a.channel, NULL, 0, NULL), EINVAL);
	client_close(&a);
	all_gone();
	server_end();
}

/* A message that makes no sense ends the connection it came on, and no other. */
Test(drm, connections_that_are_none)
{
	const uint32_t magic = FL_DRM_MAGIC, wrong = 1;
	const struct fl_drm_head large = {UINT32_MAX, FL_DRM_HELLO_NODE};
	struct client a;
	uint32_t h;
	int fd;

	server_start("r580", 0);
	a = client_open();
	h = make_buffer(&a, SIZE_B);
	fd = dial(NULL); /* a node without a name */
	say(fd, FL_DRM_HELLO_NODE, &magic, 4, -1);
	cr_expect_eq(hear(fd, NULL, 0, NULL), -1);
	close(fd);
	fd = dial(FL_DRM_NAME "test-wrong-magic");
	say(fd, FL_DRM_HELLO_NODE, &wrong, 4, -1);
	cr_expect_eq(hear(fd, NULL, 0, NULL), -1);
	close(fd);
	fd = dial(NULL); /* a channel with no node, and with a descriptor of another kind */
	say(fd, FL_DRM_HELLO_CHANNEL, &magic, 4, -1);
	cr_expect_eq(hear(fd, NULL, 0, NULL), -1);
	close(fd);
	fd = dial(NULL);
	say(fd, FL_DRM_HELLO_CHANNEL, &magic, 4, 0);
	cr_expect_eq(hear(fd, NULL, 0, NULL), -1);
	close(fd);
	fd = dial(NULL);
	cr_expect_eq(send(fd, &large, sizeof large, MSG_NOSIGNAL), (ssize_t)sizeof large);
	cr_expect_eq(hear(fd, NULL, 0, NULL), -1);
	close(fd);
	fd = dial(NULL); /* silence, and half a message */
	send(fd, &large, 3, MSG_NOSIGNAL);
	close(fd);
	cr_expect_eq(draw(&a, h, 4, 4, 1), 0);
	wait_idle(&a, h);
	client_close(&a);
	all_gone();
	server_end();
}

/* Linux does not look at what the 2D engine fills. Here a buffer of another client's is not there, even where
 * a submission used it just before. */
Test(drm, memory_of_other_clients_is_out_of_reach)
{
	struct client a, b;
	uint32_t ha, hb, dw[64], n, *pb;

	server_start("rv530", 0);
	a = client_open();
	b = client_open();
	ha = make_buffer(&a, SIZE_B);
	hb = make_buffer(&b, SIZE_B);
	pb = map_buffer(&b, hb, SIZE_B);
	cr_expect_eq(draw(&b, hb, W, H, 0x11111111), 0);
	n = fill(dw, W, H, 0x22222222);
	for (uint32_t i = 0; i < n; i++)
		if (dw[i] == TYPE0(R500_DST_PITCH_OFFSET))
			dw[i + 1] += SIZE_B >> 10; /* the next buffer's place */
	cr_expect_eq(submit(&a, dw, n, ha), 0);
	cr_expect_eq(draw(&b, hb, 3, 3, 0x33333333), 0);
	wait_idle(&a, ha);
	wait_idle(&b, hb);
	cr_expect_eq(painted(pb, 0x22222222), 0u);
	cr_expect_eq(painted(pb, 0x33333333), 9u);
	cr_expect_eq(painted(pb, 0x11111111), W * H - 9u);
	client_close(&a);
	client_close(&b);
	munmap(pb, SIZE_B);
	all_gone();
	server_end();
}

/* ---- what it survives ---------------------------------------------------------------------------------- */
/* A chip that does not come to its end is reset; the culprit is named, and the other one's picture is right.
 * */
Test(drm, a_submission_that_takes_too_long)
{
	const char *text = "";
	struct client a, b;
	uint32_t ha, hb, *pb;
	int kind = -1;

	server_start("rv530", 3000);
	a = client_open();
	b = client_open();
	ha = make_buffer(&a, SIZE_B);
	hb = make_buffer(&b, SIZE_B);
	pb = map_buffer(&b, hb, SIZE_B);
	cr_expect_eq(draw(&b, hb, 5, 5, 7), 0);
	cr_expect_eq(draw(&a, ha, W, H, 1), 0);
	cr_expect_eq(draw(&b, hb, 6, 6, 8), 0);
	wait_idle(&a, ha);
	wait_idle(&b, hb);
	cr_expect_eq(painted(pb, 8), 36u);
	cr_expect_eq(server_stats().resets, 1u);
	while (kind != FL_DRM_HUNG && *(text = server_event(&kind)))
		;
	cr_expect(strstr(text, "was reset"), "%s", text);
	client_close(&a);
	client_close(&b);
	munmap(pb, SIZE_B);
	all_gone();
	server_end();
}

/* A client that is gone in the middle of everything leaves nothing behind. */
Test(drm, clients_that_vanish)
{
	server_start("rv530", 0);
	for (unsigned i = 0; i < 30; i++) {
		struct client c = client_open();
		uint32_t dw[64], h = make_buffer(&c, SIZE_B), n = fill(dw, W, H, i);

		for (unsigned k = 0; k < i % 5; k++)
			cr_expect_eq(submit(&c, dw, n, h), 0);
		if (i & 1)
			close(c.channel);
		close(c.node);
		if (!(i & 1))
			close(c.channel);
	}
	all_gone();
	server_end();
}

/* A fixed sequence of messages that are mostly wrong: whatever comes of them, the next client is served. */
Test(drm, garbage, .timeout = 120)
{
	uint32_t seed = 20261123;
	struct client good;
	uint32_t h;

	server_start("rv530", 1 << 20);
	for (unsigned i = 0; i < 40; i++) {
		struct client c = client_open();
		uint32_t dw[64], handle = make_buffer(&c, SIZE_B);

		for (unsigned k = 0; k < 25; k++) {
			uint32_t n = fill(dw, 8, 8, k);

			for (unsigned change = 0; change < 1 + k % 4; change++) {
				seed = seed * 1664525 + 1013904223;
				dw[seed >> 8 & 15] ^= 1u << (seed >> 27);
			}
			submit(&c, dw, n, handle);
		}
		client_close(&c);
	}
	good = client_open();
	h = make_buffer(&good, SIZE_B);
	cr_expect_eq(draw(&good, h, 4, 4, 1), 0);
	wait_idle(&good, h);
	client_close(&good);
	all_gone();
	server_end();
}

/* ---- captures ------------------------------------------------------------------------------------------ */
static bool plays(const char *trace, size_t size_B, unsigned *sums)
{
	const struct fl_replay_options opt = {.model = {.threads = 1, .running = true}};
	struct fl_replay_result res;
	struct fl_err err = {0};
	enum fl_code code = fl_replay((const uint8_t *)trace, size_B, "capture", &opt, &res, &err);

	free(res.picture);
	cr_expect(!code, "%s", err.text);
	*sums = res.sums;
	return !code && res.pass;
}

/* What the program wrote, what the chip drew over it, a buffer that came in another's place: played back, all
 * of it is the same; with one bit changed it is not. */
Test(drm, a_capture_plays_to_the_same_bits)
{
	struct drm_gem_close g = {0};
	char *trace = NULL, *mem;
	size_t size_B = 0;
	FILE *f = open_memstream(&trace, &size_B);
	struct client a;
	unsigned sums;
	uint32_t *p;

	server_start_capture("rv530", 0, f, 1);
	a = client_open();
	for (unsigned i = 0; i < 3; i++) {
		g.handle = make_buffer(&a, SIZE_B);
		p = map_buffer(&a, g.handle, SIZE_B);
		for (unsigned k = 0; k < W * H; k++)
			p[k] = 0x01000193 * (k + i);
		cr_expect_eq(draw(&a, g.handle, W, 30 + i, 0xff000000 | i), 0);
		wait_idle(&a, g.handle);
		p[W * H - 1] = 7;
		cr_expect_eq(draw(&a, g.handle, 3, 3, 0x00ffffff), 0);
		wait_idle(&a, g.handle);
		munmap(p, SIZE_B);
		cr_expect_eq(ask(&a, DRM_IOCTL_GEM_CLOSE, &g), 0);
	}
	client_close(&a);
	all_gone();
	server_end();
	fclose(f);
	cr_expect(plays(trace, size_B, &sums));
	cr_expect_geq(sums, 6u);
	mem = memmem(trace, size_B, "MEM ", 4);
	cr_assert(mem);
	mem[8 + 16 + 30 * W * 4] ^= 1; /* below what is drawn, in the same page */
	cr_expect_not(plays(trace, size_B, &sums));
	free(trace);
}

/* A moment that the program names stands between what it submitted before and after; texts that are none are
 * refused, and so are more at once than anybody needs. */
Test(drm, moments_that_a_program_names)
{
	char *trace = NULL, *one, *two, *at, text[FL_DRM_MARK_B + 1];
	FILE *f;
	size_t size_B = 0;
	struct client a;
	uint32_t handle;
	unsigned sums, n = 0;

	f = open_memstream(&trace, &size_B);
	server_start_capture("rv530", 0, f, 1);
	a = client_open();
	handle = make_buffer(&a, SIZE_B);
	cr_expect_eq(draw(&a, handle, 5, 5, 0xff123456), 0);
	wait_idle(&a, handle);
	cr_assert(say(a.channel, FL_DRM_MARK, "frame begin", 11, -1));
	cr_expect_eq(hear(a.channel, NULL, 0, NULL), 0);
	cr_expect_eq(draw(&a, handle, 6, 6, 0xff654321), 0);
	wait_idle(&a, handle);
	memset(text, 'x', sizeof text);
	cr_assert(say(a.channel, FL_DRM_MARK, text, sizeof text, -1));
	cr_expect_eq(hear(a.channel, NULL, 0, NULL), EINVAL);
	cr_assert(say(a.channel, FL_DRM_MARK, "a\0b", 3, -1));
	cr_expect_eq(hear(a.channel, NULL, 0, NULL), EINVAL);
	for (int error = 0; !error; n++) {
		cr_assert(say(a.channel, FL_DRM_MARK, "the end", 7, -1));
		error = hear(a.channel, NULL, 0, NULL);
		cr_assert(n < 100 && (!error || error == ENOSPC));
	}
	cr_expect_gt(n, 8);
	client_close(&a);
	all_gone();
	server_end();
	fclose(f);
	cr_expect(plays(trace, size_B, &sums));
	one = memmem(trace, size_B, "IB  ", 4);
	cr_assert(one);
	two = memmem(one + 4, size_B - (size_t)(one + 4 - trace), "IB  ", 4);
	at = memmem(trace, size_B, "MARK", 4);
	cr_assert(two && at && one < at && at < two);
	cr_expect(!memcmp(at + 4, "\x0c\0\0\0frame begin", 16));
	cr_expect(memmem(two, size_B - (size_t)(two - trace), "the end", 8), "at the end, too");
	free(trace);
}

/* ---- frames -------------------------------------------------------------------------------------------- */
static struct {
	unsigned rows, frame;
	uint8_t px[2][3][4];
} shown;

static void on_row(void *arg, uint32_t frame, uint32_t w, uint32_t h, uint32_t y, const uint8_t *row)
{
	cr_expect(w == 3 && h == 2 && y < 2);
	shown.rows++;
	shown.frame = frame;
	memcpy(shown.px[y], row, sizeof shown.px[y]);
}

/* What the server wants of the frame that begins. */
static uint32_t frame_ends(const struct client *c, uint32_t frame)
{
	uint32_t wants = 77;

	cr_assert(say(c->channel, FL_DRM_FRAME, &frame, 4, -1));
	cr_assert_eq(hear(c->channel, &wants, 4, NULL), 0);
	return wants;
}

/* Frames 2 and 3 of five: their streams alone are in the capture, with what memory held before, and their
 * pictures alone are wanted. Pictures come from the bottom up, and one that is not what its head says is
 * refused. */
Test(drm, frames_from_the_middle)
{
	static const uint32_t wants[5] = {0, FL_DRM_WANT_ALL, FL_DRM_WANT_PICTURE,
					  FL_DRM_WANT_PICTURE | FL_DRM_WANT_ALL, 0};
	struct {
		struct fl_drm_rows r;
		uint8_t px[2][3][4];
	} m = {{.frame = 2, .w = 3, .h = 2, .n = 2}, {{{1}, {2}, {3}}, {{4}, {5}, {6, 7, 8, 9}}}};
	char *trace = NULL, *at;
	size_t size_B = 0;
	FILE *f = open_memstream(&trace, &size_B);
	unsigned sums, streams = 0;
	uint32_t h, got = 77, *p;
	struct client a;

	server_start_with(&(struct fl_drm_config){.chip = "rv530",
						  .model = {.threads = 1},
						  .capture = f,
						  .capture_family = 1,
						  .some = true,
						  .first = 2,
						  .last = 3,
						  .picture = on_row});
	a = client_open();
	cr_assert(say(a.channel, FL_DRM_RENDERER, "ATI RV530", 9, -1));
	cr_assert_eq(hear(a.channel, &got, 4, NULL), 0);
	h = make_buffer(&a, SIZE_B);
	p = map_buffer(&a, h, SIZE_B);
	for (unsigned frame = 0; frame < 5; frame++) {
		cr_expect_eq(got, wants[frame], "frame %u: %u", frame, got);
		p[W * H - 1 - frame] = frame;
		cr_expect_eq(draw(&a, h, W, 40 - frame, 0x01010101 * frame), 0);
		wait_idle(&a, h);
		got = frame_ends(&a, frame);
	}
	cr_assert(say(a.channel, FL_DRM_ROWS, &m, sizeof m, -1));
	cr_expect_eq(hear(a.channel, NULL, 0, NULL), 0);
	for (unsigned i = 0; i < 6; i++) {
		uint32_t *const field[] = {&m.r.w, &m.r.w, &m.r.h, &m.r.y, &m.r.n, &m.r.n};
		static const uint32_t bad[] = {0, 4, 1, 2, 1, UINT32_MAX};
		const uint32_t was = *field[i];

		*field[i] = bad[i];
		cr_assert(say(a.channel, FL_DRM_ROWS, &m, sizeof m, -1));
		cr_expect_eq(hear(a.channel, NULL, 0, NULL), EINVAL, "%u", i);
		*field[i] = was;
	}
	cr_expect(shown.rows == 2 && shown.frame == 2);
	cr_expect(shown.px[1][0][0] == 1 && shown.px[0][2][3] == 9);
	munmap(p, SIZE_B);
	client_close(&a);
	all_gone();
	cr_expect_eq(server_stats().frames, 5u);
	server_end();
	fclose(f);
	cr_expect(plays(trace, size_B, &sums));
	cr_expect_eq(sums, 2u);
	for (at = trace; (at = memmem(at, size_B - (size_t)(at - trace), "IB  ", 4)); at++)
		streams++;
	cr_expect_eq(streams, 2u);
	free(trace);
}

/* A program may write to what the chip only reads while it runs: that is no work of the chip's. */
Test(drm, what_the_chip_reads_is_not_its_work)
{
	char *trace = NULL;
	size_t size_B = 0;
	FILE *f = open_memstream(&trace, &size_B);
	const uint32_t nop[] = {0xc0001000u, 0};
	struct client a;
	unsigned sums;
	uint32_t h, *p;

	server_start_capture("rv530", 0, f, 1);
	a = client_open();
	h = make_buffer(&a, SIZE_B);
	p = map_buffer(&a, h, SIZE_B);
	for (unsigned i = 0; i < 200; i++) {
		p[0] = i;
		cr_expect_eq(submit_domains(&a, nop, 2, h, RADEON_GEM_DOMAIN_GTT, 0), 0);
		for (unsigned k = 0; k < W * H; k++)
			p[k] = i * k;
	}
	wait_idle(&a, h);
	munmap(p, SIZE_B);
	h = make_buffer(&a, SIZE_B);
	cr_expect_eq(draw(&a, h, W, H, 7), 0);
	wait_idle(&a, h);
	client_close(&a);
	all_gone();
	server_end();
	fclose(f);
	cr_expect(plays(trace, size_B, &sums));
	cr_expect_eq(sums, 1u);
	free(trace);
}
