/* SPDX-License-Identifier: MIT
 *
 * The program's main(): everything is in fl_command(), so that tests can call it.
 */
#include "demos/firstlight/cmd.h"

int main(int argc, char **argv)
{
	return fl_command(argc, argv);
}
