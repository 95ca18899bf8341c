# SPDX-License-Identifier: MIT
#
# Markdown for Doxygen 1.9, which gives headings no anchors and pages no short names: a page is called as its
# file, a heading PAGE-HEADING; links to headings, and to other pages' headings, become references to these.
# Pictures are where IMAGE_PATH has them.
function slug(text)
{
	text = tolower(text)
	gsub(/[^a-z0-9 _-]/, "", text)
	gsub(/ /, "-", text)
	return text
}
function name_of(path)
{
	sub(/.*\//, "", path)
	sub(/\.md$/, "", path)
	return path
}
FNR == 1 {
	page = name_of(FILENAME)
}
/^```/ {
	code = !code
	# Doxygen does not know these languages, and would print the word; and it counts backticks within a fence.
	if (code)
		plain = $0 !~ /^```c$/
	if (plain)
		$0 = "~~~"
}
code {
	print
	next
}
/^# / {
	print (page == "README" ? $0 : $0 " {#" page "}")
	next
}
/^##+ / {
	title = $0
	sub(/^#+ /, "", title)
	print $0 " {#" page "-" slug(title) "}"
	next
}
{
	# In the manual itself the page of registers is beside the others.
	gsub(/`out\/doc\/html\/registers\.html`/, "[the page of registers](registers.html)")
	sub(/<img src="demos\//, "<img src=\"")
	sub(/\]\([^)]*\/gallery\.png\)/, "](gallery.png)")
	# So are programs: as a plain link, which Doxygen would look for among its own pages.
	if ($0 ~ /^\[[a-z0-9]+\.c\]\(.*\):$/) {
		name = substr($0, 2, index($0, "]") - 2)
		$0 = "<a href=\"" name "\">" name "</a>:"
	}
	out = ""
	rest = $0
	while (match(rest, /\]\([^):]*#[^)]*\)/)) {
		link = substr(rest, RSTART + 2, RLENGTH - 3)
		at = index(link, "#")
		to = substr(link, 1, at - 1)
		to = to ? name_of(to) : page
		out = out substr(rest, 1, RSTART - 1) "](" to ".html#" to "-" substr(link, at + 1) ")"
		rest = substr(rest, RSTART + RLENGTH)
	}
	print out rest
}
