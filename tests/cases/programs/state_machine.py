from enum import Enum, auto


class State(Enum):
    IDLE = auto()
    RUNNING = auto()
    PAUSED = auto()
    DONE = auto()


class TransitionError(Exception):
    pass


class Machine:
    TABLE = {
        (State.IDLE, "start"): State.RUNNING,
        (State.RUNNING, "pause"): State.PAUSED,
        (State.PAUSED, "resume"): State.RUNNING,
        (State.RUNNING, "finish"): State.DONE,
    }

    def __init__(self):
        self.state = State.IDLE
        self.listeners = []
        self.trail = [self.state]

    def on_change(self, f):
        self.listeners.append(f)
        return f

    def send(self, event):
        try:
            new = self.TABLE[self.state, event]
        except KeyError:
            allowed = [e for s, e in self.TABLE if s is self.state]
            raise TransitionError(f"cannot {event!r} while {self.state.name}; allowed: {allowed}") from None
        old, self.state = self.state, new
        self.trail.append(new)
        for f in self.listeners:
            f(old, new)
        return self


m = Machine()


@m.on_change
def log(old, new):
    print(f"{old.name} -> {new.name}")


m.send("start").send("pause").send("resume")
for event in ["start", "finish", "resume"]:
    try:
        m.send(event)
    except TransitionError as e:
        print("error:", e)
print([s.name.lower() for s in m.trail], m.state is State.DONE, State(2), len(State))


def traffic_light():
    while True:
        for color, seconds in (("green", 3), ("yellow", 1), ("red", 2)):
            for left in range(seconds, 0, -1):
                command = yield f"{color}:{left}"
                if command == "emergency":
                    yield "flashing red"
                    break


light = traffic_light()
print([next(light) for _ in range(8)], light.send("emergency"), next(light), next(light))


def vending(prices):
    balance = 0
    while True:
        match (yield balance):
            case ("coin", (1 | 2 | 5) as value):
                balance += value
            case ("coin", other):
                print("rejected", other)
            case ("buy", str(item)) if item in prices and balance >= prices[item]:
                balance -= prices[item]
                print("vend", item)
            case ("buy", item):
                print("cannot buy", item)
            case "refund":
                return balance


v = vending({"tea": 3, "nuts": 6})
next(v)
for action in [("coin", 2), ("coin", 3), ("coin", 2), ("buy", "tea"), ("buy", "nuts"), ("buy", "gold"), ("coin", 5)]:
    print(action, v.send(action))
try:
    v.send("refund")
except StopIteration as e:
    print("refunded", e.value)
