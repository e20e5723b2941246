"""Letters thirteen places on."""
import codecs


def rot13(infile, outfile):
    """Writes what a file says with every letter thirteen places on."""
    outfile.write(codecs.encode(infile.read(), 'rot-13'))
