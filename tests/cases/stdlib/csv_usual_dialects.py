"""Lines and rows of the dialects that most files have, and the lines that need more."""
import csv
import io

lines = ['a,b,c', 'a,"b",c\n', '"a,b",c\r\n', '"a ""b""",c', '""', '"",""', '', '\n', '\r\n', ',', ',,', 'a"b,c', '"a"b,c', '"a\n', 'b",c', 'a\rb,c', '"a\rb",c',
         ' a, "b" ,c ', 'é,ü,"ß,ß"', '"unfinished', 'x' * 40 + ',"' + 'y' * 40 + '"', 'a,b\r', 'a\n\n']
for settings in ({}, {'delimiter': ';'}, {'quotechar': "'"}, {'quoting': csv.QUOTE_ALL}, {'quoting': csv.QUOTE_NONE}, {'doublequote': False},
                 {'skipinitialspace': True}, {'strict': True}, {'escapechar': '\\'}, {'delimiter': '\t'}, {'delimiter': 'é'}, {'quotechar': 'é'},
                 {'quoting': csv.QUOTE_NONNUMERIC}):
    for line in lines:
        try:
            print(list(csv.reader([line], **settings)), end=' ')
        except (csv.Error, ValueError) as error:
            print(error, end=' ')
    print()
reader = csv.reader(['a,"b\n', 'c",d\n', '\n', 'e,f'])
print([(row, reader.line_num) for row in reader])
old = csv.field_size_limit(5)
for text in ('abcde,f', 'abcdef', '"abcdef"', 'a,b,c,d,e,f', 'éééé'):
    try:
        print(next(csv.reader([text])))
    except csv.Error as error:
        print(error)
csv.field_size_limit(old)


class Text(str):
    pass


class Shown:
    def __str__(self):
        return 'a,"b"'


rows = [['a', 'b'], ('a,b', 'c"d', 'e\nf', 'g\rh'), [1, -2.5, None, True], [''], [None], [], ['', ''], [Text('x,y'), Shown()], 'abc', [10 ** 30, 1e300, float('inf')],
        range(3), ['é', 'ü,ü'], [' a', 'b '], ["it's", "'"], {'k': 1}, ['a;b', 'c:d', 'x\ty']]
for settings in ({}, {'delimiter': ';'}, {'quotechar': "'"}, {'quoting': csv.QUOTE_ALL}, {'lineterminator': '\n'}, {'lineterminator': ':;'}, {'dialect': 'unix'},
                 {'doublequote': False, 'escapechar': '\\'}, {'quoting': csv.QUOTE_NONE, 'escapechar': '!'}, {'delimiter': ' ', 'skipinitialspace': True},
                 {'quoting': csv.QUOTE_NONNUMERIC}, {'quoting': csv.QUOTE_STRINGS}, {'quoting': csv.QUOTE_NOTNULL}, {'delimiter': 'é'}):
    out = io.StringIO()
    writer = csv.writer(out, **settings)
    for row in rows:
        try:
            out.write(f'{writer.writerow(row)}:')
        except csv.Error as error:
            out.write(f'{error}\n')
    print(repr(out.getvalue()))
out = io.StringIO()
writer = csv.DictWriter(out, ['a', 'b'], restval='-', extrasaction='ignore')
writer.writeheader()
writer.writerows([{'a': 1}, {'b': 'x,y', 'c': 3}, {}])
print(repr(out.getvalue()))
print(list(csv.DictReader(io.StringIO(out.getvalue()))))
