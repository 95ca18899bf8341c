/* SPDX-License-Identifier: MIT
 *
 * A graphics chip in software: the interface of the model for any program (libfirstlight-hosted.a).
 *
 * The model is strict (it refuses what the chip would refuse), lazy (it works only when the host reads a
 * register or lets time pass), keeps caches honest (results reach memory when the chip's caches are flushed)
 * and explains what it objects to. One struct fl_model is one card; several may live side by side. Calls on
 * one card are not thread-safe; inside, the model draws on threads of its own.
 *
 * A whole program (cc -I. -Ibuild/gen example.c build/libfirstlight-hosted.a -lm -pthread):
 *
 *     // A chip, 4 GiB of memory that it shares with the program, a command buffer, the result.
 *     #include "hw/model/fl_model.h"
 *     #include "hw/regs/r500.h" // generated: build/gen
 *     #include <inttypes.h>
 *     #include <stdio.h>
 *     #include <sys/mman.h>
 *
 *     #define SPACE_B   (UINT64_C(1) << 32)
 *     #define PICTURE   UINT32_C(0x40000000) // GPU addresses are offsets in the memory
 *     #define COMMANDS  UINT32_C(0xc0000000)
 *     enum { W = 320, H = 200, PITCH_B = 1280 };
 *
 *     static uint32_t *ib;
 *     static unsigned n_dw;
 *
 *     // A type-0 packet: one register.
 *     static void reg(uint32_t offset_B, uint32_t value)
 *     {
 *             ib[n_dw++] = offset_B / 4;
 *             ib[n_dw++] = value;
 *     }
 *
 *     // R5xx guide 6.2.2: a solid rectangle by the 2D engine, x to x + w - 1, y to y + h - 1.
 *     static void fill(unsigned x, unsigned y, unsigned w, unsigned h, uint32_t argb)
 *     {
 *             reg(R500_DP_GUI_MASTER_CNTL,
 *                 R500_DP_GUI_MASTER_CNTL__GMC_DST_PITCH_OFFSET_CNTL(1) |
 *                     R500_DP_GUI_MASTER_CNTL__GMC_DST_CLIPPING(1) |
 *                     R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE(13) | // solid
 *                     R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE(6) |    // ARGB8888
 *                     R500_DP_GUI_MASTER_CNTL__GMC_ROP3(0xf0) |         // the brush
 *                     R500_DP_GUI_MASTER_CNTL__GMC_CLR_CMP_CNTL_DIS(1) |
 *                     R500_DP_GUI_MASTER_CNTL__GMC_WR_MSK_DIS(1));
 *             reg(R500_DST_PITCH_OFFSET, PITCH_B / 64 << 22 | PICTURE >> 10);
 *             reg(R500_SC_TOP_LEFT, 0);
 *             reg(R500_SC_BOTTOM_RIGHT, H << 16 | W);
 *             reg(R500_DP_CNTL, 3); // left to right, top to bottom
 *             reg(R500_DP_BRUSH_FRGD_CLR, argb);
 *             reg(R500_DST_Y_X, y << 16 | x);
 *             reg(R500_DST_HEIGHT_WIDTH, h << 16 | w);
 *     }
 *
 *     int main(void)
 *     {
 *             // As a kernel driver leaves the card: memory, microcode, pipes and ring are set up.
 *             struct fl_model_config cfg = {.running = true};
 *             char why[256];
 *             struct fl_model *m = fl_model_new("rv530", &cfg, why, sizeof(why));
 *             uint8_t *space = mmap(NULL, SPACE_B, PROT_READ | PROT_WRITE,
 *                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
 *             const struct fl_report *r;
 *             unsigned painted = 0;
 *
 *             if (!m || space == MAP_FAILED || !fl_model_map(m, 0, space, SPACE_B)) {
 *                     fprintf(stderr, "no chip, or no memory: %s\n", why);
 *                     return 1;
 *             }
 *
 *             // What the chip draws is in memory when its 2D cache was flushed, and not before.
 *             ib = (uint32_t *)(space + COMMANDS);
 *             fill(10, 20, 100, 50, 0xff336699);
 *             fill(100, 60, 40, 30, 0x80ffcc00);
 *             reg(R500_RB2D_DSTCACHE_CTLSTAT, R500_RB2D_DSTCACHE_CTLSTAT__DC_FLUSH(3));
 *             reg(R500_WAIT_UNTIL, R500_WAIT_UNTIL__WAIT_2D_IDLECLEAN(1));
 *             if (!fl_model_run_ib(m, COMMANDS, n_dw) || !fl_model_wait(m))
 *                     printf("the chip hangs\n");
 *
 *             const uint32_t *px = (const uint32_t *)(space + PICTURE);
 *             for (unsigned i = 0; i < W * H; i++)
 *                     painted += px[i] != 0;
 *             printf("%u pixels painted, (10, 20) is 0x%08" PRIx32 "\n", painted, px[20 * W + 10]);
 *
 *             // The model is strict, and should have nothing to say to this.
 *             for (unsigned i = 0; (r = fl_model_report(m, i)); i++)
 *                     printf("[%s] %s: %s (%s)\n", r->block, r->where, r->text, r->section);
 *             fl_model_delete(m);
 *             munmap(space, SPACE_B);
 *             return 0;
 *     }
 */
