import type { MailConfig } from '../config/mail.ts';
import { maskUrl } from '../deliveries/webhooks/endpoints.ts';
import { createFindingFactories, type Finding, formatCount, formatDuration } from './finding.ts';
import type { DestinationStatus } from './read-contents.ts';

const aboutDeliveries = createFindingFactories('deliveries');

/** Names of destinations that are not webhooks. */
const NAMES: Readonly<Record<string, string>> = {
  mail: 'E-mail',
  'mail:leads': 'E-mail de leads',
  meta: 'Meta',
  ga4: 'Google Analytics',
};

/** Checks that destinations receive their deliveries. */
export const checkDeliveries = (
  destinations: readonly DestinationStatus[],
  now: number,
): Finding[] => destinations.flatMap((destination) => checkDestination(destination, now));

function checkDestination(destination: DestinationStatus, now: number): Finding[] {
  const { url, offReason, failingSince, failure, waiting, dead } = destination;
  const { green, yellow } = aboutDeliveries;
  // Managers read the findings.
  const name = (url && maskUrl(url)) ?? NAMES[destination.name] ?? destination.name;
  if (offReason !== null) {
    return [
      yellow(
        `${name}: desligado, porque respondeu 410: não quer mais avisos.`,
        `Se foi engano, cadastre-o de novo: npm run webhooks -- add URL`,
      ),
    ];
  }
  const found: Finding[] = [];
  if (failingSince !== null) {
    const since = formatDuration(Math.max(0, now - Date.parse(failingSince)));
    const why =
      failure === null || failure === 'no-answer' ? 'sem resposta' : `resposta ${failure}`;
    const wait = formatCount(waiting, 'entrega espera', 'entregas esperam');
    const [, id] = /^webhook:(.*)/.exec(destination.name) ?? [];
    found.push(
      yellow(
        `${name}: falha há ${since} (${why}); ${wait} nova tentativa.`,
        `Veja as respostas: npm run ${id ? `webhooks -- log ${id}` : 'deliveries'}`,
      ),
    );
  }
  if (dead > 0) {
    const were = dead === 1 ? 'foi dada por perdida' : 'foram dadas por perdidas';
    found.push(
      yellow(
        `${name}: ${formatCount(dead, 'entrega')} ${were}.`,
        'O comando npm run deliveries -- --dead as mostra, e pode enviá-las de novo.',
      ),
    );
  }
  return found.length > 0 ? found : [green(`${name}: nada falha nas entregas.`)];
}

const aboutMail = createFindingFactories('mail');

/** Settings that have no effect without SMTP_URL. */
const NOTIFY = ['NOTIFY_FROM', 'NOTIFY_TO', 'NOTIFY_ON'];

export interface MailCheckInput {
  /** Null: no e-mail is sent. */
  readonly mail: MailConfig | null;
  /** The mail server's refusal, as a sentence; null: it accepts messages. */
  readonly refusal: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Checks that the mail server accepts messages. */
export function checkMail({ mail, refusal, env }: MailCheckInput): Finding {
  if (mail === null) {
    const unused = NOTIFY.filter((name) => env[name]?.trim());
    if (unused.length === 0) {
      return aboutMail.green('Os avisos por e-mail estão desligados (docs/email.md).');
    }
    const are = unused.length === 1 ? 'está definida' : 'estão definidas';
    return aboutMail.yellow(
      `${unused.join(' e ')} ${are}, mas SMTP_URL não: nenhum e-mail sai.`,
      'Defina SMTP_URL no .env (docs/email.md), ou tire o resto.',
    );
  }
  if (refusal !== null) {
    return aboutMail.red(
      refusal,
      'Os avisos esperam e são tentados de novo por dias. Confira SMTP_URL (docs/email.md).',
    );
  }
  const { smtp, from, to, events } = mail;
  const recipients = to.map(({ address }) => address).join(', ');
  return aboutMail.green(
    `${smtp.host}:${smtp.port} aceita mensagens nossas. De ${from.address} para ${recipients}: ${events.join(', ')}.`,
  );
}
