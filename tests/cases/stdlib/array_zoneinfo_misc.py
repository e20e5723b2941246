from array import array
from zoneinfo import ZoneInfo
from datetime import datetime, timedelta, timezone
import timeit, secrets, hmac, string
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
a = array("i", [3, 1, 2]); a.append(5); a.extend([6]); a.insert(0, 9); a[1] = 7
print(a, a[1:3], a.typecode, a.itemsize, len(a), sum(a), sorted(a), a.index(5), a.count(1), a.pop(), a.tolist(), a + array("i", [1]), a * 2, list(reversed(a)), 7 in a, a.tobytes()[:4], array("d", [1.5, 2]), array("u", "hé"), array("b", b"\x01\xff"), array("B"), a == array("i", a.tolist()))
t(lambda: array("i", ["x"])); t(lambda: array("B", [256])); t(lambda: array("z")); t(lambda: a[99]); t(lambda: a.remove(99)); t(lambda: a + [1]); t(lambda: array("i", [1.5])); t(lambda: array("i", "abc"))
ny, ld, kol = ZoneInfo("America/New_York"), ZoneInfo("Europe/London"), ZoneInfo("Asia/Kolkata")
d = datetime(2024, 3, 10, 6, 59, tzinfo=timezone.utc)
for minutes in (0, 1, 2): print((d + timedelta(minutes=minutes)).astimezone(ny), (d + timedelta(minutes=minutes)).astimezone(ny).tzname())
for month in (1, 7): x = datetime(2024, month, 1, 12, tzinfo=ny); print(x, x.utcoffset(), x.dst(), x.tzname(), x.astimezone(ld), x.astimezone(kol), x.timestamp())
for fold in (0, 1): print(datetime(2024, 11, 3, 1, 30, tzinfo=ny, fold=fold).utcoffset(), datetime(2024, 10, 27, 1, 30, tzinfo=ld, fold=fold).tzname())
print(ny, repr(ld), ZoneInfo("UTC").utcoffset(None), ny is ZoneInfo("America/New_York"), datetime(1999, 7, 1, tzinfo=ld).utcoffset(), datetime(2050, 7, 1, tzinfo=ny).tzname(), datetime(2024, 6, 1, tzinfo=ZoneInfo("Australia/Lord_Howe")).utcoffset()); t(lambda: ZoneInfo("Mars/Base")); t(lambda: ZoneInfo("/abs"))
print(len(secrets.token_hex(8)), len(secrets.token_bytes(5)), secrets.choice("a"), secrets.randbelow(1), secrets.compare_digest("x", "x"), set(secrets.token_urlsafe(16)) <= set(string.ascii_letters + string.digits + "-_")); t(lambda: secrets.randbelow(0))
print(timeit.timeit(lambda: None, number=3) >= 0, len(timeit.repeat(lambda: None, number=1, repeat=2)), hmac.new(b"k", b"m", "sha256").hexdigest()[:16])
