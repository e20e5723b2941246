# Addresses go into a message as they were written, and are broken into lines between them and within them.
from email import message_from_string, policy
from email.headerregistry import Address
from email.message import EmailMessage

LONG = 'a-long-local-part-of-an-address@a-long-domain.of.some.example.org'
for value in ('"Bob Smith" <b@x.org>, Al <al@y.org>', 'Bob  Smith   <b@x.org>', 'b@x.org (comment)', '"A, B" <c@d.e>', '<only@angle.org>',
              'G: a@b.c, "Q" <d@e.f>;, x@y.z', 'a@b.c,d@e.f', 'a@b.c ,  d@e.f', '"x y"@z.org', 'X <"x y"@z.org>', 'Zo\xeb <z@e.f>', '"Zo\xeb X" <z@e.f>',
              '"Long Name Of A Person" <long.address.of.a.person@some.example.org>, "Second Person" <second@example.org>, Third Person <third@example.org>',
              '"My address is very long because my name is long, too" <' + LONG + '>, b@x.org', f'"Q" <{LONG}>,{LONG} (who)', f'{LONG} , {LONG}',
              f'Group: "Bob Smith" <{LONG}>, Al <b@x.org>, "Q R" <b@x.org>;, x@y.z', 'G:;', ' a@b.c '):
    message = EmailMessage()
    message['To'] = value
    print(repr(str(message['To'])), [str(address) for address in message['to'].addresses])
    print(message.as_string().rstrip('\n'))
    parsed = message_from_string(f'To: {value}\n\n', policy=policy.default)
    print(repr(parsed['to'].fold(policy=policy.default.clone(max_line_length=40))))
message = EmailMessage()
message['To'] = [Address('Bob Smith', 'b', 'x.org'), Address('A, B', 'c', 'd.e')]
message['Cc'] = Address('Bob  Smith', 'b', 'x.org')
print(message.as_string())
