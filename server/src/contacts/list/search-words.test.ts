import { expect, test } from 'vitest';
import { matchesWords, parseSearch, searchWordsOf } from './search-words.ts';

test('indexes the name without accents, the phone without area code in both directions, and the e-mail', () => {
  const words = searchWordsOf({
    name: 'José  da Conceição',
    phone: '+55 (11) 98765-4321',
    email: ' Jose@Exemplo.com.br ',
  });
  expect(words).toEqual(['987654321', '~123456789', 'jose@exemplo.com.br', 'jose', 'conceicao']);
});

test('finds an applicant by the Instagram handle, its parts or its address', () => {
  const words = searchWordsOf({
    ...{ name: 'Lia', phone: '(11) 98765-4321', email: null },
    instagram: '@Nutri.Marina_SP',
  });
  for (const typed of [
    ...['@nutri', '@Nutri.Marina_SP', 'nutri.marina', 'marina_sp'],
    ...['https://www.instagram.com/nutri.marina_sp?igsh=a1', 'instagram.com/nutri.marina_sp/'],
    'https://instagr.am/nutri.marina_sp',
  ]) {
    expect(matchesWords({ words, phoneKey: '1187654321' }, parseSearch(typed))).toBe(true);
  }
  expect(matchesWords({ words, phoneKey: null }, parseSearch('@marina'))).toBe(false);
});

test('reads no phone in a profile link, and keeps the name beside a handle with many parts', () => {
  expect(parseSearch('https://instagram.com/ana1198765432')).toEqual(parseSearch('@ana1198765432'));
  const instagram = '@a.b.c.f.g.h.i.j.k.l.m.n.o.p';
  const row = { name: 'Lia Moreno', phone: '(11) 98765-4321', email: null, instagram };
  expect(searchWordsOf(row)).toContain('moreno');
});

test('reads wide digits and ornamental letters as plain ones', () => {
  const row = { name: '𝓛𝓲𝓪 Ｍｏｒｅｎｏ', phone: '(11) 98765-4321', email: null };
  expect(searchWordsOf(row)).toContain('lia');
  expect(searchWordsOf(row)).toContain('moreno');
  expect(parseSearch('（１１）９８７６５－４３２１').phoneKeys).toEqual(['1187654321']);
  expect(parseSearch('９８７６５')).toEqual(parseSearch('98765'));
  expect(parseSearch('Ｌｉａ')).toEqual(parseSearch('lia'));
});

test('limits the words of a name', () => {
  const name = Array.from({ length: 100 }, (_, n) => `nome${n}`).join(' ');
  expect(searchWordsOf({ name, phone: '', email: null })).toHaveLength(16);
});

test.each([
  ...['11987654321', '(11) 98765-4321', '+55 11 98765 4321', '011 8765-4321'],
  ...['015 11 98765-4321', '\u202a+55 11 98765-4321\u202c'],
  ...['(11) 98765–4321', '11 . 98765 . 4321', '[11] 98765 4321', 'wa.me/5511987654321'],
  ...['https://api.whatsapp.com/send?phone=5511987654321&text=Oi%2010', 'tel:+5511987654321'],
  ...['whatsapp://send?phone=5511987654321', '5511987654321@s.whatsapp.net', 'p:+5511987654321'],
  ...['551187654321@c.us', 'whatsapp:+5511987654321'],
])('searches a complete number by its key: %j', (text) => {
  expect(parseSearch(text)).toEqual({ prefixes: [], phoneKeys: ['1187654321'] });
});

test.each(['+44 020 7946 0958', '+44 (0)20 7946 0958', '0044 020 7946 0958', '44 020 7946 0958'])(
  'searches the foreign number %s without its trunk zero, too',
  (text) => {
    expect(parseSearch(text).phoneKeys).toContain('+442079460958');
    expect(parseSearch(text).phoneKeys).toContain('+4402079460958');
  },
);

test('searches a name beside a foreign number without its trunk zero', () => {
  const { prefixes, phoneKeys } = parseSearch('Ana +44 020 7946 0958');
  expect(prefixes).toEqual([[{ word: 'ana', area: null }]]);
  expect(phoneKeys).toContain('+442079460958');
});

