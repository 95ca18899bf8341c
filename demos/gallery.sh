#!/bin/sh
# SPDX-License-Identifier: MIT
#
# gallery.sh FIRSTLIGHT DIR: every demo's picture, and a page that shows them with the length of the source
# and the time that a frame took on the model, each with links to some of it in motion, to its source, and
# from there to the pages of the calls (which `make doc` writes). `make gallery`. Where ImageMagick is
# installed, all.png has them all, in nine columns: the README's demos/gallery.png. They are made small in
# linear light, or thin lines and stars would fade.
set -eu
tool=$1 dir=$2 here=$(dirname "$0")
mkdir -p "$dir"

# A demo on that chip; not a word if it does not know what the demo needs (exit code 3).
draw() {
	"$tool" demo "$name" --chip "$1" --size 640x480 --first 60 --frames 3 --out "$dir/$name-%d.png" \
		--json > "$dir/now.json" 2> "$dir/now.err" && return
	code=$?
	[ "$code" = 3 ] || cat "$dir/now.err" >&2
	return "$code"
}

# A number of a demo's JSON.
number() { sed -n "s/.*\"$1\": *\([0-9.]*\).*/\1/p" "$dir/now.json"; }

# A demo's source as a page; a call that a header of lib/ declares leads to that header's page.
source_page() {
	grep -oHE '\bfl_[a-z0-9_]+\(' "$here"/../lib/fl_draw.h "$here"/../lib/fl_*.h \
		"$here"/../lib/hosted/fl_*.h > "$dir/calls"
	awk -v name="$1" '
	FILENAME ~ /calls$/ {
		at = index($0, ":")
		call = substr($0, at + 1)
		header = substr($0, 1, at - 1)
		sub(/.*\//, "", header)
		gsub(/_/, "__", header)
		sub(/\./, "_8", header)
		if (!(call in page))
			page[call] = header ".html"
		next
	}
	FNR == 1 {
		print "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">"
		print "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
		print "<meta name=\"color-scheme\" content=\"light dark\">"
		print "<title>" name ".c</title>\n<main><h1>" name ".c</h1>"
		print "<p><a href=\"index.html\">The demos</a></p>\n<pre tabindex=\"0\">"
	}
	{
		gsub(/&/, "\\&amp;")
		gsub(/</, "\\&lt;")
		rest = $0
		out = ""
		while (match(rest, /fl_[a-z0-9_]+\(/)) {
			call = substr(rest, RSTART, RLENGTH)
			word = substr(call, 1, RLENGTH - 1)
			out = out substr(rest, 1, RSTART - 1) \
				(call in page ? "<a href=\"../doc/html/" page[call] "\">" word "</a>(" : call)
			rest = substr(rest, RSTART + RLENGTH)
		}
		print out rest
	}
	END {
		print "</pre></main>"
	}' "$dir/calls" "$here/$1.c" > "$dir/$1.html"
	rm -f "$dir/calls"
}

# What `make check-gl-programs` left here: a picture and times of each program, a line for each renderer.
programs() {
	echo "<h2>Games of Debian, through stock Mesa</h2>"
	echo "<p class=about>Unmodified programs, by <code>firstlight gl</code>, on models of chips; beside"
	echo "them Mesa's software rasterizer, on the machine that made this page. Times: of a frame, in a"
	echo "run of a minute, loading included.</p>"
	echo "<div class=all>"
	tail -n +2 "$dir/programs.txt" | while IFS='|' read -r name chip frames ms model; do
		[ -f "$dir/program-$name-$chip.png" ] || continue
		soft=$(sed -n "s/^$name|llvmpipe|[0-9]*|\([0-9.]*\).*/\1/p" "$dir/programs.txt")
		cat <<ITEM
<figure><img src="program-$name-$chip.png" alt="$name on the model of $chip"><figcaption>
<h3>$name</h3><p>on the model of $chip</p>
<small>$frames frames · $ms ms a frame, $model ms of it the model's · llvmpipe: $soft ms</small>
</figcaption></figure>
ITEM
	done
	echo "</div>"
}

{
	cat <<'HEAD'
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>firstlight: the demos</title>
<style>
 :root { color-scheme: dark; }
 body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 84rem; padding: 0 1.2rem;
  background: #14171c; color: #d8dee9; }
 h1 { font-weight: 600; margin: 0 0 .3rem; }
 p.about { color: #9aa5b5; margin: 0 0 1.6rem; max-width: 60rem; }
 .all { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: 1.2rem; }
 figure { margin: 0; background: #1d222a; border-radius: 6px; overflow: hidden; }
 img { display: block; width: 100%; height: auto; }
 figcaption { padding: .6rem .9rem .8rem; }
 h2, h3 { font-size: 1.05rem; margin: 0; }
 .all + h2 { font-size: 1.4rem; margin: 2rem 0 .3rem; }
 figcaption p { margin: .15rem 0 .4rem; }
 a { color: #8ec2ff; }
 .of { position: absolute; left: -99rem; }
 small { color: #9aa5b5; font-variant-numeric: tabular-nums; }
</style>
HEAD
	echo "<main><h1>firstlight: the demos</h1>"
	echo "<p class=about>Drawn on the software model of an R580, or of an RV770 what an R580 does not"
	echo "know; 640 x 480, frame 60 of each."
	echo "The same sources run on a card and on bare metal. Lines: of the demo's source file."
	echo "Time: of a frame, on the model, on the machine that made this page.</p>"
	echo "<div class=all>"
} > "$dir/index.html"

all=$("$tool" demo --list | wc -l) n=0
"$tool" demo --list | while read -r name needs what; do
	n=$((n + 1))
	[ -t 2 ] && printf '\r%d of %d: %s\033[K' "$n" "$all" "$name" >&2
	# The last of 61 frames would be one second in; drawing them all takes too long on the model, so
	# --first skips to it.
	chip=r580
	draw r580 || { [ $? = 3 ] && chip=rv770 && draw rv770; }
	mv "$dir/$name-60.png" "$dir/$name.png"
	rm -f "$dir/$name"-[0-9]*.png
	"$tool" demo "$name" --chip $chip --size 160x120 --frames 48 --out "$dir/$name-moving.png" > /dev/null
	source_page "$name"
	lines=$(wc -l < "$here/$name.c")
	ms=$(number ms_a_frame | sed 's/\(\.[0-9]\)[0-9]*/\1/')
	what=$(printf '%s' "$what" | sed 's/&/\&amp;/g; s/</\&lt;/g')
	cat >> "$dir/index.html" <<ITEM
<figure><img src="$name.png" alt="$name: $what" width="640" height="480"><figcaption>
<h2>$name</h2><p>$what</p><small>$needs engine · $lines lines · $ms ms a frame</small>
<p><a href="$name-moving.png">In motion<span class=of>: $name</span></a>
· <a href="$name.html">Source and calls<span class=of> of $name</span></a></p></figcaption></figure>
ITEM
done
[ -t 2 ] && printf '\r\033[K' >&2
rm -f "$dir/now.json" "$dir/now.err"
demos=$(grep -c '<figure>' "$dir/index.html")
echo "</div>" >> "$dir/index.html"
if [ -f "$dir/programs.txt" ]; then
	programs >> "$dir/index.html"
fi
echo "</main>" >> "$dir/index.html"
if command -v montage > /dev/null; then
	"$tool" demo --list | while read -r name rest; do
		convert "$dir/$name.png" -colorspace RGB -filter Triangle -resize 144x108 \
			-colorspace sRGB miff:-
	done | montage - -tile 9x -geometry +2+2 -background '#14171c' -depth 8 -strip \
		-define png:compression-level=9 -define png:color-type=2 "$dir/all.png"
fi
echo "$dir/index.html: $demos demos"
