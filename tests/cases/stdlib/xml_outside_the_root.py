# What stands outside the root element and is no markup: the error and its place.
import xml.etree.ElementTree as ET

TEXTS = ["x<a/>", "x><a/>", "x <a/>", "x=<a/>", 'x"', "x(", "x)", "x,", "x|", "x[", "x]", "x?", "x*", "x+", "x%", "x&", "x;", "x/", "x!",
         "x\t", "x\n<", "x-y:z<", "x#", "x@", "1<", "-x<", "\u00e9<", "\u00e9 ", "1", "#x", "@", '"', '"a"', '"a"x', "(", ")", "[", "]",
         ",", "|", "=", "!", "/", "?", "*", "+", "%", "%a", "%a;", "a:b ", "a::b", "\u00d7", "a\u00d7", "<a/>x<", "<a/>1", "<a/>#", '<a/>"',
         "'a' ", ">", "x\x01", "\x01", '{"a": 1}', "hello <world>", "<\u00d7/>", "plain text", "<a/> trailing", "<a/>\n<b/>", "foobar<", "{}"]
for text in TEXTS:
    try:
        print(ascii(text), ET.fromstring(text))
    except ET.ParseError as error:
        print(ascii(text), error, error.position, error.code)
