# static: nothing
# runtime: FileNotFoundError
# a library function opens files
import codecs

print("PWNED", codecs.open("/etc/passwd").read())
