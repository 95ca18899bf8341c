/* SPDX-License-Identifier: MIT
 *
 * All demos. The small bare-metal image has demos/bare/table.c instead.
 */
#include "demos/demo.h"

const struct fl_demo *const fl_demos[] = {
    &fl_demo_clear,     &fl_demo_triangle, &fl_demo_cube,      &fl_demo_gears,     &fl_demo_teapot,
    &fl_demo_tunnel,    &fl_demo_plasma,   &fl_demo_fire,      &fl_demo_starfield, &fl_demo_lighting,
    &fl_demo_mipmap,    &fl_demo_cubemap,  &fl_demo_bump,      &fl_demo_shadow,    &fl_demo_reflection,
    &fl_demo_rtt,       &fl_demo_mrt,      &fl_demo_msaa,      &fl_demo_particles, &fl_demo_fractal,
    &fl_demo_sprites,   &fl_demo_hiz,      &fl_demo_occlusion, &fl_demo_dxt,       &fl_demo_float,
    &fl_demo_blit,      &fl_demo_text,     &fl_demo_asteroids, &fl_demo_rain,      &fl_demo_deferred,
    &fl_demo_attractor, &fl_demo_fur,      &fl_demo_pick,      &fl_demo_knot,      NULL,
};
