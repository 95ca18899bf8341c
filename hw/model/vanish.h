/* SPDX-License-Identifier: MIT
 *
 * Mapped memory that somebody else can take away: a file that another process makes smaller, the BAR of a
 * card that is pulled out. The next access raises SIGBUS, which would end the process. Memory that is guarded
 * is replaced by memory of our own instead; the access goes on, and the loss is noted, to be asked for at the
 * next good moment.
 *
 * The handler of SIGBUS is installed with the first guard and stays. A SIGBUS anywhere else does what it did
 * before.
 */
#ifndef HW_MODEL_VANISH_H
#define HW_MODEL_VANISH_H

#include <stdbool.h>
#include <stddef.h>

enum fl_vanish_as {
	FL_VANISH_ZEROS, /* the whole mapping becomes zeros */
	FL_VANISH_ONES,  /* what is touched becomes ones, as a bus reads where nobody answers */
};

/* Guard the mapping [at, at + size_B); at is the beginning of a page. Give it back with fl_vanish_release()
 * before it is unmapped. False: too many are guarded (64), or the handler cannot be installed. */
bool fl_vanish_guard(void *at, size_t size_B, enum fl_vanish_as as);
void fl_vanish_release(const void *at);
/* Was memory of the guarded mapping that begins at this address found to be gone? */
bool fl_vanish_gone(const void *at);

#endif
