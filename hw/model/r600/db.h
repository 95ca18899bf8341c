/* SPDX-License-Identifier: MIT
 *
 * DB: what the others ask of its record of a draw.
 */
#ifndef HW_MODEL_R600_DB_H
#define HW_MODEL_R600_DB_H

#include "hw/model/pixel/depth.h"
#include "hw/model/r600/r600.h"

/* Depths of a wave are singles (enum fl_raster_z_kind of hw/model/raster/setup.h), else fixed point of 24
 * bits. */
static inline bool mr600_db_floats(const struct fl_pixel_depth *db)
{
	return db->format >= FL_PIXEL_Z20E4S8;
}

/* A depth that a program exports, or a register holds, as wave.z has it. */
static inline uint32_t mr600_db_z(const struct fl_pixel_depth *db, float z)
{
	if (mr600_db_floats(db))
		return (uint32_t)num_bits(z);
	z = z > 0.0f ? z < 1.0f ? z : 1.0f : 0.0f;
	return (uint32_t)((double)z * 0xffffff + 0.5);
}

/* Copies of the depth buffer to a color buffer (DB_RENDER_CONTROL): the buffer is read, whatever the tests
 * do. */
bool mr600_db_copies(const struct mr600 *r);

#endif
