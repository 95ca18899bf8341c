/* SPDX-License-Identifier: MIT
 *
 * BLT's states (GC facts 8.4): BLT_ENABLE, all parameters, SET_COMMAND, COMMAND, SET_COMMAND, BLT_ENABLE 0.
 * Nothing is kept from one operation to the next: after one, parameters read 0 here, and what an operation
 * wants and nobody has written is reported.
 */
#include "hw/model/gc/blt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool mgc_blt_new(struct mgc *g)
{
	g->blt = calloc(1, sizeof(*g->blt));
	return g->blt;
}

void mgc_blt_free(struct mgc *g)
{
	free(g->blt);
	g->blt = NULL;
}

void mgc_blt_reset(struct mgc *g)
{
	memset(g->blt, 0, sizeof(*g->blt));
}

/* ---- what operations want --------------------------------------------------------------------------- */
struct want {
	uint32_t offset;
	const char *name;
	uint8_t commands; /* a bit for each */
	uint8_t when;     /* SOURCE_TS, DEST_TS: only where that image has tile status */
};

enum { ALWAYS, SOURCE_TS, DEST_TS };
enum {
	CLEAR = 1 << GC_BLT_COMMAND__COMMAND__CLEAR_IMAGE,
	COPY = 1 << GC_BLT_COMMAND__COMMAND__COPY_IMAGE,
	BUFFER = 1 << GC_BLT_COMMAND__COMMAND__COPY_BUFFER,
	INPLACE = 1 << GC_BLT_COMMAND__COMMAND__INPLACE,
	MIPMAPS = 1 << GC_BLT_COMMAND__COMMAND__GEN_MIPMAPS,
	IMAGES = CLEAR | COPY | MIPMAPS,
};

#define WANT(name, commands, when)                   \
	{                                            \
		GC_BLT_##name, #name, commands, when \
	}

/* GC facts 8.4; mipmaps as etna_viv's tools have them. */
static const struct want wants[] = {
    WANT(CONFIG, IMAGES | INPLACE, ALWAYS),
    WANT(SRC_ADDR, IMAGES | BUFFER, ALWAYS),
    WANT(SRC_STRIDE, IMAGES, ALWAYS),
    WANT(SRC_CONFIG, IMAGES, ALWAYS),
    WANT(SRC_POS, COPY, ALWAYS),
    WANT(DEST_ADDR, CLEAR | COPY | BUFFER | INPLACE, ALWAYS),
    WANT(DEST_STRIDE, IMAGES, ALWAYS),
    WANT(DEST_CONFIG, IMAGES, ALWAYS),
    WANT(DEST_POS, CLEAR | COPY, ALWAYS),
    WANT(IMAGE_SIZE, IMAGES, ALWAYS),
    WANT(SWIZZLE, COPY | MIPMAPS, ALWAYS),
    WANT(UNK140A0, COPY, ALWAYS),
    WANT(UNK1409C, COPY, ALWAYS),
    WANT(UNK14058, COPY, ALWAYS),
    WANT(UNK1405C, COPY, ALWAYS),
    WANT(CLEAR_COLOR0, CLEAR, ALWAYS),
    WANT(CLEAR_COLOR1, CLEAR, ALWAYS),
    WANT(CLEAR_BITS0, CLEAR, ALWAYS),
    WANT(CLEAR_BITS1, CLEAR, ALWAYS),
    WANT(SRC_TS, IMAGES, SOURCE_TS),
    WANT(SRC_TS_CLEAR_VALUE0, IMAGES, SOURCE_TS),
    WANT(SRC_TS_CLEAR_VALUE1, IMAGES, SOURCE_TS),
    WANT(DEST_TS, CLEAR, DEST_TS),
    WANT(DEST_TS_CLEAR_VALUE0, CLEAR, DEST_TS),
    WANT(DEST_TS_CLEAR_VALUE1, CLEAR, DEST_TS),
    WANT(DEST_TS, INPLACE, ALWAYS),
    WANT(DEST_TS_CLEAR_VALUE0, INPLACE, ALWAYS),
    WANT(DEST_TS_CLEAR_VALUE1, INPLACE, ALWAYS),
    WANT(INPLACE_TILE_COUNT, INPLACE, ALWAYS),
    WANT(BUFFER_SIZE, BUFFER, ALWAYS),
    WANT(MIPMAP_CONFIG, MIPMAPS, ALWAYS),
};

static bool wanted(const struct mgc *g, const struct want *w, unsigned command)
{
	if (!(w->commands >> command & 1))
		return false;
	if (w->when == SOURCE_TS)
		return GC_BLT_SRC_CONFIG__TS__GET(GC_STATE(g, BLT_SRC_CONFIG));
	if (w->when == DEST_TS)
		return GC_BLT_DEST_CONFIG__TS__GET(GC_STATE(g, BLT_DEST_CONFIG));
	return true;
}

