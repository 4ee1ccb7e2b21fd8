import { EVENT_LABELS } from '@funil/contract/console/delivery-labels';
import type { ConnectionContext } from './connection.ts';
import { createFindingFactories, type Finding } from './finding.ts';

const { green, yellow, red } = createFindingFactories('mail');

/** Variables without effect if SMTP_URL is missing. */
const NOTIFICATION_VARIABLES = ['NOTIFY_FROM', 'NOTIFY_TO', 'NOTIFY_ON'];

/** @param refusal the mail server's refusal as a sentence; null if the server accepts, undefined if it was not asked */
export function judgeMail(
  { config: { mail }, env }: ConnectionContext,
  refusal: string | null | undefined,
): Finding[] {
  if (mail === null) {
    const unused = NOTIFICATION_VARIABLES.filter((name) => env[name]?.trim());
    if (unused.length === 0) {
      return [green('Os avisos por e-mail estão desligados.', { command: 'Siga docs/email.md.' })];
    }
    return [
      yellow(
        'Falta o servidor de envio: nenhum e-mail sai.',
        'Preencha o servidor de envio em Ligações, ou apague o resto.',
        {
          command: `No .env: com ${unused.join(' e ')}, defina SMTP_URL e reinicie o servidor (docs/email.md).`,
        },
      ),
    ];
  }
  if (refusal === undefined) return [];
  if (refusal !== null) {
    return [
      red(
        refusal,
        'Os avisos esperam e são tentados de novo por dias. Confira o servidor de envio em Ligações.',
        {
          command:
            'No .env: confira SMTP_URL (smtps:// na porta 465, smtp:// nas outras) e reinicie o servidor (docs/email.md).',
        },
      ),
    ];
  }
  const { smtp, from, to, events } = mail;
  const recipients = to.map(({ address }) => address).join(', ');
  return [
    green(
      `${smtp.host} aceita mensagens nossas. De ${from.address} para ${recipients}: ${events.map((event) => EVENT_LABELS[event].toLowerCase()).join(', ')}.`,
    ),
  ];
}
