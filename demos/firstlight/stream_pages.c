/* SPDX-License-Identifier: MIT
 *
 * firstlight stream: the memory that a trace's host wrote; see stream_pages.h.
 */
#include "demos/firstlight/stream_pages.h"

#include <stdlib.h>
#include <string.h>

#define PAGE 4096u

static struct fl_stream_page *slot_of(struct fl_stream_page *slot, size_t cap, uint64_t number)
{
	size_t h = (size_t)(number * 0x9e3779b97f4a7c15u >> 20) & (cap - 1);

	while (slot[h].used && slot[h].number != number)
		h = (h + 1) & (cap - 1);
	return &slot[h];
}

/* The page's bytes; made if need be. NULL: no memory. */
static uint8_t *page_for(struct fl_stream_pages *m, uint64_t number)
{
	struct fl_stream_page *p;

	if (m->n * 2 >= m->cap) {
		size_t cap = m->cap ? m->cap * 2 : 256;
		struct fl_stream_page *slot = calloc(cap, sizeof *slot);

		if (!slot)
			return NULL;
		for (size_t i = 0; i < m->cap; i++)
			if (m->slot[i].used)
				*slot_of(slot, cap, m->slot[i].number) = m->slot[i];
		free(m->slot);
		m->slot = slot;
		m->cap = cap;
	}
	p = slot_of(m->slot, m->cap, number);
	if (!p->used) {
		*p = (struct fl_stream_page){.number = number, .used = true};
		m->n++;
	}
	if (!p->bytes)
		p->bytes = calloc(1, PAGE);
	return p->bytes;
}

static enum fl_code host_writes(struct fl_stream_pages *m, uint64_t address, const uint8_t *data, size_t n)
{
	while (n) {
		size_t in = (size_t)(address % PAGE), part = PAGE - in < n ? PAGE - in : n;
		uint8_t *bytes = page_for(m, address / PAGE);

		if (!bytes)
			return FL_FAILED;
		memcpy(bytes + in, data, part);
		address += part;
		data += part;
		n -= part;
	}
	return FL_OK;
}

static void forget(struct fl_stream_page *p)
{
	free(p->bytes);
	p->bytes = NULL;
}

/* A buffer appears, all zero, or goes: what was there is gone. */
static void buffer_goes(struct fl_stream_pages *m, uint64_t address, uint64_t size)
{
	uint64_t first = (address + PAGE - 1) / PAGE, end = address / PAGE + size / PAGE + 1;

	/* by page while there are fewer of them than slots */
	for (uint64_t n = first; size / PAGE < m->cap && n < end; n++) {
		struct fl_stream_page *p = slot_of(m->slot, m->cap, n);

		if (p->bytes && n * PAGE - address < size)
			forget(p);
	}
	for (size_t i = 0; size / PAGE >= m->cap && i < m->cap; i++)
		if (m->slot[i].bytes && m->slot[i].number * PAGE - address < size)
			forget(&m->slot[i]);
}

/* Buffers do not overlap: what a new one takes is no other's any more. */
static void list_buffer(struct fl_stream_pages *m, uint64_t address, uint64_t size_B, bool appears)
{
	size_t at;

	for (size_t i = m->n_buffers; i-- > 0;)
		if (m->buffer[i].address - address < size_B ||
		    address - m->buffer[i].address < m->buffer[i].size_B)
			m->buffer[i] = m->buffer[--m->n_buffers];
	if (!appears)
		return;
	at = m->n_buffers < FL_STREAM_BUFFERS ? m->n_buffers++ : m->buffers % FL_STREAM_BUFFERS;
	m->buffer[at] = (struct fl_stream_buffer){address, size_B, ++m->buffers};
}

const struct fl_stream_buffer *fl_stream_pages_buffer(const struct fl_stream_pages *m, uint64_t address)
{
	for (size_t i = 0; i < m->n_buffers; i++)
		if (address - m->buffer[i].address < m->buffer[i].size_B)
			return &m->buffer[i];
	return NULL;
}

enum fl_code fl_stream_pages_record(struct fl_stream_pages *m, const struct fl_gtrc_record *rec)
{
	switch (rec->tag) {
	case FL_GTRC_BO:
	case FL_GTRC_FREE:
		buffer_goes(m, fl_gtrc_u64(rec->data), fl_gtrc_u64(rec->data + 8));
		list_buffer(m, fl_gtrc_u64(rec->data), fl_gtrc_u64(rec->data + 8), rec->tag == FL_GTRC_BO);
		return FL_OK;
	case FL_GTRC_MEM:
		return host_writes(m, fl_gtrc_u64(rec->data), rec->data + 16, fl_gtrc_u32(rec->data + 8));
	default:
		return FL_OK;
	}
}

void fl_stream_pages_free(struct fl_stream_pages *m)
{
	for (size_t i = 0; i < m->cap; i++)
		free(m->slot[i].bytes);
	free(m->slot);
}

bool fl_stream_pages_read(const struct fl_stream_pages *m, uint64_t address, void *out, uint32_t size_B)
{
	uint8_t *to = out;

	while (size_B) {
		uint32_t in = (uint32_t)(address % PAGE), part = PAGE - in < size_B ? PAGE - in : size_B;
		const struct fl_stream_page *p = m->cap ? slot_of(m->slot, m->cap, address / PAGE) : NULL;

		if (!p || !p->bytes)
			return false;
		memcpy(to, p->bytes + in, part);
		address += part;
		to += part;
		size_B -= part;
	}
	return true;
}
