import { expect, test } from 'vitest';
import { keysOf, namesOf, startConsoleData } from '../console/start-console-data.ts';
import { notice, storeNotice } from '../sales/start-sales.ts';
import { STORES } from '../store/open-test-store.ts';

test.each(STORES)('%s: counts each filter’s choices by the other filters', async (kind) => {
  await using console = await startConsoleData(kind);
  await console.addLead({ nome: 'Ana', utm_source: 'Instagram', utm_content: 'Vídeo' });
  const bia = await console.addLead({ nome: 'Bia', utm_source: 'instagram', utm_content: 'video' });
  await console.addLead({ nome: 'Caio', utm_source: 'instagram', utm_content: 'foto' });
  await console.addLead({ nome: 'Davi', utm_source: '', utm_content: '', suspect: 'too-fast' });
  const change = { version: 0, state: 'em_conversa' };
  await console.call('PATCH', `subjects/${bia.subject}`, change);

  const { body: all } = await console.call('POST', 'leads/choices', {});
  expect(all).toMatchObject({
    ...{ count: 4, more: false },
    choices: {
      state: [
        { value: 'novo', count: 3 },
        { value: 'em_conversa', count: 1 },
      ],
      source: [
        { value: 'instagram', count: 3 },
        { value: '(direto)', count: 1 },
      ],
    },
  });
  const chosen = { content: ['VIDEO', '(direto)'], state: 'novo' };
  const { body: some } = await console.call('POST', 'leads/choices', chosen);
  expect(some).toMatchObject({
    count: 2,
    choices: {
      content: [{ count: 1 }, { count: 1 }, { count: 1 }],
      state: [
        { value: 'novo', count: 2 },
        { value: 'em_conversa', count: 1 },
      ],
    },
  });
  const listed = await console.call('POST', 'leads/search', { ...chosen, sort: 'oldest' });
  expect(namesOf(listed.body)).toEqual(['Ana', 'Davi']);
  expect(namesOf(await console.get('leads?state=novo&state=em_conversa&source=INSTAGRAM'))).toEqual(
    [...['Caio', 'Bia', 'Ana']],
  );
});

const MINUTE_MS = 60_000;
/** Times in ms before now. */
const sale = (transaction: string, begun: number, event = 'PURCHASE_APPROVED', ref = '') =>
  notice({ transaction, event, at: Date.now() - begun, noticed: Date.now() - begun, ref });

test.each(STORES)('%s: lists sales by the time that it shows, or by value', async (kind) => {
  await using console = await startConsoleData(kind);
  await storeNotice(console, sale('HP1', 50 * MINUTE_MS, 'PURCHASE_BILLET_PRINTED'));
  await storeNotice(console, sale('HP2', 40 * MINUTE_MS));
  await storeNotice(console, sale('HP1', 30 * MINUTE_MS));
  await storeNotice(console, sale('HP3', 20 * MINUTE_MS, 'PURCHASE_BILLET_PRINTED'));
  expect(keysOf(await console.get('sales'))).toEqual(['HP3', 'HP1', 'HP2']);
  expect(keysOf(await console.get('sales?sort=oldest'))).toEqual(['HP2', 'HP1', 'HP3']);
  await console.database
    .updateTable('sales')
    .set({ value_cents: 1 })
    .where('sale_key', '=', 'HP1')
    .execute();
  for (const sort of ['newest', 'value']) {
    const saleKeys: string[] = [];
    let after = '';
    do {
      const page = await console.get(`sales?sort=${sort}&limit=1${after && `&after=${after}`}`);
      saleKeys.push(...keysOf(page));
      after = page.next;
    } while (after);
    expect(saleKeys).toEqual(sort === 'value' ? ['HP3', 'HP2', 'HP1'] : ['HP3', 'HP1', 'HP2']);
  }
});

test.each(STORES)('%s: counts and lists sales by product and creative', async (kind) => {
  await using console = await startConsoleData(kind);
  const lead = await console.addLead({ utm_source: 'meta', utm_content: 'Vídeo 1' });
  await storeNotice(console, sale('HP1', 0, 'PURCHASE_APPROVED', lead.key.replaceAll('-', '')));
  await storeNotice(console, sale('HP2', 0));
  await console.database
    .updateTable('sales')
    .set({ product_name: 'Mentoria', lead_source: null, lead_ref: null, matched_by: null })
    .where('sale_key', '=', 'HP2')
    .execute();
  const { body } = await console.call('POST', 'sales/choices', {});
  expect(body).toMatchObject({
    count: 2,
    choices: {
      content: [{ value: 'Vídeo 1', count: 1 }],
      platform: [{ value: 'hotmart', count: 2 }],
      paid: [{ value: '1', count: 2 }],
    },
  });
  expect(body.choices.product).toContainEqual({ value: 'Mentoria', count: 1 });
  expect(
    keysOf(await console.get('sales?product=Mentoria&platform=hotmart&platform=kiwify')),
  ).toEqual(['HP2']);
  expect(keysOf(await console.get('sales?content=VIDEO%201'))).toEqual(['HP1']);

  const file = await console.requestFile('sales.csv', { content: 'video 1' });
  const [head, line, ...rest] = (await file.text()).trim().split('\r\n');
  expect(head).toMatch(/^\u{feff}?plataforma;transacao;estado;valor;/u);
  expect(line).toMatch(/^"Hotmart";"HP1";"Paga";/);
  expect(rest).toEqual([]);
  expect((await console.get('audit')).items[0].what).toBe('sales.exported');
});
