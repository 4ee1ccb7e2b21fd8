import { expect, test } from 'vitest';
import { makeFolder, makeSiteInfo, startApp, writeSite } from '../../../testkit/start-app.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import { startConsoleData } from '../console/start-console-data.ts';
import { STORES } from '../store/open-test-store.ts';
import { notice, sampleText, storeNotice } from './start-sales.ts';

test('keeps a match by hand when further notices arrive, until it is undone', async () => {
  await using console = await startConsoleData();
  const right = await console.addLead({
    nome: 'Marina Prado',
    telefone: '(31) 99999-0001',
    utm_source: 'meta',
    utm_campaign: 'remarketing',
    utm_content: 'video',
  });
  const wrong = await console.addLead({ nome: 'Outra Pessoa', telefone: '(11) 98765-4321' });
  await storeNotice(console, notice({ transaction: 'HP1', ref: wrong.key }));
  const sale = { key: 'HP1', state: 'paid', value_cents: expect.any(Number) };
  expect((await console.get('sales')).items).toMatchObject([
    { ...sale, matched_by: 'reference', subject: wrong.subject },
  ]);

  const by = { subject: right.subject };
  const matched = await console.call('PUT', 'sales/hotmart/HP1/match', by);
  expect([matched.status, matched.body]).toMatchObject([
    200,
    {
      matched_by: 'hand',
      subject: right.subject,
      notices: [{ kind: 'paid' }],
      origin: { source: 'meta', medium: 'social', campaign: 'remarketing', content: 'video' },
    },
  ]);
  const later = { transaction: 'HP1', event: 'PURCHASE_REFUNDED', noticed: Date.now() + 1_000 };
  await storeNotice(console, notice({ ...later, ref: wrong.key }));
  expect((await console.get('sales?state=refunded')).items).toMatchObject([
    { matched_by: 'hand', subject: right.subject },
  ]);
  expect((await console.get(`leads/${right.id}`)).timeline).toContainEqual(
    expect.objectContaining({ kind: 'sale', title: 'Venda paga' }),
  );

  await console.call('PUT', 'sales/hotmart/HP1/match', { subject: null });
  expect((await console.get('sales?matched=no')).items).toMatchObject([
    { matched_by: 'hand', subject: null, origin: null },
  ]);
  await console.call('DELETE', 'sales/hotmart/HP1/match');
  expect((await console.get('sales?matched=yes')).items).toMatchObject([
    { matched_by: 'reference', subject: wrong.subject },
  ]);
  const nobody = { subject: 'lead:987654' };
  expect((await console.call('PUT', 'sales/hotmart/HP1/match', nobody)).status).toBe(422);
  expect((await console.call('PUT', 'sales/hotmart/HP9/match', by)).status).toBe(404);
});

test.each(STORES)(
  '%s: counts a test purchase nowhere while it is marked, whatever notices arrive',
  async (kind) => {
    await using console = await startConsoleData(kind);
    const lead = await console.addLead({ nome: 'Marina Prado' });
    const ref = lead.key;
    await storeNotice(console, notice({ transaction: 'HP1', ref }));
    const count = async () => ({
      listed: (await console.get('sales')).items.length,
      tests: (await console.get('sales?test=1')).items.length,
      today: (await console.get('today')).numbers.today.sales,
      isPaid: (await console.get(`leads/${lead.id}`)).paid,
      milestones: (await console.database.selectFrom('sale_milestones').select('state').execute())
        .length,
    });
    const counted = { listed: 1, tests: 0, today: 1, isPaid: true, milestones: 1 };
    expect(await count()).toEqual(counted);

    const path = 'sales/hotmart/HP1/test';
    const marked = await console.call('PUT', path);
    expect(marked).toMatchObject({ status: 200, body: { is_test: true, is_marked_test: true } });
    const hidden = { listed: 0, tests: 1, today: 0, isPaid: false, milestones: 1 };
    expect(await count()).toEqual(hidden);
    const later = { event: 'PURCHASE_REFUNDED', noticed: Date.now() + 1_000 };
    await storeNotice(console, notice({ transaction: 'HP1', ref, ...later }));
    const again = await Promise.all([console.call('PUT', path), console.call('PUT', path)]);
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    expect(await count()).toEqual(hidden);

    const undone = await console.call('DELETE', path);
    expect(undone.body).toMatchObject({ is_test: false, is_marked_test: false, state: 'refunded' });
    expect(await count()).toEqual({ ...counted, isPaid: false, milestones: 2 });
    const trail = (await console.get('audit')).items;
    expect(trail.map(({ what }: Record<string, string>) => what)).toEqual(
      expect.arrayContaining(['sale.marked-as-test', 'sale.unmarked-as-test']),
    );
    expect((await console.call('PUT', 'sales/hotmart/HP9/test')).status).toBe(404);
    expect((await console.call('PUT', path, { isTest: true })).status).toBe(422);
  },
);

