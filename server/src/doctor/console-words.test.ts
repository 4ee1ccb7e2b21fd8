import type { NoticeRefusalReason } from '@funil/contract/sales/refusals';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { readSiteInfo } from '../../../testkit/start-app.ts';
import { type MetaErrorReason, PULL_ERRORS } from '../ads/meta/errors.ts';
import { type ConnectionFacts, listConnections } from '../connections/connections.ts';
import { type Finding, toStatusFinding } from '../connections/finding.ts';
import type { ConnectionProbes } from '../connections/probe.ts';
import type { AttemptOutcome } from '../deliveries/destination.ts';
import { ApiFailure } from '../http/api-errors.ts';
import { explainReconcileError } from '../sales/reconcile/errors.ts';
import { checkConsole } from './check-console.ts';
import { checkDatabase } from './check-database.ts';
import { checkClock, checkDisk, checkVolumes } from './check-machine.ts';
import {
  checkSettings,
  checkSettingsFile,
  checkSettingsLines,
  checkStoredSettings,
} from './check-settings.ts';
import { checkPublishedContent, checkSite } from './check-site.ts';

const NOW = Date.parse('2026-11-21T15:00:00Z');
const BEFORE = '2026-11-01T12:00:00.000Z';

const site = readSiteInfo({
  url: 'https://minha.com.br',
  isDemo: true,
  checkout: { url: 'https://checkout.example/a', platform: 'kiwify' },
  products: [{ names: ['Livro'], url: 'https://pay.kiwify.com.br/x', platform: 'hotmart' }],
  tracking: { gtag: 'UA-1', adsConversion: 'AW', pixel: 'x', consent: 'notice' },
});

function examineMachine(): Finding[] {
  const files = [
    { state: 'disabled' },
    { state: 'missing', path: '/srv/.env' },
    { state: 'unreadable', message: 'O arquivo de ENV_FILE não pode ser lido.' },
    { state: 'read', path: '/srv/.env', isPrivate: true, changedAt: 0, misreadLines: [] },
    { state: 'read', path: '/srv/.env', isPrivate: false, changedAt: 0, misreadLines: [3] },
  ] as const;
  const stored = { usedCount: 0, keyPath: '/srv/secrets.key', hasKeyVariable: false };
  const state = { bytes: 1, version: 1, newest: 1, refusal: null, damage: null, clock: null };
  const database = [
    { refusal: { reason: '/data não pode ser gravado (EROFS).', isDiskFull: false } },
    { refusal: { reason: 'Não há espaço em /data (ENOSPC).', isDiskFull: true }, damage: 'row 3' },
    { version: 0 },
    { version: 2 },
  ];
  const clock = { now: NOW, databaseNow: null, newestLeadAt: null };
  return [
    ...files.map(checkSettingsFile),
    ...files.flatMap(checkSettingsLines),
    ...checkSettings({ PORT: 'x', KIWIFI_TOKEN: 'x', EDUZZ_TOKEN: 'x' }).findings,
    ...checkStoredSettings({ ...stored, unreadable: ['KIWIFY_TOKEN'], keyFile: null }),
    ...checkStoredSettings({ ...stored, unreadable: [], keyFile: { isPrivate: false } }),
    ...checkDatabase({ ok: false, remedy: 'Confira DATABASE_URL.' }, 'O banco em ./data.'),
    ...database.flatMap((change) =>
      checkDatabase({ ok: true, state: { ...state, ...change } }, 'O banco em ./data.'),
    ),
    ...[1e6, 5e8, 2e9, 9e9].map((freeBytes) =>
      checkDisk({ folder: '/srv/data', freeBytes, databaseBytes: 3e9 }),
    ),
    ...checkVolumes({
      mounts: '1 0 0:98 / / rw - overlay overlay rw',
      dataDir: '/data',
      copiesDir: '/backup',
    }),
    checkClock({ ...clock, now: 0 }),
    checkClock({ ...clock, databaseNow: 0 }),
    checkClock({ ...clock, newestLeadAt: '2026-11-24T15:00:00.000Z' }),
  ];
}

