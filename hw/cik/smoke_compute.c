/* SPDX-License-Identifier: MIT
 *
 * Smoke test: a compute queue, and a program on each compute unit, one after the other.
 */
#include "hw/cik/compute.h"
#include "hw/cik/smoke.h"

enum {
	SETTLE_US = 1000000,
	THREADS = 64, /* a wave */
	CODE_ALIGN_B = 256,
	OUT_B = 4 * THREADS,
	PIECE_B = CODE_ALIGN_B + OUT_B,
	USER_SGPRS = 5,
	MOST_DW = 64,
	ALL_UNITS = 0xffff,
};

/* Thread t stores the number in s4, plus t, to dword t of the buffer that s[0:3] describes (lib/cik/isa.h has
 * the encodings). */
static const uint32_t program[] = {
    0x34020082,             /* v_lshlrev_b32 v1, 2, v0 */
    0x4a040004,             /* v_add_i32 v2, vcc, s4, v0 */
    0xe0701000,             /* buffer_store_dword v2, v1, s[0:3], 0 offen */
    0x80000201, 0xbf810000, /* s_endpgm */
};

static const uint32_t masks[CIK_MOST_ENGINES] = {
    CIK_COMPUTE_STATIC_THREAD_MGMT_SE0, CIK_COMPUTE_STATIC_THREAD_MGMT_SE1,
    CIK_COMPUTE_STATIC_THREAD_MGMT_SE2, CIK_COMPUTE_STATIC_THREAD_MGMT_SE3};

static uint32_t *sh(uint32_t *p, uint32_t reg, uint32_t value)
{
	p = cik_pm4_sh(p, reg, 1);
	*p = value;
	return p + 1;
}

/* One wave of the program at `code`, which stores number and what follows it at `out`, on the compute units
 * in the masks. */
static unsigned dispatch(uint32_t *dw, uint64_t code, uint64_t out, uint32_t number,
			 const uint16_t cus[CIK_MOST_ENGINES])
{
	uint32_t *p = dw;

	for (unsigned i = 0; i < CIK_MOST_ENGINES; i++)
		p = sh(p, masks[i], cus[i]);
	p = cik_pm4_sh(p, CIK_COMPUTE_NUM_THREAD_X, 3);
	*p++ = THREADS;
	*p++ = 1;
	*p++ = 1;
	p = cik_pm4_sh(p, CIK_COMPUTE_PGM_LO, 2);
	*p++ = (uint32_t)(code >> 8);
	*p++ = (uint32_t)(code >> 40);
	p = cik_pm4_sh(p, CIK_COMPUTE_PGM_RSRC1, 2);
	*p++ = CIK_COMPUTE_PGM_RSRC1__VGPRS(0) | CIK_COMPUTE_PGM_RSRC1__SGPRS(0);
	*p++ = CIK_COMPUTE_PGM_RSRC2__USER_SGPR(USER_SGPRS);
	p = cik_pm4_sh(p, CIK_COMPUTE_USER_DATA(0), USER_SGPRS);
	*p++ = (uint32_t)out;
	*p++ = (uint32_t)(out >> 32);
	*p++ = OUT_B; /* bytes: the stride is 0 */
	*p++ = CIK_SQ_BUF_RSRC_WORD3__DST_SEL_X(4) | CIK_SQ_BUF_RSRC_WORD3__DST_SEL_Y(5) |
	       CIK_SQ_BUF_RSRC_WORD3__DST_SEL_Z(6) | CIK_SQ_BUF_RSRC_WORD3__DST_SEL_W(7) |
	       CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT(CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT__BUF_NUM_FORMAT_UINT) |
	       CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT(CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT__BUF_DATA_FORMAT_32);
	*p++ = number;
	*p = CIK_PM4(CIK_PKT3_DISPATCH_DIRECT, 4) | CIK_PM4_COMPUTE;
	p[1] = p[2] = p[3] = 1;
	p[4] = CIK_COMPUTE_DISPATCH_INITIATOR__COMPUTE_SHADER_EN(1) |
	       CIK_COMPUTE_DISPATCH_INITIATOR__FORCE_START_AT_000(1);
	p = cik_pm4_event(p + 5, CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__CS_PARTIAL_FLUSH);
	return (unsigned)(p - dw);
}

/* Code and result: at the end of the free memory. */
static uint64_t place(struct fl_bringup *up)
{
	uint64_t at_B = (up->free_B - PIECE_B) & ~(uint64_t)(CODE_ALIGN_B - 1);

	fl_vram_write(up->dev, at_B, program, sizeof(program));
	return at_B;
}

