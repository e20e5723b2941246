# Decoders that put a part of the decoding into other hands.
import json
import json.decoder
import json.scanner


class Tuples(json.JSONDecoder):
    def __init__(self, **options):
        super().__init__(**options)
        self.parse_array = self.array
        self.scan_once = json.scanner.py_make_scanner(self)

    def array(self, s_and_end, scan_once, **kwargs):
        values, end = json.decoder.JSONArray(s_and_end, scan_once, **kwargs)
        return tuple(values), end


class Shouting(json.JSONDecoder):
    def __init__(self, **options):
        super().__init__(**options)
        self.parse_string = lambda s, end, strict: (lambda text, after: (text.upper(), after))(*json.decoder.scanstring(s, end, strict))
        self.scan_once = json.scanner.py_make_scanner(self)


TEXTS = ['[1, [2.5, "x"], {"a": [null, true, false]}]', "[]", " {} ", '{"a": {"b": [-1e3, NaN, -Infinity, Infinity]}}', '"abc"', "12", "-0",
         "[1, 2", "[1 2]", "[1,]", '{"a" 1}', '{"a": }', '{"a": 1,}', "{a: 1}", '{"a": 1 "b"}', "", "  ", "nul", "[1, x]", "1 2", '{"a": "\\x"}']
for decoder in (Tuples, Shouting):
    for text in TEXTS:
        try:
            print(json.loads(text, cls=decoder))
        except json.JSONDecodeError as error:
            print(error)
print(json.loads('{"a": [1]}', cls=Tuples, object_pairs_hook=list), json.loads("[1.5, 2]", cls=Tuples, parse_float=str, parse_int=float))
plain = json.JSONDecoder()
print(plain.scan_once("[1, 2] x", 0), plain.parse_array(("1]", 0), plain.scan_once), plain.parse_string('ab"', 0, True))
print(plain.parse_object(('"a": 1}', 0), True, plain.scan_once, None, None, {}))
try:
    plain.scan_once("x", 0)
except StopIteration as error:
    print("stopped at", error.value)
print(hasattr(plain, "parse_nothing"), json.scanner.NUMBER_RE.match("-1.5e3").groups(), json.decoder.JSONArray is json.JSONDecoder().parse_array)
for wrong in ("ab", "a\\xb", "a\nb"):
    try:
        json.decoder.scanstring(wrong, 0)
    except json.JSONDecodeError as error:
        print(error, error.pos)
