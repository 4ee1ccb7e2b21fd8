import type { SaleId } from '@funil/contract/sales/sale-subject';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { anyOf } from '../store/queries/sql.ts';

export const isRowOfSales = (sales: readonly SaleId[]): RawBuilder<SqlBool> =>
  anyOf(
    [...Map.groupBy(sales, ({ platform }) => platform)].map(([platform, ids]) => {
      const keys = new Set(ids.map(({ sale_key }) => sale_key));
      return sql`platform = ${platform} and sale_key in (${sql.join([...keys])})`;
    }),
  );
