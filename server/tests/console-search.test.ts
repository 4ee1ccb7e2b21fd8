import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { findPersons } from '../src/records/persons/find-persons.ts';
import { funilTable } from '../src/store/funil-tables.ts';
import type { StoreKind } from './open-test-store.ts';
import { startConsoleData } from './start-console-data.ts';
import { notice } from './start-sales.ts';
import { tellNotice } from './tell-notice.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES: StoreKind[] = ['SQLite', 'PostgreSQL'];
// A busy machine takes its time.
vi.setConfig({ expect: { poll: { timeout: 60_000 } } });

type Console = Awaited<ReturnType<typeof startConsoleData>>;

/** So many leads of a name, in one statement. */
const addMany = ({ database }: Console, name: string, n: number) =>
  sql`insert into leads (nome, telefone, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
      origem_timestamp, tempo_jornada_segundos, paginas_visitadas, botoes_clicados)
    with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${n})
    select cast(${name} as text), '(11) 98' || (100 + n % 900) || '-' || (1000 + n % 9000), '', '', '', '', '',
      '2026-11-21T12:00:00.000Z', 1, 1, '[]' from counted`.execute(database);

test.each(STORES)(
  '%s: whoever stands behind thousands of alike is found, not denied',
  async (kind) => {
    await using console = await startConsoleData(kind, postgres);
    const { database } = console;
    const wanted = await console.addLead({ nome: 'Maria Silva', telefone: '(31) 99999-0001' });
    await addMany(console, 'Maria Souza', 2_500);
    await addMany(console, 'Ana Silva', 2_500);
    const one = await console.addLead({ nome: 'Quem Chega' });
    await expect.poll(async () => (await console.get('leads?q=chega')).items).toHaveLength(1);
    expect(one.id).toBeGreaterThan(wanted.id);
    const search = { q: 'maria silva', now: Date.now(), replyHours: null };
    expect(await findPersons(database, { ...search, patience: 0 })).toMatchObject({
      isWhole: true,
      persons: [{ key: wanted.subject, phones: ['(31) 99999-0001'] }],
    });
    expect(await findPersons(database, { ...search, patience: 0, longest: 0 })).toEqual({
      isWhole: false,
      persons: [],
    });
    const asked = await console.call('GET', 'people?q=maria%20silva');
    expect([asked.status, asked.body.items]).toMatchObject([200, [{ key: wanted.subject }]]);
  },
);

test.each(STORES)('%s: a buyer behind thousands of sales is found, not denied', async (kind) => {
  await using console = await startConsoleData(kind, postgres);
  const { database } = console;
  await tellNotice(console, notice({ transaction: 'HP1' }));
  const table = funilTable(database.dialect, 'sales');
  await sql`insert into ${table} (platform, sale_key, "transaction", state, currency, begun_at, is_test, candidates,
      buyer_name, buyer_email)
    with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 3000)
    select 'kiwify', 'k' || n, 'k' || n, 'paid', 'BRL', '2036-11-21T12:00:00.000Z',
      ${database.dialect === 'sqlite' ? sql`0` : sql`false`}, 0, 'Outra Pessoa', 'outra@example.com'
    from counted`.execute(database);
  const search = { q: 'marina prado', now: Date.now(), replyHours: null, patience: 0 };
  expect(await findPersons(database, search)).toMatchObject({
    isWhole: true,
    persons: [{ key: 'sale:hotmart:HP1' }],
  });
});
