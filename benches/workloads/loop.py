total = 0
for i in range(20000):
    if i % 3:
        total += i
    else:
        total ^= i
n = 0
while n < 10000:
    n += 1
