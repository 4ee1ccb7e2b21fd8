import { MINUTE_MS } from '@funil/contract/durations';
import type { MailConfig } from '../../config/mail.ts';
import { claimAlert, type OperatorAlert, settleAlert } from '../../operators/alerts.ts';
import { makeMailedLink } from '../../operators/links.ts';
import type { ReportError } from '../../store/capture-store.ts';
import type { Database } from '../../store/database.ts';
import { retryDelayAfter } from '../judge-attempt.ts';
import { composeAlert } from './compose.ts';
import type { MailContext } from './layout.ts';
import { queueNoticeAlerts } from './queue-notice-alerts.ts';
import { createMailer, type Mailer, type Message } from './send.ts';

const POLL_INTERVAL_MS = 2_000;
/** The pause between two checks of the platforms' notices. */
const NOTICES_INTERVAL_MS = MINUTE_MS;
/** How long a claimed alert stays reserved for this process: longer than any attempt. */
const LEASE_MS = 60_000;

interface AlertParts {
  readonly database: Database;
  readonly mail: MailConfig;
  readonly readContext: () => MailContext;
  readonly reportError: ReportError;
}

/** Queues e-mails to owners about notices, and sends operators the queued e-mails, until it is stopped. */
export function startAlerts(parts: AlertParts): { stop(): Promise<void> } {
  const mailer = createMailer(parts.mail);
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let nextCheck = 0;
  async function run() {
    if (performance.now() >= nextCheck) {
      nextCheck = performance.now() + NOTICES_INTERVAL_MS;
      await queueNotices(parts);
    }
    await sendDue(parts, mailer, stopping.signal);
  }
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = null;
    });
  }, POLL_INTERVAL_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

async function queueNotices({ database, readContext, reportError }: AlertParts): Promise<void> {
  try {
    await queueNoticeAlerts(database, readContext().now);
  } catch (error) {
    // The next check finds the same.
    reportError('alerts about notices cannot be queued', error);
  }
}

async function sendDue(
  { database, readContext, reportError }: AlertParts,
  mailer: Mailer,
  stop: AbortSignal,
): Promise<void> {
  try {
    while (!stop.aborted) {
      const context = readContext();
      const alert = await claimAlert(database, LEASE_MS, context.now);
      if (!alert) return;
      const message = await writeMessage(database, alert, context);
      const result = message && (await mailer.send(message, null, stop)).result;
      const wait = result === 'failed' ? retryDelayAfter(alert.attempts, Math.random()) : null;
      await settleAlert(database, alert.id, wait === null ? null : readContext().now + wait);
    }
  } catch (error) {
    reportError('account alerts cannot be sent', error);
  }
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
