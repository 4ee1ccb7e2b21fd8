import { emailKey, personKeys, phoneKey } from '@funil/contract/person';
import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { makeApplication, makeLead } from '../../testkit/rows.ts';
import { makeInsert, openTestStore, type StoreKind, usePostgres } from './open-test-store.ts';

const postgres = await usePostgres();

/** Characters that Unicode calls format, which a copied number may contain. */
const FORMAT_CHARACTERS = Array.from({ length: 0xe0080 }, (_, code) => code)
  .filter((code) => (code < 0xd800 || code > 0xdfff) && /\p{Cf}/u.test(String.fromCodePoint(code)))
  .map((code) => String.fromCodePoint(code));

const PHONES = [
  ...['(11) 98765-4321', '11987654321', '11 8765-4321', '+55 (11) 98765-4321', '+55 11 8765-4321'],
  ...[
    '5511987654321',
    '551187654321',
    '011 98765-4321',
    '0 15 11 98765-4321',
    '+55 011 98765-4321',
  ],
  ...['0055 11 98765-4321', '(+55 11) 98765.4321', '+11 98765-4321', '11 11 98765-4321'],
  ...['1111987654321', '5555 11 98765-4321', '+55 +55 11 98765-4321', '(0xx11) 98765-4321'],
  ...['11987654321.0', '11987654321,0', '11987654321.00', '="11987654321"', "'+55 11 98765-4321"],
  ...['5.511987654321E12', '5,511987654321e+12', '5,51199E+12', '1,198765432E+10'],
  ...['\u{202a}+55 11 98765\u{2011}4321\u{202c}', '11\u{a0}98765\u{200b}-4321'],
  ...['１１９８７６５４３２１', '＋５５ (11) 98765-4321', '٠١٢٣٤٥٦٧٨٩٠', '११९८७६५४३२१'],
  ...['p:+5511987654321', 'tel:+55-11-98765-4321', 'https://wa.me/5511987654321?text=Oi%2010'],
  ...['https://api.whatsapp.com/send?phone=5511987654321&text=Oi', '11 98765-4321 ramal 12'],
  ...['11 98765-4321 / 21 3333-4444', '11987654321, 2133334444', '11987654321 2133334444'],
  ...[
    '(11) 98765-4321 (Ana) ou (21) 3333-4444',
    '/11 98765-4321',
    ',11987654321',
    '11/98765-43210',
  ],
  ...[
    '(55) 99123-4567',
    '+55 (55) 99123-4567',
    '5599123456',
    '+351 912 345 678',
    '00351 912 345 678',
  ],
  ...['351912345678', '+47 12 34 56 78', '(47) 3134-5678', '+47 31 34 56 78', '14155552671'],
  ...[
    '+1 415 555 2671',
    '+1 187 654 321 00',
    '(11) 3456-7890',
    '(11) 93456-7890',
    '(11) 95123-4567',
  ],
  ...['(11) 99999-9999', '(11) 98888-8888', '(11) 3333-3333', '(11) 91234-5678', '1234567890'],
  ...['12345678901', '+1234567890', '00000000000', '+1 222 222 2222', '(20) 98765-4321'],
  ...['2395551234'],
  ...['3055551234', '+55 52 98765-4321', '5552987654321', '119876543210', '11 98765-4321 99'],
  ...[
    '+55 11 98765-43210',
    '1212555012345',
    '60701190000104',
    '9191 8765 4321',
    '+1234567890123456',
  ],
  ...['919187654321', '', '123', '98765-4321', '- + 11 98765-4321', '+ (11) 98765-4321'],
  ...['((+(11) 98765-4321'],
  ...[
    '=1+1 1234567890',
    '=cmd|1 11987654321',
    '11\n98765\r\n4321',
    '11\u{2028}98765-4321',
    '11\t98765-4321',
  ],
  ...[
    '11\u{1680}98765-4321',
    '11é98765-4321',
    'Ñandú11987654321',
    '電話11987654321',
    '11•98765•4321',
  ],
  ...['11_98765_4321', '📞 11 98765-4321', 'ª11987654321º', '①①987654321', '1⁄198765-4321'],
  ...['ﬃ11987654321'],
  ...FORMAT_CHARACTERS.map((character) => `11 9${character}8765-4321`),
];

const EMAILS = [
  ...['ana@exemplo.com', '  Ana@Exemplo.COM ', '\u{feff}ANA@EXEMPLO.COM\u{3000}', '', '   '],
  ...['ÀÇÕ@EXEMPLO.COM', 'İ@exemplo.com', 'ΟΔΟΣ@exemplo.com', 'ß@exemplo.com', 'ANA @x', '\t=1+1'],
];

/** Returns texts of the characters in which phone numbers, and texts that only resemble them, are written. */
const sample = (alphabet: string, seed: number) =>
  fc.sample(fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 30 }), {
    numRuns: 3_000,
    seed,
  });

test('PostgreSQL computes the same keys as the contract', async () => {
  const client = new pg.Client(await postgres.createDatabase());
  await client.connect();
  const compute = async (key: string, texts: readonly string[]) => {
    const text = `select funil.${key}(text) as key from unnest($1::text[]) with ordinality as each (text, place) order by place`;
    return (await client.query<{ key: string | null }>(text, [texts])).rows.map(({ key }) => key);
  };
  const phones = [
    ...PHONES,
    ...sample('0123456789', 1),
    ...sample('11198755550()-+ ', 2),
    ...sample('1198765432100011+(),./ -:aE\n', 3),
  ];
  const keys = await compute('phone_key', phones);
  const different = phones.flatMap((phone, index) =>
    keys[index] === phoneKey(phone)
      ? []
      : [{ phone, postgres: keys[index], contract: phoneKey(phone) }],
  );
  expect(different).toEqual([]);
  expect(await compute('email_key', EMAILS)).toEqual(
    EMAILS.map((email) => emailKey(email) || null),
  );
  await client.end();
});

test.each<StoreKind>(['SQLite', 'PostgreSQL'])('%s: stores the keys with the row', async (kind) => {
  await using opened = await openTestStore(kind, postgres);
  const lead = makeLead({ telefone: '+55 (11) 98765-4321', email: 'Ana@Exemplo.com' });
  const filler = makeLead({ telefone: '(11) 99999-9999' });
  const application = makeApplication({ whatsapp: '+351 912 345 678', email: 'Jo@Exemplo.com' });
  for (const insert of [
    makeInsert('leads', [lead]),
    makeInsert('leads', [filler]),
    makeInsert('applications', [application]),
  ]) {
    expect(await opened.store.insert(insert)).toEqual({ ok: true });
  }
  expect(await opened.query('select phone_key, email_key from leads order by id')).toEqual([
    { phone_key: '1187654321', email_key: 'ana@exemplo.com' },
    { phone_key: null, email_key: null },
  ]);
  expect(await opened.query('select phone_key, email_key from applications')).toEqual([
    personKeys('+351 912 345 678', 'Jo@Exemplo.com'),
  ]);
});
