import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingState } from '@funil/contract/console/connections';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { configOf } from '../../../testkit/config-of.ts';
import { runQuery } from '../../../testkit/databases/start-postgres.ts';
import { makeDatabase, makeFolder } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { examineInstallation } from '../../src/doctor/examine.ts';
import { resolveSettings } from '../../src/settings/resolve-settings.ts';
import { changeSettings, readStoredSettings } from '../../src/settings/stored-settings.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { ask } from '../console/start-console.ts';
import { type ConsoleData, startConsoleData } from '../console/start-console-data.ts';
import { notice, sampleText, send, storeNotice } from '../sales/start-sales.ts';
import { STORES, usePostgres } from '../store/open-test-store.ts';

const postgres = await usePostgres();

const HOTTOK = 'hotmart-de-teste';

const patch = (console: ConsoleData, values: Record<string, string | null>, token?: string) =>
  console.call('PATCH', 'settings', { values }, token);

async function stateOf(console: ConsoleData, name: string): Promise<SettingState> {
  const { settings } = await console.get('connections');
  return settings.find((setting: SettingState) => setting.name === name);
}

/** Stores settings as the console does. */
async function storeSettings(env: Record<string, string>, changes: Record<string, string | null>) {
  const config = configOf(env);
  await using database = await openDatabase(config.store, 'write');
  const change = { config, changes, by: 'ana@escola.test', now: Date.now() };
  expect(await changeSettings(database, change)).toBe(true);
}

test('stores, replaces and removes a secret without ever showing it', async () => {
  await using console = await startConsoleData();
  const secret = 'hottok-muito-secreto';
  const stored = await patch(console, { HOTMART_HOTTOK: `  ${secret} ` });
  expect(stored.status).toBe(200);
  const by = { at: expect.stringMatching(/Z$/), by: 'ana@escola.test' };
  expect(await stateOf(console, 'HOTMART_HOTTOK')).toEqual({
    name: 'HOTMART_HOTTOK',
    source: 'console',
    value: null,
    stored: by,
  });
  const rows = await readStoredSettings(console.database);
  const resolved = resolveSettings(console.env, rows);
  expect(resolved.ok && resolved.config.postbacks.secrets.hotmart).toEqual([secret]);
  await patch(console, { HOTMART_HOTTOK: 'outro-segredo', NOTIFY_TO: 'ana@escola.test' });
  expect((await stateOf(console, 'NOTIFY_TO')).value).toBe('ana@escola.test');
  const removed = await patch(console, { HOTMART_HOTTOK: null });
  expect(await stateOf(console, 'HOTMART_HOTTOK')).toMatchObject({ source: 'none', stored: null });
  const audit = await console.get('audit');
  expect(
    audit.items.map(({ what, subject }: { what: string; subject: string }) => [what, subject]),
  ).toEqual([
    ['setting.removed', 'setting:HOTMART_HOTTOK'],
    ['setting.stored', 'setting:NOTIFY_TO'],
    ['setting.stored', 'setting:HOTMART_HOTTOK'],
    ['setting.stored', 'setting:HOTMART_HOTTOK'],
  ]);
  const texts = [stored.text, removed.text, JSON.stringify([rows, audit]), ...console.log].join('');
  expect(texts).not.toMatch(/secreto|outro-segredo/);
  // The key is not in the database, and only the file's owner can read it.
  const key = join(console.env.DATA_DIR, 'secrets.key');
  expect(statSync(key).mode & 0o777).toBe(0o600);
  expect(JSON.stringify(rows)).not.toContain(readFileSync(key, 'utf8').trim());
});

