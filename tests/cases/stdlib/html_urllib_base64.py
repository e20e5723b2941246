import html, html.parser, urllib.parse as up, base64, uuid, colorsys, keyword
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
print(html.escape("<a href='x'>&\"</a>"), html.escape("<'\">", quote=False), html.unescape("&lt;&eacute;&#65;&#x42;&hearts;&amp;lt;&nosuch;&copy&notit;"))
class P(html.parser.HTMLParser):
    def handle_starttag(self, tag, attrs): print("start", tag, attrs, self.getpos())
    def handle_endtag(self, tag): print("end", tag)
    def handle_data(self, data): print("data", repr(data))
    def handle_comment(self, data): print("comment", repr(data))
    def handle_decl(self, data): print("decl", data)
p = P(); p.feed('<!DOCTYPE html><p class="a b" id=x checked>Hi &amp; <b>bye</B><br/><!-- c --><script>if (a<b) {}</script>'); p.feed("<a hr"); p.feed("ef='u?x=1&amp;y=2'>t</a>tail"); p.close()
for u in ["http://user:pw@Host:80/p/a;x?q=1&r=%20#f", "//h/p", "mailto:a@b", "/p?x", "http://[::1]:8/", ""]:
    r = up.urlparse(u); print(r, r.hostname, r.port, r.geturl() == u, up.urlsplit(u).path)
t(lambda: up.urlparse("http://h:port/").port); t(lambda: up.urlparse("http://[bad"))
print(up.quote("a b/é?&"), up.quote("a/b", safe=""), up.quote_plus("a b&c"), up.unquote("a%20b%C3%A9%zz"), up.unquote_plus("a+b"), up.urlencode({"a": 1, "b c": "d&e"}), up.urlencode([("x", [1, 2])], doseq=True), up.parse_qs("a=1&a=2&b=&c"), up.parse_qsl("a=1&b=", keep_blank_values=True), up.urljoin("http://a/b/c", "../d?e"), up.urlunparse(("http", "h", "/p", "", "q=1", "")), up.urldefrag("http://x#y"))
t(lambda: up.quote(5)); t(lambda: up.urlencode(5)); t(lambda: up.parse_qs("a&b", strict_parsing=True))
print(base64.b64encode(b"hi there"), base64.b64decode("aGk="), base64.urlsafe_b64encode(b"\xfb\xff"), base64.b32encode(b"x"), base64.b16encode(b"z"), base64.b85encode(b"data"), base64.a85decode(base64.a85encode(b"data"))); t(lambda: base64.b64decode("abc")); t(lambda: base64.b64encode("s"))
print(uuid.uuid5(uuid.NAMESPACE_DNS, "example.org"), uuid.uuid3(uuid.NAMESPACE_URL, "x"), uuid.UUID("12345678123456781234567812345678"), uuid.UUID(int=5).hex, uuid.uuid4().version, repr(uuid.UUID(int=1)), uuid.UUID(int=1) < uuid.UUID(int=2)); t(lambda: uuid.UUID("x")); t(lambda: uuid.UUID())
print([round(v, 4) for v in colorsys.rgb_to_hsv(0.2, 0.4, 0.4)], colorsys.hsv_to_rgb(0.5, 0.5, 0.4), [round(v, 4) for v in colorsys.rgb_to_hls(0.2, 0.4, 0.4)], keyword.iskeyword("for"), keyword.iskeyword("print"), len(keyword.kwlist), keyword.softkwlist)

# The module of the tables is there without being imported by its name.
import html

print(html.entities.name2codepoint["amp"], html.entities.html5["lt;"], hasattr(html, "nothing"))
