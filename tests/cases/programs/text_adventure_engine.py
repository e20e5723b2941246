"""A small engine: a parser of commands, rooms, items, events, save games as JSON, undo, and a scripted play."""
from __future__ import annotations
import json
import re
import textwrap
from collections import deque
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Self


class Dir(StrEnum):
    NORTH = "north"
    SOUTH = "south"
    EAST = "east"
    WEST = "west"

    @property
    def opposite(self) -> Dir:
        members = list(Dir)
        return members[members.index(self) ^ 1]

    @classmethod
    def parse(cls, text: str) -> Self | None:
        hits = [d for d in cls if d.startswith(text)] if text else []
        return hits[0] if len(hits) == 1 else None


@dataclass
class Room:
    name: str
    text: str
    exits: dict[Dir, str] = field(default_factory=dict)
    items: set[str] = field(default_factory=set)
    visits: int = 0

    def describe(self) -> str:
        parts = [f"== {self.name} ==", textwrap.fill(self.text, 46)] if self.visits <= 1 else [f"== {self.name} =="]
        if self.items:
            parts.append("You see: " + ", ".join(sorted(self.items)) + ".")
        parts.append("Exits: " + (", ".join(sorted(self.exits)) or "none") + ".")
        return "\n".join(parts)


class GameOver(Exception):
    def __init__(self, *, won: bool, score: int):
        super().__init__("You win!" if won else "You lose.")
        self.won, self.score = won, score


class World:
    commands: dict[str, Callable] = {}

    def __init__(self):
        self.rooms: dict[str, Room] = {}
        self.here, self.bag, self.turns, self.score = "", [], 0, 0
        self.undo_stack: deque[dict] = deque(maxlen=3)
        self.hooks: list[Callable[[World], str | None]] = []

    def room(self, key, name, text, *items, **exits):
        self.rooms[key] = Room(name, " ".join(text.split()), items=set(items))
        for d, target in exits.items():
            self.rooms[key].exits[Dir(d)] = target
            if target in self.rooms:
                self.rooms[target].exits[Dir(d).opposite] = key
        self.here = self.here or key
        return self

    @classmethod
    def command(cls, pattern):
        def register(fn):
            cls.commands[pattern] = fn
            return fn
        return register

    def execute(self, line: str) -> str:
        line = " ".join(line.lower().split())
        for pattern, fn in self.commands.items():
            if m := re.fullmatch(pattern, line):
                snapshot = self.state()
                out = fn(self, **m.groupdict())
                if fn not in (World.commands["undo"], World.commands[r"save"]):
                    self.undo_stack.append(snapshot)
                    self.turns += 1
                notes = [n for h in self.hooks if (n := h(self))]
                return "\n".join([out, *notes])
        close = sorted(p.split(r" ")[0] for p in self.commands if p[:1] == line[:1])
        return f"I don't understand {line!r}." + (f" Did you mean {' or '.join(close)}?" if close else "")

    def state(self):
        return {"here": self.here, "bag": self.bag[:], "turns": self.turns, "score": self.score, "rooms": {k: {"items": sorted(r.items), "visits": r.visits} for k, r in self.rooms.items()}}

    def load(self, state):
        self.here, self.bag, self.turns, self.score = (state[k] for k in ("here", "bag", "turns", "score"))
        for k, saved in state["rooms"].items():
            self.rooms[k].items, self.rooms[k].visits = set(saved["items"]), saved["visits"]


@World.command(r"(?:go )?(?P<where>n|s|e|w|no\w+|so\w+|ea\w+|we\w+)")
def go(w, where):
    d = Dir.parse(where)
    if d is None:
        return f"{where!r} is no direction."
    if (target := w.rooms[w.here].exits.get(d)) is None:
        return f"You can't go {d}."
    w.here = target
    w.rooms[target].visits += 1
    return w.rooms[target].describe()


@World.command(r"(?:take|get) (?P<what>[\w ]+)")
def take(w, what):
    room = w.rooms[w.here]
    wanted = sorted(room.items) if what == "all" else [i for i in room.items if i == what or i.split()[-1] == what]
    if not wanted:
        return f"There is no {what} here."
    for i in wanted:
        room.items.discard(i); w.bag.append(i); w.score += len(i)
    return "Taken: " + ", ".join(wanted) + "."


@World.command(r"drop (?P<what>\w+)")
def drop(w, what):
    try:
        w.bag.remove(next(i for i in w.bag if what in i))
    except StopIteration:
        return "You don't have that."
    w.rooms[w.here].items.add(what)
    return "Dropped."


World.command(r"i(?:nventory)?")(lambda w: "You carry " + (", ".join(f"{n}. {i}" for n, i in enumerate(w.bag, 1)) or "nothing"))
World.command(r"look|l")(lambda w: deepcopy(w.rooms[w.here]).describe())
World.command(r"score")(lambda w: f"{w.score:03d} points in {w.turns} turn{'s'[:w.turns ^ 1]}.")


@World.command("undo")
def undo(w):
    if not w.undo_stack:
        return "Nothing to undo."
    w.load(w.undo_stack.pop())
    return "Undone."


saves = []
World.command(r"save")(lambda w: saves.append(json.dumps(w.state(), sort_keys=True)) or f"Saved ({len(saves[-1])} bytes).")


def ending(w, *, goal):
    if goal in w.bag and w.here == "gate":
        raise GameOver(won=True, score=w.score)
    return "A clock ticks." if w.turns % 5 == 0 else None


world = (World()
         .room("gate", "The Gate", "An iron gate, rusted shut for years. Ivy covers most of it, and somebody has painted a red cross.")
         .room("hall", "Great Hall", "Dust everywhere.", "brass lamp", "rope", south="gate")
         .room("cellar", "Cellar", "It is damp.", "gold coin", east="hall"))
world.hooks.append(partial(ending, goal="gold coin"))
script = ["look", "n", "north", "take lamp", "take all", "i", "fly", "sing", "save", "w", "get coin", "undo", "undo", "i", "drop lamp", "look", "w", "e", "we", "take coin", "score", "e", "e", "n", "s", "s"]
try:
    for line in script:
        print(f"> {line}")
        print(world.execute(line))
except GameOver as over:
    print(over, over.won, over.score, world.turns)
print(json.loads(saves[0])["rooms"]["hall"], len(world.undo_stack), Dir.parse("x"), Dir.EAST.opposite)
