/* SPDX-License-Identifier: MIT
 *
 * The render node where clients have addresses of their own (Sea Islands): mappings, who reaches what, rings,
 * resets. Streams are written by hand (CIK facts 1.2, 3); what is refused, and with which errno, is Linux's
 * (radeon_gem.c radeon_gem_va_ioctl, radeon_cs.c).
 */
#include "demos/firstlight/replay.h"
#include "hw/regs/cik.h"
#include "tests/unit/test_drm_rig.h"

#include <errno.h>
#include <stdlib.h>

enum {
	SIZE_B = 16384,
	MAX_DW = 64,
	RW = RADEON_VM_PAGE_READABLE | RADEON_VM_PAGE_WRITEABLE | RADEON_VM_PAGE_SNOOPED,
	WRITE_DATA_DW = 5,
};
#define VA   UINT64_C(0x123456000)
#define LAST UINT64_C(0x200000000) /* 8 GiB */

static int va(const struct client *c, uint32_t operation, uint32_t handle, uint64_t at, uint32_t flags,
	      struct drm_radeon_gem_va *a)
{
	struct drm_radeon_gem_va unused;

	a = a ? a : &unused;
	*a = (struct drm_radeon_gem_va){
	    .handle = handle, .operation = operation, .flags = flags, .offset = at};
	return ask(c, DRM_IOCTL_RADEON_GEM_VA, a);
}

static int map(const struct client *c, uint32_t handle, uint64_t at)
{
	return va(c, RADEON_VA_MAP, handle, at, RW, NULL);
}

static int unmap(const struct client *c, uint32_t handle, uint64_t at)
{
	return va(c, RADEON_VA_UNMAP, handle, at, RW, NULL);
}

/* A submission that names one buffer. */
static int submit_on(const struct client *c, const uint32_t *dw, uint32_t n_dw, uint32_t handle,
		     uint32_t flags, uint32_t ring)
{
	struct {
		struct fl_drm_cs cs;
		uint32_t dw[MAX_DW + 6];
	} m = {.cs = {.n_chunks = 3,
		      .chunk = {{RADEON_CHUNK_ID_IB, n_dw},
				{RADEON_CHUNK_ID_RELOCS, 4},
				{RADEON_CHUNK_ID_FLAGS, 2}}}};
	const uint32_t rest[] = {handle, 0, RADEON_GEM_DOMAIN_VRAM, 0, flags, ring};

	cr_assert_leq(n_dw, (uint32_t)MAX_DW);
	memcpy(m.dw, dw, 4ul * n_dw);
	memcpy(m.dw + n_dw, rest, sizeof rest);
	cr_assert(
	    say(c->channel, DRM_IOCTL_RADEON_CS, &m, (uint32_t)(sizeof m.cs + 4ul * n_dw + sizeof rest), -1));
	return hear(c->channel, NULL, 0, NULL);
}

static int run(const struct client *c, const uint32_t *dw, uint32_t n_dw, uint32_t handle)
{
	return submit_on(c, dw, n_dw, handle, RADEON_CS_USE_VM, RADEON_CS_RING_GFX);
}

static int store(const struct client *c, uint32_t handle, uint64_t at, uint32_t value)
{
	const uint32_t dw[WRITE_DATA_DW] = {0xc0033700, 5 << 8, (uint32_t)at, (uint32_t)(at >> 32), value};

	return run(c, dw, WRITE_DATA_DW, handle);
}

static void wait_for(const struct client *c, uint32_t handle)
{
	struct drm_radeon_gem_wait_idle w = {.handle = handle};

	cr_expect_eq(ask(c, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, &w), 0);
}

static void all_gone(void)
{
	struct fl_drm_stats s = server_stats();

	for (unsigned ms = 0; ms < 5000 && (s.clients_now || s.buffers_now); ms++) {
		usleep(1000);
		s = server_stats();
	}
	cr_expect_eq(s.clients_now, 0u);
	cr_expect_eq(s.buffers_now, 0u);
}

/* Some event so far has that in it. */
static bool heard(const char *what)
{
	const char *text;
	int kind;

	while (*(text = server_event(&kind)))
		if (strstr(text, what))
			return true;
	return false;
}

static void quiet(void)
{
	const char *text;
	int kind;

	text = server_event(&kind);
	cr_expect_eq(kind, -1, "%s", text);
}

struct mine {
	struct client c;
	uint32_t handle;
	volatile uint32_t *px;
};

