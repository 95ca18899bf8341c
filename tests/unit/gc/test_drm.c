/* SPDX-License-Identifier: MIT
 *
 * The render node as Linux's etnaviv driver: what it says of a core, which submissions it refuses, buffers
 * and fences. What it must say of cores is in the recorded scenes (record GCID, tests/traces/gc*.tar.xz); the
 * reasons for a refusal are Linux's (etnaviv_gem_submit.c, etnaviv_cmd_parser.c).
 */
#include "hw/drm/etnaviv.h"
#include "hw/regs/gc.h"
#include "tests/unit/test_drm_rig.h"

#include <errno.h>

#define STATE(reg, n) (GC_FE_OPCODE__LOAD_STATE << 27 | (uint32_t)(n) << 16 | (reg) / 4)
#define FE_NOP        (GC_FE_OPCODE__NOP << 27)

static uint64_t param(const struct client *c, uint32_t id)
{
	struct fl_etnaviv_param p = {.param = id};

	cr_assert_eq(ask(c, FL_ETNAVIV_IOCTL_PARAM, &p), 0, "parameter %u", id);
	return p.value;
}

static uint32_t new_buffer(const struct client *c, uint64_t size_B)
{
	struct fl_etnaviv_new n = {.size_B = size_B};

	cr_assert_eq(ask(c, FL_ETNAVIV_IOCTL_NEW, &n), 0);
	return n.handle;
}

/* What the recorder of each set of scenes gave to Mesa: parameters 1 to 26. */
static const struct {
	const char *chip;
	uint32_t param[27];
	bool pinned; /* each program has addresses of its own: the second MMU */
} told[] = {
    {"gc2000",
     {0, 0x2000, 0x5108, 0xe0296cad, 0xc9799eff, 0x2efbf2d9, 0, 0, 0,     0, 0,     0,   0, 0,
      0, 0,      8,      64,         0x400,      16,         4, 2, 0x200, 0, 0x200, 168, 11},
     false},
    {"gc3000",
     {0,          0x3000, 0x5450, 0xe0287cad, 0xc9799efb, 0xfefbfadb, 0xeb9d4bbf, 0xedffdced, 0x930d2f47,
      0x10000133, 0,      0,      0,          0,          0,          0,          16,         64,
      0x400,      16,     4,      2,          0x400,      0,          0x100,      320,        16},
     true},
    {"gc7000l",
     {0,          0x7000,     0x6214, 0xe0287cad, 0xc1799eff, 0xfefbfad9, 0xeb9d4fbf, 0xedfffced, 0xdb0dafc7,
      0xbb5ac333, 0xfc8ee200, 0,      0,          0,          0,          0,          16,         64,
      0x400,      16,         4,      2,          0x400,      0,          0x200,      320,        16},
     true},
};

Test(gc_drm, cores_are_what_the_recorded_scenes_were_told)
{
	for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
		struct client c;

		server_start(told[i].chip, 0);
		c = client_open();
		for (uint32_t id = 1; id < 27; id++) {
			/* words 7 to 11 of minor features were left out by the recorder */
			if (id > FL_ETNAVIV_FEATURES_0 + 7 && id <= FL_ETNAVIV_FEATURES_12)
				continue;
			cr_expect_eq(param(&c, id), told[i].param[id], "%s: parameter %u is 0x%x, not 0x%x",
				     told[i].chip, id, (unsigned)param(&c, id), told[i].param[id]);
		}
		cr_expect_eq(param(&c, FL_ETNAVIV_SOFTPIN_START_ADDR),
			     told[i].pinned ? UINT64_C(0x400000) : ~UINT64_C(0));
		client_close(&c);
		server_end();
	}
}

Test(gc_drm, who_it_is)
{
	struct fl_etnaviv_param p = {.pipe = 1, .param = FL_ETNAVIV_MODEL};
	struct fl_drm_version v = {0};
	struct client c;

	server_start("gc2000", 0);
	c = client_open();
	cr_assert(say(c.channel, DRM_IOCTL_VERSION, NULL, 0, -1));
	cr_expect_eq(hear(c.channel, &v, sizeof v, NULL), 0);
	cr_expect_str_eq(v.name, "etnaviv");
	cr_expect_eq(v.major, 1);
	cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_PARAM, &p), ENXIO, "there is one core");
	p = (struct fl_etnaviv_param){.param = 99};
	cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_PARAM, &p), EINVAL);
	cr_expect_neq(ask(&c, DRM_IOCTL_RADEON_GEM_CREATE, &(struct drm_radeon_gem_create){.size = 4096}), 0,
		      "radeon's ioctls are another driver's");
	client_close(&c);
	server_end();
}

/* ---- submissions --------------------------------------------------------------------------------------- */
enum { MAX_DW = 64, MAX_USES = 4, MAX_RELOCS = 4 };

