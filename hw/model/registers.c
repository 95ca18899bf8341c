/* SPDX-License-Identifier: MIT
 *
 * What does not fit a register: see registers.h.
 */
#include "hw/model/registers.h"
#include <stdlib.h>

#define SOURCE "register database"

void fl_reg_told_free(struct fl_reg_told *told, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < FL_REG_KINDS; k++)
			free(told[i].format[k]);
}

enum fl_reg_fate fl_reg_check(struct fl_model *m, struct fl_reg_told *told, const struct fl_reg_facts *facts,
			      const char *block, uint32_t offset, uint32_t *value)
{
	if (!facts->known) {
		fl_model_report_reg(m, &told->format[FL_REG_OTHER], FL_WARN, block, SOURCE, offset,
				    "no such register is known; 0x%08x was written", *value);
		return FL_REG_UNKNOWN;
	}
	if (!facts->write) {
		fl_model_report_reg(m, &told->format[FL_REG_READ_ONLY], FL_WARN, block, SOURCE, offset,
				    "read only; 0x%08x was written", *value);
		return FL_REG_DROPPED;
	}
	/* All ones, whatever the width, is how drivers say "no limit". */
	if (*value & ~facts->write && *value != UINT32_MAX)
		fl_model_report_reg(m, &told->format[FL_REG_RESERVED], FL_WARN, block, SOURCE, offset,
				    "0x%08x was written; the bits 0x%08x of it are reserved", *value,
				    *value & ~facts->write);
	*value &= facts->write;
	return FL_REG_STORED;
}

void fl_reg_unknown_read(struct fl_model *m, struct fl_reg_told *told, const char *block, uint32_t offset)
{
	fl_model_report_reg(m, &told->format[FL_REG_OTHER], FL_WARN, block, SOURCE, offset,
			    "no such register is known; reading what does not exist can hang the machine");
}