/* One report names all of them. */
static void check_wants(struct mgc *g, unsigned command)
{
	char names[1024] = "";
	size_t n = 0;

	for (unsigned i = 0; i < sizeof(wants) / sizeof(wants[0]); i++)
		if (wanted(g, &wants[i], command) &&
		    !g->blt->written[(wants[i].offset - MGC_BLT_FIRST) / 4] && n < sizeof(names))
			n += (size_t)snprintf(names + n, sizeof(names) - n, "%sBLT_%s", n ? ", " : "",
					      wants[i].name);
	if (n)
		mgc_report(g, FL_WARN, "BLT", "GC facts 8.4",
			   "COMMAND %u without %s: what has not been written for this operation is 0 here",
			   command, names);
}

/* ---- the sequence ----------------------------------------------------------------------------------- */
static bool is_parameter(uint32_t offset)
{
	return offset != GC_BLT_ENABLE && offset != GC_BLT_SET_COMMAND && offset != GC_BLT_COMMAND;
}

static void forget(struct mgc *g)
{
	for (uint32_t i = 0; i < MGC_BLT_STATES; i++)
		if (is_parameter(MGC_BLT_FIRST + 4 * i))
			g->state[MGC_BLT_FIRST / 4 + i] = 0;
	memset(g->blt->written, 0, sizeof(g->blt->written));
}

static void enable(struct mgc *g, uint32_t value)
{
	struct mgc_blt *b = g->blt;

	if (value & GC_BLT_ENABLE__ENABLE__MASK) {
		forget(g);
		b->armed = false;
	} else if (b->open) {
		mgc_report(g, FL_WARN, "BLT", "GC facts 8.4",
			   "BLT_ENABLE 0 with no SET_COMMAND after COMMAND: it comes before and after");
	}
	b->open = false;
}

void mgc_blt_write(struct mgc *g, uint32_t offset, uint32_t value)
{
	const uint32_t i = (offset - MGC_BLT_FIRST) / 4;

	if (i < MGC_BLT_STATES)
		g->blt->written[i] = true;
	if (offset == GC_BLT_ENABLE) {
		enable(g, value);
		return;
	}
	if (offset == GC_BLT_SET_COMMAND) {
		g->blt->armed = value == MGC_BLT_GO;
		g->blt->open = false;
	}
	if (!(GC_STATE(g, BLT_ENABLE) & GC_BLT_ENABLE__ENABLE__MASK))
		mgc_report(g, FL_WARN, "BLT", "GC facts 8.4",
			   "state 0x%05x of BLT is written while BLT_ENABLE is 0", offset);
}

bool mgc_blt_go(struct mgc *g, uint32_t value)
{
	const unsigned command = GC_BLT_COMMAND__COMMAND__GET(value);
	bool ok = false;

	mgc_finish(g);
	if (!(GC_STATE(g, BLT_ENABLE) & GC_BLT_ENABLE__ENABLE__MASK)) {
		mgc_report(g, FL_REFUSE, "BLT", "GC facts 8.4",
			   "COMMAND %u while BLT_ENABLE is 0: nothing is done", value);
		return true;
	}
	if (!g->blt->armed)
		mgc_report(g, FL_WARN, "BLT", "GC facts 8.4",
			   "COMMAND %u without SET_COMMAND 3 right before it (0x%x): carried out here", value,
			   GC_STATE(g, BLT_SET_COMMAND));
	check_wants(g, command);
	switch (command) {
	case GC_BLT_COMMAND__COMMAND__CLEAR_IMAGE:
		ok = mgc_blt_clear(g);
		break;
	case GC_BLT_COMMAND__COMMAND__COPY_IMAGE:
		ok = mgc_blt_copy(g);
		break;
	case GC_BLT_COMMAND__COMMAND__COPY_BUFFER:
		ok = mgc_blt_copy_buffer(g);
		break;
	case GC_BLT_COMMAND__COMMAND__INPLACE:
		ok = mgc_blt_in_place(g);
		break;
	case GC_BLT_COMMAND__COMMAND__GEN_MIPMAPS:
		ok = mgc_blt_mipmaps(g);
		break;
	default:
		mgc_report(
		    g, FL_REFUSE, "BLT", "etna_viv state_blt.xml",
		    "COMMAND %u (1 to 4 and 6 are known; of 5, YUV_TILE, the name alone): the core hangs",
		    value);
	}
	/* What was written went past the caches of PE; what they still had to write comes after it. */
	mgc_pe_flush(g, true, true);
	forget(g);
	g->blt->armed = false;
	g->blt->open = true;
	return ok;
}
