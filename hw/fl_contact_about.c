/* SPDX-License-Identifier: MIT
 *
 * What there is to say about the stages of a first contact; see fl_contact.h.
 */
#include "hw/fl_contact.h"

const struct fl_contact_about fl_contact_about[FL_CONTACT_STAGES] = {
    [FL_CONTACT_READS] =
	{"reads", "registers are read, and nothing is written",
	 "The card is not what it says, does not answer, or was never started by its video BIOS.",
	 "Try it as the machine's first display, so that its BIOS runs; `firstlight list` "
	 "says who else holds it; in another slot, or another machine."},
    [FL_CONTACT_SCRATCH] = {"scratch", "registers that nobody uses are written, and put back",
			    "Writes do not reach the registers, or the bus changes them on the way.",
			    "Seat the card again; look at PCI errors in dmesg and lspci -vv."},
    [FL_CONTACT_MEMORY] =
	{"memory", "the engines are brought to rest, and some video memory is written and put back",
	 "The memory controller is not set up, the host reaches other memory than the chip does, or a memory "
	 "chip is bad.",
	 "Compare MC_FB_LOCATION and HDP_FB_LOCATION in the snapshot; a bad bit that is always the same one "
	 "is a memory chip or its solder."},
    [FL_CONTACT_2D] =
	{"2d", "clocks are forced on, and the 2D engine fills a small picture by register writes",
	 "The 2D engine has no clock, hangs, or draws elsewhere.",
	 "`firstlight reset`, then contact again; what RBBM_STATUS says is busy is the block to "
	 "look at."},
    [FL_CONTACT_MICROCODE] = {"microcode", "the command processor's microcode is loaded and read back",
			      "The command processor's memory does not hold what is written to it.",
			      "Try another file (--microcode); then the chip is to be doubted."},
    [FL_CONTACT_PIO] = {"pio", "packets are written to the command processor by hand",
			"The microcode does not run, or is not for this chip.",
			"Compare the file with the distribution's, by its checksum."},
    [FL_CONTACT_RING] = {"ring", "the command processor fetches packets from memory",
			 "What the card fetches is not what was written, or it fetches nothing.",
			 "Other ways for commands may work: `firstlight ring` with each of them."},
    [FL_CONTACT_3D] = {"3d", "both engines draw small pictures by packets",
		       "A pipe is dead or not set up as the chip wants it.",
		       "`firstlight smoke` names the block; compare the first pixel that differs."},
    [FL_CONTACT_PICTURE] = {"picture", "a whole picture is drawn",
			    "Small things work, and a program's worth of them does not: memory or clocks are "
			    "at their limit.",
			    "Draw it again; if it differs from time to time, cool the card."},
};
