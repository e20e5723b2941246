"""Differences side by side as an HTML table."""
from difflib import IS_CHARACTER_JUNK, ndiff
from html import escape

_STYLES = """
        :root {color-scheme: light dark}
        table.diff {font-family:Courier; border:medium;}
        .diff_header {background-color:#e0e0e0}
        td.diff_header {text-align:right}
        .diff_next {background-color:#c0c0c0}
        .diff_add {background-color:#aaffaa}
        .diff_chg {background-color:#ffff77}
        .diff_sub {background-color:#ffaaaa}"""


class HtmlDiff:
    """Rows of two columns; what changed inside a line is marked."""

    def __init__(self, tabsize=8, wrapcolumn=None, linejunk=None, charjunk=IS_CHARACTER_JUNK):
        self._tabsize = tabsize
        self._wrapcolumn = wrapcolumn
        self._linejunk = linejunk
        self._charjunk = charjunk

    def make_file(self, fromlines, tolines, fromdesc='', todesc='', context=False, numlines=5, *,
                  charset='utf-8'):
        """A whole page."""
        table = self.make_table(fromlines, tolines, fromdesc, todesc, context, numlines)
        return (f'<!DOCTYPE html>\n<html>\n<head>\n<meta charset="{charset}">\n<style>{_STYLES}\n</style>\n'
                f'</head>\n<body>\n{table}\n</body>\n</html>')

    def make_table(self, fromlines, tolines, fromdesc='', todesc='', context=False, numlines=5):
        """The table alone."""
        rows = []
        numbers = [0, 0]
        lines = [[line.expandtabs(self._tabsize).rstrip('\n') for line in side] for side in (fromlines, tolines)]
        for left, right in self._pairs(ndiff(*lines, self._linejunk, self._charjunk)):
            cells = []
            for side, cell in enumerate((left, right)):
                if cell is None:
                    cells.append('<td class="diff_header"></td><td nowrap="nowrap"></td>')
                    continue
                numbers[side] += 1
                cells.append(f'<td class="diff_header">{numbers[side]}</td><td nowrap="nowrap">{cell}</td>')
            rows.append((left is not None and right is not None and left == right and 'class' not in left, cells))
        if context:
            near = {j for i, (same, _) in enumerate(rows) if not same for j in range(i - numlines, i + numlines + 1)}
            rows = [row for i, row in enumerate(rows) if i in near]
        head = ''
        if fromdesc or todesc:
            head = ''.join(f'<th colspan="2" class="diff_header">{d}</th>' for d in (fromdesc, todesc))
            head = f'<thead><tr>{head}</tr></thead>\n'
        body = '\n'.join('<tr>' + ''.join(cells) + '</tr>' for _, cells in rows)
        return f'<table class="diff" cellspacing="0" cellpadding="0" rules="groups">\n{head}<tbody>\n{body}\n</tbody>\n</table>'

    def _pairs(self, delta):
        """Pairs of cells from the lines of a delta."""
        delta, i = list(delta), 0
        while i < len(delta):
            tag, text = delta[i][:2], delta[i][2:]
            if tag == '  ':
                yield escape(text), escape(text)
                i += 1
            elif tag == '- ':
                # A line that was changed is followed by its new form, perhaps with marks.
                j = i + 1
                marks_a = marks_b = ''
                if j < len(delta) and delta[j].startswith('? '):
                    marks_a, j = delta[j][2:], j + 1
                if j < len(delta) and delta[j].startswith('+ '):
                    new, j = delta[j][2:], j + 1
                    if j < len(delta) and delta[j].startswith('? '):
                        marks_b, j = delta[j][2:], j + 1
                    if marks_a or marks_b:
                        yield self._marked(text, marks_a), self._marked(new, marks_b)
                        i = j
                        continue
                yield f'<span class="diff_sub">{escape(text)}</span>', None
                i += 1
            elif tag == '+ ':
                yield None, f'<span class="diff_add">{escape(text)}</span>'
                i += 1
            else:
                i += 1

    def _marked(self, text, marks):
        out, last = [], ' '
        names = {'+': 'diff_add', '-': 'diff_sub', '^': 'diff_chg'}
        for c, mark in zip(text, marks.rstrip('\n').ljust(len(text))):
            if mark != last:
                if last in names:
                    out.append('</span>')
                if mark in names:
                    out.append(f'<span class="{names[mark]}">')
                last = mark
            out.append(escape(c))
        if last in names:
            out.append('</span>')
        return ''.join(out)
