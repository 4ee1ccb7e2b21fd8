import type { MailConfig } from '../../config/mail.ts';
import { claimNotice, settleNotice } from '../../operators/notices.ts';
import type { ReportError } from '../../store/capture-store.ts';
import type { Database } from '../../store/database.ts';
import { retryDelayAfter } from '../judge-attempt.ts';
import { composeNotice } from './compose.ts';
import type { MailContext } from './layout.ts';
import { createMailer, type Mailer } from './send.ts';

/** Between two looks for notices, in ms. */
const POLL_INTERVAL_MS = 2_000;
/** Longer than any attempt may take. */
const LEASE_MS = 60_000;

interface NoticeParts {
  readonly database: Database;
  readonly mail: MailConfig;
  readonly readContext: () => MailContext;
  readonly reportError: ReportError;
}

/** Sends operators the e-mails about their own accounts, beside the sign-ins that queued them, until it is stopped. */
export function startNotices(parts: NoticeParts): { stop(): Promise<void> } {
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
  { database, readContext, reportError }: NoticeParts,
  mailer: Mailer,
  stop: AbortSignal,
): Promise<void> {
  try {
    while (!stop.aborted) {
      const context = readContext();
      const notice = await claimNotice(database, LEASE_MS, context.now);
      if (!notice) return;
      const outcome = await mailer.send(composeNotice(notice, context), null, stop);
      const wait =
        outcome.result === 'failed' ? retryDelayAfter(notice.attempts, Math.random()) : null;
      await settleNotice(database, notice.id, wait === null ? null : readContext().now + wait);
    }
  } catch (error) {
    reportError('notices to operators wait', error);
  }
}
