# ends: ok
l = []; l.append(l); print(l, str(l), [l])
d = {}; d["d"] = d; print(d)
t = ([],); t[0].append(t); print(t)
for f in (lambda: l == [l], lambda: l == l, lambda: [l] == [[l]], lambda: d == {"d": d}):
    try:
        print(f())
    except RecursionError as e:
        print("RecursionError")
import copy, json
print(copy.deepcopy(l))
for f in (lambda: json.dumps(l), lambda: json.dumps(d)):
    try:
        f()
    except ValueError as e:
        print(e)
print("still usable")
