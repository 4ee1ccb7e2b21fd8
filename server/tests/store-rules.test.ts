import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { makeApplication, makeDraft, makeEvent, makeLead } from '../../testkit/rows.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { makeInsert, openTestStore, type StoreKind } from './open-test-store.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES: StoreKind[] = ['SQLite', 'PostgreSQL'];
const TABLES = ['leads', 'applications', 'application_drafts', 'jornada'];

// Past the contract, as a client that bypasses the page would try on Supabase.
const REFUSED = [
  ['leads', makeLead({ nome: '\u{a0}A\u{3000}' })],
  ['leads', makeLead({ nome: 'x'.repeat(201) })],
  ['leads', makeLead({ nome: null })],
  ['leads', makeLead({ telefone: '(11) 9876-543' })],
  ['leads', makeLead({ telefone: `${'1'.repeat(41)}` })],
  ['leads', makeLead({ telefone: '٠١٢٣٤٥٦٧٨٩' })],
  ['leads', makeLead({ utm_campaign: 'x'.repeat(256) })],
  ['leads', makeLead({ botoes_clicados: {} })],
  ['leads', makeLead({ botoes_clicados: Array.from({ length: 201 }, () => ({})) })],
  ['leads', makeLead({ tempo_jornada_segundos: -1 })],
  ['leads', makeLead({ tempo_jornada_segundos: 2 ** 31 })],
  ['leads', makeLead({ paginas_visitadas: -1 })],
  ['leads', makeLead({ origem_timestamp: 'ontem' })],
  ['leads', makeLead({ origem_timestamp: '0000-01-01T00:00:00Z' })],
  ['applications', makeApplication({ id: 'x' })],
  ['applications', makeApplication({ save_id: 'x' })],
  ['application_drafts', makeDraft({ save_id: '' })],
  ['applications', makeApplication({ email: 'joao @exemplo.com' })],
  ['applications', makeApplication({ email: 'joao@exemplo' })],
  ['applications', makeApplication({ email: 'a@b@c.d' })],
  ['applications', makeApplication({ email: 'joao\u{a0}x@exemplo.com' })],
  ['applications', makeApplication({ email: `${'x'.repeat(250)}@a.bc` })],
  ['applications', makeApplication({ whatsapp: '+55 11' })],
  ['applications', makeApplication({ instagram: 'joao' })],
  ['applications', makeApplication({ instagram: '@joao silva' })],
  ['applications', makeApplication({ empresa: ' e ' })],
  ['applications', makeApplication({ cargo: '' })],
  ['applications', makeApplication({ faturamento: '1M+' })],
  ['applications', makeApplication({ principais_desafios: `${' '.repeat(20)}curto` })],
  ['applications', makeApplication({ principais_desafios: 'x'.repeat(5001) })],
  ['applications', makeApplication({ experiencia_anterior: 'x'.repeat(5001) })],
  ['applications', makeApplication({ cronograma: '5anos' })],
  ['application_drafts', makeDraft({ nome: 'A' })],
  ['application_drafts', makeDraft({ email: '@' })],
  ['application_drafts', makeDraft({ whatsapp: '' })],
  ['application_drafts', makeDraft({ instagram: '@@' })],
  ['jornada', makeEvent({ name: 'Section_View' })],
  ['jornada', makeEvent({ name: `a${'b'.repeat(64)}` })],
  ['jornada', makeEvent({ session_id: 'x' })],
  ['jornada', makeEvent({ occurred_at: '' })],
  ['jornada', makeEvent({ secao: 'x'.repeat(121) })],
  ['jornada', makeEvent({ payload: [] })],
  ['jornada', makeEvent({ payload: { x: 'y'.repeat(9000) } })],
  ['jornada', makeEvent({ utm_term: 'x'.repeat(256) })],
  ['jornada', makeEvent({ lead_ref: 'x' })],
] as const;

test.each(STORES)('%s refuses by itself every row that breaks a rule', async (kind) => {
  await using opened = await openTestStore(kind, postgres);
  for (const [table, row] of REFUSED) {
    const outcome = await opened.store.insert(makeInsert(table, [row]));
    expect({ outcome, row }).toMatchObject({ outcome: { ok: false, reason: 'refused' } });
  }
  for (const table of TABLES) {
    const [stored] = await opened.query(`select count(*) as n from ${table}`);
    expect(Number(stored?.n)).toBe(0);
  }
});

const text = (least: number, most: number) =>
  fc
    .string({ unit: 'grapheme', minLength: least, maxLength: most, size: 'max' })
    .filter((value) => value.isWellFormed() && !value.includes('\0') && value.length <= most);

const application = fc.record({
  nome: text(0, 190).map((value) => `An${value}a`),
  instagram: fc.constantFrom('', '@', '@joão.1_', '@名前', '@ÀÉ.x', '@𝒳'),
  email: fc.constantFrom('a@b.c', 'joão+x@exemplo.com.br', '"x"@[1.2]'),
  whatsapp: fc.constantFrom('1234567890', '+55 (11) 98765-4321', '+1 415 555 0100'),
  principais_desafios: text(10, 600).map((value) => `início ${value} final`),
  experiencia_anterior: text(0, 600),
  utm_campaign: text(0, 250),
  origem_timestamp: fc.constantFrom('2024-02-29T23:59:59Z', '2000-01-01T00:00:00.1Z'),
});

test('what the contract takes, both stores take and give back the same', async () => {
  await using sqlite = await openTestStore('SQLite', postgres);
  await using postgresql = await openTestStore('PostgreSQL', postgres);
  const columns = 'nome, instagram, email, whatsapp, principais_desafios, utm_campaign';
  await fc.assert(
    fc.asyncProperty(application, async (fields) => {
      const row = makeApplication(fields);
      for (const { store, query } of [sqlite, postgresql]) {
        expect(await store.insert(makeInsert('applications', [row]))).toEqual({ ok: true });
        const [stored] = await query(`select ${columns} from applications where id = '${row.id}'`);
        expect(row).toMatchObject(stored ?? { missing: true });
      }
    }),
    { numRuns: 60 },
  );
});
