# The quotes of f-strings that `ast.unparse` writes: chosen by the literal parts alone.
import ast

SOURCES = [r"""f'-{f'*{f'+{f'.{x}.'}+'}*'}-'""", r'''f"{x!r:>{w}}"''', r'''f'{a["b"]}' ''', r'''f'{f"{x}"}' ''', "f'''{f\"{1}\"}\n'''",
           r'''f'{x:{y}}{"q"}' ''', r'''f"{d['k']!r}'" ''', r'''f'{"\n"}' ''', r'''f'{x}\n' ''', "f'''{x}'{y[\"a\"]}\"'''",
           r'''f'{x}it\'s {d["k"]}' ''', r'''f'{x:{"a"}}' ''', r'''f'{{}}{x}\t\\' ''', "f'{(lambda: 1)}'", "f'{x=}'", '''f'a' 'b' f"{c}'"''']
for source in SOURCES:
    written = ast.unparse(ast.parse(source.strip()))
    print(source.strip(), "->", written, ast.dump(ast.parse(source.strip())) == ast.dump(ast.parse(written)))
