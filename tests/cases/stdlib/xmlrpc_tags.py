# Tags of any kind are asked whether a prefix is in them.
import xmlrpc.client
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for tag in ({1}, 'a:array', 'array', 5, b'x', [':'], ('a',), {}):
    u=xmlrpc.client.Unmarshaller()
    t(lambda: u.start(tag,{})); t(lambda: u.end(tag))