test('keeps a sale a test that the platform calls a test, also without an operator’s mark', async () => {
  await using console = await startConsoleData();
  await storeNotice(console, sampleText('hotmart/panel-test'));
  const [{ key }] = (await console.get('sales?test=1')).items;
  const path = `sales/hotmart/${key}/test`;
  expect((await console.call('PUT', path)).body.is_marked_test).toBe(true);
  const { body } = await console.call('DELETE', path);
  expect(body).toMatchObject({ is_test: true, is_marked_test: false });
});

test('answers 409 with the current sale when another operator matched it first', async () => {
  await using console = await startConsoleData();
  const marina = await console.addLead({ nome: 'Marina Prado' });
  const otherLead = await console.addLead({ nome: 'Outra Pessoa', telefone: '(21) 98888-0002' });
  await storeNotice(console, notice({ transaction: 'HP1', phone: '5531987600000' }));
  const bia = (await console.signIn('bia@escola.test')).token;
  const path = 'sales/hotmart/HP1/match';
  const decide = (subject: string | null, decided: string | null, token?: string) =>
    console.call('PUT', path, { subject, decided }, token);
  expect((await console.get('sales/hotmart/HP1')).decided).toBeNull();
  const byAna = await decide(marina.subject, null);
  expect([byAna.status, byAna.body.subject]).toEqual([200, marina.subject]);
  const conflict = await decide(otherLead.subject, null, bia);
  expect([conflict.status, conflict.body]).toMatchObject([
    409,
    { code: 'changed', current: { subject: marina.subject, decided: byAna.body.decided } },
  ]);
  console.advanceClock(5);
  const byBia = await decide(otherLead.subject, conflict.body.current.decided, bia);
  expect([byBia.status, byBia.body.subject]).toEqual([200, otherLead.subject]);
  const undo = `${path}?decided=${encodeURIComponent(byAna.body.decided)}`;
  const undone = await console.call('DELETE', undo);
  expect([undone.status, undone.body.current]).toMatchObject([409, { subject: otherLead.subject }]);
  expect(await console.get('sales/hotmart/HP1')).toMatchObject({ subject: otherLead.subject });
  const trail = (await console.get('audit')).items;
  expect(trail.map(({ who, what }: Record<string, string>) => `${who} ${what}`)).toEqual(
    expect.arrayContaining(['bia@escola.test sale.viewed', 'bia@escola.test sale.matched']),
  );
  // Without `decided`, a match replaces any other.
  expect((await console.call('PUT', path, { subject: null })).body.matched_by).toBe('hand');
  expect((await console.call('DELETE', path)).body).toMatchObject({ decided: null, subject: null });
});

