#!/bin/sh
# SPDX-License-Identifier: MIT
#
# install.sh install | uninstall: what `make install` and `make uninstall` run, with DESTDIR, bindir, libdir,
# ownlibdir, includedir, datadir and MANIFEST in the environment; any of them may have blanks.
#
# On standard input install reads what goes where: "MODE FILE KIND NAME", KIND being bin, lib, own, include
# or data. It writes a list of what it has installed, with checksums, and of the folders that it has made:
# MANIFEST, under DESTDIR; empty, and there is none. uninstall takes away what is in that list and still as
# it was installed, and of those folders the ones that are empty then. Nothing else.
set -eu

list=${MANIFEST:+$DESTDIR$MANIFEST}

folder() {
	case $1 in
	bin) printf '%s' "$bindir" ;;
	lib) printf '%s' "$libdir" ;;
	own) printf '%s' "$ownlibdir" ;;
	include) printf '%s' "$includedir" ;;
	data) printf '%s' "$datadir" ;;
	*) echo "install.sh: what is $1?" >&2 && exit 1 ;;
	esac
}

# Make a folder, those above it first, and write down which were not there.
make_folder() {
	[ ! -d "$DESTDIR$1" ] || return 0
	case $1 in
	*/*) make_folder "${1%/*}" ;;
	esac
	[ -n "$1" ] || return 0
	mkdir "$DESTDIR$1"
	printf 'd %s\n' "$1" >> "$new"
}

sum() { cksum < "$1" | tr ' ' '-'; }

# A file of the list goes if it is the one that was installed.
remove() { # SUM PATH
	if [ -L "$DESTDIR$2" ] || { [ -e "$DESTDIR$2" ] && [ ! -f "$DESTDIR$2" ]; }; then
		echo "kept, for it is not what was installed: $DESTDIR$2" >&2
	elif [ -f "$DESTDIR$2" ]; then
		if [ "$(sum "$DESTDIR$2")" = "$1" ]; then
			rm -f "$DESTDIR$2"
		else
			echo "kept, for it has changed since it was installed: $DESTDIR$2" >&2
		fi
	fi
}

do_install() {
	[ -z "$DESTDIR" ] || mkdir -p "$DESTDIR"
	new=$(mktemp) && trap 'rm -f "$new"' EXIT
	while read -r mode file kind name; do
		to=$(folder "$kind")/$name
		make_folder "${to%/*}"
		"${INSTALL:-install}" -m "$mode" "$file" "$DESTDIR$to"
		printf 'f %s %s\n' "$(sum "$DESTDIR$to")" "$to" >> "$new"
	done
	[ -n "$list" ] || return 0
	make_folder "${MANIFEST%/*}"
	if [ -f "$list" ]; then
		# An older version's files that this one has no more; its folders are ours still.
		while read -r what rest; do
			case $what in
			f) cut -d' ' -f3- "$new" | grep -qxF -e "${rest#* }" ||
				remove "${rest%% *}" "${rest#* }" ;;
			d) [ ! -d "$DESTDIR$rest" ] || printf 'd %s\n' "$rest" >> "$new" ;;
			esac
		done < "$list"
	fi
	cp "$new" "$list"
	chmod 644 "$list"
}

do_uninstall() {
	if [ ! -f "$list" ]; then
		echo "$list is not there: nothing was installed here, or by a version that kept no list" >&2
		exit 1
	fi
	while read -r what rest; do
		[ "$what" != f ] || remove "${rest%% *}" "${rest#* }"
	done < "$list"
	folders=$(sed -n 's/^d //p' "$list" | sort -ru)
	rm -f "$list"
	# The deepest first; what has something in it stays.
	printf '%s\n' "$folders" | while read -r d; do
		[ -z "$d" ] || rmdir "$DESTDIR$d" 2>/dev/null || true
	done
}

case $1 in
install) do_install ;;
uninstall) do_uninstall ;;
esac
