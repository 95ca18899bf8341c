/* SPDX-License-Identifier: MIT
 *
 * The device that a command works on: a model, or a card, with a log in between if asked for.
 */
#ifndef DEMOS_FIRSTLIGHT_DEVICE_H
#define DEMOS_FIRSTLIGHT_DEVICE_H

#include "demos/firstlight/cmd.h"
#include "demos/firstlight/file.h"
#include "demos/firstlight/state.h"
#include "hw/bus/hosted/hosted.h"
#include "hw/bus/record.h"
#include "hw/regs/fl_regs.h"

#include <stdio.h>

struct fl_device {
	struct fl_dev dev;      /* what the command uses */
	struct fl_dev inner;    /* behind the recorder, if there is a log */
	struct fl_model *model; /* NULL: a card */
	struct fl_record record;
	struct fl_file log;       /* .f NULL: none */
	struct fl_state state;    /* likewise */
	const struct fl_regs *db; /* for the log's names, NULL: none known */
	uint32_t chips;
	const struct fl_family *family; /* NULL: a card that no family knows */
	struct fl_firmware firmware;
	unsigned n_reports, n_objections; /* that were printed; how many were warnings and refusals */
	bool lost;                        /* fl_device_check() has said so */
};

/* Open what --chip, --device, --via, --enable, --take-console, --break and --log say. From then on until it
 * is closed a signal does not end the process (quiet.h). */
enum fl_code fl_device_open(struct fl_device *d, const struct fl_args *a, struct fl_err *err);
/* Whether there is such a set of instructions at all (NULL: the default); this machine may not have it. */
bool fl_device_isa_known(const char *isa);
bool fl_device_jit_known(const char *jit);
/* Before a sandbox is entered, in which no library is loaded any more: what compiles programs of a model. It
 * takes 20 ms, so only a command that lasts does it unasked. */
void fl_device_jit_start(const struct fl_args *a, bool lasts);
/* What --transport says; FL_USAGE: nothing known. */
enum fl_code fl_device_transport(const struct fl_args *a, enum fl_transport *t, struct fl_err *err);
/* The model that --chip, --isa and --break ask for, with what else cfg says. NULL on failure: FL_USAGE for a
 * word that means nothing. */
struct fl_model *fl_device_model(const struct fl_args *a, const struct fl_model_config *cfg,
				 struct fl_err *err);
/* Read the firmware that the device wants: --microcode, or below /lib/firmware; a model without --microcode
 * gets images made up for it. What is no such file is an error like any other bad file: FL_FAILED. */
enum fl_code fl_device_firmware(struct fl_device *d, const struct fl_args *a, struct fl_err *err);
/* The same for commands of which only a part needs it. That it is missing is said, with what comes of that
 * (without), and is no error, unless a file was asked for. Returns the exit code. */
int fl_device_firmware_if_any(struct fl_device *d, const struct fl_args *a, const char *without);
/* Print what the model objected to, on standard error; when called again, what is new. Returns how many
 * warnings and refusals there were in all. */
unsigned fl_device_reports(struct fl_device *d);
/* Is the device still there, and ours? Long runs ask now and then. What is wrong is in *err, and
 * fl_device_close() does not say it again. */
enum fl_code fl_device_check(struct fl_device *d, struct fl_err *err);
/* Put the device to sleep, and let go of it. Returns the exit code: code, or that of the signal which ended
 * the command (quiet.h), unless the device was lost in the middle (a QEMU that ended, a card that was pulled
 * out or taken by a driver): that is complained of, and its code returned. Likewise a log that could not be
 * written, if code is FL_OK. */
int fl_device_close(struct fl_device *d, int code);

#endif
