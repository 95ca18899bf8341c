/* SPDX-License-Identifier: MIT
 *
 * Packets of a stream, and the relocations between them, as Linux walks them (radeon_cs_packet_parse,
 * radeon_cs_packet_next_reloc).
 */
#include "hw/drm/fl_drm_family.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

enum { TYPE2 = 2, TYPE3 = 3, OPCODE_NOP = 0x10, RELOC_DW = 4 };

bool fl_drm_refuse(struct fl_drm_stream *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(s->why, sizeof s->why, fmt, ap);
	va_end(ap);
	return false;
}

static bool look(const struct fl_drm_stream *s, uint32_t at, struct fl_drm_packet *p)
{
	p->at = at;
	p->head = s->dw[at];
	p->type = p->head >> 30;
	p->n = p->type == TYPE2 ? 0 : (p->head >> 16 & 0x3fff) + 1;
	return p->type != 1 && p->n < s->n_dw - at;
}

bool fl_drm_next_packet(struct fl_drm_stream *s, struct fl_drm_packet *p)
{
	if (s->at >= s->n_dw)
		return fl_drm_refuse(s, "no packet at dword %u, where the stream ends", s->at);
	if (!look(s, s->at, p)) {
		if (p->type == 1)
			return fl_drm_refuse(s, "unknown packet type 1 at dword %u", s->at);
		return fl_drm_refuse(s,
				     "the packet at dword %u (type %u, %u dwords) ends after the stream (%u)",
				     s->at, p->type, p->n, s->n_dw);
	}
	s->at += 1 + p->n;
	return true;
}

static bool is_nop(const struct fl_drm_packet *p)
{
	return p->type == TYPE3 && (p->head >> 8 & 0xff) == OPCODE_NOP;
}

bool fl_drm_reloc_follows(const struct fl_drm_stream *s)
{
	struct fl_drm_packet p;

	return s->at < s->n_dw && look(s, s->at, &p) && is_nop(&p);
}

const struct fl_drm_reloc *fl_drm_next_reloc(struct fl_drm_stream *s, const char *what, uint32_t at)
{
	struct fl_drm_packet p = {0};
	uint32_t i;

	if (!s->n_relocs) {
		fl_drm_refuse(s, "%s at dword %u: there is no chunk of relocations", what, at);
		return NULL;
	}
	if (!fl_drm_next_packet(s, &p))
		return NULL;
	if (!is_nop(&p)) {
		fl_drm_refuse(s, "%s at dword %u: no relocation follows, at dword %u", what, at, p.at);
		return NULL;
	}
	i = s->dw[p.at + 1] / RELOC_DW;
	if (i >= s->n_relocs) {
		fl_drm_refuse(s, "%s at dword %u: relocation %u of %u", what, at, i, s->n_relocs);
		return NULL;
	}
	return &s->reloc[i];
}

bool fl_drm_fits(struct fl_drm_stream *s, const struct fl_drm_reloc *b, uint64_t need_B, uint32_t at,
		 const char *what, unsigned i)
{
	if (!b)
		return fl_drm_refuse(s, "dword %u: no buffer for %s %u", at, what, i);
	return need_B <= b->size_B ||
	       fl_drm_refuse(s, "dword %u: the buffer is too small for %s %u (need %llu, have %llu)", at,
			     what, i, (unsigned long long)need_B, (unsigned long long)b->size_B);
}
