import type { DeliveryItem } from '@funil/contract/console/deliveries';
import type { Page } from '@funil/contract/console/page';
import { call, explain } from '../api.ts';
import { tell, warn } from '../parts/notice.ts';
import { queryClient } from '../queries.ts';

function refresh(): void {
  for (const name of ['deliveries', 'delivery', 'today']) {
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

/** So many are put back at one press; the rest at the next. */
const MOST = 200;

/** Puts all that were given up back into the queue. */
export async function replayDead(destination: string | undefined): Promise<void> {
  let replayed = 0;
  let refused = 0;
  try {
    const { items, next } = await call<Page<DeliveryItem>>('deliveries', {
      query: { state: 'dead', destination, limit: MOST },
    });
    for (const { id } of items) {
      const isBack = await call(`deliveries/${id}/replay`, { method: 'POST', body: {} }).then(
        () => true,
        () => false,
      );
      if (isBack) replayed += 1;
      else refused += 1;
    }
    tell(tellReplayed(replayed, refused, next !== null));
  } catch (error) {
    warn(explain(error));
  }
  refresh();
}

function tellReplayed(replayed: number, refused: number, areMore: boolean): string {
  const parts = [
    replayed === 1 ? '1 entrega de volta à fila.' : `${replayed} entregas de volta à fila.`,
  ];
  if (refused > 0) parts.push(`${refused} não: o destino foi tirado ou a pessoa, apagada.`);
  if (areMore) parts.push('Há mais: aperte de novo.');
  return parts.join(' ');
}
