/* SPDX-License-Identifier: MIT
 *
 * The walk over the stages of a first contact, as its caller sees it: who is asked what and when, what each
 * check finds, and how it ends.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_contact.h"
#include "hw/r500/card.h"
#include "hw/regs/r500.h"

#include <criterion/criterion.h>
#include <string.h>

enum { MOST = 64, DRAW_US = 12345 };

static struct fl_model *model;
static struct fl_dev inner, dev;
static struct fl_bus bus;
static struct r500_card card;
static uint8_t image[2048];
static struct fl_err err;
static volatile int stop;

/* ---- what was seen ------------------------------------------------------------------------------------- */
static struct seen {
	enum fl_contact_stage stage;
	const char *name, *block;
	enum fl_verdict verdict;
	enum fl_code code;
	uint64_t us;
	char text[200];
	bool tried, awake;
} seen[MOST];
static unsigned n_seen, n_tried, n_drawn;
static bool asked[FL_CONTACT_STAGES], packed[FL_CONTACT_STAGES];
static enum fl_contact_stage refused; /* this one is declined; READS: none */
static enum fl_contact_stage wrong;   /* drawing this one ends with wrong_code */
static enum fl_code wrong_code;
static bool stops;       /* an end is wanted while this one is drawn */
static unsigned gone_in; /* the card is gone while the nth check runs; 0: it stays */
static bool gone;
static bool wont_sleep, broken; /* from there on a register that was noted takes something else */

static bool ask(void *arg, enum fl_contact_stage s)
{
	cr_expect(arg == seen && s > FL_CONTACT_READS && !asked[s], "stage %u", s);
	for (unsigned i = s + 1; i < FL_CONTACT_STAGES; i++)
		cr_expect_not(asked[i], "%u after %u", s, i);
	asked[s] = true;
	return s != refused;
}

static void on_try(void *arg, const struct fl_contact_result *r)
{
	cr_assert(arg == seen && n_seen < MOST && r->text && !*r->text && r->block);
	seen[n_seen] = (struct seen){.stage = r->stage, .name = r->name, .tried = true, .awake = dev.awake};
	n_tried++;
	gone |= n_tried == gone_in;
}

static void on_result(void *arg, const struct fl_contact_result *r)
{
	struct seen *s = &seen[n_seen++];

	cr_assert(arg == seen && n_seen < MOST);
	cr_expect(!s->tried || (s->stage == r->stage && s->name == r->name));
	s->stage = r->stage;
	s->name = r->name;
	s->block = r->block;
	s->verdict = r->verdict;
	s->code = r->code;
	s->us = r->us;
	strncpy(s->text, r->text, sizeof(s->text) - 1);
}

static enum fl_code draw(void *arg, enum fl_contact_stage s, bool packets, struct fl_bringup *up,
			 struct fl_err *e)
{
	cr_expect(arg == seen && up == &card.up);
	packed[s] = packets;
	n_drawn++;
	fl_delay_us(&dev, DRAW_US);
	if (s != wrong)
		return fl_did(up, "drawn"), FL_OK;
	broken = wont_sleep;
	if (broken)
		fl_write32(&inner, R500_VGA_MEMORY_BASE_ADDRESS, 0);
	stop = stops;
	return wrong_code ? fl_fail(e, wrong_code, "no paint") : FL_OK;
}

static void write32(struct fl_dev *d, uint32_t at, uint32_t value)
{
	fl_write32(&inner, at, broken && at == R500_VGA_MEMORY_BASE_ADDRESS ? value + 1 : value);
}

/* A card that is gone: all ones, and nobody hears what is written. */
static uint32_t read32(struct fl_dev *d, uint32_t at)
{
	return gone ? 0xffffffff : fl_read32(&inner, at);
}

static uint32_t cfg_read(struct fl_dev *d, uint32_t at, unsigned n)
{
	return gone ? 0xffffffff >> (32 - 8 * n) : inner.bus->cfg_read(&inner, at, n);
}

static struct fl_contact contact;

static void start(bool microcode)
{
	model = fl_model_new("r580", &(struct fl_model_config){.posted = true, .threads = 1}, NULL, 0);
	cr_assert(model);
	cr_assert_eq(fl_open_model(&inner, model, "r580", &err), FL_OK);
	bus = *inner.bus;
	bus.write32 = write32;
	bus.read32 = read32;
	bus.cfg_read = cfg_read;
	dev = inner;
	dev.bus = &bus;
	stop = 0;
	dev.stop = &stop;
	r500_card_init(&card, &dev);
	fl_model_firmware("r580", 0, image, sizeof(image));
	if (microcode)
		card.up.images.of[0] = (struct fl_image){image, sizeof(image)};
	n_seen = n_tried = n_drawn = 0;
	memset(seen, 0, sizeof(seen));
	memset(asked, 0, sizeof(asked));
	memset(packed, 0, sizeof(packed));
	refused = wrong = FL_CONTACT_READS;
	wrong_code = FL_OK;
	stops = false;
	wont_sleep = broken = gone = false;
	gone_in = 0;
	contact = (struct fl_contact){
	    .ask = ask, .on_try = on_try, .on_result = on_result, .draw = draw, .arg = seen};
}

