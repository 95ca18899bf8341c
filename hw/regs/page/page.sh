#!/bin/sh
# SPDX-License-Identifier: MIT
#
# page.sh DIR GENERATED FAMILY…: the page of registers into DIR, and a script of data for each family: the
# database as JSON (GENERATED/FAMILY.json), and which sources of the kit name a register. Run in the project's
# top folder, by `make doc`.
set -eu
dir=$1 generated=$2
shift 2

# {"CP_RB_CNTL": ["hw/r500/ring.c", …], …}
used() {
	grep -rohE --include='*.[ch]' -H '\b[A-Z][A-Z0-9]+_[A-Za-z0-9_]+' "hw/$1" "lib/$1" 2>/dev/null |
		sort -u | awk -F: '
		{
			name = $2
			sub(/^[A-Z0-9]+_/, "", name)
			sub(/__.*/, "", name)
			if (!((name, $1) in seen)) {
				seen[name, $1] = 1
				files[name] = files[name] (files[name] ? ", " : "") "\"" $1 "\""
			}
		}
		END {
			printf "{"
			for (name in files)
				printf "%s\n\"%s\": [%s]", n++ ? "," : "", name, files[name]
			print "}"
		}'
}

cp hw/regs/page/registers.html hw/regs/page/*.css hw/regs/page/registers.js "$dir"/
{
	echo '"use strict";'
	echo 'const firstlight_families = ['
	for family; do
		{
			printf 'firstlight_registers('
			cat "$generated/$family.json"
			echo ','
			used "$family"
			echo ');'
		} >"$dir/registers-$family.js"
		sed -n 's/^"chips": \["\([^"]*\)".*"\([^"]*\)"\],$/["'"$family"'", "\1 to \2"],/p' \
			"$generated/$family.json"
	done
	echo '];'
} >"$dir/registers-families.js"
