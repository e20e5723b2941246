"""Differences side by side as an HTML table."""
import re
from difflib import IS_CHARACTER_JUNK, ndiff

_STYLES = """
        table.diff {font-family:Courier; border:medium;}
        .diff_header {background-color:#e0e0e0}
        td.diff_header {text-align:right}
        .diff_next {background-color:#c0c0c0}
        .diff_add {background-color:#aaffaa}
        .diff_chg {background-color:#ffff77}
        .diff_sub {background-color:#ffaaaa}"""
_FILE = """
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
          "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">

<html>

<head>
    <meta http-equiv="Content-Type"
          content="text/html; charset=%(charset)s" />
    <title></title>
    <style type="text/css">%(styles)s
    </style>
</head>

<body>
    %(table)s%(legend)s
</body>

</html>"""
_TABLE = """
    <table class="diff" id="difflib_chg_%(prefix)s_top"
           cellspacing="0" cellpadding="0" rules="groups" >
        <colgroup></colgroup> <colgroup></colgroup> <colgroup></colgroup>
        <colgroup></colgroup> <colgroup></colgroup> <colgroup></colgroup>
        %(header_row)s
        <tbody>
%(data_rows)s        </tbody>
    </table>"""
_LEGEND = """
    <table class="diff" summary="Legends">
        <tr> <th colspan="2"> Legends </th> </tr>
        <tr> <td> <table border="" summary="Colors">
                      <tr><th> Colors </th> </tr>
                      <tr><td class="diff_add">&nbsp;Added&nbsp;</td></tr>
                      <tr><td class="diff_chg">Changed</td> </tr>
                      <tr><td class="diff_sub">Deleted</td> </tr>
                  </table></td>
             <td> <table border="" summary="Links">
                      <tr><th colspan="2"> Links </th> </tr>
                      <tr><td>(f)irst change</td> </tr>
                      <tr><td>(n)ext change</td> </tr>
                      <tr><td>(t)op</td> </tr>
                  </table></td> </tr>
    </table>"""
# Inside a line, \0 and a sign start a change, and \1 ends it.
_SPANS = (('\0+', '<span class="diff_add">'), ('\0-', '<span class="diff_sub">'), ('\0^', '<span class="diff_chg">'), ('\1', '</span>'),
          ('\t', '&nbsp;'))
_BLANK = ('', '\n')
_marks = re.compile(r'\++|-+|\^+')


class _Columns:
    """The two columns that a delta makes: cells of (number, text), and whether the row shows a change."""

    def __init__(self, delta):
        self.delta = list(delta)
        self.at = 0
        self.numbers = [0, 0]
        self.left, self.right = [], []
        # The number of cells that the left column lacks (if positive), or the right one (if negative).
        self.owed = 0

    def take(self, side, sign=''):
        """The next line as a cell of a column; with '?' the marks of the line after it are put in."""
        self.numbers[side] += 1
        text = self.delta[self.at][2:]
        self.at += 1
        if sign == '?':
            marks = self.delta[self.at][2:]
            self.at += 1
            for match in reversed([*_marks.finditer(marks)]):
                start, end = match.span()
                text = f'{text[:start]}\0{match.group()[0]}{text[start:end]}\1{text[end:]}'
        elif sign:
            text = f'\0{sign}{text or " "}\1'
        (self.right if side else self.left).append(((self.numbers[side], text), sign != ' '))

    def settle(self):
        """Blank cells for the column that is short."""
        (self.left if self.owed > 0 else self.right).extend([(_BLANK, True)] * abs(self.owed))
        self.owed = 0

    def rows(self):
        delta = self.delta
        while self.at < len(delta):
            kinds = ''.join([line[:1] for line in delta[self.at:self.at + 4]]).ljust(4, 'X')
            if kinds == '-?+?' or kinds.startswith('-?+'):
                self.take(0, '?')
                self.changed(1, '?' if kinds == '-?+?' else None)
            elif kinds.startswith('-+?'):
                self.changed(0, None)
                self.take(1, '?')
            elif kinds[0] == '-':
                self.take(0, '-')
                self.owed -= 1
                if kinds != '--++' and kinds.startswith(('--?+', '--+', '- ')):
                    self.settle()
            elif kinds[0] == '+':
                self.take(1, '+')
                self.owed += 1
                if not kinds.startswith('+--') and kinds.startswith(('+ ', '+-')):
                    self.settle()
            elif kinds[0] == ' ':
                self.same()
            else:
                self.at += 1
        self.settle()
        return [(left[0], right[0], left[1] or right[1]) for left, right in zip(self.left, self.right)]

    def changed(self, side, sign):
        if sign:
            self.take(side, sign)
            return
        self.numbers[side] += 1
        (self.right if side else self.left).append(((self.numbers[side], self.delta[self.at][2:]), True))
        self.at += 1

    def same(self):
        text = self.delta[self.at][2:]
        self.at += 1
        for side, column in enumerate((self.left, self.right)):
            self.numbers[side] += 1
            column.append(((self.numbers[side], text), False))


