import type { SaleId } from '@funil/contract/sales/sale-subject';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

export function isRowOfSales(sales: readonly SaleId[]): RawBuilder<SqlBool> {
  if (sales.length === 0) return sql<SqlBool>`1 = 0`;
  const conditions = [...Map.groupBy(sales, ({ platform }) => platform)].map(([platform, ids]) => {
    const keys = new Set(ids.map(({ sale_key }) => sale_key));
    return sql`platform = ${platform} and sale_key in (${sql.join([...keys])})`;
  });
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
