/* SPDX-License-Identifier: MIT
 *
 * Compute on Sea Islands: kernels become packets, on the ring that draws and on compute queues. Facts 1.2 and
 * 1.3 for the packets, 4.1 to 4.3 for what waves begin with.
 */
#include "lib/cik/compute.h"
#include "hw/regs/cik.h"
#include "lib/cik/code_object.h"

#include <string.h>

enum { SH_SPACE = 0xb000, ALL_MEMORY = 0xffffffff, POLL_INTERVAL = 10 };
enum { WAVE = 64, SGPRS_OF_USER = 16, LDS_UNIT_B = 512, SCRATCH_UNIT_B = 1024, LOCAL_B = 64 << 10 };
enum { MOST_THREADS = 1024, DMA_MOST_B = 0x1fffe0 };
/* Where a DMA reads and writes: what kernels read and write, the second cache; and what it fills with. */
enum { DMA_L2 = 3, DMA_DATA = 2 };

/* ---- packets ------------------------------------------------------------------------------------------- */
static uint32_t *packet(uint32_t *p, uint32_t opcode, uint32_t n)
{
	*p = CIK_PKT3__TYPE(3) | CIK_PKT3__COUNT(n - 1) | CIK_PKT3__IT_OPCODE(opcode);
	return p + 1;
}

/* n registers from the first on; their values follow. */
static uint32_t *registers(uint32_t *p, uint32_t first, uint32_t n)
{
	p = packet(p, CIK_PKT3_SET_SH_REG, n + 1);
	*p = (first - SH_SPACE) / 4;
	return p + 1;
}

static uint32_t *put(uint32_t *p, uint32_t reg, uint32_t value)
{
	p = registers(p, reg, 1);
	*p = value;
	return p + 1;
}

/* Wait until all waves of a stage are done. */
static uint32_t *flush(uint32_t *p, uint32_t event)
{
	enum { PARTIAL_FLUSH = 4 };

	p = packet(p, CIK_PKT3_EVENT_WRITE, 1);
	*p = CIK_PKT3_EVENT_WRITE__EVENT_CNTL__EVENT_TYPE(event) |
	     CIK_PKT3_EVENT_WRITE__EVENT_CNTL__EVENT_INDEX(PARTIAL_FLUSH);
	return p + 1;
}

/* Caches forget what memory may have changed behind them. */
static uint32_t *acquire(uint32_t *p, const struct fl_compute *c)
{
	const uint32_t what = CIK_CP_COHER_CNTL__TCL1_ACTION_ENA(1) | CIK_CP_COHER_CNTL__TC_ACTION_ENA(1) |
			      CIK_CP_COHER_CNTL__SH_KCACHE_ACTION_ENA(1) |
			      CIK_CP_COHER_CNTL__SH_ICACHE_ACTION_ENA(1);
	enum { SIZE_HI = 0xff };

	p = packet(p, c->chip.queue ? CIK_PKT3_ACQUIRE_MEM : CIK_PKT3_SURFACE_SYNC, c->chip.queue ? 6 : 4);
	*p++ = what;
	*p++ = ALL_MEMORY;
	if (c->chip.queue)
		*p++ = SIZE_HI;
	*p++ = 0;
	if (c->chip.queue)
		*p++ = 0;
	*p++ = POLL_INTERVAL;
	return p;
}

static void begin(struct fl_compute *c)
{
	enum { ROOM_DW = 32, ENGINES_AT_ONCE = 2 };
	uint32_t *p = fl_cs_room(c->chip.cs, ROOM_DW);

	if (!p)
		return;
	/* Every CU of every shader engine */
	p = registers(p, CIK_COMPUTE_STATIC_THREAD_MGMT_SE0, ENGINES_AT_ONCE);
	*p++ = ~0u;
	*p++ = ~0u;
	p = registers(p, CIK_COMPUTE_STATIC_THREAD_MGMT_SE2, ENGINES_AT_ONCE);
	*p++ = ~0u;
	*p++ = ~0u;
	p = registers(p, CIK_COMPUTE_START_X, 3);
	*p++ = 0;
	*p++ = 0;
	*p++ = 0;
	fl_cs_done(c->chip.cs, p);
}

