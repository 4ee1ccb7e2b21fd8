import type { MailConfig } from '../../config/mail.ts';
import { claimNotice, type Notice, settleNotice } from '../../operators/notices.ts';
import type { ReportTrouble } from '../../store/capture-store.ts';
import type { Database } from '../../store/database.ts';
import { waitAfter } from '../backoff.ts';
import type { Desk } from './letter.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { writeNotice } from './notice-letter.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

/** Between two looks for notices, in ms. */
const POLL_INTERVAL_MS = 2_000;
/** Longer than any attempt may take. */
const LEASE_MS = 60_000;

interface NoticeParts {
  readonly database: Database;
  readonly mail: MailConfig;
  readonly readDesk: () => Desk;
  readonly reportTrouble: ReportTrouble;
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
  { database, readDesk, reportTrouble }: NoticeParts,
  mailer: Mailer,
  stop: AbortSignal,
): Promise<void> {
  try {
    while (!stop.aborted) {
      const desk = readDesk();
      const notice = await claimNotice(database, LEASE_MS, desk.now);
      if (!notice) return;
      const outcome = await mailer.send(compose(notice, desk), null, stop);
      const wait = outcome.result === 'failed' ? waitAfter(notice.attempts, Math.random()) : null;
      await settleNotice(database, notice.id, wait === null ? null : readDesk().now + wait);
    }
  } catch (error) {
    reportTrouble('notices to operators wait', error);
  }
}

function compose(notice: Notice, desk: Desk) {
  const letter = writeNotice(notice, desk);
  const sender = desk.product ?? 'Funil';
  const foot = `Aviso automático do console da página ${sender}, para quem entra nele.`;
  return {
    id: notice.id,
    to: notice.email,
    subject: letter.subject,
    text: renderText(letter, foot),
    html: renderHtml(letter, sender, foot),
    replyTo: null,
    sender,
  };
}
