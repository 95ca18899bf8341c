/* SPDX-License-Identifier: MIT
 *
 * Blocks that are not modelled yet: each says so, and the core hangs there, rather than that a picture comes
 * out wrong. A block that arrives takes its part out of this file.
 */
#include "hw/model/gc/pe.h"

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

/* ---- textures ------------------------------------------------------------------------------------------ */
NO_BLOCK(tx)

void mgc_tx_flush(struct mgc *g, bool vertex)
{
}

bool mgc_draw_lookup(void *ctx, const struct mgc_sh_lookup *q)
{
	return refuse(ctx, "TX", "a texture");
}

bool mgc_draw_textures(struct mgc *g, struct fl_arena *a)
{
	return true;
}
