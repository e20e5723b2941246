import html
import re


def inline(text):
    text = html.escape(text, quote=False)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"(?<!\w)\*(.+?)\*(?!\w)", r"<i>\1</i>", text)
    return re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", r'<a href="\2">\1</a>', text)


def blocks(lines):
    lines, i = list(lines), 0
    while i < len(lines):
        line = lines[i]
        if not line.strip():
            i += 1
        elif m := re.match(r"(#{1,6}) (.*)", line):
            yield f"<h{len(m[1])}>{inline(m[2])}</h{len(m[1])}>"
            i += 1
        elif line.startswith("```"):
            end = next((j for j in range(i + 1, len(lines)) if lines[j].startswith("```")), len(lines))
            yield "<pre>" + html.escape("\n".join(lines[i + 1:end])) + "</pre>"
            i = end + 1
        elif re.match(r"[-*] ", line):
            items = []
            while i < len(lines) and re.match(r"[-*] ", lines[i]):
                items.append(f"<li>{inline(lines[i][2:])}</li>")
                i += 1
            yield "<ul>" + "".join(items) + "</ul>"
        elif "|" in line and i + 1 < len(lines) and set(lines[i + 1]) <= set("|-: "):
            head = [c.strip() for c in line.strip("|").split("|")]
            rows, i = [], i + 2
            while i < len(lines) and "|" in lines[i]:
                rows.append([c.strip() for c in lines[i].strip("|").split("|")])
                i += 1
            cell = lambda tag, row: "<tr>" + "".join(f"<{tag}>{inline(c)}</{tag}>" for c in row) + "</tr>"
            yield "<table>" + cell("th", head) + "".join(cell("td", r) for r in rows) + "</table>"
        else:
            para = []
            while i < len(lines) and lines[i].strip() and not re.match(r"#|```|[-*] ", lines[i]):
                para.append(lines[i].strip())
                i += 1
            yield "<p>" + inline(" ".join(para)) + "</p>"


SOURCE = """# Title with *stars* & <tags>

Some **bold** text, `code < 1` and a [link](http://x.org/?a=1&b=2).
Second line.

## List
- one
- **two** three
* four

```
if a < b:
    print("x")
```
| Name | Qty |
|------|----:|
| nut  | 5   |
| bolt | `7` |

Last 2*3*4 words
"""
for block in blocks(SOURCE.splitlines()):
    print(block)
toc = [(len(m[1]), m[2]) for m in re.finditer(r"^(#+) (.+)$", SOURCE, re.M)]
print(toc, re.sub(r"[^\w\s-]", "", toc[0][1]).strip().lower().replace(" ", "-"), html.unescape("&lt;b&gt; &eacute; &#65;&hearts;"))
