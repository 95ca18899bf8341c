/* SPDX-License-Identifier: MIT
 *
 * firstlight help --man: mdoc(7), which groff and mandoc both read.
 */
#include "demos/firstlight/databases.h"
#include "demos/firstlight/man.h"
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/regs.h"
#include "demos/contact.h"
#include "demos/monitor.h"

#include <string.h>

/* Text as it is: nothing in it is taken for a request, dashes stay dashes, what is not ASCII goes by its
 * number. */
static void text(const char *s)
{
	bool start = true;

	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (start && (c == '.' || c == '\''))
			fputs("\\&", stdout);
		start = c == '\n';
		if (c == '\\') {
			fputs("\\e", stdout);
		} else if (c == '-') {
			fputs("\\-", stdout);
		} else if (c == '~' || c == '^' || c == '`') {
			fputs(c == '~' ? "\\(ti" : c == '^' ? "\\(ha" : "\\(ga", stdout);
		} else if (c == '\'') {
			fputs("\\(aq", stdout);
		} else if (c < 0x80) {
			putchar(c);
		} else { /* UTF-8 */
			unsigned n = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1, code = c & (0x3f >> n);

			for (; n && s[1]; n--)
				code = code << 6 | (*++s & 0x3f);
			printf("\\[u%04X]", code);
		}
	}
}

/* Running text: a sentence begins a line, as mdoc(7) wants it, and no line is longer than 78 characters. */
static void flow(const char *s)
{
	size_t column = 0;
	char word[200];
	bool ended = false;

	for (;;) {
		size_t n;

		s += strspn(s, " \n");
		n = strcspn(s, " \n");
		if (!n)
			break;
		if (n >= sizeof word)
			n = sizeof word - 1;
		memcpy(word, s, n);
		word[n] = 0;
		s += n;
		if (column && (column + n + 1 > 70 || (ended && *word >= 'A' && *word <= 'Z'))) {
			putchar('\n');
			column = 0;
		} else if (column) {
			putchar(' ');
		}
		text(word);
		column += n + 1;
		for (size_t i = 0; i < n; i++)
			column += strchr("-`'~^\\", word[i]) ? 4 : 0; /* as text() writes them */
		ended = strchr(".?!", word[n - 1]) != NULL;
	}
	putchar('\n');
}

/* What a thing does, from a table's one line, as a sentence. */
static void sentence(const char *s)
{
	char line[400];
	size_t n = strlen(s);

	snprintf(line, sizeof line, "%s%s", s, n && strchr(".?!", s[n - 1]) ? "" : ".");
	flow(line);
}

/* Lines of help: sentences flow, what is indented is an example and stays as it is. */
static void teach(const char *s)
{
	bool literal = false, any = false;
	char line[400];

	for (; *s; s += strcspn(s, "\n"), s += *s == '\n') {
		size_t n = strcspn(s, "\n");
		bool example = *s == ' ';

		if (n >= sizeof line)
			n = sizeof line - 1;
		memcpy(line, s, n);
		line[n] = 0;
		if (!n)
			continue;
		if (example != literal)
			puts(example ? ".Bd -literal -compact" : ".Ed");
		else if (!any)
			puts(".Pp");
		literal = example;
		any = true;
		if (example) {
			text(line + strspn(line, " "));
			putchar('\n');
		} else {
			flow(line);
		}
	}
	if (literal)
		puts(".Ed");
}

static void option(const struct fl_opt *o)
{
	/* Two dashes: mdoc's Fl puts the first. */
	printf(".It Fl \\-");
	text(o->name);
	if (o->arg) {
		fputs(" Ar ", stdout);
		text(o->arg);
	}
	putchar('\n');
	sentence(o->help);
}

