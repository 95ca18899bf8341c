/* SPDX-License-Identifier: MIT
 *
 * A family of cards: what the neutral code (commands, monitor, stage, buses) asks of it. Each family fills in
 * one struct fl_family, in hw/FAMILY/family.c; the list of families is hw/fl_families.h.
 *
 *	const struct fl_family *f = fl_family_of(dev);
 *	union fl_card_state card;
 *
 *	fl_family_init(f, &card.up, dev);
 *	card.up.images = images;                                   // as f->firmware() names them
 *	if (fl_wake(f, &card.up, NULL, NULL, &err)) …              // hw/fl_wake.h: all steps, in order
 *	if (fl_smoke(f, &card.up, on_check, arg, &counts, &err)) … // hw/fl_smoke.h: or test it
 *	fl_sleep(f, dev, &err);                                    // hw/fl_wake.h
 *
 * A pointer that may be NULL is one whose part the family can do without; the comment says so.
 */
#ifndef HW_FL_FAMILY_H
#define HW_FL_FAMILY_H

#include "hw/fl_cards.h"
#include "hw/fl_families.h"
#include "hw/fl_space.h"

#ifdef __cplusplus
extern "C" {
#endif

struct fl_regs;
struct fl_soc_table;

/* ---- the state of a card ------------------------------------------------------------------------------- */
/* Files of firmware, in the order in which the family names them. */
enum { FL_IMAGES = 8 };

struct fl_image {
	const uint8_t *data; /* NULL: not given */
	size_t size_B;
};

struct fl_images {
	struct fl_image of[FL_IMAGES];
};

/* How commands come to the card's command processor. */
enum fl_transport {
	FL_TRANSPORT_AUTO,   /* wanted: the first of the following that works */
	FL_TRANSPORT_PIO,    /* written to a queue of the card, dword by dword */
	FL_TRANSPORT_VRAM,   /* fetched by the card from its own memory */
	FL_TRANSPORT_SYSTEM, /* fetched by the card from the machine's memory, as a bus master */
	FL_TRANSPORTS
};

/* "auto", "pio", "vram", "system" */
extern const char *const fl_transport_names[FL_TRANSPORTS];
/* The one of that name, FL_TRANSPORTS if there is none. */
enum fl_transport fl_transport_find(const char *name);

/* A card that is being brought up: what the state of a card begins with in every family. */
struct fl_bringup {
	struct fl_dev *dev;

	/* ---- what the caller may set before waking; zeros are fine but for the firmware */
	struct fl_images images;
	bool force_reset;            /* reset even if the card looks idle */
	enum fl_transport transport; /* how commands are to go; in the end how they do */

	/* ---- what the steps found out; 0 or NULL before */
	const char *chip;       /* "RV530" */
	uint64_t vram_addr;     /* where the chip sees the start of VRAM */
	uint64_t vram_B;        /* how much there is */
	uint64_t visible_B;     /* how much of it the aperture shows */
	uint64_t free_B;        /* VRAM [0, free_B) is the caller's; above lies what a step put there */
	struct fl_dma commands; /* FL_TRANSPORT_SYSTEM: memory for the caller's command buffers */

	char did[480]; /* what the last step or check did, in one line */
};

/* Start one way for commands and try it: the family's. */
typedef enum fl_code fl_transport_try(struct fl_bringup *up, enum fl_transport via, struct fl_err *err);
/* For the step that finds the way: up->transport if the caller wants one; else `first`, and those after it
 * until one works. What it did says why not the earlier ones. */
enum fl_code fl_transport_step(struct fl_bringup *up, enum fl_transport first, fl_transport_try *attempt,
			       struct fl_err *err);

/* Room for the state of a card of any family. Each family checks that its own fits, with FL_CARD_FITS(). */
enum { FL_CARD_STATE_B = 1024 };

union fl_card_state {
	struct fl_bringup up;
	__attribute__((aligned(16))) uint8_t room[FL_CARD_STATE_B];
};

#define FL_CARD_FITS(type)                                                                    \
	_Static_assert(sizeof(type) <= sizeof(union fl_card_state) &&                         \
			   _Alignof(type) <= _Alignof(union fl_card_state),                   \
		       "the state of a card is larger than its room: raise FL_CARD_STATE_B"); \
	_Static_assert(offsetof(type, up) == 0, "the state of a card begins with its struct fl_bringup")

/* Set the line of the step or check that is running. */
void fl_did(struct fl_bringup *up, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* ---- steps --------------------------------------------------------------------------------------------- */
/* How far a command goes. */
enum fl_goal {
	FL_GOAL_NONE,     /* no command ends with this step */
	FL_GOAL_PROBE,    /* the card is known; the steps so far only read */
	FL_GOAL_RESET,    /* it has been reset, and is quiet */
	FL_GOAL_FIRMWARE, /* its firmware is loaded */
	FL_GOAL_RING,     /* commands go through a ring, and are heard to be done */
};

/* A step of waking. */
struct fl_step {
	const char *name; /* "identify": also what reports call it */
	enum fl_code (*run)(struct fl_bringup *up, struct fl_err *err);
	enum fl_goal goal; /* the last step for that command */
};

/* ---- the family ---------------------------------------------------------------------------------------- */
/* What is known of a card beside its identity, for `probe`. */
struct fl_fact {
	const char *label; /* for people: "pipes" */
	const char *text;  /* likewise: "4 (GB_PIPE_SELECT 0x00003ff3)" */
	const char *key;   /* for machines, with the number; NULL: for people only */
	uint64_t value;
};

typedef void fl_on_fact(void *arg, const struct fl_fact *fact);

struct fl_family {
	const char *name;  /* "r500": its folders, and its register database */
	const char *chips; /* "R3xx to R5xx": what messages call its cards */
	const char *title; /* "the R300-R400-R500 family" */
	const struct fl_regs *(*regs)(void);

	/* Find a card: by its PCI id; or, where there is no PCI (the identity of d is all zero), by what its
	 * registers read. Either may be NULL. The family of *card is filled in by the caller. */
	bool (*find)(uint16_t vendor, uint16_t device, struct fl_card *card);
	bool (*find_by_registers)(struct fl_dev *d, struct fl_card *card);
	/* The address spaces of this card behind an index register; *n of them. NULL: it has none. */
	const struct fl_space *(*spaces)(const struct fl_dev *d, unsigned *n);
	/* The names of the files below /lib/firmware that this card wants, at most FL_IMAGES; returns how
	 * many. NULL: none. */
	unsigned (*firmware)(const struct fl_dev *d, const char *name[FL_IMAGES]);
	/* Is it such a file? Without an access to the card. FL_USAGE: no, with the reason. NULL with
	 * firmware. */
	enum fl_code (*check_image)(const struct fl_dev *d, unsigned i, const uint8_t *image, size_t size_B,
				    struct fl_err *err);

	uint32_t card_B; /* size of its state */
	/* in order, ended by a NULL name; the first finds out which chip it is */
	const struct fl_step *steps;
	/* Report what there is to see of a card whose first step ran; reads only. */
	void (*describe)(struct fl_bringup *up, fl_on_fact *on_fact, void *arg);
	/* For fl_sleep(): leave the card quiet, however far it was woken; by what its registers say, for *up
	 * has nothing but the device. What is put back of a card the first step that writes notes in
	 * fl_dev.before. */
	enum fl_code (*sleep)(struct fl_bringup *up, struct fl_err *err);
	/* Its cores are parts of systems on a chip (hw/fl_soc.h); NULL: they are cards. */
	const struct fl_soc_table *soc;
};

/* The table (hw/fl_families.c), ended by NULL. */
extern const struct fl_family *const fl_families[];

/* The family of an open device; NULL: none that the kit knows. */
const struct fl_family *fl_family_of(struct fl_dev *d);
/* Start on a card: its state is zeroed, of which *up is the beginning. */
void fl_family_init(const struct fl_family *f, struct fl_bringup *up, struct fl_dev *d);
/* How many files of firmware the card wants, and their names. */
unsigned fl_family_firmware(const struct fl_family *f, const struct fl_dev *d, const char *name[FL_IMAGES]);

/* Has the family a step with that goal? */
bool fl_family_goes(const struct fl_family *f, enum fl_goal goal);
/* What a message names the families by. */
enum fl_family_word { FL_FAMILY_CHIPS, FL_FAMILY_TITLE };
/* The families of the table that go so far, as a message names them: "R3xx to R5xx, Sea Islands". Returns
 * out. */
const char *fl_family_list(enum fl_goal goal, enum fl_family_word word, char *out, size_t size);

#ifdef __cplusplus
}
#endif

#endif