#ifndef HW_MODEL_FL_MODEL_H
#define HW_MODEL_FL_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct fl_model;

struct fl_model_config {
	uint64_t vram_B; /* power of two, 16 MiB to 1 GiB; 0: what the real card has (128 or 256 MiB) */
	/* Memory of the caller's to be VRAM, vram_B bytes, page-aligned, for sharing it with another process.
	 * NULL: the model's own memory. */
	void *vram;
	/* The card is on a conventional PCI bus: BARs of 32 bits, no capability of PCI Express, no MSI. */
	bool conventional;
	/* A chip of PCI Express on a board for AGP, behind a bridge, as an X1650 was seen: a conventional
	 * endpoint with BARs of 64 bits and MSI, the first of several functions. */
	bool bridged;
	/* Size of the VRAM BAR: a power of two from 1 MiB on, no more than VRAM. 0: all of VRAM, 256 MiB at
	 * most.
	 */
	uint64_t bar_B;
	/* The card has a text console of a kernel that knows nothing of who else uses it: as long as legacy
	 * VGA memory is decoded, characters appear in it as time passes. It redraws one screen for ever. */
	bool console;
	/* Threads that draw, the caller's included. 0: one for each processor; 1: the caller's alone. */
	unsigned threads;
	bool scalar;     /* the plain path that judges the fast one; it is slow */
	const char *isa; /* "base", "avx2" or "avx512"; NULL: the widest that the machine has */
	/* When programs of shaders are compiled: "auto" (or NULL), once they have run for as long as
	 * compiling them takes; "off"; "always". Where LLVM was not found when the model was built, or is not
	 * there to be loaded, none is. The pictures are the same. */
	const char *jit;
	/* Vertices keep 8 bits of subpixel precision whatever the chip is set to, for comparing pictures with
	 * those of a software rasterizer. (R5xx: GB_TILE_CONFIG's SUBPRECISION, which Linux leaves off.) */
	bool fine;
	/* How much one call may cause before the chip counts as hung. A unit is a pixel or a vertex through
	 * one instruction, and takes about a nanosecond. 0: 2^34 units. */
	uint64_t work;
	/* The state that a video BIOS leaves: the memory's size is set, the memory controller has its
	 * places. */
	bool posted;
	/* With posted: the host's writes to VRAM are there at once, and all of its BAR is one aperture.
	 * Otherwise they pass the card's write combiner, and what stands in it the chip does not see (R3xx to
	 * R5xx). */
	bool plain_host;
	/* The state that a kernel driver leaves: posted, microcode loaded, pipes set up, the ring idle. For
	 * replaying streams that assume all this. */
	bool running;
};

/* NULL-terminated names: "r580", "rv530", … */
const char *const *fl_model_chips(void);
/* One line about a chip: "RADEON X1900 (R580), 1002:7249, 4 pipes". NULL if there is none of that name. */
const char *fl_model_describe(const char *chip);
/* The name of the i-th family that has models ("r500"), NULL: no more. */
const char *fl_model_family(unsigned i);
/* An image made up in the place of the i-th file of firmware that a card with this chip wants: well-formed,
 * and with no program in it. The model takes it. Fills at most max_B bytes of out, and returns its size; 0:
 * the chip wants no such file. */
size_t fl_model_firmware(const char *chip, unsigned i, uint8_t *out, size_t max_B);

