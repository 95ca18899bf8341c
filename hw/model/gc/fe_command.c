/* SPDX-License-Identifier: MIT
 *
 * What each command of the front end does (GC facts 3; etna_viv rnndb cmdstream.xml). The command is in
 * fe->dw, whole, with its filler.
 */
#include "hw/model/look.h"
#include "hw/model/gc/fe.h"
#include "hw/model/gc/hi.h"
#include <string.h>

#define OP(header)  ((header) >> 27)
#define STATE(name) (g->fe->state = GC_FE_DMA_DEBUG_STATE__CMD_STATE__##name)

const char *mgc_command_name(uint32_t header)
{
	static const char *const name[32] = {
	    [GC_FE_OPCODE__LOAD_STATE] = "LOAD_STATE",
	    [GC_FE_OPCODE__END] = "END",
	    [GC_FE_OPCODE__NOP] = "NOP",
	    [GC_FE_OPCODE__DRAW_2D] = "DRAW_2D",
	    [GC_FE_OPCODE__DRAW_PRIMITIVES] = "DRAW_PRIMITIVES",
	    [GC_FE_OPCODE__DRAW_INDEXED_PRIMITIVES] = "DRAW_INDEXED_PRIMITIVES",
	    [GC_FE_OPCODE__WAIT] = "WAIT",
	    [GC_FE_OPCODE__LINK] = "LINK",
	    [GC_FE_OPCODE__STALL] = "STALL",
	    [GC_FE_OPCODE__CALL] = "CALL",
	    [GC_FE_OPCODE__RETURN] = "RETURN",
	    [GC_FE_OPCODE__DRAW_INSTANCED] = "DRAW_INSTANCED",
	    [GC_FE_OPCODE__CHIP_SELECT] = "CHIP_SELECT",
	    [GC_FE_OPCODE__WAIT_FENCE] = "WAIT_FENCE",
	    [GC_FE_OPCODE__DRAW_INDIRECT] = "DRAW_INDIRECT",
	    [GC_FE_OPCODE__SNAP_PAGES] = "SNAP_PAGES",
	};

	return name[OP(header)] ? name[OP(header)] : "no command";
}

uint32_t mgc_command_dw(const struct mgc *g, uint32_t header)
{
	enum { HALTI2 = 2, HALTI5 = 5 };
	uint32_t n;

	switch (OP(header)) {
	case GC_FE_OPCODE__LOAD_STATE:
		n = GC_FE_LOAD_STATE_HEADER__COUNT__GET(header);
		return 1 + (n ? n : 1024);
	case GC_FE_OPCODE__DRAW_2D:
		n = GC_FE_DRAW_2D_HEADER__COUNT__GET(header);
		return 2 + 2 * (n ? n : 256) + GC_FE_DRAW_2D_HEADER__DATA_COUNT__GET(header);
	case GC_FE_OPCODE__END:
	case GC_FE_OPCODE__NOP:
	case GC_FE_OPCODE__WAIT:
	case GC_FE_OPCODE__LINK:
	case GC_FE_OPCODE__STALL:
	case GC_FE_OPCODE__RETURN:
	case GC_FE_OPCODE__CHIP_SELECT:
		return 2;
	case GC_FE_OPCODE__DRAW_PRIMITIVES:
	case GC_FE_OPCODE__CALL:
		return 4;
	case GC_FE_OPCODE__DRAW_INDEXED_PRIMITIVES:
		return 5;
	case GC_FE_OPCODE__DRAW_INSTANCED:
		return g->variant->halti >= HALTI2 ? 3 : 0;
	case GC_FE_OPCODE__WAIT_FENCE:
	case GC_FE_OPCODE__DRAW_INDIRECT:
		return g->variant->halti >= HALTI5 ? 2 : 0;
	default:
		return 0; /* SNAP_PAGES is for tracing: choices.md */
	}
}

/* ---- states -------------------------------------------------------------------------------------------- */
/* 16.16 fixed point: the state receives the number, as a float. */
static uint32_t from_fixed(uint32_t v)
{
	const float f = (float)((double)(int32_t)v / 65536.0);
	uint32_t u;

	memcpy(&u, &f, sizeof(u));
	return u;
}

