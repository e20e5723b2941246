# The text of an expression that an f-string shows is decoded as the f-string is.
print(f'{'\u4e2d'=}', f'{'\n\t\x41'=}', f"{'\u4e2d' = !s}", f'''{'\u4e2d'=:>4}''')
print(f'{r'\u4e2d'=}', rf'{'\u4e2d'=}', rf'{'\N{BULLET}'=}', f'{'\N{BULLET}'=}', f'{b'\x41'=}')
print(f'{"\u4e2d" + 'a' # c
=}')
print(f'{"a" r"\x41"=}', f'{ "\x41"=}' r'x\x41', f'{"\""=}', f'{"\\x41"=}', f'{"'\'\\"=}')
print(f'{f"{f"\x41"=}\x41"=}', f'{rf"{1}\x41"=}', f'a\x41{"\x41"=}', f'{f"{rf"{"\x41"=}"}"=}')
print(f'{"\ud800"=} {"é\u4e2d"=}'.encode('utf-8', 'surrogatepass'))
print(f'{"""
\
"""=}', f'{"\0\101"=}'.encode())
for text in (r'''f'{r"\x"=}' ''', r'''f'{"a" + r"\N"=}' ''', r'''f'{r"\u12"=}' ''', r'''f'{r"\N{nope}"=}' ''', r'''(1,
 f'{r"\x4"=}')''', r'''f"""{r"\x4"=}
 """'''):
    try:
        eval(text)
    except SyntaxError as error:
        print(error.msg, error.lineno, error.offset, error.end_lineno, error.end_offset, repr(error.text))
