import type { startSales } from './start-sales.ts';

/** All that is stored of sales and their notices, as text. */
export async function storedText({ query }: Awaited<ReturnType<typeof startSales>>) {
  const notices = await query('select headers, body, notice_id from funil.notices');
  const bodies = notices.map(({ body }) => Buffer.from(body as Uint8Array).toString());
  const rows = await query('select * from funil.sales');
  const keys = await query('select * from funil.sale_keys');
  return JSON.stringify([notices.map(({ headers }) => headers), bodies, rows, keys]);
}
