class EventEmitter:
    def __init__(self):
        self._handlers = {}

    def on(self, name, handler=None, *, once=False, priority=0):
        if handler is None:
            return lambda f: self.on(name, f, once=once, priority=priority)
        self._handlers.setdefault(name, []).append((priority, once, handler))
        self._handlers[name].sort(key=lambda h: -h[0])
        return handler

    def off(self, name, handler):
        self._handlers[name] = [h for h in self._handlers.get(name, []) if h[2] is not handler]

    def emit(self, name, *args, **kwargs):
        results = []
        for entry in self._handlers.get(name, [])[:]:
            priority, once, handler = entry
            if once:
                self._handlers[name].remove(entry)
            try:
                results.append(handler(*args, **kwargs))
            except Exception as e:
                results.append(f"{type(e).__name__}: {e}")
        return results


bus = EventEmitter()


@bus.on("greet")
def hello(name, loud=False):
    return f"hello {name}".upper() if loud else f"hello {name}"


@bus.on("greet", once=True, priority=10)
def first(name, **_):
    return f"first time, {name}!"


bus.on("greet", lambda name, **_: len(name) / (len(name) - 3))
print(bus.emit("greet", "bob"))
print(bus.emit("greet", "anna", loud=True))
bus.off("greet", hello)
print(bus.emit("greet", "cy"), bus.emit("nothing"))


class Observable:
    def __init__(self, **values):
        object.__setattr__(self, "_values", dict(values))
        object.__setattr__(self, "_watchers", [])

    def watch(self, f):
        self._watchers.append(f)

    def __getattr__(self, name):
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(f"no field {name!r}") from None

    def __setattr__(self, name, value):
        old = self._values.get(name)
        self._values[name] = value
        if old != value:
            for w in self._watchers:
                w(name, old, value)


model = Observable(x=1, y=2)
changes = []
model.watch(lambda *c: changes.append(c))
model.x = 5
model.y = 2
model.z = "new"
print(changes, model.x + model.y, model._values)
try:
    model.missing
except AttributeError as e:
    print(e)


class Plugin:
    registry = {}

    def __init_subclass__(cls, /, name=None, **kwargs):
        super().__init_subclass__(**kwargs)
        Plugin.registry[name or cls.__name__.lower()] = cls

    def run(self, x):
        raise NotImplementedError


class Double(Plugin):
    def run(self, x): return x * 2


class Shout(Plugin, name="loud"):
    def run(self, x): return str(x).upper() + "!"


class Broken(Plugin): pass


def pipeline(names, value):
    for n in names:
        try:
            value = Plugin.registry[n]().run(value)
        except NotImplementedError:
            print("skipping", n)
        except KeyError as e:
            print("unknown plugin", e)
    return value


print(list(Plugin.registry), pipeline(["double", "loud", "broken", "nope"], "ab"))


class Middleware:
    def __init__(self): self.layers = []
    def use(self, f): self.layers.append(f); return self
    def __call__(self, request):
        def dispatch(i, r):
            if i == len(self.layers): return {"status": 404, "path": r["path"]}
            return self.layers[i](r, lambda r2: dispatch(i + 1, r2))
        return dispatch(0, request)


trace = []
def logger(r, nxt): trace.append("in"); out = nxt(r); trace.append("out"); return {**out, "logged": True}
def auth(r, nxt): return nxt({**r, "user": "ann"}) if r.get("token") == "ok" else {"status": 401}
def hello_route(r, nxt): return {"status": 200, "body": "hi " + r["user"]} if r["path"] == "/" else nxt(r)
app = Middleware().use(logger).use(auth).use(hello_route)
for r in [{"path": "/", "token": "ok"}, {"path": "/x", "token": "ok"}, {"path": "/"}]:
    print(app(r))
print(trace)
