# itertools and random with a seed.
import itertools
import random

letters = "abcd"
pairs = ["".join(pair) for pair in itertools.combinations(letters, 2)]
print(pairs, list(itertools.accumulate(range(6))), len(list(itertools.permutations(letters))))
random.seed(11)
print([random.randint(1, 6) for _ in range(12)], random.choice(letters), round(random.random(), 6))
deck = list(range(8))
random.shuffle(deck)
final_answer([deck, random.sample(pairs, 3)])