static void commands(void)
{
	puts(".Sh COMMANDS");
	puts("Every command that takes");
	puts(".Fl \\-device");
	puts("works on a model without it, so that each can be learned at no risk, unless\n"
	     ".Ev FIRSTLIGHT_DEVICE\n"
	     "names a card.");
	puts(".Bl -tag -width Ds");
	for (const struct fl_cmd *c = fl_cmds; c->name; c++) {
		printf(".It Cm %s", c->name);
		if (*c->operands) {
			fputs(" Ar \"", stdout);
			text(c->operands);
			putchar('"');
		}
		putchar('\n');
		sentence(c->what);
		teach(c->teach);
		if (fl_cmd_leaves(c)) {
			puts(".Pp");
			flow(fl_cmd_leaves(c));
		}
		if (*c->opts) {
			puts(".Pp\nOptions:");
			for (const struct fl_opt *o = fl_opts; o->name; o++)
				if (fl_cmd_opt(c, o->name, strlen(o->name)))
					printf(".Fl \\-%s\n", o->name);
		}
	}
	puts(".El");
	puts(".Sh OPTIONS");
	puts(".Bl -tag -width Ds");
	for (const struct fl_opt *o = fl_opts; o->name; o++)
		option(o);
	puts(".El");
}

static void monitor(void)
{
	static const struct fl_mon m = {
	    .more = {fl_mon_step_cmds, fl_mon_smoke_cmds, fl_monitor_demo_cmds, fl_monitor_contact_cmds}};
	const struct fl_mon_cmd *c;
	const char *shown, *what;

	puts(".Sh MONITOR");
	puts("The commands of");
	puts(".Nm Cm monitor ,");
	puts("and of the monitor at the serial port of the bare-metal image.");
	puts(".Bl -tag -width Ds");
	for (unsigned i = 0; (c = fl_mon_cmd_at(&m, i)); i++) {
		printf(".It Cm %s", c->name);
		if (*c->operands) {
			fputs(" Ar \"", stdout);
			text(c->operands);
			putchar('"');
		}
		putchar('\n');
		sentence(c->what);
		teach(c->teach);
	}
	puts(".El\n.Pp\nTheir options:\n.Bl -tag -width Ds");
	for (unsigned i = 0; (shown = fl_mon_option_at(i, &what)); i++) {
		fputs(".It Li \"", stdout);
		text(shown);
		puts("\"");
		sentence(what);
	}
	puts(".El");
}

/* What commands leave behind; hw/r500/sleep.c is the other half. */
static void sleeping(void)
{
	puts(".Sh SLEEP");
	flow("A card that a command has woken is put to sleep when the command ends: when it is done, on an "
	     "error, and when SIGINT (C-c), SIGTERM or SIGHUP comes, or nobody reads its output any more. "
	     "Such a signal is noted: the step at hand comes to its end, or is given up where it waits, and "
	     "no other is begun. A second signal changes nothing. The soft reset is never left in the "
	     "middle, and takes a second and a half.");
	puts(".Pp");
	flow("An R3xx, R4xx or R5xx card that sleeps has carried out what was written to its ring; its "
	     "command processor is off (CP_CSQ_CNTL and CP_CSQ_MODE are 0), its engines are idle, none is "
	     "held in reset. As before the command are: PCI configuration space; where memory lies, and "
	     "how the host reaches it (MC_FB_LOCATION, the AGP aperture, HOST_PATH_CNTL, on R5xx "
	     "HDP_FB_LOCATION); which displays read it (VGA_RENDER_CONTROL, D1CRTC_CONTROL, "
	     "D2CRTC_CONTROL; before R5xx VGA's output register, CRTC_EXT_CNTL, CRTC_GEN_CNTL, "
	     "CRTC2_GEN_CNTL); the clocks of CP, E2, IDCT and the pipes (before R5xx SCLK_CNTL); the index "
	     "registers. The registers of the engines, the microcode and VRAM keep what the command left "
	     "there. A display mode that is set at the monitor's prompt (demo) stays, and shows the "
	     "picture.");
	puts(".Pp");
	flow(
	    "With --take-console, or demo --show, what the displays showed is kept first of all: the "
	    "registers of VGA and of both displays, their tables of colors, and the 256 KiB of VGA's memory, "
	    "to which the host's way is then switched off. All of it is given back after the card has gone "
	    "to sleep. What the kernel prints in between does not appear.");
	puts(".Pp");
	flow("A card of the RV100 class is not woken, and stays as the last drawing left it. An R5xx that "
	     "hangs is reset first. Another that hangs does not come to rest (with R3xx and R4xx the reset "
	     "can lock the machine up): that is complained of, and its command processor is off all the "
	     "same; `firstlight reset` is the next thing to try. A card that is gone, or that a driver was "
	     "bound to meanwhile, is not touched any more. What --enable switched on is switched off "
	     "again.");
}

