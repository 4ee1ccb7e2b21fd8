import { existsSync } from 'node:fs';
import {
  type ConnectionState,
  type ConnectionsResponse,
  changeSettingsSchema,
  type SettingState,
} from '@funil/contract/console/connections';
import { OWNERS } from '@funil/contract/operators/roles';
import { explainCheckoutProblems } from '@funil/contract/sales/checkout-problem';
import { RECONCILE_PLATFORMS } from '@funil/contract/sales/sales-apis';
import { CONNECTIONS, STORED_SETTINGS } from '@funil/contract/settings/stored-settings';
import { acceptsValue, readConfig } from '../../config/config.ts';
import type { ConnectionHealth } from '../../connections/connection.ts';
import { listConnections, readConnectionFacts } from '../../connections/connections.ts';
import { toStatusFinding } from '../../connections/finding.ts';
import { requestReconciliation, USUAL_COMPARISON_DAYS } from '../../sales/reconcile/reconcile.ts';
import {
  isSetByEnvironment,
  type OpenedSettings,
  openSettings,
} from '../../settings/resolve-settings.ts';
import { keyFileOf } from '../../settings/secrets-key.ts';
import {
  changeSettings,
  readStoredSettings,
  type SettingChanges,
} from '../../settings/stored-settings.ts';
import { findPublishedAddress } from '../../site/site-info.ts';
import type { StoredSettingRow } from '../../store/settings-tables.ts';
import { invalidRefusal, RouteRefusal } from '../route-refusal.ts';
import { SENSITIVE_ACCESS } from './access.ts';
import type { AddRoute, RouteDependencies } from './data-route.ts';

/** No route returns a secret. */
export function addConnectionRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database, settings, now } = deps;
  addRoute('GET connections', { roles: OWNERS }, () => readConnections(deps));
  addRoute('PATCH settings', { ...SENSITIVE_ACCESS, body: changeSettingsSchema }, async (call) => {
    const changes = trimSettings(call.body.values);
    const refusal = await judgeChanges(deps, changes);
    if (refusal) return refusal;
    const { config } = settings;
    const change = { config, changes, by: call.operator.email, now: now() };
    if (!(await changeSettings(database, change))) {
      return new RouteRefusal(
        'busy',
        `Nada foi guardado: ${describeUnusableKey(keyFileOf(config))}`,
      );
    }
    for (const [name, value] of Object.entries(changes)) {
      const action = value === null ? 'setting.removed' : 'setting.stored';
      await call.audit(action, { kind: 'setting', key: name });
    }
    await settings.refresh();
    await requestReconciliations(deps, Object.keys(changes));
    return readConnections(deps);
  });
  addRoute('POST connections/mail-check', { roles: OWNERS }, async () => {
    const { mail } = settings.config;
    if (mail === null) return invalidRefusal('SMTP_URL', 'Nenhum servidor de e-mail está ligado.');
    const { verifyMail } = await import('../../deliveries/mail/send.ts');
    return { failure: await verifyMail(mail.smtp) };
  });
}

const describeUnusableKey = (path: string): string =>
  existsSync(path)
    ? 'a chave que fecha os segredos está estragada. Quem cuida do servidor põe de volta a de antes; se ela se perdeu, apaga a estragada, e guarda-se tudo de novo aqui.'
    : 'o servidor não conseguiu criar a chave que fecha os segredos. Quem cuida dele pode criá-la.';

/** Requests a reconciliation from each changed API, so that the owner soon sees whether the credentials are right. */
async function requestReconciliations(
  { database, settings }: RouteDependencies,
  names: readonly string[],
) {
  for (const platform of RECONCILE_PLATFORMS) {
    const connection = CONNECTIONS.find(({ id }) => id === `${platform}-api`);
    const isChanged = connection?.settings.some(({ name }) => names.includes(name));
    if (!isChanged || settings.config.reconcile[platform] === null) continue;
    await requestReconciliation(database, platform, USUAL_COMPARISON_DAYS);
  }
}

const trimSettings = (values: SettingChanges): SettingChanges =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value?.trim() ?? null]));

async function judgeChanges(
  deps: RouteDependencies,
  changes: SettingChanges,
): Promise<RouteRefusal | null> {
  const { database, env, settings } = deps;
  for (const [name, value] of Object.entries(changes)) {
    if (isSetByEnvironment(env, name)) {
      return invalidRefusal(name, 'Foi definido por quem instalou o servidor: só lá se muda.');
    }
    const isEmpty = value?.replaceAll(',', '').trim() === '';
    if (value !== null && (isEmpty || !acceptsValue(name, value))) {
      return invalidRefusal(name, STORED_SETTINGS.get(name)?.format);
    }
  }
  const { values } = openSettings(env, settings.config, await readStoredSettings(database));
  const nextEntries = Object.entries({ ...env, ...values, ...changes }).filter(
    ([, value]) => value !== null,
  );
  const result = readConfig(Object.fromEntries(nextEntries) as Record<string, string>);
  if (result.ok) return null;
  const [name = result.variable] = Object.keys(changes);
  return invalidRefusal(
    name,
    'Estes campos só valem juntos: preencha os que faltam, ou apague todos.',
  );
}

async function readConnections(deps: RouteDependencies): Promise<ConnectionsResponse> {
  const {
    database,
    env,
    settings: { config },
    now,
  } = deps;
  const rows = await readStoredSettings(database);
  const openedSettings = openSettings(env, config, rows);
  const site = deps.site();
  const context = { config, env: { ...env, ...openedSettings.values }, site, now: now() };
  const facts = await readConnectionFacts(database, context.now);
  const connections = await listConnections(facts, context);
  return {
    settings: [...STORED_SETTINGS.keys()].map((name) => {
      const row = rows.find((stored) => stored.name === name);
      return describeSetting(deps, openedSettings, name, row);
    }),
    address: findPublishedAddress(site, context.env),
    checkout_platform: site?.checkout.platform ?? null,
    connections: CONNECTIONS.flatMap(({ id, settings }) => {
      const storedAt = rows
        .filter(({ name }) => settings.some((setting) => setting.name === name))
        .map(({ updated_at }) => updated_at)
        .toSorted();
      const connection = connections.find((known) => known.id === id);
      return connection ? describeConnection(connection, storedAt.at(-1) ?? '') : [];
    }),
    // Every platform passes as connected, because its connection already reports a missing secret.
    checkout_problems: site ? explainCheckoutProblems(site, () => true) : [],
  };
}

/** Describes the connection's use and problems since its settings were stored. */
function describeConnection(
  { id, isOn, usedAt, findings }: ConnectionHealth,
  since: string,
): ConnectionState[] {
  const problems = findings
    .filter(
      ({ level, at, awaitsFirstUse }) =>
        level !== 'green' && !awaitsFirstUse && (!at || at > since),
    )
    .map(toStatusFinding);
  if (!isOn && problems.length === 0) return [];
  return [{ id, used_at: usedAt !== null && usedAt > since ? usedAt : null, problems }];
}

function describeSetting(
  { env }: RouteDependencies,
  { values, unreadable }: OpenedSettings,
  name: string,
  row: StoredSettingRow | undefined,
): SettingState {
  const value = STORED_SETTINGS.get(name)?.isSecret ? null : (values[name] ?? null);
  const stored = row ? { at: row.updated_at, by: row.updated_by } : null;
  if (isSetByEnvironment(env, name)) return { name, source: 'server', value: null, stored };
  if (unreadable.includes(name)) return { name, source: 'unreadable', value: null, stored };
  return { name, source: name in values ? 'console' : 'none', value, stored };
}