static enum fl_code walk(void)
{
	enum fl_code code = fl_contact(&r500_family, &card.up, &contact, &err);

	cr_expect_eq(code, err.code);
	cr_expect_not(dev.awake, "asleep afterwards");
	return code;
}

static const struct seen *last(void)
{
	return &seen[n_seen - 1];
}

TestSuite(contact_walk, .timeout = 60);

Test(contact_walk, all_stages)
{
	uint64_t us = 0;

	start(true);
	cr_assert_eq(walk(), FL_OK, "%s", err.text);
	cr_expect_eq(contact.end, FL_CONTACT_DONE);
	cr_expect_eq(contact.stage, FL_CONTACT_PICTURE);
	cr_expect_eq(n_tried, n_seen);
	for (unsigned s = FL_CONTACT_SCRATCH; s < FL_CONTACT_STAGES; s++)
		cr_expect(asked[s], "stage %u", s);
	for (unsigned i = 0; i < n_seen; i++) {
		const struct seen *r = &seen[i];

		cr_expect(!i || r->stage >= seen[i - 1].stage, "%s", r->name);
		cr_expect_eq(r->verdict, FL_PASS, "%s: %s", r->name, r->text);
		cr_expect_eq(r->awake, r->stage != FL_CONTACT_READS, "%s", r->name);
		cr_expect(*r->text, "%s", r->name);
		us += r->us;
	}
	cr_expect(last()->us >= DRAW_US && last()->us < 2 * DRAW_US, "%llu us",
		  (unsigned long long)last()->us);
	cr_expect_str_eq(last()->text, "drawn");
	cr_expect_lt(us, fl_now_us(&dev));
	cr_expect_eq(n_drawn, 2u, "2D, and a picture");
	cr_expect(!packed[FL_CONTACT_2D] && packed[FL_CONTACT_PICTURE], "packets work by then");
	fl_model_delete(model);
}

/* Checks that need microcode are passed over, and no packets work. */
Test(contact_walk, without_microcode)
{
	unsigned skipped = 0;

	start(false);
	contact.on_try = NULL;
	cr_assert_eq(walk(), FL_OK, "%s", err.text);
	cr_expect_eq(contact.end, FL_CONTACT_DONE);
	cr_expect_eq(n_tried, 0u);
	for (unsigned i = 0; i < n_seen; i++) {
		cr_expect_neq(seen[i].verdict, FL_FAIL, "%s: %s", seen[i].name, seen[i].text);
		if (seen[i].verdict != FL_SKIP)
			continue;
		skipped++;
		cr_expect_str_eq(seen[i].text, "no microcode was given");
		cr_expect_geq(seen[i].stage, FL_CONTACT_MICROCODE);
		cr_expect_eq(seen[i].us, 0u);
	}
	cr_expect_gt(skipped, 5u, "%u", skipped);
	cr_expect_not(packed[FL_CONTACT_PICTURE]);
	fl_model_delete(model);
}

Test(contact_walk, declined)
{
	for (unsigned s = FL_CONTACT_SCRATCH; s < FL_CONTACT_STAGES; s++) {
		start(true);
		refused = s;
		cr_assert_eq(walk(), FL_OK, "%s", err.text);
		cr_expect_eq(contact.end, FL_CONTACT_DECLINED);
		cr_expect_eq(contact.stage, s);
		cr_expect_eq(last()->stage, s - 1);
		fl_model_delete(model);
	}
}

/* The machine has no memory that the card can fetch from: the checks of that are passed over, and packets
 * work without them. */
Test(contact_walk, what_may_be_missing)
{
	unsigned skipped = 0;

	start(true);
	bus.dma_alloc = NULL;
	cr_assert_eq(walk(), FL_OK, "%s", err.text);
	cr_expect_eq(contact.end, FL_CONTACT_DONE);
	for (unsigned i = 0; i < n_seen; i++)
		if (seen[i].verdict == FL_SKIP) {
			skipped++;
			cr_expect(seen[i].stage == FL_CONTACT_RING && seen[i].code == FL_NO_DEVICE, "%s",
				  seen[i].name);
		}
	cr_expect_geq(skipped, 1u);
	cr_expect(packed[FL_CONTACT_PICTURE]);
	fl_model_delete(model);
}

/* What the caller draws may be missing, or fail; in the middle of it somebody may want an end. */
Test(contact_walk, a_picture_that_fails)
{
	static const struct {
		enum fl_code code;
		bool stops;
		enum fl_contact_end end;
		enum fl_verdict verdict;
	} ends[] = {
	    {FL_NO_DEVICE, false, FL_CONTACT_DONE, FL_SKIP},
	    {FL_NO_DEVICE, true, FL_CONTACT_DONE, FL_SKIP},
	    {FL_FAILED, false, FL_CONTACT_FAILED, FL_FAIL},
	    {FL_TIMEOUT, true, FL_CONTACT_INTERRUPTED, FL_FAIL},
	};

	for (unsigned i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		start(true);
		wrong = FL_CONTACT_PICTURE;
		wrong_code = ends[i].code;
		stops = ends[i].stops;
		cr_expect_eq(walk(), ends[i].verdict == FL_FAIL ? ends[i].code : FL_OK, "%u: %s", i,
			     err.text);
		cr_expect_eq(contact.end, ends[i].end, "%u: %u", i, contact.end);
		cr_expect_eq(last()->verdict, ends[i].verdict, "%u", i);
		cr_expect_str_eq(last()->text, "no paint");
		if (ends[i].verdict == FL_FAIL)
			cr_expect_str_eq(err.text, "a picture: no paint");
		fl_model_delete(model);
	}
}