test('filters sales by the origin of their leads', async () => {
  await using console = await startConsoleData();
  const origins = [
    { utm_source: 'meta', utm_campaign: 'remarketing' },
    { utm_source: 'meta', utm_campaign: 'lancamento' },
    {
      utm_source: 'google',
      utm_campaign: 'lancamento',
      utm_medium: 'social',
      utm_content: 'video-2',
    },
  ];
  for (const [index, origin] of origins.entries()) {
    const { key } = await console.addLead(origin);
    await storeNotice(console, notice({ transaction: `HP${index}`, ref: key }));
  }
  await storeNotice(
    console,
    notice({ transaction: 'HP9', phone: '5521987600000', email: 'x@y.test' }),
  );
  const find = async (query: string) => {
    const { items } = await console.get(`sales?${query}`);
    return items.map(({ key }: { key: string }) => key).toSorted();
  };
  expect(await find('limit=50')).toHaveLength(4);
  expect(await find('source=meta')).toEqual(['HP0', 'HP1']);
  expect(await find('campaign=lancamento')).toEqual(['HP1', 'HP2']);
  expect(await find('source=meta&campaign=lancamento')).toEqual(['HP1']);
  expect(await find('source=tiktok')).toEqual([]);
  expect(await find('medium=social&content=video-2')).toEqual(['HP2']);
  const firstPage = await console.get('sales?source=meta&limit=1');
  const secondPage = await console.get(`sales?source=meta&limit=1&after=${firstPage.next}`);
  expect([firstPage.items[0].key, secondPage.items[0].key].toSorted()).toEqual(['HP0', 'HP1']);
  expect(secondPage.next).toBeNull();
});

test('lists and counts a product in all its spellings', async () => {
  await using console = await startConsoleData();
  for (const [index, name] of ['Mentoria Avançada', 'MENTORIA AVANCADA', 'Clube'].entries()) {
    await storeNotice(console, notice({ transaction: `HP${index}`, product: name }));
  }
  const query = `product=${encodeURIComponent('Mentoria Avançada')}`;
  const { items } = await console.get(`sales?${query}`);
  expect(items.map(({ key }: { key: string }) => key).toSorted()).toEqual(['HP0', 'HP1']);
  const { body } = await console.call('POST', 'sales/choices', { product: ['Mentoria Avançada'] });
  expect(body.count).toBe(2);
});

test('finds a sale when the search was copied with invisible marks', async () => {
  await using console = await startConsoleData();
  await storeNotice(console, notice({ transaction: 'HP1' }));
  for (const contact of ['+55 11 98765-4321', 'marina@example.com', 'HP1']) {
    const q = `\u202a${contact}\u202c`;
    const sales = (await console.call('POST', 'sales/search', { q })).body.items;
    expect(sales, contact).toMatchObject([{ transaction: 'HP1' }]);
    expect(await console.findPeople(q), contact).toHaveLength(1);
  }
});

test('lists the sales that were paid in a period, also refunded ones', async () => {
  await using console = await startConsoleData();
  const day = (iso: string) => Date.parse(`2026-11-${iso}:00-03:00`);
  const issued = { transaction: 'HP1', at: day('03T10:00'), event: 'PURCHASE_BILLET_PRINTED' };
  await storeNotice(console, notice(issued));
  const later = notice({ transaction: 'HP1', at: day('05T10:00') });
  await storeNotice(console, later);
  const refund = { event: 'PURCHASE_REFUNDED', at: day('05T10:00'), noticed: day('06T10:00') };
  await storeNotice(console, notice({ transaction: 'HP1', ...refund }));
  await storeNotice(console, notice({ ...issued, transaction: 'HP2', at: day('05T11:00') }));
  const find = async (query: string) =>
    (await console.get(`sales?${query}`)).items.map(({ key }: { key: string }) => key);
  expect(await find('from=2026-11-05&until=2026-11-05')).toEqual(['HP2']);
  expect(await find('from=2026-11-05&until=2026-11-05&paid=1')).toEqual(['HP1']);
  expect(await find('from=2026-11-03&until=2026-11-04&paid=1')).toEqual([]);
});

