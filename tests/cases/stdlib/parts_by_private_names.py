# `_strptime`, `_pickle` and `_pyio` are there under the names that programs use, too.
import _pickle
import _pyio
import _strptime
import copyreg
import io
import pickle
import time

words = _strptime.LocaleTime()
print(words.f_weekday[0], words.a_weekday[6], words.f_month[:2], words.a_month[12], words.am_pm)
print(words.LC_date_time, words.LC_date, words.LC_time, words.lang == _strptime._getlang())
table = _strptime.TimeRE()
print(table.pattern('%d.%m  x+'), table.compile('%A %d').match('monday 03').groupdict())
print(table.compile('%I %p').match('3 PM').groups(), table['y'])
print(_strptime._strptime('+01:30:30.001', '%z')[2], _strptime._strptime('2020-02-03 01:02:03.5', '%Y-%m-%d %H:%M:%S.%f'))
print(_strptime._strptime_time('10 2004', '%d %Y') == time.strptime('10 2004', '%d %Y'), len(_strptime._regex_cache))
old = _strptime._TimeRE_cache
old.locale_time.lang = 'Ni'
_strptime._strptime_time('11 2004', '%d %Y')
print(old is _strptime._TimeRE_cache, len(_strptime._regex_cache))

print(_pickle.loads(_pickle.dumps([1, 'a'])), _pickle.Pickler is pickle.Pickler, _pickle.PicklingError.__module__)
print(_pyio.BytesIO(b'abc').read(2), _pyio.UnsupportedOperation.__mro__[1:3])


class Own(list):
    pass


copyreg.add_extension('__main__', 'Own', 0xf1)
for protocol in range(6):
    text = pickle.dumps(Own([1]), protocol)
    print(protocol, b'__main__' in text, type(pickle.loads(text)).__name__)
copyreg.remove_extension('__main__', 'Own', 0xf1)
copyreg.add_extension('__main__', 'Own', 0x12345)
print(pickle.dumps(Own, 2), pickle.loads(pickle.dumps(Own, 2)))
copyreg.remove_extension('__main__', 'Own', 0x12345)
try:
    pickle.loads(b'\x80\x02\x82\xf1.')
except ValueError as error:
    print(error)
held = []
data = pickle.dumps(pickle.PickleBuffer(b'xyz'), 5, buffer_callback=held.append)
print(bytes(pickle.loads(data, buffers=held)))
