def caesar(text, k):
    return "".join(chr((ord(c) - b + k) % 26 + b) if c.isalpha() and c.isascii() and (b := 65 if c.isupper() else 97) else c for c in text)


def rle(s):
    if not s: return ""
    out, count = [], 1
    for a, b in zip(s, s[1:] + "\0"):
        if a == b:
            count += 1
        else:
            out.append(f"{count if count > 1 else ''}{a}")
            count = 1
    return "".join(out)


def unrle(s):
    out, n = "", ""
    for c in s:
        if c.isdigit(): n += c
        else:
            out += c * int(n or 1)
            n = ""
    return out


def vigenere(text, key, sign=1):
    out, i = [], 0
    for c in text:
        if c.isalpha():
            k = (ord(key[i % len(key)].lower()) - 97) * sign
            out.append(caesar(c, k))
            i += 1
        else:
            out.append(c)
    return "".join(out)


def longest_palindrome(s):
    best = ""
    for i in range(len(s)):
        for j in (i, i + 1):
            lo, hi = i, j
            while lo >= 0 and hi < len(s) and s[lo] == s[hi]:
                lo, hi = lo - 1, hi + 1
            if hi - lo - 1 > len(best):
                best = s[lo + 1:hi]
    return best


def longest_unique(s):
    seen, start, best = {}, 0, (0, "")
    for i, c in enumerate(s):
        if c in seen and seen[c] >= start:
            start = seen[c] + 1
        seen[c] = i
        best = max(best, (i - start + 1, s[start:i + 1]), key=lambda t: t[0])
    return best


def compress_ranges(nums):
    out, nums = [], sorted(set(nums))
    while nums:
        end = 1
        while end < len(nums) and nums[end] == nums[end - 1] + 1:
            end += 1
        run, nums = nums[:end], nums[end:]
        out.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return ",".join(out)


def say(n):
    ones = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
    tens = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
    if n < 0: return "minus " + say(-n)
    if n < 20: return ones[n]
    if n < 100: return tens[n // 10] + ("-" + ones[n % 10] if n % 10 else "")
    if n < 1000: return ones[n // 100] + " hundred" + (" and " + say(n % 100) if n % 100 else "")
    for value, name in ((10 ** 9, "billion"), (10 ** 6, "million"), (1000, "thousand")):
        if n >= value:
            return say(n // value) + " " + name + (" " + say(n % value) if n % value else "")


MORSE = dict(zip("abcdefghijklmnopqrstuvwxyz", ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..".split()))
print(caesar("Hello, World!", 3), caesar(caesar("Zebra é", 25), -25), vigenere("Attack at Dawn", "Lemon"), vigenere(vigenere("Attack at Dawn", "Lemon"), "Lemon", -1))
print(rle("aaabccd"), unrle(rle("wwwwbbbw")), rle(""), longest_palindrome("forgeeksskeegfor"), longest_unique("abcabcbb"), compress_ranges([1, 2, 3, 5, 7, 8, 1]))
print([say(n) for n in (0, 13, 42, 100, 219, 1001, 1234567, -7)])
print(" ".join(MORSE[c] for c in "sos"), "".join({v: k for k, v in MORSE.items()}[m] for m in "-- --- .-. ... .".split()))
print("".join(c for i, c in enumerate("hello") if c not in "hello"[:i]), "".join(dict.fromkeys("mississippi")), "hello world".title().swapcase(), "a-b_c d".translate(str.maketrans("-_", "  ")).split())
print(sum("aeiou".count(c) for c in "programming language"), max("the longest word here".split(), key=len), [w[::-1] for w in "abc def".split()], "abc".find("c") == "abc".rindex("c"), sorted("Hello", key=lambda c: (c.lower(), c.islower())))
def justify(words, width):
    lines, line = [], []
    for w in words:
        if sum(map(len, line)) + len(line) + len(w) > width:
            gaps, spaces = max(len(line) - 1, 1), width - sum(map(len, line))
            lines.append("".join(x + " " * (spaces // gaps + (i < spaces % gaps)) for i, x in enumerate(line))[:width])
            line = []
        line.append(w)
    return lines + [" ".join(line)]
for l in justify("This is an example of text justification done greedily".split(), 16): print(f"[{l}]")
def kmp(text, pat):
    fail, k = [0], 0
    for c in pat[1:]:
        while k and pat[k] != c: k = fail[k - 1]
        k += pat[k] == c
        fail.append(k)
    out, k = [], 0
    for i, c in enumerate(text):
        while k and pat[k] != c: k = fail[k - 1]
        k += pat[k] == c
        if k == len(pat):
            out.append(i - k + 1)
            k = fail[k - 1]
    return out
print(kmp("abababcabab", "abab"), [i for i in range(8) if "abababcabab".startswith("abab", i)])
def luhn(n): return sum(d if i % 2 == 0 else sum(divmod(d * 2, 10)) for i, d in enumerate(map(int, reversed(n)))) % 10 == 0
print([luhn(n) for n in ("4539578763621486", "79927398713", "1234")], bin(37)[2:].zfill(8), int("".join(reversed(f"{37:08b}")), 2), f"{'x':~^9}")
