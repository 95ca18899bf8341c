/* SPDX-License-Identifier: MIT
 *
 * A folder of a device tree as a blob, see tree_dir.h.
 */
#include "hw/bus/hosted/tree_dir.h"
#include "boot/board/tree.h"
#include "hw/bus/hosted/internal.h"
#include "hw/bus/hosted/mmio_name.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAGIC = 0xd00dfeed, BEGIN = 1, END_NODE = 2, PROP = 3, END = 9, VERSION = 17, COMPATIBLE = 16 };
enum { HEADER_DW = 10, KEPT_B = 16, PROP_MAX_B = 64 << 10 };

struct bytes {
	uint8_t *at;
	size_t n, room;
	bool bad;
};

struct making {
	struct bytes nodes, texts;
};

static void put(struct bytes *b, const void *from, size_t n)
{
	if (b->bad || n > FL_TREE_MAX_B - b->n) {
		b->bad = true;
		return;
	}
	if (b->n + n > b->room) {
		uint8_t *larger = realloc(b->at, 2 * (b->n + n));

		b->bad = !larger;
		if (!larger)
			return;
		b->at = larger;
		b->room = 2 * (b->n + n);
	}
	if (n)
		memcpy(b->at + b->n, from, n);
	b->n += n;
}

static void put32(struct bytes *b, uint32_t v)
{
	put(b, (const uint8_t[]){(uint8_t)(v >> 24), (uint8_t)(v >> 16), (uint8_t)(v >> 8), (uint8_t)v}, 4);
}

static void put_padded(struct bytes *b, const void *from, size_t n)
{
	put(b, from, n);
	put(b, "\0\0\0", -n & 3);
}

static void put_prop(struct making *m, const char *path, const char *name)
{
	static const uint8_t none;
	uint8_t *value = malloc(PROP_MAX_B);
	FILE *f = value ? fopen(path, "re") : NULL;
	size_t n = f ? fread(value, 1, PROP_MAX_B, f) : 0;

	/* What cannot be read (a node's secrets) is left out. */
	if (f && !ferror(f)) {
		put32(&m->nodes, PROP);
		put32(&m->nodes, (uint32_t)n);
		put32(&m->nodes, (uint32_t)m->texts.n);
		put_padded(&m->nodes, n ? value : &none, n);
		put(&m->texts, name, strlen(name) + 1);
	}
	if (f)
		fclose(f);
	free(value);
}

/* Properties stand before nodes; in the order of their names, so that what is found does not depend on the
 * file system. */
static void put_node(struct making *m, const char *path, const char *name, unsigned depth)
{
	struct dirent **entry;
	int n = scandir(path, &entry, NULL, alphasort);
	char *full = n < 0 ? NULL : malloc(strlen(path) + 2 + sizeof(entry[0]->d_name));
	struct stat st;

	m->nodes.bad |= !full;
	put32(&m->nodes, BEGIN);
	put_padded(&m->nodes, name, strlen(name) + 1);
	for (unsigned nodes = 0; nodes < 2 && full; nodes++)
		for (int i = 0; i < n; i++) {
			const char *s = entry[i]->d_name;

			if (!strcmp(s, ".") || !strcmp(s, ".."))
				continue;
			sprintf(full, "%s/%s", path, s);
			if (lstat(full, &st) || (nodes ? !S_ISDIR(st.st_mode) : !S_ISREG(st.st_mode)))
				continue;
			if (!nodes)
				put_prop(m, full, s);
			else if (depth + 1 < FL_TREE_DEPTH)
				put_node(m, full, s, depth + 1);
		}
	put32(&m->nodes, END_NODE);
	for (int i = 0; i < n; i++)
		free(entry[i]);
	if (n >= 0)
		free(entry);
	free(full);
}

uint8_t *fl_tree_dir(const char *path, size_t *size_B)
{
	struct making m = {0};
	struct bytes all = {0};
	struct stat st;

	if (stat(path, &st) || !S_ISDIR(st.st_mode))
		return NULL;
	put_node(&m, path, "", 0);
	put32(&m.nodes, END);

	const uint32_t kept = HEADER_DW * 4, nodes = kept + KEPT_B, texts = nodes + (uint32_t)m.nodes.n,
		       end = texts + (uint32_t)m.texts.n;
	const uint32_t head[HEADER_DW] = {
	    MAGIC, end, nodes, texts, kept, VERSION, COMPATIBLE, 0, (uint32_t)m.texts.n, (uint32_t)m.nodes.n};

	for (unsigned i = 0; i < HEADER_DW; i++)
		put32(&all, head[i]);
	put(&all, (const uint8_t[KEPT_B]){0}, KEPT_B);
	put(&all, m.nodes.at, m.nodes.n);
	put(&all, m.texts.at, m.texts.n);
	all.bad |= m.nodes.bad || m.texts.bad;
	free(m.nodes.at);
	free(m.texts.at);
	if (all.bad) {
		free(all.at);
		return NULL;
	}
	*size_B = all.n;
	return all.at;
}

unsigned fl_list_cores(const struct fl_open_options *o, struct fl_listed_core *out, unsigned max)
{
	static const struct fl_open_options defaults;
	struct fl_soc_part part[FL_SOC_PARTS];
	unsigned n = fl_soc_here(o ? o : &defaults, part, FL_SOC_PARTS);
	char device[64];

	for (unsigned i = 0; i < n && i < max && i < FL_SOC_PARTS; i++) {
		out[i] = (struct fl_listed_core){.part = part[i]};
		snprintf(out[i].slot, sizeof(out[i].slot), "mmio:0x%llx", (unsigned long long)part[i].addr);
		fl_mmio_driver(o ? o : &defaults, part[i].addr, device, sizeof(device), out[i].driver,
			       sizeof(out[i].driver));
	}
	return n < FL_SOC_PARTS ? n : FL_SOC_PARTS;
}

unsigned fl_soc_here(const struct fl_open_options *o, struct fl_soc_part *part, unsigned max)
{
	static const char *const place[] = {"/sys/firmware/devicetree/base", "/proc/device-tree"};
	uint8_t *blob = NULL;
	size_t size_B = 0;
	unsigned n;

	for (unsigned i = 0; i < 2 && !blob; i++) {
		char path[512];

		snprintf(path, sizeof(path), "%s%s", fl_root_of(o), place[i]);
		blob = fl_tree_dir(path, &size_B);
	}
	n = fl_soc_tree(blob, size_B, part, max);
	free(blob);
	return n;
}
