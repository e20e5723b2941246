# iterators
