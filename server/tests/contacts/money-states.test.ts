import { expect, test } from 'vitest';
import { startConsoleData } from '../console/start-console-data.ts';
import { notice, storeNotice } from '../sales/start-sales.ts';
import { STORES } from '../store/open-test-store.ts';

const PHONE = '(31) 98877-6655';

test.each(STORES)('%s: shows a buyer as such in all rows, and in no queue', async (kind) => {
  await using console = await startConsoleData(kind);
  const lead = await console.addLead({ nome: 'Marina Prado', telefone: PHONE });
  await console.addLead({ nome: 'Marina', telefone: PHONE });
  await console.addLead({ nome: 'Zulmira Costa', telefone: PHONE });
  const application = await console.addApplication({ nome: 'Marina Prado', whatsapp: PHONE });
  const sale = { transaction: 'HP1', ref: lead.key, phone: '31988776655' };
  await storeNotice(console, notice(sale));

  const show = async (list: string) =>
    (await console.get(list)).items.map((item: Record<string, unknown>) => [
      ...[item.name, item.state, item.paid],
    ]);
  expect(await show('leads?state=comprou')).toEqual([
    ['Marina', 'comprou', true],
    ['Marina Prado', 'comprou', true],
  ]);
  expect(await show('applications?state=comprou')).toEqual([['Marina Prado', 'comprou', true]]);
  const csv = await (await console.requestFile('leads.csv')).text();
  expect(csv).toMatch(/"Marina Prado";.*"Comprou";;\r\n/);
  expect(await show('leads?state=novo')).toEqual([['Zulmira Costa', 'novo', false]]);
  expect((await console.call('POST', 'leads/choices', {})).body.choices.state).toEqual([
    { value: 'comprou', count: 2 },
    { value: 'novo', count: 1 },
  ]);
  const today = await console.get('today');
  expect([today.leads.count, today.applications.count]).toEqual([1, 0]);
  expect((await console.call('GET', `leads/${lead.id}`)).body).toMatchObject({
    state: 'comprou',
    due_at: null,
  });

  await console.addLead({ nome: 'Marina Prado', telefone: PHONE });
  await console.waitForList('leads?state=comprou', 3);

  const changed = await console.call('PATCH', `subjects/${application.subject}`, {
    version: 0,
    state: 'aprovado',
  });
  expect(changed.body).toMatchObject({ state: 'comprou', version: 1 });

  const refund = { event: 'PURCHASE_REFUNDED', noticed: Date.now() + 1_000 };
  await storeNotice(console, notice({ ...sale, ...refund }));
  expect(await show('applications?state=devolvido')).toEqual([
    ['Marina Prado', 'devolvido', false],
  ]);
  expect(await show('leads?state=comprou')).toEqual([]);
  const stored = await console.database
    .selectFrom('contacts')
    .select('number')
    .where('money_state', 'is not', null)
    .execute();
  expect(stored).toHaveLength(4);

  await console.call('PUT', 'sales/hotmart/HP1/match', { subject: null });
  expect(await show('applications')).toEqual([['Marina Prado', 'aprovado', false]]);
  expect(await show('leads?state=devolvido')).toEqual([]);
});

test.each(STORES)('%s: lists a lead as buyer if its sale came first', async (kind) => {
  await using console = await startConsoleData(kind);
  const ref = '0192f3a4b5c67d8e9f00112233445566';
  await storeNotice(console, notice({ ref, at: Date.now() - 1_000 }));
  const key = '0192f3a4-b5c6-7d8e-9f00-112233445566';
  await console.addLead({ nome: 'Marina Prado', idempotency_key: key });
  await storeNotice(console, notice({ transaction: 'HP2', ref }));
  await console.waitForList('leads?state=comprou', 1);
});
