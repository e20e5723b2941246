words = ["hello world", "HELLO", "Hello World", "hELLO wORLD", "123abc", "", "ß", "ŉ", "ﬁne", "İstanbul", "ΑΣ", "they're bill's", "a1b2c3", "ǆ", "ÀÉÎ", "x-y_z", "éa"]
for w in words:
    print(repr(w), [w.upper(), w.lower(), w.title(), w.capitalize(), w.swapcase(), w.casefold()])
    print([w.isupper(), w.islower(), w.istitle(), w.isalpha(), w.isalnum(), w.isdigit(), w.isdecimal(), w.isnumeric(), w.isspace(), w.isidentifier(), w.isprintable(), w.isascii()])
for w in ["²", "½", "٣", "Ⅷ", "一", "\n", " \t\u3000", "\x1c", "\u200b", "\xa0", "_a", "1a", "class", "é", "\x00", "1.5", "-1", "A\n", "ª", "ʰ", "A1", "1A", "aB"]:
    print(ascii(w), [w.isalpha(), w.isalnum(), w.isdigit(), w.isdecimal(), w.isnumeric(), w.isspace(), w.isidentifier(), w.isprintable(), w.isupper(), w.islower(), w.istitle()])
s = "  \t x y \n"
print([s.strip(), s.lstrip(), s.rstrip(), "xxabcxx".strip("x"), "abcba".strip("ab"), "abc".lstrip("cba"), "mississippi".rstrip("ipsz"), "".strip(), "\u3000a\x1f".strip(), "aXa".strip(None), "   ".strip(), "\x85a\xa0".strip()])
print(["a".center(5), "ab".center(5), "abc".center(6, "*"), "abcd".center(7, "-"), "abc".center(2), "a".ljust(3, "."), "a".rjust(3, "."), "é".rjust(3), "abc".ljust(-1)])
print(["5".zfill(3), "-5".zfill(4), "+5".zfill(4), "abc".zfill(5), "".zfill(2), "--5".zfill(5), "12345".zfill(3)])
print(["prefix-x".removeprefix("prefix-"), "x-suffix".removesuffix("-suffix"), "abc".removeprefix("x"), "abc".removesuffix(""), "aaa".removeprefix("a"), "aaa".removesuffix("aaaa")])
print(["a\tb".expandtabs(), "a\tbc\td".expandtabs(4), "\t".expandtabs(0), "ab\tc\n\td".expandtabs(3), "\t\t".expandtabs(2), "a\tb".expandtabs(-1), "a\r\tb".expandtabs(tabsize=4)])
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: "a".upper(1), lambda: "a".strip(1), lambda: "a".strip("a", "b"), lambda: "a".center(), lambda: "a".center("x"), lambda: "a".center(5, "ab"), lambda: "a".center(5, 1), lambda: "a".ljust(1.5), lambda: "a".zfill("x"), lambda: "a".zfill(), lambda: "a".removeprefix(1), lambda: "a".removesuffix(), lambda: "a".expandtabs("x"), lambda: "a".expandtabs(1, 2), lambda: "a".title(x=1), lambda: "a".isalpha(1), lambda: "a".nope(), lambda: str.upper(5), lambda: str.upper(), lambda: "a".center(5, ""), lambda: "a".rjust(5, fillchar="x"), lambda: str.strip("xax", "x"), lambda: "a".capitalize(1, 2), lambda: "a".swapcase(None)):
    t(f)