static struct mine mine(uint64_t at)
{
	struct mine m = {.c = client_open()};

	m.handle = make_buffer(&m.c, SIZE_B);
	m.px = map_buffer(&m.c, m.handle, SIZE_B);
	cr_assert_eq(map(&m.c, m.handle, at), 0);
	return m;
}

static void end(struct mine *m)
{
	munmap((void *)(uintptr_t)m->px, SIZE_B);
	client_close(&m->c);
}

/* More clients than the chip has contexts (15), all at the same address, by turns. */
Test(drm_vm, one_address_means_each_clients_own, .timeout = 60)
{
	enum { CLIENTS = 20, ROUNDS = 3 };
	struct mine m[CLIENTS];

	server_start("bonaire", 0);
	for (unsigned i = 0; i < CLIENTS; i++)
		m[i] = mine(VA);
	for (uint32_t r = 0; r < ROUNDS; r++) {
		for (uint32_t i = 0; i < CLIENTS; i++)
			cr_expect_eq(store(&m[i].c, m[i].handle, VA + 4 * r, 100 * r + i + 1), 0);
		for (uint32_t i = 0; i < CLIENTS; i++) {
			wait_for(&m[i].c, m[i].handle);
			cr_expect_eq(m[i].px[r], 100 * r + i + 1, "client %u, round %u", i, r);
			cr_expect_eq(m[i].px[r + 1], 0u);
		}
	}
	quiet();
	for (unsigned i = 0; i < CLIENTS; i++)
		end(&m[i]);
	all_gone();
	cr_expect_eq(server_stats().resets, 0u);
	server_end();
}

/* What the chip remembers of page tables is made new when they change. */
Test(drm_vm, buffers_change_places)
{
	struct drm_gem_close g;
	struct mine a;
	uint32_t other;
	volatile uint32_t *px;

	server_start("hawaii", 0);
	a = mine(VA);
	other = make_buffer(&a.c, SIZE_B);
	px = map_buffer(&a.c, other, SIZE_B);
	cr_expect_eq(store(&a.c, a.handle, VA, 1), 0);
	cr_expect_eq(unmap(&a.c, a.handle, VA), 0);
	cr_expect_eq(map(&a.c, other, VA), 0);
	cr_expect_eq(store(&a.c, other, VA, 2), 0);
	wait_for(&a.c, other);
	cr_expect(a.px[0] == 1 && px[0] == 2);
	/* a closed handle is unmapped, and its place is free */
	g.handle = other;
	cr_expect_eq(ask(&a.c, DRM_IOCTL_GEM_CLOSE, &g), 0);
	cr_expect_eq(map(&a.c, a.handle, VA), 0);
	cr_expect_eq(store(&a.c, a.handle, VA, 3), 0);
	wait_for(&a.c, a.handle);
	cr_expect_eq(a.px[0], 3u);
	/* as often as one likes, with no submission in between */
	for (unsigned i = 0; i < 5000; i++)
		cr_assert_eq(i & 1 ? map(&a.c, a.handle, VA + 4096 * i) : unmap(&a.c, a.handle, VA), 0);
	cr_expect_eq(store(&a.c, a.handle, VA + 4096 * 4999 + 4, 4), 0);
	wait_for(&a.c, a.handle);
	cr_expect_eq(a.px[1], 4u);
	quiet();
	munmap((void *)(uintptr_t)px, SIZE_B);
	end(&a);
	all_gone();
	server_end();
}

/* Pages without a mapping, those of another client's, those that may not be written, and the place of
 * streams: the chip says so, and nothing is changed. */
Test(drm_vm, what_is_not_mapped_faults)
{
	static const struct {
		uint64_t at;
		const char *says;
	} cases[] = {{VA + (64 << 20), "has no valid entry in the page directory (a write)"},
		     {VA + SIZE_B, "has no valid entry in the page table (a write)"},
		     {VA + (SIZE_B << 1), "may not be written"},
		     {1 << 20, "may not be written"}};

	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint32_t only_read;
		struct mine a, b;

		server_start("kabini", 0);
		a = mine(VA);
		b = mine(VA + (64 << 20));
		only_read = make_buffer(&a.c, SIZE_B);
		cr_expect_eq(
		    va(&a.c, RADEON_VA_MAP, only_read, VA + (SIZE_B << 1), RADEON_VM_PAGE_READABLE, NULL), 0);
		cr_expect_eq(store(&b.c, b.handle, VA + (64 << 20), 7), 0);
		cr_expect_eq(store(&a.c, only_read, cases[i].at, 8), 0);
		cr_expect_eq(store(&a.c, a.handle, VA, 9), 0);
		wait_for(&b.c, b.handle);
		wait_for(&a.c, a.handle);
		cr_expect(heard(cases[i].says), "%s", cases[i].says);
		cr_expect_eq(a.px[0], 9u);
		cr_expect_eq(b.px[0], 7u);
		cr_expect_eq(server_stats().resets, 0u);
		end(&a);
		end(&b);
		all_gone();
		server_end();
	}
}

