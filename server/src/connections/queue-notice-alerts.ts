import { DAY_MS } from '@funil/contract/durations';
import { PLATFORM_NAMES, type PlatformName, platformLabel } from '@funil/contract/sales/platforms';
import type { Kysely } from 'kysely';
import { type AlertText, addOwnerAlerts } from '../operators/alerts.ts';
import type { Database, Tables } from '../store/database.ts';
import { toTimestamp } from '../store/timestamp.ts';
import { describeWarning, type NoticeWarning, readWarning } from './notices.ts';

/** Queues an e-mail to each owner about each platform whose notices are refused or missing. */
export async function queueNoticeAlerts(database: Database, now: number): Promise<void> {
  for (const platform of PLATFORM_NAMES) {
    const { warning } = await readWarning(database, platform, now);
    if (warning === null) continue;
    await database.transaction().execute(async (transaction) => {
      if (await claim(transaction, platform, warning, now)) {
        await addOwnerAlerts(transaction, writeNoticeAlert(platform, warning), now);
      }
    });
  }
}

function writeNoticeAlert(platform: PlatformName, warning: NoticeWarning): AlertText {
  const label = platformLabel(platform);
  const { what, remedy } = describeWarning(platform, warning);
  const isUrgent = warning.kind === 'refused';
  return {
    subject: isUrgent
      ? `Avisos da ${label} estão sendo recusados`
      : `Nenhum aviso da ${label} há mais tempo que o normal`,
    kicker: 'Avisos das plataformas',
    title: isUrgent ? 'Avisos de venda recusados' : 'Faltam avisos de venda',
    what,
    remedy: remedy ?? '',
    isUrgent,
    button: { label: 'Ver os avisos', path: '/vendas/avisos' },
    fields: [{ label: 'Plataforma', value: label }],
  };
}

/**
 * Claims the e-mails about a warning for this process.
 * @returns false if they were queued before: within a day, or within the same silence
 */
async function claim(
  transaction: Kysely<Tables>,
  platform: PlatformName,
  { kind, since }: NoticeWarning,
  now: number,
): Promise<boolean> {
  const earliest = kind === 'silent' ? since : toTimestamp(now - DAY_MS);
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('notice_alerts')
    .values({ platform, kind, alerted_at: toTimestamp(now) })
    .onConflict((conflict) =>
      conflict
        .columns(['platform', 'kind'])
        .doUpdateSet({ alerted_at: toTimestamp(now) })
        .where('notice_alerts.alerted_at', '<', earliest),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
