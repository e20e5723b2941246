# Which of several wrong arguments is told, and which kinds of numbers and bytes are taken.
import csv, io, xmlrpc.client
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class I(int): pass
for v in (True, I(5), 3.0, 'a', None, 131072): t(lambda: csv.field_size_limit(v))
for a in ((10**20,5),(10**20,0),(-10**20,1),(0,5),(0,10**20),(5,1),(-1,0),(5,2),(1.5,),('a',)):
    t(lambda: io.StringIO('ab').seek(*a)); t(lambda: io.BytesIO(b'ab').seek(*a))
for x in ('a', 5, None, [1], bytearray(b'q'), memoryview(b'q'), b'q'): t(lambda: xmlrpc.client.Marshaller().dump_bytes(x, print))
t(lambda: xmlrpc.client.Binary('a')); t(lambda: xmlrpc.client.dumps((memoryview(b'a'),)))