test('answers a link that leads to the checkout with the lead’s key and UTMs', async () => {
  using folder = makeFolder();
  const url = 'https://pay.example/escola?off=abc';
  const siteInfo = makeSiteInfo({ checkout: { url, funnel: 'anual', platform: 'eduzz' } });
  writeSite(folder.path, { 'site.json': siteInfo });
  await using console = await startConsoleData('SQLite', { SITE_DIR: folder.path });
  const { id, key } = await console.addLead({ utm_source: 'meta', utm_term: 'ia' });
  const { checkout_link } = await console.get(`leads/${id}`);
  expect(checkout_link.url).toMatch(/^https:\/\/escola\.test\/pagar\/[\w-]{22}$/);
  const { pathname } = new URL(checkout_link.url);
  const store = createSqliteStore(String(console.env.DATA_DIR), () => {});
  await using page = await startApp({ site: { 'site.json': siteInfo }, store });
  const answer = await fetch(page.address + pathname, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store']);
  const address = new URL(answer.headers.get('location') ?? '');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    off: 'abc',
    funnel: 'anual',
    utm_source: 'meta',
    utm_campaign: 'lancamento',
    utm_term: `ia|${key.replaceAll('-', '')}`,
  });
  const unknown = await fetch(`${page.address}/pagar/AZs7bHqhchqhchqhchqhcg`, {
    redirect: 'manual',
  });
  expect(unknown.headers.get('location')).toMatch(/^https:\/\/pay\.example\/.*utm_source=&/);
  expect((await fetch(`${page.address}/pagar/curto`)).status).toBe(404);
  await console.database.updateTable('leads').set({ idempotency_key: null }).execute();
  const withoutKey = await console.get(`leads/${id}`);
  expect(withoutKey.checkout_link).toEqual({ url: null, missing: 'key' });
});

test('answers the payment link of a sale’s product, and none for a product that the site does not know', async () => {
  using folder = makeFolder();
  const siteInfo = makeSiteInfo({
    product: 'Engrena',
    checkout: {
      url: 'https://pay.hotmart.com/A1',
      funnel: 'anual',
      platform: 'hotmart',
      names: ['Comunidade Engrena IA'],
    },
    products: [
      { names: ['Mentoria Avançada'], platform: 'hotmart', url: 'https://pay.hotmart.com/B2' },
      { names: ['4417022'], platform: 'hotmart', url: 'https://pay.hotmart.com/C3' },
      { names: ['界'.repeat(400)], platform: 'hotmart', url: 'https://pay.hotmart.com/E5' },
      { names: ['Planilhas'], platform: 'kiwify', url: 'https://pay.kiwify.com.br/D4' },
    ],
  });
  writeSite(folder.path, { 'site.json': siteInfo });
  await using console = await startConsoleData('SQLite', { SITE_DIR: folder.path });
  const { id: leadId, key } = await console.addLead({ utm_source: 'meta' });
  const ref = key.replaceAll('-', '');
  const linkOf = async (transaction: string, product: string, id = 4_417_021) => {
    const text = notice({ transaction, ref, event: 'PURCHASE_BILLET_PRINTED' });
    const { data, ...rest } = JSON.parse(text);
    data.product = { ...data.product, id, name: product };
    await storeNotice(console, JSON.stringify({ ...rest, data }));
    return (await console.get(`sales/hotmart/${transaction}`)).checkout_link;
  };
  const code = Buffer.from(ref, 'hex').toString('base64url');
  const pageLink = `https://escola.test/pagar/${code}`;
  expect(await linkOf('HP1', 'Engrena IA - Comunidade')).toEqual({ url: pageLink });
  const { url } = await linkOf('HP2', 'MENTORIA AVANCADA ');
  expect(url).toBe(`${pageLink}/hotmart-mentoria-avancada`);
  expect(await linkOf('HP3', 'Clube', 4_417_022)).toEqual({ url: `${pageLink}/hotmart-4417022` });
  expect(await linkOf('HP4', 'Planilhas')).toEqual({ url: null, missing: 'product' });

  const store = createSqliteStore(String(console.env.DATA_DIR), () => {});
  await using page = await startApp({ site: { 'site.json': siteInfo }, store });
  const { pathname } = new URL(url);
  const answer = await fetch(page.address + pathname, { redirect: 'manual' });
  const address = new URL(answer.headers.get('location') ?? '');
  expect(address.origin + address.pathname).toBe('https://pay.hotmart.com/B2');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ sck: ref, utm_source: 'meta' });
  expect((await fetch(`${page.address + pathname}-2`)).status).toBe(404);
  const leadsTo = async (path: string) => {
    const { headers } = await fetch(page.address + path, { redirect: 'manual' });
    return headers.get('location')?.split('?')[0];
  };
  const longest = new URL((await linkOf('HP5', '界'.repeat(400))).url);
  expect(await leadsTo(longest.pathname)).toBe('https://pay.hotmart.com/E5');
  for (const mark of ['.', '*', ').', '”', '%E2%80%8B', '/']) {
    expect(await leadsTo(`/pagar/${code}${mark}`), mark).toBe('https://pay.hotmart.com/A1');
    expect(await leadsTo(pathname + mark), mark).toBe('https://pay.hotmart.com/B2');
  }
  await console.database.deleteFrom('leads').where('id', '=', leadId).execute();
  const ofErased = await console.get('sales/hotmart/HP2');
  expect(ofErased.checkout_link).toEqual({ url: null, missing: 'contact' });
});

