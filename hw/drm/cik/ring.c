/* SPDX-License-Identifier: MIT
 *
 * Rings and contexts, as Linux's driver has them: cik_pcie_gart_enable(), cik_cp_gfx_resume(),
 * cik_cp_compute_resume(), cik_sdma_gfx_resume(); for each submission radeon_ib_schedule(): what the chip
 * remembers of page tables is made new, then comes the stream as an indirect buffer, then a fence.
 */
#include "hw/cik/pm4.h"
#include "hw/drm/cik/vm.h"

#include <libdrm/radeon_drm.h>
#include <string.h>

enum {
	RINGS = RADEON_CS_RING_DMA + 1,
	RING_DW = 1 << CIK_DRM_RING_LOG2,
	MOST_DW = 64, /* of a submission's packets on its ring */
	ALIGN_DW = 16,
	BLOCK_QW_LOG2 = 9,
	CONTEXTS_SECOND = 8, /* from there on they have their registers elsewhere */
	UNALIGNED = 3,       /* SH_MEM_CONFIG: as Linux sets it */
	ME = 1,              /* the first compute microengine, as SRBM_GFX_CNTL counts them */
	EOP_SIZE = 8,
	POLL_INTERVAL = 10,
	/* packets of SDMA (CIK facts 3) */
	DMA_INDIRECT = 4,
	DMA_FENCE = 5,
	DMA_SRBM_WRITE = 14,
	DMA_ALL_BYTES = 0xf << 12,
	DMA_IB_DW = 4,
	DMA_ALIGN_DW = 8,
};

static const uint32_t ring_B[RINGS] = {CIK_DRM_GFX_B, CIK_DRM_COMPUTE_B, CIK_DRM_DMA_B};

static uint64_t fence_B(uint32_t ring)
{
	return CIK_DRM_FENCE_B + (uint64_t)CIK_DRM_FENCE_STEP_B * ring;
}

static void set(const struct fl_drm_card *k, uint32_t reg, uint32_t value)
{
	fl_model_write(k->model, reg, 4, value);
}

/* ---- beginning ----------------------------------------------------------------------------------------- */
/* All of a client's addresses; what faults ends at the dummy page. */
static void contexts(const struct fl_drm_card *k)
{
	set(k, CIK_VM_CONTEXT1_PAGE_TABLE_START_ADDR, 0);
	set(k, CIK_VM_CONTEXT1_PAGE_TABLE_END_ADDR, (1u << CIK_DRM_PAGES_LOG2) - 1);
	set(k, CIK_VM_CONTEXT1_PROTECTION_FAULT_DEFAULT_ADDR, (uint32_t)(k->dummy >> CIK_DRM_PAGE_LOG2));
	set(k, CIK_VM_CONTEXT1_CNTL2, 4);
	set(k, CIK_VM_CONTEXT1_CNTL,
	    CIK_VM_CONTEXT1_CNTL__ENABLE_CONTEXT(1) | CIK_VM_CONTEXT1_CNTL__PAGE_TABLE_DEPTH(1) |
		CIK_VM_CONTEXT1_CNTL__RANGE_PROTECTION_FAULT_ENABLE_DEFAULT(1) |
		CIK_VM_CONTEXT1_CNTL__DUMMY_PAGE_PROTECTION_FAULT_ENABLE_DEFAULT(1) |
		CIK_VM_CONTEXT1_CNTL__PDE0_PROTECTION_FAULT_ENABLE_DEFAULT(1) |
		CIK_VM_CONTEXT1_CNTL__VALID_PROTECTION_FAULT_ENABLE_DEFAULT(1) |
		CIK_VM_CONTEXT1_CNTL__READ_PROTECTION_FAULT_ENABLE_DEFAULT(1) |
		CIK_VM_CONTEXT1_CNTL__WRITE_PROTECTION_FAULT_ENABLE_DEFAULT(1) |
		CIK_VM_CONTEXT1_CNTL__PAGE_TABLE_BLOCK_SIZE(CIK_DRM_TABLE_LOG2 - 9));
}

static void gfx(const struct fl_drm_card *k)
{
	const uint32_t cntl = CIK_CP_RB0_CNTL__RB_BUFSZ(CIK_DRM_RING_LOG2 - 1) |
			      CIK_CP_RB0_CNTL__RB_BLKSZ(BLOCK_QW_LOG2) | CIK_CP_RB0_CNTL__RB_NO_UPDATE(1);

	set(k, CIK_CP_RB_VMID, 0);
	set(k, CIK_CP_RB0_CNTL, cntl | CIK_CP_RB0_CNTL__RB_RPTR_WR_ENA(1));
	set(k, CIK_CP_RB0_WPTR, 0);
	set(k, CIK_CP_RB0_CNTL, cntl);
	set(k, CIK_CP_RB0_BASE, CIK_DRM_GFX_B >> 8);
	set(k, CIK_CP_RB0_BASE_HI, 0);
}

