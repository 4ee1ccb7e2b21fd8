import type { ReplayAnswer } from '@funil/contract/console/deliveries';
import { call, explain } from '../api.ts';
import { tell, warn } from '../parts/notice.ts';
import { queryClient } from '../queries.ts';

function refresh(): void {
  for (const name of ['endpoints', 'deliveries', 'delivery', 'today']) {
    void queryClient.invalidateQueries({ queryKey: [name] });
  }
}

/** Sends a delivery once more, under the same id. */
export async function replayDelivery(id: string): Promise<void> {
  try {
    await call(`deliveries/${id}/replay`, { method: 'POST', body: {} });
    tell('De volta à fila: sai em instantes.');
  } catch (error) {
    warn(explain(error));
  }
  refresh();
}

/** Puts all that were given up back into the queue. */
export async function replayDead(destination: string | undefined): Promise<void> {
  try {
    const body = { state: 'dead', ...(destination !== undefined && { destination }) };
    const { replayed } = await call<ReplayAnswer>('deliveries/replay', { method: 'POST', body });
    tell(tellReplayed(replayed));
  } catch (error) {
    warn(explain(error));
  }
  refresh();
}

function tellReplayed(count: number): string {
  if (count === 0) return 'Nenhuma voltou: o destino foi tirado ou a pessoa, apagada.';
  return count === 1 ? '1 entrega de volta à fila.' : `${count} entregas de volta à fila.`;
}