/* hw/bus/hosted/vfio*.c. */
static void by_vfio(void)
{
	puts(".Sh VFIO");
	flow("With --via vfio a card is reached through the kernel's driver vfio-pci, by anybody who may "
	     "open the file of its IOMMU group, /dev/vfio/NUMBER. A card that is not bound to that driver, "
	     "shares its group with a device that another driver has, or is in no group is refused, with "
	     "what to do about it. The IOMMU lets the card reach the memory that the command gives to it, "
	     "and nothing else. Where the kernel runs without one (its unsafe no-IOMMU mode), root can "
	     "drive the card, a warning is printed, and the card gets no memory.");
	puts(".Pp");
	flow("The kernel resets a card when VFIO opens it, if it is alone on its bus, and after closing, if "
	     "vfio-pci has all that is on that bus. The card is then without what its video BIOS had set up, "
	     "and the step posted says so. An empty line written to the file reset_method of the card's "
	     "folder in sysfs forbids the first. `firstlight reset --function` asks for such a reset.");
	puts(".Pp");
	flow("No real card has been driven in this way yet.");
}

/* hw/bus/hosted/mmio*.c. */
static void on_chip(void)
{
	puts(".Sh CORES OF A SYSTEM ON A CHIP");
	flow(
	    "A core that is no PCI card (Vivante's) is --device mmio:ADDR, where ADDR is where its registers "
	    "begin, physically. Behind it may stand ,size=N (bytes of registers, 16384 otherwise), ,irq=N, "
	    "and ,mem=ADDR+SIZE: memory for what the core itself reads and writes, a region of RAM that the "
	    "device tree reserves with no-map. Without it, steps that read registers work, and those that "
	    "give commands say what is missing. On arm64 ,mem=huge+SIZE does without a reserved region: huge "
	    "pages of the kernel's, which root sets aside (nr_hugepages), and the processor's caches are "
	    "cleaned by hand. What the name leaves out is taken from this machine's "
	    "device tree, if that has the core; its memory is the region that memory-region names, or one "
	    "below /reserved-memory that is called firstlight.");
	puts(".Pp");
	flow(
	    "It is reached through /dev/mem, which takes root, and a kernel that is not locked down. A core "
	    "that a kernel driver has (etnaviv) is refused, with how to take it away, and so is a range that "
	    "is the kernel's own memory by /proc/iomem. The core must have power and clocks: without them a "
	    "board may hang for good at the first access. If the device tree has its clocks, the kernel "
	    "switches them off while no driver uses them; the core is opened if the kernel was started with "
	    "clk_ignore_unused pd_ignore_unused, or if ,on says that they are on. If the tree has none, "
	    "--enable switches on what the kit knows of the chip, and it stays on.");
	puts(".Pp");
	flow(
	    "In a guest of `firstlight qemu' with an ARM machine, the model is --device "
	    "mailbox:ADDR,ram=ADDR,mem=ADDR+SIZE: the last page of the machine's memory, where that begins, "
	    "and memory for commands; the guest's kernel is started without the last two (its option mem=).");
	puts(".Pp");
	flow("No real core has been driven in this way yet.");
}