/* Pipe 0, queue 0 of the first microengine; it stays chosen while its registers are written. */
static void choose_queue(const struct fl_drm_card *k, bool chosen)
{
	set(k, CIK_SRBM_GFX_CNTL, chosen ? CIK_SRBM_GFX_CNTL__MEID(ME) : 0);
}

static void compute(const struct fl_drm_card *k)
{
	choose_queue(k, true);
	set(k, CIK_CP_HPD_EOP_BASE_ADDR, CIK_DRM_EOP_B >> 8);
	set(k, CIK_CP_HPD_EOP_BASE_ADDR_HI, 0);
	set(k, CIK_CP_HPD_EOP_VMID, 0);
	set(k, CIK_CP_HPD_EOP_CONTROL, CIK_CP_HPD_EOP_CONTROL__EOP_SIZE(EOP_SIZE));
	set(k, CIK_CP_HQD_PQ_DOORBELL_CONTROL, 0);
	set(k, CIK_CP_HQD_PQ_RPTR, 0);
	set(k, CIK_CP_HQD_PQ_WPTR, 0);
	set(k, CIK_CP_MQD_BASE_ADDR, CIK_DRM_MQD_B);
	set(k, CIK_CP_MQD_BASE_ADDR_HI, 0);
	set(k, CIK_CP_HQD_PQ_BASE, CIK_DRM_COMPUTE_B >> 8);
	set(k, CIK_CP_HQD_PQ_BASE_HI, 0);
	set(k, CIK_CP_HQD_PQ_CONTROL,
	    CIK_CP_HQD_PQ_CONTROL__QUEUE_SIZE(CIK_DRM_RING_LOG2 - 1) |
		CIK_CP_HQD_PQ_CONTROL__RPTR_BLOCK_SIZE(BLOCK_QW_LOG2) |
		CIK_CP_HQD_PQ_CONTROL__NO_UPDATE_RPTR(1) | CIK_CP_HQD_PQ_CONTROL__PRIV_STATE(1) |
		CIK_CP_HQD_PQ_CONTROL__KMD_QUEUE(1));
	set(k, CIK_CP_HQD_VMID, 0);
	set(k, CIK_CP_HQD_ACTIVE, CIK_CP_HQD_ACTIVE__ACTIVE(1));
	choose_queue(k, false);
}

static void dma(const struct fl_drm_card *k)
{
	const uint32_t cntl = CIK_SDMA0_GFX_RB_CNTL__RB_SIZE(CIK_DRM_RING_LOG2);

	set(k, CIK_SDMA0_GFX_RB_CNTL, cntl);
	set(k, CIK_SDMA0_GFX_RB_RPTR, 0);
	set(k, CIK_SDMA0_GFX_RB_WPTR, 0);
	set(k, CIK_SDMA0_GFX_RB_BASE, CIK_DRM_DMA_B >> 8);
	set(k, CIK_SDMA0_GFX_RB_BASE_HI, 0);
	set(k, CIK_SDMA0_GFX_RB_CNTL, cntl | CIK_SDMA0_GFX_RB_CNTL__RB_ENABLE(1));
	set(k, CIK_SDMA0_GFX_IB_CNTL, CIK_SDMA0_GFX_IB_CNTL__IB_ENABLE(1));
	set(k, CIK_SDMA0_F32_CNTL, 0);
}

bool cik_drm_start(struct fl_drm_card *k)
{
	memset(k->written, 0, sizeof k->written);
	contexts(k);
	gfx(k);
	compute(k);
	dma(k);
	return true;
}

/* ---- a submission -------------------------------------------------------------------------------------- */
static uint32_t directory_reg(unsigned context)
{
	return context < CONTEXTS_SECOND
		   ? CIK_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR + 4 * context
		   : CIK_VM_CONTEXT8_PAGE_TABLE_BASE_ADDR + 4 * (context - CONTEXTS_SECOND);
}

static uint32_t *write_regs(uint32_t *p, uint32_t reg, const uint32_t *value, uint32_t n)
{
	p = cik_pm4_pkt3(p, CIK_PKT3_WRITE_DATA, 3 + n);
	*p++ = CIK_PKT3_WRITE_DATA__CONTROL__DST_SEL(0);
	*p++ = reg / 4;
	*p++ = 0;
	memcpy(p, value, 4ul * n);
	return p + n;
}

static uint32_t *write_reg(uint32_t *p, uint32_t reg, uint32_t value)
{
	return write_regs(p, reg, &value, 1);
}

/* Linux cik_vm_flush(): the context's page tables, what shaders may assume of memory, and the translations
 * that the chip remembers. */