static void forget(struct fl_bringup *up, uint64_t at_B)
{
	for (uint32_t t = 0; t < THREADS; t++)
		fl_smoke_poke(up->dev, at_B + CODE_ALIGN_B + 4 * t, 0xdeadbeef);
}

/* The first thread whose result is wrong; THREADS: none. */
static uint32_t wrong(struct fl_bringup *up, uint64_t at_B, uint32_t number, uint32_t *got)
{
	for (uint32_t t = 0; t < THREADS; t++) {
		*got = fl_smoke_peek(up->dev, at_B + CODE_ALIGN_B + 4 * t);
		if (*got != number + t)
			return t;
	}
	return THREADS;
}

enum fl_code cik_check_compute_queue(struct fl_bringup *up, struct fl_err *err)
{
	static const uint16_t all[CIK_MOST_ENGINES] = {ALL_UNITS, ALL_UNITS, ALL_UNITS, ALL_UNITS};
	struct cik_card *c = cik_card(up);
	uint64_t at_B = place(up), addr = up->vram_addr + at_B;
	const uint32_t number = 0x5ea15000;
	uint32_t dw[MOST_DW], *p, t, got = 0;
	struct cik_compute q;
	enum fl_code code = cik_compute_start(&q, c, err);

	if (code)
		return code;
	forget(up, at_B);
	/* A register first, as Linux tries a ring; then a program. */
	p = cik_pm4_uconfig(dw, CIK_SCRATCH_REG0, 1);
	*p++ = number;
	code = cik_compute_submit(&q, dw, (uint32_t)(p - dw), err);
	if (!code)
		code = cik_compute_sync(&q, SETTLE_US, err);
	if (!code && fl_read32(up->dev, CIK_SCRATCH_REG0) != number)
		code = fl_fail(err, FL_FAILED,
			       "SCRATCH_REG0 holds 0x%08x, the compute queue was to write 0x%08x",
			       fl_read32(up->dev, CIK_SCRATCH_REG0), number);
	if (!code)
		code = cik_compute_submit(&q, dw, dispatch(dw, addr, addr + CODE_ALIGN_B, number, all), err);
	if (!code)
		code = cik_compute_sync(&q, SETTLE_US, err);
	cik_compute_stop(&q);
	if (code)
		return code;
	t = wrong(up, at_B, number, &got);
	if (t < THREADS)
		return fl_fail(err, FL_FAILED, "thread %u stored 0x%08x, want 0x%08x", t, got, number + t);
	fl_did(up, "a register written, and a program of %d threads run", THREADS);
	return FL_OK;
}

/* The unit alone: by the masks of the others nothing goes to them. */
static enum fl_code unit(struct fl_bringup *up, uint64_t at_B, unsigned engine, unsigned cu,
			 struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	uint16_t only[CIK_MOST_ENGINES] = {0};
	uint64_t addr = up->vram_addr + at_B;
	uint32_t number = 0xc0000000 | engine << 24 | cu << 16, dw[MOST_DW], got, t;
	enum fl_code code;

	only[engine] = (uint16_t)(1u << cu);
	forget(up, at_B);
	code = fl_ring_submit(&c->ring, dw, dispatch(dw, addr, addr + CODE_ALIGN_B, number, only), err);
	if (!code)
		code = cik_fence_sync(&c->fence, &c->ring, SETTLE_US, err);
	if (code)
		return fl_fail_more(err, code, "; compute unit %u of shader engine %u", cu, engine);
	t = wrong(up, at_B, number, &got);
	if (t == THREADS)
		return FL_OK;
	return fl_fail(err, FL_FAILED,
		       "compute unit %u of shader engine %u: thread %u stored 0x%08x, want 0x%08x", cu,
		       engine, t, got, number + t);
}

enum fl_code cik_check_units(struct fl_bringup *up, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	uint64_t at_B = place(up);
	unsigned n = 0;

	for (unsigned i = 0; i < c->family->engines; i++)
		for (unsigned cu = 0; cu < c->family->cus; cu++) {
			enum fl_code code = c->cus[i] >> cu & 1 ? unit(up, at_B, i, cu, err) : FL_OK;

			if (code)
				return code;
			n += c->cus[i] >> cu & 1;
		}
	fl_did(up, "a wave on each of %u compute units", n);
	return FL_OK;
}
