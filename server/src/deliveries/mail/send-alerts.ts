import type { MailConfig } from '../../config/mail.ts';
import { claimAlert, type OperatorAlert, settleAlert } from '../../operators/alerts.ts';
import { makeMailedLink } from '../../operators/links.ts';
import type { Database } from '../../store/database.ts';
import { retryDelayAfter } from '../judge-attempt.ts';
import { composeAlert } from './compose.ts';
import type { MailContext } from './layout.ts';
import { createMailer, type Message } from './send.ts';

/** How long a claimed alert stays reserved for this process: longer than any attempt. */
const LEASE_MS = 60_000;

interface SenderRun {
  readonly database: Database;
  /** In ms since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Returns a function that sends operators the queued e-mails that are due, until its signal is aborted. */
export function createAlertSender(mail: MailConfig, readContext: (now: number) => MailContext) {
  const mailer = createMailer(mail);
  return async ({ database, now, signal }: SenderRun): Promise<void> => {
    while (!signal.aborted) {
      const context = readContext(now());
      const alert = await claimAlert(database, LEASE_MS, context.now);
      if (!alert) return;
      const message = await writeMessage(database, alert, context);
      const result = message && (await mailer.send(message, null, signal)).result;
      const wait = result === 'failed' ? retryDelayAfter(alert.attempts, Math.random()) : null;
      await settleAlert(database, alert.id, wait === null ? null : now() + wait);
    }
  };
}

/** Returns an alert's message; null if its link would have expired. */
async function writeMessage(
  database: Database,
  alert: OperatorAlert,
  context: MailContext,
): Promise<Message | null> {
  if (alert.kind !== 'link') return composeAlert(alert, null, context);
  const token = await makeMailedLink(database, alert, context.now);
  return token === null ? null : composeAlert(alert, token, context);
}
