import { destinationLabel } from '@funil/contract/console/delivery-labels';
import { formatQuantity } from '@funil/contract/counts';
import type { DestinationQueue, Endpoint } from '@funil/contract/deliveries/deliveries';
import { readQueueStatus } from '../deliveries/list-deliveries.ts';
import { destinationName, maskUrl, readEndpoints } from '../deliveries/webhooks/endpoints.ts';
import type { Database } from '../store/database.ts';
import type { ConnectionHealth } from './connection.ts';
import { createFindingFactories, type Finding, formatAge } from './finding.ts';

const { green, yellow } = createFindingFactories('deliveries');

interface DestinationFacts {
  readonly queues: readonly DestinationQueue[];
  readonly endpoints: readonly Pick<Endpoint, 'id' | 'url'>[];
}

export const readDestinations = async (database: Database): Promise<DestinationFacts> => ({
  queues: await readQueueStatus(database),
  endpoints: await readEndpoints(database),
});

export const judgeDestinations = (
  { queues, endpoints }: DestinationFacts,
  now: number,
): ConnectionHealth[] =>
  queues
    .filter((queue) => queue.off_reason !== 'removed')
    .map((queue) => {
      const endpoint = endpoints.find(({ id }) => destinationName(id) === queue.destination);
      return {
        id: queue.destination,
        isOn: queue.off_reason === null,
        usedAt: queue.delivered_at,
        findings: judgeDestination(queue, endpoint, now),
      };
    });

function judgeDestination(
  queue: DestinationQueue,
  endpoint: DestinationFacts['endpoints'][number] | undefined,
  now: number,
): Finding[] {
  const { failing_since: since, failure, dead } = queue;
  // The address is masked, because managers read the findings, too.
  const name = endpoint ? maskUrl(endpoint.url) : destinationLabel(queue.destination);
  if (queue.off_reason !== null) {
    return [
      yellow(
        `${name}: desligado, porque respondeu 410: não quer mais avisos.`,
        'Se foi engano, cadastre-o de novo em Entregas.',
        { command: 'npm run webhooks -- add URL' },
      ),
    ];
  }
  const findings: Finding[] = [];
  if (since !== null) {
    const reason =
      failure === null || failure === 'no-answer' ? 'sem resposta' : `resposta ${failure}`;
    const wait = formatQuantity(queue.waiting, 'entrega espera', 'entregas esperam');
    const log = endpoint ? `webhooks -- log ${endpoint.id}` : 'deliveries';
    findings.push(
      yellow(
        `${name}: falha há ${formatAge(since, now)} (${reason}); ${wait} nova tentativa.`,
        'Veja as respostas em Entregas.',
        { command: `npm run ${log}`, at: queue.failing_until },
      ),
    );
  }
  if (dead > 0) {
    findings.push(
      yellow(
        `${name}: ${formatQuantity(dead, 'entrega foi dada por perdida', 'entregas foram dadas por perdidas')}.`,
        'Veja as respostas em Entregas, e envie-as de novo.',
        { command: 'npm run deliveries -- --dead', at: queue.dead_until },
      ),
    );
  }
  if (queue.answers_with_page) {
    findings.push(
      yellow(
        `${name}: responde com uma página da web, e os avisos podem estar se perdendo.`,
        'Confira o endereço em Entregas. Se é o certo, faça-o responder sem página.',
        { command: 'npm run webhooks -- list', at: queue.delivered_at },
      ),
    );
  }
  return findings.length > 0 ? findings : [green(`${name}: nada falha nas entregas.`)];
}
