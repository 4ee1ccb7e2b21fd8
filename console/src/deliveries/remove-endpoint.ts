import type { Endpoint } from '@funil/contract/console/deliveries';
import { ApiError, call, explain } from '../api.ts';
import { tell, warn } from '../parts/notice.ts';
import { queryClient } from '../queries.ts';
import { hostOf } from './delivery-words.ts';

const refresh = () =>
  Promise.all(
    ['endpoints', 'deliveries'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
  );

const explainLate = (error: unknown) =>
  error instanceof ApiError && error.status === 404
    ? 'Ele já saiu de vez: cadastre o endereço de novo.'
    : explain(error);

/** Brings a webhook back as it was: the same secret, and all that happened meanwhile is sent. */
async function restore({ id, url }: Endpoint): Promise<void> {
  try {
    await call(`endpoints/${id}/restore`, { method: 'POST', body: {} });
    tell(`${hostOf(url)} recebe de novo.`);
  } catch (error) {
    warn(explainLate(error));
  }
  await refresh();
}

/** Takes a webhook off at once, and offers it back. */
export async function removeEndpoint(endpoint: Endpoint): Promise<void> {
  try {
    await call(`endpoints/${endpoint.id}`, { method: 'DELETE' });
    tell(`${hostOf(endpoint.url)} não recebe mais nada.`, {
      label: 'Desfazer',
      act: () => void restore(endpoint),
    });
  } catch (error) {
    warn(explain(error));
  }
  await refresh();
}
