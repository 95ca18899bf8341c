/* SPDX-License-Identifier: MIT
 *
 * GTRC traces: command streams of a driver, with the memory that they need and the picture that they should
 * draw.
 *
 * Little endian. Header: magic "GTRC", version 1, family, device id, 4 x u32. Then records until the end:
 * u32 tag (4 characters), u32 n, n bytes. The records are listed at enum fl_gtrc_tag.
 */
#ifndef DEMOS_FIRSTLIGHT_GTRC_H
#define DEMOS_FIRSTLIGHT_GTRC_H

#include "lib/stream/fl_stream.h"

#include <stddef.h>
#include <stdint.h>

#define FL_GTRC_TAG(a, b, c, d) \
	((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

enum fl_gtrc_tag {
	FL_GTRC_INFO = FL_GTRC_TAG('I', 'N', 'F', 'O'), /* text, key=value a line */
	/* Sea Islands: GB_TILE_MODE[32], GB_MACROTILE_MODE[16] */
	FL_GTRC_TILE = FL_GTRC_TAG('T', 'I', 'L', 'E'),
	FL_GTRC_GCID = FL_GTRC_TAG('G', 'C', 'I', 'D'), /* GC: the parameters that the driver was given */
	FL_GTRC_MARK = FL_GTRC_TAG('M', 'A', 'R', 'K'), /* text: scene name, or a mark to time */
	/* u64 address, u64 size, u32 handle, u32 domain: zeroed memory */
	FL_GTRC_BO = FL_GTRC_TAG('B', 'O', ' ', ' '),
	FL_GTRC_FREE = FL_GTRC_TAG('F', 'R', 'E', 'E'), /* u64 address, u64 size */
	FL_GTRC_MEM = FL_GTRC_TAG('M', 'E', 'M',
				  ' '), /* u64 address, u32 bytes, u32 0, the bytes: the CPU wrote them */
	FL_GTRC_RELO = FL_GTRC_TAG('R', 'E', 'L', 'O'), /* information only */
	FL_GTRC_IB = FL_GTRC_TAG('I', 'B', ' ', ' '),   /* u64 0, u32 dwords, u32 ring, the dwords: execute */
	/* u64 address, u64 bytes, u64 checksum: what the memory must hold after the stream before it */
	FL_GTRC_SUM = FL_GTRC_TAG('S', 'U', 'M', ' '),
	/* u64 address, u32 v[6]: the scene's own color buffer */
	FL_GTRC_CBUF = FL_GTRC_TAG('C', 'B', 'U', 'F'),
	FL_GTRC_EXPT = FL_GTRC_TAG('E', 'X', 'P', 'T'), /* struct fl_gtrc_expect: what memory must hold now */
	FL_GTRC_MASK = FL_GTRC_TAG('M', 'A', 'S', 'K'), /* u8[w * h]: 1 where the picture before it is sure */
};

struct fl_gtrc {
	const uint8_t *data;
	size_t size_B, at;
	const struct fl_stream_family *family; /* its streams */
	uint32_t device;
};

struct fl_gtrc_record {
	uint32_t tag, size_B;
	const uint8_t *data; /* 4-byte aligned if the trace is */
	size_t at;           /* of the record in the trace, for messages */
};

struct fl_gtrc_expect {
	uint64_t addr;
	uint32_t w, h;
	int32_t pitch_B;
	uint32_t format; /* memory bytes: 0 B,G,R,A; 1 R,G,B,A */
	uint32_t tol;    /* difference a channel that still passes */
	uint32_t flags;  /* bit 1: alpha does not matter */
	const uint8_t *rgba;
};

/* Start reading; checks the header. The bytes stay the caller's. */
enum fl_code fl_gtrc_open(struct fl_gtrc *t, const uint8_t *data, size_t size_B, struct fl_err *err);
/* 1 and the next record, its length checked against its kind's; 0 at the end; -1 with *err if the trace is
 * damaged. */
int fl_gtrc_next(struct fl_gtrc *t, struct fl_gtrc_record *r, struct fl_err *err);
/* Decode an EXPT record: sizes are checked. */
enum fl_code fl_gtrc_expect(const struct fl_gtrc_record *r, struct fl_gtrc_expect *e, struct fl_err *err);
/* Copy the value of key out of an INFO record; "" if it is not there. */
void fl_gtrc_info(const struct fl_gtrc_record *r, const char *key, char *out, size_t size_B);

uint32_t fl_gtrc_u32(const uint8_t *p);
uint64_t fl_gtrc_u64(const uint8_t *p);

#endif
