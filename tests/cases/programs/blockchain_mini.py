"""A block chain with proof of work, a Merkle tree, transactions signed with a toy RSA, and wallets; everything deterministic."""
from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import math
import secrets
import string
from base64 import b32encode, b64encode, urlsafe_b64decode
from collections import defaultdict, deque
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta, timezone
from functools import cached_property, reduce
from random import Random
from typing import Iterable, NamedTuple


def is_prime(n: int, rounds: int = 12) -> bool:
    if n < 2 or any(n % p == 0 and n != p for p in (2, 3, 5, 7, 11, 13)):
        return False
    if n in (2, 3, 5, 7, 11, 13):
        return True
    d, s = n - 1, 0
    while not d & 1:
        d, s = d >> 1, s + 1
    for a in Random(n).sample(range(2, min(n - 1, 10**6)), rounds):
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


class Key(NamedTuple):
    n: int
    e: int
    d: int

    @classmethod
    def make(cls, seed: int, bits: int = 128) -> Key:
        rng = Random(seed)
        primes = (p for p in iter(lambda: rng.getrandbits(bits) | 1 << bits - 1 | 1, None) if is_prime(p))
        for p, q in zip(primes, primes):
            phi = math.lcm(p - 1, q - 1)
            if math.gcd(65537, phi) == 1:
                return cls(p * q, 65537, pow(65537, -1, phi))

    def sign(self, data: bytes) -> int:
        return pow(int.from_bytes(hashlib.sha256(data).digest()[:16]), self.d, self.n)

    @property
    def public(self) -> Key:
        return self._replace(d=0)

    def verify(self, data: bytes, signature: int) -> bool:
        return pow(signature, self.e, self.n) == int.from_bytes(hashlib.sha256(data).digest()[:16])

    @property
    def address(self) -> str:
        return b32encode(hashlib.blake2s(self.n.to_bytes((self.n.bit_length() + 7) // 8), digest_size=5).digest()).decode().rstrip("=").lower()


@dataclass(frozen=True)
class Transfer:
    source: Key | None
    target: str
    amount: int
    nonce: int = 0
    signature: int = 0

    @cached_property
    def body(self) -> bytes:
        return f"{self.source and self.source.address}>{self.target}:{self.amount}#{self.nonce}".encode()

    def signed(self, key: Key) -> Transfer:
        return replace(self, signature=key.sign(self.body))

    @property
    def is_valid(self) -> bool:
        return self.source is None or self.source.verify(self.body, self.signature)


def merkle(leaves: Iterable[bytes]) -> bytes:
    level = deque(hashlib.sha256(leaf).digest() for leaf in leaves) or deque([bytes(32)])
    while len(level) > 1:
        if len(level) % 2:
            level.append(level[-1])
        level = deque(hashlib.sha256(a + b).digest() for a, b in itertools.batched(level, 2))
    return level[0]


@dataclass
class Block:
    number: int
    before: str
    transfers: list[Transfer] = field(default_factory=list, repr=False)
    at: datetime = datetime(2024, 1, 1, tzinfo=timezone.utc)
    nonce: int = 0

    @property
    def hash(self) -> str:
        root = merkle(t.body for t in self.transfers).hex()
        return hashlib.sha256(f"{self.number}|{self.before}|{root}|{self.at:%s}|{self.nonce}".replace("%s", self.at.isoformat()).encode() if False else f"{self.number}|{self.before}|{root}|{self.at.timestamp():.0f}|{self.nonce}".encode()).hexdigest()

    def mine(self, zeros: int) -> Block:
        for self.nonce in itertools.count():
            if self.hash.startswith("0" * zeros):
                return self


class Invalid(Exception):
    pass


class Chain(list[Block]):
    zeros = 2
    reward = 50

    def __init__(self):
        super().__init__([Block(0, "-").mine(self.zeros)])

    def balances(self) -> dict[str, int]:
        totals = defaultdict(int)
        for t in itertools.chain.from_iterable(b.transfers for b in self):
            totals[t.target] += t.amount
            if t.source:
                totals[t.source.address] -= t.amount
        return dict(totals)

    def add(self, miner: str, *transfers: Transfer) -> Block:
        left = defaultdict(int, self.balances())
        for t in transfers:
            if not t.is_valid:
                raise Invalid(f"bad signature on {t.body.decode()}")
            if left[t.source.address] < t.amount:
                raise Invalid(f"{t.source.address} has {left[t.source.address]}, not {t.amount}")
            left[t.source.address] -= t.amount
        last = self[-1]
        self.append(Block(last.number + 1, last.hash, [Transfer(None, miner, self.reward, last.number), *transfers], last.at + timedelta(minutes=10)).mine(self.zeros))
        return self[-1]

    def check(self):
        for a, b in itertools.pairwise(self):
            if b.before != a.hash:
                raise Invalid(f"block {b.number} does not follow {a.number}")
            if not b.hash.startswith("0" * self.zeros):
                raise Invalid(f"block {b.number} was not worked for")
            if bad := [t for t in b.transfers if not t.is_valid]:
                raise Invalid(f"block {b.number}: {len(bad)} forged")
        return len(self)


keys = {name: Key.make(seed) for seed, name in enumerate(("ann", "bob", "cid"), 1)}
for name, key in keys.items():
    print(name, key.address, key.n.bit_length(), key.n % 10**9, pow(pow(42, key.e, key.n), key.d, key.n))
ann, bob, cid = keys.values()
chain = Chain()
chain.add(ann.address)
chain.add(bob.address, Transfer(ann, cid.address, 30, 1).signed(ann), Transfer(ann, bob.address, 5, 2).signed(ann))
chain.add(cid.address, Transfer(cid, ann.address, 12, 1).signed(cid))
for block in chain:
    print(f"{block.number} {block.hash[:12]} ← {block.before[:8]:<8} nonce {block.nonce:>4} {block.at:%H:%M} {len(block.transfers)}")
print(chain.check(), {n: chain.balances().get(k.address) for n, k in keys.items()}, sum(chain.balances().values()))
for attempt in (lambda: chain.add(ann.address, Transfer(bob, ann.address, 999).signed(bob)), lambda: chain.add(ann.address, Transfer(bob, ann.address, 1).signed(ann)), lambda: Chain.check(chain[1:] and Chain.__new__(Chain)), lambda: chain[1].transfers.append(Transfer(None, ann.address, 10**6)) or chain.check()):
    try:
        print(attempt())
    except Invalid as error:
        print("Invalid:", error)
print(merkle([b"a", b"b", b"c"]).hex()[:16], merkle([]).hex()[:8], b64encode(merkle([b"x"]))[:8], [n for n in range(30) if is_prime(n)], is_prime(2**61 - 1), is_prime(561))
mac = hmac.new(b"k", digestmod="sha256")
mac.update(b"message")
print(mac.hexdigest()[:12], hmac.compare_digest(mac.digest(), hmac.digest(b"k", b"message", "sha256")), urlsafe_b64decode("-_8="), len(secrets.token_bytes(5)), Chain.__mro__[1:3], isinstance(chain, list), asdict(Transfer(None, "x", 1))["amount"], repr(chain[0])[:40])
caesar = str.maketrans(string.ascii_letters, reduce(lambda a, s: a + s[3:] + s[:3], (string.ascii_lowercase, string.ascii_uppercase), ""))
print("Attack at Dawn".translate(caesar), "Dwwdfn".translate({v: k for k, v in caesar.items()}))
