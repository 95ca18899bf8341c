# SPDX-License-Identifier: MIT
#
# The project's plain comments as Doxygen reads them: a file's head, a comment before a declaration, one behind a member.
# no comment has a command for Doxygen: @N is an address there
s|@|\\@|g
1s|^/\* SPDX-License-Identifier: MIT.*|/** @file|
# rulers between parts of a header
/^\/\* ----/s|.*||
s|^/\* |/** |
s|^\(	*\)/\* |\1/** |
s|\([;,{]\)\( *\)/\* |\1\2/**< |
