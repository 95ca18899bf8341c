/* SPDX-License-Identifier: MIT
 *
 * The walk over a flattened device tree; see tree.h.
 */
#include "boot/board/tree.h"

enum { MAGIC = 0xd00dfeed, BEGIN = 1, END = 2, PROP = 3, NOP = 4 };
enum { TOTAL = 4, STRUCTURE = 8, TEXTS = 12, HEADER_B = 40 }; /* offsets in the header; its size */

static uint32_t be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

uint64_t fl_tree_cells(const uint8_t *p, uint32_t n)
{
	uint64_t v = 0;

	for (; n; n--, p += 4)
		v = v << 32 | be32(p);
	return v;
}

static bool same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

bool fl_tree_ok(const void *blob)
{
	const uint8_t *p = blob;

	return p && be32(p) == MAGIC && be32(p + TOTAL) <= FL_TREE_MAX_B && be32(p + TOTAL) >= HEADER_B &&
	       be32(p + STRUCTURE) < be32(p + TOTAL) && be32(p + TEXTS) < be32(p + TOTAL);
}

bool fl_tree_fits(const void *blob, size_t blob_B)
{
	return blob && blob_B >= HEADER_B && fl_tree_ok(blob) &&
	       be32((const uint8_t *)blob + TOTAL) <= blob_B;
}

/* Is this the text at an offset of the blob? One that does not end there is not. */
static bool text_is(const struct fl_tree *t, uint32_t at, const char *s)
{
	while (at < t->size_B && *s && t->blob[at] == (uint8_t)*s)
		at++, s++;
	return at < t->size_B && t->blob[at] == (uint8_t)*s;
}

/* The token at *at; it moves behind it, and behind a property's value. END when the blob has no more. */
static uint32_t token(const struct fl_tree *t, uint32_t *at)
{
	uint32_t what, n;

	do {
		if (*at + 4 > t->size_B)
			return 0;
		what = be32(t->blob + *at);
		*at += 4;
	} while (what == NOP);
	if (what == PROP) {
		if (*at + 8 > t->size_B)
			return 0;
		n = be32(t->blob + *at);
		if (n > t->size_B || *at + 8 + n > t->size_B)
			return 0;
		*at += (8 + n + 3) & ~3u;
	}
	return what;
}

bool fl_tree_walk(const void *blob, bool (*visit)(void *arg, const struct fl_tree *t), void *arg)
{
	struct fl_tree t = {.blob = blob};
	unsigned depth = 0; /* of nodes that are open */

	if (!fl_tree_ok(blob))
		return false;
	t.size_B = be32(t.blob + TOTAL);
	t.texts = be32(t.blob + TEXTS);
	for (uint32_t at = be32(t.blob + STRUCTURE), what; (what = token(&t, &at));) {
		if (what == END) {
			if (depth)
				depth--;
		} else if (what == BEGIN) {
			const char *name = (const char *)t.blob + at;

			while (at < t.size_B && t.blob[at])
				at++;
			if (at == t.size_B)
				return false;
			at = (at + 4) & ~3u;
			if (at > t.size_B)
				return false;
			if (depth < FL_TREE_DEPTH) {
				t.depth = depth;
				t.node[depth].name = name;
				t.node[depth].props = at;
				if (visit(arg, &t))
					return true;
			}
			depth++;
		} else if (what != PROP) {
			return false;
		}
	}
	return false;
}

const uint8_t *fl_tree_prop(const struct fl_tree *t, unsigned depth, const char *name, uint32_t *size_B)
{
	uint32_t at = t->node[depth].props, from = at;

	while (token(t, &at) == PROP) {
		/* What stands between two properties is at most NOPs. */
		while (be32(t->blob + from) == NOP)
			from += 4;

		uint32_t n = be32(t->blob + from + 4), text = be32(t->blob + from + 8);
		uint32_t value = from + 12;

		from = at;
		if (text >= t->size_B - t->texts || !text_is(t, t->texts + text, name))
			continue;
		*size_B = n;
		return t->blob + value;
	}
	return NULL;
}

const char *fl_tree_text(const struct fl_tree *t, const char *name)
{
	uint32_t n;
	const uint8_t *p = fl_tree_prop(t, t->depth, name, &n);

	return p && n && !p[n - 1] ? (const char *)p : NULL;
}

bool fl_tree_is(const struct fl_tree *t, const char *compatible)
{
	uint32_t n;
	const uint8_t *p = fl_tree_prop(t, t->depth, "compatible", &n);

	if (!p || !n || p[n - 1])
		return false;
	for (const uint8_t *end = p + n; p < end; p++) {
		if (same((const char *)p, compatible))
			return true;
		while (*p)
			p++;
	}
	return false;
}

bool fl_tree_at(const struct fl_tree *t, const char *path, size_t path_B)
{
	const char *end = path + path_B;

	for (unsigned i = 1; i <= t->depth; i++) {
		const char *name = t->node[i].name;

		if (path == end || *path++ != '/')
			return false;
		while (path < end && *name && *path == *name)
			path++, name++;
		/* A path may leave out the address of a name. */
		if (*name && *name != '@')
			return false;
		if (*name == '@' && path < end && *path != '/')
			return false;
	}
	return path == end || (t->depth == 0 && path_B == 1 && *path == '/');
}

static uint32_t cells(const struct fl_tree *t, unsigned depth, const char *name, uint32_t otherwise)
{
	uint32_t n;
	const uint8_t *p = fl_tree_prop(t, depth, name, &n);

	return p && n == 4 && be32(p) <= 4 ? be32(p) : otherwise;
}

bool fl_tree_reg(const struct fl_tree *t, unsigned i, uint64_t *addr, uint64_t *size_B)
{
	uint32_t n, ac, sc;
	const uint8_t *p = fl_tree_prop(t, t->depth, "reg", &n);

	if (!p || !t->depth)
		return false;
	ac = cells(t, t->depth - 1, "#address-cells", 2);
	sc = cells(t, t->depth - 1, "#size-cells", 1);
	if ((i + 1) * (ac + sc) * 4 > n || !ac)
		return false;
	p += i * (ac + sc) * 4;
	*addr = fl_tree_cells(p, ac);
	*size_B = fl_tree_cells(p + ac * 4, sc);
	/* Out through each bus: child address, parent address, size. An empty "ranges" changes nothing. */
	for (unsigned d = t->depth - 1; d; d--) {
		const uint8_t *r = fl_tree_prop(t, d, "ranges", &n);
		uint32_t pc = cells(t, d - 1, "#address-cells", 2), row = (ac + pc + sc) * 4;
		bool passed = r && !n;

		if (!row)
			return false;
		for (; r && !passed && n >= row; r += row, n -= row) {
			uint64_t from = fl_tree_cells(r, ac), to = fl_tree_cells(r + ac * 4, pc);

			if (*addr - from < fl_tree_cells(r + (ac + pc) * 4, sc)) {
				*addr = *addr - from + to;
				passed = true;
			}
		}
		if (!passed)
			return false;
		ac = pc;
		sc = cells(t, d - 1, "#size-cells", 1);
	}
	return true;
}
