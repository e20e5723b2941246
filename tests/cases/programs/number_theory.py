from math import gcd, isqrt, prod


def sieve(n):
    flags = bytearray([1]) * (n + 1)
    flags[:2] = b"\0\0"
    for i in range(2, isqrt(n) + 1):
        if flags[i]:
            flags[i * i::i] = bytes(len(range(i * i, n + 1, i)))
    return [i for i, f in enumerate(flags) if f]


def factor(n):
    out, d = {}, 2
    while d * d <= n:
        while n % d == 0:
            out[d] = out.get(d, 0) + 1
            n //= d
        d += 1 if d == 2 else 2
    if n > 1:
        out[n] = out.get(n, 0) + 1
    return out


def is_prime(n):
    if n < 2:
        return False
    for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if n % p == 0:
            return n == p
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def egcd(a, b):
    if b == 0:
        return a, 1, 0
    g, x, y = egcd(b, a % b)
    return g, y, x - a // b * y


def crt(pairs):
    n = prod(m for _, m in pairs)
    return sum(r * (n // m) * pow(n // m, -1, m) for r, m in pairs) % n


def divisors(n):
    return sorted({d for i in range(1, isqrt(n) + 1) if n % i == 0 for d in (i, n // i)})


def totient(n):
    result = n
    for p in factor(n):
        result -= result // p
    return result


def to_base(n, b):
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return "0" if n == 0 else ("-" if n < 0 else "") + "".join(reversed([digits[d] for d in iter_digits(abs(n), b)]))


def iter_digits(n, b):
    while n:
        n, d = divmod(n, b)
        yield d


def roman(n):
    out = ""
    for v, s in ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while n >= v:
            out += s
            n -= v
    return out


def collatz(n):
    steps = [n]
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps.append(n)
    return steps


primes = sieve(100)
print(primes, len(sieve(10000)), sum(primes))
print(factor(360), factor(600851475143), factor(97), [is_prime(n) for n in (0, 1, 2, 561, 7919, 2 ** 61 - 1, 2 ** 89 - 1, 10 ** 18 + 9)])
print(egcd(240, 46), crt([(2, 3), (3, 5), (2, 7)]), divisors(360), [totient(n) for n in range(1, 15)], gcd(2 ** 60, 6 ** 30))
print(to_base(255, 16), to_base(-10, 2), to_base(0, 7), to_base(10 ** 20, 36), int(to_base(987654321, 13), 13))
print([roman(n) for n in (4, 9, 14, 40, 1994, 2024, 3999)], collatz(27)[:10], len(collatz(27)), max(collatz(27)))
print([n for n in range(1, 1000) if sum(divisors(n)[:-1]) == n], [n for n in range(100, 1000) if sum(int(c) ** 3 for c in str(n)) == n])
print([(a, b, c) for a in range(1, 30) for b in range(a, 30) for c in range(b, 30) if a * a + b * b == c * c][:5])
n, e = 61 * 53, 17
d = pow(e, -1, 60 * 52)
secret = [pow(ord(c), e, n) for c in "RSA!"]
print(n, d, secret, "".join(chr(pow(c, d, n)) for c in secret))
print(sum(int(c) for c in str(2 ** 1000)), str(3 ** 200)[:12], len(str(prod(range(1, 101)))), 7 ** 1234 % 10 ** 6, pow(7, 1234, 10 ** 6))
