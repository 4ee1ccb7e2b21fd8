import type { MailConfig } from '../../config/mail.ts';
import { claimAlert, settleAlert } from '../../operators/alerts.ts';
import type { ReportError } from '../../store/capture-store.ts';
import type { Database } from '../../store/database.ts';
import { retryDelayAfter } from '../judge-attempt.ts';
import { composeAlert } from './compose.ts';
import type { MailContext } from './layout.ts';
import { createMailer, type Mailer } from './send.ts';

const POLL_INTERVAL_MS = 2_000;
/** How long a claimed alert stays reserved for this process: longer than any attempt. */
const LEASE_MS = 60_000;

interface AlertParts {
  readonly database: Database;
  readonly mail: MailConfig;
  readonly readContext: () => MailContext;
  readonly reportError: ReportError;
}

/** Sends operators the queued e-mails about their own accounts until it is stopped. */
export function startAlerts(parts: AlertParts): { stop(): Promise<void> } {
  const mailer = createMailer(parts.mail);
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= sendDue(parts, mailer, stopping.signal).finally(() => {
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
      const { result } = await mailer.send(composeAlert(alert, context), null, stop);
      const wait = result === 'failed' ? retryDelayAfter(alert.attempts, Math.random()) : null;
      await settleAlert(database, alert.id, wait === null ? null : readContext().now + wait);
    }
  } catch (error) {
    reportError('account alerts cannot be sent', error);
  }
}
