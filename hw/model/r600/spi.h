/* SPDX-License-Identifier: MIT
 *
 * SPI: which exports of the vertex program become which registers of the pixel program.
 */
#ifndef HW_MODEL_R600_SPI_H
#define HW_MODEL_R600_SPI_H

#include "hw/model/r600/vgt.h"
#include "hw/model/raster/interp.h"

enum { MR600_INPUTS = 32, MR600_NO_GPR = 0xff };

struct mr600_spi {
	struct fl_raster_inputs inputs; /* of the arrays below */
	/* What a vertex carries: attr[4 * i] on is parameter param[i]. */
	unsigned n_params;
	uint8_t param[MR600_INPUTS];
	/* Planes, four an input. */
	unsigned n_planes;
	struct fl_raster_src src[4 * MR600_INPUTS];
	struct fl_raster_group group[MR600_INPUTS];
	/* What hw/model/raster does not do: inputs without perspective, where a primitive has one */
	unsigned n_linear;
	struct {
		uint8_t gpr, plane;
		bool adjusted;
	} linear[MR600_INPUTS];
	uint8_t position, face, fixed; /* registers of these; MR600_NO_GPR: none */
	uint8_t face_channel;
	bool face_all_bits, position_adjusted;
	struct fl_raster_input in[4 * MR600_INPUTS]; /* from here on as far as in use */
	struct fl_raster_input4 by4[MR600_INPUTS];
	uint8_t rest[4 * MR600_INPUTS];
};

/* points: some may be drawn, be they corners of polygons. */
const struct mr600_spi *mr600_spi_decode(struct mr600 *r, struct fl_arena *a, bool points);

#endif