/* ---- what a kernel reads of its own launch ------------------------------------------------------------- */
/* hsa_kernel_dispatch_packet_t and amd_queue_t (HSA runtime specification; LLVM reads the windows of generic
 * pointers from the latter): as far as kernels read them. */
enum {
	DISPATCH_DW = 16,
	DISPATCH_GROUP = 1, /* sizes, of 16 bits */
	DISPATCH_GRID = 3,
	DISPATCH_PRIVATE = 6,
	DISPATCH_LOCAL = 7,
	DISPATCH_CODE = 8,
	DISPATCH_ARGS = 10,
	QUEUE_DW = 32,
	QUEUE_LOCAL_WINDOW = 16,
	QUEUE_PRIVATE_WINDOW = 17,
};

struct area {
	uint64_t args, dispatch, queue; /* addresses */
};

/* Into the stream, where the command processor steps over it. */
static uint32_t *write_area(uint32_t *p, struct fl_compute *c, const struct fl_launch *l, struct area *a)
{
	enum { ALIGN_DW = 32, MOST_DW = FL_KERNEL_ARGS_B / 4 };
	const struct fl_grid *g = &l->grid;
	const uint32_t args_dw = (l->args_B / 4 + ALIGN_DW - 1) & ~(ALIGN_DW - 1u);
	/* Arguments are aligned as their types are, up to 128 bytes. */
	const uint32_t pad_dw = (uint32_t)(-(fl_cs_address(c->chip.cs, p) / 4 + 1)) & (ALIGN_DW - 1);
	uint32_t dispatch[DISPATCH_DW] = {0}, queue[QUEUE_DW] = {0};

	p = packet(p, CIK_PKT3_NOP, pad_dw + args_dw + DISPATCH_DW + QUEUE_DW);
	memset(p, 0, 4ull * pad_dw);
	p += pad_dw;
	a->args = fl_cs_address(c->chip.cs, p);
	a->dispatch = a->args + 4ull * args_dw;
	a->queue = a->dispatch + 4 * DISPATCH_DW;
	dispatch[DISPATCH_GROUP] = g->local[0] | g->local[1] << 16;
	dispatch[DISPATCH_GROUP + 1] = g->local[2];
	memcpy(dispatch + DISPATCH_GRID, g->global, sizeof(g->global));
	dispatch[DISPATCH_PRIVATE] = l->kernel->private_B;
	dispatch[DISPATCH_LOCAL] = l->local_B;
	memcpy(dispatch + DISPATCH_CODE, &l->kernel->entry, sizeof(l->kernel->entry));
	memcpy(dispatch + DISPATCH_ARGS, &a->args, sizeof(a->args));
	queue[QUEUE_LOCAL_WINDOW] = c->chip.local_window;
	queue[QUEUE_PRIVATE_WINDOW] = c->chip.private_window;
	memcpy(p, l->args, l->args_B);
	memset(p + l->args_B / 4, 0, 4ull * args_dw - l->args_B);
	p += args_dw;
	memcpy(p, dispatch, sizeof(dispatch));
	memcpy(p + DISPATCH_DW, queue, sizeof(queue));
	return p + DISPATCH_DW + QUEUE_DW;
}

/* ---- scratch ------------------------------------------------------------------------------------------- */
static uint64_t wave_scratch_B(const struct fl_kernel *k)
{
	return ((uint64_t)k->private_B * WAVE + SCRATCH_UNIT_B - 1) & ~(uint64_t)(SCRATCH_UNIT_B - 1);
}

/* How many waves it is enough for: a whole number for each of four shader engines. [I] */
static uint32_t scratch_waves(const struct fl_compute *c, const struct fl_kernel *k)
{
	enum { MOST_WAVES = 0xfff, ENGINES = 4 };
	const uint64_t n = k->private_B ? c->chip.scratch_B / wave_scratch_B(k) : 0;

	return (uint32_t)(n < MOST_WAVES ? n : MOST_WAVES) & ~(ENGINES - 1u);
}

static enum fl_code check_scratch(const struct fl_compute *c, const struct fl_launch *l, struct fl_err *err)
{
	const struct fl_grid *g = &l->grid;
	const uint32_t waves = (g->local[0] * g->local[1] * g->local[2] + WAVE - 1) / WAVE;

