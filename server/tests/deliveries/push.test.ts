import { randomUUID } from 'node:crypto';
import { PUSH_KINDS, type PushKind } from '@funil/contract/console/push-kinds';
import { HOUR_MS } from '@funil/contract/durations';
import type { Role } from '@funil/contract/operators/roles';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { startPushService } from '../../../testkit/fakes/push.ts';
import { makeApplication, makeLead } from '../../../testkit/rows.ts';
import { createPushDestinationReader, isQuietTime } from '../../src/deliveries/push/destination.ts';
import { queueDeadlinePushes } from '../../src/deliveries/push/queue-deadline-pushes.ts';
import { queueAlerts } from '../../src/jobs/queue-alerts.ts';
import { changeRole } from '../../src/operators/accounts.ts';
import { readOrCreatePublicPushKey, storeDevice } from '../../src/operators/push-devices.ts';
import { openSession } from '../../src/operators/sessions.ts';
import { loadServerKeys } from '../../src/settings/secrets-key.ts';
import { STORES } from '../store/open-test-store.ts';
import { addressGuard, openDeliveries } from './open-deliveries.ts';

const NOON = Date.parse('2026-11-27T15:00:00Z');
const CLIENT = { address: '127.0.0.1', userAgent: 'test' };

interface DeviceOptions {
  readonly email?: string;
  readonly role?: Role;
  readonly kinds?: readonly PushKind[];
  readonly is_quiet?: boolean;
  readonly shows_names?: boolean;
}

