import { REPLAY_REFUSALS, type ReplayResult } from '../../deliveries/replay.ts';
import { OperatorError } from './definition.ts';

/**
 * Describes a delivery that is sent again.
 * @throws OperatorError if it cannot be sent
 */
export function describeReplay(id: string, replayed: ReplayResult): string {
  if (replayed.ok) return `A entrega ${id} sai de novo, para ${replayed.destination}.\n`;
  throw new OperatorError(
    replayed.reason === 'unknown'
      ? `Nenhuma entrega tem o id ${id}. As que há: npm run deliveries`
      : REPLAY_REFUSALS[replayed.reason],
  );
}

export const describeReplays = (count: number): string =>
  `${count} ${count === 1 ? 'entrega sai' : 'entregas saem'} de novo.\n`;