	if (!l->kernel->private_B || waves <= scratch_waves(c, l->kernel))
		return FL_OK;
	return fl_fail(
	    err, FL_USAGE,
	    "kernel %s: a group's %u waves need %llu bytes of scratch each, and there are %llu for all "
	    "of them: smaller groups, or more of it (struct fl_compute_chip)",
	    l->kernel->name, waves, (unsigned long long)wave_scratch_B(l->kernel),
	    (unsigned long long)c->chip.scratch_B);
}

/* Threads of a wave beside each other, 4 bytes each: LLVM, "Private Segment Buffer". */
static void scratch_buffer(const struct fl_compute *c, uint32_t w[4])
{
	enum { ELEMENT_4_B = 1, STRIDE_64 = 3 };
	const uint64_t at = c->chip.vram_addr + c->scratch_at;

	w[0] = (uint32_t)at;
	w[1] = CIK_SQ_BUF_RSRC_WORD1__BASE_ADDRESS_HI((uint32_t)(at >> 32)) |
	       CIK_SQ_BUF_RSRC_WORD1__SWIZZLE_ENABLE(1);
	w[2] = (uint32_t)c->chip.scratch_B;
	w[3] = CIK_SQ_BUF_RSRC_WORD3__DST_SEL_X(CIK_SQ_BUF_RSRC_WORD3__DST_SEL_X__SQ_SEL_X) |
	       CIK_SQ_BUF_RSRC_WORD3__DST_SEL_Y(CIK_SQ_BUF_RSRC_WORD3__DST_SEL_X__SQ_SEL_Y) |
	       CIK_SQ_BUF_RSRC_WORD3__DST_SEL_Z(CIK_SQ_BUF_RSRC_WORD3__DST_SEL_X__SQ_SEL_Z) |
	       CIK_SQ_BUF_RSRC_WORD3__DST_SEL_W(CIK_SQ_BUF_RSRC_WORD3__DST_SEL_X__SQ_SEL_W) |
	       CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT(CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT__BUF_NUM_FORMAT_UINT) |
	       CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT(CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT__BUF_DATA_FORMAT_32) |
	       CIK_SQ_BUF_RSRC_WORD3__ELEMENT_SIZE(ELEMENT_4_B) |
	       CIK_SQ_BUF_RSRC_WORD3__INDEX_STRIDE(STRIDE_64) | CIK_SQ_BUF_RSRC_WORD3__ADD_TID_ENABLE(1);
}

/* ---- a launch ------------------------------------------------------------------------------------------ */
static uint32_t pair(uint32_t *w, uint64_t value)
{
	w[0] = (uint32_t)value;
	w[1] = (uint32_t)(value >> 32);
	return 2;
}

/* The scalar registers that the kernel asks for, in the order of its properties. */
static uint32_t user_data(const struct fl_compute *c, const struct fl_launch *l, const struct area *a,
			  uint32_t w[SGPRS_OF_USER])
{
	const uint32_t wants = l->kernel->words[FL_CIK_PROPERTIES];
	uint32_t n = 0;

	memset(w, 0, 4 * SGPRS_OF_USER);
	if (wants & FL_CIK_PRIVATE_BUFFER) {
		scratch_buffer(c, w);
		n += 4;
	}
	if (wants & FL_CIK_DISPATCH_PTR)
		n += pair(w + n, a->dispatch);
	if (wants & FL_CIK_QUEUE_PTR)
		n += pair(w + n, a->queue);
	if (wants & FL_CIK_ARGS_PTR)
		n += pair(w + n, a->args);
	if (wants & FL_CIK_DISPATCH_ID)
		n += pair(w + n, 0);
	if (wants & FL_CIK_FLAT_SCRATCH) {
		w[n++] = (uint32_t)(c->chip.vram_addr + c->scratch_at - c->chip.private_base);
		w[n++] = l->kernel->private_B;
	}
	if (wants & FL_CIK_PRIVATE_SIZE)
		w[n++] = l->kernel->private_B;
	for (unsigned i = 0; i < 3; i++)
		if (wants & (uint32_t)FL_CIK_GROUPS_X << i && n < SGPRS_OF_USER)
			w[n++] = fl_grid_groups(&l->grid, i);
	return n;
}

