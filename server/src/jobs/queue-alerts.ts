import type { Config } from '../config/config.ts';
import { type CopyAlertConfig, copyAlerts } from '../connections/copy-alerts.ts';
import { noticeAlerts } from '../connections/notice-alerts.ts';
import { queuePush } from '../deliveries/push/queue-push.ts';
import type { AlertSource } from '../operators/alert-source.ts';
import { addRoleAlerts } from '../operators/alerts.ts';
import { type SummaryConfig, summaryAlerts } from '../report/summary-alerts.ts';
import type { Database, Queryable, Tables } from '../store/database.ts';

type AlertConfig = CopyAlertConfig & SummaryConfig & Pick<Config, 'console'>;

const listSources = (config: AlertConfig): readonly AlertSource[] => [
  noticeAlerts,
  copyAlerts(config),
  summaryAlerts(config),
];

export async function queueAlerts(database: Database, config: AlertConfig, now: number) {
  for (const { kind, to, find } of listSources(config)) {
    for (const { alertKey, noRepeatSince, text, push, operatorId } of await find(database, now)) {
      const alertRow = {
        kind,
        about: JSON.stringify(alertKey),
        alerted_at: new Date(now).toISOString(),
      };
      await database.transaction().execute(async (transaction) => {
        if (!(await claimAlert(transaction, alertRow, noRepeatSince)) || text === null) return;
        await addRoleAlerts(transaction, { to, text, operatorId }, now);
        if (!push || !config.console.url?.startsWith('https:')) return;
        const happenedAt = new Date(now).toISOString();
        const event = { ...push, happenedAt, phoneKey: null, emailKey: null };
        await queuePush(transaction, [event], { now, operatorId });
      });
    }
  }
}

/** Several processes find the same alert. Returns false if one claimed it since `noRepeatSince`. */
async function claimAlert(
  transaction: Queryable,
  alertRow: Tables['operator_alerts'],
  noRepeatSince: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('operator_alerts')
    .values(alertRow)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'about'])
        .doUpdateSet({ alerted_at: alertRow.alerted_at })
        .where('operator_alerts.alerted_at', '<', noRepeatSince),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
