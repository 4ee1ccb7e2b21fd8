import type { ConnectionUse } from '@funil/contract/console/connections';
import { DAY_MS } from '@funil/contract/durations';
import { CONNECTIONS, type Connection } from '@funil/contract/stored-settings';
import { explainPull } from '../ads/meta/errors.ts';
import type { Config } from '../config/config.ts';
import { RECONCILE_PLATFORMS } from '../config/reconcile.ts';
import { listReconciliations } from '../sales/reconcile/requests.ts';
import type { Database } from '../store/database.ts';
import type { StoredSettingRow } from '../store/settings-tables.ts';

/** Older deliveries are not looked for. */
const MAX_DELIVERY_AGE_MS = 30 * DAY_MS;

interface UseParts {
  readonly database: Database;
  /** The settings in effect. */
  readonly config: Pick<Config, 'reconcile' | 'spend' | 'mail' | 'conversions'>;
  readonly rows: readonly StoredSettingRow[];
  /** In ms since 1970. */
  readonly now: number;
}

/** When the connection was used last, and what came of it. */
interface LastUse {
  readonly at: string | null;
  readonly problem: string | null;
}

/** Returns whether each connection in effect works, apart from the platforms' notices. */
export async function readConnectionUses(parts: UseParts): Promise<ConnectionUse[]> {
  const uses = await Promise.all(
    CONNECTIONS.map(async ({ id, settings }) => {
      const since = sinceOf(settings, parts.rows);
      const use = await readUse(id, since, parts);
      return use === null ? [] : [{ id, ...use }];
    }),
  );
  return uses.flat();
}

/** Returns when the last of a connection's settings was stored; empty if none is. */
const sinceOf = (settings: Connection['settings'], rows: readonly StoredSettingRow[]): string =>
  rows
    .filter(({ name }) => settings.some((setting) => setting.name === name))
    .map(({ updated_at }) => updated_at)
    .toSorted()
    .at(-1) ?? '';

/** Returns the last use since a time; null if the connection is not in effect, or is one of notices. */
async function readUse(id: string, since: string, parts: UseParts): Promise<LastUse | null> {
  const { config } = parts;
  const platform = RECONCILE_PLATFORMS.find((name) => id === `${name}-api`);
  if (platform !== undefined) return readComparison(platform, since, parts);
  switch (id) {
    case 'mail':
      return config.mail && readDeliveries(['mail', 'mail:leads'], since, parts);
    case 'meta':
      return config.conversions.meta && readDeliveries(['meta'], since, parts);
    case 'ga4':
      return config.conversions.ga4 && readDeliveries(['ga4'], since, parts);
    case 'meta-ads':
      return config.spend.meta && readPull(config.spend.meta.account, since, parts);
    default:
      return null;
  }
}

async function readComparison(
  platform: string,
  since: string,
  { database, config, now }: UseParts,
): Promise<LastUse | null> {
  const items = await listReconciliations(database, config.reconcile, now);
  const item = items.find((listed) => listed.platform === platform);
  if (!item) return null;
  const { checked_at: at, until, problem } = item;
  return {
    at: at !== null && at > since ? at : null,
    problem: problem && (until ?? '') > since ? `${problem.message} ${problem.remedy}` : null,
  };
}

async function readPull(
  account: string,
  since: string,
  { database }: UseParts,
): Promise<LastUse | null> {
  const pull = await database
    .selectFrom('ad_spend_pulls')
    .select(['pulled_at', 'attempted_at', 'error'])
    .where('account', '=', account)
    .executeTakeFirst();
  const isSince = (time: string | null | undefined) => time != null && time > since;
  const failure = pull?.error && isSince(pull.attempted_at) ? explainPull(pull.error) : null;
  return {
    at: isSince(pull?.pulled_at) ? (pull?.pulled_at ?? null) : null,
    problem: failure && `${failure.message} ${failure.remedy}`,
  };
}

/** Returns the last delivery; a problem if the newest delivery failed. */
async function readDeliveries(
  destinations: readonly string[],
  since: string,
  { database, now }: UseParts,
): Promise<LastUse> {
  const earliest = new Date(now - MAX_DELIVERY_AGE_MS).toISOString();
  const newest = database
    .selectFrom('deliveries')
    .select(['created_at', 'ended_at', 'outcome'])
    .where('destination', 'in', destinations)
    .where('created_at', '>=', since > earliest ? since : earliest)
    .orderBy('created_at', 'desc')
    .limit(1);
  const delivered = await newest.where('state', '=', 'delivered').executeTakeFirst();
  const failed = await newest
    .where(({ or, eb, and }) =>
      or([eb('state', '=', 'dead'), and([eb('state', '=', 'waiting'), eb('tries', '>', 0)])]),
    )
    .executeTakeFirst();
  const isFailing = failed !== undefined && failed.created_at >= (delivered?.created_at ?? '');
  return { at: delivered?.ended_at ?? null, problem: isFailing ? explain(failed.outcome) : null };
}

function explain(outcome: string | null): string {
  const why = outcome !== null && /^\d+$/.test(outcome) ? `resposta ${outcome}` : 'sem resposta';
  return `O último envio falhou (${why}). Confira o que está guardado aqui; os detalhes estão em Entregas.`;
}
