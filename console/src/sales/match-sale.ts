import type { SaleDetail } from '@funil/contract/console/sales';
import { ApiError, call, explain } from '../api.ts';
import { tell, warn } from '../parts/notice.ts';
import { queryClient } from '../queries.ts';
import { type SaleName, salePath, saleQuery } from './sales-query.ts';

/** Whose a sale is: somebody's, nobody's, or as its notices say. */
export type Wish = { readonly subject: string | null } | 'automatic';

const CHANGED = 'Outra pessoa decidiu de quem é esta venda enquanto isso. Veja como está agora.';

function show(detail: SaleDetail): void {
  queryClient.setQueryData(saleQuery(detail).queryKey, detail);
  for (const name of ['sales', 'subject', 'report', 'today']) {
    void queryClient.invalidateQueries({ queryKey: [name] });
  }
}

/** @param decided the decision that this one takes the place of: another's stays */
async function save(sale: SaleName, wish: Wish, decided: string | null): Promise<SaleDetail> {
  const detail = await call<SaleDetail>(`${salePath(sale)}/match`, {
    ...(wish === 'automatic'
      ? { method: 'DELETE', query: { decided: decided ?? undefined } }
      : { method: 'PUT', body: { ...wish, decided } }),
  });
  show(detail);
  return detail;
}

function fail(error: unknown): void {
  const isChanged = error instanceof ApiError && error.code === 'changed';
  if (isChanged) show(error.current as SaleDetail);
  warn(isChanged ? CHANGED : explain(error));
}

/** Says whose a sale is, and offers the way back to what was said before. */
export async function matchSale(sale: SaleDetail, wish: Wish, words: string): Promise<void> {
  const before: Wish = sale.decided === null ? 'automatic' : { subject: sale.subject };
  try {
    const { decided } = await save(sale, wish, sale.decided);
    tell(words, {
      label: 'Desfazer',
      act: () => void save(sale, before, decided).then(() => tell('Desfeito.'), fail),
    });
  } catch (error) {
    fail(error);
  }
}