static uint32_t *flush_vm(uint32_t *p, const struct fl_drm_run *r)
{
	/* SH_MEM_BASES, APE1_BASE and _LIMIT, CONFIG */
	const uint32_t shaders[] = {0, 1, 0, CIK_SH_MEM_CONFIG__ALIGNMENT_MODE(UNALIGNED)};

	p = write_reg(p, directory_reg(r->context), (uint32_t)(r->root >> CIK_DRM_PAGE_LOG2));
	p = write_reg(p, CIK_SRBM_GFX_CNTL, CIK_SRBM_GFX_CNTL__VMID(r->context));
	p = write_regs(p, CIK_SH_MEM_BASES, shaders, 4);
	p = write_reg(p, CIK_SRBM_GFX_CNTL, 0);
	p = write_reg(p, CIK_VM_INVALIDATE_REQUEST, 1u << r->context);
	p = cik_pm4_pkt3(p, CIK_PKT3_WAIT_REG_MEM, 6);
	*p++ = CIK_PKT3_WAIT_REG_MEM__CONTROL__FUNCTION(0); /* always: it is a read, after the write */
	*p++ = CIK_VM_INVALIDATE_REQUEST / 4;
	*p++ = 0;
	*p++ = 0;
	*p++ = 0;
	*p++ = POLL_INTERVAL;
	if (r->ring == RADEON_CS_RING_GFX) {
		p = cik_pm4_pkt3(p, CIK_PKT3_PFP_SYNC_ME, 1);
		*p++ = 0;
	}
	return p;
}

static uint32_t *packets(uint32_t *p, const struct fl_drm_card *k, const struct fl_drm_run *r)
{
	if (r->stale)
		p = flush_vm(p, r);
	p = cik_pm4_ib(p, CIK_DRM_IB_VA, r->n_dw, r->context);
	if (r->ring == RADEON_CS_RING_COMPUTE)
		return cik_pm4_release(p, fence_B(r->ring), k->fence);
	p = cik_pm4_eop(p, fence_B(r->ring), k->fence - 1);
	return cik_pm4_eop(p, fence_B(r->ring), k->fence);
}

static uint32_t *dma_write(uint32_t *p, uint32_t reg, uint32_t value)
{
	*p++ = (uint32_t)DMA_ALL_BYTES << 16 | DMA_SRBM_WRITE;
	*p++ = reg / 4;
	*p++ = value;
	return p;
}

/* Linux cik_dma_vm_flush(), cik_sdma_ring_ib_execute(): the packet that calls the stream ends at a multiple
 * of eight dwords. */
static uint32_t *dma_packets(uint32_t *p, const uint32_t *start, const struct fl_drm_card *k,
			     const struct fl_drm_run *r)
{
	if (r->stale) {
		p = dma_write(p, directory_reg(r->context), (uint32_t)(r->root >> CIK_DRM_PAGE_LOG2));
		p = dma_write(p, CIK_VM_INVALIDATE_REQUEST, 1u << r->context);
	}
	while ((k->written[r->ring] + (uint32_t)(p - start) + DMA_IB_DW) % DMA_ALIGN_DW)
		*p++ = 0;
	*p++ = r->context << 16 | DMA_INDIRECT;
	*p++ = CIK_DRM_IB_VA;
	*p++ = 0;
	*p++ = r->n_dw;
	*p++ = DMA_FENCE;
	*p++ = (uint32_t)fence_B(r->ring);
	*p++ = 0;
	*p++ = k->fence;
	return p;
}

static void tell(const struct fl_drm_card *k, uint32_t ring)
{
	const uint32_t at = k->written[ring];

	if (ring == RADEON_CS_RING_GFX) {
		set(k, CIK_CP_RB0_WPTR, at);
	} else if (ring == RADEON_CS_RING_DMA) {
		set(k, CIK_SDMA0_GFX_RB_WPTR, 4 * at); /* bytes */
	} else {
		choose_queue(k, true);
		set(k, CIK_CP_HQD_PQ_WPTR, at);
		choose_queue(k, false);
	}
}

bool cik_drm_run(struct fl_drm_card *k, const struct fl_drm_run *r)
{
	const bool is_dma = r->ring == RADEON_CS_RING_DMA;
	uint32_t dw[MOST_DW + ALIGN_DW], *p, said;
	uint8_t *ring = k->vram + ring_B[r->ring];

	k->fence += 2; /* and the one before is the dummy's */
	p = is_dma ? dma_packets(dw, dw, k, r) : packets(dw, k, r);
	while ((p - dw) % ALIGN_DW)
		*p++ = is_dma ? 0 : CIK_PM4_FILLER;
	for (const uint32_t *q = dw; q < p; q++) {
		memcpy(ring + 4ul * k->written[r->ring], q, 4);
		k->written[r->ring] = (k->written[r->ring] + 1) % RING_DW;
	}
	tell(k, r->ring);
	if (!fl_model_wait(k->model))
		return false;
	memcpy(&said, k->vram + fence_B(r->ring), 4);
	return said == k->fence;
}
