"""`ZoneInfo.from_file`: zones as TZif files say them, their rules, and what is no such file."""
import copy
import io
import pickle
import struct
from datetime import datetime, timezone
from zoneinfo import ZoneInfo


def file_of(rule=b'', times=(), kinds=((0, 0, 0),), names=b'LMT\0', version=b'2'):
    made = b''
    for code in 'lq':
        made += b'TZif' + version + bytes(15) + struct.pack('>6l', 0, 0, 0, len(times), len(kinds), len(names))
        made += struct.pack(f'>{len(times)}{code}', *[moment for moment, _ in times]) + bytes(kind for _, kind in times)
        made += b''.join(struct.pack('>lbb', *kind) for kind in kinds) + names
    return io.BytesIO(made + b'\n' + rule + b'\n')


def attempt(call, *args, **kwargs):
    try:
        return call(*args, **kwargs)
    except Exception as error:
        return f'{type(error).__name__}: {error}'


def show(label, file, moments):
    zone = ZoneInfo.from_file(file, label)
    print(zone, zone.key, repr(zone), zone.utcoffset(None), zone.dst(None), zone.tzname(None))
    for moment in moments:
        for fold in (0, 1):
            local = moment.replace(tzinfo=zone, fold=fold)
            there = moment.replace(tzinfo=timezone.utc).astimezone(zone)
            print(' ', moment, fold, local.utcoffset(), local.dst(), local.tzname(), there, there.fold)


summer = [datetime(2024, 3, 10, 2, 30), datetime(2024, 11, 3, 1, 30), datetime(2024, 11, 3, 6, 30), datetime(2024, 7, 1), datetime(1, 1, 3), datetime(9999, 12, 29)]
for rule in (b'UTC0', b'EST5EDT,M3.2.0,M11.1.0', b'<+0330>-3:30<-02>2:00:01,J60/-167,J300/25:30', b'AAA0BBB,0/0,J365/25', b'IST-1GMT0,M10.5.0,M3.5.0/1'):
    show(rule.decode(), file_of(rule), summer)
past = [datetime(1969, 12, 31, 23), datetime(1970, 1, 1, 1, 30), datetime(1970, 1, 1, 2), datetime(2001, 9, 9, 1, 46, 40), datetime(2030, 1, 1)]
two = {'times': ((0, 1), (1000000000, 0)), 'kinds': ((3600, 0, 0), (7200, 1, 4)), 'names': b'AAA\0BBB\0'}
show('two', file_of(**two), past)
show('two and after', file_of(b'CCC5', **two), past)
show('old', file_of(**two, version=b'\0'), past)
show('one', file_of(kinds=((7200, 1, 1),), names=b'XY\0'), past[:1])
for rule in (b'UTC', b'<+11-11', b'+11', b'AAA25', b'AAA5:3', b'AAA100', b'PST8PDT', b'AAA4BBB5', b'AAA4BBB,M3.2.0', b'AAA4BBB,M3.2.0,M11.1.0x', b'GMT,M3.2.0,M11.1.0',
             b'GMT0+11,M3.2.0,M11.1.0', b'PST8PDT,J0,J366', b'PST8PDT,366,1', b'PST8PDT,M13.1.0,M1.1.0', b'PST8PDT,M1.6.0,M1.1.0', b'PST8PDT,M1.1.7,M1.1.0',
             b'PST8PDT,M1.1.0/168,M1.1.0', b'PST8PDT,M1.1.0/2:1,M1.1.0', b'PST8PDT,,', b'PST8\xff'):
    print(attempt(ZoneInfo.from_file, file_of(rule)))
whole = file_of(b'UTC0').getvalue()
for wrong in (b'', b'TZif', b'XXXX' + bytes(40), whole[:20], whole[:60], file_of(b'', kinds=(), names=b'').getvalue(), file_of(names=b'\xff\0').getvalue(),
              file_of(version=b'x').getvalue()):
    print(attempt(ZoneInfo.from_file, io.BytesIO(wrong)))
file = file_of(b'UTC0')
zone = ZoneInfo.from_file(file)
print(zone.key, repr(zone) == str(zone) == f'zoneinfo.ZoneInfo.from_file({file!r})', attempt(pickle.dumps, zone), attempt(copy.copy, zone), attempt(ZoneInfo.from_file, 5))