test('refuses values that the configuration refuses, names the field, and stores nothing', async () => {
  await using console = await startConsoleData('SQLite', { KIWIFY_TOKEN: 'do-servidor' });
  const refuse = async (values: Record<string, string | null>) => {
    const { status, body } = await patch(console, values);
    return [status, body.field, body.message];
  };
  expect(await refuse({ GA4_API_SECRET: 'com espaço', EDUZZ_SECRET: 'bom' })).toEqual([
    422,
    'GA4_API_SECRET',
    'Só letras, números e sinais, sem espaços.',
  ]);
  expect(await refuse({ EDUZZ_SECRET: ' , ' })).toMatchObject({ 0: 422, 1: 'EDUZZ_SECRET' });
  expect(await refuse({ EDUZZ_SECRET: 'a\nb' })).toMatchObject({ 0: 422, 1: 'EDUZZ_SECRET' });
  expect(await refuse({ META_ADS_ACCOUNT: 'act_' })).toMatchObject({
    0: 422,
    1: 'META_ADS_ACCOUNT',
  });
  const url = 'smtps://ana:senha-secreta@mail.test';
  expect(await refuse({ SMTP_URL: 'mail.test' })).toMatchObject({ 0: 422, 1: 'SMTP_URL' });
  expect(await refuse({ SMTP_URL: url })).toEqual([
    422,
    'SMTP_URL',
    'Estes campos só valem juntos: preencha os que faltam, ou apague todos.',
  ]);
  expect(await refuse({ KIWIFY_TOKEN: 'do-console' })).toEqual([
    422,
    'KIWIFY_TOKEN',
    'Foi definido por quem instalou o servidor: só lá se muda.',
  ]);
  expect((await patch(console, { DATABASE_URL: 'postgres://x' })).status).toBe(422);
  expect((await patch(console, {})).status).toBe(422);
  expect(await readStoredSettings(console.database)).toEqual([]);
  const mail = { SMTP_URL: url, NOTIFY_FROM: 'a@escola.test', NOTIFY_TO: 'b@escola.test' };
  expect((await patch(console, mail)).status).toBe(200);
  expect(await refuse({ NOTIFY_TO: null })).toMatchObject({ 0: 422, 1: 'NOTIFY_TO' });
  expect(console.log.join('')).not.toContain('senha-secreta');
});

test('lets a variable win over a stored value unless the variable is empty', async () => {
  await using console = await startConsoleData();
  await patch(console, { HUBLA_TOKEN: 'do-console' });
  const rows = await readStoredSettings(console.database);
  const secretsWith = (HUBLA_TOKEN: string) => {
    const resolved = resolveSettings({ ...console.env, HUBLA_TOKEN }, rows);
    return resolved.ok && resolved.config.postbacks.secrets.hubla;
  };
  expect(secretsWith('do-servidor')).toEqual(['do-servidor']);
  expect(secretsWith(' ')).toEqual(['do-console']);
});

test('ignores values of another key or unknown name, reports them, and starts without them', async () => {
  await using console = await startConsoleData();
  const { database, env } = console;
  await patch(console, { HUBLA_TOKEN: 'segredo-um', GA4_API_SECRET: 'segredo-dois' });
  await database
    .insertInto('stored_settings')
    .values({
      name: 'OF_A_NEWER_RELEASE',
      sealed: 'v9.x',
      updated_at: new Date().toISOString(),
      updated_by: 'x',
    })
    .execute();
  const otherKeyEnv = { ...env, SECRETS_KEY: 'x'.repeat(40) };
  const rows = await readStoredSettings(database);
  // The key of the file still opens the values that it sealed.
  expect(resolveSettings(otherKeyEnv, rows)).toMatchObject({ ok: true, unusable: [] });
  writeFileSync(join(env.DATA_DIR, 'secrets.key'), 'f'.repeat(64));
  expect(resolveSettings(env, rows)).toMatchObject({
    ok: true,
    unusable: ['GA4_API_SECRET', 'HUBLA_TOKEN'],
    config: { conversions: { ga4: null } },
  });
  expect((await stateOf(console, 'HUBLA_TOKEN')).source).toBe('unreadable');
  const findings = await examineInstallation({ ...env, ENV_FILE: '' });
  expect(findings.find(({ what }) => what.includes('Ligações'))).toMatchObject({
    subject: 'settings',
    level: 'red',
    what: 'O que foi guardado em Ligações não pode ser aberto (Avisos de venda da Hubla, Google Analytics 4): foi fechado com outra chave.',
  });
});

