import { existsSync, readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { whileAdmitted } from '../../src/console/routes/csv-files.ts';
import { changeRole, listAccounts, removeAccount } from '../../src/operators/accounts.ts';
import { ask, postInvite } from '../console/start-console.ts';
import { type ConsoleData, startConsoleData } from '../console/start-console-data.ts';
import { connectRaw } from '../http/raw-connection.ts';
import { notice, storeNotice } from '../sales/start-sales.ts';
import { STORES } from '../store/open-test-store.ts';

test('shows an attendant contacts without sales, and the day without money', async () => {
  await using console = await startConsoleData();
  const lead = await console.addLead({ nome: 'Marina Prado', telefone: '(11) 98765-4321' });
  await storeNotice(console, notice({ transaction: 'HP1', phone: '5511987654321' }));
  await storeNotice(console, notice({ transaction: 'HP2', phone: '5521988880002' }));
  const { token } = await console.signIn('bia@escola.test', 'attendant');
  const get = async (path: string) => {
    const seen = {
      all: await console.get(path),
      less: await console.call('GET', path, undefined, token),
    };
    return { all: seen.all, less: seen.less.body };
  };
  const kinds = (timeline: { kind: string }[]) => timeline.map(({ kind }) => kind);
  const detail = await get(`leads/${lead.id}`);
  expect(kinds(detail.all.timeline)).toContain('sale');
  expect(kinds(detail.less.timeline)).not.toContain('sale');
  const today = await get('today');
  expect(today.all.numbers.today).toMatchObject({ leads: 1, sales: 2 });
  expect(today.less.numbers).toMatchObject({
    today: { leads: 1, sales: null, paid_cents: null },
    before: { sales: null, paid_cents: null },
  });
  expect(await console.findPeople('21988880002')).toHaveLength(1);
  expect(await console.findPeople('21988880002', token)).toEqual([]);
  expect(JSON.stringify([detail.less, today.less])).not.toMatch(/_cents":\d|HP[12]/);
});

test('lets an owner invite an operator with a role, change it, and remove the operator, but not the last owner', async () => {
  await using console = await startConsoleData();
  const { operator, call, get } = console;
  const body = { email: 'Bia@escola.test', role: 'manager' };
  const invited = await call('POST', 'account/operators', body);
  const { token } = invited.body;
  expect([invited.status, invited.body.email]).toEqual([201, 'bia@escola.test']);
  expect(await get('account/operators')).toMatchObject({
    items: [{ email: 'ana@escola.test', has_factor: false, is_me: true }],
    invitations: [{ email: 'bia@escola.test' }],
  });
  const accepted = await postInvite(console.address, { token, password: 'girassol no telhado' });
  const joined = await accepted.json();
  expect(joined.user.app_metadata.role).toBe('manager');
  const bia = `account/operators/${joined.user.id}`;
  // The link of an existing operator sets a password, and no role.
  const raised = await call('POST', 'account/operators', { ...body, role: 'owner' });
  expect([raised.status, raised.body.code]).toEqual([422, 'invalid']);
  expect((await call('PATCH', bia, { role: 'attendant' })).status).toBe(204);
  expect((await get('account/operators')).items).toMatchObject([
    { email: 'ana@escola.test', role: 'owner', is_me: true },
    { email: 'bia@escola.test', role: 'attendant', is_me: false },
  ]);
  const demoted = await call('PATCH', `account/operators/${operator.id}`, { role: 'manager' });
  expect([demoted.status, demoted.body.message]).toEqual([
    422,
    'É o único proprietário: antes, dê esse papel a mais alguém.',
  ]);
  expect((await call('PATCH', bia, { role: 'king' })).status).toBe(422);
  const removed = await call('DELETE', `account/operators/${operator.id}`);
  expect([removed.status, removed.body.message]).toEqual([
    422,
    'Ninguém remove a própria conta: outro proprietário a remove.',
  ]);
  const removals = [await call('DELETE', bia), await call('DELETE', bia)];
  expect(removals.map(({ status }) => status)).toEqual([204, 404]);
  const user = await ask(`${console.address}/auth/v1/user`, { token: joined.access_token });
  expect(user.status).toBe(401);
  const trail = (await get('audit')).items.map(({ what }: { what: string }) => what);
  expect(trail).toEqual([
    ...['operator.removed', 'operator.role-changed', 'operator.joined', 'operator.invited'],
  ]);
});

test('refuses a request whose body ends after its sender was demoted', async () => {
  await using console = await startConsoleData();
  const { id, token } = await console.signIn('bia@escola.test', 'owner');
  await using held = await connectRaw(console.address);
  const body = '{"role":"owner"}';
  await held.send(
    [
      `PATCH /console/v1/account/operators/${id} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body.slice(0, -1),
    ].join('\r\n'),
  );
  await console.call('PATCH', `account/operators/${id}`, { role: 'attendant' });
  await held.send('}');
  await expect.poll(held.response).toMatch(/^HTTP\/1.1 403 /);
  expect(await listAccounts(console.database)).toMatchObject([
    { email: 'ana@escola.test', role: 'owner' },
    { email: 'bia@escola.test', role: 'attendant' },
  ]);
});

test.each([
  ['demoted', 'PATCH', { role: 'attendant' }],
  ['removed', 'DELETE', undefined],
] as const)(
  'ends a file of people when the operator who downloads it is %s',
  async (_, method, change) => {
    await using console = await startConsoleData();
    const { id, sessionId } = await console.signIn('bia@escola.test', 'manager');
    async function* readPages() {
      yield 'page 1';
      await console.call(method, `account/operators/${id}`, change);
      yield 'page 2';
    }
    const sent: string[] = [];
    const download = async () => {
      const pages = whileAdmitted(console, { sessionId }, readPages());
      for await (const page of pages) sent.push(page);
    };
    await expect(download()).rejects.toThrow('lost the right');
    expect(sent).toEqual(['page 1']);
  },
);

const LEADS_FILE = ['text/csv', 'nome;telefone\nMaria;11987654321\n'] as const;

/** Sends a file without its end, and waits until the server has begun to receive it. */
async function beginUpload(
  { address, env }: ConsoleData,
  token: string,
  [path, type, body]: readonly [path: string, type: string, body: string],
) {
  const connection = await connectRaw(address);
  const lines = [
    `POST /console/v1/${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    'Transfer-Encoding: chunked',
  ];
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
  await connection.send(`${lines.join('\r\n')}\r\n\r\n${chunk}`);
  const uploads = `${env.DATA_DIR}/uploads`;
  const listUploads = () => (existsSync(uploads) ? readdirSync(uploads) : []);
  await expect.poll(listUploads).toHaveLength(1);
  return Object.assign(connection, { listUploads, end: () => connection.send('0\r\n\r\n') });
}

test.each([
  ['imports?kind=leads&name=leads.csv', ...LEADS_FILE],
  ['imports/preview?name=leads.csv', ...LEADS_FILE],
  ['page/pictures?name=foto.png', 'image/png', 'picture'],
] as const)('refuses a file whose sender was demoted before its end: %s', async (...file) => {
  await using console = await startConsoleData();
  const { id, token } = await console.signIn('bia@escola.test', 'manager');
  await using upload = await beginUpload(console, token, file);
  await console.call('PATCH', `account/operators/${id}`, { role: 'traffic' });
  await upload.end();
  await expect.poll(upload.response).toMatch(/^HTTP\/1.1 403 /);
  expect((await console.get('imports')).items).toEqual([]);
  await expect.poll(upload.listUploads).toEqual([]);
});

test('sends nothing to an operator who was demoted while the server read it', async () => {
  await using console = await startConsoleData('PostgreSQL');
  const { id, token } = await console.signIn('bia@escola.test', 'attendant');
  const answers = await console.database.transaction().execute(async (transaction) => {
    await sql`lock table templates in access exclusive mode`.execute(transaction);
    const sent = console.call('GET', 'templates', undefined, token);
    const waiting = sql`select 1 from pg_locks
      where relation = 'templates'::regclass and not granted`;
    await expect.poll(async () => (await waiting.execute(transaction)).rows).toHaveLength(1);
    await console.call('PATCH', `account/operators/${id}`, { role: 'traffic' });
    return [sent];
  });
  expect(await Promise.all(answers)).toMatchObject([{ status: 403 }]);
});

test('accepts a file whose sender’s token expires before its end', async () => {
  await using console = await startConsoleData();
  const file = ['imports/preview?name=leads.csv', ...LEADS_FILE] as const;
  await using upload = await beginUpload(console, console.operator.token, file);
  console.advanceClock(16 * 60_000);
  await upload.end();
  await expect.poll(upload.response).toMatch(/^HTTP\/1.1 200 /);
});

test.each(STORES)('%s: keeps one owner when two demote or remove each other', async (kind) => {
  await using console = await startConsoleData(kind);
  const { database } = console;
  const [ana, bia] = ['ana@escola.test', 'bia@escola.test'];
  await console.signIn(bia, 'owner');
  for (let round = 0; round < 10; round += 1) {
    await changeRole(database, { email: ana, role: 'owner' });
    await changeRole(database, { email: bia, role: 'owner' });
    const outcomes = await Promise.all([
      changeRole(database, { email: ana, role: 'attendant' }),
      changeRole(database, { email: bia, role: 'attendant' }),
    ]);
    expect(outcomes.toSorted()).toEqual(['done', 'last-owner']);
  }
  await changeRole(database, { email: ana, role: 'owner' });
  await changeRole(database, { email: bia, role: 'owner' });
  await Promise.all([removeAccount(database, ana), removeAccount(database, bia)]);
  expect(await listAccounts(database)).toMatchObject([{ role: 'owner' }]);
});
