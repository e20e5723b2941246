import sys
def handler(et, ev, tb):
    print('HOOK', file=sys.stderr); [][1]
sys.excepthook = handler
class E(Exception):
    def __str__(self): return 'own'
def f(): raise E(1)
try: f()
except E as e: 1 / 0
