# Names with a namespace, a prefix and more or less than these, as the reader of SAX takes them apart.
import xml.sax.expatreader


class Handler:
    def startElementNS(self, name, qname, attrs):
        print('start', name, qname, attrs._attrs, attrs._qnames)

    def endElementNS(self, name, qname):
        print('end', name, qname)


parser = xml.sax.expatreader.ExpatParser()
parser._cont_handler = Handler()
for name in ('', 'a', 'u a', 'u a p', 'u a p x', ' ', ' b'):
    for attrs in ({}, {'a': 1}, {'u a': 1}, {'u a p': 2}, {'u a p q': 2}, {'': 3}, {' b': 1}):
        try:
            parser.start_element_ns(name, attrs)
        except Exception as error:
            print(type(error).__name__, error)
    parser.end_element_ns(name)