static uint32_t *write_state(uint32_t *p, const struct fl_compute *c, const struct fl_launch *l,
			     const struct area *a)
{
	const struct fl_kernel *k = l->kernel;
	uint32_t user[SGPRS_OF_USER], n = user_data(c, l, a, user);

	p = registers(p, CIK_COMPUTE_PGM_LO, 2);
	*p++ = (uint32_t)(k->entry >> 8);
	*p++ = (uint32_t)(k->entry >> 40);
	p = registers(p, CIK_COMPUTE_PGM_RSRC1, 2);
	*p++ = k->words[FL_CIK_RSRC1];
	*p++ = (k->words[FL_CIK_RSRC2] & ~CIK_COMPUTE_PGM_RSRC2__LDS_SIZE__MASK) |
	       CIK_COMPUTE_PGM_RSRC2__LDS_SIZE((l->local_B + LDS_UNIT_B - 1) / LDS_UNIT_B);
	p = put(p, CIK_COMPUTE_RESOURCE_LIMITS, 0);
	p = put(p, CIK_COMPUTE_TMPRING_SIZE,
		CIK_COMPUTE_TMPRING_SIZE__WAVES(scratch_waves(c, k)) |
		    CIK_COMPUTE_TMPRING_SIZE__WAVESIZE((uint32_t)(wave_scratch_B(k) / SCRATCH_UNIT_B)));
	p = registers(p, CIK_COMPUTE_NUM_THREAD_X, 3);
	for (unsigned i = 0; i < 3; i++) {
		const uint32_t last = l->grid.global[i] % l->grid.local[i];

		*p++ = CIK_COMPUTE_NUM_THREAD_X__NUM_THREAD_FULL(l->grid.local[i]) |
		       CIK_COMPUTE_NUM_THREAD_X__NUM_THREAD_PARTIAL(last ? last : l->grid.local[i]);
	}
	if (!n)
		return p;
	p = registers(p, CIK_COMPUTE_USER_DATA(0), n);
	memcpy(p, user, 4ull * n);
	return p + n;
}

/* Bonaire and Kabini can hang when a grid of larger groups starts beside other waves: facts 0. */
enum { ALONE_ABOVE = 256 };

static enum fl_code run(struct fl_compute *c, const struct fl_launch *l, struct fl_err *err)
{
	enum { ROOM_DW = FL_KERNEL_ARGS_B / 4 + 256 };
	_Static_assert(ROOM_DW <= FL_CS_MIN_DW, "a launch is written in one piece");
	const struct fl_grid *g = &l->grid;
	struct area a;
	uint32_t *p, partial = 0;
	enum fl_code code = check_scratch(c, l, err);

	p = code ? NULL : fl_cs_room(c->chip.cs, ROOM_DW);
	if (!p)
		return code;
	p = write_area(p, c, l, &a);
	c->chip.cs->fetched = true;
	p = acquire(p, c);
	p = write_state(p, c, l, &a);
	if (!c->chip.queue && g->local[0] * g->local[1] * g->local[2] > ALONE_ABOVE)
		p = flush(p, CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__PS_PARTIAL_FLUSH);
	p = packet(p, CIK_PKT3_DISPATCH_DIRECT, 4);
	p[-1] |= CIK_PKT3__SHADER_TYPE(CIK_PKT3__SHADER_TYPE__COMPUTE);
	for (unsigned i = 0; i < 3; i++) {
		*p++ = fl_grid_groups(g, i);
		partial |= g->global[i] % g->local[i];
	}
	*p++ = CIK_COMPUTE_DISPATCH_INITIATOR__COMPUTE_SHADER_EN(1) |
	       CIK_COMPUTE_DISPATCH_INITIATOR__PARTIAL_TG_EN(partial != 0) |
	       CIK_COMPUTE_DISPATCH_INITIATOR__FORCE_START_AT_000(1);
	p = flush(p, CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__CS_PARTIAL_FLUSH);
	fl_cs_done(c->chip.cs, p);
	return FL_OK;
}

