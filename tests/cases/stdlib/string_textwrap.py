import string, textwrap
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
print(string.ascii_letters, string.ascii_lowercase, string.ascii_uppercase, string.digits, string.hexdigits, string.octdigits, string.punctuation, repr(string.whitespace), len(string.printable))
print(string.capwords("the quick  brown"), string.capwords("a-b c", "-"))
T = string.Template
print(T("$a ${b}c $$5").substitute(a=1, b=2), T("$a $z").safe_substitute(a=1), T("$x").substitute({"x": 9}), T("${a}$a").substitute({"a": 1}, a=2), T("$a").template, T("$a ${b} $$").get_identifiers(), T("$a $").is_valid(), T("$é $_x").safe_substitute(_x=1))
class F(string.Formatter):
    def get_value(self, k, a, kw): return kw.get(k, "?") if isinstance(k, str) else super().get_value(k, a, kw)
    def convert_field(self, v, c): return str(v).upper() if c == "u" else super().convert_field(v, c)
print(string.Formatter().format("{} {a!r:>5} {0.real}", 5, a="x") if False else string.Formatter().format("{0} {a!r:>5} {0.real}", 5, a="x"), F().format("{name!u} {zz}", name="bob"), list(string.Formatter().parse("a{b!r:c}d{{e")), string.Formatter().vformat("{0}{x}", (1,), {"x": 2}))
text = "The quick brown fox jumps over the lazy dog. Lorem ipsum dolor sit amet, consectetur adipiscing-elit averyveryverylongword."
print(textwrap.wrap(text, 20)); print(textwrap.fill(text, 30, initial_indent="* ", subsequent_indent="  ")); print(textwrap.shorten(text, 30), textwrap.shorten("a b", 10), textwrap.shorten(text, 20, placeholder="..."), textwrap.shorten("  hello   world  ", 11))
print(textwrap.wrap(text, 15, break_long_words=False, break_on_hyphens=False), textwrap.wrap("a\tb\nc  d", 5), textwrap.wrap("", 5), textwrap.wrap("   ", 5), textwrap.wrap("  lead", 10), textwrap.wrap("x" * 10, 4), textwrap.wrap("a b c d e f", 3, max_lines=2, placeholder="~"), textwrap.wrap("one. two.  three", 80, fix_sentence_endings=True), textwrap.wrap("a  b", 10, drop_whitespace=False), textwrap.wrap("a\nb", 9, replace_whitespace=False), textwrap.wrap("well-known co-op", 7))
print(repr(textwrap.dedent("\n    a\n      b\n\n    c\n")), repr(textwrap.dedent("  x\n\ty")), repr(textwrap.dedent("no")), repr(textwrap.dedent("   \n  a\n")), repr(textwrap.indent("a\n\nb\n", "> ")), repr(textwrap.indent("a\n\nb", "- ", lambda l: True)), repr(textwrap.indent("a\n", "+", lambda l: "b" in l)))
w = textwrap.TextWrapper(width=10, tabsize=4); print(w.wrap("hello big wide world"), w.fill("aa bb cc dd"), w.width)
for f in (lambda: T("$x").substitute(), lambda: T("$").substitute(), lambda: T("a $1").substitute(), lambda: T("${x").substitute(x=1), lambda: T("line\n$!").substitute(), lambda: T("$x").safe_substitute(), lambda: textwrap.wrap("a", 0), lambda: textwrap.wrap("abc", -1), lambda: textwrap.shorten("abc def", 3, placeholder="....."), lambda: textwrap.wrap("a b", 1, max_lines=1, placeholder="xxx"), lambda: textwrap.dedent(5), lambda: textwrap.wrap(5), lambda: string.Formatter().format(), lambda: string.Formatter().format("{}"), lambda: string.Formatter().format("{a}"), lambda: string.Formatter().format("{0!z}", 1), lambda: string.capwords(5), lambda: string.nope, lambda: string.Formatter().format("{} {}", 1, 2), lambda: string.Formatter().format("{0} {}", 1, 2), lambda: textwrap.fill("a", foo=1)):
    t(f)
