/* SPDX-License-Identifier: MIT
 *
 * Random valid programs of R6xx and R7xx, by a fixed seed: every path leaves the same as the scalar one, and
 * the model has nothing to say (tests/fuzz/fuzz_program.c). `make campaign` runs 10,000, by another seed.
 */
#include "hw/model/jit/jit.h"
#include "hw/model/r600/sq_code.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/program_text.h"

#include <criterion/criterion.h>

enum { PROGRAMS = 400, COMPILED = 90, MOST_B = 2048, OPCODES = 128, IS_COMPILED = 0x40, IS_GC = 0x80 };

Test(r600_sq_programs, every_path_agrees, .timeout = 120)
{
	uint8_t choices[MOST_B];
	uint32_t s = 600;

	for (unsigned i = 0; i < PROGRAMS; i++) {
		const unsigned n_B = 16u << i % 8;

		for (unsigned k = 0; k < n_B; k++)
			choices[k] = (uint8_t)(fuzz_random(&s) >> 8);
		fuzz_program(choices, n_B);
	}
	/* no operation is missing */
	for (unsigned op3 = 0; op3 < 2; op3++)
		for (unsigned inst = 0; inst < OPCODES; inst++) {
			const struct sq_opcode *o = mr600_sq_opcode(op3, inst);

			cr_assert(o->kind == SQ_RESERVED || program_ops[op3][inst], "%s", o->name);
		}
}

Test(r600_sq_programs, compiled_programs_agree, .timeout = 200)
{
	const bool compiler = fl_jit_start();
	uint8_t choices[MOST_B];
	uint32_t s = 601;

	for (unsigned i = 0; i < COMPILED; i++) {
		const unsigned n_B = 16u << i % 6;

		for (unsigned k = 0; k < n_B; k++)
			choices[k] = (uint8_t)(fuzz_random(&s) >> 8);
		choices[0] = (uint8_t)((choices[0] & ~IS_GC) | IS_COMPILED);
		fuzz_program(choices, n_B);
	}
	cr_expect(!compiler || fl_jit_counts().compiled > COMPILED, "%u pieces compiled",
		  (unsigned)fl_jit_counts().compiled);
}