test('starts without mail if the stored recipients of the environment’s mail server cannot be opened', () => {
  const env = { SMTP_URL: 'smtps://mail.test', NOTIFY_FROM: 'a@escola.test' };
  const rows = [{ name: 'NOTIFY_TO', sealed: 'v1.broken' }];
  expect(resolveSettings(env, rows)).toMatchObject({ ok: true, config: { mail: null } });
  expect(resolveSettings(env, [])).toMatchObject({ ok: false, variable: 'SMTP_URL' });
});

test('says when the last notice after a stored secret arrived', async () => {
  await using console = await startConsoleData();
  const hotmart = async () => {
    const { connections } = await console.get('connections');
    return connections[0];
  };
  await storeNotice(console, notice({ transaction: 'HP1' }));
  await console.database
    .updateTable('notices')
    .set({ received_at: '2026-01-01T00:00:00.000Z', read_by: 1 })
    .execute();
  await patch(console, { HOTMART_HOTTOK: HOTTOK });
  expect(await hotmart()).toEqual({ id: 'hotmart', used_at: null, problems: [] });
  console.advanceClock(-60_000);
  await patch(console, { HOTMART_HOTTOK: HOTTOK });
  await storeNotice(console, notice({ transaction: 'HP2' }));
  const { used_at } = await hotmart();
  expect(Date.parse(used_at)).toBeGreaterThan(Date.now() - 60_000);
});

test.each(STORES)(
  '%s: says whether each connection has worked since it was stored',
  async (kind) => {
    await using console = await startConsoleData(kind);
    const { database } = console;
    const uses = async () => (await console.get('connections')).connections;
    expect(await uses()).toEqual([]);
    await patch(console, {
      EDUZZ_API_TOKEN: 'um-token',
      META_ADS_TOKEN: 'outro-token',
      META_ADS_ACCOUNT: 'act_123',
      META_CAPI_TOKEN: 'mais-um',
    });
    const waiting = { used_at: null, problems: [] };
    const dead = expect.objectContaining({ what: 'Meta: 1 entrega foi dada por perdida.' });
    expect(await uses()).toEqual([
      { id: 'eduzz-api', ...waiting },
      { id: 'meta', ...waiting },
      { id: 'meta-ads', ...waiting },
    ]);
    const requested = database.selectFrom('reconciliations').select(['platform', 'requested_days']);
    expect(await requested.execute()).toEqual([{ platform: 'eduzz', requested_days: 7 }]);

    const at = new Date(console.now() + 1_000).toISOString();
    await database
      .updateTable('reconciliations')
      .set({ succeeded_at: at, attempted_at: at, period_until: at })
      .execute();
    await database
      .insertInto('ad_spend_pulls')
      .values({ account: '123', attempted_at: at, error: 'credentials' })
      .execute();
    await database.insertInto('destinations').values({ name: 'meta', changes_after: 0 }).execute();
    const event = { type: 'lead.created' as const, subject: 'l1', happened_at: at, data: '' };
    await database.insertInto('outbox_events').values(event).execute();
    const delivery = { event_number: 1, destination: 'meta', subject: 'l1', created_at: at };
    await database
      .insertInto('deliveries')
      .values({ ...delivery, id: randomUUID(), state: 'dead', outcome: '401', ended_at: at })
      .execute();
    expect(await uses()).toEqual([
      { id: 'eduzz-api', used_at: at, problems: [] },
      { id: 'meta', used_at: null, problems: [dead] },
      {
        id: 'meta-ads',
        used_at: null,
        problems: [expect.objectContaining({ what: expect.stringContaining('token') })],
      },
    ]);
    console.advanceClock(60_000);
    await database
      .insertInto('outbox_events')
      .values({ ...event, subject: 'l2' })
      .execute();
    const later = new Date(console.now()).toISOString();
    await database
      .insertInto('deliveries')
      .values({
        ...delivery,
        id: randomUUID(),
        event_number: 2,
        state: 'delivered',
        created_at: later,
        ended_at: later,
      })
      .execute();
    expect((await uses())[1]).toEqual({ id: 'meta', used_at: later, problems: [dead] });
    await patch(console, { EDUZZ_API_TOKEN: 'token-novo' });
    expect((await uses())[0]).toEqual({ id: 'eduzz-api', ...waiting });
    console.advanceClock(60_000);
    await patch(console, { META_CAPI_TOKEN: 'token-novo' });
    expect((await uses())[1]).toEqual({ id: 'meta', ...waiting });
  },
);

