import json
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for s in ['{"a": 1, "b": [1.5, null, true, false, "x"]}', "[]", "{}", '""', "1", "-0", "1.0", "1e5", "1E-2", "-1.5e+3", "123456789012345678901234567890", "  [1 , 2 ]  ", '"\\u00e9\\n\\t\\"\\\\\\/\\b\\f\\r"', '"\\ud83d\\ude00"', '"\\ud83d"', '{"a": {"a": {"a": []}}}', '{"a": 1, "a": 2}', "NaN", "[Infinity, -Infinity]", "null", '"é😀"', "\t[\n1\r]", '{"":0}', "1e400", "0.1", "[[[[1]]]]", "-5", "0", "0e0", '"\\u0041"', "true"]:
    t(lambda: repr(json.loads(s)))
for s in ["", " ", "{", "[", "[1,", "[1,]", "[1 2]", '{"a"}', '{"a":}', '{"a":1,}', "{a: 1}", "{'a': 1}", "'x'", '"abc', '"a\nb"', '"\\x"', '"\\u12"', '"\\u12g4"', "01", "1.", ".5", "+1", "-", "1e", "nul", "tru", "None", "True", "[1]]", "1 2", "{}{}", "[,1]", '{"a" 1}', "{1: 2}", "//x", "[1, 2\n, x]", '"\t"', "\ufeff1", '{"a": 1 "b": 2}', "nan", "--1", "0x10", '["a', '{"a": [1, {"b": ]}', "]", "[1}", "\x00", "[\"a\",\n\"b\"\n\"c\"]", '"\\']:
    t(lambda: json.loads(s))
for f in (lambda: json.loads(5), lambda: json.loads(None), lambda: json.loads(b'{"a": 1}'), lambda: json.loads(bytearray(b"[1]")), lambda: json.loads('"\xe9"'.encode("utf-16")), lambda: json.loads([1]), lambda: json.loads("1", parse_int=float), lambda: json.loads("1.5", parse_float=str), lambda: json.loads("NaN", parse_constant=lambda c: "const " + c), lambda: json.loads('{"a": 1}', object_hook=lambda d: list(d.items())), lambda: json.loads('{"a": 1, "a": 2}', object_pairs_hook=list), lambda: json.loads('[{"a": {"b": 1}}]', object_hook=lambda d: tuple(d)), lambda: json.loads("{}", strict=False), lambda: json.loads('"a\nb"', strict=False), lambda: json.loads(), lambda: json.loads("1", foo=1), lambda: json.JSONDecoder().raw_decode("[1] rest"), lambda: json.JSONDecoder().decode(" 1 "), lambda: json.JSONDecoder().raw_decode(" 1"), lambda: json.load(5), lambda: json.loads(b"\xff")):
    t(f)
try:
    json.loads('{"a": 1,\n "b": oops}')
except json.JSONDecodeError as e:
    print(e.msg, e.pos, e.lineno, e.colno, e.doc == '{"a": 1,\n "b": oops}', isinstance(e, ValueError), str(e), e.args)
x = {"name": "é", "list": [1, 2.5, {"k": None}], "nested": {"a": {"b": []}}}
print(json.loads(json.dumps(x)) == x, json.loads(json.dumps({1: 2})), json.loads(json.dumps((1, 2))), type(json.loads("1.0")).__name__, type(json.loads("1")).__name__, json.loads("[" * 50 + "]" * 50) != 0, len(json.loads(json.dumps(list(range(1000))))))
