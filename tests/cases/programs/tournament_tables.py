"""A round-robin tournament: schedule, results, standings with tie-breaks, and a knockout bracket drawn as text."""
import itertools
import operator
import random
import textwrap
from collections import Counter, defaultdict, namedtuple
from dataclasses import astuple, dataclass, field
from functools import cmp_to_key, reduce, total_ordering
from math import ceil, log2
from statistics import mean, pstdev

Match = namedtuple("Match", "round home away goals", defaults=[None])
rng = random.Random(2024)


@total_ordering
@dataclass
class Team:
    name: str
    strength: float = 1.0
    points: int = 0
    scored: int = 0
    conceded: int = 0
    form: str = field(default="", compare=False)

    @property
    def difference(self):
        return self.scored - self.conceded

    def key(self):
        return -self.points, -self.difference, -self.scored, self.name

    def __lt__(self, other):
        if not isinstance(other, Team):
            return NotImplemented
        return self.key() < other.key()

    def played(self, mine, theirs):
        self.scored += mine
        self.conceded += theirs
        result = "WDL"[(mine <= theirs) + (mine < theirs)]
        self.points += {"W": 3, "D": 1, "L": 0}[result]
        self.form += result


def rounds(teams):
    teams = list(teams) + [None] * (len(teams) % 2)
    fixed, *others = teams
    for number in range(len(others)):
        line = [fixed, *others]
        pairs = zip(line[: len(line) // 2], reversed(line[len(line) // 2 :]))
        yield number + 1, [(a, b) if number % 2 else (b, a) for a, b in pairs if a and b]
        others = others[-1:] + others[:-1]


def goals(strength):
    return sum(rng.random() < strength / 4 for _ in range(4))


def play(teams):
    matches = []
    for number, pairs in rounds(teams):
        for home, away in pairs:
            result = goals(home.strength * 1.1), goals(away.strength)
            home.played(*result)
            away.played(*result[::-1])
            matches.append(Match(number, home.name, away.name, result))
    return matches


def table(teams, columns=(("Team", "name", "<10"), ("P", "points", ">3"), ("F", "scored", ">3"), ("A", "conceded", ">3"), ("±", "difference", ">+4"), ("Form", "form", "^7"))):
    head = " ".join(f"{title:{spec.replace('+', '')}}" for title, _, spec in columns)
    yield f"{'#':>2} {head}"
    yield "─" * (len(head) + 3)
    for place, team in enumerate(sorted(teams), 1):
        yield f"{place:>2} " + " ".join(f"{getattr(team, attr):{spec}}" for _, attr, spec in columns)


def bracket(names):
    size = 2 ** ceil(log2(len(names)))
    seeds = reduce(lambda s, _: [x for a in s for x in (a, 2 * len(s) + 1 - a)], range(int(log2(size))), [1])
    line = [names[s - 1] if s <= len(names) else "-" for s in seeds]
    yield line
    while len(line) > 1:
        line = [min((a, b), key=lambda n: (n == "-", names.index(n) if n in names else 99)) for a, b in itertools.batched(line, 2)]
        yield line


def draw(levels):
    levels = list(levels)
    grid = defaultdict(dict)
    for depth, line in enumerate(levels):
        for at, name in enumerate(line):
            grid[(2 * at + 1) * 2**depth - 1][depth] = name
    width = max(map(len, itertools.chain(*levels))) + 2
    for row in range(max(grid) + 1):
        yield "".join(f"{grid[row].get(d, ''):_<{width}}" if d in grid[row] else " " * width for d in range(len(levels))).rstrip()


teams = [Team(n, s) for n, s in zip("Ajax Boca Celtic Dinamo Everton".split(), (1.9, 1.2, 1.5, 0.8, 1.2))]
matches = play(teams)
for number, group in itertools.groupby(matches, key=operator.attrgetter("round")):
    print(f"Round {number}:", "; ".join(f"{m.home} {m.goals[0]}:{m.goals[1]} {m.away}" for m in group))
print(*table(teams), sep="\n")
print(max(teams) == sorted(teams)[-1], teams[0] > teams[1], teams[0] == Team("Ajax"), matches[0]._asdict(), Match(1, "x", "y"))
totals = [sum(m.goals) for m in matches]
print(f"{mean(totals):.2f} ± {pstdev(totals):.2f} goals, {Counter(totals).most_common(2)}", Counter(sorted(m.goals, reverse=True)[0] - min(m.goals) for m in matches))
order = [t.name for t in sorted(teams)]
print(*draw(bracket(order)), sep="\n")
head = {(m.home, m.away): m.goals for m in matches}


def compare(a, b):
    goals = head.get((a.name, b.name)) or tuple(reversed(head[b.name, a.name]))
    return (goals[1] - goals[0]) or (a.name > b.name) - (a.name < b.name)


print([t.name for t in sorted(teams, key=cmp_to_key(compare))])
try:
    Team("x") < 3
except TypeError as error:
    print(error)
print(textwrap.fill(" ".join(f"{m.home[:3].upper()}{m.goals[0]}-{m.goals[1]}{m.away[:3].upper()}" for m in matches), 40, subsequent_indent=".. "), astuple(teams[2])[:3])
