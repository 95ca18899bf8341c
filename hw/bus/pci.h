/* SPDX-License-Identifier: MIT
 *
 * PCI configuration space: walking it, reading what a function is, sizing its BARs. Works over any accessor,
 * so that bare metal, a dump of a real card and a test share it.
 */
#ifndef HW_BUS_PCI_H
#define HW_BUS_PCI_H

#include "hw/fl_dev.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Configuration space of the machine. bdf: domain << 16 | bus << 8 | device << 3 | function. size_B is 1, 2
 * or 4, where_B a multiple of it. A function that is not there reads as all ones. */
struct fl_pci {
	uint32_t (*read)(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B);
	void (*write)(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B,
		      uint32_t value);
	void *priv;
	unsigned last_bus; /* enumerate buses 0 … last_bus */
};

/* Offsets and bits of the header, PCI Local Bus Specification 3.0, 6.1 and 6.2. */
enum {
	FL_PCI_VENDOR = 0x00,
	FL_PCI_DEVICE = 0x02,
	FL_PCI_COMMAND = 0x04,
	FL_PCI_COMMAND_IO = 1 << 0,
	FL_PCI_COMMAND_MEMORY = 1 << 1,
	FL_PCI_COMMAND_MASTER = 1 << 2,
	FL_PCI_REVISION = 0x08,
	FL_PCI_CLASS = 0x08, /* class code in bits 31:8 */
	FL_PCI_HEADER = 0x0e,
	FL_PCI_HEADER_MULTI = 0x80,
	FL_PCI_BAR0 = 0x10,
	FL_PCI_SUBSYS_VENDOR = 0x2c,
	FL_PCI_SUBSYS = 0x2e,
	FL_PCI_ROM = 0x30,
	FL_PCI_BARS = 6,
};

struct fl_pci_bar {
	uint64_t addr;   /* 0: not assigned */
	uint64_t size_B; /* 0: not there, or not sized */
	bool io, is64, prefetch;
};

struct fl_pci_function {
	uint32_t bdf;
	uint16_t vendor, device, subsys_vendor, subsys, command;
	uint8_t revision, header;
	uint32_t class_code; /* 24 bits */
	struct fl_pci_bar bar[FL_PCI_BARS], rom;
};

/* Read ids, class, and the BARs' addresses; writes nothing, so size_B stays 0. False: nothing there. */
bool fl_pci_read_function(const struct fl_pci *p, uint32_t bdf, struct fl_pci_function *f);
/* Size the BARs: decoding is switched off, each BAR is written all ones, read, and put back, then decoding is
 * restored. Not on a function that something else is using. */
void fl_pci_size_bars(const struct fl_pci *p, struct fl_pci_function *f);
/* The size that a BAR's read-back of all ones means; high is the next dword of a 64-bit BAR, else ~0. */
uint64_t fl_pci_bar_size(uint32_t low, uint32_t high, bool io);
/* Decode the six BAR dwords of a header into addresses; no access. */
void fl_pci_decode_bars(const uint32_t dw[FL_PCI_BARS], struct fl_pci_bar bar[FL_PCI_BARS]);

/* Display controllers (base class 3), in order of bdf, from *bdf on; true if found, with *f filled in and
 * *bdf the place to go on from. Start with *bdf = 0. */
bool fl_pci_next_display(const struct fl_pci *p, uint32_t *bdf, struct fl_pci_function *f);

/* Put a function's identity into the device. */
void fl_pci_to_dev(const struct fl_pci_function *f, struct fl_dev *d);
/* Fill in the identity of *d (vendor … pci_class) through its own configuration accessors. Where these find
 * no function it is zero: a part of a system on a chip, whose registers say who it is. */
void fl_pci_identify(struct fl_dev *d);

/* "01:00.0", or "0001:01:00.0" outside domain 0. */
void fl_pci_format_bdf(char *out, size_t size, uint32_t bdf);
/* "1:0.0", "01:00.0" or "0000:01:00.0", hexadecimal. False: not a slot. */
bool fl_pci_parse_bdf(const char *text, uint32_t *bdf);

/* Is this the expansion ROM of the card? By the header and the data structure of PCI firmware specification
 * 3.0, 5.1. */
bool fl_pci_rom_of(const struct fl_dev *d, const uint8_t *rom, size_t n);

#ifdef __cplusplus
}
#endif

#endif
