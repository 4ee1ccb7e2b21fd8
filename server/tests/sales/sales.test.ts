import { randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@funil/contract/durations';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeApplication, makeLead } from '../../../testkit/rows.ts';
import { createRandom, timeUuid } from '../../../testkit/simulate/random.ts';
import { postRows } from '../../../testkit/start-app.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import { createSalesUpdater, updateSalesOnce } from '../../src/sales/update-sales.ts';
import { STORES } from '../store/open-test-store.ts';
import { notice, sampleText, send, startSales } from './start-sales.ts';

const keyOf = (time: number) => timeUuid(createRandom(Math.floor(Math.random() * 2 ** 32)), time);

const SALES =
  'select "transaction", state, matched_by, lead_ref, candidates from funil.sales order by 1';

type Sales = Awaited<ReturnType<typeof startSales>>;

/** Sends a Hotmart notice. */
const post = ({ address }: Sales, options: Parameters<typeof notice>[0]) =>
  send(address, 'hotmart', notice(options));

async function addLead(address: string, key: string, telefone: string, email?: string) {
  const response = await postRows(
    address,
    'leads',
    { ...makeLead(), telefone, email },
    { 'idempotency-key': key },
  );
  expect(response.status).toBe(201);
}

test.each(STORES)('%s: matches sales by reference, phone and e-mail', async (kind) => {
  await using sales = await startSales(kind);
  const { address } = sales;
  const [a, b, older] = [
    keyOf(Date.now() - MINUTE_MS),
    keyOf(Date.now() - MINUTE_MS),
    keyOf(Date.now() - 5 * MINUTE_MS),
  ];
  await addLead(address, a, '(31) 99999-0001');
  await addLead(address, older, '(21) 98888-0002');
  await addLead(address, b, '+55 21 8888-0002');
  const emailed = keyOf(Date.now() - MINUTE_MS);
  await addLead(address, emailed, '(31) 99999-0005', 'Lia@Example.com');
  const application = {
    ...makeApplication(),
    id: keyOf(Date.now() - MINUTE_MS),
    email: 'Rita@Example.com',
    whatsapp: '(41) 97777-0003',
  };
  expect((await postRows(address, 'applications', application)).status).toBe(201);

  const phone = '85900000000';
  await post(sales, { transaction: 'HP1', ref: a, phone });
  await post(sales, { transaction: 'HP2', phone: '5521988880002' });
  await post(sales, { transaction: 'HP3', phone, email: 'rita@example.com ' });
  await post(sales, { transaction: 'HP4', phone });
  await post(sales, { transaction: 'HP5', phone, email: 'lia@example.com' });
  const state = 'paid';
  await expect
    .poll(() => sales.query(SALES))
    .toEqual([
      { transaction: 'HP1', state, matched_by: 'reference', lead_ref: a, candidates: 1 },
      { transaction: 'HP2', state, matched_by: 'phone', lead_ref: b, candidates: 2 },
      { transaction: 'HP3', state, matched_by: 'email', lead_ref: application.id, candidates: 1 },
      { transaction: 'HP4', state, matched_by: null, lead_ref: null, candidates: 0 },
      { transaction: 'HP5', state, matched_by: 'email', lead_ref: emailed, candidates: 1 },
    ]);
  expect(sales.errors).toEqual([]);
});

test('matches a lead that is stored 25 days after its sale, when the page’s retry gets through', async () => {
  await using sales = await startSales('SQLite');
  const bought = Date.now() - 25 * 24 * 60 * MINUTE_MS;
  const sent = bought - 10 * MINUTE_MS;
  const [byPhone, byReference] = [keyOf(sent), keyOf(sent)];
  await post(sales, { transaction: 'HP1', at: bought });
  const other = { at: bought, ref: byReference, phone: '85900000000' };
  await post(sales, { transaction: 'HP2', ...other });
  await expect.poll(async () => (await sales.query(SALES)).length).toBe(2);
  await addLead(sales.address, byPhone, '(11) 98765-4321');
  await addLead(sales.address, byReference, '(31) 99999-0001');
  await expect
    .poll(() => sales.query(SALES))
    .toMatchObject([
      { transaction: 'HP1', matched_by: 'phone', lead_ref: byPhone },
      { transaction: 'HP2', matched_by: 'reference', lead_ref: byReference },
    ]);
});

test('matches the newest of over five thousand leads of a phone, and the lead of another sale beside it', async () => {
  await using sales = await startSales('SQLite', { hasUpdater: false, hasConsumer: false });
  const [mine, newest] = [randomUUID(), randomUUID()];
  await addLead(sales.address, randomUUID(), '(11) 98765-4321');
  await sales.query(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 5100)
    insert into leads (idempotency_key, created_at, nome, telefone, phone_key, utm_source, utm_medium,
      utm_campaign, utm_content, utm_term, botoes_clicados, tempo_jornada_segundos, paginas_visitadas,
      origem_timestamp)
    select printf('00000000-0000-4000-8000-%012d', i), created_at, nome, telefone, phone_key, utm_source,
      utm_medium, utm_campaign, utm_content, utm_term, botoes_clicados, tempo_jornada_segundos,
      paginas_visitadas, origem_timestamp
    from n, leads returning id`);
  await addLead(sales.address, mine, '(31) 99999-0001');
  const older = new Date(Date.now() - 600 * MINUTE_MS).toISOString();
  await sales.query(
    `update leads set created_at = '${older}' where idempotency_key = '${mine}' returning id`,
  );
  await addLead(sales.address, newest, '(11) 98765-4321');
  await post(sales, { transaction: 'HP1' });
  await post(sales, { transaction: 'HP2', phone: '31999990001', email: 'rita@example.com' });
  await using database = await sales.open();
  const deps = { adapters: ADAPTERS, attributionDays: 30, now: Date.now };
  await updateSalesOnce(database, deps, 50);
  expect(await sales.query(SALES)).toMatchObject([
    { transaction: 'HP1', matched_by: 'phone', lead_ref: newest },
    { transaction: 'HP2', matched_by: 'phone', lead_ref: mine },
  ]);
});

test.each([
  ['when the clock is set right', false],
  ['after a start with the right clock', true],
])('reads a notice again that seemed to come from the future, %s', async (_, isRestarted) => {
  await using sales = await startSales('SQLite', { hasUpdater: false, hasConsumer: false });
  await using database = await sales.open();
  const behindMs = 5 * DAY_MS;
  await post(sales, { transaction: 'HP1' });
  const arrivedAt = new Date(Date.now() - behindMs).toISOString();
  await sales.query(`update funil.notices set received_at = '${arrivedAt}' returning id`);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse(arrivedAt));
  onTestFinished(() => clock.mockRestore());
  const options = { adapters: ADAPTERS, attributionDays: 30, accounts: {}, now: () => Date.now() };
  let update = createSalesUpdater(options);
  await update(database);
  const readErrors = () => sales.query('select read_error, received_at from funil.notices');
  expect(await readErrors()).toEqual([{ read_error: 'future', received_at: arrivedAt }]);
  clock.mockRestore();
  if (isRestarted) update = createSalesUpdater(options);
  await update(database);
  expect(await readErrors()).toEqual([{ read_error: null, received_at: arrivedAt }]);
  const states = 'select "transaction", state from funil.sales';
  expect(await sales.query(states)).toEqual([{ transaction: 'HP1', state: 'paid' }]);
  // A later notice computes the sale from both.
  await post(sales, { transaction: 'HP1', event: 'PURCHASE_REFUNDED' });
  await update(database);
  const milestones = 'select state, is_late from funil.sale_milestones order by number';
  expect(await sales.query(milestones)).toEqual([
    { state: 'paid', is_late: 0 },
    { state: 'refunded', is_late: 0 },
  ]);
});

test('keeps the arrival of a notice that is dated in the future, when the clock steps ahead', async () => {
  await using sales = await startSales('SQLite', { hasUpdater: false, hasConsumer: false });
  await using database = await sales.open();
  await send(
    sales.address,
    'hotmart',
    sampleText('hotmart/approved').replaceAll('1793732', '1993732'),
  );
  const readNotices = () => sales.query('select read_error, received_at from funil.notices');
  let now = Date.now;
  const options = { adapters: ADAPTERS, attributionDays: 30, accounts: {} };
  const update = createSalesUpdater({ ...options, now: () => now() });
  const [arrived] = await readNotices();
  await update(database);
  now = () => Date.now() + DAY_MS;
  await update(database);
  expect(await readNotices()).toEqual([{ ...arrived, read_error: 'future' }]);
});

test('opens a Pix again that expired while the clock was ahead, and shows its code', async () => {
  await using sales = await startSales('SQLite', { hasUpdater: false, hasConsumer: false });
  await using database = await sales.open();
  let now = Date.now;
  const options = { adapters: ADAPTERS, attributionDays: 30, accounts: {} };
  const update = createSalesUpdater({ ...options, now: () => now() });
  const payment = { type: 'PIX', pix_code: '0002-exemplo' };
  const expiring = { ...payment, pix_expiration_date: Date.now() + DAY_MS };
  const issued = { event: 'PURCHASE_BILLET_PRINTED' };
  await post(sales, { ...issued, transaction: 'HP1', purchase: { payment: expiring } });
  await post(sales, { ...issued, transaction: 'HP2', purchase: { payment } });
  // More sales than one batch holds.
  for (let n = 3; n < 10; n += 1) await post(sales, { transaction: `HP${n}` });
  const readStates = () =>
    sales.query("select state, payment_code from funil.sales where state <> 'paid' order by 1");
  const openPix = { state: 'pending', payment_code: '0002-exemplo' };
  while ((await update(database)) === 'more');
  expect(await readStates()).toEqual([openPix, openPix]);
  now = () => Date.now() + 2 * DAY_MS;
  await update(database);
  expect(await readStates()).toEqual([
    { state: 'canceled', payment_code: null },
    { state: 'pending', payment_code: null },
  ]);
  now = Date.now;
  await update(database);
  expect(await readStates()).toEqual([openPix, openPix]);
  await sales.query("update funil.sales set updated_at = '2999-01-01T00:00:00.000Z' returning 1");
  await createSalesUpdater({ ...options, now })(database);
  const ahead = `select 1 from funil.sales where updated_at > '${new Date().toISOString()}'`;
  expect(await sales.query(ahead)).toEqual([]);
});

test('marks a sale as a test until a real notice of the same sale arrives', async () => {
  await using sales = await startSales('SQLite');
  await send(sales.address, 'hotmart', sampleText('hotmart/panel-test'));
  await send(sales.address, 'hubla', sampleText('hubla/paid'), { 'x-hubla-sandbox': 'true' });
  const areTests = async () =>
    (await sales.query('select is_test from funil.sales order by platform')).map(({ is_test }) =>
      Boolean(is_test),
    );
  await expect.poll(areTests).toEqual([true, true]);
  await send(sales.address, 'hubla', sampleText('hubla/paid'));
  await expect.poll(areTests).toEqual([true, false]);
});