test('searches an address without the invisible characters that were copied with it', () => {
  expect(parseSearch('\u200eana@example.com\u200b').prefixes).toEqual([
    [{ word: 'ana@example.com', area: null }],
  ]);
});

test('finds a placeholder number, which has no key, by its digits', () => {
  const { prefixes, phoneKeys } = parseSearch('(11) 99999-9999');
  expect(phoneKeys).toEqual([]);
  const words = searchWordsOf({ name: 'Ana', phone: '(11) 99999-9999', email: null });
  expect(matchesWords({ words, phoneKey: null }, { prefixes })).toBe(true);
});

test('reads part of a number with or without the leading 9 and the area code', () => {
  expect(parseSearch('11 987').prefixes).toEqual([
    [
      { word: '11987', area: null },
      { word: '911987', area: null },
      { word: '~78911', area: null },
      { word: '987', area: '11' },
      { word: '9987', area: '11' },
      { word: '~789', area: '11' },
    ],
  ]);
  expect(parseSearch('4321').prefixes[0]?.map(({ word }) => word)).toEqual([
    '4321',
    '94321',
    '~1234',
  ]);
});

test('ignores a short number beside other terms, wherever it stands', () => {
  const isOnlyMarina = [{ word: 'marina', area: null }];
  expect(parseSearch('marina 3').prefixes).toEqual([isOnlyMarina]);
  expect(parseSearch('3 marina').prefixes).toEqual([isOnlyMarina]);
  expect(parseSearch('3').prefixes[0]?.map(({ word }) => word)).toEqual(['3', '93']);
});

test.each([
  ['joao 2024 98765', ['joao', '2024', '98765']],
  ['98765 4321', ['98765', '4321']],
  ['98765-4321 (11)', ['987654321', '11']],
  ['(11) 98765 43', ['119876543']],
  ['5511 98765', ['551198765']],
])('joins numbers only after a country or area code: %s', (text, words) => {
  expect(parseSearch(text).prefixes.map(([first]) => first?.word)).toEqual(words);
});

test('combines words and numbers', () => {
  const { prefixes } = parseSearch('  Márcia de 4321');
  expect(prefixes.map(([first]) => first?.word)).toEqual(['marcia', '4321']);
});

test('searches for a particle only if it is the only word', () => {
  expect(parseSearch('da').prefixes.map(([first]) => first?.word)).toEqual(['da']);
  expect(parseSearch('maria d').prefixes.map(([first]) => first?.word)).toEqual(['maria']);
  expect(searchWordsOf({ name: 'Di', phone: '', email: null })).toEqual(['di']);
});

test('reads two digits in brackets as an area code', () => {
  expect(parseSearch('(31) 9').prefixes).toEqual([
    [
      { word: '319', area: null },
      { word: '9319', area: null },
      { word: '~913', area: null },
      { word: '9', area: '31' },
      { word: '99', area: '31' },
    ],
  ]);
});

test.each([
  [
    'Maria dos Santos',
    ['maria dos santos', 'Santos, Maria', 'maria d', 'sant 0002', 'maria (21) 9'],
  ],
  [
    'Maria dos Santos',
    ['(21) 98', '21 98888', '98888 0002 (21)', '88-0002', '8888-00', '(21) 8-0002'],
  ],
  ['Ana e Bia', ['ana e bia', 'ana@example.c', 'Ana@Example.com ']],
  ['Caetano D’Ávila', ["d'avila", 'caetano d’ávila']],
  ['Rui Souza-Lima', ['souza-lima', 'lima rui']],
])('finds %s by each of %j', (name, texts) => {
  const words = searchWordsOf({ name, phone: '(21) 98888-0002', email: 'ana@example.com' });
  for (const text of texts) {
    expect(matchesWords({ words, phoneKey: '2188880002' }, parseSearch(text)), text).toBe(true);
  }
});

test.each(['maria silva', '(31) 98888', '98888-0001', '98888 0002 (31)', 'maria 0001', '***'])(
  'does not find Maria dos Santos by %s, of which a part does not match',
  (text) => {
    const words = searchWordsOf({
      name: 'Maria dos Santos',
      phone: '(21) 98888-0002',
      email: null,
    });
    const search = parseSearch(text);
    const isSearched = search.prefixes.length > 0;
    expect(isSearched && matchesWords({ words, phoneKey: '2188880002' }, search)).toBe(false);
  },
);
