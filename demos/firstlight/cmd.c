/* SPDX-License-Identifier: MIT
 *
 * The table of subcommands, and of the exit codes; opts.c has that of their options.
 */
#include "demos/firstlight/cmd.h"

#define DEVICE "chip device via enable take-console log break"
#define REGS   DEVICE " state"
#define WAKE   DEVICE " microcode"
#define MODEL  "threads isa scalar jit"

const struct fl_cmd fl_cmds[] = {
    {"list", "", 0, 0, "cards found, models known",
     "Shows the display controllers that libpci finds, what the kit knows of them and which driver\n"
     "holds them, then the models that stand in where there is no card. Nothing is written to a card.",
     "json", fl_cmd_list, FL_LEAVES_AS_IT_WAS},
    {"demo", "[NAME]", 0, 1, "draw a picture: on a model, or on a card",
     "Wakes the device and draws the demo NAME.\n"
     "  firstlight demo cube --out cube.png          on the model of an R580\n"
     "  firstlight demo cube --frames 120 --out cube.png    two seconds, as an animated PNG\n"
     "  firstlight demo cube --frames 120 --out cube-%03d.png    %d in the name: a file a frame\n"
     "  firstlight demo cube --frames 600 --out y4m:- | mpv -    frames through a pipe\n"
     "  firstlight demo cube --frames 600 --out y4m:- | ffmpeg -i - cube.mp4\n"
     "The suffix says how it is written: .png, .qoi, .ppm, .y4m, .raw (R, G, B bytes); KIND:FILE does for\n"
     "any name. No folder is made.\n"
     "  firstlight demo blit --device 01:00.0        on the card in that slot (root; no driver bound)\n"
     "  firstlight demo blit --device qtest          on QEMU's ati-vga, with no guest\n"
     "  firstlight demo --list                       what there is\n"
     "--html records what the model gets, and writes a page to look into it with (`firstlight help "
     "replay`):\n"
     "  firstlight demo gears --html out/gears",
     WAKE " transport size frames first out html show list quiet json " MODEL, fl_cmd_demo, FL_LEAVES_ASLEEP},
    {"run", "KERNEL.o", 1, 1, "run a kernel that clang compiled: on a model, or on a card",
     "Wakes the device and runs a kernel of OpenCL C out of a code object; lib/cik/code_object.h says how "
     "they "
     "are\n"
     "compiled. Arguments in the kernel's order:\n"
     "  u32:5 i64:-1 f32:1.5 f32:1,2,3,4    values: u8 to u64, i8 to i64, f32, f64; vectors of up to 16\n"
     "  in:FILE out:FILE:SIZE inout:FROM:TO    memory: what is in a file; written to one afterwards; both\n"
     "  zero:SIZE print:TYPE:N              memory of zeros; of N numbers, printed afterwards\n"
     "  local:SIZE                          local memory of a group\n"
     "SIZE counts bytes, or K or M of them.\n"
     "  firstlight run hello.o --global 64 --arg print:u32:64 --arg u32:7\n"
     "  firstlight run mandelbrot.o --global 256x256 --arg out:m.raw:256K \\\n"
     "    --arg f32:-2 --arg f32:-1.25 --arg f32:0.009765625 --arg u32:1000\n"
     "The default model is a Bonaire. Threads need not be whole groups.",
     WAKE " transport global local arg kernel quiet json " MODEL, fl_cmd_run, FL_LEAVES_ASLEEP},
    {"smoke", "", 0, 0, "what works, in TAP; which block is broken",
     "Wakes the device step by step, tests each block on the way, and says which one is broken.\n"
     "  firstlight smoke\n"
     "  firstlight smoke --break cp-stuck            see it find a fault\n"
     "  firstlight smoke --device 01:00.0 --log log.txt",
     WAKE " transport json " MODEL, fl_cmd_smoke, FL_LEAVES_ASLEEP},
    {"contact", "", 0, 0, "the first run on an unknown card, from harmless to bold; a report",
     "In stages: reads, scratch, memory, 2d, microcode, pio, ring, 3d, picture. Before each bolder one you "
     "are\n"
     "asked; it stops at the first that fails, puts the card to sleep, and leaves one file that says what "
     "was\n"
     "found: contact.txt, or --out; and the picture, if it came so far: contact.png.\n"
     "  firstlight contact --device 01:00.0\n"
     "  firstlight contact --chip rv530 --yes        what it is like when all is well\n"
     "  firstlight contact --read contact.txt        what a report means, and what to try next\n"
     "Without a terminal, and without --yes, it stops before the first stage that writes. Reports are "
     "welcome:\n"
     "demos/manual/card.md says where.",
     WAKE " out yes read quiet " MODEL, fl_cmd_contact, FL_LEAVES_ASLEEP},
    {"probe", "", 0, 0, "read who the device is; writes nothing",
     "Identity, apertures, memory, pipes, whether a video BIOS has run, and what is busy.", DEVICE " json",
     fl_cmd_probe, FL_LEAVES_AS_IT_WAS},
    {"reset", "", 0, 0, "the soft reset, step by step",
     "Stops the command processor and pulses the engines' soft resets.\n"
     "  firstlight reset --device 01:00.0 --via vfio --function    a card that nothing else brings back",
     DEVICE " function json", fl_cmd_reset, FL_LEAVES_ASLEEP},
    {"microcode", "", 0, 0, "load the command processor's microcode and read it back",
     "Resets the device, loads the microcode, reads it back and compares.", WAKE " json", fl_cmd_microcode,
     FL_LEAVES_ASLEEP},
    {"ring", "", 0, 0, "find a way for commands, and let them write scratch registers",
     "Every step of a wake-up, up to a fence. The step `transport` finds a way for commands to the card's "
     "command\n"
     "processor, tries it, and says why those before it were not taken: pio, by hand; vram, a ring in the "
     "card's\n"
     "memory; system, one in the machine's.\n"
     "  firstlight ring --transport system           one of them alone\n"
     "  firstlight ring --break no-pio               see it take the next",
     WAKE " transport json", fl_cmd_ring, FL_LEAVES_ASLEEP},
    {"replay", "TRACE...", 1, -1, "run recorded command streams on the model, and judge the pictures",
     "TRACE is a GTRC trace, plain or packed (.trace, .trace.xz), or a whole set (.tar.xz). Each scene's "
     "picture\n"
     "is compared with the one recorded with it, which a software rasterizer drew.\n"
     "  firstlight replay tests/traces/r500_linear.tar.xz --scene 'tex_*'\n"
     "  firstlight replay tri_flat.trace --out diff.png     expected, got and difference, side by side\n"
     "With several traces, or a set, --out is one file a scene: diff-tri_flat.png and so on.\n"
     "--html writes a page that has one trace and the models in it, and shows what each draw did, and what\n"
     "became of each pixel; it needs no network:\n"
     "  firstlight replay tri_flat.trace --html out/tri_flat\n"
     "Or look into one scene here, as the page does:\n"
     "  firstlight replay tri_flat.trace --events            what the chip does, one after the other\n"
     "  firstlight replay tri_flat.trace --event 2 --out p.png    the picture after event 2\n"
     "  firstlight replay tri_flat.trace --event 2 --json    the state in force there, and what changed\n"
     "  firstlight replay tex_mip.trace --event 2 --texture 0:1 --out t.png    a texture, its level 1\n"
     "  firstlight replay depth_less.trace --event 2 --depth --out z.png     the depth buffer after event 2\n"
     "  firstlight replay tri_flat.trace --event 2 --vertices    vertices as fetched, and as drawn\n"
     "  firstlight replay fs_math.trace --event 2 --steps 64,20    the pixel's program, step by step\n"
     "  firstlight replay depth_less.trace --events --cost shaded --out heat.png    overdraw of the frame\n"
     "  firstlight replay tri_flat.trace --pixel 64,20       what became of a pixel, and why not more\n"
     "  firstlight replay --diff a.trace b.trace             the first event that differs, and in what\n"
     "--diff exits with 1 where anything differs.",
     "scene events event texture depth stencil vertices steps cost pixel target diff out html strict json "
     "quiet " MODEL,
     fl_cmd_replay, FL_LEAVES_NO_CARD},
    {"read", "REGISTER...", 1, -1, "read registers by name, with their fields",
     "  firstlight read RBBM_STATUS GB_TILE_CONFIG.PIPE_COUNT SCRATCH_REG[3] 0x15e0\n"
     "  firstlight read 'CP_*'                       a glob; what is not safe to read is left out, and "
     "listed\n"
     "  firstlight read mc:MC_FB_LOCATION 'pll:*'    registers behind an index, as plainly as the others\n"
     "  firstlight read 0x15e0-0x15fc                a range of addresses: what is known there and safe\n"
     "  firstlight RBBM_STATUS                       read is what a register's name alone means\n"
     "Names are understood as others write them, too: mmRBBM_STATUS, R_000E40_RBBM_STATUS.\n"
     "A register that is not safe to read wants --unsafe-read.",
     REGS " unsafe-read json", fl_cmd_read, FL_LEAVES_AS_IT_WAS},
    {"write", "REGISTER=VALUE...", 1, -1, "write registers by name; prints old -> new and reads back",
     "Everything is checked before the first access.\n"
     "  firstlight write SCRATCH_REG[0]=0xcafe       or: firstlight SCRATCH_REG[0]=0xcafe\n"
     "  firstlight write ISYNC_CNTL.ISYNC_WAIT_IDLEGUI=1 -n     rehearsed: read, not written\n"
     "  firstlight write SCRATCH_REG_1=0x12:0xff               only the bits of the mask\n"
     "  firstlight write 'SCRATCH_REG_1|=0x10' 'SCRATCH_REG_1&=~2'      bits set, bits cleared\n"
     "  firstlight write GB_TILE_CONFIG.ENABLE=1,TILE_SIZE=PIXELS_16    several fields in one access\n"
     "  firstlight write VAP_VPORT_XSCALE=512.0 VAP_INDEX_OFFSET.INDEX_OFFSET=-3    as the chip means them\n"
     "  firstlight write SCRATCH_REG[0]=1 --state m.txt        a model that remembers, in the next command, "
     "too\n"
     "A register that can take the machine down wants --force=HAZARD; several hazards: --force=clock,bus.",
     REGS " rehearse force unsafe-read json", fl_cmd_write, FL_LEAVES_WRITTEN},
    {"dump", "[GLOB...]", 0, -1, "a snapshot of all registers that are safe to read",
     "A text file that names its card, for `firstlight diff`; on standard output if there is no --out.\n"
     "  firstlight dump --out before.txt\n"
     "  firstlight dump 'CP_*' 'mc:*'",
     REGS " out quiet json", fl_cmd_dump, FL_LEAVES_AS_IT_WAS},
    {"diff", "A [B]", 1, 2, "compare snapshots, the live device, and the documented reset values",
     "A and B are snapshot files, or `live`, or `reset`; B is `live` if left out.\n"
     "  firstlight diff before.txt after.txt\n"
     "  firstlight diff before.txt                   with the device as it is\n"
     "  firstlight diff reset live                   what differs from the documented reset values\n"
     "Exits with 1 if anything differs.",
     REGS " json quiet", fl_cmd_diff, FL_LEAVES_AS_IT_WAS},
    {"watch", "REGISTER...", 1, -1, "print what changes in registers, with time stamps",
     "  firstlight watch RBBM_STATUS 'CP_RB_*' --interval 10 --count 100\n"
     "  firstlight watch RBBM_STATUS.GUI_ACTIVE      only this field's changes\n"
     "On a terminal that has the room, all of it stands in place, with its fields, and what changed in the "
     "last\n"
     "second is marked; else, and in a file or a pipe, each change is a line.",
     REGS " interval count unsafe-read json", fl_cmd_watch, FL_LEAVES_AS_IT_WAS},
    {"play", "LOG", 1, 1, "do the accesses of a log again, and compare what is read",
     "LOG is what --log wrote, of any command, on a card or a model. Each write is done again; each read is "
     "done\n"
     "and compared, and what differs is shown: then the log's value is the first, and the device's the "
     "second. "
     "Of\n"
     "reads of one register in a row, which were a wait, only the last counts, and is waited for.\n"
     "  firstlight reset --device 01:00.0 --log card.txt\n"
     "  firstlight play card.txt --chip rv530 --force=display,bus --unsafe-read    the same on the model\n"
     "  firstlight play card.txt --c > card.c        nothing is done: the log as a C function\n"
     "What can take a machine down, or hang, is named before the first access, and wants to be accepted.",
     REGS " force unsafe-read timeout c quiet json", fl_cmd_play, FL_LEAVES_WRITTEN},
    {"poll", "REGISTER=VALUE", 1, 1, "wait until a register holds a value",
     "  firstlight poll RBBM_STATUS.GUI_ACTIVE=0 --timeout 500\n"
     "Exits with 5 on time-out, and says what was read.",
     REGS " timeout unsafe-read json", fl_cmd_poll, FL_LEAVES_AS_IT_WAS},
    {"decode", "REGISTER [VALUE...]", 1, -1, "what a value means; without a value, what the register holds",
     "Needs no device: any chip of the database will do.\n"
     "  firstlight decode --chip rv770 CB_COLOR0_INFO 0x1234\n"
     "  firstlight decode 0x4e38 0x00c00400\n"
     "  firstlight decode VAP_VPORT_XSCALE 0x44000000    512.0; and the other way\n"
     "  firstlight decode GB_TILE_CONFIG             its fields, and the names of their values\n"
     "  firstlight decode '*VPORT*'                  what is called so; 0x4018-0x4028: what is there",
     "chip json", fl_cmd_decode, FL_LEAVES_NO_CARD},
    {"names", "[GLOB]", 0, 1, "registers by name: a glob, or the beginning",
     "Needs no device, as decode.\n"
     "  firstlight names 'CB_*' --chip rv770\n"
     "  firstlight names 'mc:*'                      an address space of its own",
     "chip json", fl_cmd_names, FL_LEAVES_NO_CARD},
    {"power", "[BOARD [CORE] [off]]", 0, 3, "what gives a board's core power and clocks; writes nothing",
     "Needs no device: a rehearsal of what an image does there, by the word `power`. A board goes by its "
     "name\n"
     "in the device tree; without CORE it is the one that draws in 3D.\n"
     "  firstlight power                             boards and cores that the tables have\n"
     "  firstlight power imx6q                       registers of the system, bits, waits, in order\n"
     "  firstlight power fsl,imx8mq off              the other way",
     "", fl_cmd_power, FL_LEAVES_NO_CARD},
    {"md", "SPACE:ADDRESS [COUNT]", 1, 2, "show memory: video memory, or the register BAR",
     "SPACE is vram or regs. COUNT counts units of the width: md.b, md.w, or md.l, which is what md is.\n"
     "  firstlight md vram:0x1000 64\n"
     "  firstlight md.b regs:0xe40 4                 what is not known to be safe to read stays out",
     REGS " unsafe-read", fl_cmd_mon, FL_LEAVES_AS_IT_WAS},
    {"mw", "SPACE:ADDRESS VALUE [COUNT]", 2, 3, "write memory, COUNT times the value",
     "  firstlight mw vram:0 0x00ff0000 640 --device 01:00.0    a red line\n"
     "  firstlight mw regs:0x15e0 1                  as `write 0x15e0=1`",
     REGS " force unsafe-read", fl_cmd_mon, FL_LEAVES_WRITTEN},
    {"pci", "[show | dump | read | write] [OFFSET [VALUE]]", 0, 3, "the card's PCI configuration space",
     "  firstlight pci show --device 01:00.0         the header, in words\n"
     "  firstlight pci.w read 0x04                   the command register; pci.w 4 will do\n"
     "  firstlight pci.w write 0x04 0x0006 --force=bus\n"
     "Writing can take the machine down, and wants --force=bus. `firstlight list` shows the cards.",
     REGS " force", fl_cmd_mon, FL_LEAVES_WRITTEN},
    {"stream", "FILE...", 1, -1, "decode a command stream: packets, registers, shaders, descriptors",
     "FILE is a GTRC trace, plain or packed, a set of them (.tar.xz), or a raw command buffer of the "
     "--chip.\n"
     "  firstlight stream tri_flat.trace             everything, in order\n"
     "  firstlight stream -r tri_flat.trace | grep ZB_\n"
     "  firstlight stream --query 'CB_COLOR*' tri_flat.trace\n"
     "  firstlight stream --draw 3 tri_flat.trace    the state in force; with --changed, what draw 3 "
     "changed\n"
     "  firstlight stream --diff a.trace b.trace     exits with 1 if the streams differ\n"
     "  firstlight stream --chip rv770 --c ib.bin    as C, to include in a demo\n"
     "An unknown opcode or a malformed packet exits with 1 and says where.",
     "chip scene registers query draw changed diff c json", fl_cmd_stream, FL_LEAVES_NO_CARD},
    {"monitor", "", 0, 0, "a prompt: registers, memory, PCI configuration, steps, demos",
     "All that can be done to a device, interactively, with history and completion of names. The same "
     "monitor answers\n"
     "at the serial port of the bare-metal image. If standard input is no terminal, it is a script: the "
     "first error\n"
     "ends it, with its exit code.\n"
     "  firstlight monitor\n"
     "  firstlight monitor --device 01:00.0\n"
     "  echo 'ring; read CP_RB_*' | firstlight monitor --chip rv530",
     WAKE " keep-going " MODEL, fl_cmd_monitor, FL_LEAVES_ASLEEP},
    {"qemu", "ARGUMENT...", 1, -1, "a virtual card in a virtual machine: the model under QEMU",
     "Starts QEMU with the model as its PCI graphics card; what comes after -- goes to QEMU. Neither "
     "outlives the\n"
     "other, and QEMU's exit code is this command's. With --out the picture that the card's display shows is "
     "written\n"
     "at the end, and whenever SIGUSR1 comes. With --strict what the model objects to makes 0 a 1, and 1 a "
     "3: those\n"
     "are success and failure of a guest that leaves through isa-debug-exit.\n"
     "With --qemu qemu-system-arm or qemu-system-aarch64 the machine is an ARM board, `virt` if no -M says "
     "which,\n"
     "and the card is behind a mailbox in its memory, which the images of this kit know.\n"
     "  firstlight qemu --out cube.png -- -serial stdio \\\n"
     "    -kernel build/firstlight.elf -append 'demo cube'\n"
     "  firstlight qemu --chip rv530 -- -nographic -cdrom build/firstlight.iso\n"
     "  firstlight qemu --qemu qemu-system-arm -- -M sabrelite -nographic \\\n"
     "    -dtb build/arm/sabrelite.dtb -kernel build/arm/firstlight.img",
     "chip microcode rom break vram slow-vram qemu out window strict quiet " MODEL, fl_cmd_qemu,
     FL_LEAVES_NO_CARD},
    {"gl", "PROGRAM...", 1, -1, "an OpenGL program, through the system's own Mesa, on a model",
     "Runs PROGRAM with its arguments on a render node that this command makes: no kernel driver, no card, "
     "no root.\n"
     "Mesa's drivers r300, r600 and radeonsi (Debian: libgl1-mesa-dri) find the chip there. Programs draw by "
     "EGL "
     "without "
     "a\n"
     "window system (surfaceless) or by GBM; those that want X11 or Wayland are not served. The exit code is "
     "the\n"
     "program's; if Mesa took another driver, or the chip hung, 0 becomes 1, and with --strict whatever the "
     "model\n"
     "objects to. --log writes down each submission; --capture records all that the chip gets, which "
     "`firstlight\n"
     "replay` plays to the same bits.\n"
     "With --out frame 0 is written as a picture; with --frames A-B those, one after the other or (%d in the "
     "name) a\n"
     "file each, and --capture records them alone. A frame ends with eglSwapBuffers(); in a context without "
     "a\n"
     "surface, with glFinish() or glReadPixels(0, 0, ...). With --window frames are shown as they come, 30 a "
     "second "
     "at "
     "most;\n"
     "keys and pointer go to programs on SDL2, which draw by its driver `offscreen`.\n"
     "With --device a card (R3xx to R7xx) takes the model's place, once it is woken; --device model:CHIP is "
     "a "
     "model\n"
     "in a card's place, woken step by step and reached over its bus.\n"
     "  firstlight gl -- ./program\n"
     "  SDL_VIDEODRIVER=offscreen firstlight gl --frames 200-200 --out g.png \\\n"
     "    -- chromium-bsu\n"
     "  firstlight gl --window -- env SDL_VIDEODRIVER=offscreen neverputt\n"
     "  firstlight gl --chip rv770 -- env PIGLIT_PLATFORM=surfaceless_egl \\\n"
     "    shader_runner a.shader_test -auto\n"
     "  EGL_PLATFORM=surfaceless firstlight gl -- ./program     where the program does not ask for it itself",
     "chip device via enable take-console microcode transport window frames out capture log strict fine "
     "quiet " MODEL,
     fl_cmd_gl, FL_LEAVES_ASLEEP},
    {"completion", "SHELL", 1, 2, "print a completion script: bash, fish or zsh",
     "  firstlight completion bash > /usr/share/bash-completion/completions/firstlight\n"
     "  firstlight completion zsh > /usr/share/zsh/site-functions/_firstlight\n"
     "  firstlight completion fish > ~/.config/fish/completions/firstlight.fish\n"
     "Commands and options are in the script; names of registers, chips and cards it asks for when Tab is "
     "pressed:\n"
     "  firstlight completion registers CP_ --chip rv530",
     "chip device", fl_cmd_completion, FL_LEAVES_NO_CARD},
    {"asm", "FILE", 1, 1, "assemble a shader program: text to words",
     "FILE begins with !!PVS (R5xx vertex program), !!US (fragment program), both in lib/r500/asm.h, or with "
     "!!R600 or\n"
     "!!R700 (any program of R6xx, R7xx; lib/r600/asm.h), or !!GFX7 (Sea Islands; lib/cik/asm.h). Text for "
     "LLVM, which has no\n"
     "such line, wants --chip.\n"
     "  firstlight asm cube.vs --out cube.words\n"
     "  firstlight asm --chip bonaire kernel.s\n"
     "Words are hexadecimal text, an instruction a line, on standard output if there is no --out. FILE - is "
     "standard\n"
     "input. Errors: file, line, column, what was expected.",
     "chip out json", fl_cmd_asm, FL_LEAVES_NO_CARD},
    {"disasm", "FILE", 1, 1, "disassemble a shader program: words to text",
     "FILE has words as hexadecimal text, as `firstlight asm` writes them, or binary; - is standard input.\n"
     "  firstlight disasm cube.words\n"
     "  firstlight disasm --program us dump.bin\n"
     "  firstlight disasm --chip rv770 shader.bin   what its shaders are made of: R700\n"
     "  firstlight disasm --chip bonaire kernel.bin   Sea Islands: text that LLVM takes, too\n"
     "  firstlight disasm --chip bonaire --dot kernel.bin | dot -Tsvg >kernel.svg   its control flow\n"
     "The text assembles to the same words. Exits with 1 if some of them are no instruction; the text says "
     "which.",
     "program chip dot out", fl_cmd_disasm, FL_LEAVES_NO_CARD},
    {"help", "[COMMAND]", 0, 1, "this text, or that of a command",
     "  firstlight help --man | man -l -              all of it", "man", fl_cmd_help, FL_LEAVES_NO_CARD},
    {NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, FL_LEAVES_NO_CARD},
};

const char *fl_cmd_leaves(const struct fl_cmd *c)
{
	static const char *const leaves[] = {
	    [FL_LEAVES_AS_IT_WAS] = "Leaves a card as it was.",
	    [FL_LEAVES_WRITTEN] = "Leaves a card as it was, but for what was written.",
	    [FL_LEAVES_ASLEEP] = "At its end, C-c and errors included, a card is put to sleep "
				 "(SLEEP in the man page).",
	};

	return leaves[c->leaves];
}

const struct fl_exit fl_exits[] = {
    {FL_OK, "ok"},
    {FL_FAILED, "failed or mismatch"},
    {FL_USAGE, "usage"},
    {FL_NO_DEVICE, "no such device or file"},
    {FL_PERMISSION, "permission"},
    {FL_TIMEOUT, "time-out"},
    {FL_EXIT_SKIPPED, "skipped"},
    {0, NULL},
};
