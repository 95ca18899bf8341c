/* SPDX-License-Identifier: MIT
 *
 * Blocks that are not modelled yet: each says so, and the core hangs there, rather than that a picture comes
 * out wrong. A block that arrives takes its part out of this file.
 */
#include "hw/model/gc/gc.h"

static bool refuse(struct mgc *g, const char *block, const char *what)
{
	mgc_report(g, FL_REFUSE, block, "hw/model/gc/missing.c", "%s: not modelled yet", what);
	return false;
}

#define NO_BLOCK(xx)                                                          \
	bool mgc_##xx##_new(struct mgc *g)                                    \
	{                                                                     \
		return true;                                                  \
	}                                                                     \
	void mgc_##xx##_free(struct mgc *g)                                   \
	{                                                                     \
	}                                                                     \
	void mgc_##xx##_reset(struct mgc *g)                                  \
	{                                                                     \
	}                                                                     \
	void mgc_##xx##_write(struct mgc *g, uint32_t offset, uint32_t value) \
	{                                                                     \
	}

/* ---- vertices, pixels ---------------------------------------------------------------------------------- */
NO_BLOCK(vs)
NO_BLOCK(pe)

bool mgc_draw(struct mgc *g, const struct mgc_draw_src *src)
{
	return refuse(g, "VS", "a draw");
}

void mgc_finish(struct mgc *g)
{
}

void mgc_pe_flush(struct mgc *g, bool color, bool depth)
{
}

void mgc_pe_forget(struct mgc *g)
{
}

void mgc_ts_flush(struct mgc *g)
{
}

void mgc_occlusion(struct mgc *g, bool start, uint32_t addr)
{
	if (start)
		refuse(g, "PE", "counting of samples that pass");
}

bool mgc_pe_holds(struct mgc *g, uint64_t addr, uint64_t size_B, const char **which)
{
	return false;
}

/* ---- textures ------------------------------------------------------------------------------------------ */
NO_BLOCK(tx)

void mgc_tx_flush(struct mgc *g, bool vertex)
{
}

/* ---- copies -------------------------------------------------------------------------------------------- */
NO_BLOCK(rs)
NO_BLOCK(blt)

bool mgc_rs_go(struct mgc *g)
{
	return refuse(g, "RS", "RS_KICKER");
}

bool mgc_blt_go(struct mgc *g, uint32_t command)
{
	return refuse(g, "BLT", "BLT_COMMAND");
}
