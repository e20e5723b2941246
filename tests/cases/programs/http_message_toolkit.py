# ends: raised
import re, json, html, base64, hashlib, urllib.parse as up, io, zlib, uuid, datetime as dt, string, textwrap, mimetypes, binascii, itertools
from collections import defaultdict, namedtuple, ChainMap
from collections.abc import MutableMapping, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum, auto
from functools import partial, wraps
class Method(StrEnum): GET = "GET"; POST = "POST"; DELETE = "DELETE"
class Status(IntEnum):
    OK = 200, "OK"; CREATED = 201, "Created"; BAD = 400, "Bad Request"; MISSING = 404, "Not Found"; NOT_ALLOWED = 405, "Method Not Allowed"; ERROR = 500, "Internal Server Error"
    def __new__(cls, code, phrase): obj = int.__new__(cls, code); obj._value_ = code; obj.phrase = phrase; return obj
class Headers(MutableMapping):
    def __init__(self, items=(), /, **kw): self._d = {}; self.update(items, **{k.replace("_", "-"): v for k, v in kw.items()})
    def __getitem__(self, k): return ", ".join(self._d[k.lower()][1])
    def __setitem__(self, k, v): self._d[k.lower()] = (k.title(), [str(v)])
    def add(self, k, v): self._d.setdefault(k.lower(), (k.title(), []))[1].append(v)
    def __delitem__(self, k): del self._d[k.lower()]
    def __iter__(self): return (name for name, _ in self._d.values())
    def __len__(self): return len(self._d)
    def __bytes__(self): return "".join(f"{n}: {v}\r\n" for n, vs in self._d.values() for v in vs).encode("latin-1")
class HTTPError(Exception):
    def __init__(self, status, detail=""): super().__init__(f"{status.value} {status.phrase}" + (f": {detail}" if detail else "")); self.status = status
@dataclass
class Request:
    method: Method; target: str; headers: Headers = field(default_factory=Headers); body: bytes = b""; params: dict = field(default_factory=dict)
    @classmethod
    def parse(cls, raw):
        head, sep, body = raw.partition(b"\r\n\r\n")
        if not sep: raise HTTPError(Status.BAD, "no end of headers")
        first, *rest = head.decode("latin-1").split("\r\n")
        match first.split(" "):
            case [method, target, ("HTTP/1.1" | "HTTP/1.0")] if method in Method.__members__: pass
            case [method, _, _]: raise HTTPError(Status.NOT_ALLOWED, method)
            case parts: raise HTTPError(Status.BAD, f"{len(parts)} parts in request line")
        h = Headers()
        for line in rest:
            if not (m := re.fullmatch(r"([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*", line)): raise HTTPError(Status.BAD, f"header {line!r}")
            h.add(*m.groups())
        if h.get("Transfer-Encoding") == "chunked": body = b"".join(unchunk(io.BytesIO(body)))
        elif "Content-Length" in h and len(body) != (n := int(h["content-length"])): raise HTTPError(Status.BAD, f"{len(body)} of {n} bytes")
        return cls(Method(method), target, h, body)
    @property
    def path(self): return up.unquote(up.urlsplit(self.target).path)
    @property
    def query(self): return {k: v if len(v) > 1 else v[0] for k, v in up.parse_qs(up.urlsplit(self.target).query, keep_blank_values=True).items()}
    @property
    def form(self):
        kind, _, rest = self.headers.get("Content-Type", "").partition(";")
        match kind.strip():
            case "application/json": return json.loads(self.body)
            case "application/x-www-form-urlencoded": return dict(up.parse_qsl(self.body.decode()))
            case "multipart/form-data": return dict(multipart(self.body, re.search(r'boundary="?([^";]+)', rest)[1].encode()))
            case other: raise HTTPError(Status.BAD, f"cannot read {other or 'untyped body'}")
    @property
    def cookies(self): return dict(p.strip().split("=", 1) for p in self.headers.get("Cookie", "").split(";") if "=" in p)
def unchunk(f):
    while (line := f.readline()).strip():
        if not (n := int(line.split(b";")[0], 16)): return
        yield f.read(n); assert f.read(2) == b"\r\n", "chunk end"
def multipart(body, boundary):
    for part in body.split(b"--" + boundary)[1:-1]:
        head, _, data = part.strip(b"\r\n").partition(b"\r\n\r\n"); attrs = dict(re.findall(rb'(\w+)="([^"]*)"', head)); yield attrs[b"name"].decode(), (attrs[b"filename"].decode(), len(data)) if b"filename" in attrs else data.decode()
