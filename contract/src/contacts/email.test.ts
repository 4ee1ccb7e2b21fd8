import { expect, test } from 'vitest';
import { isEmail, sanitizeEmail } from './email.ts';
import { findLeadDoubt } from './questions/lead-questions.ts';

test.each([
  ...['maria@example.com.', 'maria@example.com,\u200f', 'mailto:maria@example.com'],
  ...['E-mail: maria@example.com', 'email:maria@example.com', '\u202a<maria@example.com>\u202c'],
  ...['"maria@example.com"', "'maria@example.com", '(maria@example.com)', '“maria@example.com”'],
  ...[' maria\u200b@example.com', 'maria＠example．com', 'maria@example,com'],
  'Maria Souza <maria@example.com>',
  // Keyboards complete a word with a space, or begin a sentence after a period.
  ...['maria @example.com', 'maria@ example.com', 'maria@example. com', 'maria @ example . com '],
])('removes the punctuation around the copied address %j', (typed) => {
  expect(sanitizeEmail(typed)).toBe('maria@example.com');
});

test.each([
  ...['maria@example,com,br', 'maria@example.com,br', 'maria@example,com.br'],
  ...['maria@example. com. br', 'maria@example.com .br', 'maria@example .com . br'],
])('replaces the commas of %j by dots, and removes the spaces beside dots', (typed) => {
  expect(sanitizeEmail(typed)).toBe('maria@example.com.br');
});

test.each([
  'email@example.com',
  ...['m.aria+curso@example.com.br', 'maria@', '', "o'hara@example.com"],
  ...['maria@example.com,rui@example.com', 'maria,rui@example.com'],
])('changes nothing in the typed address %j', (typed) => {
  expect(sanitizeEmail(typed)).toBe(typed);
});

test.each(['a@b.c', 'joão+x@exemplo.com.br', '"x"@[1.2]', 'a@b..'])(
  'accepts the address %j',
  (address) => {
    expect(isEmail(address)).toBe(true);
  },
);

test.each([
  ...['maria souza@example.com', 'maria@example.com. Obrigada', 'maria@example,'],
  ...['maria@@example.com', 'maria@example.', ''],
  ...['@', 'a@', '@b.c', 'a@b', 'a@.c', 'a@b.', 'a@b@c.d', 'a b@c.d', 'a@b .c'],
])('refuses the address %j', (typed) => {
  expect(isEmail(typed)).toBe(false);
  expect(isEmail(sanitizeEmail(typed))).toBe(false);
});

const doubtAbout = (typed: string) =>
  findLeadDoubt({ key: 'email', kind: 'email', required: true }, typed);

// Slips that the newsletter of Filipe Deschamps collected, and the most frequent ones of BounceShift's count.
test.each([
  ['gmail.com', ['gmail.con', 'gmail.co', 'gmail.cm', 'gmail.com.br', 'gmail.com.b', 'gmail.net']],
  ['gmail.com', ['gmil.com', 'gamil.com', 'gmali.com', 'gnail.com', 'gmial.com', 'gimail.com']],
  ['gmail.com', ['gmaol.com', 'gmeil.com', 'ygmail.com', 'gmaill.com', 'gmailc.om', 'Gmai.com']],
  ['hotmail.com', ['hotmil.com', 'hotmial.com', 'hitmail.com', 'htmail.com', 'hotmail.con']],
  ['hotmail.com', ['hotamil.com', 'hotmaill.com', 'hotrmail.com', 'hotmail.co', 'otmail.com']],
  ['outlook.com', ['outlok.com', 'outloo.com', 'outlook.co', 'outlook.comm']],
  ['yahoo.com', ['yaho.com', 'yahoo.coom']],
  ['icloud.com', ['icluod.com', 'iclud.com']],
  ['yahoo.com.br', ['yaho.com.br', 'yahool.com.br', 'yahoo.com.brr', 'yahoo.combr']],
])('asks whether an address is at %s instead of %j', (host, typed) => {
  for (const slip of typed) {
    expect(doubtAbout(`maria@${slip}`)).toBe(`Confira o email: seria @${host}?`);
  }
});

test.each([
  ...[
    'joão@example.com',
    'joão@gmail.com',

    'maria@empresa..com.br',
    'maria@example.com🌸',
    'a@-/b.c',
  ],
  ...['maria@empresa.con', 'maria@empresa.com.com', 'maria@uol.combr', 'maria@bol.coom'],
])('doubts an accent, a sign, a missing part or the ending in %s', (typed) => {
  expect(doubtAbout(typed)).toContain('letra trocada');
});

test.each(['maria@gmil.com ', 'maria@gmail.con.', '\u202amaria@gmil.com\u202c'])(
  'doubts the address in the punctuation of %j, which is not sent',
  (typed) => {
    expect(doubtAbout(typed)).toContain('gmail.com');
  },
);

test.each([
  ...['gmail.com', 'GMAIL.com', 'googlemail.com', 'hotmail.com', 'hotmail.com.br', 'hotmail.fr'],
  ...['hotmail.co.uk', 'outlook.com', 'outlook.com.br', 'outlook.pt', 'live.com', 'msn.com'],
  ...['yahoo.com', 'yahoo.com.br', 'yahoo.com.ar', 'ymail.com', 'icloud.com', 'me.com', 'aol.com'],
  ...['mail.com', 'email.com', 'gmx.com', 'zoho.com', 'proton.me', 'uol.com.br', 'bol.com.br'],
  ...['amil.com.br', 'gmil.adv.br', 'empresa.co', 'con.example'],
])('does not doubt an address at %s', (host) => {
  expect(doubtAbout(`maria@${host}`)).toBeUndefined();
});
