#!/bin/sh
# SPDX-License-Identifier: MIT
#
# frames.sh OUT MODULE: the frame debugger's page, one file with all that it needs. A line @NAME@ of
# frames.html becomes that file, and @module@ the module, packed.
set -eu
out=$1 module=$2 from=$(dirname "$0")
while IFS= read -r line; do
	case $line in
	@theme.css@)
		cat "$from/../../hw/regs/page/theme.css"
		;;
	@*@)
		line=${line#@}
		cat "$from/${line%@}"
		;;
	*@module@*)
		printf '%s' "${line%@module@*}"
		gzip -9nc "$module" | base64 -w0
		printf '%s\n' "${line#*@module@}"
		;;
	*)
		printf '%s\n' "$line"
		;;
	esac
done <"$from/frames.html" >"$out.part"
mv "$out.part" "$out"
