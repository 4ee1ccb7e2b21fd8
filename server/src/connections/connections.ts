import { isWebhookDestination } from '@funil/contract/console/delivery-labels';
import { PLATFORM_NAMES } from '@funil/contract/sales/platforms';
import { RECONCILE_PLATFORMS } from '@funil/contract/sales/sales-apis';
import type { Database } from '../store/database.ts';
import { judgeAdAccount, readPulls } from './ad-account.ts';
import { judgeComparison, readComparisons } from './comparisons.ts';
import type { ConnectionContext, ConnectionHealth } from './connection.ts';
import { judgeGa4, judgeMeta } from './conversions.ts';
import { judgeCopies } from './copies.ts';
import { judgeDestinations, readDestinations } from './destinations.ts';
import { judgeNotices } from './judge-notices.ts';
import { judgeMail } from './mail.ts';
import { readNoticeFacts } from './notice-facts.ts';
import type { ConnectionProbes } from './probe.ts';

export type ConnectionFacts = Awaited<ReturnType<typeof readConnectionFacts>>;

export async function readConnectionFacts(database: Database, now: number) {
  return {
    notices: await readNoticeFacts(database, now),
    comparisons: await readComparisons(database),
    pulls: await readPulls(database),
    destinations: await readDestinations(database),
  };
}

/**
 * Returns the health of all connections, also of those that are off.
 * @param facts null if the database cannot be read
 */
export async function listConnections(
  facts: ConnectionFacts | null,
  context: ConnectionContext,
  probes: ConnectionProbes = {},
): Promise<ConnectionHealth[]> {
  const { config, now } = context;
  const { meta, ga4 } = config.conversions;
  const destinations = judgeDestinations(facts?.destinations ?? { queues: [], endpoints: [] }, now);
  const deliveringServices = [
    ['mail', config.mail !== null, judgeMail(context, probes.mailRefusal)],
    ['meta', meta !== null, judgeMeta(context, probes.metaResult ?? null)],
    ['ga4', ga4 !== null, judgeGa4(context, probes.ga4Result ?? null)],
  ] as const;
  return [
    ...PLATFORM_NAMES.map((platform) => judgeNotices(platform, facts?.notices ?? null, context)),
    ...RECONCILE_PLATFORMS.map((platform) =>
      judgeComparison(platform, facts?.comparisons ?? null, context),
    ),
    ...destinations.filter(({ id }) => isWebhookDestination(id)),
    ...deliveringServices.map(([id, isOn, serviceFindings]): ConnectionHealth => {
      const queues = destinations.filter((queue) => [id, `${id}:leads`].includes(queue.id));
      const usedAt = queues.flatMap((queue) => queue.usedAt ?? []).toSorted();
      const findings = [...queues.flatMap((queue) => queue.findings), ...serviceFindings];
      return { id, isOn, usedAt: usedAt.at(-1) ?? null, findings };
    }),
    await judgeCopies(context),
    judgeAdAccount(context, facts?.pulls ?? [], probes.accountResult),
  ];
}
