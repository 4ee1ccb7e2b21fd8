import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { makeFolder } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { readNoticeFacts } from '../../src/connections/notice-facts.ts';
import { purgeExpired } from '../../src/jobs/purge-expired.ts';
import { queueAlerts } from '../../src/jobs/queue-alerts.ts';
import { storeRefusals } from '../../src/sales/notices/refusals.ts';
import type { Database } from '../../src/store/database.ts';
import { startConsoleData } from '../console/start-console-data.ts';
import { STORES } from '../store/open-test-store.ts';
import { sampleText, send } from './start-sales.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PAID = sampleText('hotmart/approved');
const SECRETS = { HOTMART_HOTTOK: 'hotmart-de-teste', KIWIFY_TOKEN: 'kiwify-de-teste' };

const forge = (address: string, platform: string, body = PAID) =>
  fetch(`${address}/postbacks/${platform}`, {
    method: 'POST',
    headers: { 'x-hotmart-hottok': 'errado' },
    body,
  });

/** Adds accepted notices at times in ms since 1970. */
async function addAccepted(database: Database, platform: string, times: readonly number[]) {
  const rows = times.map((time, index) => ({
    received_at: new Date(time).toISOString(),
    platform,
    digest: Buffer.from(`${platform} ${time} ${index}`.padEnd(32).slice(-32)),
    headers: '{}',
    body: Buffer.from('{}'),
    proof: 'header',
    read_by: 1,
    read_error: null,
    notice_id: null,
    sale_key: null,
  }));
  await database.insertInto('notices').values(rows).execute();
}

const hourly = (last: number) => Array.from({ length: 12 }, (_, index) => last - index * HOUR);

test('counts refused notices by reason without their content, also while the database is locked, and before the server stops', async () => {
  using folder = makeFolder();
  const env = { ...SECRETS, DATA_DIR: folder.path };
  await using server = await startServer(env);
  const readCounts = async () =>
    (
      await queryTables(env)(
        'select platform, reason, sum(count) as n from funil.refused_notices group by 1, 2 order by 1, 2',
      )
    ).map(({ platform, reason, n }) => `${platform} ${reason} ${n}`);
  expect((await forge(server.address, 'hotmart')).status).toBe(401);
  expect((await forge(server.address, 'hotmart')).status).toBe(401);
  expect((await forge(server.address, 'eduzz')).status).toBe(404);
  const large = await send(server.address, 'hotmart', ' '.repeat(300_000));
  expect(large.status).toBe(413);
  expect((await send(server.address, 'hotmart', PAID)).status).toBe(200);
  expect((await forge(server.address, 'unknown')).status).toBe(404);
  await expect.poll(readCounts).toEqual(['eduzz secret 1', 'hotmart proof 2', 'hotmart size 1']);
  expect(await queryTables(env)('select 1 from funil.notices')).toHaveLength(1);
  const stored = await queryTables(env)('select * from funil.refused_notices');
  expect(Object.keys(stored[0] ?? {}).toSorted()).toEqual([
    'count',
    'last_at',
    'minute',
    'platform',
    'reason',
  ]);

  const lock = new DatabaseSync(`${folder.path}/funil.db`, { timeout: 60_000 });
  lock.exec('begin immediate');
  for (let i = 0; i < 5; i += 1) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => forge(server.address, 'hotmart', '')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  }
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
  lock.exec('commit');
  lock.close();
  await expect.poll(readCounts).toContain('hotmart proof 102');
  await forge(server.address, 'hotmart');
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(await readCounts()).toContain('hotmart proof 103');
});

test('adds counts of the same minute and removes old ones', async () => {
  await using console = await startConsoleData();
  const { database } = console;
  const now = console.now();
  const refusal = { platform: 'hotmart', reason: 'proof', count: 2 } as const;
  await storeRefusals(database, [{ ...refusal, lastAt: now }]);
  await storeRefusals(database, [
    { ...refusal, lastAt: now },
    { ...refusal, lastAt: now - 61 * DAY },
  ]);
  await purgeExpired(database, now);
  expect(
    await database.selectFrom('refused_notices').select(['count', 'last_at']).execute(),
  ).toEqual([{ count: 4, last_at: new Date(now).toISOString() }]);
});

