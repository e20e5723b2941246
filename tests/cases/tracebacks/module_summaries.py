import traceback
l = [("a.py", 3, "f", "x = 1"), ("b.py", 4, "g", None)]
print(traceback.format_list(l))
s = traceback.StackSummary.from_list(l)
print(s.format(), s[0])
f = traceback.FrameSummary("z.py", 3, "fn", line="  y = 2")
print(f, f.line, list(f), f == ("z.py", 3, "fn", "y = 2"))