static void load_state(struct mgc *g)
{
	const uint32_t *dw = g->fe->dw;
	const uint32_t first = GC_FE_LOAD_STATE_HEADER__OFFSET__GET(dw[0]) * 4, n = g->fe->n_dw - 1;
	const bool fixed = GC_FE_LOAD_STATE_HEADER__FIXP__GET(dw[0]);

	STATE(DEC);
	if (first + 4 * n > MGC_STATES_B) {
		mgc_report(g, FL_REFUSE, "FE", "GC facts 3",
			   "LOAD_STATE of %u states from 0x%05x on runs over the end, 0x%x: the core hangs",
			   n, first, (unsigned)MGC_STATES_B);
		mgc_hang(g);
		return;
	}
	for (uint32_t i = 0; i < n && !g->fe->stuck; i++)
		mgc_state(g, first + 4 * i, fixed ? from_fixed(dw[1 + i]) : dw[1 + i]);
}

/* ---- draws --------------------------------------------------------------------------------------------- */
static bool drawable(struct mgc *g, uint32_t type)
{
	const bool there = type >= GC_PRIMITIVE_TYPE__POINTS && type <= GC_PRIMITIVE_TYPE__QUADS &&
			   (type != GC_PRIMITIVE_TYPE__LINE_LOOP || g->variant->line_loop) &&
			   (type != GC_PRIMITIVE_TYPE__QUADS || g->variant->rect_primitive);

	if (GC_STATE(g, GL_PIPE_SELECT) & GC_GL_PIPE_SELECT__PIPE__MASK)
		mgc_report(g, FL_REFUSE, "FE", "GC facts 12",
			   "a draw while the 2D pipe is selected (PIPE_SELECT): the core hangs");
	else if (!there)
		mgc_report(g, FL_REFUSE, "FE", "GC facts 3",
			   "a draw of primitives of type %u, which this core has not: it hangs", type);
	else
		return true;
	mgc_hang(g);
	return false;
}

/* Of a number of primitives, or of vertices: for the counter alone. */
static uint64_t primitives(const struct mgc_draw_src *src)
{
	const uint32_t n = src->count;

	if (!src->by_vertices)
		return n;
	switch (src->type) {
	case GC_PRIMITIVE_TYPE__LINES:
		return n / 2;
	case GC_PRIMITIVE_TYPE__LINE_STRIP:
		return n ? n - 1 : 0;
	case GC_PRIMITIVE_TYPE__TRIANGLES:
		return n / 3;
	case GC_PRIMITIVE_TYPE__TRIANGLE_STRIP:
	case GC_PRIMITIVE_TYPE__TRIANGLE_FAN:
		return n > 2 ? n - 2 : 0;
	case GC_PRIMITIVE_TYPE__QUADS:
		return n / 4;
	default:
		return n;
	}
}

static void draw(struct mgc *g, const struct mgc_draw_src *src)
{
	g->fe->state =
	    src->indexed ? GC_FE_DMA_DEBUG_STATE__CMD_STATE__DRAWIDX : GC_FE_DMA_DEBUG_STATE__CMD_STATE__DRAW;
	if (!drawable(g, src->type))
		return;
	g->fe->draws++;
	if (!src->count || !src->instances) {
		mgc_report(g, FL_NOTE, "FE", "GC facts 3", "a draw of nothing");
		return;
	}
	g->fe->prims += primitives(src) * src->instances;
	mgc_sync_note(g, GC_SYNC_RECIPIENT__PE);
	if (!fl_look_begin(&g->base, FL_LOOK_DRAW, NULL))
		return;
	if (!mgc_draw(g, src))
		mgc_hang(g);
	fl_look_end(&g->base);
}

static void draw_instanced(struct mgc *g)
{
	const uint32_t *dw = g->fe->dw;
	const bool indexed = GC_FE_DRAW_INSTANCED_HEADER__INDEXED__GET(dw[0]);
	const struct mgc_draw_src src = {
	    .type = (uint8_t)GC_FE_DRAW_INSTANCED_HEADER__TYPE__GET(dw[0]),
	    .indexed = indexed,
	    .by_vertices = true,
	    .first = indexed ? 0 : dw[2], /* the index stream begins where its address is */
	    .base = indexed ? (int32_t)dw[2] : 0,
	    .count = GC_FE_DRAW_INSTANCED_COUNT__VERTEX_COUNT__GET(dw[1]),
	    .instances = GC_FE_DRAW_INSTANCED_HEADER__INSTANCE_COUNT_LO__GET(dw[0]) |
			 GC_FE_DRAW_INSTANCED_COUNT__INSTANCE_COUNT_HI__GET(dw[1]) << 16,
	};

	draw(g, &src);
}

