parts = []
for i in range(3000):
    parts.append(f"{i:>6}|{i * 1.5:.2f}|{'x' * (i % 7)}")
text = "\n".join(parts)
words = text.replace("|", " ").split()
text.count("9"), text.find("2999"), sorted(words)[:3], text.upper()[::-1]
