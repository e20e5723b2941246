ROOMS = {
    "hall": {"desc": "A dusty hall.", "exits": {"north": "library", "east": "kitchen"}, "items": ["lamp"]},
    "library": {"desc": "Shelves of old books.", "exits": {"south": "hall"}, "items": ["book", "key"]},
    "kitchen": {"desc": "It smells of soup.", "exits": {"west": "hall", "down": "cellar"}, "items": []},
    "cellar": {"desc": "Cold and dark. A chest stands here.", "exits": {"up": "kitchen"}, "items": ["chest"], "dark": True},
}


class Game:
    def __init__(self):
        self.room, self.bag, self.score, self.over = "hall", [], 0, False
        self.rooms = {k: {**v, "items": v["items"][:]} for k, v in ROOMS.items()}

    @property
    def here(self):
        return self.rooms[self.room]

    def do(self, line):
        verb, *words = line.lower().split()
        method = getattr(self, "do_" + verb, None)
        if method is None:
            return f"I don't know how to {verb}."
        try:
            return method(*words)
        except TypeError:
            return f"{verb.capitalize()} what?"

    def do_look(self):
        if self.here.get("dark") and "lamp" not in self.bag:
            return "It is pitch dark."
        items = ", ".join(self.here["items"]) or "nothing"
        return f"{self.here['desc']} You see: {items}. Exits: {', '.join(sorted(self.here['exits']))}."

    def do_go(self, where):
        target = self.here["exits"].get(where)
        if not target:
            return "You can't go that way."
        self.room = target
        return self.do_look()

    def do_take(self, thing):
        if thing == "chest":
            return "It is too heavy."
        if thing in self.here["items"] and not (self.here.get("dark") and "lamp" not in self.bag):
            self.here["items"].remove(thing)
            self.bag.append(thing)
            self.score += 5
            return f"Taken: {thing}."
        return f"There is no {thing} here."

    def do_open(self, thing):
        if thing != "chest" or self.room != "cellar":
            return "You can't open that."
        if "key" not in self.bag:
            return "It is locked."
        self.score += 50
        self.over = True
        return "Gold! You win."

    def do_bag(self):
        return f"You carry {' and '.join(self.bag) if self.bag else 'nothing'}. Score {self.score}."


game = Game()
for line in ["look", "dance", "go", "go up", "take sword", "go east", "go down", "take chest", "go up", "go west", "take lamp", "go north", "take key", "take book", "bag", "go south", "go east", "go down", "take chest", "open door", "open chest", "bag"]:
    print(">", line)
    print(game.do(line))
    if game.over:
        break
print(game.score, game.over, game.rooms["library"]["items"], ROOMS["library"]["items"])
