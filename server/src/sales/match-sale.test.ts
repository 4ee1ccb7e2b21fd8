import { expect, test } from 'vitest';
import { referenceOf } from '../store/queries/uuid.ts';
import { haveSimilarWords, type MatchCandidate, matchKeysOf, matchSale } from './match-sale.ts';
import { readSentAt } from './sent-at.ts';

const UUID_A = 'aaaaaaaa-aaaa-4aaa-aaaa-aaaaaaaaaaaa';
const UUID_B = 'bbbbbbbb-bbbb-4bbb-bbbb-bbbbbbbbbbbb';
const noMatch = { matched_by: null, lead_ref: null, candidates: 0 };
const REF_A = 'aaaaaaaaaaaa4aaaaaaaaaaaaaaaaaaa';
const REF_B = 'bbbbbbbbbbbb4bbbbbbbbbbbbbbbbbbb';

const lead = (
  reference: string,
  sentAt: string,
  overrides: Partial<MatchCandidate> = {},
): MatchCandidate => ({
  source: 'lead',
  reference,
  leadId: 1,
  sentAt,
  phoneKey: '1187654321',
  emailKey: null,
  name: '',
  ...overrides,
});

const sale = ({
  references = [] as string[],
  phones = ['+55 (11) 98765-4321'],
  emails = ['Marina@Example.com '],
  buyer = null as string | null,
} = {}) => ({
  row: { begun_at: '2026-11-10T12:00:00.000Z', buyer_name: buyer },
  contacts: { references, phones, emails },
});

const before = '2026-11-10T11:50:00.000Z';
const older = '2026-11-02T09:00:00.000Z';

test('matches the lead of a reference when the sale has another phone', () => {
  const candidates = [lead(REF_A, older, { phoneKey: '2133334444' }), lead(REF_B, before)];
  expect(matchSale(sale({ references: [REF_A] }), candidates, 30)).toEqual({
    matched_by: 'reference',
    lead_source: 'lead',
    lead_ref: UUID_A,
    lead_id: 1,
    candidates: 1,
  });
});

test('matches the newest lead with the phone before the sale, and counts all such leads', () => {
  const candidates = [lead(REF_A, older), lead(REF_B, before)];
  expect(matchSale(sale(), candidates, 30)).toMatchObject({
    matched_by: 'phone',
    lead_ref: UUID_B,
    candidates: 2,
  });
});

test('matches by phone when no lead has the reference', () => {
  const unknown = 'cccccccccccc4ccccccccccccccccccc';
  expect(matchSale(sale({ references: [unknown] }), [lead(REF_A, before)], 30)).toMatchObject({
    matched_by: 'phone',
  });
});

test('matches an application by e-mail when no row has the phone', () => {
  const application = lead(REF_A, before, {
    source: 'application',
    phoneKey: '2133334444',
    emailKey: 'marina@example.com',
  });
  expect(matchSale(sale(), [application], 30)).toMatchObject({
    matched_by: 'email',
    lead_source: 'application',
    lead_ref: UUID_A,
    candidates: 1,
  });
});

test('matches no lead sent after the sale, except within minutes', () => {
  expect(matchSale(sale(), [lead(REF_A, '2026-11-10T12:06:00.000Z')], 30)).toMatchObject(noMatch);
  expect(matchSale(sale(), [lead(REF_A, '2026-11-10T12:00:40.000Z')], 30).matched_by).toBe('phone');
});

test('matches a reference whose lead seems to come after the sale', () => {
  const late = [lead(REF_A, '2026-11-10T18:00:00.000Z')];
  expect(matchSale(sale({ references: [REF_A] }), late, 30)).toMatchObject({
    matched_by: 'reference',
  });
});

test('limits a match by phone to the attribution days, and a match by reference not at all', () => {
  const old = [lead(REF_A, '2026-10-11T11:00:00.000Z')];
  expect(matchSale(sale(), old, 30)).toMatchObject(noMatch);
  expect(matchSale(sale(), old, 31).matched_by).toBe('phone');
  expect(matchSale(sale({ references: [REF_A] }), old, 30)).toMatchObject({
    matched_by: 'reference',
  });
});

