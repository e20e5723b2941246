import re

text = 'é, ' * 3000 + 'naïve words – and others; ' * 400
vowels = 0
for place in range(len(text)):
    if text[place] in 'aeiouéï':
        vowels += 1
word, place, words = re.compile(r'\w+'), 0, 0
while found := word.search(text, place):
    words, place = words + 1, found.end()
print(len(text), vowels, words)
