import re
from urllib.parse import parse_qs, quote, urlencode, urljoin, urlparse


class Router:
    def __init__(self):
        self.routes = []

    def route(self, pattern, methods=("GET",)):
        regex = re.compile("^" + re.sub(r"<(?:(\w+):)?(\w+)>", lambda m: f"(?P<{m[2]}>{ {'int': r'[0-9]+', 'path': '.+'}.get(m[1], '[^/]+') })", pattern) + "$")
        kinds = {name: kind for kind, name in re.findall(r"<(?:(\w+):)?(\w+)>", pattern)}

        def register(f):
            self.routes.append((regex, kinds, methods, f))
            return f
        return register

    def handle(self, method, url):
        parts = urlparse(url)
        query = {k: v if len(v) > 1 else v[0] for k, v in parse_qs(parts.query).items()}
        allowed = set()
        for regex, kinds, methods, f in self.routes:
            if m := regex.match(parts.path):
                if method not in methods:
                    allowed.update(methods)
                    continue
                args = {k: int(v) if kinds[k] == "int" else v for k, v in m.groupdict().items()}
                try:
                    return 200, f(**args, **({"query": query} if query else {}))
                except TypeError as e:
                    return 400, str(e)
                except LookupError as e:
                    return 404, f"{type(e).__name__}: {e}"
        return (405, sorted(allowed)) if allowed else (404, parts.path)


app = Router()
users = {1: "ann", 2: "bob"}


@app.route("/users")
def list_users(query=None):
    names = sorted(users.values())
    return [n for n in names if (query or {}).get("q", "") in n]


@app.route("/users/<int:uid>", methods=("GET", "DELETE"))
def user(uid):
    return {"id": uid, "name": users[uid]}


@app.route("/files/<path:name>")
def file(name, query=None):
    return f"file {name} {query}"


@app.route("/<page>", ("GET", "POST"))
def page(page):
    return page.title()


for method, url in [("GET", "/users"), ("GET", "/users?q=b"), ("GET", "/users/2"), ("GET", "/users/9"), ("PUT", "/users/1"), ("GET", "/files/a/b.txt?v=1&v=2"), ("POST", "/about"), ("GET", "/about?x=1"), ("GET", "/a/b/c"), ("DELETE", "/users/1"), ("GET", "/users/abc")]:
    print(method, url, "->", *app.handle(method, url))
u = urlparse("https://user:pw@Example.com:8443/a%20b/c;p?x=1&y=%C3%A9#frag")
print(u.hostname, u.port, u.username, u.path, u.params, u.fragment, parse_qs(u.query), u._replace(query=urlencode({"a b": "c/d", "e": [1, 2]}, doseq=True)).geturl())
print(urljoin("http://x.org/a/b/", "../c?d#e"), urljoin("http://x.org/a", "//y.org/z"), quote("a b/ü?"), urlencode([("k", "v w"), ("k", "é")]))
