/* SPDX-License-Identifier: MIT
 *
 * The program's main(): everything is in fl_command(), so that tests can call it.
 */
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/sandbox.h"

int main(int argc, char **argv)
{
	fl_sandbox_arm();
	return fl_command(argc, argv);
}
