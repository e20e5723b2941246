# ends: raised
import re, string, hashlib, hmac, secrets, base64, math, random, ipaddress
from collections import Counter
from functools import reduce
from typing import Callable, NamedTuple
class Problem(NamedTuple): field: str; code: str; detail: str = ""
class ValidationError(ValueError):
    def __init__(self, problems): super().__init__(f"{len(problems)} problem{'s' * (len(problems) != 1)}"); self.problems = tuple(problems); [self.add_note(f"{p.field}: {p.code}{f' ({p.detail})' * bool(p.detail)}") for p in problems]
def rule(code, test: Callable, detail=lambda v: ""): return lambda name, v: None if test(v) else Problem(name, code, detail(v))
def each(r): return lambda name, v: [p for i, x in enumerate(v) for p in flat(r(f"{name}[{i}]", x))]
def flat(r): return [] if r is None else [r] if isinstance(r, Problem) else [p for x in r for p in flat(x)]
RULES = {"name": [rule("empty", bool), rule("too-long", lambda v: len(v) <= 12, lambda v: f"{len(v)} > 12"), rule("chars", lambda v: re.fullmatch(r"[^\W\d_]+(?:[ '-][^\W\d_]+)*", v))], "email": [rule("format", lambda v: re.fullmatch(r"[\w.+-]+@(?:[a-z\d-]+\.)+[a-z]{2,}", v, re.I | re.A))], "age": [rule("type", lambda v: isinstance(v, int) and not isinstance(v, bool), lambda v: type(v).__name__), rule("range", lambda v: 0 < v < 150)], "ips": [each(rule("ip", lambda v: not isinstance(_ip(v), Exception), lambda v: str(_ip(v))))]}
def _ip(v):
    try: return ipaddress.ip_address(v)
    except ValueError as e: return e
def validate(data):
    problems = [Problem(k, "missing") for k in RULES if k not in data] + [Problem(k, "unknown") for k in data if k not in RULES]
    for k, rules in RULES.items():
        if k in data:
            for r in rules:
                try: found = flat(r(k, data[k]))
                except TypeError as e: found = [Problem(k, "error", str(e))]
                problems += found
                if found: break
    if problems: raise ValidationError(problems)
    return data
for d in ({"name": "Zoë O'Hara", "email": "a.b+c@x-y.co.uk", "age": 30, "ips": ["::1", "10.0.0.1"]}, {"name": "", "email": "nope@x", "age": True, "ips": ["300.1.1.1", "1.2.3"]}, {"name": "x" * 20, "age": 200, "zip": 1}, {"name": 5, "email": None, "age": "7", "ips": 3}):
    try: print("ok", validate(d)["name"])
    except ValidationError as e: print(e, *e.__notes__, sep="\n  - ")
def strength(pw):
    pools = [(string.ascii_lowercase, 26), (string.ascii_uppercase, 26), (string.digits, 10), (string.punctuation, 32)]
    size = sum(n for p, n in pools if set(pw) & set(p)); bits = len(pw) * math.log2(size) if size else 0; repeats = sum(a == b for a, b in zip(pw, pw[1:]))
    penalty = repeats * 2 + 5 * bool(re.search(r"(?:012|123|234|abc|qwe)", pw.lower())); score = max(0, bits - penalty); return f"{score:.1f} bits", ["weak", "fair", "good", "strong"][min(3, int(score // 28))]
for pw in ("", "aaaa", "password", "Passw0rd", "Tr0ub4dor&3", "correct horse battery staple", "qwerty123", "пароль"): print(f"{pw!r:>32} {strength(pw)}")
def hash_pw(pw, salt=b"fixed-salt", n=200): return "$".join(["pbkdf2", str(n), base64.urlsafe_b64encode(salt).decode(), hashlib.pbkdf2_hmac("sha256", pw.encode(), salt, n).hex()[:32]])
def check(pw, stored): _, n, salt, digest = stored.split("$"); return hmac.compare_digest(hash_pw(pw, base64.urlsafe_b64decode(salt), int(n)), stored)
h = hash_pw("s3cret"); print(h, check("s3cret", h), check("S3cret", h), len(secrets.token_hex(8)), len(secrets.token_urlsafe(16)) >= 21, secrets.compare_digest("a", "a"))
rng = random.Random(99); print("".join(rng.choice(string.ascii_letters + string.digits) for _ in range(16)), " ".join(rng.sample("alpha bravo charlie delta echo".split(), 3)))
nets = [ipaddress.ip_network(n) for n in ("10.0.0.0/8", "192.168.1.0/30", "2001:db8::/126")]
for n in nets: print(n, n.num_addresses, n.netmask, n.broadcast_address, [str(x) for x in list(n.hosts())[:2]] if n.num_addresses < 100 else "", n.is_private, n.prefixlen, n.supernet() if n.prefixlen else "", next(n.subnets()))
print(ipaddress.ip_address("10.1.2.3") in nets[0], ipaddress.ip_address("192.168.1.2").packed, int(ipaddress.ip_address("1.2.3.4")), ipaddress.ip_address(2**32), list(ipaddress.summarize_address_range(ipaddress.ip_address("10.0.0.1"), ipaddress.ip_address("10.0.0.6"))), list(ipaddress.collapse_addresses([ipaddress.ip_network("10.0.0.0/25"), ipaddress.ip_network("10.0.0.128/25")])), sorted(map(ipaddress.ip_address, ["10.0.0.10", "10.0.0.9"])), ipaddress.ip_address("::ffff:1.2.3.4").ipv4_mapped, ipaddress.ip_address("2001:db8::1").exploded, nets[0].overlaps(ipaddress.ip_network("10.9.0.0/16")), ipaddress.ip_interface("1.2.3.4/24").network)
for bad in ("10.0.0.0/33", "1.2.3.4/8", "x/8", "1.2.3.4.5", ":::1"):
    try: print(ipaddress.ip_network(bad))
    except ValueError as e: print(e)
validate({"name": "Bob", "email": "b@x.org", "age": 0, "ips": []})
