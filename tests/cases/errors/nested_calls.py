def parse(text):
    return convert(text.strip())


def convert(text):
    number = int(text)
    return number * 2


def main():
    for item in ["1", " 2 ", "three"]:
        print(parse(item))


print("start")
main()
print("never")
