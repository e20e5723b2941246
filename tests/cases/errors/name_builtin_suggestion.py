items = [3, 1, 2]
for i in rang(len(items)):
    print(i)
