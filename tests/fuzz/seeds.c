/* SPDX-License-Identifier: MIT
 *
 * Seeds for the fuzzer out of the recorded traces: seeds OUT ARCHIVE…
 *
 * For fuzz_model a trace becomes operations (ops.h), smaller: a scissor of a few tiles, memory that a stream
 * reads cut to its start, the parts that judge the picture left out. For fuzz_gtrc it stays a trace, likewise
 * cut. For fuzz_stream its commands stand alone. Beside them a few lines and headers for the other targets.
 */
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/pack.h"
#include "hw/model/fl_model.h"
#include "hw/regs/r500.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/ops.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	PAGES = 32,       /* of a block */
	MEM_B = 4096,     /* of a write of the host */
	STREAM_DW = 1024, /* for the decoder */
	SCISSOR_PX = 48,
	SCISSOR_AT = 1440, /* the origin of window coordinates on R3xx and R4xx */
};

struct out {
	uint8_t *p;
	size_t n, cap;
};

static void put(struct out *o, const void *p, size_t n)
{
	if (!n)
		return;
	if (o->n + n > o->cap) {
		o->cap = 2 * (o->n + n);
		o->p = realloc(o->p, o->cap);
		if (!o->p)
			exit(1);
	}
	memcpy(o->p + o->n, p, n);
	o->n += n;
}

static void put_n(struct out *o, uint64_t v, unsigned n)
{
	uint8_t b[8];

	for (unsigned i = 0; i < n; i++)
		b[i] = (uint8_t)(v >> 8 * i);
	put(o, b, n);
}

static void save(const char *dir, const char *target, const char *name, struct out *o)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, target);
	if (mkdir(path, 0777) && errno != EEXIST)
		exit(1);
	snprintf(path, sizeof(path), "%s/%s/%s", dir, target, name);
	f = fopen(path, "wb");
	if (!f || fwrite(o->p, 1, o->n, f) != o->n || fclose(f)) {
		perror(path);
		exit(1);
	}
	o->n = 0;
}

static unsigned chip_number(const char *name)
{
	const char *const *chip = fl_model_chips();

	for (unsigned i = 0; chip[i]; i++)
		if (!strcmp(chip[i], name))
			return i;
	return 0;
}

/* Pictures of 128 x 128 pixels take their time under a sanitizer. */
static void cut_scissors(uint32_t *dw, uint32_t n, bool r500)
{
	for (uint32_t at = 0; at < n;) {
		uint32_t h = dw[at], body = h >> 30 == 2 ? 0 : h >> 30 == 1 ? 2 : (h >> 16 & 0x3fff) + 1;
		uint32_t limit = SCISSOR_PX + (r500 ? 0 : SCISSOR_AT);

		for (uint32_t i = 0; h >> 30 == 0 && i < body && at + 1 + i < n; i++)
			if (4 * ((h & 0x1fff) + i) == R500_SC_SCISSOR1 && dw[at + 1 + i])
				dw[at + 1 + i] = limit | limit << 13;
		at += 1 + body;
	}
}

static void stream(struct out *o, unsigned how, const uint32_t *dw, uint32_t n)
{
	put_n(o, how, 1);
	put_n(o, n, 2);
	put(o, dw, 4ul * n);
}

static void fence(struct out *o)
{
	const uint32_t dw[] = {
	    R500_RB3D_DSTCACHE_CTLSTAT / 4, 10, R500_ZB_ZCACHE_CTLSTAT / 4, 3, R500_WAIT_UNTIL / 4, 3u << 16};

	stream(o, FUZZ_RUN, dw, 6);
}

