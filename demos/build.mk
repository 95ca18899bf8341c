# SPDX-License-Identifier: MIT
#
# The firstlight command: every demo, and the subcommands of demos/firstlight/.
TOOL_SRC := $(filter-out demos/firstlight/main.c,$(wildcard demos/firstlight/*.c))
TOOL_OBJ := $(TOOL_SRC:%.c=$(B)/host/%.o) $(patsubst %.c,$(B)/host/%.o,$(wildcard demos/*.c))
# A new number wants a new object.
FLAGS_demos/firstlight/version.c := -DFL_VERSION='"$(VERSION)"'
$(B)/host/demos/firstlight/version.o: Makefile

TOOL_LIBS := -lpci -lpng -lz -llzma -ljansson -ledit -lseccomp -lm

# A window for `firstlight qemu` and `firstlight gl`, where SDL2 is there; once it is, the object is another.
SDL2 := $(if $(CROSS),,$(shell pkg-config --exists sdl2 2>/dev/null && echo yes))
ifeq ($(SDL2),yes)
FLAGS_demos/firstlight/window.c := -DFL_SDL2 $(shell pkg-config --cflags sdl2)
TOOL_LIBS += -ldl
endif
$(B)/host/demos/firstlight/window.o: $(B)/window-$(or $(SDL2),no)-sdl2
$(B)/window-%-sdl2:
	@mkdir -p $(@D); rm -f $(B)/window-*-sdl2; touch $@

# The second is for the tests: the demos with each drawing call checked.
$(B)/firstlight: $(B)/libfirstlight.a
$(B)/debug-lib/firstlight: $(B)/debug-lib/libfirstlight.a
$(B)/firstlight $(B)/debug-lib/firstlight: $(B)/host/demos/firstlight/main.o $(TOOL_OBJ) \
		$(B)/libfirstlight-hosted.a
	@echo "  LD    $@"
	@$(LINK) $(TOOL_LIBS)

build: $(B)/firstlight

# What a newcomer runs first.
demo: setup-build
	@$(MAKE) $(JOBS) --no-print-directory $(B)/firstlight
	@mkdir -p out
	$(B)/firstlight demo cube --size 1024x768 --out out/cube.png
.PHONY: demo

# The pictures of README and tutorial, anew; tests/unit/test_gallery.c and test_tutorial.c compare them.
pictures: setup-build
	$(call install,imagemagick)
	@$(MAKE) --no-print-directory $(B)/firstlight gallery
	$(B)/firstlight demo cube --size 1024x768 --out demos/cube.png
	cp out/gallery/all.png demos/gallery.png
	for i in 2 3 4 5 6 7; do \
		$(CC) -I. -I$(B)/gen demos/tutorial/step$$i.c -o out/step $(B)/libfirstlight-hosted.a \
			$(B)/libfirstlight.a $(B)/libfirstlight-hosted.a -lpci -lm -pthread && \
		(cd out && ./step && convert step$$i.ppm -strip -define png:compression-level=9 \
			../demos/tutorial/step$$i.png) || exit 1; done
.PHONY: pictures

# All pictures, and a page to look at.
gallery: setup-build
	@$(MAKE) $(JOBS) --no-print-directory $(B)/firstlight
	@demos/gallery.sh $(B)/firstlight out/gallery
.PHONY: gallery

# The API's pages out of the headers' comments, the tutorial, and how a family is added.
# What the models object to, out of their sources.
$(B)/manual/reports.md: demos/manual/site/reports.py $(wildcard $(FAMILIES:%=hw/model/%/*.c))
	@mkdir -p $(@D); $< $(FAMILIES) >$@
# How fast they are, out of what `make bench-keep` kept.
BENCH_HISTORY := $(wildcard tests/bench/history/*.tsv)
$(B)/manual/speed.md: demos/manual/site/speed.py $(BENCH_HISTORY)
	@mkdir -p $(@D); $< $(BENCH_HISTORY) >$@
DOC_INPUT := README.md SECURITY.md $(wildcard demos/manual/*.md) $(B)/manual/reports.md $(B)/manual/speed.md \
             lib/house.md demos/tutorial/tutorial.md demos/tutorial/opengl.md \
             hw hw/bus hw/bus/hosted hw/avivo \
             $(wildcard $(FAMILIES:%=hw/%)) hw/regs hw/model/fl_model.h hw/model/fl_model_look.h lib \
             lib/tool lib/stream $(wildcard $(FAMILIES:%=lib/%)) lib/hosted
doc: setup-doc $(B)/manual/reports.md $(B)/manual/speed.md $(FAMILIES:%=$(B)/gen/hw/regs/%.json)
	@mkdir -p out; rm -rf out/doc/html
	@echo "  DOC   1 of 4: pages of the headers and of the manual"
	@(cat lib/doxygen.conf; echo INPUT = $(DOC_INPUT); \
		echo GENERATE_TAGFILE = $(B)/manual/tags.xml) | doxygen -
	@echo "  DOC   2 of 4: headings, links"
	@rm -f out/doc/html/functions*.html out/doc/html/globals*.html
	@sed -E -i -f demos/manual/site/page.sed out/doc/html/*.html
	@demos/manual/site/index.py $(B)/manual/tags.xml out/doc/html
	@echo "  DOC   3 of 4: registers of $(words $(FAMILIES)) families"
	@hw/regs/page/page.sh out/doc/html $(B)/gen/hw/regs $(FAMILIES)
	@echo "  DOC   4 of 4: pictures and links are there"
	@cd out/doc/html; for i in $$(grep -oh '<img [^>]*src="[^"]*' *.html | sed 's/.*"//' | sort -u); do \
		[ -e $$i ] || { echo "out/doc/html has no picture $$i"; exit 1; }; done
	@cd out/doc/html; for i in $$(grep -oh '<a [^>]*href="[^"#:]*["#]' *.html | \
		sed 's/.*href="//; s/["#]$$//' | sort -u); do \
		[ -e "$$i" ] || { echo "out/doc/html has a dead link: $$i"; exit 1; }; done
	@echo "out/doc/html/index.html"
.PHONY: doc

include demos/install.mk
