/* SPDX-License-Identifier: MIT
 *
 * Recorded scenes of Vivante's cores with the one state changed in which the driver said something else than
 * its program meant. That is all there is to a difference if the picture comes out then.
 *
 * All change the GTRC trace of size_B bytes; false: there is nothing of the kind in it.
 */
#ifndef TESTS_UNIT_GC_MEANT_H
#define TESTS_UNIT_GC_MEANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Flat colors. Mesa sets BYPASS_FLAT in PA_SHADER_ATTRIBUTES of every varying: here it is taken away. On
 * HALTI5 it does not set the modes of components: here they are, in the place of GL_API_MODE, which has its
 * reset value. */
bool gc_flat_colors(uint8_t *trace, size_t size_B);
/* A viewport of -64 pixels a unit. Mesa's float to fixed point makes -63.99998 of it, so that where x and y
 * are equal on a square they are not in the picture. */
bool gc_whole_scale(uint8_t *trace, size_t size_B);
/* Shadows on HALTI5: the program gives a reference, and neither sampler nor descriptor asks for a comparison.
 * Here the sampler does. */
bool gc_compares(uint8_t *trace, size_t size_B);

#endif
