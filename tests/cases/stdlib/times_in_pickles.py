"""How dates travel, and what their constructors and calendars say of wrong arguments."""
import calendar
import copy
import pickle
import time
from datetime import date, datetime, time as clock, timedelta, timezone


def say(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, error)


for value in (date(2020, 2, 29), clock(1, 2, 3, 4), clock(5, 6, fold=1), clock(7, tzinfo=timezone.utc), datetime(2020, 1, 31, 5, 6, 7, 8),
              datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=-5))), datetime(9999, 12, 31, 23, 59, 59, 999999, fold=1)):
    print(value.__reduce__(), value.__reduce_ex__(4))
    for protocol in range(6):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    assert copy.deepcopy(value) == value
    print(pickle.loads(pickle.dumps(value)).__repr__())
say(datetime, b'\x07\xe4\x01\x1f\x05\x06\x00\x00\x00\x00')
say(datetime, b'\x07\xe4\x01\x1f\x05\x06\x00\x00\x00\x00', 5)
say(date, b'\x07\xe4\x0d\x1f')
say(datetime, None)
say(datetime, 2020, 1, '', 1, 1, 1, 1, None, 1)
say(datetime, 2020, 1, 1, 1, 1, 1, 1, None, 1)
say(clock, 1, 2, 3, 4, None, 5, 1)
say(date(2020, 1, 31).replace, day=10 ** 30)
say(clock(1).isoformat, 5)
say(calendar.Calendar(6).monthdatescalendar, None, 2)
say(calendar.Calendar(6).monthdays2calendar, 1.5, 2)
say(calendar.monthrange, 20000, 2)
say(time.struct_time, '123456789', {'tm_zone': 'X'})
say(time.struct_time, '1234567890', {'tm_zone': 'X'})
print(copy.replace(time.gmtime(0), tm_year=2000))
