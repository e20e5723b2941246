ns = {}; exec("def q(): pass\nclass E:\n  def m(self): pass\nl = lambda: 0\ndef g():\n  def h(): pass\n  return h", ns)
print(ns["q"].__module__, ns["E"].__module__, ns["E"].m.__module__, ns["l"].__module__, ns["g"]().__module__, ns["E"])
ns = {"__name__": "zz"}; exec("def q(): pass\nclass E: pass", ns); print(ns["q"].__module__, ns["E"].__module__, ns["E"])
ns = {"__name__": 5}; exec("def q(): pass\nclass E: pass", ns); print(ns["q"].__module__, ns["E"].__module__)
exec("def q(): pass\nclass E: pass"); print(q.__module__, E.__module__)
exec("def q(): pass\nclass E: pass", globals(), {}); 
d = {}; exec("def q(): pass", globals(), d); print(d["q"].__module__)
f = eval("lambda: 0", {}); print(f.__module__, f.__qualname__)
import sys, _thread, _operator
print("_thread" in sys.modules, sys.modules["_operator"] is _operator)
