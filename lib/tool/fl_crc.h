/* SPDX-License-Identifier: MIT
 *
 * CRC-32 (IEEE 802.3), as PNG and zlib have it: what pictures are compared by where only text goes out.
 */
#ifndef LIB_TOOL_FL_CRC_H
#define LIB_TOOL_FL_CRC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of what there was, and n bytes more; it begins with 0. */
uint32_t fl_crc32(uint32_t crc, const uint8_t *bytes, size_t n);

#ifdef __cplusplus
}
#endif

#endif
