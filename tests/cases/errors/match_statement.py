def handle(command):
    match command.split():
        case ["add", a, b]:
            return int(a) + int(b)
        case ["div", a, b]:
            return int(a) / int(b)


print(handle("add 1 2"))
print(handle("div 1 0"))
