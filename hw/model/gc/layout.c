/* SPDX-License-Identifier: MIT
 *
 * What sizes of surfaces are rounded up to (GC facts 8.1).
 */
#include "hw/model/gc/layout.h"

struct mgc_layout_align mgc_layout_align(unsigned layout, bool copier, bool halign)
{
	switch (layout) {
	case MGC_SUPER_OLD:
	case MGC_SUPER_NEW:
		return (struct mgc_layout_align){MGC_SUPER_PX, MGC_SUPER_PX};
	case MGC_MULTI_TILED:
		return (struct mgc_layout_align){16, 2 * MGC_TILE_PX};
	case MGC_MULTI_SUPER:
		return (struct mgc_layout_align){MGC_SUPER_PX, 2 * MGC_SUPER_PX};
	case MGC_TILED:
		return (struct mgc_layout_align){copier || !halign ? MGC_TILE_PX : 16, MGC_TILE_PX};
	default:
		return (struct mgc_layout_align){copier ? 4 : 16, copier ? 1 : MGC_TILE_PX};
	}
}

uint64_t mgc_layout_size_B(unsigned layout, uint32_t stride_B, uint32_t height)
{
	const struct mgc_layout_align a = mgc_layout_align(layout, true, false);

	return (uint64_t)stride_B * ((height + a.h - 1) / a.h * a.h);
}
