# ends: raised
import itertools, random
from collections import Counter
from enum import IntEnum
from functools import total_ordering
from typing import NamedTuple
RANKS = "23456789TJQKA"; SUITS = "♣♦♥♠"
class Card(NamedTuple):
    rank: int; suit: str
    @classmethod
    def parse(cls, s):
        try: return cls(RANKS.index(s[0]), s[1])
        except ValueError as e: raise ValueError(f"bad card {s!r}") from e
    def __str__(self): return RANKS[self.rank] + self.suit
class Kind(IntEnum): HIGH = 0; PAIR = 1; TWO_PAIR = 2; THREE = 3; STRAIGHT = 4; FLUSH = 5; FULL_HOUSE = 6; FOUR = 7; STRAIGHT_FLUSH = 8
@total_ordering
class Hand:
    def __init__(self, cards): self.cards = tuple(sorted(cards, reverse=True)); self.kind, self.key = self.score()
    def score(self):
        counts = sorted(Counter(c.rank for c in self.cards).items(), key=lambda rc: (rc[1], rc[0]), reverse=True); ranks, nums = zip(*counts)
        flush = len({c.suit for c in self.cards}) == 1; straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
        if ranks == (12, 3, 2, 1, 0): straight, ranks = True, (3, 2, 1, 0, -1)
        match nums, straight, flush:
            case _, True, True: k = Kind.STRAIGHT_FLUSH
            case (4, 1), _, _: k = Kind.FOUR
            case (3, 2), _, _: k = Kind.FULL_HOUSE
            case _, _, True: k = Kind.FLUSH
            case _, True, _: k = Kind.STRAIGHT
            case (3, *_), _, _: k = Kind.THREE
            case (2, 2, 1), _, _: k = Kind.TWO_PAIR
            case (2, *_), _, _: k = Kind.PAIR
            case _: k = Kind.HIGH
        return k, ranks
    def __eq__(self, o): return (self.kind, self.key) == (o.kind, o.key)
    def __lt__(self, o): return (self.kind, self.key) < (o.kind, o.key)
    def __repr__(self): return f"{' '.join(map(str, self.cards))} ({self.kind.name.replace('_', ' ').lower()})"
hands = [Hand(map(Card.parse, h.split())) for h in ("2♣ 3♣ 4♣ 5♣ A♣", "K♠ K♥ K♦ K♣ 2♣", "T♠ J♠ Q♥ K♠ A♠", "9♠ 9♥ 9♦ 4♣ 4♠", "9♣ 9♥ 8♦ 8♣ 4♠", "A♣ K♣ 9♣ 3♣ 2♣", "A♠ K♣ 9♣ 3♣ 2♣", "7♠ 7♣ 7♦ 3♣ 2♣", "2♠ 2♣ 7♦ 3♣ 9♣", "2♥ 2♦ 7♣ 3♠ 9♠")]
for h in sorted(hands, reverse=True): print(h)
print(hands[-1] == hands[-2], max(hands).kind.value, len({h.kind for h in hands}), Hand(map(Card.parse, "A♠ K♠ Q♠ J♠ T♠".split())) > hands[0])
rng = random.Random(2024); deck = [Card(r, s) for s in SUITS for r in range(13)]; rng.shuffle(deck); print(*deck[:7])
best = max((Hand(c) for c in itertools.combinations(deck[:7], 5))); print(best, Counter(Hand(rng.sample(deck, 5)).kind.name for _ in range(300)).most_common())
for bad in ("1♠", "A", "AX", ""):
    try: print(Card.parse(bad))
    except (ValueError, IndexError) as e: print(type(e).__name__, e, repr(e.__cause__))
Hand(map(Card.parse, ["A♠", "K♠"]))
Hand([])