test('warns of refused notices until one is accepted', async () => {
  await using console = await startConsoleData();
  const { database } = console;
  const now = console.now();
  await addAccepted(database, 'hotmart', [now - 2 * HOUR]);
  const refusal = { platform: 'hotmart', count: 3, lastAt: now - HOUR } as const;
  await storeRefusals(database, [{ ...refusal, reason: 'proof' }]);
  const readPlatforms = async () => (await console.get('notices/platforms')).platforms;
  const at = new Date(now - HOUR).toISOString();
  expect(await readPlatforms()).toEqual([
    {
      platform: 'hotmart',
      accepted_at: new Date(now - 2 * HOUR).toISOString(),
      refusals: [{ at, reason: 'proof', count: 3 }],
      problems: [
        {
          subject: 'sales',
          level: 'red',
          what: expect.stringContaining('Hotmart: avisos recusados desde '),
          remedy: expect.stringContaining('Ligações'),
        },
      ],
    },
  ]);
  const [later] = await readNoticeFacts(database, now + 7 * DAY);
  expect(later).toMatchObject({ platform: 'hotmart', warning: null });
  await addAccepted(database, 'hotmart', [now]);
  expect((await readPlatforms())[0].problems).toEqual([]);
});

test('warns of refusals and silence after the clock was set back, despite notices from the future', async () => {
  await using console = await startConsoleData();
  const { database } = console;
  const now = console.now();
  const [hotmart, kiwify] = [{ platform: 'hotmart' }, { platform: 'kiwify' }] as const;
  const refusal = { reason: 'proof', count: 3 } as const;
  await addAccepted(database, 'hotmart', [now - 2 * HOUR, now + 90 * DAY]);
  await addAccepted(database, 'kiwify', [...hourly(now - 3 * DAY), now + 90 * DAY]);
  await storeRefusals(database, [{ ...hotmart, ...refusal, lastAt: now - HOUR }]);
  const facts = await readNoticeFacts(database, now);
  expect(facts.filter(({ warning }) => warning !== null)).toMatchObject([
    { ...hotmart, warning: { kind: 'refused' } },
    { ...kiwify, warning: { kind: 'silent', since: new Date(now - 3 * DAY).toISOString() } },
  ]);
  // A refusal from the future is no reason to warn once a notice was accepted.
  await storeRefusals(database, [{ ...hotmart, ...refusal, lastAt: now + 90 * DAY }]);
  await addAccepted(database, 'hotmart', [now]);
  const [mended] = await readNoticeFacts(database, now);
  expect(mended).toMatchObject({ ...hotmart, warning: null });
});

test.each(STORES)('%s: warns of a platform that sends less than usual', async (kind) => {
  await using console = await startConsoleData(kind);
  const lastNoticeAt = console.now() - 3 * DAY;
  await addAccepted(console.database, 'kiwify', hourly(lastNoticeAt));
  await addAccepted(console.database, 'hotmart', [lastNoticeAt]);
  const { platforms } = await console.get('notices/platforms');
  expect(platforms).toMatchObject([
    { platform: 'hotmart', problems: [] },
    {
      platform: 'kiwify',
      problems: [{ level: 'yellow', what: expect.stringContaining('Kiwify: nenhum aviso desde') }],
    },
  ]);
});

const CONFIG = configOf({});

test('queues one e-mail a day to owners by two replicas', async () => {
  await using console = await startConsoleData();
  const { database } = console;
  const now = console.now();
  await console.signIn('bia@escola.test', 'owner');
  await console.signIn('caio@escola.test', 'manager');
  await storeRefusals(database, [{ platform: 'hotmart', reason: 'proof', count: 1, lastAt: now }]);
  const readMails = console.readOperatorMails;
  await Promise.all([queueAlerts(database, CONFIG, now), queueAlerts(database, CONFIG, now)]);
  const alert = expect.objectContaining({ subject: 'Avisos da Hotmart estão sendo recusados' });
  expect(await readMails()).toEqual([alert, alert]);
  await queueAlerts(database, CONFIG, now + DAY - 1);
  expect(await readMails()).toHaveLength(2);
  await queueAlerts(database, CONFIG, now + DAY + 1);
  expect(await readMails()).toHaveLength(4);
});

test('queues one e-mail for each silence of a platform', async () => {
  await using console = await startConsoleData();
  const { database } = console;
  const lastNoticeAt = console.now() - 3 * DAY;
  await addAccepted(database, 'kiwify', hourly(lastNoticeAt));
  const countAt = async (now: number) => {
    await queueAlerts(database, CONFIG, now);
    return (await console.readOperatorMails()).length;
  };
  expect(await countAt(lastNoticeAt + 3 * DAY)).toBe(1);
  expect(await countAt(lastNoticeAt + 10 * DAY)).toBe(1);
  await addAccepted(database, 'kiwify', [lastNoticeAt + 11 * DAY]);
  expect(await countAt(lastNoticeAt + 12 * DAY)).toBe(1);
  expect(await countAt(lastNoticeAt + 48 * DAY)).toBe(2);
});
