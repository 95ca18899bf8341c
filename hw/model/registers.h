/* SPDX-License-Identifier: MIT
 *
 * Registers as a family's generated table has them: which there are, which of their bits can be written, and
 * what is said, once for each register, of writes that do not fit.
 */
#ifndef HW_MODEL_REGISTERS_H
#define HW_MODEL_REGISTERS_H

#include "hw/model/chip.h"

/* What the database knows of a register. */
struct fl_reg_facts {
	bool known;
	uint32_t write; /* bits that can be written; the rest is reserved */
	uint32_t reset;
};

/* Of reports about one register: a format a kind, made when first needed. */
enum { FL_REG_RESERVED, FL_REG_READ_ONLY, FL_REG_OTHER, FL_REG_KINDS };
struct fl_reg_told {
	char *format[FL_REG_KINDS];
};
void fl_reg_told_free(struct fl_reg_told *told, unsigned n);

/* What becomes of a write: it is stored; nobody knows the register; it cannot be written. */
enum fl_reg_fate { FL_REG_STORED, FL_REG_UNKNOWN, FL_REG_DROPPED };
/* Takes reserved bits from *value, and reports what does not fit. block: "GRBM". */
enum fl_reg_fate fl_reg_check(struct fl_model *m, struct fl_reg_told *told, const struct fl_reg_facts *facts,
			      const char *block, uint32_t offset, uint32_t *value);
/* A register was read that nobody knows. */
void fl_reg_unknown_read(struct fl_model *m, struct fl_reg_told *told, const char *block, uint32_t offset);

#endif
