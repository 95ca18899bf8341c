#!/bin/sh
# SPDX-License-Identifier: MIT
#
# page.sh DIR MODULE: the showroom's page into DIR. The module and the worker's text go into a script, because
# a page that is opened as a file may read no other.
set -eu
dir=$1 module=$2 from=$(dirname "$0")
mkdir -p "$dir"
cp "$from/index.html" "$from/controls.css" "$from/showroom.css" "$from/showroom.js" "$dir"/
{
	printf '"use strict";\nconst firstlight_worker = String.raw`'
	# Neither `, nor ${, stands in a text that goes between these marks.
	cat "$from/engine.js" "$from/worker.js"
	printf '`;\nconst firstlight_wasm = "'
	gzip -9nc "$module" | base64 -w0
	printf '";\n'
} >"$dir/model.js"