/* What fails is the last that is tried, whatever else there is to try in its stage. */
Test(contact_walk, nothing_is_tried_after_a_failure)
{
	static const char *const faults[] = {"mc-busy", "cp-stuck", "pipe-hung", "no-microcode-ram",
					     "no-pio"};

	for (unsigned i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
		unsigned failed = 0;

		start(true);
		cr_assert(fl_model_break(model, faults[i]), "%s", faults[i]);
		fl_contact(&r500_family, &card.up, &contact, &err);
		for (unsigned k = 0; k < n_seen; k++)
			failed += seen[k].verdict == FL_FAIL;
		cr_expect(failed <= 1, "%s: %u failed", faults[i], failed);
		cr_expect(!failed || last()->verdict == FL_FAIL, "%s: %s after it", faults[i], last()->name);
		cr_expect_eq(contact.end == FL_CONTACT_FAILED, failed == 1, "%s", faults[i]);
		fl_model_delete(model);
	}
}

/* A card that is gone fails the check that runs, or the next one. FL_NO_DEVICE from it passes nothing over:
 * only memory that the machine has not, and drawing, may be missing. */
Test(contact_walk, a_card_that_goes)
{
	unsigned checks, said_so = 0;

	start(true);
	cr_assert_eq(walk(), FL_OK);
	checks = n_tried;
	fl_model_delete(model);
	for (unsigned n = 1; n <= checks; n++) {
		start(true);
		gone_in = n;
		fl_contact(&r500_family, &card.up, &contact, &err);
		cr_expect_eq(contact.end, FL_CONTACT_FAILED, "check %u", n);
		cr_expect_eq(last()->verdict, FL_FAIL, "check %u: %s", n, last()->text);
		cr_expect_neq(err.code, FL_OK);
		said_so += seen[n - 1].code == FL_NO_DEVICE && seen[n - 1].verdict == FL_FAIL;
		fl_model_delete(model);
	}
	cr_expect_geq(said_so, 1u);
}

/* An end is wanted from the first, or after the nth check: the next is not begun. */
static unsigned stop_after;

static void stop_then(void *arg, const struct fl_contact_result *r)
{
	on_result(arg, r);
	stop = n_seen == stop_after;
}

Test(contact_walk, interrupted)
{
	for (stop_after = 0; stop_after < 12; stop_after += 3) {
		start(true);
		stop = !stop_after;
		contact.on_result = stop_then;
		cr_expect_eq(walk(), FL_FAILED);
		cr_expect_eq(contact.end, FL_CONTACT_INTERRUPTED);
		cr_expect(!strncmp(err.text, "interrupted before \"", 20), "%s", err.text);
		cr_expect_eq(n_seen, stop_after);
		fl_model_delete(model);
	}
}

/* A register that does not take what it was: only where nothing else has failed it is the failure. */
Test(contact_walk, it_does_not_go_to_sleep)
{
	for (unsigned fails = 0; fails < 2; fails++) {
		start(true);
		wrong = FL_CONTACT_PICTURE;
		wrong_code = fails ? FL_FAILED : FL_OK;
		wont_sleep = true;
		fl_write32(&inner, R500_VGA_MEMORY_BASE_ADDRESS, 0x100000);
		cr_expect_eq(walk(), FL_FAILED);
		cr_expect_eq(contact.end, FL_CONTACT_FAILED);
		cr_expect_eq(last()->verdict, FL_FAIL);
		if (fails) {
			cr_expect_str_eq(err.text, "a picture: no paint");
			cr_expect_str_eq(last()->name, "a picture");
		} else {
			cr_expect_str_eq(last()->name, "going to sleep");
			cr_expect(strstr(err.text, "as before waking"), "%s", err.text);
			cr_expect_str_eq(last()->text, err.text);
		}
		fl_model_delete(model);
	}
}

/* Nobody draws, nobody looks at what went wrong; and a family that has no stages. */
Test(contact_walk, with_less)
{
	static const struct fl_family nobody = {.name = "nobody"};

	start(true);
	contact.draw = NULL;
	cr_expect_eq(fl_contact(&r500_family, &card.up, &contact, NULL), FL_OK);
	cr_expect_eq(contact.end, FL_CONTACT_DONE);
	cr_expect_neq(last()->stage, FL_CONTACT_PICTURE);
	cr_expect_null(fl_contact_list(&nobody));
	cr_expect_eq(fl_contact(&nobody, &card.up, &contact, &err), FL_NO_DEVICE);
	cr_expect(strstr(err.text, "nothing is known"), "%s", err.text);
	fl_model_delete(model);
}