Test(drm_vm, mappings_that_linux_refuses)
{
	struct drm_radeon_gem_va a;
	struct mine m;
	uint32_t other;

	server_start("bonaire", 0);
	m = mine(VA);
	other = make_buffer(&m.c, SIZE_B);
	cr_expect_eq(va(&m.c, RADEON_VA_MAP, m.handle, VA + SIZE_B, RW, &a), 0); /* once is enough */
	cr_expect(a.operation == RADEON_VA_RESULT_VA_EXIST && a.offset == VA);
	cr_expect_eq(map(&m.c, other, VA + SIZE_B - 4096), EINVAL);
	cr_expect_eq(map(&m.c, other, VA - SIZE_B + 4096), EINVAL);
	cr_expect_eq(map(&m.c, other, (8 << 20) - 4096), EINVAL);
	cr_expect_eq(map(&m.c, other, LAST - SIZE_B + 4096), EINVAL);
	cr_expect_eq(map(&m.c, other, UINT64_MAX - 4095), EINVAL);
	cr_expect_eq(map(&m.c, other + 1, VA + SIZE_B), ENOENT);
	cr_expect_eq(va(&m.c, RADEON_VA_MAP, other, LAST / 2, RW | RADEON_VM_PAGE_SYSTEM, &a), EINVAL);
	cr_expect_eq(a.operation, (uint32_t)RADEON_VA_RESULT_ERROR);
	cr_expect_eq(va(&m.c, 7, other, LAST / 2, RW, NULL), EINVAL);
	a = (struct drm_radeon_gem_va){.handle = other, .operation = RADEON_VA_MAP, .vm_id = 1, .offset = VA};
	cr_expect_eq(ask(&m.c, DRM_IOCTL_RADEON_GEM_VA, &a), EINVAL);
	cr_expect_eq(va(&m.c, RADEON_VA_MAP, other, LAST - SIZE_B, RW, &a), 0);
	cr_expect_eq(a.operation, (uint32_t)RADEON_VA_RESULT_OK);
	cr_expect_eq(store(&m.c, other, LAST - 4, 1), 0);
	cr_expect_eq(unmap(&m.c, other, LAST - SIZE_B), 0);
	cr_expect_eq(unmap(&m.c, other, LAST - SIZE_B), 0);
	/* submissions */
	const uint32_t nop = 0x80000000u;
	cr_expect_eq(run(&m.c, &nop, 1, other), EINVAL);
	cr_expect(heard("not mapped"));
	cr_expect_eq(submit_on(&m.c, &nop, 1, m.handle, 0, RADEON_CS_RING_GFX), EINVAL);
	cr_expect(heard("requires VM"));
	cr_expect_eq(submit_on(&m.c, &nop, 1, m.handle, RADEON_CS_USE_VM, RADEON_CS_RING_UVD), EINVAL);
	cr_expect(heard("does not have"));
	cr_expect_eq(run(&m.c, &nop, 0, m.handle), EINVAL);
	cr_expect_eq(run(&m.c, &nop, 1, m.handle), 0);
	wait_for(&m.c, m.handle);
	end(&m);
	all_gone();
	server_end();
}

