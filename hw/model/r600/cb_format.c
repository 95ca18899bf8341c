/* SPDX-License-Identifier: MIT
 *
 * CB: the formats of color buffers (R6xx facts 5.1). Names of formats list fields from the most significant
 * end; here they stand from the least.
 */
#include "hw/model/r600/cb.h"

#define F(name) R600_CB_COLOR_INFO__FORMAT__COLOR_##name

static const struct fl_pixel_fields formats[64] = {
    [F(8)] = {1, 1, {8}, false},
    [F(4_4)] = {1, 2, {4, 4}, false},
    [F(3_3_2)] = {1, 3, {2, 3, 3}, false},
    [F(16)] = {2, 1, {16}, false},
    [F(16_FLOAT)] = {2, 1, {16}, true},
    [F(8_8)] = {2, 2, {8, 8}, false},
    [F(5_6_5)] = {2, 3, {5, 6, 5}, false},
    [F(6_5_5)] = {2, 3, {5, 5, 6}, false},
    [F(1_5_5_5)] = {2, 4, {5, 5, 5, 1}, false},
    [F(4_4_4_4)] = {2, 4, {4, 4, 4, 4}, false},
    [F(5_5_5_1)] = {2, 4, {1, 5, 5, 5}, false},
    [F(32)] = {4, 1, {32}, false},
    [F(32_FLOAT)] = {4, 1, {32}, true},
    [F(16_16)] = {4, 2, {16, 16}, false},
    [F(16_16_FLOAT)] = {4, 2, {16, 16}, true},
    [F(8_24)] = {4, 2, {24, 8}, false},
    [F(8_24_FLOAT)] = {4, 2, {24, 8}, true},
    [F(24_8)] = {4, 2, {8, 24}, false},
    [F(24_8_FLOAT)] = {4, 2, {8, 24}, true},
    [F(10_11_11)] = {4, 3, {11, 11, 10}, false},
    [F(10_11_11_FLOAT)] = {4, 3, {11, 11, 10}, true},
    [F(11_11_10)] = {4, 3, {10, 11, 11}, false},
    [F(11_11_10_FLOAT)] = {4, 3, {10, 11, 11}, true},
    [F(2_10_10_10)] = {4, 4, {10, 10, 10, 2}, false},
    [F(8_8_8_8)] = {4, 4, {8, 8, 8, 8}, false},
    [F(10_10_10_2)] = {4, 4, {2, 10, 10, 10}, false},
    [F(X24_8_32_FLOAT)] = {8, 2, {32, 8}, true},
    [F(32_32)] = {8, 2, {32, 32}, false},
    [F(32_32_FLOAT)] = {8, 2, {32, 32}, true},
    [F(16_16_16_16)] = {8, 4, {16, 16, 16, 16}, false},
    [F(16_16_16_16_FLOAT)] = {8, 4, {16, 16, 16, 16}, true},
    [F(32_32_32_32)] = {16, 4, {32, 32, 32, 32}, false},
    [F(32_32_32_32_FLOAT)] = {16, 4, {32, 32, 32, 32}, true},
};

const struct fl_pixel_fields *mr600_cb_format(unsigned format)
{
	return &formats[format & 63];
}
