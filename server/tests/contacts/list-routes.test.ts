import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readContactRows } from '../../src/contacts/contact-rows.ts';
import { writeContacts } from '../../src/contacts/write-contacts.ts';
import { waitForLock } from '../../src/store/locks.ts';
import { namesOf, startConsoleData } from '../console/start-console-data.ts';
import { notice, storeNotice } from '../sales/start-sales.ts';
import { STORES } from '../store/open-test-store.ts';

test('lists a stored lead with its origin', async () => {
  await using console = await startConsoleData();
  const { subject } = await console.addLead({ nome: 'Marina Prado', telefone: '(11) 98765-4321' });
  await expect
    .poll(() => console.get('leads'))
    .toMatchObject({
      items: [
        {
          subject,
          name: 'Marina Prado',
          phone: '(11) 98765-4321',
          whatsapp: '5511987654321',
          email: null,
          source: 'instagram',
          medium: 'social',
          campaign: 'lancamento',
          suspect: null,
          state: 'novo',
          version: 0,
          has_note: false,
          owner: null,
          follow_up_at: null,
          due_at: null,
          stage: null,
          paid: false,
        },
      ],
      next: null,
    });
});

test.each(STORES)('%s: filters and pages leads, the newest first', async (kind) => {
  await using console = await startConsoleData(kind);
  for (let n = 1; n <= 7; n += 1) {
    await console.addLead({
      nome: `Pessoa ${n}`,
      utm_campaign: n % 2 ? 'ímpar' : 'par',
      suspect: n === 3 ? 'honeypot' : null,
      created_at: `2026-11-0${n}T12:00:00.000Z`,
    });
  }
  const firstPage = await console.get('leads?limit=3');
  expect(namesOf(firstPage)).toEqual(['Pessoa 7', 'Pessoa 6', 'Pessoa 5']);
  const secondPage = await console.get(`leads?limit=3&after=${firstPage.next}`);
  const third = await console.get(`leads?limit=3&after=${secondPage.next}`);
  expect(namesOf(secondPage)).toEqual(['Pessoa 4', 'Pessoa 3', 'Pessoa 2']);
  expect([namesOf(third), third.next]).toEqual([['Pessoa 1'], null]);
  const campaign = encodeURIComponent('ímpar');
  expect(namesOf(await console.get(`leads?campaign=${campaign}&suspect=no`))).toEqual([
    ...['Pessoa 7', 'Pessoa 5', 'Pessoa 1'],
  ]);
  expect(namesOf(await console.get('leads?suspect=yes'))).toEqual(['Pessoa 3']);
  expect(namesOf(await console.get('leads?from=2026-11-02&until=2026-11-03'))).toEqual([
    ...['Pessoa 3', 'Pessoa 2'],
  ]);
  expect(namesOf(await console.get('leads?source=google'))).toEqual([]);
});

test('PostgreSQL: erases the list row of a lead that is erased while the consumer adds it', async () => {
  await using console = await startConsoleData('PostgreSQL');
  const { database } = console;
  const erased = await database.transaction().execute(async (updater) => {
    await waitForLock(updater, 'contacts');
    const { subject } = await console.storeLead({ nome: 'Apagada' });
    const id = Number(subject.split(':')[1]);
    const rows = await readContactRows(updater, [{ kind: 'lead', leadId: id }]);
    await writeContacts(updater, [...rows.values()]);
    const erasure = database.deleteFrom('leads').where('id', '=', id).execute();
    const countWaiting = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_locks where not granted`.execute(updater);
      return rows[0]?.n;
    };
    // The erasure, and the consumer of the lead's change.
    await expect.poll(countWaiting).toBe(2);
    return { erasure };
  });
  await erased.erasure;
  expect(await database.selectFrom('contacts').select('number').execute()).toEqual([]);
  expect(await database.selectFrom('contact_search_words').select('word').execute()).toEqual([]);
});

test('answers today’s open tasks and numbers', async () => {
  await using console = await startConsoleData();
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000).toISOString();
  const application = await console.addApplication({ created_at: hours(30) });
  const other = { whatsapp: '+55 (41) 98765-3333', email: 'caio@escola.test' };
  const sooner = await console.addApplication({ ...other, created_at: hours(40) });
  const left = { whatsapp: '+55 (41) 98765-2222', email: 'bia@escola.test' };
  await console.addDraft({ ...left, created_at: hours(5) });
  await console.addLead();
  await console.addLead({ suspect: 'honeypot' });
  await storeNotice(
    console,
    notice({ event: 'PURCHASE_BILLET_PRINTED', transaction: randomUUID() }),
  );
  const today = await console.get('today');
  expect(today.applications).toMatchObject({
    count: 2,
    more: false,
    items: [{ subject: sooner.subject }, { subject: application.subject }],
  });
  expect(today.abandoned.items).toMatchObject([{ stage: 'abandoned' }]);
  expect(today.leads).toMatchObject({ count: 1, items: [{ suspect: null }] });
  expect(today.pending).toMatchObject({ count: 1, items: [{ state: 'pending' }] });
  expect(today.dead).toEqual({ count: 0, newest_at: null });
  expect(today.numbers.today).toMatchObject({ leads: 1, visits: 0, sales: 0, paid_cents: 0 });
  expect(today.numbers.before.leads).toBe(0);
});

test('compresses an answer longer than a packet if the client accepts it', async () => {
  await using console = await startConsoleData();
  for (let number = 0; number < 8; number += 1) await console.addLead({ nome: `Lead ${number}` });
  const read = async (path: string, encoding: string) => {
    const response = await fetch(`${console.address}/console/v1/${path}`, {
      headers: { authorization: `Bearer ${console.operator.token}`, 'accept-encoding': encoding },
    });
    const { items } = await response.json();
    return { encoding: response.headers.get('content-encoding'), items };
  };
  const plain = await read('leads', 'identity');
  expect(plain.encoding).toBeNull();
  expect(await read('leads', 'gzip, br')).toEqual({ encoding: 'br', items: plain.items });
  expect((await read('sales', 'gzip, br')).encoding).toBeNull();
});
