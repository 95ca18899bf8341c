/* SPDX-License-Identifier: MIT */
#include "demos/firstlight/cmd.h"

int main(int argc, char **argv)
{
	return fl_command(argc, argv);
}