/* What the databases know. */
static void databases(void)
{
	const struct fl_regs *const *db = fl_databases();

	puts(".Sh REGISTERS");
	puts("A register is");
	puts(".Ar NAME , NAME Ns Li \\&. Ns Ar FIELD , NAME Ns Li [3]");
	puts("or an address");
	puts(".Li 0x15e0 ,");
	puts("behind");
	puts(".Ar space Ns Li \\&:");
	puts("where it is not in the register aperture; a value is");
	puts(".Ar NAME Ns Li = Ns Ar value , NAME Ns Li \\&. Ns Ar FIELD Ns Li = Ns Ar ENUM");
	puts("or");
	puts(".Ar NAME Ns Li = Ns Ar value Ns Li \\&: Ns Ar mask .");
	puts("Names are as the vendors' documents print them, in any case.");
	puts("The databases:");
	puts(".Bl -tag -width Ds");
	for (; *db; db++) {
		const char *chip;
		struct fl_reg r;
		unsigned fields = 0, spaces = 0;
		char seen[200] = "";

		for (unsigned i = 0; fl_regs_at(*db, i, &r); i++) {
			fields += r.n_fields;
			/* in order of space, so that each comes once in a row */
			if (*r.space && strcmp(r.space, "mmio") && strcmp(r.space, "none") &&
			    !strstr(seen, r.space) && strlen(seen) + strlen(r.space) + 3 < sizeof seen) {
				strcat(strcat(seen, spaces++ ? ", " : ""), r.space);
			}
		}
		printf(".It Li %s\n%u registers (arrays counted once), %u fields", fl_regs_name(*db),
		       fl_regs_count(*db), fields);
		if (spaces) {
			printf(";\naddress spaces beside mmio: ");
			text(seen);
		}
		puts(".\nChips:");
		for (unsigned i = 0; (chip = fl_regs_chip_name(*db, i)); i++)
			printf("%s%s\n", chip, fl_regs_chip_name(*db, i + 1) ? "," : ".");
	}
	puts(".El");
}

void fl_man(void)
{
	puts(".\\\" Made by `firstlight help --man`.\n"
	     ".Dd November 23, 2026\n"
	     ".Dt FIRSTLIGHT 1");
	printf(".Os firstlight %s\n", fl_version);
	puts(".Sh NAME\n"
	     ".Nm firstlight\n"
	     ".Nd wake GPUs, or models of them, without a driver\n"
	     ".Sh SYNOPSIS\n"
	     ".Nm\n"
	     ".Ar command\n"
	     ".Op Ar options\n"
	     ".Op Ar operands\n"
	     ".Nm\n"
	     ".Fl V\n"
	     ".Nm\n"
	     ".Fl \\-version\n"
	     ".Sh DESCRIPTION\n"
	     ".Nm\n"
	     "is a bring-up kit for graphics chips: it finds a card, wakes it step by\n"
	     "step, reads and writes its registers by name, draws on it, and says which\n"
	     "block is broken.\n"
	     "It does so without a kernel driver; and without a card, on a strict\n"
	     "software model of the chip.");
	commands();
	monitor();
	sleeping();
	by_vfio();
	on_chip();
	databases();
	puts(".Sh ENVIRONMENT\n"
	     ".Bl -tag -width Ds\n"
	     ".It Ev FIRSTLIGHT_DEVICE\n"
	     "The device of commands that are given neither\n"
	     ".Fl \\-device\n"
	     "nor\n"
	     ".Fl \\-chip :\n"
	     "a slot or an address as\n"
	     ".Fl \\-device\n"
	     "takes them, or a model's name.\n"
	     ".Fl \\-chip\n"
	     "takes a model nevertheless.\n"
	     "Completion follows it; errors say that the name comes from here.\n"
	     "Commands whose file says what chip it is for (stream, asm, disasm, replay)\n"
	     "do not look at it.\n"
	     "sudo keeps it only if it is asked to:\n"
	     ".Li sudo --preserve-env=FIRSTLIGHT_DEVICE\n"
	     "or env_keep in sudoers.\n"
	     ".It Ev NO_COLOR\n"
	     "If set and not empty, no color on a terminal.\n"
	     ".It Ev TERM\n"
	     "What the terminal is; a dumb one gets no color.\n"
	     ".It Ev XDG_STATE_HOME\n"
	     "Where the monitor keeps its history.\n"
	     ".El\n"
	     ".Sh FILES\n"
	     ".Bl -tag -width Ds\n"
	     ".It Pa /lib/firmware/radeon\n"
	     "Microcode of the command processors.\n"
	     ".It Pa \\(ti/.local/state/firstlight/monitor_history\n"
	     "What was typed at the monitor's prompt.\n"
	     ".El\n"
	     ".Sh EXIT STATUS\n"
	     ".Bl -tag -width Ds -compact");
	for (const struct fl_exit *e = fl_exits; e->what; e++)
		printf(".It %d\n%s\n", e->code, e->what);
	printf(".It %d + N\nended by signal N\n", FL_EXIT_SIGNAL);
	puts(".El\n"
	     ".Sh SEE ALSO\n"
	     ".Xr lspci 8 ,\n"
	     ".Xr setpci 8");
}
