import type { EndpointsAnswer } from '@funil/contract/console/deliveries';
import { Empty } from '../parts/Empty.tsx';
import { nameLane } from './delivery-words.ts';
import { EndpointCard } from './EndpointCard.tsx';
import { LaneHealth } from './LaneHealth.tsx';

/** Every place that is told, and how it does: one that fails holds up no other. */
export function Lanes({ answer }: { answer: EndpointsAnswer }) {
  const { items, lanes } = answer;
  const others = lanes.filter(({ destination }) => !destination.startsWith('webhook:'));
  if (items.length + others.length === 0) {
    return (
      <Empty title="Ninguém é avisado ainda.">
        Um webhook conta cada lead e cada venda a n8n, Make, um CRM. E-mail, Meta e Google se ligam
        nas configurações do servidor.
      </Empty>
    );
  }
  return (
    <section aria-labelledby="lanes-title">
      <h2 id="lanes-title">Destinos</h2>
      <ul className="lanes">
        {items.map((endpoint) => (
          <li key={endpoint.id} className="panel lane">
            <EndpointCard
              endpoint={endpoint}
              lane={lanes.find(({ destination }) => destination === `webhook:${endpoint.id}`)}
            />
          </li>
        ))}
        {others.map((lane) => (
          <li key={lane.destination} className="panel lane">
            <h3>{nameLane(lane.destination)}</h3>
            <LaneHealth lane={lane} />
          </li>
        ))}
      </ul>
    </section>
  );
}
