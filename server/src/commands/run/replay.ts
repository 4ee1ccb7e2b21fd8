import { formatQuantity } from '@funil/contract/counts';
import { REPLAY_REFUSAL_TEXTS, replayAll, replayOne } from '../../deliveries/replay.ts';
import { type DatabaseContext, OperatorError, type OptionSet } from './definition.ts';

type ReplayContext = Pick<DatabaseContext<OptionSet>, 'database' | 'print'>;

/** @throws OperatorError if the delivery is unknown or cannot be sent again */
export async function replayDelivery(
  { database, print }: ReplayContext,
  id: string,
): Promise<void> {
  const outcome = await replayOne(database, id.toLowerCase(), new Date().toISOString());
  if (outcome.ok) return print(`A entrega ${id} sai de novo, para ${outcome.destination}.\n`);
  throw new OperatorError(
    outcome.reason === 'unknown'
      ? `Nenhuma entrega tem o id ${id}. As que há: npm run deliveries`
      : REPLAY_REFUSAL_TEXTS[outcome.reason],
  );
}

export async function replayDeliveries(
  { database, print }: ReplayContext,
  filter: Omit<Parameters<typeof replayAll>[1], 'at'>,
): Promise<void> {
  const count = await replayAll(database, { ...filter, at: new Date().toISOString() });
  print(`${formatQuantity(count, 'entrega sai', 'entregas saem')} de novo.\n`);
}