test('only suggests a lead with the phone when its name and e-mail differ', () => {
  const bought = sale({ buyer: 'Marina Prado' });
  const caio = lead(REF_A, before, { name: 'Caio Brandão', emailKey: 'caio@example.com' });
  const suggestion = { ...noMatch, candidates: 1 };
  expect(matchSale(bought, [caio], 30)).toMatchObject(suggestion);
  expect(matchSale(bought, [{ ...caio, emailKey: null }], 30)).toMatchObject(suggestion);
  const byPhone = { matched_by: 'phone' };
  expect(matchSale(bought, [{ ...caio, name: 'Marina P.' }], 30)).toMatchObject(byPhone);
  const ofEmail = { ...caio, emailKey: 'marina@example.com' };
  expect(matchSale(bought, [ofEmail], 30)).toMatchObject(byPhone);
  expect(matchSale(sale(), [caio], 30)).toMatchObject(byPhone);
});

// In exports of WhatsApp tools, the name of a person outside the address book is the number or empty.
test.each(['Sem nome', '+55 11 98765-4321', '🌸', 'caio@example.com'])(
  'matches by phone a lead whose name is “%s”, which is no name',
  (name) => {
    const bought = sale({ buyer: 'Marina Prado' });
    expect(matchSale(bought, [lead(REF_A, before, { name })], 30)).toMatchObject({
      matched_by: 'phone',
    });
  },
);

test('prefers an e-mail to a phone that is only a suggestion', () => {
  const bought = sale({ buyer: 'Marina Prado' });
  const caio = lead(REF_A, before, { name: 'Caio Brandão' });
  const marina = lead(REF_B, older, { phoneKey: '2133334444', emailKey: 'marina@example.com' });
  expect(matchSale(bought, [caio, marina], 30)).toMatchObject({
    matched_by: 'email',
    lead_ref: UUID_B,
  });
});

test('matches any of the buyer’s phones', () => {
  const found = matchSale(
    sale({ phones: ['(31) 3222-1100', '11 8765-4321'] }),
    [lead(REF_A, before)],
    30,
  );
  expect(found).toMatchObject({ matched_by: 'phone' });
});

test('counts an application’s rows as one candidate', () => {
  const rows = [lead(REF_A, before), lead(REF_A, before)];
  expect(matchSale(sale(), rows, 30).candidates).toBe(1);
});

test('matches nothing by an invalid phone or an empty e-mail', () => {
  const unknown = lead(REF_A, before, { phoneKey: null, emailKey: null });
  expect(matchSale(sale({ phones: ['99999'], emails: ['', ' '] }), [unknown], 30)).toMatchObject(
    noMatch,
  );
  expect(matchKeysOf(sale({ phones: ['99999'], emails: [''] }))).toEqual({
    references: [],
    phoneKeys: [],
    emailKeys: [],
  });
});

test('matches the same candidate in any order', () => {
  const candidates = [lead(REF_B, before), lead(REF_A, before), lead(REF_A, older)];
  const match = matchSale(sale(), candidates, 30);
  expect(matchSale(sale(), candidates.toReversed(), 30)).toEqual(match);
});

test('reads the time of sending from a key', () => {
  // 0x01953b2c7a00 ms is 2025-02-24T23:21:35.
  const key = '01953B2C-7A00-7abc-8def-001122334455';
  expect(referenceOf(key)).toBe('01953b2c7a007abc8def001122334455');
  expect(readSentAt(key, '2025-02-25T08:00:00.000Z')).toBe(new Date(0x01953b2c7a00).toISOString());
});

test('returns the time of storage when the key has no time, or the time of a wrong clock', () => {
  const stored = '2026-11-10T12:00:00.000Z';
  for (const key of [null, UUID_A, '01953b2c-7a00-7abc-8def-001122334455']) {
    expect(readSentAt(key, stored)).toBe(stored);
  }
  expect(readSentAt('ffffffff-ffff-7abc-8def-001122334455', stored)).toBe(stored);
});

test.each([
  ['Marina Prado', 'MARINA PRADO DE SOUZA'],
  ['Bea', 'Beatriz Lima'],
  ['Luís Antônio', 'Luiz Antonio Reis'],
  ['Thiago', 'Tiago Melo'],
  ['José da Silva', 'Ana Silva'],
])('says that %s and %s may be one person', (a, b) => {
  expect(haveSimilarWords(a, b)).toBe(true);
  expect(haveSimilarWords(b, a)).toBe(true);
});

test.each([
  ['Marina Prado', 'Caio Brandão'],
  ['José da Costa', 'Ana da Silva'],
  ['Ana', 'Ada'],
])('takes %s and %s for different people', (a, b) => {
  expect(haveSimilarWords(a, b)).toBe(false);
});

test('returns null for a name without letters', () => {
  expect(haveSimilarWords('–', 'Ana')).toBeNull();
});
