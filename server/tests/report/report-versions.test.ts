import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { makeEvent, makeLead } from '../../../testkit/rows.ts';
import { openCommandDatabase, toInsert } from '../commands/open-command-database.ts';
import { STORES } from '../store/open-test-store.ts';
import { makeSaleRow, matchLead } from './make-sale-row.ts';
import { readReportJson } from './read-report-json.ts';

const idOf = (digit: number) => `019ca7f0-0000-7000-8000-00000000000${digit}`;

interface Shown {
  test?: string;
  version: 'a' | 'b';
  payload?: object;
  signals?: string;
}

/** Returns the visit of a number, which leaves a lead if it has one. */
function toVisit(
  digit: number,
  { test = 'Título', version, payload = {}, signals }: Shown,
  lead = false,
) {
  const event = (name: string, changes: object) =>
    toInsert('jornada', {
      ...makeEvent({
        session_id: idOf(digit),
        name,
        occurred_at: `2026-03-0${digit}T12:00:00.000Z`,
        test,
        version,
        ...changes,
      }),
    });
  const start = event('session_start', {
    payload: JSON.stringify(payload),
    ...(signals && { signals }),
  });
  const value = JSON.stringify({ currency: 'BRL', value: 0 });
  return lead
    ? [start, event('generate_lead', { payload: value, lead_ref: idOf(digit) })]
    : [start];
}

const toLead = (digit: number, phone_key: string, suspect: string | null = null) =>
  toInsert('leads', {
    ...makeLead({ botoes_clicados: '[]', telefone: `(${phone_key.slice(2, 4)}) 98765-4321` }),
    idempotency_key: idOf(digit),
    created_at: `2026-03-0${digit}T12:00:10.000Z`,
    phone_key,
    suspect,
  });

const toSale = (sale_key: string, digit: number, paid_at: string) =>
  makeSaleRow(sale_key, { net_cents: 130_000, paid_at, ...matchLead(idOf(digit), digit) });

test.each(STORES)(
  '%s: counts people and money for the version that each saw first',
  async (kind) => {
    await using database = await openCommandDatabase(kind);
    const schema = kind === 'PostgreSQL' ? 'funil.' : '';
    await database.execute([
      ...toVisit(1, { version: 'b', test: 'Antigo' }),
      ...toVisit(2, { version: 'a' }, true),
      ...toVisit(3, { version: 'b' }, true),
      // The same person as of visit 2, on another device.
      ...toVisit(4, { version: 'b' }, true),
      ...toVisit(5, { version: 'b', payload: { seen_before: true } }),
      // Robots: one by its lead, one by its visit's events alone.
      ...toVisit(6, { version: 'a' }, true),
      ...toVisit(7, { version: 'a', signals: 'headless' }, true),
      ...[1, 2].map((digit) => toLead(digit, '5511987654321')),
      toLead(3, '5521987654321'),
      toLead(4, '5511987654321'),
      toLead(6, '5531987654321', 'trap'),
      toLead(7, '5541987654321'),
      // Bought before the test, and in it.
      toInsert(`${schema}page_versions`, {
        number: 1,
        at: '2026-03-05T13:00:00.000Z',
        published_by: 'ana@escola.test',
        kind: 'publish',
        changes: 2,
        files: '{}',
        ended_test: '{"name":"Título","texts":{"a":"Hoje.","b":"Já."},"kept":"b"}',
      }),
      toInsert(`${schema}sales`, toSale('A', 1, '2026-03-01T13:00:00.000Z')),
      toInsert(`${schema}sales`, toSale('B', 4, '2026-03-05T12:00:00.000Z')),
    ]);
    const days = { first: undefined, last: undefined };
    expect((await readReportJson(database.env, days)).test).toEqual({
      name: 'Título',
      first_visit_at: '2026-03-02T12:00:00.000Z',
      last_visit_at: '2026-03-05T12:00:00.000Z',
      ended: {
        at: '2026-03-05T13:00:00.000Z',
        by: 'ana@escola.test',
        texts: { a: 'Hoje.', b: 'Já.' },
        kept: 'b',
      },
      versions: [
        { version: 'a', visits: 1, visitors: 1, leads: 1, buyers: 1, net_cents: 130_000 },
        { version: 'b', visits: 3, visitors: 2, leads: 1, buyers: 0, net_cents: 0 },
      ],
      saw_both: 1,
      is_maturing: false,
      verdict: null,
      verdict_by: null,
      leads_change: null,
      buyers_change: null,
      net_change_cents: null,
      has_wrong_shares: false,
    });
    if (kind === 'PostgreSQL') return;
    const { stdout } = await callCommand('report', [], database.env);
    expect(stdout.replaceAll('\u00a0', ' ')).toMatch(
      /^Líquido por visitante +R\$ 1\.300,00 +R\$ 0,00/m,
    );
    expect(stdout).toContain(
      'Teste Título: Sem veredito. Encerrado por ana@escola.test em 05/03/2026: ficou a B. A: “Hoje.” B: “Já.” Visitas de 02/03/2026 a 05/03/2026.',
    );
    expect(stdout).toContain(
      'Teste Antigo: Ainda sem veredito. Visitas de 01/03/2026 a 01/03/2026.',
    );
  },
);
