print('single', "double", '''triple ' " ''', """multi
line""", 'it\'s', "say \"hi\"", "tab\tnew\\n", r"raw\n\t", "\x41\u0042\U00000043\103\0".encode(), "\N{GREEK SMALL LETTER ALPHA}")
print("con" "cat" 'ted', "line \
continued", ("paren"
 "thesised"), b"bytes\x00\xff" b"more", rb"raw\x", Rb'\d', "\a\b\f\v\r".encode(), '\
', "é日本😀", len("é日本😀"), "\ud83d".encode("utf-8", "surrogatepass"))
print(repr("it's"), repr('say "x"'), repr("it's \"both\""), repr("\n\t\\\r\x00\x7f\x80\xa0\xad\u200b\u2028\ufeff\U0001f600\ue000\U0010ffff\u0378"), repr(b"it's\x00\xff\"'\n"), ascii("é日😀\n"), repr("\ud800"))
print("a" "b" * 2, ("a" "b") * 2, "%s" "%s" % (1, 2), f"{1}" "x{}" f"{2}", "x" if "" "" else "y")
print(0x1F, 1e3, 1E-2, .5, 5., 1_0.0_1, 1j, 2.5J, 0b1_0, 0_0, 1e1_0, 00)
print("\1\12\123", "\477" if False else "", "😀"[0], "😀" == "\U0001F600", "e\u0301" == "\xe9", len("e\u0301"), "ß".upper(), "İ".lower().encode(), "ﬁ".upper())
print('''a
  b
c''', """""", '', "''", '""', '"' "'", u"unicode")
print("tab\there", "bell" + chr(7) == "bell\a", "\\", "\'", '\"', len("\\n"), len(r"\n"), len("\n"))
text = """\
first
	tabbed
trailing  
"""
print(repr(text), text.splitlines())
print("a;b", 'x # not comment', "y")  # comment
x = 1; y = 2; print(x, y)
if x: print("inline"); print("two")
print(x
      + y,
      [1,
       2,
       ], {"k":
           3})
z = x + \
    y
print(z, 1 if x else 2, not x, (1,), (), ((1)), [(), [], {}], {**{}}, {*()}, ...)
print(Ellipsis, ..., type(...).__name__, None, NotImplemented, type(None).__name__, type(NotImplemented).__name__, __name__, repr(...))
π = 3.14; été = "summer"; 变量 = 1; _ = 2; __ = 3; ªº = 4
print(π, été, 变量, _, __, ªº)
def f(a, b, ): return a, b,
print(f(1, 2, ), f(a=1, b=2, ))
if True:
    pass; pass
class C: pass
print(1if 1else 2, [1for _ in"ab"], 0 or 5, 1and 2, "a"in"abc", not"")
print(1 .real, 1.0.real, 1..real, (1).real, "a".upper(), [1][0], {1: 2}[1], (lambda: 1)(), 5 .__add__(3), -1 .__abs__() if False else "")
lambda_result = (lambda x: x)(5); print(lambda_result)
print(type(1), type("a"), type(b""), type(1.0), type(1j), type(()), type([]), type({}), type({1}), type(None), type(type), type(...), type(print), type(lambda: 0), type(range(1)), type(slice(1)), type(Exception()), type(C), type(C()))
