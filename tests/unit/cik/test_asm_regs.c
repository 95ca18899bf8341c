/* SPDX-License-Identifier: MIT
 *
 * The assembler's instructions of Sea Islands beside the register database, which has AMD's list of them: the
 * same name is the same opcode. Some names are there without their type, or are others' than LLVM's.
 */
#include "hw/regs/fl_regs.h"
#include "lib/cik/isa.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

TestSuite(cik_asm_regs, .timeout = 30);

enum { LEAST = 850 };

/* The opcode in this encoding of the database; -1: the instruction is of another. */
static int opcode_in(const struct fl_cik_op *op, const char *encoding)
{
	static const char *const names[] = {"SOP2",  "SOPK",  "SOP1", "SOPC", "SOPP",   "SMRD",
					    "VOP2",  "VOP1",  "VOPC", "VOP3", "VINTRP", "DS",
					    "MUBUF", "MTBUF", "MIMG", "FLAT", "EXP"};

	if (!strcmp(names[op->encoding], encoding))
		return op->op;
	if (strncmp(encoding, "VOP3", 4) || !fl_cik_has_long(op))
		return -1;
	return op->op + (op->encoding == FL_CIK_VOP2   ? FL_CIK_VOP2_LONG
			 : op->encoding == FL_CIK_VOP1 ? FL_CIK_VOP1_LONG
						       : 0);
}

Test(cik_asm_regs, the_same_names_have_the_same_opcodes)
{
	const struct fl_regs *db = fl_regs_cik();
	struct fl_reg_isa isa;
	uint32_t same = 0;

	for (unsigned i = 0; fl_regs_isa_at(db, i, &isa); i++) {
		struct fl_reg_field field;
		struct fl_reg word;
		unsigned index;
		uint32_t value;
		const char *name;

		if (!fl_reg_isa_word(&isa, 0, &word, &index) || !fl_reg_field_find(&word, "OP", &field))
			continue;
		for (unsigned k = 0; (name = fl_reg_value_at(&word, &field, k, &value)); k++) {
			char lower[64];
			size_t n = 0;
			const struct fl_cik_op *op;

			for (; name[n] && n < sizeof lower - 1; n++)
				lower[n] = (char)tolower((unsigned char)name[n]);
			lower[n] = 0;
			op = fl_cik_op_named(lower, (uint32_t)n);
			if (!op || opcode_in(op, isa.name) < 0)
				continue;
			cr_expect_eq((uint32_t)opcode_in(op, isa.name), value,
				     "%s is %s 0x%x in the database", lower, isa.name, value);
			same++;
		}
	}
	cr_expect_gt(same, (uint32_t)LEAST, "%u", same);
}
