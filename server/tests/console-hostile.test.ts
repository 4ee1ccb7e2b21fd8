import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { startConsoleData } from './start-console-data.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());
const embedded = await startConsoleData('SQLite', postgres);
afterAll(() => embedded[Symbol.asyncDispose]());
const served = await startConsoleData('PostgreSQL', postgres);
afterAll(() => served[Symbol.asyncDispose]());
const BOTH = [
  ['SQLite', embedded],
  ['PostgreSQL', served],
] as const;

const UUID = '018f0000-0000-7000-8000-000000000000';

const codeOf = ({ status, body }: { status: number; body: { code: string } }) =>
  `${status} ${body.code}`;

const LISTED = BOTH.flatMap(([kind, console]) =>
  ['leads', 'applications', 'sales', 'deliveries', 'notices', 'audit', 'requests'].map(
    (list) => [kind, list, console] as const,
  ),
);

test.each(LISTED)(
  '%s: %s refuses pages, days and words that nobody can mean',
  async (_kind, list, console) => {
    const hostile = [
      ...['limit=0', 'limit=201', 'limit=1e2', 'limit=-1', 'limit=50&limit=50', 'after=%00'],
      ...[`after=${'A'.repeat(500)}`, 'after=bm90aGluZw', 'after=__proto__'],
      ...[`q=${'x'.repeat(201)}`, 'q=%00', 'q[]=a', 'from=2026-02-31', 'until=ontem', 'state=tudo'],
    ];
    for (const query of hostile) {
      expect(codeOf(await console.call('GET', `${list}?${query}`)), query).toBe('422 invalid');
    }
  },
);

test.each(BOTH)('%s: names of rows that cannot be are nowhere', async (_kind, console) => {
  const names = [
    ...['0', '-1', '9'.repeat(30), 'x', '1.5', '%00', '%27%20or%201=1', `${UUID}x`, '..%2f'],
    ...['lead:0', 'lead:9876999999999999', 'application:x', 'sale:x', 'sale:hotmart:%00'],
  ];
  for (const list of ['leads', 'applications', 'deliveries', 'people', 'sales/hotmart']) {
    for (const name of names) {
      const { status } = await console.call('GET', `${list}/${name}`);
      expect([404, 400], `${list}/${name}`).toContain(status);
    }
  }
});

test.each(BOTH)(
  '%s: searches with the databases’ own signs find nothing, and break nothing',
  async (_kind, console) => {
    const texts = [
      ...['%', '_', '\\', '"', "'", "' or 1=1 --", '(((', '@', '+', '55', '🙂', 'a\u0301'],
      ...['\u202e', '[', '{}', 'null', '0', '--', ';', 'a"b', '987699999987699999999999'],
    ];
    for (const q of texts) {
      for (const list of ['leads', 'applications', 'sales', 'deliveries']) {
        const { status } = await console.call('GET', `${list}?q=${encodeURIComponent(q)}`);
        expect(status, `${list} ${q}`).toBe(200);
      }
      const { status } = await console.call('GET', `people?q=${encodeURIComponent(`${q}  `)}`);
      expect(status, q).toBe(200);
    }
  },
);