/* NULL on failure, with the reason in why (size bytes, may be NULL). cfg may be NULL: all defaults. */
struct fl_model *fl_model_new(const char *chip, const struct fl_model_config *cfg, char *why,
			      size_t why_size);
void fl_model_delete(struct fl_model *m);
/* The bus's reset (RST#): the chip as it was made, its windows without addresses and switched off; what is in
 * VRAM stays. */
void fl_model_reset(struct fl_model *m);

/* ---- as a PCI device ----------------------------------------------------------------------------------- */
/* A part of a system on a chip has no configuration space: it reads as ones, and the core's registers and
 * memory always answer. What is called VRAM is the memory that its board reserves for it. */
uint32_t fl_model_cfg_read(struct fl_model *m, unsigned where_B, unsigned size_B);
void fl_model_cfg_write(struct fl_model *m, unsigned where_B, unsigned size_B, uint32_t value);
/* Register BAR, size_B 1, 2 or 4, naturally aligned. Offsets outside the BAR read as all ones. */
uint32_t fl_model_read(struct fl_model *m, uint32_t offset_B, unsigned size_B);
void fl_model_write(struct fl_model *m, uint32_t offset_B, unsigned size_B, uint32_t value);
uint32_t fl_model_regs_size_B(const struct fl_model *m);
uint64_t fl_model_vram_bar_B(const struct fl_model *m);
/* Where a board has the memory that it reserves; 0: this is a card. */
uint64_t fl_model_vram_addr(const struct fl_model *m);
/* I/O BAR, by port instructions: the same registers, as many as the window shows (R3xx to R5xx: 256 bytes, in
 * which MM_INDEX and MM_DATA reach the others). Answers while PCI COMMAND lets I/O accesses through. */
uint32_t fl_model_io_read(struct fl_model *m, uint32_t offset_B, unsigned size_B);
void fl_model_io_write(struct fl_model *m, uint32_t offset_B, unsigned size_B, uint32_t value);
/* BAR of doorbells, where the family has one (Sea Islands: BAR 2): a dword, by which a queue learns how far
 * the host has written to its ring. */
void fl_model_doorbell(struct fl_model *m, uint32_t offset_B, uint32_t value);
/* VRAM through its BAR: checked and reported (reading what is still being drawn). Out of range: reads give
 * ones. */
void fl_model_vram_read(struct fl_model *m, uint64_t offset_B, void *to, size_t n_B);
void fl_model_vram_write(struct fl_model *m, uint64_t offset_B, const void *from, size_t n_B);
/* The same memory as a plain pointer, for speed; nothing is checked. Stays valid until fl_model_delete(). It
 * is memory as the chip has it, which is what the BAR shows as long as nothing stands between: where a
 * family's host path presents tiled memory as linear or swaps bytes (R3xx to R5xx: SURFACE_CNTL,
 * SURFACEn_INFO), only fl_model_vram_read() and _write() do what the BAR does. */
void *fl_model_vram(struct fl_model *m, uint64_t *size_B);
/* Is an access to VRAM through its BAR the same as one to that memory, but for the checks? Registers decide
 * (on R5xx HDP_FB_LOCATION and the HDP surfaces), so until the next write of one. */
bool fl_model_vram_plain(const struct fl_model *m);
/* Do writes through the BAR take effect late, so that one past it (fl_model_vram()) is kinder than the
 * card? */
bool fl_model_vram_late(const struct fl_model *m);
/* Does the chip pull its interrupt line (INTA#)? */
bool fl_model_irq(const struct fl_model *m);
/* Is anything left to do, as time passes? */
bool fl_model_busy(const struct fl_model *m);
/* Memory of the machine that the card sits in, by bus address: the chip's addresses reach it where neither
 * VRAM nor memory of fl_model_map() is, while PCI COMMAND lets it (bus master). Replaces what was given
 * before. False, and nothing is changed: misaligned (4 KiB), empty, beyond the chip's addresses, or
 * overlapping each other. */
struct fl_model_ram {
	uint64_t addr, size_B;
	void *host;
};
bool fl_model_set_ram(struct fl_model *m, const struct fl_model_ram *ram, unsigned n);
/* Such memory that the model brings itself, beside what is there: size_B zeroed bytes (a multiple of 4 KiB)
 * at *addr, until the model is deleted; fl_model_set_ram() hides it. NULL: no memory. */