/** Sends a notice of Hotmart until the server answers a status. */
const waitForStatus = (address: string, status: number) =>
  expect
    .poll(async () => (await send(address, 'hotmart', sampleText('hotmart/approved'))).status, {
      interval: 100,
    })
    .toBe(status);

test('PostgreSQL: two servers follow a stored secret, and its removal, without a restart', async () => {
  using folder = makeFolder();
  const env = {
    DATA_DIR: folder.path,
    SECRETS_KEY: 'uma chave longa que só este teste conhece',
    DATABASE_URL: await postgres.createDatabase(),
  };
  await using first = await startServer(env);
  await using second = await startServer(env);
  await waitForStatus(first.address, 404);
  await storeSettings(env, { HOTMART_HOTTOK: HOTTOK });
  await waitForStatus(first.address, 200);
  await waitForStatus(second.address, 200);
  // The background thread began to read notices.
  const listSales = () => runQuery(env.DATABASE_URL, 'select transaction from funil.sales');
  await expect.poll(listSales).toEqual([{ transaction: 'HP2611031844' }]);
  await storeSettings(env, { HOTMART_HOTTOK: 'outro-segredo' });
  await waitForStatus(first.address, 401);
  await waitForStatus(second.address, 401);
  await storeSettings(env, { HOTMART_HOTTOK: null });
  await waitForStatus(second.address, 404);
  expect(`${first.output.stderr}${second.output.stderr}`).not.toMatch(/segredo|"level":"error"/);
});

test('answers 503 with Retry-After while the key of a stored secret is damaged', async () => {
  using folder = makeFolder();
  const env = { DATA_DIR: folder.path, EDUZZ_SECRET: 'do-servidor' };
  const key = join(folder.path, 'secrets.key');
  makeDatabase(folder.path);
  await storeSettings(env, { HOTMART_HOTTOK: HOTTOK });
  writeFileSync(key, readFileSync(key, 'utf8').slice(0, 20));
  await using server = await startServer(env);
  const response = await send(server.address, 'hotmart', sampleText('hotmart/approved'));
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await send(server.address, 'ticto', '{}')).status).toBe(404);
  expect((await send(server.address, 'eduzz', '{}')).status).toBe(401);
});

test('answers 503 to notices of every platform until stored settings are read', async () => {
  const env = {
    DATABASE_URL: await postgres.createDatabase(),
    SECRETS_KEY: 'uma chave longa que só este teste conhece',
    EDUZZ_SECRET: 'do-servidor',
  };
  await storeSettings(env, { HOTMART_HOTTOK: HOTTOK });
  await postgres.stop();
  onTestFinished(() => postgres.start());
  await using server = await startServer(env);
  const statusOf = async (platform: string) => (await send(server.address, platform, '{}')).status;
  expect(await Promise.all(['hotmart', 'ticto', 'eduzz'].map(statusOf))).toEqual([503, 503, 401]);
  await postgres.start();
  await waitForStatus(server.address, 200);
  expect(await statusOf('ticto')).toBe(404);
});

