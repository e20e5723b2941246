import csv, io
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
s = io.StringIO("one\ntwo\nthree")
print(s.readline(), s.tell(), list(s), s.read(), s.seek(4), s.read(3), s.getvalue() == "one\ntwo\nthree")
w = io.StringIO()
print("a", 1, file=w); w.write("b"); w.writelines(["c", "d\n"]); print(repr(w.getvalue()), w.tell(), w.seek(0), w.write("Z"), repr(w.getvalue()), w.truncate(3), repr(w.getvalue()))
with io.StringIO() as c: c.write("x")
t(lambda: c.write("y")); t(lambda: io.StringIO(5)); t(lambda: io.StringIO().write(b"x")); t(lambda: io.StringIO().seek(-1)); t(lambda: io.StringIO().fileno())
b = io.BytesIO(b"ab\ncd"); print(b.read(1), b.readline(), b.readlines(), b.getvalue(), b.seek(-2, 2), b.read(), b.write(b"!"), b.getvalue()); t(lambda: b.write("s"))
for text in ['a,b\n1,2\n', '"x, y","q""q"\n', 'a;b\tc', '', '\n', 'a,"multi\nline",c\n', ' a , b']:
    print(list(csv.reader(io.StringIO(text))), list(csv.reader(io.StringIO(text), delimiter=";", skipinitialspace=True)))
out = io.StringIO()
wr = csv.writer(out); print(wr.writerow(["a", 1, None, 2.5, "x,y", 'q"q', "l\nl"])); wr.writerows([[1, 2], ["", ""]]); print(repr(out.getvalue()))
for q in (csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC, csv.QUOTE_MINIMAL):
    o = io.StringIO(); csv.writer(o, quoting=q, lineterminator="|").writerow([1, "a", "b c", None]); print(o.getvalue())
rows = list(csv.DictReader(io.StringIO("n,v\na,1\nb,2,3\nc"))); print(rows)
o = io.StringIO(); d = csv.DictWriter(o, ["x", "y"], restval="-"); d.writeheader(); d.writerow({"x": 1}); print(repr(o.getvalue())); t(lambda: d.writerow({"z": 1})); t(lambda: list(csv.reader([5]))); t(lambda: csv.writer(io.StringIO()).writerow(5)); t(lambda: csv.reader([], delimiter="ab")); t(lambda: csv.reader([], "nope")); t(lambda: csv.writer(io.StringIO(), quoting=csv.QUOTE_NONE).writerow(["a,b"])); t(lambda: list(csv.reader(["a,'b,c'"], quotechar="'")))
sn = csv.Sniffer(); print(sn.sniff("a;b;c\n1;2;3\n").delimiter, sn.has_header("name,age\nann,3\nbob,44\n"), csv.list_dialects())
