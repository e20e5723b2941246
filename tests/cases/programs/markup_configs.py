"""Reading and writing of markup and settings: ElementTree, HTMLParser, configparser, csv dialects, tomllib, shlex, urllib.parse, ipaddress."""
import configparser
import csv
import html
import io
import ipaddress
import json
import re
import tomllib
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from string import Formatter, Template
from urllib.parse import parse_qsl, quote, urlencode, urljoin, urlsplit

CATALOG = """<?xml version="1.0"?>
<catalog xmlns:x="urn:x">
  <book id="b1" lang="en"><title>One &amp; Two</title><price cur="EUR">12.50</price><x:note>n</x:note></book>
  <book id="b2"><title>Three</title><price>7</price><tags><tag>a</tag><tag/></tags>tail</book>
  <!-- comment --><empty a="&lt;&quot;'"/>
</catalog>"""


class Outline(HTMLParser):
    VOID = {"br", "img", "meta"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.depth, self.lines, self.links = 0, [], []

    def handle_starttag(self, tag, attrs):
        self.lines.append("  " * self.depth + tag + "".join(f" {k}={v!r}" for k, v in attrs))
        self.links += [v for k, v in attrs if k == "href"]
        self.depth += tag not in self.VOID

    def handle_endtag(self, tag):
        self.depth -= 1

    def handle_data(self, data):
        if data.strip():
            self.lines.append("  " * self.depth + repr(data.strip()))

    def handle_comment(self, data):
        self.lines.append(f"<!{data}!>")

    def handle_decl(self, decl):
        self.lines.append(f"decl {decl}")


root = ET.fromstring(CATALOG)
print([b.get("id") for b in root.findall("book")], root.find("book[@id='b2']/title").text, root.findtext(".//price[@cur]"), [t.text for t in root.iter("tag")], root.find("{urn:x}note"), root.find("book/{urn:x}note").text, root.findtext("nope", "default"))
for book in root.iterfind("book"):
    ET.SubElement(book, "total", {"vat": "20"}).text = f"{float(book.findtext('price')) * 1.2:.2f}"
root[1].remove(root[1].find("tags"))
root.find("empty").set("b", "new\nline")
ET.indent(root, "   ")
print(ET.tostring(root, encoding="unicode"))
print(ET.tostring(ET.Element("é", {"k": "ü"})), ET.tostring(root[1], short_empty_elements=False)[:60], len(root), [c.tag for c in root], root[0].attrib, ET.iselement(root))
try:
    ET.fromstring("<a><b></a>")
except ET.ParseError as error:
    print(error, error.position, error.code)
outline = Outline()
outline.feed("<!DOCTYPE html><html><body class=main><!-- c --><h1>Hi &amp; bye</h1><p>Text <b>bold<br></b> &eacute;&#33; <a href='/x?a=1&b=2' disabled>link</a><img src=i.png></p></body></html>")
outline.close()
print(*outline.lines, outline.links, sep="\n")

settings = configparser.ConfigParser(interpolation=configparser.ExtendedInterpolation(), allow_no_value=True, inline_comment_prefixes="#")
settings.read_string("""
[DEFAULT]
base = /srv
debug: no
[paths]
data = ${base}/data   # here
logs = ${data}/logs
flag
[server:main]
port = 80_80
hosts =
    a.example
    b.example
ratio = 0.5
path = ${paths:logs}/main
""")
main = settings["server:main"]
print(settings.sections(), main["path"], main.getboolean("debug"), main.getfloat("ratio"), main.getint("port"), main.get("nope", fallback="fb"), main["hosts"].split(), settings["paths"]["flag"], settings.has_option("paths", "base"), dict(settings.items("paths")))
for bad in (lambda: settings["none"], lambda: main["none"], lambda: settings.add_section("paths"), lambda: settings.read_string("x = 1"), lambda: settings.read_string("[a]\nx=1\nx=2"), lambda: main.getboolean("ratio"), lambda: settings.set("paths", "x", "${no}") or settings["paths"]["x"], lambda: settings.read_string("[a\n")):
    try:
        print(bad())
    except (configparser.Error, KeyError, ValueError) as error:
        print(type(error).__name__, str(error).replace("\n", " | "))
settings.remove_option("paths", "x")
out = io.StringIO()
settings.write(out, space_around_delimiters=False)
print(out.getvalue())

rows = [["name", "note", "n"], ["a,b", 'say "hi"', 1], ["multi\nline", "", None], [" sp ", "x;y", 2.50]]
for options in ({}, {"delimiter": ";", "quoting": csv.QUOTE_ALL}, {"quoting": csv.QUOTE_NONNUMERIC, "lineterminator": "|\n"}, {"quoting": csv.QUOTE_NONE, "escapechar": "\\"}, {"dialect": "excel-tab"}, {"quotechar": "'", "doublequote": False, "escapechar": "!"}):
    out = io.StringIO()
    csv.writer(out, **options).writerows(rows)
    read = list(csv.reader(io.StringIO(out.getvalue(), newline=""), **options)) if options.get("quoting") != csv.QUOTE_NONNUMERIC else "-"
    print(repr(out.getvalue()), read == [[("" if c is None else str(c)) for c in r] for r in rows])
reader = csv.DictReader(io.StringIO("a,b\n1,2,3\n4\n\n5,6"), restkey="more", restval="-")
print(list(reader), reader.fieldnames, reader.line_num, csv.Sniffer().sniff("a;b;c\n1;2;3").delimiter, csv.list_dialects())
out = io.StringIO()
writer = csv.DictWriter(out, ["x", "y"], extrasaction="ignore", lineterminator="\n")
writer.writeheader(); writer.writerow({"y": 1, "z": 2}); print(out.getvalue())
try:
    csv.DictWriter(out, ["x"]).writerow({"q": 1})
except ValueError as error:
    print(error)
print(tomllib.loads('title = "T"\n[a.b]\nx = [1, 2.5, true]\nwhen = 2024-02-29T01:02:03Z\n[[list]]\nn = 0xff\n[[list]]\nn = 1_000\ns = """\nmulti\\\n   line"""'))
try:
    tomllib.loads("a = 1\na = 2")
except tomllib.TOMLDecodeError as error:
    print(error)
net = ipaddress.ip_network("192.168.4.0/22")
print(net.num_addresses, net.netmask, net.broadcast_address, ipaddress.ip_address("192.168.7.9") in net, list(net.subnets(new_prefix=24))[1], ipaddress.ip_address("::1").is_loopback, ipaddress.IPv6Address("2001:db8::ff00:42").exploded, [str(n) for n in ipaddress.collapse_addresses([ipaddress.ip_network("10.0.0.0/25"), ipaddress.ip_network("10.0.0.128/25")])], int(ipaddress.ip_address("1.2.3.4")), ipaddress.ip_interface("10.1.2.3/8").network)
for bad in ("300.1.1.1", "10.0.0.1/8", "::g", "1.2.3"):
    try:
        print(ipaddress.ip_network(bad))
    except ValueError as error:
        print(error)
print(urlsplit("https://user@[::1]:8443/a/../b?q=1#f").port, urljoin("http://h/a/b/", "../c?x"), dict(parse_qsl("a=1&b=%C3%A9&c")), urlencode([("k", "a b"), ("é", "&")]), quote("/a b/", safe=""), html.escape("<'>"), Template("$x-${y}").substitute({"x": 1}, y=2), [f[1] for f in Formatter().parse("{a.b[0]}{c!r:>{w}}") if f[1]])