/* ---- copies, fills, events ----------------------------------------------------------------------------- */
static void dma(struct fl_compute *c, uint32_t from_what, uint64_t from, uint64_t to, uint64_t n_B)
{
	enum { PACKET_DW = 7 };

	for (uint64_t now_B; n_B; n_B -= now_B) {
		uint32_t *p = fl_cs_room(c->chip.cs, PACKET_DW);

		if (!p)
			return;
		now_B = n_B < DMA_MOST_B ? n_B : DMA_MOST_B;
		p = packet(p, CIK_PKT3_DMA_DATA, PACKET_DW - 1);
		*p++ = CIK_PKT3_DMA_DATA__CONTROL__SRC_SEL(from_what) |
		       CIK_PKT3_DMA_DATA__CONTROL__DST_SEL(DMA_L2) | CIK_PKT3_DMA_DATA__CONTROL__CP_SYNC(1);
		*p++ = (uint32_t)from;
		*p++ = (uint32_t)(from >> 32);
		*p++ = (uint32_t)to;
		*p++ = (uint32_t)(to >> 32);
		*p++ = CIK_PKT3_DMA_DATA__COMMAND__BYTE_COUNT((uint32_t)now_B);
		fl_cs_done(c->chip.cs, p);
		to += now_B;
		from += from_what == DMA_L2 ? now_B : 0;
	}
}

static void copy(struct fl_compute *c, uint64_t to, uint64_t from, uint64_t n_B)
{
	dma(c, DMA_L2, from, to, n_B);
}

static void fill(struct fl_compute *c, uint64_t to, uint32_t value, uint64_t n_B)
{
	dma(c, DMA_DATA, value, to, n_B);
}

/* Caches go to memory, and the number is written when they are there. On the ring that draws two are needed
 * until everything is idle, and the first says the number before: facts 1.3. */
static void event(struct fl_compute *c, uint64_t to, uint32_t number)
{
	enum { END_OF_PIPE = 5, LOW_32 = 1, ROOM_DW = 16 };
	const uint32_t what = CIK_PKT3_EVENT_WRITE_EOP__EVENT_CNTL__EVENT_TYPE(
				  CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__CACHE_FLUSH_AND_INV_TS_EVENT) |
			      CIK_PKT3_EVENT_WRITE_EOP__EVENT_CNTL__EVENT_INDEX(END_OF_PIPE) |
			      CIK_PKT3_EVENT_WRITE_EOP__EVENT_CNTL__TCL1_ACTION_EN(1) |
			      CIK_PKT3_EVENT_WRITE_EOP__EVENT_CNTL__TC_ACTION_EN(1);
	uint32_t *p = fl_cs_room(c->chip.cs, ROOM_DW);

	if (!p)
		return;
	if (c->chip.queue) {
		p = packet(p, CIK_PKT3_RELEASE_MEM, 6);
		*p++ = what;
		*p++ = CIK_PKT3_RELEASE_MEM__DATA_CNTL__DATA_SEL(LOW_32);
		*p++ = (uint32_t)to;
		*p++ = (uint32_t)(to >> 32);
		*p++ = number;
		*p++ = 0;
	}
	for (uint32_t before = c->chip.queue ? 2 : 1; before < 2; before--) {
		p = packet(p, CIK_PKT3_EVENT_WRITE_EOP, 5);
		*p++ = what;
		*p++ = (uint32_t)to;
		*p++ = CIK_PKT3_EVENT_WRITE_EOP__DATA_CNTL__ADDRESS_HI((uint32_t)(to >> 32)) |
		       CIK_PKT3_EVENT_WRITE_EOP__DATA_CNTL__DATA_SEL(LOW_32);
		*p++ = number - before;
		*p++ = 0;
	}
	fl_cs_done(c->chip.cs, p);
}

const struct fl_compute_backend fl_cik_compute = {
    .name = "Sea Islands",
    .threads = MOST_THREADS,
    .local_B = LOCAL_B,
    .check = fl_cik_code_check,
    .place = fl_cik_code_place,
    .kernel_name = fl_cik_code_name,
    .kernel = fl_cik_code_kernel,
    .hidden = fl_cik_code_hidden,
    .begin = begin,
    .run = run,
    .copy = copy,
    .fill = fill,
    .event = event,
};
