/* SPDX-License-Identifier: MIT
 *
 * Constants of a caller's program that follow the state of immediate mode: those called state_… in its text,
 * whatever its family. Which there are, lib/FAMILY/program.h says.
 */
#ifndef LIB_FL_PROGRAM_STATE_H
#define LIB_FL_PROGRAM_STATE_H

#include "lib/fl_asm.h"
#include "lib/fl_ff.h"
#include "lib/fl_program.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FL_PROGRAM_STATES 24u /* state_… constants of the two programs together */

struct fl_program_states {
	uint32_t n;
	struct {
		uint8_t what, stage;
		uint16_t first, count; /* constants */
	} of[FL_PROGRAM_STATES];
};

/* FL_USAGE, about a name in the text of this stage's program: "vertex program: 'x': …" */
enum fl_code fl_program_wrong(struct fl_err *err, enum fl_stage_of stage, const struct fl_asm_symbol *s,
			      const char *text);
/* Is this the name? */
bool fl_program_is(const struct fl_asm_symbol *s, const char *name);
/* Note the states among the names that are constants, those of that kind. FL_USAGE: there is none such. */
enum fl_code fl_program_find_states(struct fl_program_states *states, enum fl_stage_of stage,
				    const struct fl_asm *a, uint8_t kind, struct fl_err *err);
/* The vectors of state i, of which its count are wanted; false: what is dirty does not touch it. */
bool fl_program_state(const struct fl_draw *d, const struct fl_program_states *states, uint32_t i,
		      uint32_t dirty, float v[FL_FF_GROUP_MAX][4]);
/* What changes any of them. */
#define FL_D_PROGRAM_STATES (FL_D_MVP | FL_D_TEXMAT | FL_D_NORMAL | FL_D_LIGHT | FL_D_VIEWPORT)

/* Constants [first, end) of a stage that changed and were not sent. */
struct fl_program_dirty {
	uint16_t first, end;
};
void fl_program_touch(struct fl_program_dirty *dirty, uint32_t first, uint32_t n);

/* What is drawn is not what the geometry program takes (FL_ASM_POINTS and so on): an error of d. */
void fl_program_takes_not(struct fl_draw *d, uint32_t takes);

/* FNV-1a, by words: equal programs have equal hashes. */
uint64_t fl_program_hash(uint64_t h, const uint32_t *words, uint32_t n);
#define FL_PROGRAM_HASH UINT64_C(0xcbf29ce484222325)

#ifdef __cplusplus
}
#endif

#endif