class HtmlDiff:
    """Rows of two columns; what changed inside a line is marked."""
    _file_template, _styles, _table_template, _legend = _FILE, _STYLES, _TABLE, _LEGEND
    _default_prefix = 0

    def __init__(self, tabsize=8, wrapcolumn=None, linejunk=None, charjunk=IS_CHARACTER_JUNK):
        self._tabsize = tabsize
        self._wrapcolumn = wrapcolumn
        self._linejunk = linejunk
        self._charjunk = charjunk

    def make_file(self, fromlines, tolines, fromdesc='', todesc='', context=False, numlines=5, *, charset='utf-8'):
        """A whole page."""
        page = self._file_template % {'styles': self._styles, 'legend': self._legend, 'charset': charset,
                                      'table': self.make_table(fromlines, tolines, fromdesc, todesc, context, numlines)}
        return page.encode(charset, 'xmlcharrefreplace').decode(charset)

    def make_table(self, fromlines, tolines, fromdesc='', todesc='', context=False, numlines=5):
        """The table alone."""
        prefixes = [f'from{HtmlDiff._default_prefix}_', f'to{HtmlDiff._default_prefix}_']
        HtmlDiff._default_prefix += 1
        sides = [[self._untabbed(line) for line in side] for side in (fromlines, tolines)]
        rows = _Columns(ndiff(*sides, self._linejunk, self._charjunk)).rows()
        if context:
            rows = _near(rows, numlines)
        if self._wrapcolumn:
            rows = [part for row in rows for part in self._wrapped(row)]
        body = ''.join(self._shown(rows, prefixes, context, numlines))
        head = ''
        if fromdesc or todesc:
            head = '<thead><tr>' + ''.join([f'<th class="diff_next"><br /></th><th colspan="2" class="diff_header">{text}</th>'
                                            for text in (fromdesc, todesc)]) + '</tr></thead>'
        table = self._table_template % {'data_rows': body, 'header_row': head, 'prefix': prefixes[1]}
        for mark, span in _SPANS:
            table = table.replace(mark, span)
        return table

    def _untabbed(self, line):
        """The line with tabs for the blanks that stand for tabs, so that they stay apart from real blanks."""
        return line.replace(' ', '\0').expandtabs(self._tabsize).replace(' ', '\t').replace('\0', ' ').rstrip('\n')

    def _shown(self, rows, prefixes, context, numlines):
        flags = [flag for _, _, flag in rows]
        cells = [None if flag is None else (_cell(prefixes[0], *left), _cell(prefixes[1], *right)) for left, right, flag in rows]
        if not flags:
            empty = f'<td></td><td>&nbsp;{"No Differences Found" if context else "Empty File"}&nbsp;</td>'
            flags, cells = [False], [(empty, empty)]
        names, links, count, last = [''] * len(flags), [''] * len(flags), 0, 0
        inside = False
        for at, flag in enumerate(flags):
            if flag and not inside:
                last = at
                names[max(0, at - numlines)] = f' id="difflib_chg_{prefixes[1]}_{count}"'
                count += 1
                links[at] = f'<a href="#difflib_chg_{prefixes[1]}_{count}">n</a>'
            inside = bool(flag)
        if not flags[0]:
            links[0] = f'<a href="#difflib_chg_{prefixes[1]}_0">f</a>'
        links[last] = f'<a href="#difflib_chg_{prefixes[1]}_top">t</a>'
        for at, pair in enumerate(cells):
            if pair is not None:
                yield (f'            <tr><td class="diff_next"{names[at]}>{links[at]}</td>{pair[0]}'
                       f'<td class="diff_next">{links[at]}</td>{pair[1]}</tr>\n')
            elif at:
                yield '        </tbody>        \n        <tbody>\n'

    def _wrapped(self, row):
        """The rows that a row with long lines becomes."""
        left, right, flag = row
        if flag is None:
            return [row]
        left, right = self._split(*left), self._split(*right)
        size = max(len(left), len(right))
        return [(one, other, flag) for one, other in zip(left + [('', ' ')] * (size - len(left)), right + [('', ' ')] * (size - len(right)))]

    def _split(self, number, text):
        """The cells of a line that is too long for one."""
        most, made = self._wrapcolumn, []
        while number and len(text) - 3 * text.count('\0') > most and len(text) > most:
            at = shown = 0
            mark = ''
            while shown < most and at < len(text):
                if text[at] == '\0':
                    mark = text[at + 1]
                    at += 2
                elif text[at] == '\1':
                    mark = ''
                    at += 1
                else:
                    at += 1
                    shown += 1
            made.append((number, text[:at] + ('\1' if mark else '')))
            text = (f'\0{mark}' if mark else '') + text[at:]
            number = '>'
        return [*made, (number, text)]


def _near(rows, size):
    """The rows that are at most `size` away from a change; a row of None marks where others are left out."""
    near = {at + step for at, row in enumerate(rows) if row[2] for step in range(-size, size + 1)}
    made, before = [], -1
    for at, row in enumerate(rows):
        if at in near:
            if at > before + 1:
                made.append((None, None, None))
            made.append(row)
            before = at
    return made


def _cell(prefix, number, text):
    name = f' id="{prefix}{number}"' if isinstance(number, int) else ''
    text = text.replace('&', '&amp;').replace('>', '&gt;').replace('<', '&lt;').replace(' ', '&nbsp;').rstrip()
    return f'<td class="diff_header"{name}>{number}</td><td nowrap="nowrap">{text}</td>'


HtmlDiff.__module__ = 'difflib'
