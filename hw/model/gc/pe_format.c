/* SPDX-License-Identifier: MIT
 *
 * Formats of color targets (GC facts 8; etna_viv rnndb, PE_FORMAT). Names list fields from the highest bits
 * down; here are where R, G, B, A begin, and how wide they are.
 */
#include "hw/model/gc/pe.h"

#define F(name) GC_PE_FORMAT__##name

static const struct mgc_pe_format formats[64] = {
    [F(X4R4G4B4)] = {2, {8, 4, 0, 12}, {4, 4, 4, 4}, FL_PIXEL_UNORM, true, -1},
    [F(A4R4G4B4)] = {2, {8, 4, 0, 12}, {4, 4, 4, 4}, FL_PIXEL_UNORM, false, -1},
    [F(X1R5G5B5)] = {2, {10, 5, 0, 15}, {5, 5, 5, 1}, FL_PIXEL_UNORM, true, -1},
    [F(A1R5G5B5)] = {2, {10, 5, 0, 15}, {5, 5, 5, 1}, FL_PIXEL_UNORM, false, -1},
    [F(R5G6B5)] = {2, {11, 5, 0, 0}, {5, 6, 5, 0}, FL_PIXEL_UNORM, true, -1},
    [F(X8R8G8B8)] = {4, {16, 8, 0, 24}, {8, 8, 8, 8}, FL_PIXEL_UNORM, true, -1},
    [F(A8R8G8B8)] = {4, {16, 8, 0, 24}, {8, 8, 8, 8}, FL_PIXEL_UNORM, false, -1},
    [F(A8)] = {1, {0, 0, 0, 0}, {0, 0, 0, 8}, FL_PIXEL_UNORM, false, 0},
    [F(R16F)] = {2, {0}, {16}, FL_PIXEL_FLOATS, true, 2},
    [F(G16R16F)] = {4, {0, 16}, {16, 16}, FL_PIXEL_FLOATS, true, 2},
    [F(A16B16G16R16F)] = {8, {0, 16, 32, 48}, {16, 16, 16, 16}, FL_PIXEL_FLOATS, false, 2},
    [F(R32F)] = {4, {0}, {32}, FL_PIXEL_FLOATS, true, 2},
    [F(G32R32F)] = {8, {0, 32}, {32, 32}, FL_PIXEL_FLOATS, true, 2},
    [F(A2B10G10R10)] = {4, {0, 10, 20, 30}, {10, 10, 10, 2}, FL_PIXEL_UNORM, false, 0},
    [F(R8I)] = {1, {0}, {8}, FL_PIXEL_UINT, true, 2},
    [F(G8R8I)] = {2, {0, 8}, {8, 8}, FL_PIXEL_UINT, true, 2},
    [F(A8B8G8R8I)] = {4, {0, 8, 16, 24}, {8, 8, 8, 8}, FL_PIXEL_UINT, false, 2},
    [F(R16I)] = {2, {0}, {16}, FL_PIXEL_UINT, true, 2},
    [F(G16R16I)] = {4, {0, 16}, {16, 16}, FL_PIXEL_UINT, true, 2},
    [F(A16B16G16R16I)] = {8, {0, 16, 32, 48}, {16, 16, 16, 16}, FL_PIXEL_UINT, false, 2},
    [F(B10G11R11F)] = {4, {0, 11, 22}, {11, 11, 10}, FL_PIXEL_FLOATS, true, 2},
    [F(A2B10G10R10UI)] = {4, {0, 10, 20, 30}, {10, 10, 10, 2}, FL_PIXEL_UINT, false, 2},
    [F(G8R8)] = {2, {0, 8}, {8, 8}, FL_PIXEL_UNORM, true, 2},
    [F(R8)] = {1, {0}, {8}, FL_PIXEL_UNORM, true, 2},
};

const struct mgc_pe_format *mgc_pe_format(unsigned format)
{
	static const struct mgc_pe_format none;

	return format < sizeof(formats) / sizeof(formats[0]) ? &formats[format] : &none;
}
