# what `re._parser` reads a pattern as
import re
import re._constants as constants
import re._parser as parser

for text in (r"a|b|[cd]", r"ab|ac", r"(?:ab)+?x*+{2}"[:-3], r"(?P<n>a)(?P=n)(?(n)b|c)(?(1)q)", r"[^a-c\d]|[^x]", r"(?i:a)(?!)(?!b)(?<=c)(?<!e)(?>d+)", r"^\bx\B\A\Z$.",
             r"\x41\u0042\U00000043\N{BULLET}\101\0\07\n\.\-", "(?x) a b # c\n [ ] (?-x: d)", r"(?:a|b)*", r"(a{2,3}){,4}{", r"[a]", r"", r"(|a)", r"x(?#c)*",
             r"(?:(?:a))b", r"[]a][^]-][-a-]", r"a{1}b{2,}?c{3}+", r"(?s-i:.)", r"(a)(b)\2\1", r"[\b\x20-\x7e\]\d\101]", r"(?:a(?:b|c)|ad)", r"((a)|b)+", r"{a}{,}x{,}",
             r"(?=a|b)(?P<long_name>[a-z]+(?P<inner>\d+)?)", "(?mi)a$", r"\S+\s\w\W\D", r"(?:ab|ab)", r"[aa-cc]", r"(?:)", r"(?:a|)"):
    found = parser.parse(text)
    print(repr(text), found, found.getwidth(), found.state.groups, found.state.flags, found.state.groupdict)
print(parser.parse(rb"[\x80-\xff]a\xe9").data, parser.parse("a b", re.X), len(parser.parse("abc")), parser.parse("abc")[1:], parser.parse("abc")[-1])
parser.parse("a(b|c)[d-f]*(?:x|yz)(?(1)q|r)(?=s)[^t](u+?)(?>v)").dump()
for text in ("(", "a**", "[b-a]", "(?P<1>a)"):
    try:
        parser.parse(text)
    except constants.error as error:
        print(error, error.pos)
print(constants.MAXREPEAT, repr(constants.MAXREPEAT), constants.LITERAL, int(constants.LITERAL), constants.OPCODES[:4], constants.ATCODES[-1], constants.CHCODES[0])
print(parser.MAXWIDTH, parser.LITERAL is constants.LITERAL, parser.parse("a")[0][0] is constants.LITERAL, constants.error is re.error)
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import sre_constants
    import sre_parse
print([(w.category.__name__, str(w.message)) for w in caught], sre_parse.parse("a*"), sre_constants.error is re.error)
