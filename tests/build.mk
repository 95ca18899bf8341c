# Unit tests: one Criterion program from tests/unit/*.c, each test in a process of its own.
UNIT_SRC ?= $(wildcard tests/unit/*.c)
UNIT_OBJ := $(UNIT_SRC:%.c=$(B)/host/%.o)

$(B)/unit: $(UNIT_OBJ) $(TOOL_OBJ) $(B)/libfirstlight-hosted.a $(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(CC) $(CFLAGS) $(SAN) -pthread -o $@ $(UNIT_OBJ) $(TOOL_OBJ) -Wl,--start-group $(B)/libfirstlight-hosted.a \
		$(B)/libfirstlight.a -Wl,--end-group $(LIBS) -lcriterion
