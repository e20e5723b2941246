"""Pages that show two texts side by side."""
from difflib import HtmlDiff

print(HtmlDiff().make_file(['a\n', 'b\n', 'c <x>\n'], ['a\n', 'B\n', 'c <y>\n', 'd\n'], 'F', 'T', context=True, numlines=1))
print(HtmlDiff(tabsize=4).make_table(['one two\n', '\tb\n'] * 3, ['one  two\n', '\tb\n', 'q\n'] * 2))
print(HtmlDiff(wrapcolumn=10).make_table(['x' * 30 + '\n', 'same\n'], ['x' * 25 + 'y\n', 'same\n', 'z' * 12 + '\n']))
print(HtmlDiff().make_table([], []), HtmlDiff().make_table(['a'] * 9 + ['b'] + ['c'] * 9, ['a'] * 9 + ['B'] + ['c'] * 9, context=True, numlines=2))
