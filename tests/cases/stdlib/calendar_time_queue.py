import calendar, queue, graphlib, time
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", repr(str(e)))
print(calendar.month(2024, 2)); print(calendar.TextCalendar(6).formatmonth(2023, 7, 3)); print(calendar.calendar(2024, 2, 1, 6, 2)[:500])
print(calendar.isleap(2024), calendar.isleap(1900), calendar.leapdays(2000, 2024), calendar.monthrange(2024, 2), calendar.weekday(2024, 3, 15), calendar.monthcalendar(2024, 2), calendar.day_name[0], calendar.month_name[1], list(calendar.day_abbr), list(calendar.month_abbr)[:4], calendar.MONDAY, calendar.SUNDAY, calendar.weekheader(3), calendar.timegm((2024, 1, 1, 0, 0, 0)), calendar.firstweekday(), calendar.Month.MAY, calendar.Day.FRIDAY, len(calendar.month_name), calendar.FEBRUARY)
c = calendar.Calendar(firstweekday=6); print(list(c.iterweekdays()), list(c.itermonthdays(2024, 2))[:6], list(c.itermonthdays2(2024, 2))[:5], [str(d) for d in c.itermonthdates(2024, 2)][:5], c.monthdayscalendar(2024, 2)[0], c.monthdays2calendar(2024, 2)[-1], len(c.yeardayscalendar(2024)), list(c.itermonthdays4(2024, 1))[:2]); print(calendar.HTMLCalendar().formatmonth(2024, 2)[:200])
for f in (lambda: calendar.monthrange(2024, 13), lambda: calendar.weekday(2024, 2, 30), lambda: calendar.setfirstweekday(9), lambda: calendar.month_name[13], lambda: calendar.monthrange(2024, 0), lambda: calendar.Month(13)):
    t(f)
q = queue.Queue(maxsize=2); q.put(1); q.put_nowait(2); print(q.full(), q.qsize(), q.get(), q.get_nowait(), q.empty()); t(lambda: q.get_nowait()); t(lambda: q.get(block=False)); q.put(1); q.put(2); t(lambda: q.put_nowait(3)); t(lambda: q.put(3, block=False)); q.task_done(); q.task_done(); t(lambda: [q.task_done() for _ in range(5)])
l = queue.LifoQueue(); [l.put(i) for i in range(3)]; print([l.get() for _ in range(3)]); p = queue.PriorityQueue(); [p.put(x) for x in [(3, "c"), (1, "a"), (2, "b")]]; print([p.get() for _ in range(3)], p.empty()); s = queue.SimpleQueue(); s.put(5); print(s.get(), s.empty(), s.qsize()); t(lambda: s.get_nowait()); t(lambda: q.get(timeout=-1)); print(issubclass(queue.Empty, Exception), queue.Full.__name__)
ts = graphlib.TopologicalSorter({"d": {"b", "c"}, "b": {"a"}, "c": {"a"}}); print(sorted(list(ts.static_order())[1:3]), list(graphlib.TopologicalSorter({3: [2], 2: [1]}).static_order())); ts = graphlib.TopologicalSorter(); ts.add(1, 2, 3); ts.add(2, 3); ts.prepare(); out = []
while ts.is_active(): r = ts.get_ready(); out.append(r); ts.done(*r)
print(out); t(lambda: list(graphlib.TopologicalSorter({1: [2], 2: [1]}).static_order())); t(lambda: ts.add(5)); t(lambda: graphlib.TopologicalSorter().get_ready()); t(lambda: ts.done(99))
print(time.gmtime(0)[:6], time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(86400 * 365)), time.gmtime(0).tm_wday, time.gmtime(1e9).tm_yday, calendar.timegm(time.gmtime(12345)), time.strptime("2024-03-15", "%Y-%m-%d")[:3], time.mktime((1970, 1, 2, 0, 0, 0, 0, 0, 0)), time.asctime(time.gmtime(0)), isinstance(time.time(), float), time.perf_counter() <= time.perf_counter(), time.monotonic_ns() >= 0, type(time.gmtime(0)).__name__, time.struct_time((1, 2, 3, 4, 5, 6, 7, 8, 9)).tm_mon, repr(time.gmtime(0)))
for f in (lambda: time.strptime("x", "%Y"), lambda: time.strftime("%Y", 5), lambda: time.sleep(-1), lambda: time.sleep("a"), lambda: time.gmtime("a"), lambda: time.struct_time((1, 2)), lambda: time.nope):
    t(f)
