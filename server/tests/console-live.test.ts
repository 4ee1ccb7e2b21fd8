import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { readConfig } from '../src/config/config.ts';
import { eraseBuyerFromSales } from '../src/sales/erase-buyer.ts';
import { PLATFORMS } from '../src/sales/platforms/platforms.ts';
import { openDatabase } from '../src/store/open-database.ts';
import type { StoreKind } from './open-test-store.ts';
import { type ConsoleData, startConsoleData } from './start-console-data.ts';
import { notice, storeNotice } from './start-sales.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES: StoreKind[] = ['SQLite', 'PostgreSQL'];

function readStore(env: Record<string, string>) {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.message);
  return read.config.store;
}

/** Opens a live stream, and collects its text. */
async function listen({ address, operator }: ConsoleData, query = '') {
  const stop = new AbortController();
  const response = await fetch(`${address}/console/v1/live${query}`, {
    headers: { authorization: `Bearer ${operator.token}` },
    signal: stop.signal,
  });
  let received = '';
  const reading = (async () => {
    for await (const chunk of response.body ?? []) received += Buffer.from(chunk).toString();
  })().catch(() => {
    // Stopped.
  });
  return {
    response,
    received: () => received,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await reading;
    },
  };
}

test.each(STORES)('%s: notifies an open console of a new lead and of a change', async (kind) => {
  await using console = await startConsoleData(kind, postgres);
  await using live = await listen(console);
  expect(live.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await expect.poll(live.received).toMatch(/^event: hello\ndata: {"build":"none"}\n\n/);
  const { subject } = await console.addLead({ nome: 'Marina Prado' });
  await expect.poll(live.received, { interval: 10 }).toContain('"leads"');
  expect(live.received()).not.toContain('Marina');
  const leads = async () => (await console.get('leads')).items;
  await expect.poll(leads).toHaveLength(1);
  await console.call('PATCH', `subjects/${subject}`, { version: 0, state: 'em_conversa' });
  await expect.poll(live.received).toContain('"subjects"');
});

test('begins a stream with the tables that changed since the page was opened', async () => {
  await using console = await startConsoleData();
  await console.addLead();
  await console.waitForList('leads', 1);
  await using before = await listen(console, '?age=60000');
  await expect.poll(before.received).toContain('"leads"');
  await using after = await listen(console, '?age=0');
  await console.call('POST', 'templates', { name: 'Volta', text: 'Oi!', for: 'lead' });
  await expect.poll(after.received).toContain('event: rows');
  expect(after.received()).not.toContain('"leads"');
});

test.each(STORES)(
  '%s: notifies an open console when another process erases a row',
  async (kind) => {
    await using console = await startConsoleData(kind, postgres);
    const { id } = await console.addLead({ nome: 'Quem Some', telefone: '(11) 97777-0001' });
    const draft = await console.addDraft({ nome: 'Quem Desiste' });
    await console.addLead({ nome: 'Quem Fica' });
    await storeNotice(console, notice({ transaction: 'HP1', phone: '5521988880002' }));
    const all = async () => [
      ...(await console.get('leads')).items,
      ...(await console.get('applications')).items,
    ];
    await expect.poll(all).toHaveLength(3);
    const other = await openDatabase(readStore(console.env), 'write');
    const erasures = {
      lead: () => other.deleteFrom('leads').where('id', '=', id).execute(),
      draft: () => other.deleteFrom('application_drafts').where('id', '=', draft.id).execute(),
      buyer: () =>
        eraseBuyerFromSales(other, [{ platform: 'hotmart', sale_key: 'HP1' }], {
          adapters: PLATFORMS,
          isRequested: true,
        }),
    };
    for (const [kindOfRow, erase] of Object.entries(erasures)) {
      await using live = await listen(console);
      await expect.poll(live.received).toContain('hello');
      await erase();
      // A lead's erasure is found by the next poll, after two seconds.
      const isFoundByPoll = kindOfRow === 'lead' || kind === 'SQLite';
      if (!isFoundByPoll) await sql`notify funil_news`.execute(other);
      await expect.poll(live.received, { message: kindOfRow }).toContain('"erasures"');
    }
    await other.destroy();
  },
);

test('ends live streams when the console stops', async () => {
  const console = await startConsoleData();
  const live = await listen(console);
  await expect.poll(live.received).toContain('hello');
  await console[Symbol.asyncDispose]();
  await live[Symbol.asyncDispose]();
});
