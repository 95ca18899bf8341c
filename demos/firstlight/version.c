/* SPDX-License-Identifier: MIT
 *
 * The version, which the Makefile gives to this file alone.
 */
#include "demos/firstlight/cmd.h"

const char fl_version[] = FL_VERSION; /* of the Makefile */
