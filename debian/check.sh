#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check.sh DIR: the packages in DIR, unpacked into a folder: no file in both, the command draws, names its man
# page, and knows its completions; a program is built against the libraries by pkg-config, and draws.
set -eu
root=$1/root
rm -rf "$root"
mkdir -p "$root"

say() {
	echo "check-deb: $*"
}
fail() {
	say "$*" >&2
	exit 1
}

for deb in "$1"/*.deb; do
	dpkg-deb --fsys-tarfile "$deb" | tar -t | grep -v '/$' | sed "s|^|${deb##*/} |"
	dpkg -x "$deb" "$root"
done >"$1/files"
twice=$(cut -d' ' -f2 "$1/files" | sort | uniq -d)
[ -z "$twice" ] || fail "in two packages: $twice"
say "$(wc -l <"$1/files") files in $(ls "$1"/*.deb | wc -l) packages, none in two"

"$root/usr/bin/firstlight" demo cube --size 320x240 --out "$1/cube.png"
[ -s "$root/usr/lib/firstlight/firstlight-gl.so" ] || fail "no library for firstlight gl"
[ -s "$root/usr/share/firstlight/web/frames.html" ] || fail "no page for firstlight replay --html"
"$root/usr/bin/firstlight" smoke >/dev/null || fail "the smoke test fails"
zcat "$root/usr/share/man/man1/firstlight.1.gz" | grep -q '^\.Dt FIRSTLIGHT' || fail "no man page"
for shell in bash-completion/completions/firstlight zsh/vendor-completions/_firstlight \
	fish/vendor_completions.d/firstlight.fish; do
	[ -s "$root/usr/share/$shell" ] || fail "no $shell"
done
# The folder stands for the system's root.
rm -rf "$1/pc" "$1/examples"
mkdir "$1/pc"
for pc in "$root"/usr/lib/*/pkgconfig/*.pc; do
	sed "s|=/usr|=$(realpath "$root")/usr|" "$pc" >"$1/pc/${pc##*/}"
done
export PKG_CONFIG_PATH="$(realpath "$1/pc")"
cp -r "$root/usr/share/firstlight/examples" "$1/examples"
make -s -C "$1/examples" hosted emulator
(cd "$1/examples" && ./hosted && [ -s hosted.ppm ] && ./emulator) || fail "the examples do not run"
say "the command and the examples run"
