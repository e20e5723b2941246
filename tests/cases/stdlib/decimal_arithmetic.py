from decimal import *
import decimal
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
D = Decimal
print(D("1.10"), D(5), D(0.1), D("1e5"), D("1E+5"), D("-0"), D("NaN"), D("inf"), D("  1.5 "), D("1_000.5"), D((0, (1, 2, 3), -2)), D("0.000001"), D("0.0000001"), D(True), repr(D("1.50")), D("1.0") == D("1"), D("1.0") == 1, D("0.1") == 0.1, D("0.5") == 0.5, D(10) ** 30, D("123E-7"), D("-Infinity"), D("sNaN"), D())
print(D("0.1") + D("0.2"), D("1.30") + D("1.20"), D("1.3") * D("1.20"), D(1) / D(3), D(7) // D(2), D(-7) // D(2), D(7) % D(3), D(-7) % D(3), divmod(D(7), D(2)), D(2) ** 10, D(2) ** D("0.5"), D(2) ** -1, -D("1.50"), +D("1.50"), abs(D(-1)), D(1) + 1, 2 * D("1.5"), D("1.5") - 1, D(3) / 2, 7 // D(2), D("1e100") + 1, D(2).sqrt(), D(1).exp(), D(10).ln(), D(1000).log10(), D(5).fma(2, 3))
print(D("2.675").quantize(D("0.01")), D("2.5").quantize(D(1)), D("3.5").quantize(D(1)), D("2.5").quantize(D(1), ROUND_HALF_UP), D("-2.5").quantize(D(1), rounding=ROUND_DOWN), D("1.1").quantize(D("1.000")), D("7.325").quantize(D(".01"), rounding=ROUND_UP), [str(D("1.5").quantize(D(1), r)) for r in (ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP)], round(D("2.5")), round(D("2.675"), 2), round(D("1234"), -2), int(D("2.9")), float(D("1.5")), D("1.5").to_integral_value(), D("100").normalize(), D("1.200").normalize(), D("1E2").to_eng_string(), D("12.345").as_tuple(), D("12.345").adjusted(), D("1.5").as_integer_ratio(), D("-3").copy_abs(), D("3").copy_sign(D(-1)), D("1.23").scaleb(2), D("1.23").shift(1), D(5).compare(D(3)), D("1.0").compare_total(D("1.00")), D("9.99").next_plus(), D("1").same_quantum(D("2")), D(3).max(D(5)), D(7).remainder_near(D(4)), D("1.5").is_signed(), D("0").is_zero(), D("1e5").is_normal(), D(5).logb(), D("1.1").canonical(), D(0b101).logical_and(D(1)) if False else "", D("5").number_class(), D("1e-3").radix())
print(f"{D('1234567.891'):,.2f} {D('1.5'):>8} {D('0.00001')} {D('1e10')} {D('1e10'):f} {D('0.125'):.2%} {D('12.3'):e} {D('5'):05d}" if False else f"{D('1234567.891'):,.2f} {D('1.5'):>8} {D('0.00001')} {D('1e10')} {D('1e10'):f} {D('0.125'):.2%} {D('12.3'):e} {D('5'):05} {D('-1.5'):+} {D('1.5'):<6}| {D('1.55'):.1f} {D('NaN'):>5} {D('1E+3'):g}", "%s %.2f %d" % (D("1.50"), D("2.345"), D("9.9")), str(D("1.10")), D("1.5").__format__(".3f"))
print(sum([D("0.1")] * 3), max(D(1), D("1.5")), min(D(1), 0), sorted([D("2"), D("1.5"), 1]), hash(D("1.0")) == hash(1), hash(D("0.5")) == hash(0.5), {D(1): "a"}[1], D(1) < 1.5, D("1.5") > 1, D("NaN") == D("NaN"), D("inf") > 10 ** 10, D("-0") == 0, bool(D(0)), bool(D("0.0")), D(5) in [5], D("1.10") in {D("1.1")}, D(10).is_finite(), D("nan").is_nan(), D("inf").is_infinite(), D("1.5").conjugate(), D("1.5").real, D("7").numerator if hasattr(D, "numerator") else "no numerator", isinstance(D(1), object))
for f in (lambda: D("abc"), lambda: D(""), lambda: D(None), lambda: D([1]), lambda: D("1.2.3"), lambda: D((0, (10,), 0)), lambda: D(1j), lambda: D(1) / 0, lambda: D(0) / 0, lambda: D(1) // 0, lambda: D(1) % 0, lambda: divmod(D(0), 0), lambda: D(0) ** 0, lambda: D(-1).sqrt(), lambda: D(-1).ln(), lambda: D(0).ln(), lambda: D(-8) ** D("0.5"), lambda: D(1) + 1.5, lambda: D(1) * "a", lambda: D(1) + None, lambda: D("inf") - D("inf"), lambda: D("inf") * 0, lambda: int(D("nan")), lambda: int(D("inf")), lambda: D("nan") < 1, lambda: D("sNaN") + 1, lambda: D("1e400").quantize(D(1)), lambda: D("9" * 30).quantize(D("0.1")), lambda: D("1e999999") * 10, lambda: D("1e999999999999999999999"), lambda: D(10) ** 1000000, lambda: hash(D("sNaN")), lambda: round(D("nan")), lambda: round(D(1), "a"), lambda: f"{D(1):d}", lambda: f"{D(1):z}", lambda: D(1).quantize("x"), lambda: D("1.5").nope, lambda: D(1, 2, 3), lambda: D(1) < "a", lambda: D(1) == "a", lambda: float(D("sNaN")), lambda: D("0x10"), lambda: D(1).__add__("x"), lambda: D("1.5") & 1, lambda: D(5).scaleb(D("1.5")), lambda: pow(D(3), 2, 5), lambda: pow(D(3), 2, 0), lambda: D("1") ** D("1e10")):
    t(f)
c = getcontext(); print(c.prec, c.rounding, c.Emax, c.Emin, c.capitals, c.clamp); c.prec = 6; print(D(1) / D(7), D("1.23456789") + 0, +D("1.23456789"), D("1.23456789"), D(2).sqrt())
with localcontext() as ctx: ctx.prec = 50; print(D(1) / 7, D(2).sqrt())
print(D(1) / 7); c.rounding = ROUND_DOWN; print(D(2) / 3); c.rounding = ROUND_HALF_EVEN
with localcontext(prec=3): print(D(10) / 3, D("12345") + 0)
ctx = Context(prec=4, rounding=ROUND_HALF_UP); print(ctx.divide(D(1), D(3)), ctx.create_decimal("1.23456"), ctx.sqrt(D(2)), ctx.quantize(D("1.55"), D("0.1")), ctx.add(D(1), 2), ctx.power(D(2), 3), ctx)
c.clear_flags(); D(1) / 3; print(c.flags[Inexact], c.flags[Rounded], c.flags[DivisionByZero], [s.__name__ for s in (Inexact, Rounded)])
with localcontext() as ctx: ctx.traps[DivisionByZero] = False; ctx.traps[InvalidOperation] = False; print(D(1) / 0, D(-1) / 0, D(0) / 0, D(-1).sqrt(), D("abc"))
with localcontext() as ctx:
    ctx.traps[Inexact] = True
    t(lambda: D(1) / 3)
with localcontext() as ctx:
    ctx.traps[FloatOperation] = True
    t(lambda: D(1.5)); t(lambda: D(1) < 1.5)
print(D.from_float(0.1), DefaultContext.prec, BasicContext.prec, ExtendedContext.prec, MAX_PREC, issubclass(DivisionByZero, ZeroDivisionError), issubclass(InvalidOperation, ArithmeticError))
c.prec = 28
price, qty, tax = D("19.99"), 3, D("0.0825"); sub = price * qty; tot = (sub * (1 + tax)).quantize(D("0.01"), ROUND_HALF_UP); print(sub, tot, sum(map(D, "1.1 2.2 3.3".split())), D("0.1") * 3 == D("0.3"), [D(x) / 4 for x in range(4)], D(str(0.1)), D(1) / D("0.3"), D(2) ** 100, D(3) ** 50, D("1.1") ** 20)
