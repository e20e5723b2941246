# Methods name the class that they come from, and numbers too large are told before what they mean.
import codecs
import email.headerregistry
import io
import pickle


def tried(what, *arguments, **named):
    try:
        print(what(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


for name in ('ContentDispositionHeader', 'ContentTypeHeader', 'ParameterizedMIMEHeader'):
    tried(getattr(email.headerregistry, name).parse, 1, '1', {})
for name in ('utf_8', 'utf_16', 'utf_8_sig', 'latin_1', 'idna', 'cp1252'):
    found = codecs.lookup(name)
    tried(found.incrementalencoder('strict').encode)
tried(pickle.Pickler, io.BytesIO(), 10**20)
tried(pickle.Pickler, io.BytesIO, -10**20)
tried(pickle.dumps, 1, 10**20)
tried(pickle.dumps, 1, 6)
tried(pickle.dumps, 1, -10)
tried(pickle.dumps, 1, 'x')
