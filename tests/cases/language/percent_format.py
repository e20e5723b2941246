print("%s %r %a" % ("a", "b", "é"), "%d %i %u" % (1, -2, 3), "%x %X %o %#x %#o" % (255, 255, 8, 255, 8), "%e %E %f %F %g %G" % (1.5, 1.5, 1.5, 1.5, 1e-10, 1e20))
print("%5d|%-5d|%05d|%+d|% d|%+05d|%-+5d|" % (42, 42, 42, 42, 42, 42, 42), "%.3d|%8.3d|%x" % (5, 5, -255))
print("%5s|%-5s|%.2s|%5.1s|" % ("abc", "abc", "abc", "abc"), "%c%c" % (65, "B"), "%%", "100%%" % ())
print("%.2f %8.3f %-8.1f| %08.2f %+.1f %.0f %#.0f" % (3.14159, 3.14159, 3.14159, 3.14159, 3.14159, 2.5, 2.0), "%g %g %g" % (0.0001, 1e6, 123456789))
print("%(a)s %(b)05.1f %(a)r" % {"a": 1, "b": 2}, "%(x y)s %()s" % {"x y": 1, "": 2}, "%(a)s" % {"a": "%s"}, "%s" % {"a": 1})
print("%*d|%-*d|%.*f" % (5, 1, 5, 2, 2, 3.14159), "%s" % (1,), "%s" % [1, 2], "%s %s" % ((1, 2), [3]), "%s" % None, "%s%s" % ("a", 5), "%d" % 3.99, "%d" % True, "%s" % 1.0, "%i" % -3.9)
print("%ld %hd" % (5, 6), "%x" % 10 ** 20, "%d" % 10 ** 30, "%f" % 10 ** 20, "%s" % b"x", "%5c|" % "x", "%.10g" % 0.1, "%s" % "ü", "%r" % "it's", "%-10s|%10s" % ("é", "日本"))
print(b"%d %s %b %x %c %a %%" % (1, b"x", b"y", 255, 65, "z"), b"%5.1f|%-5s|" % (1.25, b"a"), bytearray(b"%d") % 5)
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: "%d" % "a", lambda: "%d" % None, lambda: "%s %s" % 1, lambda: "%s" % (), lambda: "%s" % (1, 2), lambda: "%q" % 1, lambda: "%" % 1, lambda: "abc%" % (), lambda: "%(a)s" % 1, lambda: "%(a)s" % {"b": 1},
          lambda: "%(a" % {"a": 1}, lambda: "%c" % "ab", lambda: "%c" % 1114112, lambda: "%c" % -1, lambda: "%x" % 1.5, lambda: "%o" % "a", lambda: "%f" % "a", lambda: "%e" % None, lambda: "%*d" % ("a", 1), lambda: "%d" % 1j, lambda: "%d" % float("nan"), lambda: "%d" % float("inf"), lambda: "abc" % 1, lambda: "abc" % (), lambda: "abc" % {}, lambda: "abc" % [], lambda: "%z" % 1, lambda: "%.1000000000f" % 1 if False else "skip", lambda: b"%s" % "a", lambda: b"%d" % "a", lambda: b"%c" % 300, lambda: "%s" % {"a": 1}["a"], lambda: "%(a)s %s" % {"a": 1}, lambda: "%c" % 1.5, lambda: "%c" % "", lambda: "%5" % 1, lambda: "%é" % 1, lambda: "%s %" % 1, lambda: "%.f" % 2.7, lambda: "%.s|" % "abc", lambda: "%-5d|% 5d|%+ d" % (1, 2, 3), lambda: "%0-5d|" % 7, lambda: "%#x %#X %#o %#b" % (1, 2, 3, 4)):
    t(f)
class S:
    def __str__(self): return "S-str"
    def __repr__(self): return "S-repr"
    def __int__(self): return 7
    def __index__(self): return 8
    def __float__(self): return 9.5
    def __getitem__(self, k): return "item " + k
print("%s %r %d %x %.1f" % (S(), S(), S(), S(), S()), "%(key)s" % S())
