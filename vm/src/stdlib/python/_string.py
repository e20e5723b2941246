"""What `string.Formatter` takes format strings apart with."""
from string import _pieces as formatter_parser, _plain_field as formatter_field_name_split
