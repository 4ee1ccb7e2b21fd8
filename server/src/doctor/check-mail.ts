import type { MailConfig } from '../config/mail.ts';
import { type Finding, findingsOn } from './finding.ts';

const { green, yellow, red } = findingsOn('mail');

/** The settings that say who is told what. */
const NOTIFY = ['NOTIFY_FROM', 'NOTIFY_TO', 'NOTIFY_ON'];

export interface MailFacts {
  /** Null: nobody is told by e-mail. */
  readonly mail: MailConfig | null;
  /** What the mail server said against us, as a sentence; null: nothing. */
  readonly trouble: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether those who are to be told by e-mail can be. */
export function checkMail({ mail, trouble, env }: MailFacts): Finding {
  if (mail === null) {
    const lost = NOTIFY.filter((name) => env[name]?.trim());
    if (lost.length === 0)
      return green('Os avisos por e-mail estão desligados (docs/operating.md).');
    const are = lost.length === 1 ? 'está definida' : 'estão definidas';
    return yellow(
      `${lost.join(' e ')} ${are}, mas SMTP_URL não: nenhum e-mail sai.`,
      'Defina SMTP_URL no .env (docs/operating.md), ou tire o resto.',
    );
  }
  if (trouble !== null) {
    return red(
      trouble,
      'Os avisos esperam e são tentados de novo por dias. Confira SMTP_URL (docs/operating.md).',
    );
  }
  const { smtp, from, to, events } = mail;
  const whom = to.map(({ address }) => address).join(', ');
  return green(
    `${smtp.host}:${smtp.port} aceita mensagens nossas. De ${from.address} para ${whom}: ${events.join(', ')}.`,
  );
}
