import { randomUUID } from 'node:crypto';
import { personKeys } from '@funil/contract/contacts/person';
import { expect, test } from 'vitest';
import { makeLead } from '../../../testkit/rows.ts';
import { ask } from '../console/start-console.ts';
import { type ConsoleData, startConsoleData } from '../console/start-console-data.ts';
import { notice, storeNotice } from '../sales/start-sales.ts';

const PERSON_COUNT = 200;
const UUID = '018f0000-0000-7000-8000-000000000000';

const personOf = (index: number) => ({
  nome: `Pessoa Plantada${index}`,
  telefone: `(11) 98000-${String(index).padStart(4, '0')}`,
  email: `plantada${index}@caixa.test`,
});

/** Stores {@link PERSON_COUNT} leads; the UTMs of some contain their address or number. */
async function storePeople({ database }: ConsoleData): Promise<void> {
  const created_at = new Date().toISOString();
  const rows = Array.from({ length: PERSON_COUNT }, (_, index) => {
    const person = personOf(index);
    const { botoes_clicados, ...row } = makeLead(person);
    const carried = [person.email, person.telefone, encodeURIComponent(person.email)][index % 3];
    return {
      ...row,
      ...personKeys(person.telefone, person.email),
      idempotency_key: randomUUID(),
      suspect: null,
      created_at,
      utm_campaign: index % 10 === 0 ? `Campanha ${carried}` : 'Campanha',
      utm_content: index % 10 === 1 ? String(carried) : 'Anúncio|120212345678901234',
      botoes_clicados: JSON.stringify(botoes_clicados),
    };
  });
  await database.insertInto('leads').values(rows).execute();
}

/** Any of the planted names, addresses and numbers, in any notation. */
const PLANTED = /plantada\d|caixa\.test|119800\d{5}|98\d{3}-\d{4}|9?8000\d{4}/i;

test('mentions none of 200 people in any answer to the traffic manager', async () => {
  await using console = await startConsoleData();
  await storePeople(console);
  const lead = personOf(7);
  const phone = `55${lead.telefone.replace(/\D/g, '')}`;
  await storeNotice(console, notice({ transaction: 'HP1', phone }));
  const { token } = await console.signIn('trafego@escola.test', 'traffic');
  const allowed = new Set<string>();
  for (const { method, url } of console.routes) {
    if (!/^\/console\/v1\/[^*]/.test(url) || method === 'HEAD') continue;
    const filled = url
      .replace(':id', url.includes('leads') ? '1' : UUID)
      .replace(':subject', 'lead:1')
      .replace(':platform', 'hotmart')
      .replace(/:\w+/g, 'HP1');
    const body = method === 'GET' ? {} : { body: {} };
    const response = await ask(console.address + filled, { method, token, ...body });
    expect(await response.text(), `${method} ${url}`).not.toMatch(PLANTED);
    if (response.status !== 403) allowed.add(`${method} ${url.replace('/console/v1/', '')}`);
  }
  expect([...allowed].toSorted()).toEqual([
    'DELETE account/sessions/:id',
    'GET account/sessions',
    'GET account/summary',
    'GET context',
    'GET live',
    'GET report',
    'GET report.csv',
    'GET spend',
    'GET spend/rows',
    'POST spend/links',
    'PUT account/summary',
  ]);
  const readAs = async (path: string, as?: string) => console.call('GET', path, undefined, as);
  const { body } = await readAs('report', token);
  expect(body.period.funnel).toMatchObject({ leads: PERSON_COUNT, buyers: 1 });
  const whole = await readAs('report');
  expect(whole.text).toMatch(PLANTED);
  expect(body.period.origins).toHaveLength(whole.body.period.origins.length);
  expect(JSON.stringify(body)).toContain('Anúncio|120212345678901234');
  const csv = await ask(`${console.address}/console/v1/report.csv`, { token });
  const text = await csv.text();
  expect(text).toContain('Campanha •••');
  expect(text).not.toMatch(PLANTED);
});