struct sub {
	struct fl_etnaviv_submit arg;
	struct fl_etnaviv_use use[MAX_USES];
	struct fl_etnaviv_reloc reloc[MAX_RELOCS];
	uint32_t dw[MAX_DW];
};

/* Its errno; the fence's number in *fence. */
static int send_sub(const struct client *c, const struct sub *s, uint32_t *fence)
{
	uint8_t m[sizeof *s];
	size_t at = sizeof s->arg;

	memcpy(m, &s->arg, at);
	memcpy(m + at, s->use, s->arg.n_uses * sizeof *s->use);
	at += s->arg.n_uses * sizeof *s->use;
	memcpy(m + at, s->reloc, s->arg.n_relocs * sizeof *s->reloc);
	at += s->arg.n_relocs * sizeof *s->reloc;
	memcpy(m + at, s->dw, s->arg.stream_B);
	at += s->arg.stream_B;
	cr_assert(say(c->channel, FL_ETNAVIV_IOCTL_SUBMIT, m, (uint32_t)at, -1));
	return hear(c->channel, fence, sizeof *fence, NULL);
}

static void sub_refused(const struct client *c, const struct sub *s, const char *why)
{
	const char *text;
	uint32_t fence;
	int kind;

	while (*server_event(&kind))
		;
	cr_expect_eq(send_sub(c, s, &fence), EINVAL, "%s", why);
	text = server_event(&kind);
	cr_expect(kind == FL_DRM_REFUSED && strstr(text, why), "wanted \"%s\", got \"%s\"", why, text);
}

/* The address of the first stream of vertices, by a relocation, and a NOP. */
static struct sub one_address(uint32_t handle)
{
	struct sub s = {.arg = {.n_uses = 1, .n_relocs = 1, .stream_B = 16},
			.use = {{.flags = FL_ETNAVIV_USE_READ, .handle = handle}},
			.reloc = {{.at_B = 4, .offset_B = 64}},
			.dw = {STATE(GC_FE_VERTEX_STREAMS_BASE_ADDR(0), 1), 0, FE_NOP, 0}};

	return s;
}

Test(gc_drm, submissions_that_linux_would_refuse)
{
	struct client c;
	struct sub s;
	uint32_t h, fence;

	server_start("gc2000", 0);
	c = client_open();
	h = new_buffer(&c, 8192);
	s = one_address(h);
	cr_expect_eq(send_sub(&c, &s, &fence), 0);
	cr_expect_eq(fence, 1u);

	s.arg.pipe = 1;
	sub_refused(&c, &s, "a core that is not there");
	s = one_address(h);
	s.arg.exec_state = 3;
	sub_refused(&c, &s, "exec_state");
	s = one_address(h);
	s.arg.flags = 16;
	sub_refused(&c, &s, "flags that nobody knows");
	s.arg.flags = FL_ETNAVIV_FENCE_FD_OUT;
	sub_refused(&c, &s, "descriptors of fences");
	s.arg.flags = FL_ETNAVIV_SOFTPIN;
	sub_refused(&c, &s, "softpin requested on incompatible MMU");
	s = one_address(h);
	s.use[0].handle = 77;
	sub_refused(&c, &s, "buffer 0, handle 77, has an invalid handle");
	s = one_address(h);
	s.use[0].flags = 4;
	sub_refused(&c, &s, "has invalid flags");
	s = one_address(h);
	s.arg.n_uses = 2;
	s.use[1] = s.use[0];
	sub_refused(&c, &s, "is on the list already");
	s = one_address(h);
	s.reloc[0].buffer = 1;
	sub_refused(&c, &s, "relocation 0 is of a buffer that is not on the list");
	s = one_address(h);
	s.reloc[0].offset_B = 8189;
	sub_refused(&c, &s, "relocation 0 lies outside of its buffer");
	s.reloc[0].offset_B = 8188;
	cr_expect_eq(send_sub(&c, &s, &fence), 0);
	s = one_address(h);
	s.reloc[0].at_B = 6;
	sub_refused(&c, &s, "relocation 0 has an offset");
	s.reloc[0].at_B = 16;
	sub_refused(&c, &s, "relocation 0 has an offset");
	s = one_address(h);
	s.arg.n_relocs = 0;
	sub_refused(&c, &s, "load state touches restricted state 0x00680 at offset 4");
	s = one_address(h);
	s.reloc[0].at_B = 12;
	sub_refused(&c, &s, "load state touches restricted state 0x00680 at offset 4");
	s = one_address(h);
	s.dw[2] = GC_FE_OPCODE__END << 27;
	sub_refused(&c, &s, "op 2 not permitted at offset 2");
	s.dw[2] = GC_FE_OPCODE__DRAW_PRIMITIVES << 27;
	sub_refused(&c, &s, "commands overflow end of buffer: 6 > 4");
	s = one_address(h);
	s.dw[0] = STATE(GC_FE_VERTEX_STREAMS_BASE_ADDR(0), 1000);
	sub_refused(&c, &s, "commands overflow end of buffer");
	s = one_address(h);
	s.arg.stream_B = 0;
	sub_refused(&c, &s, "no command stream");
	client_close(&c);
	server_end();
}

