/* SPDX-License-Identifier: MIT
 *
 * The tables of a program that wants one family: with them in place of the library's, the others are not
 * linked. test_size.c measures images that are linked so.
 */
#include "hw/fl_smoke.h"
#include "lib/fl_asm_isa.h"
#include "lib/fl_stage_family.h"
#include "lib/stream/fl_stream.h"

extern const struct fl_family r500_family;
extern const struct fl_check r500_checks[];
extern const struct fl_stage_family fl_stage_r500;
extern const struct fl_stream_family fl_stream_r500;
extern const struct fl_asm_isa fl_r500_isas[];

const struct fl_family *const fl_families[] = {&r500_family, NULL};
const struct fl_smoke_list fl_smokes[] = {{&r500_family, r500_checks}, {NULL, NULL}};
const struct fl_stage_family *const fl_stages[] = {&fl_stage_r500, NULL};
const struct fl_stream_family *const fl_stream_families[] = {&fl_stream_r500, NULL};
const struct fl_asm_isa *const fl_asm_isas[] = {fl_r500_isas, NULL};
