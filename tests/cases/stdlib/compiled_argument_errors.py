# What CPython compiles words argument errors by its calling conventions, also where the library has it in Python.
import abc, array, calendar, collections, csv, datetime, decimal, functools, hashlib, io, itertools, json, operator, random, re, string, time, unicodedata
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from datetime import date, timedelta, timezone, tzinfo
from decimal import Context, Decimal


def t(*calls):
    for call in calls:
        try:
            print(repr(call()))
        except Exception as e:
            print(f'{type(e).__name__}: {e}')


a = array.array('i', [1, 2, 3])
t(lambda: a.append(), lambda: a.append(1, 2), lambda: a.append(x=1), lambda: a.pop(1, 2), lambda: a.insert(1), lambda: a.tolist(1),
  lambda: a.tolist(x=1), lambda: a.index(), lambda: a.__getitem__(), lambda: a.__getitem__(0, 1), lambda: a.__setitem__(1),
  lambda: a.__delitem__(x=1), lambda: array.array(), lambda: array.array(None))
od = OrderedDict(a=1)
t(lambda: OrderedDict(1, 2), lambda: od.move_to_end(), lambda: od.move_to_end(1, 2, 3), lambda: od.move_to_end('a', z=1), lambda: od.popitem(1, 2),
  lambda: od.pop('z', default=3), lambda: od.pop(), lambda: od.setdefault('y', default=4), lambda: od.copy(1), lambda: od.keys(1),
  lambda: od.__reversed__(1), lambda: OrderedDict.fromkeys(), lambda: OrderedDict(self=1), lambda: defaultdict(int).copy(1),
  lambda: defaultdict(int).__missing__())
t(lambda: Decimal(1).is_nan(1), lambda: Decimal(1).quantize(), lambda: Decimal(1, 2, 3), lambda: Decimal(x=1),
  lambda: Context().add(1), lambda: Context().sqrt(), lambda: Decimal(1).adjusted(x=1), lambda: divmod(Decimal(1), 'a'), lambda: pow(Decimal(1), 2, 'a'),
  lambda: decimal.setcontext())
d = date(2020, 1, 31)
t(lambda: d.weekday(1), lambda: d.replace(1, 2, 3, 4), lambda: d.strftime(), lambda: d.strftime(None), lambda: d.isoformat(1), lambda: date.fromordinal(),
  lambda: date.fromisoformat(), lambda: tzinfo().utcoffset(), lambda: timezone(), lambda: timezone(None), lambda: timedelta(1) % timedelta(0),
  lambda: divmod(timedelta(1), 2), lambda: datetime.datetime.strptime('1'), lambda: datetime.datetime.strptime(None, ''), lambda: date.fromisocalendar(10**10, 1, 1),
  lambda: datetime.datetime(2020, 1, 1).isoformat(None))
for target, name in ((d, 'year'), (timedelta(1), 'days'), (datetime.time(1), 'hour'), (d, 'nope'), (timezone.utc, 'nope')):
    t(lambda: setattr(target, name, 1))
t(lambda: operator.add(1), lambda: operator.truth(), lambda: operator.itemgetter(), lambda: operator.index(1, 2), lambda: operator.add(a=1, b=2))
t(lambda: functools.reduce(), lambda: functools.cmp_to_key(), lambda: itertools.compress([], [], []), lambda: functools.partial(), lambda: json.loads(),
  lambda: enumerate([], 1, 2))
f, b = io.StringIO('abc'), io.BytesIO(b'abc')
t(lambda: f.read(1, 2), lambda: f.write(), lambda: f.getvalue(1), lambda: f.seek(), lambda: f.readline(x=1), lambda: b.read(1, 2), lambda: b.write(),
  lambda: b.getvalue(1), lambda: io.StringIO('', '', ''), lambda: io.BytesIO(1, 2))
t(lambda: time.strftime(), lambda: time.strftime(None), lambda: time.strftime('%Y', None), lambda: time.asctime(None), lambda: time.gmtime(1, 2), lambda: time.gmtime(x=1), lambda: time.mktime(), lambda: time.sleep(),
  lambda: time.get_clock_info(5))
t(lambda: csv.field_size_limit(1, 2), lambda: csv.get_dialect(), lambda: csv.writer(), lambda: csv.writer(io.StringIO()).writerow())

# What else of the library was found to say other things than CPython.
t(lambda: collections.abc.Sequence(1), lambda: collections.abc.Iterator(), lambda: Callable[[int], str], lambda: Callable[[], int], lambda: Callable[..., int],
  lambda: Callable[[int, str], None] | None, lambda: re.match('a*', 'a' * 100), lambda: string.capwords('a', 5), lambda: string.Formatter().get_field(5, (), {}),
  lambda: json.JSONDecoder().decode(5), lambda: json.JSONDecoder().decode(b'1'), lambda: list(itertools.permutations(5)), lambda: list(itertools.product(5)),
  lambda: list(itertools.islice([], 'a', -1)), lambda: list(itertools.islice([], 0, -2)), lambda: list(itertools.starmap(pow, [5])),
  lambda: unicodedata.name(None), lambda: format(5, None))
t(lambda: type('Made', (), {}), lambda: type('Made', (), {}).__module__, lambda: delattr(5, 'x'), lambda: delattr(date(1, 1, 1), 'x'))
class Slotted:
    __slots__ = ('a',)
t(lambda: delattr(Slotted(), 'x'), lambda: setattr(Slotted(), 'x', 1))
v = OrderedDict()
v['me'] = v.values()
t(lambda: v)
class Noted(OrderedDict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value * 2)
t(lambda: Noted(a=1), lambda: Noted([('b', 2)]).setdefault('c', 3))
