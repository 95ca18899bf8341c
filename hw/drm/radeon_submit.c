/* SPDX-License-Identifier: MIT
 *
 * Submissions to Linux's radeon driver: chunks, relocations, the family's checks. (Linux radeon_cs.c.)
 */
#include "hw/drm/internal.h"

#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RELOC_DW = 4, MAX_RELOCS = 16384, MAX_DW = 256 << 10 };

struct chunks {
	const uint32_t *ib, *relocs;
	uint32_t n_ib, n_relocs; /* dwords */
	uint32_t flags, ring;
};

/* Where the chunks are in the message. It is aligned to dwords. */
static bool find_chunks(const uint8_t *data, size_t size_B, struct chunks *c)
{
	struct fl_drm_cs cs;
	size_t at = sizeof cs;

	*c = (struct chunks){.ring = RADEON_CS_RING_GFX};
	if (size_B < sizeof cs)
		return false;
	memcpy(&cs, data, sizeof cs);
	if (cs.n_chunks > FL_DRM_CHUNKS)
		return false;
	for (uint32_t i = 0; i < cs.n_chunks; i++) {
		const uint32_t n = cs.chunk[i].n_dw;
		const uint32_t *dw = (const uint32_t *)(const void *)(data + at);

		if (n > (size_B - at) / 4)
			return false;
		at += 4ul * n;
		if (cs.chunk[i].id == RADEON_CHUNK_ID_IB) {
			c->ib = dw;
			c->n_ib = n;
		} else if (cs.chunk[i].id == RADEON_CHUNK_ID_RELOCS) {
			c->relocs = dw;
			c->n_relocs = n;
		} else if (cs.chunk[i].id == RADEON_CHUNK_ID_FLAGS && n) {
			c->flags = dw[0];
			c->ring = n > 1 ? dw[1] : c->ring;
		}
	}
	return at == size_B;
}

/* The buffers that the relocations name; the job holds them. */
static int take_buffers(struct fl_drm_client *c, const struct chunks *k, struct fl_drm_job *j,
			struct fl_drm_reloc *reloc)
{
	char why[96];

	for (uint32_t i = 0; i < k->n_relocs / RELOC_DW; i++) {
		const uint32_t *r = k->relocs + (size_t)i * RELOC_DW; /* handle, read, write, flags */
		struct fl_drm_buffer *b = fl_drm_buffer_at(c, r[0]);

		if (!b) {
			snprintf(why, sizeof why, "relocation %u: there is no buffer with the handle %u", i,
				 r[0]);
			return fl_drm_refuse_job(c, ENOENT, why);
		}
		if ((r[2] ? r[2] : r[1]) & RADEON_GEM_DOMAIN_CPU) {
			snprintf(why, sizeof why, "relocation %u: the CPU's domain is none for a submission",
				 i);
			return fl_drm_refuse_job(c, EINVAL, why);
		}
		fl_drm_job_uses(j, b, b->va, r[2] != 0);
		reloc[i] = (struct fl_drm_reloc){b->addr, b->size_B, b->tiling};
	}
	return 0;
}

static int check(struct fl_drm_client *c, const struct chunks *k, struct fl_drm_job *j,
		 const struct fl_drm_reloc *reloc)
{
	struct fl_drm *n = c->n;
	struct fl_drm_stream s = {.dw = j->dw,
				  .n_dw = j->n_dw,
				  .reloc = reloc,
				  .n_relocs = j->n_buffers,
				  .keep_tiling = k->flags & RADEON_CS_KEEP_TILING_FLAGS,
				  .hyperz = n->hyperz == c,
				  .cmask = n->cmask == c,
				  .device = n->chip.device,
				  .noted = *n->chip.noted,
				  .ring = k->ring};

	if (!n->family->check(&s))
		return fl_drm_refuse_job(c, EINVAL, s.why);
	n->stats.draws += s.draws;
	n->stats.frames += !n->framed && k->flags & RADEON_CS_END_OF_FRAME;
	return 0;
}

/* Why the kernel would not look into the stream; NULL: it would. */
static const char *objection(const struct fl_drm_client *c, const struct chunks *k)
{
	const struct fl_drm_family *f = c->n->family;
	const bool uses_vm = k->flags & RADEON_CS_USE_VM;

	if (k->ring >= 32 || !(f->rings >> k->ring & 1))
		return "a ring that this chip does not have";
	if (uses_vm && !f->vm)
		return "VM not active on this chip";
	if (!uses_vm && f->vm)
		return "the ring requires VM";
	if (f->vm && k->n_ib > f->vm->ib_dw)
		return "the command stream is too large for VM";
	return NULL;
}

/* With address spaces: each buffer has to be in the client's. */
static int all_mapped(struct fl_drm_client *c, const struct fl_drm_job *j)
{
	char why[96];

	for (uint32_t i = 0; c->n->family->vm && i < j->n_buffers; i++)
		if (!j->buffer[i]->va) {
			snprintf(why, sizeof why, "relocation %u: its buffer is not mapped (GEM_VA)", i);
			return fl_drm_refuse_job(c, EINVAL, why);
		}
	return 0;
}

int fl_drm_radeon_submit(struct fl_drm_client *c, const uint8_t *data, size_t size_B)
{
	struct fl_drm_reloc *reloc;
	struct fl_drm_job *j;
	struct chunks k;
	const char *why;
	int error = ENOMEM;

	if (!find_chunks(data, size_B, &k) || k.n_ib > MAX_DW || k.n_relocs / RELOC_DW > MAX_RELOCS)
		return fl_drm_refuse_job(c, EINVAL, "chunks that do not fit the message, or are too large");
	if (!k.ib || !k.n_ib)
		return fl_drm_refuse_job(c, EINVAL, "no command stream");
	why = objection(c, &k);
	if (why)
		return fl_drm_refuse_job(c, EINVAL, why);
	if (c->queued >= FL_DRM_QUEUED)
		return FL_DRM_LATER;
	j = fl_drm_job_new(k.ib, k.n_ib, k.n_relocs / RELOC_DW);
	reloc = calloc(k.n_relocs / RELOC_DW + 1, sizeof *reloc);
	if (j && reloc) {
		j->ring = k.ring;
		error = take_buffers(c, &k, j, reloc);
		if (!error)
			error = all_mapped(c, j);
		if (!error)
			error = check(c, &k, j, reloc);
		if (!error)
			error = fl_drm_submit_job(c, j);
	}
	free(reloc);
	if (error && j)
		fl_drm_job_free(j);
	return error;
}