/** Opens deliveries with a push service, at noon of Brasília. */
async function openPushes(kind = 'SQLite') {
  const opened = await openDeliveries(kind);
  const service = await startPushService();
  const config = configOf({ ...opened.env, CONSOLE_URL: 'https://painel.escola.test' });
  const serverKeys = loadServerKeys(config);
  if (!serverKeys) throw new Error('no key');
  let offset = 0;
  const now = () => Date.now() + offset;
  function setTime(next: number) {
    offset = next - Date.now();
    opened.setClockOffset(offset);
  }
  setTime(NOON);
  const database = await opened.open();
  await readOrCreatePublicPushKey(database, serverKeys);
  const readPushes = createPushDestinationReader({ ...config, addressGuard, now });
  let running: ReturnType<typeof opened.start> | null = null;
  return {
    ...opened,
    service,
    database,
    setTime,
    async addDevice(options: DeviceOptions = {}) {
      const { email = 'ana@escola.test', role = 'owner', kinds = PUSH_KINDS } = options;
      const id = randomUUID();
      await database
        .insertInto('operators')
        .values({ id, email, password: '$argon2id$of nobody', last_sign_in_at: null, role })
        .execute();
      const session = await openSession(
        database,
        { operatorId: id, method: 'password', client: CLIENT },
        now(),
      );
      const { is_quiet = false, shows_names = false } = options;
      const subscription = service.subscribe();
      const settings = { kinds: [...kinds], is_quiet, shows_names, user_agent: 'test' };
      const owner = { id, sessionId: session.id };
      const device = await storeDevice(database, owner, { ...subscription, ...settings }, now());
      if (!device) throw new Error('too many devices');
      return { device, operatorId: id, sessionId: session.id, ...subscription };
    },
    /** Starts the workers of the present devices, and waits until the devices are registered. */
    async startPushes(devices: number) {
      running = opened.start([], { readDestinations: readPushes });
      const names = 'select name from funil.destinations where event_types is not null';
      await expect.poll(() => opened.query(names)).toHaveLength(devices);
    },
    async addLead(nome = 'Ana Prado', signals: string | null = null) {
      const key = randomUUID();
      await opened.store('leads', makeLead({ nome }), key, signals);
      running?.wake('row');
      return key;
    },
    wake: () => running?.wake('row'),
    async [Symbol.asyncDispose]() {
      await running?.stop();
      await database.destroy();
      await service[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
}

test.each(STORES)(
  '%s: pushes a lead without a name, encrypted, with its card’s path',
  async (kind) => {
    await using pushes = await openPushes(kind);
    const { device } = await pushes.addDevice();
    await pushes.startPushes(1);
    const key = await pushes.addLead('Ana Prado');
    const { service } = pushes;
    await expect.poll(() => [service.errors, service.received.length]).toEqual([[], 1]);
    const leads = pushes.database.selectFrom('leads').select('id');
    const [lead] = await leads.where('idempotency_key', '=', key).execute();
    const [delivery] = await pushes.query('select id, destination from funil.deliveries');
    expect(delivery?.destination).toBe(`push:${device.id}`);
    expect(service.received[0]).toMatchObject({
      ttl: 3_600,
      urgency: 'high',
      topic: String(delivery?.id).replaceAll('-', ''),
      claims: { sub: 'https://painel.escola.test' },
      message: {
        title: 'Lead novo',
        body: 'Toque para chamar no WhatsApp.',
        tag: delivery?.id,
        path: `/pessoas/leads/${lead?.id}`,
      },
    });
    await expect
      .poll(() => pushes.query('select state, outcome from funil.deliveries'))
      .toEqual([{ state: 'delivered', outcome: '201' }]);
    expect(pushes.errors).toEqual([]);
  },
);

test('names people when the operator chose that, under the tag of the first, and leaves out robots', async () => {
  await using pushes = await openPushes();
  await pushes.addDevice({ shows_names: true, is_quiet: true });
  pushes.setTime(NOON + 12 * HOUR_MS);
  await pushes.startPushes(1);
  const names = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Flora', 'Gil'].map((name) => `${name} Luz`);
  for (const name of names) await pushes.addLead(name);
  await pushes.addLead('Robô Luz', 'honeypot');
  const waiting = "select id from funil.deliveries where state = 'waiting'";
  await expect.poll(() => pushes.query(waiting)).toHaveLength(8);
  pushes.setTime(NOON + 19 * HOUR_MS);
  const { service } = pushes;
  await expect.poll(() => service.received.length).toBe(1);
  const [first] = await pushes.query('select id from funil.deliveries order by event_number');
  expect(service.received[0]?.message).toEqual({
    title: '7 leads novos',
    body: 'Ana Luz, Bia Luz, Caio Luz e mais 4',
    // A repeated bundle replaces the notification that its first delivery named.
    tag: first?.id,
    path: '/',
  });
});

test('holds leads back that arrive within a minute after a push', async () => {
  await using pushes = await openPushes();
  await pushes.addDevice();
  await pushes.startPushes(1);
  await pushes.addLead();
  await expect.poll(() => pushes.service.received.length).toBe(1);
  await pushes.addLead();
  await pushes.addLead();
  const waiting = "select count(*) as n from funil.deliveries where state = 'waiting'";
  await expect.poll(() => pushes.query(waiting)).toEqual([{ n: 2 }]);
  expect(pushes.service.received).toHaveLength(1);
});

test('pushes nothing from 22:00 to 07:00 of Brasília, and everything as one push at 07:00', async () => {
  const isQuiet = (time: string) => isQuietTime(Date.parse(`2026-11-27T${time}:00-03:00`));
  expect(['21:59', '22:00', '00:00', '06:59', '07:00'].map(isQuiet)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  await using pushes = await openPushes();
  const { device } = await pushes.addDevice({ is_quiet: true });
  await pushes.addDevice({ email: 'bia@escola.test' });
  pushes.setTime(NOON + 12 * HOUR_MS);
  await pushes.startPushes(2);
  await pushes.addLead();
  await expect.poll(() => pushes.service.received.length).toBe(1);
  await pushes.addLead();
  const waiting = `select count(*) as n from funil.deliveries
    where state = 'waiting' and destination = 'push:${device.id}'`;
  await expect.poll(() => pushes.query(waiting)).toEqual([{ n: 2 }]);
  pushes.setTime(NOON + 19 * HOUR_MS);
  await expect
    .poll(() => pushes.service.received.map(({ message }) => message.title))
    .toContain('2 leads novos');
});

test('pushes nothing about another operator’s contact to an attendant', async () => {
  await using pushes = await openPushes();
  await pushes.addDevice({ email: 'bia@escola.test', role: 'attendant', is_quiet: true });
  await pushes.addDevice();
  pushes.setTime(NOON + 12 * HOUR_MS);
  await pushes.startPushes(2);
  await pushes.addLead();
  await expect.poll(() => pushes.service.received.length).toBe(1);
  await pushes.database.updateTable('contacts').set({ owner: 'ana@escola.test' }).execute();
  pushes.setTime(NOON + 19 * HOUR_MS);
  await expect
    .poll(() => pushes.query("select outcome from funil.deliveries where state = 'canceled'"))
    .toEqual([{ outcome: 'not-told' }]);
  expect(pushes.service.received).toHaveLength(1);
});

test('ends the pushes of a lower role, an ended session and a removed operator', async () => {
  await using pushes = await openPushes();
  const boss = await pushes.addDevice();
  const lowered = await pushes.addDevice({ email: 'bia@escola.test', role: 'manager' });
  const signedOut = await pushes.addDevice({ email: 'caio@escola.test' });
  const removed = await pushes.addDevice({ email: 'davi@escola.test' });
  await pushes.startPushes(4);
  const { database } = pushes;
  await changeRole(database, { email: 'bia@escola.test', role: 'attendant' });
  await database.deleteFrom('operator_sessions').where('id', '=', signedOut.sessionId).execute();
  await database.deleteFrom('operators').where('id', '=', removed.operatorId).execute();
  const types = `select event_types from funil.destinations where name = 'push:${lowered.device.id}'`;
  await expect
    .poll(() => pushes.query(types))
    .toEqual([{ event_types: 'lead.created,application.created' }]);
  await pushes.addLead();
  await expect.poll(() => pushes.service.received.length).toBe(2);
  expect(pushes.service.received.map(({ subscription }) => subscription).toSorted()).toEqual(
    [boss, lowered].map(({ endpoint }) => endpoint.split('/').at(-1)).toSorted(),
  );
});

test.each([404, 410])('removes a device whose push service answers %i', async (status) => {
  await using pushes = await openPushes();
  await pushes.addDevice();
  await pushes.startPushes(1);
  pushes.service.answer(status);
  await pushes.addLead();
  await expect.poll(() => pushes.query('select id from funil.push_devices')).toEqual([]);
  await expect
    .poll(() => pushes.query('select state, outcome from funil.deliveries'))
    .toEqual([{ state: 'canceled', outcome: 'gone' }]);
});

test('gives up after 35 minutes of failed attempts', async () => {
  await using pushes = await openPushes();
  const { device } = await pushes.addDevice();
  pushes.service.answer(503);
  const config = configOf({ ...pushes.env, CONSOLE_URL: 'https://painel.escola.test' });
  const [destination] = await createPushDestinationReader({
    ...config,
    addressGuard,
    now: () => NOON,
  })(pushes.database);
  const key = await pushes.addLead();
  await pushes.consume();
  const data = { nome: 'Ana', lead_ref: key };
  const event = { number: 1, type: 'lead.created', subject: `lead:${key}`, happenedAt: '', data };
  const attempt = (attempts: number) =>
    destination?.send(
      [{ id: randomUUID(), attempts, event: { ...event, type: 'lead.created' } }],
      new AbortController().signal,
    );
  expect(destination?.name).toBe(`push:${device.id}`);
  // The advice to receivers of webhooks is not about a push service.
  expect([await attempt(2), await attempt(3)]).toEqual([
    { result: 'failed', status: 503, response: '', retryAfterMs: null },
    { result: 'refused', status: 503, response: '' },
  ]);
});

test('offers no destination while the console has no address with TLS', async () => {
  await using pushes = await openPushes();
  await pushes.addDevice();
  const read = (url: string | null) =>
    createPushDestinationReader({ ...configOf(pushes.env), console: { url }, addressGuard })(
      pushes.database,
    );
  expect((await read(null)).length).toBe(0);
  expect((await read('http://painel.escola.test')).length).toBe(0);
  expect((await read('https://painel.escola.test')).length).toBe(1);
});

test('pushes once about an application four hours before its deadline, unless it was answered', async () => {
  await using pushes = await openPushes();
  await pushes.addDevice({ role: 'attendant', kinds: ['deadline'] });
  await pushes.startPushes(1);
  const application = makeApplication();
  await pushes.store('applications', { ...application, save_id: randomUUID() });
  await pushes.consume();
  const { database, service } = pushes;
  const [row] = await database.selectFrom('applications').select('created_at').execute();
  const due = Date.parse(row?.created_at ?? '') + 48 * HOUR_MS;
  const queueAt = (time: number) => queueDeadlinePushes(database, time, 48);
  const events = () => pushes.query('select subject from funil.outbox_events');
  await queueAt(due - 5 * HOUR_MS);
  await queueAt(due + HOUR_MS);
  await database.updateTable('contacts').set({ state: 'aprovado' }).execute();
  await queueAt(due - 3 * HOUR_MS);
  expect(await events()).toEqual([]);
  await database.updateTable('contacts').set({ state: 'novo' }).execute();
  pushes.setTime(due - 3 * HOUR_MS);
  await queueAt(due - 3 * HOUR_MS);
  await queueAt(due - 2 * HOUR_MS);
  expect(await events()).toEqual([{ subject: `application:${application.id}` }]);
  await expect.poll(() => service.received.length).toBe(1);
  expect(service.received[0]?.message).toMatchObject({
    title: 'Aplicação perto do prazo',
    path: `/pessoas/aplicacoes/${application.id}`,
  });
});

test.each(STORES)(
  '%s: tells of every application near its deadline, 200 in each run',
  async (kind) => {
    await using pushes = await openPushes(kind);
    await pushes.addDevice({ kinds: ['deadline'] });
    const { database } = pushes;
    await Promise.all(
      Array.from({ length: 201 }, () =>
        pushes.store('applications', { ...makeApplication(), save_id: randomUUID() }),
      ),
    );
    await pushes.consume();
    const [row] = await database.selectFrom('applications').select('created_at').execute();
    const near = Date.parse(row?.created_at ?? '') + 45 * HOUR_MS;
    await queueDeadlinePushes(database, near, 48);
    const events = "select number from funil.outbox_events where type = 'application.due'";
    expect(await pushes.query(events)).toHaveLength(200);
    await queueDeadlinePushes(database, near, 48);
    expect(await pushes.query(events)).toHaveLength(201);
  },
);

test('pushes the summary once at 7 h, apart from the held leads, to the operators who chose it', async () => {
  await using pushes = await openPushes();
  const { operatorId, endpoint } = await pushes.addDevice({ is_quiet: true });
  await pushes.addDevice({ email: 'bia@escola.test', is_quiet: true });
  const { database, service } = pushes;
  const chosen = database.updateTable('operators').set({ summary: 'daily' });
  await chosen.where('id', '=', operatorId).execute();
  pushes.setTime(NOON + 12 * HOUR_MS);
  await pushes.startPushes(2);
  await pushes.addLead();
  await database.updateTable('leads').set({ created_at: '2026-11-27T15:00:00.000Z' }).execute();
  const waiting =
    "select id from funil.deliveries where state = 'waiting' and destination like 'push:%'";
  await expect.poll(() => pushes.query(waiting)).toHaveLength(2);
  const config = configOf({ ...pushes.env, CONSOLE_URL: 'https://painel.escola.test' });
  const morning = NOON + 19 * HOUR_MS;
  const queue = () => queueAlerts(database, config, morning);
  await Promise.all([queue(), queue()]);
  expect(await pushes.query(waiting)).toHaveLength(3);
  pushes.setTime(morning + HOUR_MS);
  await expect.poll(() => service.received.length).toBe(3);
  const own = service.received.filter(({ subscription }) => endpoint.endsWith(subscription));
  expect(own.map(({ message }) => message.title).toSorted()).toEqual([
    'Lead novo',
    'Resumo da manhã',
  ]);
  expect(own.map(({ message }) => message)).toContainEqual({
    title: 'Resumo da manhã',
    body: 'Ontem: 1 lead, 0 compradores, lucro R$\u00a00,00',
    tag: 'summary-2026-11-28',
    path: '/relatorio?from=2026-11-27&until=2026-11-27',
  });
  const [mail] = await pushes.query(
    "select data from funil.outbox_events where type = 'operator.alert' and data like '%Resumo%'",
  );
  expect(JSON.parse(String(mail?.data))).toMatchObject({
    what: 'Lucro: R$\u00a00,00.',
    fields: expect.arrayContaining([
      { label: 'Leads', value: '1 (0)' },
      { label: 'Compradores', value: '0 (0)' },
    ]),
  });
  expect(service.errors).toEqual([]);
});

test('cancels a waiting push when its person is erased', async () => {
  await using pushes = await openPushes();
  await pushes.addDevice({ is_quiet: true });
  pushes.setTime(NOON + 12 * HOUR_MS);
  await pushes.startPushes(1);
  await pushes.addLead();
  const deliveries = () => pushes.query('select state, outcome from funil.deliveries');
  await expect.poll(deliveries).toHaveLength(1);
  const run = await pushes.run('forget', ['--telefone', '11 98765-4321', '--sim']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(await deliveries()).toEqual([{ state: 'canceled', outcome: 'erased' }]);
});
