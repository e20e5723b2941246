"""An entity-component world: slots, protocols, class registries, generators as behaviours, a text screen and events."""
from __future__ import annotations

import math
import random
from collections import defaultdict, deque
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from enum import Enum, Flag, auto
from itertools import chain, count, islice, product
from typing import Any, NamedTuple, Protocol, Self, TypeVar, cast, get_type_hints, runtime_checkable
from weakref import WeakSet

C = TypeVar("C", bound="Component")


class Vec(NamedTuple):
    x: float = 0.0
    y: float = 0.0

    def __add__(self, other):  # type: ignore[override]
        return Vec(self.x + other[0], self.y + other[1])

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __abs__(self):
        return math.hypot(*self)

    def __bool__(self):
        return any(self)


class Layer(Flag):
    NONE = 0
    GROUND = auto()
    AIR = auto()
    BOTH = GROUND | AIR


class Component:
    kinds: list[type[Component]] = []

    def __init_subclass__(cls) -> None:
        Component.kinds.append(cls)


@dataclass(slots=True)
class Place(Component):
    at: Vec = Vec()
    layer: Layer = Layer.GROUND


@dataclass(slots=True)
class Motion(Component):
    by: Vec = Vec()
    drag: float = field(default=0.5, kw_only=True)


@dataclass(slots=True)
class Health(Component):
    now: int
    most: int = 10

    def __post_init__(self):
        self.now = min(self.now, self.most)

    def __bool__(self):
        return self.now > 0


@dataclass(slots=True, eq=False)
class Brain(Component):
    plan: Generator[str, World, None]
    said: deque[str] = field(default_factory=lambda: deque(maxlen=3))


@runtime_checkable
class System(Protocol):
    order: int

    def run(self, world: World) -> None: ...


class Entity:
    alive: WeakSet[Entity] = WeakSet()
    _numbers = count(1)
    __slots__ = ("number", "glyph", "parts", "__weakref__")

    def __init__(self, glyph: str, *parts: Component) -> None:
        self.number, self.glyph = next(self._numbers), glyph
        self.parts = {type(part): part for part in parts}
        Entity.alive.add(self)

    def __getitem__(self, kind: type[C]) -> C:
        return cast(C, self.parts[kind])

    def __contains__(self, kind):
        return kind in self.parts

    def __repr__(self):
        return f"{self.glyph}{self.number}<{','.join(sorted(k.__name__ for k in self.parts))}>"


class World:
    def __init__(self, width: int, height: int) -> None:
        self.size, self.entities, self.events, self.systems, self.tick = (width, height), [], [], [], 0

    def add(self, *entities: Entity) -> Self:
        self.entities.extend(entities)
        return self

    def having(self, *kinds: type[Component]) -> Iterator[tuple[Entity, ...]]:
        for entity in list(self.entities):
            with suppress(KeyError):
                yield entity, *(entity[kind] for kind in kinds)

    def install(self, *systems: Any) -> Self:
        for system in systems:
            if not isinstance(system, System):
                raise TypeError(f"{system!r} is no system")
            self.systems.append(system)
        self.systems.sort(key=lambda s: s.order)
        return self

    def step(self) -> None:
        self.tick += 1
        for system in self.systems:
            system.run(self)

    def __str__(self):
        width, height = self.size
        screen = {(x, y): "·" for x, y in product(range(width), range(height))}
        for entity, place in sorted(self.having(Place), key=lambda p: p[1].layer.value):
            screen[round(place.at.x) % width, round(place.at.y) % height] = entity.glyph
        return "\n".join("".join(screen[x, y] for x in range(width)) for y in range(height))


class Move:
    order = 2

    def run(self, world):
        for entity, place, motion in world.having(Place, Motion):
            place.at += motion.by
            motion.by *= motion.drag
            if abs(motion.by) < 0.1:
                motion.by = Vec()


class Think:
    order = 1

    def run(self, world):
        for entity, brain in world.having(Brain):
            try:
                word = brain.plan.send(None if brain.plan.gi_yieldfrom is None and world.tick == 1 else world)
                brain.said.append(word)
            except StopIteration:
                del entity.parts[Brain]
                world.events.append((world.tick, "idle", entity.number))


class Fight:
    order = 3

    def run(self, world):
        places = defaultdict(list)
        for entity, place, health in world.having(Place, Health):
            places[round(place.at.x), round(place.at.y), place.layer].append((entity, health))
        for where, found in places.items():
            for (a, _), (b, health) in zip(found, found[1:]):
                health.now -= 4
                world.events.append((world.tick, f"{a.glyph} hits {b.glyph}", where[:2], health.now))
                if not health:
                    world.entities.remove(b)


def wander(rng):
    for step in range(3):
        world = yield rng.choice(["left", "right"])
        if world is not None and world.tick > 2:
            yield from (f"rest {n}" for n in range(2))
            return


world = World(9, 4).install(Fight(), Move(), Think())
world.add(Entity("@", Place(Vec(1, 1)), Motion(Vec(2, 0)), Health(99)), Entity("g", Place(Vec(5, 1)), Health(5)), Entity("b", Place(Vec(5, 1), Layer.AIR), Motion(Vec(-1, 0.5), drag=1.0)), Entity("?", Brain(wander(random.Random(5))), Place(Vec(8, 3))))
for _ in range(5):
    world.step()
    print(f"tick {world.tick}", world, sep="\n")
print(*world.events, sep="\n")
print(world.entities, len(Entity.alive), [k.__name__ for k in Component.kinds], [e[Place].layer for e, _ in world.having(Place)])
print([f.name for f in fields(Motion)], replace(Motion(Vec(1, 1)), drag=0.9), get_type_hints(Health), Layer.BOTH & Layer.AIR, Layer.GROUND in Layer.BOTH, list(Layer.BOTH), Vec(3, 4) * 0.5, 2 * Vec(1, 2), abs(Vec(3, 4)), bool(Vec()), Vec(1) + (1, 1), Vec(1, 2) == (1, 2))
for wrong in (lambda: world.install("x"), lambda: world.entities[0][Brain], lambda: Health(), lambda: Motion(Vec(), 0.3), lambda: setattr(world.entities[0], "name", 1), lambda: Vec(1)._replace(z=1)):
    try:
        print(wrong())
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        print(type(error).__name__, error)
