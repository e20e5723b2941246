import configparser, ipaddress, tomllib, posixpath, io
from pathlib import PurePosixPath as P, PureWindowsPath as W
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
p = P("/usr/local/lib/python3.13/site.tar.gz")
print(p.parts, p.name, p.stem, p.suffix, p.suffixes, p.parent, list(p.parents)[:2], p.is_absolute(), p.with_suffix(".zip"), p.with_name("x"), p.relative_to("/usr"), P("a") / "b" / "../c", P("a", "b"), P("a//b/./c"), p.match("*.gz"), P("a/b") < P("a/c"), repr(P("x")), P("a/b").joinpath("c", "/d"), W("C:\\a\\b.txt").drive, W("C:/a") == W("c:\\A")); t(lambda: p.relative_to("/etc")); t(lambda: P("a").with_suffix("x")); t(lambda: P(5)); t(lambda: P("/").with_name("a"))
print(posixpath.join("a", "b", "/c"), posixpath.split("/a/b"), posixpath.splitext("x.tar.gz"), posixpath.normpath("a/./b/../c//d"), posixpath.basename("/a/"), posixpath.dirname("/a/b"), posixpath.commonpath(["/a/b", "/a/c"]), posixpath.commonprefix(["abc", "abd"]), posixpath.isabs("/x"), posixpath.relpath("/a/b", "/a/c")); t(lambda: posixpath.join("a", 5))
c = configparser.ConfigParser(); c.read_string("[DEFAULT]\nhome = /h\n[a]\nx = 1\nflag: yes\npath = %(home)s/x\nmulti = one\n  two\n# comment\n[b]\ny=2.5\n")
print(c.sections(), dict(c["a"]), c.getint("a", "x"), c.getboolean("a", "flag"), c.getfloat("b", "y"), c.get("b", "home"), c["b"].get("none", "dflt"), c.has_option("a", "y"), c.get("a", "q", fallback=5), "a" in c, c.options("b")); t(lambda: c["zz"]); t(lambda: c.get("a", "zz")); t(lambda: c.get("zz", "x")); t(lambda: c.getint("a", "flag")); t(lambda: c.read_string("x=1")); t(lambda: c.read_string("[a]\nx=1\nx=2")); t(lambda: c.set("a", "x", 5)); t(lambda: c.read_string("[q]\nx=%(no)s") or c.get("q", "x"))
c["new"] = {"k": "v"}; c.remove_section("b"); c.remove_option("a", "multi"); o = io.StringIO(); c.write(o); print(o.getvalue())
n = ipaddress.ip_network("192.168.0.0/29")
print(n, list(n.hosts()), n.num_addresses, n.netmask, n.broadcast_address, ipaddress.ip_address("192.168.0.3") in n, list(n.subnets())[0], n.supernet(), ipaddress.ip_address("::1").exploded, ipaddress.ip_address("10.0.0.1").is_private, ipaddress.ip_address("8.8.8.8") + 1, int(ipaddress.ip_address("1.2.3.4")), sorted(map(ipaddress.ip_address, ["10.0.0.2", "9.0.0.1"])), ipaddress.ip_interface("1.2.3.4/24").network, repr(ipaddress.ip_address("2001:db8::")), list(ipaddress.collapse_addresses([ipaddress.ip_network("10.0.0.0/25"), ipaddress.ip_network("10.0.0.128/25")]))); t(lambda: ipaddress.ip_address("256.1.1.1")); t(lambda: ipaddress.ip_network("1.2.3.4/8")); t(lambda: ipaddress.IPv4Address("1.2.3")); t(lambda: ipaddress.IPv6Address("1::2::3"))
print(tomllib.loads('title = "x"\n[owner]\nname = \'t\'\nbirth = 1979-05-27T07:32:00Z\n[[items]]\nid = 1\ntags = ["a", "b"]\n[[items]]\nid = 0x2\nf = 1e3\npoint = {x = 1, y.z = true}\n')); t(lambda: tomllib.loads("a = ")); t(lambda: tomllib.loads("a=1\na=2")); t(lambda: tomllib.loads("[a]\n[a]"))