Test(gc_drm, addresses_of_a_program_of_its_own)
{
	struct client c;
	struct sub s;
	uint32_t h[2], fence;

	server_start("gc7000l", 0);
	c = client_open();
	h[0] = new_buffer(&c, 8192);
	h[1] = new_buffer(&c, 4096);
	s = (struct sub){.arg = {.n_uses = 2, .stream_B = 16, .flags = FL_ETNAVIV_SOFTPIN},
			 .use = {{.handle = h[0], .va = 0xffff0000}, {.handle = h[1], .va = 0xffff2000}},
			 .dw = {STATE(GC_NFE_VERTEX_STREAMS_BASE_ADDR(0), 1), 0xffff0000, FE_NOP, 0}};
	cr_expect_eq(send_sub(&c, &s, &fence), 0, "nothing has to be relocated where programs say addresses");
	s.use[1].va = 0xffff1000;
	sub_refused(&c, &s, "buffer 1, handle 2, overlaps another one");
	s.use[1].va = 0xfffff000;
	cr_expect_eq(send_sub(&c, &s, &fence), 0, "the last page");
	s.use[0].va = 0xfffff000;
	sub_refused(&c, &s, "has an invalid address");
	s.use[0].va = 0x3ff000;
	sub_refused(&c, &s, "has an invalid address");
	s.use[0].va = 0x400800;
	sub_refused(&c, &s, "has an invalid address");
	/* where another buffer was in the submission before */
	s.use[0].va = 0x400000;
	s.use[1].va = 0xffff0000;
	cr_expect_eq(send_sub(&c, &s, &fence), 0);
	s.arg.n_relocs = 1;
	sub_refused(&c, &s, "relocations beside addresses");
	client_close(&c);
	server_end();
}

Test(gc_drm, fences_are_done_in_order)
{
	struct fl_etnaviv_wait_fence w = {0};
	struct client c;
	struct sub s;
	uint32_t h, fence = 0;

	server_start("gc880", 0);
	c = client_open();
	h = new_buffer(&c, 4096);
	s = one_address(h);
	s.reloc[0].offset_B = 0;
	for (uint32_t i = 1; i <= 40; i++) { /* more than may wait at a time */
		cr_assert_eq(send_sub(&c, &s, &fence), 0);
		cr_assert_eq(fence, i);
	}
	w.fence = 40;
	cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_WAIT_FENCE, &w), 0);
	w.flags = FL_ETNAVIV_NONBLOCK;
	for (w.fence = 1; w.fence <= 40; w.fence++)
		cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_WAIT_FENCE, &w), 0);
	w = (struct fl_etnaviv_wait_fence){.pipe = 1};
	cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_WAIT_FENCE, &w), ENXIO);
	w = (struct fl_etnaviv_wait_fence){.flags = 2};
	cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_WAIT_FENCE, &w), EINVAL);
	client_close(&c);
	server_end();
}

Test(gc_drm, buffers)
{
	struct fl_etnaviv_prep p = {.op = FL_ETNAVIV_PREP_NOSYNC};
	struct fl_etnaviv_info i;
	struct client c;
	uint64_t first;

	server_start("gc3000", 0);
	c = client_open();
	cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_NEW, &(struct fl_etnaviv_new){0}), EINVAL);
	cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_NEW, &(struct fl_etnaviv_new){.size_B = UINT64_C(1) << 40}),
		     EINVAL);
	i = (struct fl_etnaviv_info){.handle = new_buffer(&c, 1)};
	cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_INFO, &i), 0);
	first = i.offset_B;
	i.handle = new_buffer(&c, 1);
	cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_INFO, &i), 0);
	cr_expect(first % 4096 == 0 && i.offset_B % 4096 == 0 && i.offset_B != first);
	p.handle = i.handle;
	cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_PREP, &p), 0);
	cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_FINI, &(struct fl_etnaviv_fini){.handle = i.handle}), 0);
	i.handle = p.handle = 99;
	cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_INFO, &i), ENOENT);
	cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_PREP, &p), ENOENT);
	cr_expect_eq(ask(&c, FL_ETNAVIV_IOCTL_FINI, &(struct fl_etnaviv_fini){.handle = 99}), ENOENT);
	client_close(&c);
	server_end();
}
