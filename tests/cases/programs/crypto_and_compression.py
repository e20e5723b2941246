"""Classic ciphers, RSA with small primes, Huffman, LZ77, run lengths, base conversions, checksums."""
import base64, binascii, hashlib, hmac, heapq, math, random, string, struct, zlib
from collections import Counter
from dataclasses import dataclass
from functools import cache, reduce
from itertools import cycle, groupby, islice, takewhile
def caesar(text, k): return "".join(chr((ord(c) - b + k) % 26 + b) if (b := 65 if c.isupper() else 97 if c.islower() else 0) else c for c in text)
def vigenere(text, key, sign=1):
    ks = cycle(ord(k) - 97 for k in key.lower()); return "".join(caesar(c, sign * next(ks)) if c.isalpha() else c for c in text)
msg = "Attack at Dawn, zebra!"
print(caesar(msg, 3), caesar(caesar(msg, 3), -3) == msg, v := vigenere(msg, "Lemon"), vigenere(v, "Lemon", -1), sep=" | ")
freq = Counter(c for c in caesar("the quick brown fox jumps over the lazy dog the end ee", 7) if c.isalpha()); print(freq.most_common(3), (ord(freq.most_common(1)[0][0]) - ord("e")) % 26)
def egcd(a, b): return (a, 1, 0) if not b else (lambda g, x, y: (g, y, x - a // b * y))(*egcd(b, a % b))
@dataclass(frozen=True)
class RSA:
    p: int; q: int; e: int = 65537
    @property
    def n(self): return self.p * self.q
    @property
    def d(self): return pow(self.e, -1, math.lcm(self.p - 1, self.q - 1))
    def encrypt(self, m): return pow(m, self.e, self.n)
    def decrypt(self, c): return pow(c, self.d, self.n)
def is_prime(n, rng=random.Random(1)):
    if n < 4: return n in (2, 3)
    s = ((n - 1) & -(n - 1)).bit_length() - 1; d = n - 1 >> s
    for _ in range(12):
        x = pow(rng.randrange(2, n - 1), d, n)
        if x in (1, n - 1): continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1: break
        else: return False
    return True
rng = random.Random(42)
primes = []
while len(primes) < 2:
    if is_prime(c := rng.getrandbits(64) | 1 << 63 | 1): primes.append(c)
rsa = RSA(*primes); m = int.from_bytes(b"secret!", "big"); c = rsa.encrypt(m)
print(primes, rsa.n.bit_length(), hex(c), rsa.decrypt(c).to_bytes(7, "big"), egcd(240, 46), pow(3, -1, 11), [n for n in range(60) if is_prime(n)])
try: pow(2, -1, 4)
except ValueError as e: print(e)
def huffman(text):
    heap = [[n, i, ch] for i, (ch, n) in enumerate(sorted(Counter(text).items()))]; heapq.heapify(heap); uid = len(heap)
    while len(heap) > 1: a, b = heapq.heappop(heap), heapq.heappop(heap); heapq.heappush(heap, [a[0] + b[0], uid, (a, b)]); uid += 1
    codes = {}
    def walk(node, prefix):
        if isinstance(node[2], tuple): walk(node[2][0], prefix + "0"); walk(node[2][1], prefix + "1")
        else: codes[node[2]] = prefix or "0"
    walk(heap[0], ""); return codes
text = "abracadabra alakazam"; codes = huffman(text); bits = "".join(codes[c] for c in text)
print(codes, len(bits), len(text) * 8, f"{len(bits) / (len(text) * 8):.1%}", int(bits, 2).to_bytes((len(bits) + 7) // 8, "big").hex())
back, out, cur = {v: k for k, v in codes.items()}, "", ""
for b in bits:
    cur += b
    if cur in back: out += back[cur]; cur = ""
print(out == text, out)
def lz77(data, window=16):
    i = 0
    while i < len(data):
        best = max(((n, i - j) for j in range(max(0, i - window), i) for n in range(1, len(data) - i) if data[j:j + n] == data[i:i + n]), default=(0, 0))
        yield (best[1], best[0], data[i + best[0]]); i += best[0] + 1
def unlz(ts):
    out = []
    for off, n, ch in ts:
        for _ in range(n): out.append(out[-off])
        out.append(ch)
    return "".join(out)
packed = list(lz77("abababababcabcabcd")); print(packed, unlz(packed))
rle = [(k, len(list(g))) for k, g in groupby("aaabccddddd")]; print(rle, "".join(f"{n}{k}" if n > 1 else k for k, n in rle), "".join(k * n for k, n in rle))
def to_base(n, b, digits=string.digits + string.ascii_letters):
    if n < 0: return "-" + to_base(-n, b)
    return (to_base(n // b, b) if n >= b else "") + digits[n % b]
print([to_base(255, b) for b in (2, 3, 8, 16, 36, 62)], to_base(-10**20, 36), int(to_base(123456789, 36), 36), int("-0b101", 0), int("zz", 36), int("1_000"), f"{10**20:x} {2**100:o} {-255:#b} {255:#X}")
class LFSR:
    def __init__(self, seed, taps=(16, 14, 13, 11)): self.s, self.taps = seed, taps
    def __iter__(self): return self
    def __next__(self):
        bit = reduce(lambda a, t: a ^ self.s >> (16 - t), self.taps, 0) & 1; self.s = self.s >> 1 | bit << 15; return bit
print("".join(map(str, islice(LFSR(0xACE1), 32))), bytes(a ^ b for a, b in zip(b"hello", cycle(b"key"))).hex(" "), bytes(a ^ b for a, b in zip(bytes.fromhex("0300150704"), cycle(b"key"))))
def luhn(s): return sum(sum(divmod(int(c) * (1 + i % 2), 10)) for i, c in enumerate(reversed(s))) % 10 == 0
def crc8(data, poly=0x07):
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8): crc = (crc << 1 ^ poly if crc & 0x80 else crc << 1) & 0xFF
    return crc
def adler(data): a, b = 1, 0; return [(a := (a + x) % 65521, b := (b + a) % 65521) for x in data] and b << 16 | a
def fnv1a(data, h=0xCBF29CE484222325): return reduce(lambda h, x: (h ^ x) * 0x100000001B3 & (1 << 64) - 1, data, h)
data = b"123456789"; print(luhn("79927398713"), luhn("79927398710"), hex(crc8(data)), hex(zlib.crc32(data)), hex(binascii.crc_hqx(data, 0xFFFF)), adler(data) == zlib.adler32(data), hex(fnv1a(data)), hashlib.sha1(data).hexdigest()[:10], hmac.new(b"k", data, hashlib.sha256).hexdigest()[-8:], base64.b85encode(data), base64.b32encode(data).decode().rstrip("="))
def merkle(leaves):
    level = [hashlib.sha256(l.encode()).digest() for l in leaves]
    while len(level) > 1: level = [hashlib.sha256(b"".join(level[i:i + 2] if i + 1 < len(level) else [level[i]] * 2)).digest() for i in range(0, len(level), 2)]
    return level[0].hex()[:16]
print(merkle("abcde"), merkle("a"), [struct.pack("<f", x).hex() for x in (0.1, -0.0, float("inf"), 1e-45)], struct.unpack(">d", bytes.fromhex("400921fb54442d18"))[0], random.Random("seed").sample(range(100), 5), random.Random(b"bytes").random(), random.Random(1.5).randint(1, 10**30), random.Random(None is None).choices("abc", weights=[1, 2, 3], k=8), random.Random(7).randbytes(5).hex(), [random.Random(3).shuffle(l := list(range(8))), l][1])
