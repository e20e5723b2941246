# Every row of the combinatoric iterators, short and empty pools among them.
import itertools as I, copy
for n in range(6):
    p='abcde'[:n]
    for r in [None]+list(range(7)):
        print(n,r,list(I.permutations(p,r)))
    for r in range(7):
        print(list(I.combinations(p,r)), list(I.combinations_with_replacement(p,r)))
    print(list(I.product(p)), list(I.product(p,repeat=2)), list(I.product(p,'xy',[1])), list(I.product(repeat=n)))
print(sum(1 for _ in I.permutations(range(7),4)), len(set(I.permutations(range(7)))))
it=I.permutations('abc'); next(it); print(list(it), list(it), next(it,'end'))
a=[[1],[2]]
for x in I.product(a,repeat=2): x[0].append(0)
print(a)
