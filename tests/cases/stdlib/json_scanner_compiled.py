# The scanner and the string's reader that CPython has compiled: their words, types and what they raise.
import json
from json import decoder, scanner


def tried(what, *arguments, **named):
    try:
        print(what(*arguments, **named))
    except StopIteration as error:
        print('StopIteration', error.value)
    except Exception as error:
        print(type(error).__name__, error)


plain = json.JSONDecoder()
hooked = json.JSONDecoder(parse_float=str, object_pairs_hook=list)
for one in (plain, hooked):
    scan = one.scan_once
    print(type(scan), scan.strict, scan.object_hook)
    tried(scan)
    tried(scan, '1')
    tried(scan, k=1)
    tried(scan, 1, 2)
    tried(scan, '1', 'x')
    tried(scan, '1', 0, 3)
    tried(scan, '[1, 2.5, {"é": "ü"}] x', 0)
    tried(scan, 'ü[1, 2.5, {"é": "ü"}] x', 1)
    tried(scan, string='  7', idx=2)
    tried(scan, '  7', 0)
    tried(scan, '7', 1)
    tried(scan, '7', -1)
    tried(scan, '7', 10**20)
    tried(scan, '[1, x]', 0)
    tried(scan, '[1,', 0)
    tried(scan, '[1 2]', 0)
    tried(scan, '[1, ]', 0)
    tried(scan, '{"a" 1}', 0)
    tried(scan, '"a', 0)
    tried(one.decode, '[1, x]')
    tried(one.decode, '')
tried(scanner.make_scanner)
tried(scanner.make_scanner, b'a', None)
tried(scanner.make_scanner, context=plain, more=1)
tried(scanner.make_scanner(context=plain), 'true', 0)
tried(scanner.make_scanner, b'a')
print(scanner.make_scanner.__name__, scanner.c_make_scanner is scanner.make_scanner, scanner.make_scanner is scanner.py_make_scanner)
tried(decoder.scanstring)
tried(decoder.scanstring, 'a"')
tried(decoder.scanstring, 1.5)
tried(decoder.scanstring, 2, 1, zzz=1)
tried(decoder.scanstring, 'a"', 0, True, 4)
tried(plain.parse_object, 'a', True, '1', None, b'a', [1, 2], 1)
tried(plain.parse_object, ('"a": 1}', 0), True, plain.scan_once, None, None)
tried(plain.parse_array, ('1, 2 ]', 0), plain.scan_once)
