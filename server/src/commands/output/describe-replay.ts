import type { Replayed } from '../../deliveries/replay.ts';
import { OperatorError } from '../run/definition.ts';

/**
 * Describes a delivery that is sent again.
 * @throws OperatorError if it cannot be sent
 */
export function describeReplay(id: string, replayed: Replayed): string {
  if (replayed.ok) return `A entrega ${id} sai de novo, para ${replayed.destination}.\n`;
  switch (replayed.reason) {
    case 'unknown':
      throw new OperatorError(`Nenhuma entrega tem o id ${id}. As que há: npm run deliveries`);
    case 'forgotten':
      throw new OperatorError('Essa entrega falava de quem foi apagado: não há mais o que enviar.');
    case 'off':
      throw new OperatorError('O destino dessa entrega foi desligado ou tirado.');
  }
}

export const describeReplays = (count: number): string =>
  `${count} ${count === 1 ? 'entrega sai' : 'entregas saem'} de novo.\n`;
