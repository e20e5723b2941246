# What a SyntaxError says about its place: by the tokenizer, by the grammar, by what comes after it.
def show(source, mode="exec"):
    try:
        compile(source, "<text>", mode)
        print("fine", ascii(source))
    except SyntaxError as e:
        print(type(e).__name__, "|", e.msg, "|", ascii((e.lineno, e.offset, e.text, e.end_lineno, e.end_offset)))


for source in [
    "x = 'abc", "x = (1]", "x = )", "0777", "1__0", "x = 1.5j5", "print(\u00d7'a')", "x = (1,\ny = 2\n", "x = (", "if x:\n  (",
    "if x:\n\ty\n        z", "if x:\n    y\n  z", "x = 1\n  y", "if x:", "def f():\n\n\nx", "class A:\n  def f(self)\n    pass",
    "x = \\", "x = 1 \\ 2", "x and", "@x", "x = # comment", "if x # comment\n  y", "print x", "import a from b", "f(**a, *b)",
    "{1: *a}", "{1: 2, 3}", "x = 'a' b'c'", "from x import a,", "try:\n  pass", "f(a=1, b)", "f(a b)", "a b", "1 = 2", "f() = 1",
    "type X[] = int", "def f[](): pass", "1int", "[1and 2]", "f'{a:{b:{c:{d}}}}'", "f'{a'", "f'}'", "f'{a b}'", "f'{}'",
    "try:\n  x\nexcept A, B:\n  y", "match x:\n  case (1) + 2j: pass", "match x:\n  case _.a: pass", "match x:\n  case [(*a)]: pass",
    "match x:\n  case C((a)=1): pass", "((a) := 1)", "print(* *a)",
]:
    show(source)
print("-- the compiler, which knows no line")
for source in [
    "return", "break", "def f(a, a): pass", "def f():\n  x = 1\n  global x", "def f():\n  import x\n  global x", "*a = 1",
    "from __future__ import braces", "from __future__ import nothing", "import a\nfrom __future__ import annotations",
    "def f():\n  from m import *", "class __debug__: pass", "import a as __debug__", "def f[__debug__](): pass", "__debug__: int",
    "a.__debug__ += 1; del a.__debug__", "f(a=1, a=2)", "match x:\n  case a | b: pass",
]:
    show(source)
print("-- one expression")
for source in ["x = 1", "1;", "*a", "*a, b", "yield", "print x", "", "x and", "def f(): pass", "  x", "return 1", "(yield)", "1 +", "lambda: (1"]:
    show(source, "eval")
    try:
        eval(source, {"x": 5})
    except Exception as e:
        print("  eval:", type(e).__name__, e)
print("-- in what order and up to where")
for source in ["y\nnonlocal y", "y = 1\nnonlocal x, y", "nonlocal y", "- not x in y", "a + not b in c", "import # what", "from . import # what\n",
               "class A(B\n  metaclass=M): x = 1", "{1\n     2, *s}", 'def"""\n u"a" def"""']:
    show(source)
print("-- one statement")
for source in ["x = 1\ny = 2\n", "x = 1; y = 2\n", "if x:\n  y\n"]:
    show(source, "single")
for text in [b"1 + 1", bytearray(b"2 + 2"), memoryview(b"3 + 3")]:
    print(eval(text))
exec(source="", globals={}) if False else exec("print(a)", globals={"a": 1}, locals={})
print(eval("a + b", locals={"b": 2}, globals={"a": 1}))
import traceback
for source in ["x = (1,\ny = 2\n", "def f():\n  return = 5\n", "return 5", "  indented", "import a from b", "@x"]:
    try:
        exec(source)
    except SyntaxError:
        print(traceback.format_exc().partition("exec(source)\n")[2])
