from decimal import Decimal

total = Decimal(0)
price = Decimal('19.99')
for count in range(10000):
    total += price * count
print(total)