/* What the draw is stands in memory, as OpenGL lays it out: count, instances, first, base vertex (of
 * indices), first instance. */
static void draw_indirect(struct mgc *g)
{
	const bool indexed = GC_FE_DRAW_INDIRECT_HEADER__INDEXED__GET(g->fe->dw[0]);
	struct mgc_draw_src src = {.type = (uint8_t)GC_FE_DRAW_INDIRECT_HEADER__TYPE__GET(g->fe->dw[0]),
				   .indexed = indexed,
				   .by_vertices = true};
	uint32_t v[5] = {0};

	mgc_finish(g);
	if (!mgc_read(g, MGC_FE, g->fe->dw[1], v, indexed ? 20 : 16)) {
		mgc_report(g, FL_REFUSE, "FE", "GC facts 3",
			   "DRAW_INDIRECT: nothing is at 0x%08x; the core hangs", g->fe->dw[1]);
		mgc_hang(g);
		return;
	}
	src.count = v[0];
	src.instances = v[1];
	src.first = v[2];
	src.base = indexed ? (int32_t)v[3] : 0;
	if (v[indexed ? 4 : 3])
		mgc_report(g, FL_WARN, "FE", "GC facts 3",
			   "DRAW_INDIRECT: the first instance is %u, and a draw of this core begins with 0",
			   v[indexed ? 4 : 3]);
	draw(g, &src);
}

/* GC facts 11: cores for 3D have no 2D pipe. */
static void draw_2d(struct mgc *g)
{
	mgc_report(g, FL_REFUSE, "FE", "GC facts 11", "DRAW_2D on a core that has no 2D pipe: it hangs");
	mgc_hang(g);
}

/* ---- the way through memory ---------------------------------------------------------------------------- */
static void end(struct mgc *g)
{
	STATE(END);
	if (GC_FE_END_HEADER__EVENT_ENABLE__GET(g->fe->dw[0])) {
		if (g->variant->minor[2] & 1u << 9) { /* END_EVENT */
			mgc_finish(g);
			mgc_hi_raise(g, 1u << GC_FE_END_HEADER__EVENT_ID__GET(g->fe->dw[0]));
		} else
			mgc_report(g, FL_WARN, "FE", "GC facts 3",
				   "END with an event on a core without END_EVENT: nothing is raised");
	}
	mgc_finish(g);
	g->fe->running = false;
}

static void call(struct mgc *g)
{
	struct mgc_fe *fe = g->fe;

	if (fe->called)
		mgc_report(
		    g, FL_WARN, "FE", "GC facts 3",
		    "CALL in a buffer that was called: RETURN goes back one step, this return is lost");
	fe->ret = fe->dw[3];
	fe->ret_prefetch = GC_FE_LINK_HEADER__PREFETCH__GET(fe->dw[2]);
	fe->called = true;
	mgc_fe_go(g, fe->dw[1], GC_FE_CALL_HEADER__PREFETCH__GET(fe->dw[0]));
}

static void ret(struct mgc *g)
{
	struct mgc_fe *fe = g->fe;

	if (!fe->called) {
		mgc_report(g, FL_REFUSE, "FE", "GC facts 3", "RETURN without CALL: the core hangs");
		mgc_hang(g);
		return;
	}
	fe->called = false;
	mgc_fe_go(g, fe->ret, fe->ret_prefetch);
}

