# Classes of exceptions may have items, a length, a truth and an index like any others.
class ApiError(Exception):
    def __init__(self, code, **fields):
        super().__init__(code, fields)
        self.fields = fields
    def __getitem__(self, key): return self.fields[key]
    def __setitem__(self, key, value): self.fields[key] = value
    def __delitem__(self, key): del self.fields[key]
    def __len__(self): return len(self.fields)
    def __contains__(self, key): return key in self.fields
    def __iter__(self): return iter(self.fields)
    def __index__(self): return self.args[0]
    def __bool__(self): return False
try:
    raise ApiError(2, user='ann', detail={'a': 1})
except ApiError as e:
    print(e['user'], e['detail']['a'], len(e), 'user' in e, list(e), bool(e), not e)
    e['extra'] = [1]; e['extra'].append(2); e['extra'] += [3]
    del e['user']
    print(dict(e=e.fields), '%(extra)s' % e, '{0[extra]}'.format(e), [10, 20, 30][e], 'abc'[e:], hex(e), range(e))
    try: e['nope']
    except KeyError as k: print('KeyError', k)
    try: del e['nope']
    except KeyError as k: print('KeyError', k)
class Plain(ValueError): pass
for f in lambda p: p[0], lambda p: p.__setitem__, lambda p: len(p), lambda p: [1][p]:
    try: print(f(Plain('x')))
    except (TypeError, AttributeError) as e: print(type(e).__name__, e)
def put(p): p[0] = 1
def drop(p): del p[0]
for f in put, drop:
    try: f(Plain('x'))
    except TypeError as e: print(e)
