import re, io, csv, json, gzip, zlib, base64
from collections import Counter, defaultdict, deque
from datetime import datetime, timedelta, timezone
from itertools import groupby, islice
from statistics import mean, median
from string import Template
from textwrap import shorten, indent
LOG = '''\
127.0.0.1 - - [10/Oct/2024:13:55:36 +0000] "GET /index.html HTTP/1.1" 200 2326 "-" "Mozilla/5.0" 0.012
10.0.0.5 - bob [10/Oct/2024:13:55:37 +0000] "POST /api/login HTTP/1.1" 401 87 "-" "curl/8.0" 0.301
10.0.0.5 - bob [10/Oct/2024:13:55:39 +0000] "POST /api/login HTTP/1.1" 200 512 "-" "curl/8.0" 0.280
garbage line
::1 - - [10/Oct/2024:14:00:00 +0200] "GET /a%20b?q=1&r=x HTTP/2" 404 - "http://ref/" "Moz \\"x\\"" 0.001
10.0.0.7 - - [10/Oct/2024:14:01:12 +0000] "GET /slow HTTP/1.1" 500 12 "-" "bot" 12.5
10.0.0.7 - - [10/Oct/2024:14:01:13 +0000] "GET /slow HTTP/1.1" 503 12 "-" "bot" 30.001
10.0.0.7 - - [32/Oct/2024:14:01:13 +0000] "GET / HTTP/1.1" 200 1 "-" "bot" 0.1
'''
LINE = re.compile(r'(?P<ip>[\d.a-f:]+) \S+ (?P<user>\S+) \[(?P<ts>[^\]]+)\] "(?P<verb>[A-Z]+) (?P<path>\S+) HTTP/(?P<v>[\d.]+)" (?P<status>\d{3}) (?P<size>\d+|-) "(?P<ref>[^"]*)" "(?P<ua>(?:\\.|[^"\\])*)" (?P<secs>\d+\.\d+)')
rows, bad = [], []
for n, line in enumerate(LOG.splitlines(), 1):
    if not (m := LINE.fullmatch(line)): bad.append((n, "format", shorten(line, 20))); continue
    d = m.groupdict()
    try: d["ts"] = datetime.strptime(d["ts"], "%d/%b/%Y:%H:%M:%S %z").astimezone(timezone.utc)
    except ValueError as e: bad.append((n, type(e).__name__, str(e))); continue
    d |= {"status": int(d["status"]), "size": int(d["size"].replace("-", "0")), "secs": float(d["secs"]), "user": None if d["user"] == "-" else d["user"]}; rows.append(d)
print(*bad, sep="\n"); rows.sort(key=lambda r: r["ts"])
print(Counter(r["ip"] for r in rows).most_common(2), Counter(r["status"] // 100 for r in rows), [r["path"] for r in rows][:2], rows[0]["ts"], rows[1]["ua"], {r["user"] for r in rows} - {None})
by = defaultdict(list)
for r in rows: by[r["path"].split("?")[0]].append(r["secs"])
print(f"{'path':<12}{'n':>3}{'mean':>9}{'median':>9}{'max':>9}")
for path, secs in sorted(by.items(), key=lambda kv: (-mean(kv[1]), kv[0])): print(f"{path:<12.11}{len(secs):>3}{mean(secs):>9.3f}{median(secs):>9.3f}{max(secs):>9.3f}")
for minute, g in groupby(rows, key=lambda r: r["ts"].replace(second=0, microsecond=0)): g = list(g); print(f"{minute:%H:%M} {'*' * len(g)} {sum(r['size'] for r in g)}B {[r['status'] for r in g]}")
window, alerts = deque(), []
for r in rows:
    if r["status"] >= 400:
        window.append(r)
        while r["ts"] - window[0]["ts"] > timedelta(seconds=60): window.popleft()
        if len(window) >= 2: alerts.append(f"{r['ts']:%X} {len(window)} errors within a minute: {', '.join(str(w['status']) for w in window)}")
print(*alerts, sep="\n")
buf = io.StringIO(); w = csv.DictWriter(buf, ["ip", "status", "ua"], extrasaction="ignore", lineterminator="\n"); w.writeheader(); w.writerows(rows); text = buf.getvalue(); print(text); z = zlib.compress(text.encode(), 9); print(zlib.decompress(z).decode() == text, gzip.decompress(gzip.compress(text.encode())).decode() == text, len(list(csv.reader(io.StringIO(text)))))
print(json.dumps(rows[1], default=lambda o: o.isoformat(), sort_keys=True), Template("$ip had ${n} hits at $$0").substitute(ip=rows[-1]["ip"], n=2), indent("a\nb", "| "), sep="\n")
print(re.sub(r"(\d+)\.(\d+)\.(\d+)\.(\d+)", lambda m: f"{m[1]}.x.x.{m[4]}", LOG.splitlines()[0]), re.findall(r"(?<=\" )\d{3}(?= )", LOG), re.split(r"[\s\[\]\"]+", LOG.splitlines()[1])[:6], [m.span() for m in islice(re.finditer(r"bot", LOG), 2)], re.search(r"(?P<q>['\"]).*?(?P=q)", LOG)[0], LINE.groupindex["ua"], LINE.groups, re.escape("a.b*c"), re.subn("o", "0", "foo boo", count=3), bool(re.match(r"(?i:GET)\b", "get x")), re.sub(r"(?m)^\s*#.*\n?", "", "# c\nx\n  # d\ny"), sep="\n")
class Stats:
    def __init__(self): self.n = self.mean = self.m2 = 0
    def __iadd__(self, x): self.n += 1; d = x - self.mean; self.mean += d / self.n; self.m2 += d * (x - self.mean); return self
    @property
    def std(self): return (self.m2 / (self.n - 1)) ** 0.5
s = Stats()
for r in rows: s += r["secs"]
print(s.n, s.mean, s.std, f"{s.std:.4g}"); Stats().std
