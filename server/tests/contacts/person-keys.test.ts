import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emailPersonKey, personKeys, phoneKey } from '@funil/contract/contacts/person';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connectPostgres } from '../../../testkit/databases/start-postgres.ts';
import {
  FILLER_EMAILS,
  FILLER_PHONES,
  PHONE_SPELLINGS,
  PHONES_WITH_KEYS,
  PHONES_WITHOUT_AREA,
  SEVERAL_OR_NO_PHONES,
} from '../../../testkit/phones.ts';
import { makeApplication, makeLead } from '../../../testkit/rows.ts';
import { findListedByKeys } from '../../src/contacts/list/listed-contacts.ts';
import { openDeliveries } from '../deliveries/open-deliveries.ts';
import { makeInsert, openTestStore, STORES, usePostgres } from '../store/open-test-store.ts';

const postgres = await usePostgres();

/** Characters that Unicode calls format, which a copied number may contain. */
const FORMAT_CHARACTERS = Array.from({ length: 0xe0080 }, (_, code) => code)
  .filter((code) => (code < 0xd800 || code > 0xdfff) && /\p{Cf}/u.test(String.fromCodePoint(code)))
  .map((code) => String.fromCodePoint(code));

const PHONES = [
  ...[
    ...PHONE_SPELLINGS,
    ...FILLER_PHONES,
    ...PHONES_WITHOUT_AREA,
    ...SEVERAL_OR_NO_PHONES,
    ...PHONES_WITH_KEYS.map(([phone]) => phone),
  ],
  ...[
    '11987654321.00',
    '5,511987654321e+12',
    '＋５５ (11) 98765-4321',
    '٠١٢٣٤٥٦٧٨٩٠',
    '११९८७६५४३२१',
  ],
  ...['/11 98765-4321', ',11987654321', '5599123456', '+1 415 555 2671', '+1 187 654 321 00'],
  ...['+1234567890', '919187654321', '', '123', '98765-4321', '- + 11 98765-4321'],
  ...['+ (11) 98765-4321', '((+(11) 98765-4321', '=1+1 1234567890', '=cmd|1 11987654321'],
  ...['11\n98765\r\n4321', '11\u{2028}98765-4321', '11\t98765-4321', '11\u{1680}98765-4321'],
  ...['11é98765-4321', 'Ñandú11987654321', '電話11987654321', '11•98765•4321', '11_98765_4321'],
  ...['📞 11 98765-4321', 'ª11987654321º', '①①987654321', '1⁄198765-4321', 'ﬃ11987654321'],
  ...FORMAT_CHARACTERS.map((character) => `11 9${character}8765-4321`),
];

const EMAILS = [
  ...['ana@exemplo.com', '  Ana@Exemplo.COM ', '\u{feff}ANA@EXEMPLO.COM\u{3000}', '', '   '],
  ...[...FILLER_EMAILS, 'naomi@tem.com', 'sem@agencia.com', 'teste@escola.com', 'ana@email.com'],
  ...['ÀÇÕ@EXEMPLO.COM', 'İ@exemplo.com', 'ΟΔΟΣ@exemplo.com', 'ß@exemplo.com', 'ANA @x', '\t=1+1'],
];

/** Returns texts of the characters in which phone numbers, and texts that only resemble them, are written. */
const sample = (alphabet: string, seed: number) =>
  fc.sample(fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 30 }), {
    numRuns: 3_000,
    seed,
  });

test('PostgreSQL computes the same keys as the contract', async () => {
  await using client = await connectPostgres(await postgres.createDatabase());
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
  expect(await compute('email_key', EMAILS)).toEqual(EMAILS.map(emailPersonKey));
});

test.each(STORES)('%s: stores the keys with the row', async (kind) => {
  await using opened = await openTestStore(kind);
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

test.each(STORES)('%s: removes the keys of filler e-mails that are stored', async (kind) => {
  await using opened = await openTestStore(kind);
  const kept = ['naomi@tem.com', 'ana@email.com'];
  const leads = [...FILLER_EMAILS, ...kept].map((email) => makeLead({ email }));
  expect(await opened.store.insert(makeInsert('leads', leads))).toEqual({ ok: true });
  await opened.change('update leads set email_key = lower(email)');
  const folder = kind === 'SQLite' ? 'server/src/store/sqlite/migrations' : 'supabase/migrations';
  const file = join(import.meta.dirname, '../../..', folder, '20261130000325_filler_emails.sql');
  await opened.change(readFileSync(file, 'utf8').replace(/^insert into funil\.migrations.*/m, ''));
  expect(
    await opened.query('select email_key from leads where email_key is not null order by id'),
  ).toEqual(kept.map((email_key) => ({ email_key })));
});

test.each(STORES)('%s: finds the contacts of more keys than one statement joins', async (kind) => {
  await using opened = await openDeliveries(kind);
  await opened.store('leads', makeLead());
  await opened.consume();
  await using database = await opened.open();
  const [listed] = await opened.query('select phone_key from funil.contacts');
  const strangers = Array.from({ length: 600 }, (_, n) => ({
    phoneKey: null,
    emailKey: `${n}@exemplo.test`,
  }));
  const keys = [...strangers, { phoneKey: String(listed?.phone_key), emailKey: null }];
  expect(await findListedByKeys(database, keys, 10)).toHaveLength(1);
});
