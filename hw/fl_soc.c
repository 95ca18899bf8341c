/* SPDX-License-Identifier: MIT
 *
 * Power and clocks of cores by a table, see fl_soc.h.
 */
#include "hw/fl_soc.h"
#include "hw/fl_fmt.h"

static enum fl_code poll(const struct fl_soc_core *c, const struct fl_soc_op *o, const struct fl_soc_bus *bus,
			 struct fl_err *err)
{
	uint32_t v = bus->read32(bus->arg, o->addr);

	for (unsigned us = 0; (v & o->mask) != o->value && us < FL_SOC_POLL_US; us++) {
		bus->delay_us(bus->arg, 1);
		v = bus->read32(bus->arg, o->addr);
	}
	return (v & o->mask) == o->value
		   ? FL_OK
		   : fl_fail(err, FL_TIMEOUT,
			     "%s: %s (0x%08x) reads 0x%08x, want 0x%x under 0x%x, after %d us", c->soc,
			     o->what, o->addr, v, o->value, o->mask, FL_SOC_POLL_US);
}

static void change(const struct fl_soc_op *o, const struct fl_soc_bus *bus)
{
	const uint32_t old = bus->read32(bus->arg, o->addr);
	const uint32_t value = o->act == FL_SOC_LIKE ? old >> o->value : o->value;

	bus->write32(bus->arg, o->addr, (old & ~o->mask) | (value & o->mask));
}

enum fl_code fl_soc_power(const struct fl_soc_core *c, const struct fl_soc_bus *bus, bool on,
			  struct fl_err *err)
{
	enum fl_code code = FL_OK;

	for (const struct fl_soc_op *o = on ? c->on : c->off; o->act != FL_SOC_END && !code; o++)
		switch (o->act) {
		case FL_SOC_WRITE:
			bus->write32(bus->arg, o->addr, o->value);
			break;
		case FL_SOC_POLL:
			code = poll(c, o, bus, err);
			break;
		case FL_SOC_DELAY:
			bus->delay_us(bus->arg, o->value);
			break;
		default:
			change(o, bus);
		}
	return code;
}

void fl_soc_rehearse(const struct fl_soc_core *c, bool on, void (*line)(void *arg, const char *text),
		     void *arg)
{
	char text[160];

	for (const struct fl_soc_op *o = on ? c->on : c->off; o->act != FL_SOC_END; o++) {
		switch (o->act) {
		case FL_SOC_WRITE:
			fl_format(text, sizeof(text), "0x%08x = 0x%08x: %s", o->addr, o->value, o->what);
			break;
		case FL_SOC_POLL:
			fl_format(text, sizeof(text), "wait for 0x%x under 0x%x in 0x%08x: %s", o->value,
				  o->mask, o->addr, o->what);
			break;
		case FL_SOC_DELAY:
			fl_format(text, sizeof(text), "wait %u us: %s", o->value, o->what);
			break;
		case FL_SOC_LIKE:
			fl_format(text, sizeof(text), "0x%08x, bits 0x%08x as those %u above: %s", o->addr,
				  o->mask, o->value, o->what);
			break;
		default:
			fl_format(text, sizeof(text), "0x%08x, bits 0x%08x = 0x%08x: %s", o->addr, o->mask,
				  o->value, o->what);
		}
		line(arg, text);
	}
}
