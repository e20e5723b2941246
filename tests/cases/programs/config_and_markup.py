import configparser
import html
import io
import shlex
import tomllib
import urllib.parse as up
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

cfg = configparser.ConfigParser(interpolation=configparser.ExtendedInterpolation())
cfg.read_string("""
[DEFAULT]
home = /srv
debug: no
; comment
[web]
root = ${home}/www
port = 8080
ratio = 0.25
hosts =
    a.example
    b.example
[db]
path = ${web:root}/db
debug = on
""")
print(cfg.sections(), cfg["db"]["path"], cfg.getint("web", "port"), cfg["web"].getfloat("ratio"), cfg.getboolean("db", "debug"), cfg["web"].getboolean("debug"), cfg.get("web", "hosts").split(), cfg.options("web"), cfg.has_option("db", "home"), dict(cfg["db"]), cfg.get("db", "zip", fallback="none"))
for f in (lambda: cfg["nope"], lambda: cfg.get("web", "nope"), lambda: cfg.getint("web", "ratio"), lambda: cfg.read_string("x=1"), lambda: cfg.read_string("[a]\n[a]"), lambda: cfg.add_section("web"), lambda: cfg.set("web", "x", 5), lambda: cfg.getboolean("web", "port"), lambda: cfg.read_string("[s]\nk=1\nk=2"), lambda: cfg.read_string("[s2]\n=x"), lambda: (cfg.set("web", "loop", "${loop}"), cfg.get("web", "loop"))):
    try:
        print("ok", f())
    except Exception as e:
        print(type(e).__name__, "|", e)
cfg.remove_option("web", "loop"); cfg["new"] = {"a": "1", "b": ""}
out = io.StringIO(); cfg.write(out, space_around_delimiters=False); print(out.getvalue())
print(tomllib.loads('title = "T"\n[owner]\nname = \'x\'\ndob = 1979-05-27T07:32:00-08:00\n[[items]]\nn = 1_000\nf = [1.5, inf]\n[[items]]\nt = {a.b = true}\ns = """\nmulti\\\n   line"""\nd = 2024-01-02\nh = 0xff'))
for bad in ("a = ", "a = 1\na = 2", "[x", "a = 'x", "a = 01", "= 1", "a = \"\\q\""):
    try: tomllib.loads(bad)
    except tomllib.TOMLDecodeError as e: print(e)
root = ET.fromstring('<cat v="1"><book id="b1" lang="en"><title>T &amp; t</title><price>9.5</price></book><book id="b2"><title>Ü</title>tail<price cur="eur">12</price></book><!-- c --><empty/></cat>')
print(root.tag, root.attrib, [b.get("id") for b in root.iter("book")], root.find("book/title").text, root.findtext(".//price[@cur]"), root.findall("book[@lang='en']")[0].attrib, root[1][0].tail, len(root), [c.tag for c in root], root.find("nope"), sum(float(p.text) for p in root.iter("price")), root.findall("book[title='Ü']")[0].get("id"), root.findall("./book[2]/price")[0].text)
new = ET.SubElement(root, "book", id="b3", note='q"<>&\n'); ET.SubElement(new, "title").text = "<New>"; root.remove(root[0]); ET.indent(root); print(ET.tostring(root, encoding="unicode"), ET.tostring(new), ET.tostring(root[0], encoding="utf-8", xml_declaration=True), ET.tostring(ET.Element("a"), short_empty_elements=False))
for bad in ("<a>", "<a></b>", "<a b=1/>", "", "<a/><b/>", "<a>&nope;</a>", "text"):
    try: ET.fromstring(bad)
    except ET.ParseError as e: print(e, e.position, e.code)
class Links(HTMLParser):
    def __init__(self): super().__init__(); self.events = []
    def handle_starttag(self, tag, attrs): self.events.append(("start", tag, attrs))
    def handle_endtag(self, tag): self.events.append(("end", tag))
    def handle_data(self, data): self.events.append(("data", data))
    def handle_comment(self, data): self.events.append(("comment", data))
    def handle_startendtag(self, tag, attrs): self.events.append(("both", tag))
p = Links(); p.feed("<p class=x id='y' hidden>Hi &amp; &#233; <b>bo"); p.feed("ld</B><br/><!-- note --><script>if (a<b) x</script><a href='?a=1&amp;b'>l</a>"); p.close(); print(*p.events, p.getpos(), sep="\n")
print(html.escape("<a href='x'>\"&"), html.escape("'", quote=False), html.unescape("&lt;&eacute;&#x41;&notit;&#0;&amp;lt;&hearts &bogus;"))
u = up.urlsplit("https://user:p%40ss@Example.COM:8443/a%20b/c;p?q=1&q=2&e=&x=%C3%A9+z#frag"); print(u, u.hostname, u.port, u.username, u.geturl(), up.parse_qs(u.query), up.parse_qsl(u.query, keep_blank_values=True), up.urlunsplit(u._replace(query=up.urlencode({"a": [1, 2], "ü": "é &"}, doseq=True))), up.urljoin("http://a/b/c/d?q", "../x/./y"), up.urljoin("http://a/b", "//h/p"), up.quote("a b/é?&"), up.quote_plus("a b/é"), up.unquote("%C3%A9%ff%zz"), up.urlparse("mailto:a@b.c"), up.urldefrag("x#y"), sep="\n")
for bad in ("http://[::1", "http://h:99999/", "http://h:x/"):
    try: print(up.urlsplit(bad).port)
    except ValueError as e: print(e)
print(shlex.split("a 'b c' \"d \\\" e\" f\\ g # h"), shlex.split("x # y", comments=True), shlex.quote("it's"), shlex.join(["a b", "$c", "d"]), list(shlex.shlex("a=b 'c' (d)", punctuation_chars=True)))
try: shlex.split("'open")
except ValueError as e: print(e)
