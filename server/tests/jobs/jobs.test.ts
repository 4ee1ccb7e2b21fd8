import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { configOf } from '../../../testkit/config-of.ts';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { startFakeMetaAds } from '../../../testkit/fakes/meta-ads.ts';
import { HOTMART_CREDENTIALS, startFakeHotmart } from '../../../testkit/fakes/sales-apis.ts';
import { startSmtp } from '../../../testkit/fakes/smtp.ts';
import { makeApplication, makeEvent, makeLead } from '../../../testkit/rows.ts';
import { makeDatabase, makeFolder, postRows } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { listJobs } from '../../src/jobs/job-list.ts';
import { createRefusalStore } from '../../src/sales/notices/refusals.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { createHeartbeat } from '../../src/store/running-servers.ts';

const TOKEN = 'EAAGm0PX4ZCpsBAKZCa1secret';
const ACCOUNT = '1234567890';

/** Runs each job once, and returns the messages of failed jobs. */
async function findFailingJobs(env: Record<string, string>) {
  const config = configOf(env);
  await using database = await openDatabase(config.store, 'write');
  const report = { reportError: () => {}, onMetrics: () => {} };
  const refusals = createRefusalStore();
  const heartbeat = createHeartbeat(config, null);
  const jobs = await listJobs({ config, changesAfter: null, refusals, heartbeat, ...report });
  const { signal } = new AbortController();
  const context = { database, now: Date.now, settledNow: Date.now, signal };
  const failures: string[] = [];
  for (const { run, failureMessage } of jobs) {
    await run(context).catch((error) => failures.push(`${failureMessage}: ${error}`));
  }
  for (const { end } of jobs) await end?.(context);
  return failures;
}

test('does each background job while a server runs without a console, and prints no secret', async () => {
  using folder = makeFolder();
  makeDatabase(folder.path);
  await using smtp = await startSmtp();
  await using hotmart = await startFakeHotmart();
  await using meta = await startFakeMetaAds({ token: TOKEN, account: ACCOUNT });
  const env = {
    DATA_DIR: folder.path,
    SITE_DIR: `${folder.path}/site`,
    CONSOLE_PORT: '0',
    CONSOLE_URL: 'https://console.escola.test',
    GA4_API_SECRET: 'segredo-do-google',
    CONVERSION_CONTEXT_DAYS: '7',
    ...HOTMART_CREDENTIALS,
    HOTMART_API_URL: hotmart.address,
    META_ADS_TOKEN: TOKEN,
    META_ADS_ACCOUNT: ACCOUNT,
    META_API_URL: meta.address,
    SMTP_URL: smtp.url(),
    NOTIFY_FROM: 'Escola <avisos@escola.test>',
    NOTIFY_TO: 'vendas@escola.test',
  };
  const now = Date.now();
  const at = (ms: number) => new Date(ms).toISOString();
  hotmart.setSales([
    { id: 'HP1', status: 'APPROVED', cents: 10_001, createdAt: now - HOUR_MS, paidAt: now },
  ]);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(now);
  meta.setRows([{ date_start: today, ad_id: '7', campaign_id: '1', spend: '1.50' }]);
  const query = queryTables(env, 60_000);
  await query(`insert into funil.operator_links (digest, role, expires_at, created_at)
    values (x'00', 'owner', '2020-01-02T00:00:00.000Z', '2020-01-01T00:00:00.000Z') returning role`);
  await query(`insert into funil.operators (id, email, password, role)
    values ('${randomUUID()}', 'bia@escola.test', '$argon2id$of nobody', 'owner') returning role`);
  const readRefusals = () => query('select platform from funil.refused_notices');
  await query(`insert into funil.refused_notices (minute, platform, reason, count, last_at) values
    ('2020-01-01T00:00:00.000Z', 'hotmart', 'proof', 1, '2020-01-01T00:00:00.000Z'),
    ('${at(now)}', 'kiwify', 'proof', 1, '${at(now)}') returning count`);
  const [old, recent] = [randomUUID(), randomUUID()];
  await query(`insert into funil.visit_contexts (lead_ref, context, created_at) values
    ('${old}', '{}', '${at(now - 8 * DAY_MS)}'), ('${recent}', '{}', '${at(now - 6 * DAY_MS)}')
    returning lead_ref`);
  {
    await using server = await startServer(env);
    await postRows(server.address, 'leads', makeLead());
    await postRows(server.address, 'applications', makeApplication());
    await postRows(server.address, 'jornada', [makeEvent()]);
    await expect.poll(() => query('select kind from funil.contacts')).toHaveLength(2);
    await expect.poll(() => query('select 1 from funil.visits')).toHaveLength(1);
    await expect.poll(() => query('select role from funil.operator_links')).toEqual([]);
    await expect.poll(readRefusals).toEqual([{ platform: 'kiwify' }]);
    await expect
      .poll(() => query('select lead_ref from funil.visit_contexts'))
      .toEqual([{ lead_ref: recent }]);
    await expect
      .poll(() => query('select value_cents from funil.sales'))
      .toEqual([{ value_cents: 10_001 }]);
    await expect
      .poll(() => query('select 1 from funil.reconciliations where succeeded_at is not null'))
      .toHaveLength(1);
    await expect
      .poll(() => query('select 1 from funil.ad_spend_pulls where pulled_at is not null'))
      .toHaveLength(1);
    expect(await query('select spend_cents from funil.ad_spend')).toEqual([{ spend_cents: 150 }]);
    const warnings = () => smtp.received.filter(({ mail }) => mail.subject?.includes('Kiwify'));
    await expect
      .poll(() => warnings().map(({ to, mail }) => [...to, mail.subject]))
      .toContainEqual(['bia@escola.test', 'Avisos da Kiwify estão sendo recusados']);
    const text = warnings().find(({ to }) => to.includes('bia@escola.test'))?.mail.text;
    expect(text).toContain('https://console.escola.test/vendas/avisos');
    expect(text).toContain('Confira se o segredo no painel da Kiwify é o que está em Ligações');
    expect(JSON.stringify(server.output)).not.toMatch(/segredo-d|secret/);
  }
  const { stdout, stderr } = await callCommand('doctor', [], env);
  expect(stdout).toContain('Hotmart: as vendas foram conferidas há');
  expect(stdout).toMatch(/A conta Escola \(1234567890\) foi lida há/);
  expect(stdout + stderr).not.toMatch(/segredo-d|secret/);
  using backups = makeFolder();
  expect(await findFailingJobs({ ...env, BACKUP_DIR: backups.path })).toEqual([]);
});