test('answers a link on the listener when the page is a demonstration', async () => {
  using folder = makeFolder();
  const siteInfo = makeSiteInfo({
    isDemo: true,
    url: 'https://engrena.example',
    checkout: { url: 'https://pay.example/escola', funnel: 'anual' },
  });
  writeSite(folder.path, { 'site.json': siteInfo });
  await using console = await startConsoleData('SQLite', { SITE_DIR: folder.path });
  await console.addLead();
  const { items } = await console.get('leads');
  expect(items[0].checkout_link.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pagar\/[\w-]{22}$/);
});

test('answers no link to the checkout when no site is built', async () => {
  await using console = await startConsoleData();
  await console.addLead();
  const { items } = await console.get('leads');
  expect(items[0].checkout_link).toEqual({ url: null, missing: 'checkout' });
});

test('takes the amount of a partial refund from a manager, and only of such a sale', async () => {
  await using console = await startConsoleData();
  const at = Date.now() - 60_000;
  const lead = await console.addLead();
  await storeNotice(console, notice({ transaction: 'HP1', at, ref: lead.key }));
  const path = 'sales/hotmart/HP1/refund';
  expect((await console.call('PUT', path, { cents: 5_000 })).status).toBe(422);
  const purchase = { status: 'PARTIALLY_REFUNDED' };
  const partial = { event: 'PURCHASE_REFUNDED', at, noticed: at + 1, purchase };
  await storeNotice(console, notice({ transaction: 'HP1', ...partial }));
  const unknown = { state: 'paid', refunded_cents: null, stated_refund_cents: null };
  expect(await console.get('sales/hotmart/HP1')).toMatchObject(unknown);
  expect((await console.get(`leads/${lead.id}`)).timeline).toContainEqual(
    expect.objectContaining({
      title: 'Parte do dinheiro devolvida',
      detail: expect.not.stringContaining('R$'),
    }),
  );
  for (const cents of [149_710, 0, -1, 1.5]) {
    expect((await console.call('PUT', path, { cents })).status).toBe(422);
  }
  const stated = await console.call('PUT', path, { cents: 5_000 });
  const statedSale = { state: 'paid', refunded_cents: 5_000, stated_refund_cents: 5_000 };
  expect(stated).toMatchObject({ status: 200, body: statedSale });
  const undone = await console.call('PUT', path, { cents: null });
  expect(undone.body).toMatchObject(unknown);
  const trail = (await console.get('audit')).items;
  expect(trail.map(({ what }: Record<string, string>) => what)).toContain('sale.refund-stated');
  expect((await console.call('PUT', 'sales/hotmart/HP9/refund', { cents: 1 })).status).toBe(404);
});
