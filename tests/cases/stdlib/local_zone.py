# Local time is what TZ says once tzset was called.
import os
import time
from datetime import date, datetime, timedelta, timezone
from email.utils import formatdate


def in_zone(text):
    os.environ['TZ'] = text
    time.tzset()
    # What a named zone is called is told of the year of the clock.
    print(text, *(() if '/' in text.partition(',')[0] else (time.timezone, time.altzone, time.daylight, time.tzname)))


def tried(what, *arguments):
    try:
        return what(*arguments)
    except Exception as error:
        return f'{type(error).__name__}: {error}'


moments = [0, 1000000000, 1414889999, 1414890000, 1414893600, 1414895400, 1414899000, 1394348399, 1394348400, 1720000000, 4102444799]
for zone in ('America/New_York', 'EST+05EDT,M3.2.0,M11.1.0', 'AEST-10AEDT-11,M10.5.0,M3.5.0', 'Europe/Vilnius', 'Asia/Kolkata', 'UTC+03', 'UTC',
             '<-03>3', 'IST-1GMT0,M10.5.0,M3.5.0/1', ':Asia/Tokyo', 'Australia/Lord_Howe', 'EST5EDT4,J60/2:30,300'):
    in_zone(zone)
    for moment in moments:
        local = time.localtime(moment)
        print(moment, time.strftime('%Y-%m-%d %H:%M:%S %Z %z', local), local.tm_isdst, local.tm_zone, local.tm_gmtoff, time.mktime(local) - moment)
        naive = datetime.fromtimestamp(moment)
        print('   ', repr(naive), naive.timestamp() - moment, naive.astimezone(), naive.astimezone(timezone.utc), date.fromtimestamp(moment))
        print('   ', repr(datetime.fromtimestamp(moment, timezone.utc).astimezone()), time.ctime(moment))
in_zone('America/New_York')
for fold in (0, 1):
    for wall in (datetime(2014, 11, 2, 1, 30), datetime(2014, 3, 9, 2, 30), datetime(2014, 3, 9, 3), datetime(2014, 7, 1)):
        wall = wall.replace(fold=fold)
        print(wall, fold, wall.timestamp(), wall.astimezone(), repr(wall.astimezone().tzinfo), wall.astimezone().fold)
print(time.mktime((2014, 7, 1, 12, 0, 0, 0, 0, 0)), time.mktime((2014, 7, 1, 12, 0, 0, 0, 0, 1)), time.mktime((2014, 1, 1, 12, 0, 0, 0, 0, 1)))
print(time.strftime('%Z %z', (2014, 7, 1, 12, 0, 0, 0, 0, 0)), time.strftime('%Z', (2014, 7, 1, 12, 0, 0, 0, 0, 1)))
for text in ('EST', 'edt', 'GMT', 'CET'):
    print(text, tried(time.strptime, f'2014 {text}', '%Y %Z'), tried(datetime.strptime, f'2014 {text}', '%Y %Z'))
print(formatdate(1414899000, localtime=True), formatdate(1394348400, localtime=True))
print(datetime.fromtimestamp(1.5), datetime.fromtimestamp(1e8), datetime.fromtimestamp(253402300799 - 86400))
print(datetime.now() - datetime.now(timezone.utc).astimezone().replace(tzinfo=None) < timedelta(seconds=5), date.today() == datetime.now().date())


class Own(datetime):
    pass


print(repr(Own.fromtimestamp(1414899000)), repr(Own(2014, 7, 1).astimezone()))
del os.environ['TZ']
time.tzset()
print(time.tzname, time.localtime(0).tm_zone, datetime.fromtimestamp(0), datetime(1970, 1, 1).timestamp())
