/* SPDX-License-Identifier: MIT
 *
 * A program's submissions as a GTRC trace (demos/firstlight/gtrc.h has the records): which memory there is,
 * what the program wrote into it, each stream with its addresses in it, and a checksum of what the chip
 * changed. Played back, a trace draws the same bits or is found out.
 *
 * What the program writes is found by comparing with what the chip left, when the stream is about to run.
 */
#include "hw/drm/internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SPACE_B         (UINT64_C(1) << 32)
#define TAG(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

/* Records are in the order of the bytes of the machine, which is little endian on all that run this. */
static void put(struct fl_drm_capture *c, const void *data, size_t size_B)
{
	c->failed |= size_B && fwrite(data, size_B, 1, c->f) != 1;
}

static void put_record(struct fl_drm_capture *c, uint32_t tag, const void *head, uint32_t head_B,
		       const void *data, uint32_t size_B)
{
	const uint32_t record[2] = {tag, head_B + size_B};

	put(c, record, sizeof record);
	put(c, head, head_B);
	put(c, data, size_B);
}

bool fl_drm_capture_begin(struct fl_drm_capture *c, const struct fl_drm_config *config, uint16_t device)
{
	const uint32_t head[4] = {TAG('G', 'T', 'R', 'C'), 1, config->capture_family, device};
	char info[96];
	int n;

	c->f = config->capture;
	if (!c->f)
		return true;
	c->seen =
	    mmap(NULL, SPACE_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (c->seen == MAP_FAILED) {
		c->seen = NULL;
		return false;
	}
	put(c, head, sizeof head);
	n = snprintf(info, sizeof info, "chip=%s\nfine=%d\nby=firstlight gl\n", config->chip,
		     config->model.fine);
	put_record(c, TAG('I', 'N', 'F', 'O'), info, (uint32_t)n, NULL, 0);
	c->wanted = !config->some || !config->first;
	return true;
}

bool fl_drm_capture_turn(struct fl_drm_capture *c, bool *first)
{
	const bool wanted = c->seen && !c->over && __atomic_load_n(&c->wanted, __ATOMIC_ACQUIRE);

	*first = wanted && !c->on;
	c->over |= c->on && !wanted;
	c->on = wanted;
	return wanted;
}

void fl_drm_capture_end(struct fl_drm_capture *c)
{
	if (c->seen)
		munmap(c->seen, SPACE_B);
	c->seen = NULL;
}

void fl_drm_capture_bind(struct fl_drm_capture *c, const struct fl_drm_buffer *b)
{
	const struct {
		uint64_t addr, size_B;
		uint32_t handle, domain;
	} bo = {b->traced, b->size_B, 0, b->domain};

	if (c->on)
		put_record(c, TAG('B', 'O', ' ', ' '), &bo, sizeof bo, NULL, 0);
}

void fl_drm_capture_unbind(struct fl_drm_capture *c, const struct fl_drm_buffer *b)
{
	const uint64_t range[2] = {b->traced, b->size_B};

	if (!c->on)
		return;
	madvise(c->seen + b->addr, b->size_B, MADV_DONTNEED); /* zeros, as the next buffer's memory */
	put_record(c, TAG('F', 'R', 'E', 'E'), range, sizeof range, NULL, 0);
}

void fl_drm_capture_mark(struct fl_drm_capture *c, const char *text, uint32_t n)
{
	if (c->on)
		put_record(c, TAG('M', 'A', 'R', 'K'), text, n, "", 1); /* texts end with 0 in a trace */
}

/* FNV-1a, by words of 64 bits. */
static uint64_t checksum(const uint8_t *p, uint64_t size_B)
{
	uint64_t sum = 0xcbf29ce484222325, word;

	for (uint64_t i = 0; i + 8 <= size_B; i += 8) {
		memcpy(&word, p + i, 8);
		sum = (sum ^ word) * 0x100000001b3;
	}
	return sum;
}

/* Runs of pages that are not as they were seen last: given to run(), and then seen. by_chip: of buffers that
 * the submission says it writes. The others a program may fill while the chip runs. */
static void changes(struct fl_drm_capture *c, const struct fl_drm_job *j, bool by_chip,
		    void (*run)(struct fl_drm_capture *c, uint64_t addr, const uint8_t *data,
				uint32_t size_B))
{
	enum { MOST = 256 }; /* pages a record */

	for (uint32_t i = 0; i < j->n_buffers; i++) {
		const struct fl_drm_buffer *b = j->buffer[i];
		const uint8_t *now = b->client->memory;
		uint64_t end = b->addr + b->size_B;

		if (by_chip && !j->use[i].written)
			continue;
		for (uint64_t at = b->addr; at < end; at += FL_DRM_PAGE_B) {
			uint32_t size_B = 0;

			while (at + size_B < end && size_B < MOST * FL_DRM_PAGE_B &&
			       memcmp(now + at + size_B, c->seen + at + size_B, FL_DRM_PAGE_B))
				size_B += FL_DRM_PAGE_B;
			if (!size_B)
				continue;
			memcpy(c->seen + at, now + at, size_B);
			run(c, b->traced + (at - b->addr), c->seen + at, size_B);
			at += size_B - FL_DRM_PAGE_B;
		}
	}
}

static void put_memory(struct fl_drm_capture *c, uint64_t addr, const uint8_t *data, uint32_t size_B)
{
	const struct {
		uint64_t addr;
		uint32_t size_B, zero;
	} mem = {addr, size_B, 0};

	put_record(c, TAG('M', 'E', 'M', ' '), &mem, sizeof mem, data, size_B);
}

static void put_sum(struct fl_drm_capture *c, uint64_t addr, const uint8_t *data, uint32_t size_B)
{
	const uint64_t sum[3] = {addr, size_B, checksum(data, size_B)};

	put_record(c, TAG('S', 'U', 'M', ' '), sum, sizeof sum, NULL, 0);
}

void fl_drm_capture_before(struct fl_drm_capture *c, const struct fl_drm_job *j)
{
	const struct {
		uint64_t zero;
		uint32_t n_dw, ring;
	} ib = {0, j->n_dw, 0};

	if (!c->on)
		return;
	changes(c, j, false, put_memory);
	put_record(c, TAG('I', 'B', ' ', ' '), &ib, sizeof ib, j->dw, j->n_dw * 4);
}

void fl_drm_capture_after(struct fl_drm_capture *c, const struct fl_drm_job *j)
{
	if (c->on)
		changes(c, j, true, put_sum);
}
