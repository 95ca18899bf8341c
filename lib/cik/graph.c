/* SPDX-License-Identifier: MIT
 *
 * The control flow of a program of Sea Islands as a graph, in the language of Graphviz's dot: a node for each
 * run of instructions that nothing leaves or enters in between. See asm.h.
 */
#include "hw/fl_str.h"
#include "lib/cik/asm_own.h"

struct places {
	uint32_t bits[FL_CIK_PROGRAM_MAX / 32 + 1];
};

static bool is_set(const struct places *p, uint32_t i)
{
	return p->bits[i / 32] >> (i % 32) & 1;
}

static void set(struct places *p, uint32_t i)
{
	p->bits[i / 32] |= 1u << (i % 32);
}

static bool is_branch(const struct fl_cik_inst *i)
{
	return i->op && i->encoding <= FL_CIK_SMRD && fl_cik_has(i->op, 'b');
}

/* Does the program never go on behind it? */
static bool ends(const struct fl_cik_inst *i)
{
	return fl_cik_is(i, "s_endpgm") || fl_cik_is(i, "s_branch") || fl_cik_is(i, "s_setpc_b64") ||
	       fl_cik_is(i, "s_rfe_b64");
}

static int32_t target(const struct fl_cik_inst *i, uint32_t next)
{
	return (int32_t)next + (int16_t)(i->w[0] & 0xffff);
}

/* Where instructions begin, and of them those that begin a node */
static void find_nodes(const uint32_t *words, uint32_t n, struct places *starts, struct places *nodes)
{
	set(nodes, 0);
	for (uint32_t at = 0; at < n;) {
		struct fl_cik_inst i = fl_cik_decode(words + at, n - at);

		set(starts, at);
		at += i.n;
		if (is_branch(&i) && target(&i, at) >= 0 && target(&i, at) < (int32_t)n)
			set(nodes, (uint32_t)target(&i, at));
		if (is_branch(&i) || ends(&i))
			set(nodes, at);
	}
	for (uint32_t i = 0; i < sizeof nodes->bits / sizeof nodes->bits[0]; i++)
		nodes->bits[i] &= starts->bits[i];
}

/* What follows a node whose last instruction is i */
static void put_edges(struct fl_asm_out *out, const struct fl_cik_inst *i, uint32_t from, uint32_t next,
		      uint32_t n, const struct places *starts)
{
	if (is_branch(i)) {
		int32_t to = target(i, next);
		const char *why = fl_str_starts(i->op->name, "s_cbranch_") ? i->op->name + 10 : "";

		fl_asm_put(out, "\tb%u -> ", from);
		if (to >= 0 && to < (int32_t)n && is_set(starts, (uint32_t)to))
			fl_asm_put(out, "b%d [label=\"%s\"];\n", to, why);
		else
			fl_asm_put(out, "outside [label=\"%s\"];\n", why);
	}
	if (ends(i))
		return;
	if (next < n)
		fl_asm_put(out, "\tb%u -> b%u;\n", from, next);
	else
		fl_asm_put(out, "\tb%u -> outside;\n", from);
}

uint32_t fl_cik_graph(const uint32_t *words, uint32_t n, struct fl_asm_out *out)
{
	struct places starts = {{0}}, nodes = {{0}};
	uint32_t invalid = 0, node = 0;

	if (n > FL_CIK_PROGRAM_MAX)
		n = FL_CIK_PROGRAM_MAX;
	find_nodes(words, n, &starts, &nodes);
	fl_asm_put(out, "digraph program {\n\tnode [shape=box fontname=monospace];\n");
	for (uint32_t at = 0; at < n;) {
		struct fl_cik_inst i = fl_cik_decode(words + at, n - at);

		if (is_set(&nodes, at)) {
			node = at;
			fl_asm_put(out, "\tb%u [label=\"L%u:\\l", at, at);
		}
		at += i.n;
		invalid += !fl_cik_put_line(out, &i, at, nodes.bits);
		fl_asm_put(out, "\\l");
		if (at == n || is_set(&nodes, at)) {
			fl_asm_put(out, "\"];\n");
			put_edges(out, &i, node, at, n, &starts);
		}
	}
	fl_asm_put(out, "}\n");
	return invalid;
}
