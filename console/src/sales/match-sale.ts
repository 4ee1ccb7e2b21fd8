import type { SaleDetail } from '@funil/contract/console/sales';
import { call, explain } from '../api.ts';
import { tell, warn } from '../parts/notice.ts';
import { queryClient } from '../queries.ts';
import { type SaleName, salePath, saleQuery } from './sales-query.ts';

/** Whose a sale is: somebody's, nobody's, or as its notices say. */
export type Wish = { readonly subject: string | null } | 'automatic';

async function save(sale: SaleName, wish: Wish): Promise<void> {
  const detail = await call<SaleDetail>(`${salePath(sale)}/match`, {
    ...(wish === 'automatic' ? { method: 'DELETE' } : { method: 'PUT', body: wish }),
  });
  queryClient.setQueryData(saleQuery(sale).queryKey, detail);
  for (const name of ['sales', 'subject', 'report', 'today']) {
    void queryClient.invalidateQueries({ queryKey: [name] });
  }
}

/** Says whose a sale is, and offers the way back to what was said before. */
export async function matchSale(sale: SaleDetail, wish: Wish, words: string): Promise<void> {
  const before: Wish = sale.matched_by === 'hand' ? { subject: sale.subject } : 'automatic';
  try {
    await save(sale, wish);
    tell(words, {
      label: 'Desfazer',
      act: () =>
        void save(sale, before).then(
          () => tell('Desfeito.'),
          (error) => warn(explain(error)),
        ),
    });
  } catch (error) {
    warn(explain(error));
  }
}
