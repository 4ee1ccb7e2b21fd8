import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  type ConsoleData,
  keysOf,
  namesOf,
  startConsoleData,
} from '../console/start-console-data.ts';
import { notice, storeNotice } from '../sales/start-sales.ts';
import { STORES } from '../store/open-test-store.ts';

const findNames = async ({ get }: ConsoleData, list: string, q: string) =>
  namesOf(await get(`${list}?q=${encodeURIComponent(q)}`));

test.each(STORES)('%s: finds names, numbers and addresses in any spelling', async (kind) => {
  await using console = await startConsoleData(kind);
  await console.addLead({ nome: 'José da Conceição', telefone: '(11) 98765-4321' });
  await console.addLead({ nome: 'Marina Prado', telefone: '+55 21 3456-7890' });
  await console.addApplication({
    ...{ nome: 'Rita Lee', email: 'Rita.Lee@Exemplo.com.br', instagram: '@rita_canta' },
  });
  const find = (q: string, list = 'leads') => findNames(console, list, q);
  for (const q of [
    ...['jose', 'JOSÉ CONCEICAO', 'conc', '11987654321', '+55 (11) 98765-4321', '11 8765-4321'],
    ...['11987', '119876', '98765', '8765-4321', '4321', 'José 4321'],
    ...['65-4321', '8765-43', '(11) 5-4321'],
  ]) {
    expect(await find(q), q).toEqual(['José da Conceição']);
  }
  expect(await find('(21) 3456-7890')).toEqual(['Marina Prado']);
  for (const q of ['rita.lee@exemplo', '@rita_canta']) {
    expect(await find(q, 'applications')).toEqual(['Rita Lee']);
  }
  expect(await find('marina 4321')).toEqual([]);
  expect(await find('100%')).toEqual([]);
  expect(await find('21 987')).toEqual([]);
});

const HOTMART_BUYERS = {
  HP1: { phone: '5531999990001', name: 'João da Silva', email: 'joao@example.com' },
  'HP-2': { phone: '5551955550005', name: 'Rui Souza', email: 'rui@example.com' },
  // The transaction contains the digits of the phone above.
  '51955550005': { phone: '5561944440006', name: 'Zoe Luz', email: 'zoe@example.com' },
};

test('finds a buyer by name, number, address or transaction', async () => {
  await using console = await startConsoleData();
  for (const [transaction, { phone, name, email }] of Object.entries(HOTMART_BUYERS)) {
    const body = JSON.parse(notice({ transaction, phone, email }));
    Object.assign(body.data.buyer, { name });
    await storeNotice(console, JSON.stringify(body));
  }
  const find = async (q: string) => keysOf(await console.get(`sales?q=${encodeURIComponent(q)}`));
  for (const q of [
    ...['silva 0001', '(31) 99999', '+55 31 99999-0001', 'joao@example.c', 'Joao@Example.com '],
  ]) {
    expect(await find(q), q).toEqual(['HP1']);
  }
  for (const q of ['hp-2', 'rui hp']) expect(await find(q), q).toEqual(['HP-2']);
  expect((await find('51955550005')).toSorted()).toEqual(['51955550005', 'HP-2']);
  for (const q of ['joao souza', '(21) 99999', '***']) expect(await find(q), q).toEqual([]);
  expect(await console.findPeople('joão da silva')).toMatchObject([
    { key: 'sale:hotmart:HP1', name: 'João da Silva' },
  ]);
});

test('finds a buyer among thousands of sales', async () => {
  await using console = await startConsoleData();
  const { database } = console;
  await storeNotice(console, notice({ transaction: 'HP1' }));
  const table = sql.table('sales');
  await sql`insert into ${table} (platform, sale_key, "transaction", order_id, state, currency, begun_at, is_test, candidates,
      buyer_name, buyer_email)
    with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 3000)
    select 'kiwify', 'k' || n, 'k' || n, 'k' || n, 'paid', 'BRL', '2036-11-21T12:00:00.000Z',
      ${database.dialect === 'sqlite' ? sql`0` : sql`false`}, 0, 'Outra Pessoa', 'outra@example.com'
    from counted`.execute(database);
  expect(await console.findPeople('marina prado')).toMatchObject([{ key: 'sale:hotmart:HP1' }]);
});

test('finds the same by POST as by GET, and logs no search', async () => {
  await using console = await startConsoleData();
  await console.addLead({ nome: 'Zuleika Prado', telefone: '(11) 98765-4321' });
  await console.addLead({ nome: 'Rita', telefone: '(31) 98763-3333' });
  const body = { q: '98765', limit: '10' };
  const { body: found } = await console.call('POST', 'leads/search', body);
  expect(found).toEqual(await console.get('leads?q=98765&limit=10'));
  expect(found.items).toMatchObject([{ name: 'Zuleika Prado' }]);
  expect(await console.findPeople('zuleika')).toMatchObject([{ name: 'Zuleika Prado' }]);
  expect((await console.call('POST', 'sales/search', { q: 'zuleika' })).body.items).toEqual([]);
  const csv = await console.requestFile('leads.csv', { q: 'zuleika' });
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect((await csv.text()).trim().split('\r\n')).toHaveLength(2);
  expect(console.log.join('')).not.toMatch(/98765|zuleika/i);
});