/* ---- rings --------------------------------------------------------------------------------------------- */
Test(drm_vm, each_ring_runs_streams)
{
	static const uint32_t rings[] = {RADEON_CS_RING_GFX, RADEON_CS_RING_COMPUTE, RADEON_CS_RING_DMA};
	struct mine a, b;

	server_start("bonaire", 0);
	a = mine(VA);
	b = mine(VA);
	for (uint32_t i = 0; i < 400; i++) { /* around each of them */
		const uint32_t ring = rings[i % 3], k = i / 3 % 1000;
		const uint32_t pm4[] = {0xc0033700, 5 << 8, (uint32_t)VA + 4 * k, VA >> 32, i + 1};
		const uint32_t dma[] = {5, (uint32_t)VA + 4 * k, VA >> 32, i + 1};
		const struct mine *m = i / 3 & 1 ? &a : &b;

		cr_expect_eq(ring == RADEON_CS_RING_DMA
				 ? submit_on(&m->c, dma, 4, m->handle, RADEON_CS_USE_VM, ring)
				 : submit_on(&m->c, pm4, 5, m->handle, RADEON_CS_USE_VM, ring),
			     0);
		wait_for(&m->c, m->handle);
		cr_expect_eq(m->px[k], i + 1, "ring %u: 0x%x", ring, m->px[k]);
	}
	quiet();
	end(&a);
	end(&b);
	all_gone();
	server_end();
}

/* ---- what it survives ---------------------------------------------------------------------------------- */
/* A stream that never ends, one that hangs, and one that wants to be the kernel: the chip is reset, the other
 * client's page tables are as they were. */
Test(drm_vm, the_chip_is_reset, .timeout = 60)
{
	static const uint32_t endless[] = {0xc0023f00, 1 << 20, 0, 4 | 1 << 20 | 1 << 23};
	static const uint32_t malformed[] = {0x40000000};
	static const uint32_t forbidden[] = {0xc0033700, 0, CIK_VM_INVALIDATE_REQUEST / 4, 0, 2};
	static const uint32_t forbidden_dma[] = {14 | 0xf000u << 16, CIK_VM_INVALIDATE_REQUEST / 4, 2};
	static const struct {
		const uint32_t *dw;
		uint32_t n, ring;
		const char *says;
	} bad[] = {{endless, 4, RADEON_CS_RING_GFX, "do not end"},
		   {malformed, 1, RADEON_CS_RING_COMPUTE, "types 2 and 3"},
		   {forbidden, 5, RADEON_CS_RING_GFX, "which is the kernel's"},
		   {forbidden_dma, 3, RADEON_CS_RING_DMA, "which is the kernel's"}};
	struct mine a, b;

	server_start("bonaire", 1 << 20);
	a = mine(VA);
	b = mine(VA);
	for (uint32_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		cr_expect_eq(store(&b.c, b.handle, VA + 8 * i, i + 1), 0);
		cr_expect_eq(submit_on(&a.c, bad[i].dw, bad[i].n, a.handle, RADEON_CS_USE_VM, bad[i].ring),
			     0);
		cr_expect_eq(store(&b.c, b.handle, VA + 8 * i + 4, i + 2), 0);
		cr_expect_eq(store(&a.c, a.handle, VA + 4 * i, i + 3), 0);
		wait_for(&a.c, a.handle);
		wait_for(&b.c, b.handle);
		cr_expect(b.px[2 * i] == i + 1 && b.px[2 * i + 1] == i + 2, "%s", bad[i].says);
		cr_expect_eq(a.px[i], i + 3, "%s", bad[i].says);
		cr_expect_eq(server_stats().resets, i + 1, "%s", bad[i].says);
		cr_expect(heard(bad[i].says), "%s", bad[i].says);
	}
	end(&a);
	end(&b);
	all_gone();
	server_end();
}

Test(drm_vm, clients_that_vanish, .timeout = 60)
{
	server_start("kaveri", 0);
	for (unsigned i = 0; i < 40; i++) {
		struct mine m = mine(VA + 4096 * i);

		for (uint32_t k = 0; k < i % 5; k++)
			cr_expect_eq(store(&m.c, m.handle, VA + 4096 * i, k), 0);
		end(&m);
	}
	all_gone();
	server_end();
}

/* ---- what the kernel says of a chip -------------------------------------------------------------------- */
static uint32_t info(const struct client *c, uint32_t request, uint32_t i, uint32_t with)
{
	uint32_t answer[sizeof(struct drm_radeon_info) / 4 + 32] = {0};
	struct {
		struct drm_radeon_info i;
		uint32_t value;
	} q = {{.request = request}, with};

	cr_assert(say(c->channel, DRM_IOCTL_RADEON_INFO, &q, sizeof q.i + 4, -1));
	cr_assert_eq(hear(c->channel, answer, sizeof answer, NULL), 0, "request 0x%x", request);
	return answer[sizeof(struct drm_radeon_info) / 4 + i];
}

