"""Dates, moments and durations, of the classes themselves and of subclasses, in every operation."""
import random
from datetime import *
r = random.Random(11)
zones = [None, None, None, timezone.utc, timezone(timedelta(hours=5, minutes=30)), timezone(timedelta(hours=-3))]
class SubD(date): pass
class SubDT(datetime): pass
class SubTD(timedelta): pass
def day():
    y = r.choice([1, 2, 1600, 1899, 1900, 1970, 2000, 2023, 2024, 2100, 9998, 9999]); m = r.randint(1, 12); d = r.randint(1, 28) if r.random() < .8 else r.choice([1, 28, 29, 30, 31])
    return y, m, d
def dt():
    while True:
        try:
            c = datetime if r.random() < .9 else SubDT
            a = day() + tuple(r.choice([0, r.randint(0, n)]) for n in (23, 59, 59, 999999))[:r.choice([0, 2, 3, 4])]
            z = r.choice(zones)
            k = {}
            if z: k['tzinfo'] = z
            if r.random() < .1: k['fold'] = 1
            return c(*a, **k)
        except ValueError: pass
def d():
    while True:
        try: return (date if r.random() < .9 else SubD)(*day())
        except ValueError: pass
def td():
    k = r.random()
    c = timedelta if r.random() < .9 else SubTD
    if k < .2: return c(r.choice([0, 1, -1, 365, 10**6, 999999999, -999999999]))
    if k < .5: return c(r.randint(-400, 400), r.randint(-10**6, 10**6), r.randint(-10**7, 10**7))
    if k < .6: return c(days=r.uniform(-5, 5))
    if k < .8: return c(**{u: r.randint(-100, 100) for u in r.sample(['days', 'hours', 'minutes', 'seconds', 'weeks', 'milliseconds', 'microseconds'], 3)})
    return c(r.randint(-3, 3), hours=r.randint(-30, 30), seconds=r.choice([True, 1.5, 7]))
import operator as o
def t(f, *a):
    try: return repr(f(*a))
    except Exception as e: return type(e).__name__ + ': ' + str(e)
fm = ['%Y-%m-%d', '%H:%M:%S.%f', '%A %d %B %Y', '%a %b %e', '%j %U %W', '%I:%M %p', '%y%%', '%Z%z', 'x%Qx', '%', '%-d', '%c', '%F %T', '%R|%h', 'é%d', '%s %G', '%C', '%X %D']
texts = ['2020-01-02', '20200102', '2020-13-01', '2020-02-30', '2020-01-02T03:04', '2020-01-02 03:04:05', '2020-01-02T03:04:05.123', '2020-01-02T03:04:05.123456', '2020-01-02T03:04:05.1234567', '2020-01-02T25:00', '2020-01-02T03:04:05Z', '2020-01-02T03:04:05+05:30', '2020-W05-1', '', '2020-1-2', '2020-01-02T', '2020-01-02x03:04', '٢020-01-02', '2020-01-02T03', '2020-01-02T03:4', '0000-01-01', '2020-01-02T24:00', '2020-01-02T03:04:05.12', '2020-01-02T03:04:05,123']
for i in range(8):
    a, b, x, y, p, q = dt(), dt(), d(), d(), td(), td()
    if r.random() < .15: b = a.replace()
    if r.random() < .15: q = +p
    L = [repr(a), repr(b), repr(x), repr(p)]
    for op in (o.add, o.sub): L += [t(op, a, p), t(op, p, a), t(op, x, p), t(op, a, b), t(op, x, y), t(op, p, q), t(op, a, x), t(op, x, a), t(op, p, 3)]
    for op in (o.eq, o.lt, o.le, o.gt, o.ge, o.ne): L += [t(op, a, b), t(op, x, y), t(op, p, q), t(op, a, x), t(op, p, 1), t(op, x, a)]
    n = r.choice([0, 1, -2, 7, 10**12, 1.5, True])
    L += [t(o.mul, p, n), t(o.mul, n, p), t(o.neg, p), t(o.truediv, p, n), t(o.floordiv, p, q), t(o.mod, p, q), str(p), str(q), repr(q)]
    L += [str(a), a.isoformat(), a.isoformat(' '), t(a.isoformat, 'é'), t(a.isoformat, 'ab'), t(a.isoformat, 'T', 'minutes'), str(x), x.isoformat(), str(type(a + timedelta(0)) if a.year < 9999 else 0)]
    f = r.choice(fm)
    L += [t(a.strftime, f), t(x.strftime, f), t(format, a, f), t(a.strftime, r.choice(fm) + r.choice(fm))]
    L += [str(hash(p) == hash(q)), str(hash(a) == hash(b)), str(hash(x) == hash(date(x.year, x.month, x.day))), str(hash(p) == hash(timedelta(p.days, p.seconds, p.microseconds)))]
    L += [t(a.replace, r.choice([1, 2020, 0, 10000])), t(lambda: a.replace(month=r.choice([2, 13]), hour=r.choice([5, 24]))), t(lambda: a.replace(day=31, microsecond=7)), t(lambda: a.replace(tzinfo=None)), t(lambda: a.replace(fold=1)), t(lambda: a.replace(hour=1.5))]
    s = r.choice(texts)
    L += [t(datetime.fromisoformat, s), t(date.fromisoformat, s), t(SubDT.fromisoformat, s), t(datetime.fromtimestamp, r.choice([0, 1, -1, 1600000000, 10**12, -10**12, 1.5, 10**30, True])), str(a.weekday()), str(x.toordinal())]
    L += [t(datetime, *[r.choice([1, 2, 2000, 13, 0, 1.0, True, 10**20]) for _ in range(r.randint(0, 9))]), t(date, *[r.choice([1, 2, 2000, 13, '1', 0]) for _ in range(r.randint(0, 4))])]
    L += [t(timedelta, *[r.choice([1, 2, 10**9, 10**20, '1', 0, 2.5]) for _ in range(r.randint(0, 8))]), t(lambda: timedelta(1, days=2)), t(lambda: timedelta(fortnights=2))]
    print('|'.join(L))
