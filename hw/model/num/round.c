/* SPDX-License-Identifier: MIT
 *
 * The rounding of hosts that have no switch for it; see flush.h.
 */
#include "hw/model/num/flush.h"

#ifdef FL_NUM_NO_SWITCH
_Thread_local enum fl_num_round fl_num_round_now;
#endif
