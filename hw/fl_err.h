/* SPDX-License-Identifier: MIT
 *
 * Errors. A function of the kit that can fail returns an enum fl_code and fills in the struct fl_err that it
 * was handed: what was asked, what was read, what to do. There is no other error channel and no hidden state.
 */
#ifndef HW_FL_ERR_H
#define HW_FL_ERR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The values are the exit codes of the firstlight command. */
enum fl_code {
	FL_OK = 0,
	FL_FAILED = 1,     /* the hardware, or a comparison, said no */
	FL_USAGE = 2,      /* the caller's argument is wrong */
	FL_NO_DEVICE = 3,  /* no such card, slot, file or step */
	FL_PERMISSION = 4, /* the operating system says no: root, lockdown, strict /dev/mem, a bound driver */
	FL_TIMEOUT = 5,    /* a wait reached its deadline */
};

struct fl_err {
	enum fl_code code;
	uint32_t reg;  /* time-outs: byte offset of the register polled, else 0 */
	uint32_t want; /* time-outs: the value waited for, under mask */
	uint32_t mask;
	uint32_t got;   /* time-outs: the value read last */
	char text[320]; /* one line, no newline: cause, then what to do */
};

/* Fill in *err (which may be NULL) and return code. fmt: see fl_format() in hw/fl_fmt.h. */
enum fl_code fl_fail(struct fl_err *err, enum fl_code code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Add to the text of an error that fl_fail() or fl_poll32() wrote, and return code: the state of the engine,
 * what to do next. */
enum fl_code fl_fail_more(struct fl_err *err, enum fl_code code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
#ifdef __clang_analyzer__ /* does not look into them: a failure returns the code that it is given */
#define fl_fail(err, code, ...)      ((fl_fail)(err, code, __VA_ARGS__), (code))
#define fl_fail_more(err, code, ...) ((fl_fail_more)(err, code, __VA_ARGS__), (code))
#endif

#ifdef __cplusplus
}
#endif

#endif
