/* SPDX-License-Identifier: MIT
 *
 * firstlight list: what is in this machine, and what stands in for what is not.
 */
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/visible.h"
#include "hw/bus/hosted/hosted.h"
#include "hw/model/fl_model.h"

#include <jansson.h>
#include <string.h>

enum { MAX_CARDS = 32 };

static void list_cores(void)
{
	struct fl_listed_core core[FL_SOC_PARTS];
	unsigned n = fl_list_cores(NULL, core, FL_SOC_PARTS);
	char name[2 * FL_SOC_NAME], driver[64];

	if (n)
		printf("\nCores of this machine's chip, by its device tree; not touched (--device)\n");
	for (unsigned i = 0; i < n; i++) {
		const struct fl_soc_part *p = &core[i].part;

		printf("  %-18s %s", core[i].slot, fl_visible(name, sizeof name, p->name));
		if (p->core)
			printf(", %s of an %s%s", p->core->core, p->core->soc,
			       p->core->draws ? "" : ", which draws no 3D");
		if (p->mem_size_B)
			printf(", %llu KiB reserved at 0x%llx", (unsigned long long)p->mem_size_B >> 10,
			       (unsigned long long)p->mem_addr);
		if (!p->enabled)
			printf(", disabled");
		if (*core[i].driver)
			printf("  held by the driver %s", fl_visible(driver, sizeof driver, core[i].driver));
		putchar('\n');
	}
}

static json_t *json_cores(void)
{
	struct fl_listed_core core[FL_SOC_PARTS];
	unsigned n = fl_list_cores(NULL, core, FL_SOC_PARTS);
	json_t *all = json_array();

	for (unsigned i = 0; i < n; i++) {
		const struct fl_soc_part *p = &core[i].part;
		json_t *c = json_pack("{s:s,s:I,s:I,s:i,s:b,s:s}", "slot", core[i].slot, "registers",
				      (json_int_t)p->addr, "size", (json_int_t)p->size_B, "irq", p->irq,
				      "enabled", p->enabled, "driver", core[i].driver);

		json_object_set_new(c, "node", json_string(p->name));
		if (p->core)
			json_object_update_new(
			    c, json_pack("{s:s,s:s}", "chip", p->core->core, "soc", p->core->soc));
		if (p->mem_size_B)
			json_object_update_new(c, json_pack("{s:I,s:I}", "memory", (json_int_t)p->mem_addr,
							    "memory_size", (json_int_t)p->mem_size_B));
		json_array_append_new(all, c);
	}
	return all;
}

static void list_text(const struct fl_listed *card, unsigned n, const struct fl_err *err)
{
	char shown[64];

	printf("Cards\n");
	if (err->code)
		printf("  cannot be listed: %s\n", err->text);
	else if (!n)
		printf("  no display controller found\n");
	for (unsigned i = 0; i < n; i++) {
		const struct fl_listed *l = &card[i];

		printf("  %-12s %04x:%04x  %s", l->slot, l->f.vendor, l->f.device,
		       l->known    ? l->card.chip
		       : l->second ? "second display of the card above, of which the kit needs nothing"
				   : "not a card that the kit knows");
		if (l->known)
			printf(" %s (%s%s)", l->card.product, l->card.tested,
			       l->card.wakes ? "" : "; known by its id only");
		if (*l->driver)
			printf("  held by the driver %s", fl_visible(shown, sizeof shown, l->driver));
		putchar('\n');
	}
	list_cores();
	printf("\nDevices of QEMU's, with no guest (--device)\n  %-12s what -device takes; "
	       "alone: " FL_QTEST_DEVICE "\n",
	       "qtest:DEVICE");
	printf("\nModels (--chip)\n");
	for (const char *const *c = fl_model_chips(); *c; c++)
		printf("  %-12s %s\n", *c, fl_model_describe(*c));
	printf("\nFaults of the models (--break)\n ");
	for (const char *const *f = fl_model_faults(); *f; f++)
		printf(" %s%s", *f,
		       !strncmp(*f, "vram-bit", 8) ? " (ADDR below the size of VRAM, BIT 0 to 7)" : "");
	putchar('\n');
}

static void list_json(const struct fl_listed *card, unsigned n, const struct fl_err *err)
{
	json_t *o = json_object(), *cards = json_array(), *models = json_array(), *faults = json_array();

	for (unsigned i = 0; i < n; i++) {
		const struct fl_listed *l = &card[i];
		json_t *c = json_pack("{s:s,s:i,s:i,s:s,s:b}", "slot", l->slot, "vendor", l->f.vendor,
				      "device", l->f.device, "driver", l->driver, "known", l->known);

		if (l->known)
			json_object_update_new(c, json_pack("{s:s,s:s,s:s,s:b}", "chip", l->card.chip,
							    "product", l->card.product, "tested",
							    l->card.tested, "wakes", l->card.wakes));
		json_array_append_new(cards, c);
	}
	for (const char *const *c = fl_model_chips(); *c; c++)
		json_array_append_new(models,
				      json_pack("{s:s,s:s}", "chip", *c, "what", fl_model_describe(*c)));
	for (const char *const *f = fl_model_faults(); *f; f++)
		json_array_append_new(faults, json_string(*f));
	json_object_set_new(o, "cards", cards);
	json_object_set_new(o, "cores", json_cores());
	json_object_set_new(o, "models", models);
	json_object_set_new(o, "faults", faults);
	if (err->code)
		json_object_set_new(o, "error", json_string(err->text));
	json_dumpf(o, stdout, JSON_INDENT(1));
	putchar('\n');
	json_decref(o);
}

int fl_cmd_list(const struct fl_args *a)
{
	static struct fl_listed card[MAX_CARDS];
	struct fl_err err = {0};
	unsigned n = 0;

	/* A machine whose bus cannot be read still has models to list. */
	if (fl_list_cards(NULL, card, MAX_CARDS, &n, &err))
		n = 0;
	n = n < MAX_CARDS ? n : MAX_CARDS;
	if (a->json)
		list_json(card, n, &err);
	else
		list_text(card, n, &err);
	return FL_OK;
}