test('SQLite: stores every lead, and counts as running, while a server follows settings that change', async () => {
  using folder = makeFolder();
  const env = { DATA_DIR: folder.path, HOTMART_HOTTOK: HOTTOK };
  await using server = await startServer(env);
  await using database = await openDatabase({ databaseUrl: null, dataDir: folder.path }, 'write');
  const readServers = () => database.selectFrom('running_servers').selectAll().execute();
  await expect.poll(readServers).toHaveLength(1);
  const hidden = { method: 'POST', headers: { 'cf-connecting-ip': '203.0.113.7' } };
  await fetch(`${server.address}/rest/v1/leads`, hidden);
  const isHiddenNoted = [{ hidden_visitor_at: expect.any(String) }];
  await expect.poll(readServers).toMatchObject(isHiddenNoted);
  // A server that removed its row would log an error.
  await sql`create trigger refuse_removal before delete on running_servers
    begin select raise(abort, 'removed'); end`.execute(database);
  let isChanging = true;
  const statuses = new Set<number>();
  const sending = (async () => {
    for (let number = 0; isChanging; number += 1) {
      const body = notice({ transaction: `HP${number}` });
      statuses.add((await send(server.address, 'hotmart', body)).status);
    }
  })();
  const readKiwifyStatus = async () =>
    (await send(server.address, 'kiwify', sampleText('kiwify/approved'))).status;
  for (const [secret, status] of [
    ['outro', 401],
    [null, 404],
  ] as const) {
    await storeSettings(env, { KIWIFY_TOKEN: secret });
    await expect.poll(readKiwifyStatus).toBe(status);
  }
  isChanging = false;
  await sending;
  expect([...statuses]).toEqual([200]);
  const unread = () =>
    database.selectFrom('notices').select('id').where('read_by', 'is', null).execute();
  await expect.poll(unread).toEqual([]);
  expect(await readServers()).toMatchObject(isHiddenNoted);
  expect(server.output.stderr).not.toMatch(/"level":"error"/);
});

test('says in a sentence that the key file cannot be created, and stores nothing', async () => {
  await using console = await startConsoleData('PostgreSQL', { DATA_DIR: '/dev/null/no-folder' });
  const { status, body } = await patch(console, { HOTMART_HOTTOK: HOTTOK });
  expect([status, body.message]).toEqual([
    503,
    expect.stringContaining('não conseguiu criar a chave que fecha os segredos'),
  ]);
  expect(await readStoredSettings(console.database)).toEqual([]);
});

test('says in a sentence that the key file is damaged, and stores nothing', async () => {
  await using console = await startConsoleData();
  writeFileSync(join(console.env.DATA_DIR, 'secrets.key'), 'estragada');
  const { status, body } = await patch(console, { HOTMART_HOTTOK: HOTTOK });
  expect([status, body.message]).toEqual([
    503,
    'Nada foi guardado: a chave que fecha os segredos está estragada. Quem cuida do servidor põe de volta a de antes; se ela se perdeu, apaga a estragada, e guarda-se tudo de novo aqui.',
  ]);
  expect(await readStoredSettings(console.database)).toEqual([]);
});

test('copies no key with the database, and says so', async () => {
  using folder = makeFolder();
  const env = { DATA_DIR: join(folder.path, 'data') };
  makeDatabase(env.DATA_DIR);
  await storeSettings(env, { HOTMART_HOTTOK: 'hottok-muito-secreto' });
  const copy = join(folder.path, 'copy.db');
  const { stderr } = await callCommand('backup', [copy], env);
  expect(stderr).toContain('sem a chave');
  const bytes = readFileSync(copy, 'latin1');
  const key = readFileSync(join(env.DATA_DIR, 'secrets.key'), 'utf8').trim();
  expect([bytes.includes('hottok-muito-secreto'), bytes.includes(key)]).toEqual([false, false]);
  expect(bytes).toContain('HOTMART_HOTTOK');
});

test('answers the mail check with a sentence in Portuguese', async () => {
  await using console = await startConsoleData();
  const checkMail = () => console.call('POST', 'connections/mail-check', {});
  expect((await checkMail()).body.message).toBe('Nenhum servidor de e-mail está ligado.');
  await patch(console, {
    SMTP_URL: 'smtp://ana:senha-secreta@127.0.0.1:9',
    NOTIFY_FROM: 'a@escola.test',
    NOTIFY_TO: 'b@escola.test',
  });
  const { body, text } = await checkMail();
  expect(body.failure).toContain('127.0.0.1:9');
  expect(text).not.toContain('senha-secreta');
  expect((await ask(`${console.address}/console/v1/connections`)).status).toBe(401);
});
