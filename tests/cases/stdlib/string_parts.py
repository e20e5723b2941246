import _string

print(list(_string.formatter_parser('a{b!r:>{w}}c{{d')))
first, rest = _string.formatter_field_name_split('a.b[0][c]')
print(first, list(rest))
first, rest = _string.formatter_field_name_split('0')
print(repr(first), list(rest))
