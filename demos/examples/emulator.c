/* SPDX-License-Identifier: MIT
 *
 * A chip inside of another program, an emulator's graphics card for one: its configuration space and its
 * registers are what the guest reads and writes. `make emulator`
 */
#include "hw/model/fl_model.h"
#include "hw/regs/r500.h"
#include <stdio.h>

int main(void)
{
	struct fl_model_config config = {.running = true}; /* as a driver leaves it */
	char why[256] = "";
	struct fl_model *m = fl_model_new("rv530", &config, why, sizeof why);
	const struct fl_report *r;

	if (!m)
		return fprintf(stderr, "%s\n", why), 1;
	printf("%04x:%04x\n", fl_model_cfg_read(m, 0, 2), fl_model_cfg_read(m, 2, 2));
	fl_model_cfg_write(m, 4, 2, 6); /* memory, bus master */
	fl_model_write(m, R500_SCRATCH_REG(0), 4, 0xcafe);
	printf("0x%x\n", fl_model_read(m, R500_SCRATCH_REG(0), 4));
	fl_model_run(m, (const uint32_t[]){0xc0007f00, 0}, 2); /* a packet that there is not */
	for (unsigned i = 0; (r = fl_model_report(m, i)); i++)
		printf("[%s] %s (%s)\n", r->block, r->text, r->section);
	fl_model_delete(m);
	return 0;
}