/* CIK facts 0, 0.1: units, and the tables as Linux computes them. */
Test(drm_vm, what_the_kernel_says_of_a_chip)
{
	static const struct {
		const char *chip;
		uint32_t engines, cus, backends, pipes, tiling, linear, thin, macro0;
	} chips[] = {{"bonaire", 2, 14, 4, 4, 0x1002, 0x144, 0x2400150, 0xe8},
		     {"hawaii", 4, 44, 16, 16, 0x1003, 0x444, 0x2400450, 0xd8},
		     {"kaveri", 1, 8, 2, 4, 0x1002, 0x104, 0x2400110, 0xe8},
		     {"kabini", 1, 2, 1, 2, 0x0001, 0x004, 0x2400010, 0xe9}};

	for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++) {
		struct client c;

		server_start(chips[i].chip, 0);
		c = client_open();
		cr_expect_eq(info(&c, RADEON_INFO_MAX_SE, 0, 0), chips[i].engines);
		cr_expect_eq(info(&c, RADEON_INFO_MAX_SH_PER_SE, 0, 0), 1u);
		cr_expect_eq(info(&c, RADEON_INFO_ACTIVE_CU_COUNT, 0, 0), chips[i].cus);
		cr_expect_eq(info(&c, RADEON_INFO_NUM_BACKENDS, 0, 0), chips[i].backends);
		cr_expect_eq(info(&c, RADEON_INFO_SI_BACKEND_ENABLED_MASK, 0, 0),
			     (1u << chips[i].backends) - 1);
		cr_expect_eq(info(&c, RADEON_INFO_NUM_TILE_PIPES, 0, 0), chips[i].pipes);
		cr_expect_eq(info(&c, RADEON_INFO_TILING_CONFIG, 0, 0) & 0xf00f, chips[i].tiling);
		cr_expect_eq(info(&c, RADEON_INFO_SI_TILE_MODE_ARRAY, 8, 0), chips[i].linear);
		cr_expect_eq(info(&c, RADEON_INFO_SI_TILE_MODE_ARRAY, 14, 0), chips[i].thin);
		cr_expect_eq(info(&c, RADEON_INFO_CIK_MACROTILE_MODE_ARRAY, 0, 0), chips[i].macro0);
		cr_expect_eq(info(&c, RADEON_INFO_VA_START, 0, 0), 8u << 20);
		cr_expect_eq(info(&c, RADEON_INFO_IB_VM_MAX_SIZE, 0, 0), 64u << 10);
		cr_expect_eq(info(&c, RADEON_INFO_ACCEL_WORKING2, 0, 0), 3u);
		cr_expect_eq(info(&c, RADEON_INFO_RING_WORKING, 0, RADEON_CS_RING_DMA), 1u);
		cr_expect_eq(info(&c, RADEON_INFO_RING_WORKING, 0, RADEON_CS_RING_UVD), 0u);
		client_close(&c);
		server_end();
	}
}

/* A trace has the clients' addresses, of one client at a time; with a bit changed it is found out. */
Test(drm_vm, a_capture_plays_to_the_same_bits)
{
	enum { CIK_TRACE = 3, ROUNDS = 6 };
	const struct fl_replay_options opt = {.model = {.threads = 1, .running = true}};
	char *trace = NULL, *mem;
	size_t size_B = 0;
	FILE *f = open_memstream(&trace, &size_B);
	struct mine m[2];

	server_start_capture("bonaire", 0, f, CIK_TRACE);
	m[0] = mine(VA);
	m[1] = mine(VA);
	for (uint32_t i = 0; i < ROUNDS; i++) {
		const struct mine *to = &m[i & 1];

		to->px[ROUNDS + i] = 0x2000 + i;
		cr_expect_eq(store(&to->c, to->handle, VA + 4 * i, 0x1000 + i), 0);
		wait_for(&to->c, to->handle);
	}
	end(&m[0]);
	end(&m[1]);
	all_gone();
	server_end();
	fclose(f);
	for (unsigned changed = 0; changed < 2; changed++) {
		struct fl_replay_result res = {0};
		struct fl_err err = {0};

		cr_assert_eq(fl_replay((const uint8_t *)trace, size_B, "capture", &opt, &res, &err), FL_OK,
			     "%s", err.text);
		cr_expect_eq(res.pass, !changed);
		cr_expect(res.sums >= ROUNDS && !res.reports);
		mem = memmem(trace, size_B, "MEM ", 4);
		cr_assert(mem);
		mem[8 + 16 + 4 * ROUNDS] ^= 1;
	}
	free(trace);
}