function examinePage(): Finding[] {
  const failure = { at: BEFORE, reason: '- content/site.yaml, linha 3, campo "url": falta' };
  const built = { folder: '/srv/site', isBuilt: true, failure: null };
  const console_ = {
    ...{ isBuilt: false, operators: [{ has_factor: false }], hasOtherServer: false },
    keyMismatch: ['SECRETS_KEY não é a do banco.', 'npm run operator'] as [string, string],
  };
  return [
    checkSite({ ...built, isBuilt: false }),
    checkSite({ ...built, failure }),
    ...checkPublishedContent(null),
    ...checkPublishedContent(site),
    ...(
      [
        [{}, 'nothing'],
        [{}, 'other'],
        [{ CONSOLE_PORT: '0' }, 'nothing'],
        [{ CONSOLE_HOST: '0.0.0.0' }, 'funil'],
        [{ CONSOLE_URL: 'http://painel.exemplo.com' }, 'funil'],
      ] as const
    ).flatMap(([env, answer]) =>
      checkConsole({ ...console_, config: configOf({ ...env }).console, answer }),
    ),
  ];
}

const PULL_ERROR_NAMES = Object.keys(PULL_ERRORS) as MetaErrorReason[];

const makeOutcome = (status: number, response: string): AttemptOutcome => ({
  result: 'failed',
  status,
  response,
});

const makeNotices = (reason: NoticeRefusalReason): ConnectionFacts['notices'][number] => ({
  ...{ platform: 'kiwify', accepted_at: null, refusals: [], failed: 1, unread_since: BEFORE },
  warning: { kind: 'refused', reason, since: BEFORE },
});

async function examineConnections(): Promise<Finding[]> {
  const secrets = { KIWIFY_TOKEN: 'curto', META_CAPI_TOKEN: 't', META_TEST_EVENT_CODE: 'TEST1' };
  const smtp = { SMTP_URL: 'smtps://a:b@m.test', NOTIFY_FROM: 'a@b.test', NOTIFY_TO: 'a@b.test' };
  const meta = { META_ADS_TOKEN: 't', META_ADS_ACCOUNT: '1' };
  const queue = {
    ...{ waiting: 1, failing: 1, failing_since: BEFORE, failing_until: BEFORE, failure: '500' },
    ...{ dead: 1, dead_until: BEFORE, delivered_at: BEFORE, off_reason: null },
    answers_with_page: true,
  };
  const facts: ConnectionFacts = {
    notices: [makeNotices('secret')],
    comparisons: [
      { platform: 'hotmart', succeeded_at: null, period_until: BEFORE, error: 'permission' },
    ],
    pulls: [],
    destinations: {
      queues: [
        { ...queue, destination: 'webhook:1' },
        { ...queue, destination: 'mail', off_reason: 'gone' },
      ],
      endpoints: [],
    },
  };
  const all = { ...secrets, ...smtp, ...meta, HOTMART_CLIENT_ID: 'a', HOTMART_CLIENT_SECRET: 'b' };
  const cases: [Record<string, string>, ConnectionProbes][] = [
    [{}, {}],
    [{ NOTIFY_TO: 'a@b.test', META_ADS_TOKEN: 't', HOTMART_CLIENT_ID: 'a' }, {}],
    [all, { metaResult: makeOutcome(500, '{}'), mailRefusal: 'm.test não respondeu a tempo.' }],
    [
      { ...all, GA4_API_SECRET: 'g' },
      { metaResult: makeOutcome(400, '{"error":{"code":190}}'), mailRefusal: null },
    ],
    ...PULL_ERROR_NAMES.map((name): [Record<string, string>, ConnectionProbes] => [
      all,
      { accountResult: new ApiFailure(name) },
    ]),
  ];
  const connections = await Promise.all(
    cases.map(([env, probes]) =>
      listConnections(facts, { config: configOf(env), env, site, now: NOW }, probes),
    ),
  );
  return connections.flat().flatMap(({ findings }) => findings);
}

/** Names of variables, files, folders and commands, which sellers cannot use. */
const TERMINAL_WORDS = /[A-Z]{3,}_[A-Z]|npm run|chmod|timedatectl|\.env|\.yaml|\.md|\/srv|\/data/;

test('names no variable, file or command in the console', async () => {
  const found = [...examineMachine(), ...examinePage(), ...(await examineConnections())];
  const shown = found.map(toStatusFinding).map(({ what, remedy }) => `${what} ${remedy ?? ''}`);
  expect(shown.filter((words) => TERMINAL_WORDS.test(words))).toEqual([]);
});

test.each(['credentials', 'permission', 'unexpected', 'interrupted'])(
  'explains a comparison’s error without variables, files and commands: %s',
  (error) => {
    const { message, remedy } = explainReconcileError('kiwify', error);
    expect(`${message} ${remedy}`).not.toMatch(TERMINAL_WORDS);
  },
);
