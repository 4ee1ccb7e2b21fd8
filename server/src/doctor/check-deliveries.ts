import type { LaneFacts } from '../store/database-facts.ts';
import { type Finding, findingsOn } from './finding.ts';
import { say, sayTime } from './words.ts';

const { green, yellow } = findingsOn('deliveries');

/** Destinations that are no endpoints, as people call them. */
const NAMES: Readonly<Record<string, string>> = {
  mail: 'E-mail',
  'mail:leads': 'E-mail de leads',
  meta: 'Meta',
  ga4: 'Google Analytics',
};

const nameOf = ({ name, url }: LaneFacts) => url ?? NAMES[name] ?? name;

/** Whether what is told outside arrives. */
export const checkDeliveries = (lanes: readonly LaneFacts[], now: number): Finding[] =>
  lanes.flatMap((lane) => checkLane(lane, now));

function checkLane(lane: LaneFacts, now: number): Finding[] {
  const name = nameOf(lane);
  if (lane.offReason !== null) {
    return [
      yellow(
        `${name}: desligado, porque respondeu 410: não quer mais avisos.`,
        `Se foi engano, cadastre-o de novo: npm run webhooks -- add ${lane.url ?? 'URL'}`,
      ),
    ];
  }
  const troubles = [...checkFailing(lane, now), ...checkDead(lane)];
  return troubles.length > 0 ? troubles : [green(`${name}: nada falha nas entregas.`)];
}

function checkFailing({ failingSince, failure, waiting, ...lane }: LaneFacts, now: number) {
  if (failingSince === null) return [];
  const name = nameOf({ failingSince, failure, waiting, ...lane });
  const since = sayTime(Math.max(0, now - Date.parse(failingSince)));
  const why = failure === null || failure === 'no-answer' ? 'sem resposta' : `resposta ${failure}`;
  const wait = `${say(waiting, 'entrega espera', 'entregas esperam')} nova tentativa`;
  return [yellow(`${name}: falha há ${since} (${why}); ${wait}.`, remedyOf(lane))];
}

function checkDead(lane: LaneFacts) {
  if (lane.dead === 0) return [];
  const were = lane.dead === 1 ? 'foi dada por perdida' : 'foram dadas por perdidas';
  return [
    yellow(
      `${nameOf(lane)}: ${say(lane.dead, 'entrega')} ${were}.`,
      'O comando npm run deliveries -- --dead as mostra, e pode enviá-las de novo.',
    ),
  ];
}

const remedyOf = ({ name }: Pick<LaneFacts, 'name'>) =>
  name.startsWith('webhook:')
    ? `Veja as respostas: npm run webhooks -- log ${name.slice('webhook:'.length)}`
    : 'Veja as respostas: npm run deliveries';
