import type { MailConfig } from '../config/mail.ts';
import { countOf, type Finding, findingsOn, formatDuration } from './finding.ts';
import type { DestinationFacts } from './read-contents.ts';

const aboutDeliveries = findingsOn('deliveries');

/** Destinations that are no endpoints, as people call them. */
const NAMES: Readonly<Record<string, string>> = {
  mail: 'E-mail',
  'mail:leads': 'E-mail de leads',
  meta: 'Meta',
  ga4: 'Google Analytics',
};

const nameOf = ({ name, url }: DestinationFacts) => url ?? NAMES[name] ?? name;

/** Whether what is told outside arrives. */
export const checkDeliveries = (lanes: readonly DestinationFacts[], now: number): Finding[] =>
  lanes.flatMap((lane) => checkLane(lane, now));

function checkLane(lane: DestinationFacts, now: number): Finding[] {
  const name = nameOf(lane);
  if (lane.offReason !== null) {
    return [
      aboutDeliveries.yellow(
        `${name}: desligado, porque respondeu 410: não quer mais avisos.`,
        `Se foi engano, cadastre-o de novo: npm run webhooks -- add ${lane.url ?? 'URL'}`,
      ),
    ];
  }
  const troubles = [...checkFailing(lane, now), ...checkDead(lane)];
  return troubles.length > 0
    ? troubles
    : [aboutDeliveries.green(`${name}: nada falha nas entregas.`)];
}

function checkFailing({ failingSince, failure, waiting, ...lane }: DestinationFacts, now: number) {
  if (failingSince === null) return [];
  const name = nameOf({ failingSince, failure, waiting, ...lane });
  const since = formatDuration(Math.max(0, now - Date.parse(failingSince)));
  const why = failure === null || failure === 'no-answer' ? 'sem resposta' : `resposta ${failure}`;
  const wait = `${countOf(waiting, 'entrega espera', 'entregas esperam')} nova tentativa`;
  return [aboutDeliveries.yellow(`${name}: falha há ${since} (${why}); ${wait}.`, remedyOf(lane))];
}

function checkDead(lane: DestinationFacts) {
  if (lane.dead === 0) return [];
  const were = lane.dead === 1 ? 'foi dada por perdida' : 'foram dadas por perdidas';
  return [
    aboutDeliveries.yellow(
      `${nameOf(lane)}: ${countOf(lane.dead, 'entrega')} ${were}.`,
      'O comando npm run deliveries -- --dead as mostra, e pode enviá-las de novo.',
    ),
  ];
}

const remedyOf = ({ name }: Pick<DestinationFacts, 'name'>) =>
  name.startsWith('webhook:')
    ? `Veja as respostas: npm run webhooks -- log ${name.slice('webhook:'.length)}`
    : 'Veja as respostas: npm run deliveries';

const aboutMail = findingsOn('mail');

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
      return aboutMail.green('Os avisos por e-mail estão desligados (docs/operating.md).');
    const are = lost.length === 1 ? 'está definida' : 'estão definidas';
    return aboutMail.yellow(
      `${lost.join(' e ')} ${are}, mas SMTP_URL não: nenhum e-mail sai.`,
      'Defina SMTP_URL no .env (docs/operating.md), ou tire o resto.',
    );
  }
  if (trouble !== null) {
    return aboutMail.red(
      trouble,
      'Os avisos esperam e são tentados de novo por dias. Confira SMTP_URL (docs/operating.md).',
    );
  }
  const { smtp, from, to, events } = mail;
  const whom = to.map(({ address }) => address).join(', ');
  return aboutMail.green(
    `${smtp.host}:${smtp.port} aceita mensagens nossas. De ${from.address} para ${whom}: ${events.join(', ')}.`,
  );
}
