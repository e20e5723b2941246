import math
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
print(math.pi, math.e, math.tau, math.inf, math.nan)
print(math.sqrt(16), math.sqrt(2), math.cbrt(27), math.isqrt(10 ** 40), math.isqrt(99), math.pow(2, 10), math.exp(1), math.exp2(3), math.expm1(1e-10), math.log(10), math.log(8, 2), math.log2(2 ** 100), math.log10(1000), math.log1p(1e-10), math.log(10 ** 400), math.log2(10 ** 400), math.log10(10 ** 400))
print(math.sin(1), math.cos(1), math.tan(1), math.asin(1), math.acos(0), math.atan(1), math.atan2(-1, -1), math.sinh(1), math.cosh(1), math.tanh(1), math.asinh(1), math.acosh(2), math.atanh(0.5), math.degrees(math.pi), math.radians(180), math.hypot(3, 4), math.hypot(1, 2, 3), math.hypot(), math.dist((0, 0), (3, 4)))
print(math.floor(2.7), math.floor(-2.7), math.ceil(2.1), math.ceil(-2.1), math.trunc(2.9), math.trunc(-2.9), math.floor(5), math.ceil(10 ** 20), math.floor(1e20), math.fabs(-3), math.fmod(-7, 3), math.remainder(7, 4), math.modf(-2.5), math.frexp(10), math.ldexp(0.5, 5), math.copysign(3, -0.0), math.nextafter(1, 2), math.ulp(1.0), math.nextafter(0, 1), math.nextafter(1, 2, steps=3), math.fma(2, 3, 4))
print(math.factorial(20), math.factorial(0), math.factorial(30), math.comb(10, 3), math.comb(5, 9), math.comb(100, 50), math.perm(5, 2), math.perm(5), math.gcd(12, 18), math.gcd(), math.gcd(0, 5), math.gcd(-4, 6, 10), math.lcm(4, 6), math.lcm(), math.lcm(0, 3), math.prod([1, 2, 3]), math.prod([], start=5), math.prod([1.5, 2]), math.sumprod([1, 2], [3, 4]), math.fsum([0.1] * 10), math.fsum([1e16, 1, -1e16]), math.fsum([]))
print(math.isclose(0.1 + 0.2, 0.3), math.isclose(1, 1.1), math.isclose(1, 1.05, rel_tol=0.1), math.isclose(0, 1e-10, abs_tol=1e-9), math.isnan(math.nan), math.isinf(-math.inf), math.isfinite(1), math.isclose(math.inf, math.inf), math.isnan(10 ** 20))
print(math.gamma(5), math.gamma(0.5), math.lgamma(10), math.erf(1), math.erfc(1), math.gamma(-1.5), math.lgamma(0.5))
print(math.sqrt(True), math.sin(10 ** 10), math.exp(-1000), math.log(5e-324), math.pow(0, 0), math.pow(-8, 3), math.pow(2, -1), math.pow(math.inf, 0), math.atan2(0, -1), math.atan2(-0.0, -1), math.fmod(5.5, -2), math.cos(math.pi), math.sin(math.pi), math.tan(math.pi / 2))
for f in (lambda: math.sqrt(-1), lambda: math.sqrt("a"), lambda: math.sqrt(), lambda: math.sqrt(1, 2), lambda: math.sqrt(1j), lambda: math.sqrt(None), lambda: math.log(0), lambda: math.log(-1), lambda: math.log(10, 1), lambda: math.log(10, 0), lambda: math.log(), lambda: math.log("a"), lambda: math.log(-10 ** 400), lambda: math.log2(0), lambda: math.log10(-1), lambda: math.exp(1000), lambda: math.pow(0, -1), lambda: math.pow(-1, 0.5), lambda: math.pow(10, 400), lambda: math.pow(10 ** 400, 2), lambda: math.asin(2), lambda: math.acosh(0), lambda: math.atanh(1), lambda: math.sin(math.inf), lambda: math.cosh(1000), lambda: math.factorial(-1), lambda: math.factorial(1.5), lambda: math.factorial(5.0), lambda: math.factorial("a"), lambda: math.comb(-1, 2), lambda: math.comb(5, -1), lambda: math.comb(1.5, 1), lambda: math.perm(-1), lambda: math.gcd(1.5), lambda: math.gcd("a"), lambda: math.lcm(None), lambda: math.isqrt(-1), lambda: math.isqrt(1.5), lambda: math.floor("a"), lambda: math.floor(math.nan), lambda: math.ceil(math.inf), lambda: math.trunc("a"), lambda: math.fmod(1, 0), lambda: math.remainder(1, 0), lambda: math.ldexp(1, 2000), lambda: math.ldexp(1, 1.5), lambda: math.frexp(math.inf), lambda: math.dist([1], [1, 2]), lambda: math.dist(1, 2), lambda: math.hypot("a"), lambda: math.prod(5), lambda: math.prod(["a"]), lambda: math.prod([1], 2), lambda: math.sumprod([1], [1, 2]), lambda: math.fsum(["a"]), lambda: math.fsum([1e308, 1e308]), lambda: math.fsum([math.inf, -math.inf]), lambda: math.gamma(0), lambda: math.gamma(-1), lambda: math.gamma(200), lambda: math.lgamma(-1), lambda: math.isclose(1, 1, rel_tol=-1), lambda: math.isclose(1), lambda: math.isnan("a"), lambda: math.nextafter(1, 2, steps=-1), lambda: math.degrees("x"), lambda: math.nope, lambda: math.modf(math.inf), lambda: math.copysign(1), lambda: math.atan2(1), lambda: math.sqrt(10 ** 400), lambda: math.sqrt(x=4), lambda: math.floor(10 ** 400) > 0, lambda: math.cbrt(-8), lambda: math.exp2(2000), lambda: math.log1p(-1), lambda: math.fma(math.inf, 0, 1)):
    t(f)
class F:
    def __float__(self): return 4.0
    def __floor__(self): return "f"
    def __ceil__(self): return "c"
    def __trunc__(self): return "t"
    def __index__(self): return 6
print(math.sqrt(F()), math.floor(F()), math.ceil(F()), math.trunc(F()), math.factorial(F()), math.gcd(F(), 4))
print(round(math.sin(0.5), 12), [math.isqrt(n) for n in range(20)], [math.comb(6, k) for k in range(7)], math.prod(range(1, 20)), math.gcd(2 ** 100, 6 ** 50), math.lcm(*range(1, 30)))

# A sum of products that nearly cancel
x = [float.fromhex(text) for text in '-0x1.0080b78478564p+48 -0x1.cebfd95b49908p+30 0x1.3dcbe13ae86eap+31 0x1.865570dd45af0p+4 0x1.9f916a748dcd0p-3 0x1.9fb7619ae986ap+49 0x1.4678c8998d97cp+36 0x1.7edd48d1ba5c0p+23 -0x1.86b32c677ccb8p+9 -0x1.ecf2fe8a6143ep-1'.split()]
y = [float.fromhex(text) for text in '0x1.dcb16001b4b30p+46 0x1.4a62b59fcdb9cp+30 -0x1.6b35be82cf922p+31 -0x1.eb123687855b0p+2 -0x1.59d69854855c4p-1 0x1.26204d3aa85b3p+45 0x1.62b6057a093d3p+13 0x1.233be2956ba99p+13 -0x1.b5944589af48ep+13 0x1.6c491023c000ep+11'.split()]
for count in range(1, 11):
    print(math.sumprod(x[:count], y[:count]), math.sumprod(x[-count:], y[-count:]))
