"""`xml.etree.ElementTree` under its old second name."""
from xml.etree.ElementTree import *
