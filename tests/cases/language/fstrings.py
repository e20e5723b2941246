x, y, name, pi = 5, 10, "Bob", 3.14159265
d = {"k": "v", "n": 1}
print(f"{x} {y} {x + y} {x*y=} {name!r} {name!s} {name!a} {pi:.2f} {d['k']} {d["n"]}")
print(f"{x=} {x = } {name=} {pi=:.3f} {name=!s} {x + 1=} {d['k']=}")
print(f"{{}} {{{x}}} {{{{", f"a{x}b{y}c", f"", f"{''}", f"{'nested ' + f'{x}'}")
print(f"{x:5}|{x:<5}|{x:>5}|{x:^5}|{x:05}|{x:+}|{x: }|{-x:=5}|{x:*^7}|{x:_>4}")
print(f"{1234567:,} {1234567:_} {1234567.891:,.2f} {255:x} {255:X} {255:#x} {255:o} {255:#o} {5:b} {5:#b} {5:08b} {255:#06x} {65:c} {1e10:g} {12345.678:e} {12345.678:.1E} {0.5:%} {0.1234:.1%} {1e-7} {1e16}")
print(f"{name:10}|{name:>10}|{name:^10}|{name:.2}|{name:*<6}|{name:>6.1}|{'é':>3}|{'':5}|")
w, p = 10, 3
print(f"{pi:{w}.{p}f}|{name:{w}}|{name:{'>'}{w}}|{x:{'0'}{w}d}|{pi:{w}}|{x!r:>{w}}|")
print(f"{True} {True:d} {None} {[1, 2]} {(1,)} { {1: 2} } {1.0} {1e100} {1+2j} {10**20:,} {-0.0} {float('inf'):5} {float('nan'):>5}|{b'x'}")
print(f"{(lambda v: v * 2)(x)} {[i for i in range(3)]} {x if x > 3 else y} {x > 3 and y} {not x} {x, y} {*[1, 2],}")
print(f"{x:d} {x:n} {x:f} {x:.0f} {2.5:.0f} {3.5:.0f} {0.125:.2f} {1.005:.2f} {1e3:.3g} {123456789:.3g} {0.00001234:g} {100000:g} {1000000:g} {1.0:g} {1.5:#.3g}")
print(f'''multi
{x}
line {
    y
} end''')
print(f"{'a' 'b'}{"c" + 'd'}" f"{x}" "plain" f"{y!r}")
print(f"{x:>{w}}" == f"{x:>10}", rf"\n{x}\d", f"\n{x}\t|", f"\x41{x}\u00e9", f"\N{BULLET}{x}")
print(f"{name.upper()} {name[0]} {name[::-1]} {len(name)} {', '.join(str(i) for i in range(3))} {max(x, y)}")
print(f"{'%s' % x} {'{}'.format(y)} {f'{f"{x}"}'}", f"{x!r:^{len(name) * 3}}|")
print(f"{3.0} {3.10:.2f} {10/3:.10f} {2/3:.3%} {1e5:,.0f} {-5:+d} {-5:05d} {5:+05d} {-1234567:,} {1234567:015,d} {0:,} {12:_b} {0xFFFFFFFF:_x}")
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
for f in (lambda: f"{name:d}", lambda: f"{x:s}", lambda: f"{pi:d}", lambda: f"{x:.2d}", lambda: f"{name:,}", lambda: f"{x:y}", lambda: f"{[1]:5}",
          lambda: f"{None:>5}", lambda: f"{d:x}", lambda: f"{name:+}", lambda: f"{name:=5}", lambda: f"{x:,c}", lambda: f"{x:#c}", lambda: f"{pi:x}", lambda: f"{x:5.}", lambda: f"{x:10000000000000000000d}",
          lambda: f"{x:{name}}", lambda: f"{undefined}", lambda: f"{1/0}", lambda: f"{x:,_}", lambda: f"{x:_,}", lambda: f"{x:,,}", lambda: f"{True:s}", lambda: f"{1j:d}", lambda: f"{1j:05}", lambda: f"{1114112:c}", lambda: f"{-1:c}", lambda: f"{name:05}", lambda: f"{x:zd}", lambda: f"{-0.0:z.1f} {-0.01:z.1f}", lambda: f"{x:<05} {name:<05}", lambda: f"{1.5:_} {1.5:,}", lambda: f"{255:,x}", lambda: f"{1+2j:.2f} {1+2j:>10} {1.5-2j:e}"):
    t(f)
import datetime, decimal
print(f"{datetime.date(2024, 1, 2):%Y/%m/%d} {datetime.datetime(2024, 1, 2, 3, 4):%H:%M} {decimal.Decimal('1.50'):.1f} {decimal.Decimal('1234.5'):,}")