void *fl_model_own_ram(struct fl_model *m, uint64_t size_B, uint64_t *addr);

/* ---- the display --------------------------------------------------------------------------------------- */
/* What the first display shows, by its registers. */
struct fl_model_screen {
	unsigned width, height; /* pixels */
	uint64_t addr;          /* of the frame buffer, as the chip sees it */
	unsigned pitch_px, bytes_px;
	unsigned code[4]; /* the family's own */
};
/* False: nothing is shown, and why says what is off (size bytes, may be NULL). */
bool fl_model_screen(struct fl_model *m, struct fl_model_screen *s, char *why, size_t why_size);
/* Row y of it, from the top, as R, G, B bytes: what is in memory now, not what a cache still holds. Black
 * where there is no memory. */
void fl_model_screen_row(struct fl_model *m, const struct fl_model_screen *s, unsigned y, uint8_t *rgb);

/* ---- time ---------------------------------------------------------------------------------------------- */
/* The card's clock: each register access costs 1 us, fl_model_tick() adds us. The chip works while time
 * passes. */
uint64_t fl_model_now_us(const struct fl_model *m);
void fl_model_tick(struct fl_model *m, uint64_t us);
/* Run until the chip is idle or hangs. True if idle. */
bool fl_model_wait(struct fl_model *m);
/* What a kernel driver sends after a program's stream: everything that was drawn leaves the chip's caches,
 * and can be read in memory. False: the chip hangs. */
bool fl_model_flush(struct fl_model *m);

/* ---- for programs that bring their own memory and streams ---------------------------------------------- */
/* Make [host, host + size_B) appear at gpu_addr, with no copy. Page (4 KiB) granular; it hides VRAM that is
 * placed there. False: misaligned, empty, beyond the chip's addresses, or overlapping what is mapped
 * already. */
bool fl_model_map(struct fl_model *m, uint64_t gpu_addr, void *host, uint64_t size_B);
bool fl_model_unmap(struct fl_model *m, uint64_t gpu_addr, uint64_t size_B);
/* Run size_dw dwords of commands at gpu_addr, as an indirect buffer that the ring called; returns when the
 * command processor has consumed them (true), or hangs or refuses (false, with a report). */
bool fl_model_run_ib(struct fl_model *m, uint64_t gpu_addr, uint32_t size_dw);
/* The same for commands in host memory, which the chip cannot address. */
bool fl_model_run(struct fl_model *m, const uint32_t *dw, uint32_t size_dw);
/* fl_model_run(), then fl_model_flush(), as a kernel driver has it done: what the commands draw is drawn when
 * the flush wants it, and leaves for memory at once. */
bool fl_model_submit(struct fl_model *m, const uint32_t *dw, uint32_t size_dw);

/* ---- what the model has to say ------------------------------------------------------------------------- */
enum fl_severity {
	FL_NOTE,   /* worth knowing */
	FL_WARN,   /* the document forbids it, or leaves it undefined; drawing went on */
	FL_REFUSE, /* the chip would not do it, or would hang: the command was not carried out */
};

struct fl_report {
	enum fl_severity severity;
	char block[8];    /* "CP", "VAP", "US", … */
	char section[48]; /* "R5xx guide 10.2.3" */
	/* Place in the stream: "IB 0x40040000+0x123 dw, 3D_DRAW_IMMD_2", or "host write 0x0714". */
	char where[96];
	char text[320];
	unsigned count; /* how often it happened; each kind is reported once */
};

/* The i-th report since the last clear, oldest first; NULL past the end. */
const struct fl_report *fl_model_report(const struct fl_model *m, unsigned i);
void fl_model_reports_clear(struct fl_model *m);

/* ---- faults on purpose --------------------------------------------------------------------------------- */
/* Break the card: "cp-stuck", "dead-bar", "vram-bit:ADDR:BIT", "pipe-hung", "mc-busy", "no-microcode-ram";
 * of one way of commands each: "no-pio", "no-vram-fetch", "no-bus-master"; "console" is
 * fl_model_config.console. False if there is no such fault; fl_model_faults() lists them, each once,
 * NULL-terminated. */
bool fl_model_break(struct fl_model *m, const char *fault);
const char *const *fl_model_faults(void);

#ifdef __cplusplus
}
#endif

#endif