static void model_seed(const char *dir, const char *name, struct fl_gtrc t, unsigned how)
{
	struct fl_gtrc_record r;
	struct fl_err err;
	struct out o = {0};
	char chip[32] = "";
	unsigned windows = 0;

	while (fl_gtrc_next(&t, &r, &err) == 1) {
		uint32_t n;

		switch (r.tag) {
		case FL_GTRC_INFO:
			fl_gtrc_info(&r, "chip", chip, sizeof(chip));
			put_n(&o, chip_number(chip), 1);
			put_n(&o, how, 1);
			break;
		case FL_GTRC_BO:
			n = (uint32_t)(fl_gtrc_u64(r.data + 8) / 4096);
			if (windows++ == 16)
				break;
			put_n(&o, FUZZ_MAP, 1);
			put_n(&o, fl_gtrc_u64(r.data) / 4096, 4);
			put_n(&o, n < PAGES ? n : PAGES, 2);
			break;
		case FL_GTRC_MEM:
			n = fl_gtrc_u32(r.data + 8);
			n = n < MEM_B ? n : MEM_B;
			put_n(&o, FUZZ_MEM, 1);
			put_n(&o, fl_gtrc_u64(r.data), 4);
			put_n(&o, n, 2);
			put(&o, r.data + 16, n);
			break;
		case FL_GTRC_IB: {
			uint32_t dw[16384];

			n = fl_gtrc_u32(r.data + 8);
			n = n < 16383 ? n : 16383;
			memcpy(dw, r.data + 16, 4ul * n);
			/* a stream is padded with NOPs */
			while (n && dw[n - 1] == 0x80000000)
				n--;
			cut_scissors(dw, n,
				     strcmp(chip, "r420") && strcmp(chip, "r300") && strcmp(chip, "rv350"));
			stream(&o, how & FUZZ_HOW_THREADS ? FUZZ_RING : FUZZ_RUN, dw, n);
			if (how & FUZZ_HOW_THREADS)
				put_n(&o, FUZZ_WAIT, 1);
			fence(&o);
			break;
		}
		default:
			break;
		}
	}
	save(dir, "model", name, &o);
	free(o.p);
}

static void gtrc_seed(const char *dir, const char *name, const uint8_t *data, struct fl_gtrc t)
{
	struct fl_gtrc_record r;
	struct fl_err err;
	struct out o = {0};

	put(&o, data, 16);
	while (fl_gtrc_next(&t, &r, &err) == 1) {
		uint32_t n = r.size_B;

		if (r.tag == FL_GTRC_MASK)
			continue;
		if (r.tag == FL_GTRC_MEM && n > 16 + MEM_B)
			n = 16 + MEM_B;
		if (r.tag == FL_GTRC_EXPT)
			n = 32 + 4 * 4 * 4;
		put_n(&o, r.tag, 4);
		put_n(&o, n, 4);
		if (r.tag == FL_GTRC_EXPT) { /* 4 x 4 pixels are enough to judge */
			put(&o, r.data, 8);
			put_n(&o, 4, 4);
			put_n(&o, 4, 4);
			put(&o, r.data + 16, n - 16);
		} else if (r.tag == FL_GTRC_MEM) {
			put(&o, r.data, 8);
			put_n(&o, n - 16, 4);
			put(&o, r.data + 12, n - 12);
		} else {
			put(&o, r.data, n);
		}
	}
	save(dir, "gtrc", name, &o);
	free(o.p);
}

static void stream_seed(const char *dir, const char *name, struct fl_gtrc t)
{
	struct fl_gtrc_record r;
	struct fl_err err;
	struct out o = {0};

	put_n(&o, t.family - 1, 1);
	put_n(&o, 0, 1);
	while (fl_gtrc_next(&t, &r, &err) == 1)
		if (r.tag == FL_GTRC_IB) {
			uint32_t n = fl_gtrc_u32(r.data + 8);

			put(&o, r.data + 16, 4ul * (n < STREAM_DW ? n : STREAM_DW));
			break;
		}
	save(dir, "stream", name, &o);
	free(o.p);
}

