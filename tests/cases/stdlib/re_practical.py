import re
log = """2024-01-15 10:23:45 ERROR [db] Connection failed: timeout after 30s
2024-01-15 10:24:00 INFO [web] GET /index.html 200 15ms
2024-01-16 11:00:01 WARN [web] slow query: 1500ms"""
for m in re.finditer(r"^(?P<date>\d{4}-\d\d-\d\d) (?P<time>[\d:]+) (?P<lvl>[A-Z]+)\s+\[(?P<mod>\w+)\] (?P<msg>.*)$", log, re.M):
    print(m.groupdict())
print(re.findall(r"[\w.+-]+@[\w-]+\.[\w.]+", "a.b@c.org, x+y@z.co.uk; bad@"), re.findall(r"https?://[^\s,]+", "see http://a.b/c?d=1, https://e.f"), re.findall(r"#(\w+)", "#one two #three"), re.findall(r"\b[A-Z][a-z]+\b", "Alice and Bob met CAROL"), re.findall(r"\$?\d+(?:,\d{3})*(?:\.\d+)?", "$1,234.50 and 99 or 0.5"))
print(re.sub(r"(?<!^)(?=[A-Z])", "_", "camelCaseString").lower(), re.sub(r"_(\w)", lambda m: m[1].upper(), "snake_case_here"), re.sub(r"\s+", " ", "  too   many \n spaces ").strip(), re.sub(r"(\d)(?=(\d{3})+$)", r"\1,", "1234567"), re.sub(r"[^\w\s]", "", "Hello, World! It's."), re.sub(r"<[^>]+>", "", "<p>Hi <b>x</b></p>"), re.sub(r"(.)\1+", r"\1", "aaabbbccd"), re.sub(r"\b(\w+) \1\b", r"\1", "the the cat sat sat"), re.sub("[aeiou]", "", "vowels removed", flags=re.I))
tokens = re.compile(r"\s*(?:(?P<num>\d+\.?\d*)|(?P<id>[A-Za-z_]\w*)|(?P<op>[-+*/()=]))")
pos, out, src = 0, [], "x = 3.14 * (radius + 2)"
while pos < len(src):
    m = tokens.match(src, pos)
    out.append((m.lastgroup, m.group(m.lastgroup))); pos = m.end()
print(out)
for s in ["192.168.1.1", "256.1.1.1", "1.2.3"]:
    print(s, bool(re.fullmatch(r"((25[0-5]|2[0-4]\d|1?\d?\d)(\.|$)){4}", s)))
for s in ["#fff", "#A1B2C3", "fff", "#12"]: print(s, bool(re.fullmatch("#(?:[0-9a-fA-F]{3}){1,2}", s)))
for s in ["Passw0rd!", "password", "SHORT1!", "NoDigits!!"]: print(s, bool(re.match(r"^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\w]).{8,}$", s)))
for s in ["2024-02-30", "24-1-1", "2024-12-01"]: print(s, (m := re.fullmatch(r"(\d{4})-(\d{2})-(\d{2})", s)) and tuple(map(int, m.groups())))
text = "It was the best of times, it was the worst of times"
counts = {}
for w in re.findall(r"\w+", text.lower()): counts[w] = counts.get(w, 0) + 1
print(sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[:4])
print(re.split(r"(?<=[.!?])\s+", "One. Two! Three? Four"), re.split(r"\s*([-+*/])\s*", "3 + 4*5"), dict(re.findall(r"(\w+)\s*=\s*(\w+)", "a=1, b = two")), re.sub(r"\{(\w+)\}", lambda m: {"n": "Bob", "a": "5"}.get(m[1], m[0]), "{n} is {a} {z}"))
print(re.match(r"(\d+)(?:px|em)?", "12px").group(1), re.search(r"key:\s*(.*?)\s*$", "key:  value  ").group(1), re.findall(r"(?s)/\*.*?\*/", "a /* x\ny */ b /* z */"), re.findall(r'"((?:[^"\\]|\\.)*)"', r'say "a\"b" and "c"'), [m.start() for m in re.finditer("(?=aa)", "aaaa")], re.findall(r"(?=(\d{2}))", "1234"), re.sub(r"(?m)^\s*#.*\n?", "", "a\n# c\n  # d\nb"), re.findall(r"^\s*-\s+(.*)", "- a\n  - b\nc", re.M), re.fullmatch(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?", "-1.5e10").groups(), re.sub(r"(\d+)", lambda m, c=iter("ab"): next(c), "1 2"), re.match(r"(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?", "2d5m").groups("0"), re.search("(a)(b)?", "a").groupdict(), re.search("(?P<a>a)(?P<b>b)?", "a").groupdict("-"))
parse = re.compile(r"""
    (?P<key>\w+)      # key
    \s*[:=]\s*        # separator
    (?P<value>"[^"]*"|\S+)   # value, maybe quoted
""", re.VERBOSE)
print([(m["key"], m["value"].strip('"')) for m in parse.finditer('name: "Bob B" age=5  x : y')])
roman = re.compile("^M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$")
print([bool(roman.match(r)) for r in ["XIV", "IIII", "MCMXC", "VX"]], re.sub("[a-z]", lambda m: chr((ord(m[0]) - 97 + 13) % 26 + 97), "hello"), re.findall(r"(\w)(\w*)", "ab c"), "-".join(re.findall("..?", "abcde")), re.sub("^|$", "'", "q"), re.sub(".", lambda m: f"[{m.start()}]", "ab"), re.findall(r"\d+|\D+", "ab12cd3"))
