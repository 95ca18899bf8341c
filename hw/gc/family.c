/* SPDX-License-Identifier: MIT
 *
 * Vivante's cores as the neutral code sees them: how they are found, woken and described. The list of steps
 * is to be read: this is what happens, in this order.
 */
#include "hw/fl_fmt.h"
#include "hw/gc/boards.h"
#include "hw/gc/card.h"
#include "hw/regs/fl_regs.h"
#include "hw/regs/gc.h"

static const struct fl_step steps[] = {
    {"identify", gc_identify, FL_GOAL_PROBE}, /* which core, and does it answer? */
    {"reset", gc_reset, FL_GOAL_RESET},       /* clocks on, quiet */
    {"setup", gc_setup, FL_GOAL_NONE},        /* the way to the bus, gates of clocks, interrupts */
    {"window", gc_window, FL_GOAL_NONE},      /* memory for commands */
    {"fe", gc_fe, FL_GOAL_NONE},              /* are they carried out, and do we hear of it? */
    {"mmu", gc_mmu_step, FL_GOAL_NONE},       /* tables of pages */
    {"ring", gc_ring_step, FL_GOAL_RING},     /* FE goes round, and takes what is appended */
    {NULL, NULL, FL_GOAL_NONE},
};

static uint32_t word(const void *arg, uint32_t reg)
{
	return fl_read32((struct fl_dev *)(uintptr_t)arg, reg);
}

/* Where there is no PCI: a model that is known. A core without a clock answers with CLOCK_CONTROL alone: its
 * scale is 1 to 64, and what has no meaning is 0. */
static bool find_by_registers(struct fl_dev *d, struct fl_card *card)
{
	const uint32_t known = GC_HI_CLOCK_CONTROL__FSCALE_VAL__MASK | GC_HI_CLOCK_CONTROL__IDLE_3D__MASK |
			       GC_HI_CLOCK_CONTROL__IDLE_2D__MASK | GC_HI_CLOCK_CONTROL__IDLE_VG__MASK;
	struct gc_core core;
	const char *name;
	uint32_t control;

	if (d->regs_size_B < GC_REGS_B)
		return false;
	gc_core_read(&core, word, d);
	name = gc_core_name(&core);
	if (!name && !core.model && !core.features[0]) {
		control = fl_read32(d, GC_HI_CLOCK_CONTROL);
		if (!(control & ~known) && GC_HI_CLOCK_CONTROL__FSCALE_VAL__GET(control) - 1 < 64)
			name = "GC";
	}
	if (!name)
		return false;
	*card = (struct fl_card){
	    .chip = name, .product = "Vivante core", .tested = "NT", .wakes = true, .regs_B = GC_REGS_B};
	return true;
}

struct names {
	char *out;
	size_t size, n;
};

static void feature(void *arg, const struct fl_reg_field *f, uint32_t value, const char *value_name)
{
	struct names *n = arg;

	if (value && n->n < n->size)
		n->n += (size_t)fl_format(n->out + n->n, n->size - n->n, " %s", f->name);
}

/* A word of features: its number, and what each bit that is set is called. */
static void features(const struct gc_core *k, unsigned i, fl_on_fact *on_fact, void *arg)
{
	static const char *const reg[GC_FEATURE_WORDS] = {
	    "HI_CHIP_FEATURE", "HI_CHIP_MINOR_FEATURE_0", "HI_CHIP_MINOR_FEATURE_1",
	    "HI_CHIP_MINOR_FEATURE_2", "HI_CHIP_MINOR_FEATURE_3", "HI_CHIP_MINOR_FEATURE_4",
	    "HI_CHIP_MINOR_FEATURE_5",
	    /* of the table in cores.c */
	    "TABLE_CHIP_MINOR_FEATURE_6", "TABLE_CHIP_MINOR_FEATURE_7", "TABLE_CHIP_MINOR_FEATURE_8",
	    "TABLE_CHIP_MINOR_FEATURE_9", "TABLE_CHIP_MINOR_FEATURE_10", "TABLE_CHIP_MINOR_FEATURE_11"};
	char text[760];
	struct names n = {text, sizeof(text), 0};
	struct fl_reg r;

	n.n = (size_t)fl_format(text, sizeof(text), "0x%08x:", k->features[i]);
	if (fl_regs_find(fl_regs_gc(), reg[i], FL_REGS_ANY_CHIP, &r))
		fl_reg_decode(&r, k->features[i], FL_REGS_ANY_CHIP, feature, &n);
	on_fact(arg, &(struct fl_fact){i ? "" : "features", text, reg[i], k->features[i]});
}

static void describe(struct fl_bringup *up, fl_on_fact *on_fact, void *arg)
{
	const struct gc_core *k = &gc_card(up)->core;
	const uint32_t s = k->specs[0];
	char text[160];

	fl_format(text, sizeof(text), "%04x (product 0x%x, customer 0x%x, eco 0x%x)", k->revision, k->product,
		  k->customer, k->eco);
	on_fact(arg, &(struct fl_fact){"revision", text, "revision", k->revision});
	fl_format(text, sizeof(text), "%u shader cores, %u pixel pipes, %u threads",
		  GC_HI_CHIP_SPECS__SHADER_CORE_COUNT__GET(s), GC_HI_CHIP_SPECS__PIXEL_PIPES__GET(s),
		  1u << GC_HI_CHIP_SPECS__THREAD_COUNT__GET(s));
	on_fact(arg, &(struct fl_fact){"units", text, "shader_cores",
				       GC_HI_CHIP_SPECS__SHADER_CORE_COUNT__GET(s)});
	fl_format(text, sizeof(text), "%u streams, %u instructions, %u constants, %u varyings, %u registers",
		  gc_core_streams(k), gc_core_instructions(k), gc_core_constants(k), gc_core_varyings(k),
		  1u << GC_HI_CHIP_SPECS__REGISTER_MAX__GET(s));
	on_fact(arg, &(struct fl_fact){"programs", text, "instructions", gc_core_instructions(k)});
	fl_format(text, sizeof(text), "version %u%s", gc_core_mmu(k),
		  gc_core_secure(k) ? ", with a secure side" : "");
	on_fact(arg, &(struct fl_fact){"MMU", text, "mmu", gc_core_mmu(k)});
	if (k->row)
		on_fact(arg, &(struct fl_fact){"known as", k->row, NULL, 0});
	for (unsigned i = 0; i < (k->row ? GC_FEATURE_WORDS : GC_FEATURE_READABLE); i++)
		features(k, i, on_fact, arg);
}

const struct fl_family gc_family = {
    .name = "gc",
    .chips = "Vivante GC",
    .title = "the Vivante GC family",
    .regs = fl_regs_gc,
    .find_by_registers = find_by_registers,
    .card_B = sizeof(struct gc_card),
    .steps = steps,
    .describe = describe,
    .sleep = gc_sleep,
    .soc = &gc_boards,
};
