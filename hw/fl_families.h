/* SPDX-License-Identifier: MIT
 *
 * The one list of the families of chips. Every table of families is expanded out of it, each by the layer
 * that the table belongs to, and the build takes the families' names from it. A row says which parts a family
 * has; a part that is not there yet is a `no`, and no code stands for it.
 *
 *   cards    hw/FAMILY/family.c: cards are found, woken, tested (FAMILY_family; hw/fl_family.h)
 *   smoke    hw/FAMILY/smoke.c: cards are tested block by block (FAMILY_checks; hw/fl_smoke.h)
 *   contact  hw/FAMILY/contact.c: a card is met for the first time (FAMILY_contact; hw/fl_contact.h)
 *   display  hw/FAMILY/display.c: what displays show is kept (FAMILY_display; hw/fl_display.h)
 *   stage    lib/FAMILY/stage.c: pictures are drawn on them (fl_stage_FAMILY; lib/fl_stage.h)
 *   asm      lib/FAMILY/isas.c: shader programs are assembled (fl_FAMILY_isas; lib/fl_asm_isa.h), and
 *            lib/FAMILY/program.c: they can be the caller's own (fl_FAMILY_programs; lib/fl_program.h);
 *            `text`: the first without the second
 *   stream   lib/FAMILY/stream.c: command streams are decoded (fl_stream_FAMILY; lib/stream/fl_stream.h)
 *   model    hw/model/FAMILY/: there is a model (mFAMILY_model_family; hw/model/chip.h)
 *   node     hw/drm/FAMILY/: OpenGL runs on it (FAMILY_drm_family; hw/drm/fl_drm_family.h)
 *   compute  lib/FAMILY/compute_card.c: kernels run on it (fl_compute_FAMILY; lib/fl_compute_card.h)
 *
 * Every family has a register database, hw/regs/FAMILY/. A program that wants fewer families than all defines
 * the table itself (fl_families, fl_stages and so on), and the library's is not linked.
 */
#ifndef HW_FL_FAMILIES_H
#define HW_FL_FAMILIES_H

/* clang-format off */
#define FL_FAMILIES_PCI(X) \
	/* name  cards smoke contact  display  stage  asm   stream  model  node  compute */ \
	X(r500,  yes,  yes,  yes,     yes,     yes,   yes,  yes,    yes,   yes,  no)   \
	X(r600,  yes,  yes,  yes,     yes,     yes,   yes,  yes,    yes,   yes,  no)   \
	X(cik,   yes,  yes,  yes,     yes,     yes,   yes,  yes,    yes,   yes,  yes)  \
	X(r100,  yes,  no,   yes,     yes,     yes,   no,   no,     no,    no,   no)
#define FL_FAMILIES_SOC(X) \
	X(gc,    yes,  yes,  yes,     no,      yes,   yes,  yes,    yes,   yes,  no)
/* clang-format on */

/* Cores without PCI are on no PC: tables that are compiled with FL_PC are those of a PC's image. */
#ifdef FL_PC
#define FL_FAMILIES(X) FL_FAMILIES_PCI(X)
#else
#define FL_FAMILIES(X) FL_FAMILIES_PCI(X) FL_FAMILIES_SOC(X)
#endif

/* FL_IF_yes(text) is the text, FL_IF_no(text) is nothing: a table pastes FL_IF_ and the word of its
 * column. */
#define FL_IF_yes(...)  __VA_ARGS__
#define FL_IF_text(...) __VA_ARGS__
#define FL_IF_no(...)

#endif
