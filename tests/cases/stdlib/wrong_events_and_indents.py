# What iterparse and json are told beside the text, when it is wrong.
import xml.etree.ElementTree as ET
for ev in ([1], 5, ['zz'], [b'end'], ('start',), 'end', None, [None], {'end'}, [], ['start', 7], [''], b'end'):
    try: print(repr(ev)[:20], type(ET.XMLPullParser(ev)).__name__)
    except Exception as e: print(repr(ev)[:20], type(e).__name__, e)
import base64, io, json
for f in (lambda: base64.decode(io.BytesIO(b'a,b\n'), (1, 2)), lambda: json.dumps('é', indent=int), lambda: json.dumps(5, indent=int), lambda: json.dumps([], indent=int), lambda: json.dumps(None, indent='x'), lambda: json.dumps({}, indent=2.5), lambda: ET.iterparse('s', [1, 2], {}), lambda: ET.iterparse('s', ['end'], {}), lambda: list(ET.iterparse(io.BytesIO(b'<a/>')))[0][0], lambda: ET.iterparse(io.BytesIO(b'<a/>'), 5),
  lambda: list(json.JSONEncoder(indent=int).iterencode('x')), lambda: list(json.JSONEncoder(indent=int).iterencode(5)), lambda: json.JSONEncoder(indent=int).encode(True)):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
