import difflib
import re
import string
import textwrap
import unicodedata
from collections import Counter

POEM = """    The quick brown fox — naïve & café-loving — jumps over
    the lazy dog; the dog's reply:  "Woof, woof!"
\tThen it sleeps…
"""
print(textwrap.dedent(POEM))
body = " ".join(POEM.split())
for w in (20, 33):
    print(textwrap.fill(body, w, initial_indent="* ", subsequent_indent="  "))
print(textwrap.wrap(body, 25, max_lines=2, placeholder=" [...]"), textwrap.shorten(body, 30), textwrap.indent("a\n\nb\n", "> "), sep="\n")
print(textwrap.wrap("averyveryverylongwordthatcannotfit in-hyphen-ated words", 10), textwrap.wrap("averyverylong word", 6, break_long_words=False), textwrap.wrap("a\tb\n\nc", 4, expand_tabs=False, replace_whitespace=False))
for ch in "é—ß½Ⅻ٣ǅ字\u0301 ":
    print(f"U+{ord(ch):04X} {unicodedata.name(ch, '?'):<40} {unicodedata.category(ch)} {unicodedata.combining(ch)} {unicodedata.east_asian_width(ch)} {unicodedata.numeric(ch, None)} {unicodedata.decomposition(ch)!r} {ch.isprintable():d}{ch.isidentifier():d}{ch.isdigit():d}{ch.isdecimal():d}{ch.isnumeric():d}{ch.isalpha():d}")
print(unicodedata.normalize("NFKD", "ﬁancé Ⅳ ½").encode("ascii", "ignore"), unicodedata.lookup("SNOWMAN"), unicodedata.normalize("NFC", "e\u0301") == "é")
print("Straße".upper(), "ǆ".title(), "İ".lower(), len("İ".lower()), "ΑΣ".lower(), "ﬀ".capitalize(), "ß".casefold() == "SS".casefold(), "they're bill's".title(), string.capwords("  they're   bill's "))
print("x".center(6, "*"), "abc".rjust(2), "-42".zfill(6), "+é".zfill(5), "a\tbc\td".expandtabs(4), "Hello".swapcase(), "ab".ljust(5, "→") + "|")
print("a,b,,c,".split(","), " a  b ".split(), "a,b,c".rsplit(",", 1), "abc".partition("b"), "abc".rpartition("z"), "l1\r\nl2\x0bl3\u2028l4\n".splitlines(), "l1\r\nl2\n".splitlines(True))
print("banana".translate(str.maketrans({"a": "4", "n": None, "b": "BB"})), "hello".translate(str.maketrans("el", "ip", "o")), "abcabc".replace("b", "X", 1), "aaa".replace("", "-"), "mississippi".count("ss"), "mississippi".find("ss", 3), "mississippi".rindex("ss"))
old = "one two three\nfour five\nsix\nseven\n".splitlines(keepends=True)
new = "one two 3\nfour five\nsix and a half\nseven\neight\n".splitlines(keepends=True)
print("".join(difflib.unified_diff(old, new, "old.txt", "new.txt", n=1)), end="")
print("".join(difflib.ndiff(old, new)), end="")
print("".join(difflib.context_diff(old, new, "a", "b")), end="")
sm = difflib.SequenceMatcher(None, "private Thread currentThread;", "private volatile Thread currentThread;")
print(round(sm.ratio(), 4), round(sm.quick_ratio(), 4), sm.get_matching_blocks(), sm.get_opcodes(), sm.find_longest_match())
print(difflib.get_close_matches("appel", ["ape", "apple", "peach", "puppy"]), difflib.get_close_matches("zzz", ["a"]))
words = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", POEM.casefold())
print(Counter(words).most_common(4), Counter(map(len, words)), sorted(set(words), key=lambda w: (-len(w), w))[:5])
t = string.Template("$who owes ${amount}USD $$ today, $missing")
print(t.safe_substitute(who="Tim", amount=5), t.get_identifiers(), t.is_valid())
for call in (lambda: t.substitute(who=1), lambda: string.Template("$1 bad").substitute(), lambda: "abc".index("z"), lambda: "a".join([1]), lambda: "{} {1}".format(1, 2), lambda: "{x.y}".format(x=1), lambda: "%d" % "a", lambda: "%s %s" % (1,), lambda: "%(a)s" % {"b": 1}, lambda: "{:d}".format("s"), lambda: "{".format(), lambda: "}".format(), lambda: "{:>{w}}".format(1), lambda: "abc".split(""), lambda: "%z" % 1, lambda: "%s" % (1, 2), lambda: "é".encode("ascii"), lambda: b"\xff\xfe".decode(), lambda: chr(-1), lambda: ord("ab"), lambda: "a" + 1, lambda: "a" * "b", lambda: "a"["b"], lambda: "abc"[5], lambda: unicodedata.name("\x00"), lambda: str.maketrans("ab", "c"), lambda: "x".center("5"), lambda: "x".ljust(4, "ab"), lambda: "a".startswith(1), lambda: "{0[a]}".format([1]), lambda: f"{3.5:d}", lambda: f"{'a':+}", lambda: f"{5:.2d}", lambda: f"{'x':=5}", lambda: format(5, "q")):
    try:
        print("ok", repr(call()))
    except Exception as e:
        print(f"{type(e).__name__}: {e}")