/* Until the 64 bits at the address have reached FENCE_WAIT_DATA: choices.md. The command is tried again. */
static void wait_fence(struct mgc *g)
{
	struct mgc_fe *fe = g->fe;
	const uint64_t want =
	    GC_STATE(g, FE_FENCE_WAIT_DATA_LOW) | (uint64_t)GC_STATE(g, FE_FENCE_WAIT_DATA_HIGH) << 32;
	const uint32_t cycles = GC_FE_WAIT_FENCE_HEADER__WAITCOUNT__GET(fe->dw[0]);
	uint64_t have = 0;

	mgc_finish(g);
	if (!mgc_read(g, MGC_FE, fe->dw[1], &have, sizeof(have))) {
		mgc_report(g, FL_REFUSE, "FE", "GC facts 3",
			   "WAIT_FENCE: nothing is at 0x%08x; the core hangs", fe->dw[1]);
		mgc_hang(g);
	} else if (have < want && fe->host) {
		mgc_report(
		    g, FL_REFUSE, "FE", "GC facts 3",
		    "WAIT_FENCE: 0x%08x has %llu and should have %llu, and nobody is left to write it: the "
		    "core hangs",
		    fe->dw[1], (unsigned long long)have, (unsigned long long)want);
		mgc_hang(g);
	} else if (have < want) {
		fe->pc = fe->at;
		fe->prefetch++;
		fe->wait = cycles ? cycles : 1;
	}
}

/* ---- all ----------------------------------------------------------------------------------------------- */
/* GC facts 3: what Linux lets a program's stream contain. */
static void check_client(struct mgc *g)
{
	switch (OP(g->fe->dw[0])) {
	case GC_FE_OPCODE__END:
	case GC_FE_OPCODE__WAIT:
	case GC_FE_OPCODE__LINK:
	case GC_FE_OPCODE__CALL:
	case GC_FE_OPCODE__RETURN:
	case GC_FE_OPCODE__CHIP_SELECT:
	case GC_FE_OPCODE__WAIT_FENCE:
		mgc_report(g, FL_WARN, "FE", "GC facts 3",
			   "%s in the stream of a program: kernels let none through",
			   mgc_command_name(g->fe->dw[0]));
	}
}

void mgc_command(struct mgc *g)
{
	struct mgc_fe *fe = g->fe;
	const uint32_t *dw = fe->dw, op = OP(dw[0]);

	if (fe->client)
		check_client(g);
	if (op == GC_FE_OPCODE__CHIP_SELECT)
		fe->skip = !(dw[0] & GC_FE_CHIP_SELECT_HEADER__ENABLE_CHIP0__MASK);
	else if (fe->skip && op != GC_FE_OPCODE__LINK && op != GC_FE_OPCODE__END &&
		 op != GC_FE_OPCODE__WAIT && op != GC_FE_OPCODE__CALL && op != GC_FE_OPCODE__RETURN)
		return; /* another core's */
	switch (op) {
	case GC_FE_OPCODE__LOAD_STATE:
		load_state(g);
		break;
	case GC_FE_OPCODE__END:
		end(g);
		break;
	case GC_FE_OPCODE__DRAW_2D:
		draw_2d(g);
		break;
	case GC_FE_OPCODE__DRAW_PRIMITIVES:
	case GC_FE_OPCODE__DRAW_INDEXED_PRIMITIVES:
		draw(g, &(struct mgc_draw_src){
			    .type = (uint8_t)GC_FE_DRAW_PRIMITIVES_COMMAND__TYPE__GET(dw[1]),
			    .indexed = op == GC_FE_OPCODE__DRAW_INDEXED_PRIMITIVES,
			    .first = dw[2],
			    .count = dw[3],
			    .base = op == GC_FE_OPCODE__DRAW_INDEXED_PRIMITIVES ? (int32_t)dw[4] : 0,
			    .instances = 1,
			});
		break;
	case GC_FE_OPCODE__DRAW_INSTANCED:
		draw_instanced(g);
		break;
	case GC_FE_OPCODE__DRAW_INDIRECT:
		draw_indirect(g);
		break;
	case GC_FE_OPCODE__WAIT:
		STATE(WAIT);
		mgc_finish(g);
		fe->wait = GC_FE_WAIT_HEADER__DELAY__GET(dw[0]);
		break;
	case GC_FE_OPCODE__LINK:
		STATE(LINK);
		mgc_fe_go(g, dw[1], GC_FE_LINK_HEADER__PREFETCH__GET(dw[0]));
		break;
	case GC_FE_OPCODE__STALL:
		STATE(STALL);
		mgc_sync_stall(g, dw[1], true);
		break;
	case GC_FE_OPCODE__CALL:
		call(g);
		break;
	case GC_FE_OPCODE__RETURN:
		ret(g);
		break;
	case GC_FE_OPCODE__WAIT_FENCE:
		wait_fence(g);
		break;
	}
}