class App:
    def __init__(self): self.routes, self.middleware, self.log = [], [], []
    def route(self, pattern, *methods):
        conv = {"int": r"\d+", "str": r"[^/]+", "path": r".+"}; regex = re.compile(re.sub(r"<(?:(\w+):)?(\w+)>", lambda m: f"(?P<{m[2]}>{conv[m[1] or 'str']})", pattern))
        def deco(fn): self.routes.append((regex, set(methods or ("GET",)), fn)); return fn
        return deco
    def use(self, mw): self.middleware.append(mw); return mw
    def dispatch(self, req):
        allowed = set()
        for regex, methods, fn in self.routes:
            if m := regex.fullmatch(req.path):
                if req.method in methods: req.params = {k: int(v) if v.isdigit() else v for k, v in m.groupdict().items()}; return fn(req, **req.params)
                allowed |= methods
        raise HTTPError(Status.NOT_ALLOWED, "/".join(sorted(allowed))) if allowed else HTTPError(Status.MISSING, req.path)
    def __call__(self, raw):
        try:
            handler = self.dispatch
            for mw in reversed(self.middleware): handler = partial(mw, handler)
            result = handler(Request.parse(raw))
        except HTTPError as e: result = (e.status, {"error": str(e)})
        except Exception as e: result = (Status.ERROR, {"error": f"{type(e).__name__}: {e}"})
        status, payload = result if isinstance(result, tuple) else (Status.OK, result); h = Headers()
        data = json.dumps(payload, sort_keys=True).encode() if isinstance(payload, (dict, list)) else str(payload).encode(); h["content-type"] = "application/json" if isinstance(payload, (dict, list)) else "text/html; charset=utf-8"; h["Content-Length"] = len(data); h["ETag"] = f'"{hashlib.md5(data).hexdigest()[:8]}"'
        return b"HTTP/1.1 %d %s\r\n%b\r\n%b" % (status, status.phrase.encode(), bytes(h), data)
app = App()
@app.use
def logger(nxt, req):
    r = nxt(req); app.log.append(f"{req.method} {req.path} {len(req.body)}"); return r
@app.use
def auth(nxt, req):
    if req.path.startswith("/admin"):
        kind, _, token = req.headers.get("Authorization", "").partition(" ")
        if kind != "Basic" or base64.b64decode(token).decode().split(":") != ["root", "pa ss"]: raise HTTPError(Status.BAD, "who are you?")
    return nxt(req)
@app.route("/")
def index(req): return f"<h1>{html.escape(req.query.get('name', 'world'))}</h1>"
@app.route("/items/<int:n>", "GET", "DELETE")
def item(req, n): return {"n": n, "half": 10 / n, "m": req.method}
@app.route("/files/<path:p>")
def files(req, p): return {"type": mimetypes.guess_type(p)[0], "q": req.query, "c": req.cookies}
@app.route("/form", "POST")
def form(req): return Status.CREATED, {"form": req.form}
@app.route("/admin/<who>")
def admin(req, who): return [who]
CR = "\r\n"
for raw in ("GET /?name=%3Cb%3E+x HTTP/1.1\r\nHost: h\r\n\r\n", "GET /items/4 HTTP/1.1\r\n\r\n", "GET /items/0 HTTP/1.1\r\n\r\n", "POST /items/4 HTTP/1.1\r\n\r\n", "PATCH / HTTP/1.1\r\n\r\n", "GET /nope HTTP/1.1\r\n\r\n", "GET /", "GET / HTTP/1.1\r\nbad header\r\n\r\n", "GET /files/a/b%20c.png?x=1&x=2&y= HTTP/1.1\r\nCookie: a=1; b=x=y\r\n\r\n", "POST /form HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{\"k\": 1}\n", "POST /form HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{oops}", "POST /form HTTP/1.1\r\ncontent-type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\na=1", "POST /form HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n4\r\na=%C\r\n6;x\r\n3%A9&b\r\n0\r\n\r\n", "POST /form HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=B\r\n\r\n--B\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\nhello\r\n--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x.txt\"\r\n\r\nDATA\r\n--B--\r\n", "POST /form HTTP/1.1\r\n\r\n", "GET /admin/x HTTP/1.1\r\nAuthorization: Basic cm9vdDpwYSBzcw==\r\n\r\n", "GET /admin/x HTTP/1.1\r\nAuthorization: Basic !!\r\n\r\n"):
    resp = app(raw.encode()); print(resp.decode().replace("\r\n", "⏎"))
print(app.log, dict(Headers(Content_Type="x", X=1)), bytes(Headers({"a-b": "c"})), len(Headers()), list(Status)[0].phrase, Status(404).name)
for bad in (lambda: Headers()["x"], lambda: Status(999), lambda: Method("PUT"), lambda: Request(), lambda: Request.parse("str"), lambda: bytes(Headers(x="€"))):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(app(b"GET / HTTP/1.1\r\n\r\n").decode().split()[99])
