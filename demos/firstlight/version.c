/* SPDX-License-Identifier: MIT */
#include "demos/firstlight/cmd.h"

const char fl_version[] = FL_VERSION; /* of the Makefile */