static void archive(const char *dir, const char *path)
{
	struct fl_err err = {0};
	struct fl_pack_file f;
	size_t size_B, at = 0;
	uint8_t *tar = fl_pack_read(path, &size_B, &err);
	const char *set = strrchr(path, '/');
	unsigned i = 0;

	if (!tar) {
		fprintf(stderr, "%s\n", err.text);
		exit(1);
	}
	set = set ? set + 1 : path;
	for (; fl_pack_next(tar, size_B, &at, &f, &err) == 1; i++) {
		/* the four paths in turn; every third is compared with the scalar one, some go through the
		 * ring */
		unsigned how = i % 4 | (i % 3 ? 0 : FUZZ_HOW_BOTH) | 16 | (i % 8 == 7 ? FUZZ_HOW_THREADS : 0);
		const char *scene = strrchr(f.name, '/');
		char name[300];
		struct fl_gtrc t;

		if (!strstr(f.name, ".trace") || fl_gtrc_open(&t, f.data, f.size_B, &err))
			continue;
		snprintf(name, sizeof(name), "%.*s-%s", (int)strcspn(set, "."), set,
			 scene ? scene + 1 : f.name);
		if (t.family == &fl_stream_r500) {
			model_seed(dir, name, t, how);
			if (i % 8 == 0)
				gtrc_seed(dir, name, f.data, t);
		}
		if (i % 4 == 0)
			stream_seed(dir, name, t);
	}
	free(tar);
}

static void small(const char *dir)
{
	static const char *const lines[] = {
	    "\x00\x04rRBBM_STATUS GB_TILE_CONFIG.PIPE_COUNT mc:*\nsCP_* RS_IP[3]\n",
	    "\x00\x02wSCRATCH_REG0=0x1234 GB_SELECT.FOG_SELECT=1 0x15e0=3:0xff\npRBBM_STATUS.GUI_ACTIVE=0\n",
	    "\x01\x0ewmc:MC_STATUS=1 pll:0x04=0b101\nqRS_IP RS_IP_3 "
	    "R500_RS_IP[2]\ntVAP_VF_CNTL.PRIM_TYPE=TRIANGLES\n",
	    "\x06\x01rCB_COLOR3_INFO SQ_*\nfCB_COLOR0_INFO.FORMAT\n",
	    "\x08\x00rVIVS_* 0xzz 017 ff\n",
	};
	struct out o = {0};
	char name[16];

	for (unsigned i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		put(&o, lines[i], 2 + strlen(lines[i] + 2));
		snprintf(name, sizeof(name), "lines%u", i);
		save(dir, "regtool", name, &o);
	}
	put(&o,
	    "\x01"
	    "0001:01:00.0",
	    13);
	save(dir, "pci", "slot", &o);
	put_n(&o, 2, 1);
	for (unsigned i = 0; i < 256; i++) {
		put_n(&o, 0, 3);
		put_n(&o, i, 5);
	}
	save(dir, "pci", "microcode", &o);
	put_n(&o, 0, 1);
	for (unsigned i = 0; i < 3; i++) { /* a card with two memory BARs and one of I/O, and what is wired */
		static const uint32_t head[16] = {0x72491002, 7, 0x03000000, 0, 0xc000000c, 0, 0xfe000004, 0,
						  0xe001,     0, 0,          0, 0,          0, 0,          0};
		static const uint32_t wired[16] = {0,   7,      0, 0, 0xf0000000, ~0u,       0xffff0000,
						   ~0u, 0xff00, 0, 0, 0,          0xfffe0001};

		put(&o, head, sizeof(head));
		put(&o, wired, sizeof(wired));
	}
	save(dir, "pci", "card", &o);
	free(o.p);
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: seeds OUT ARCHIVE...\n");
		return 2;
	}
	if (mkdir(argv[1], 0777) && errno != EEXIST) {
		perror(argv[1]);
		return 1;
	}
	small(argv[1]);
	for (int i = 2; i < argc; i++)
		archive(argv[1], argv[i]);
	return 0;
}
