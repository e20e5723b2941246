# Whole numbers of any size and their texts.
import math

power = 3 ** 70
print(power, f"{power:e}", f"{power:_}")
print(math.isqrt(power) == 3 ** 35, power % 1000, -power // 7, divmod(-power, 10 ** 6))
final_answer([math.sqrt(169), math.gcd(power, 3 ** 5 * 2), round(math.log10(power), 6)])
