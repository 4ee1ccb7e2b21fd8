import { createHash } from 'node:crypto';
import { PLATFORMS } from '../src/sales/platforms/platforms.ts';
import { updateSalesOnce } from '../src/sales/update-sales.ts';
import type { Database } from '../src/store/database.ts';

/** A Hotmart notice as it was taken, and the sale that it tells of. */
export async function tellNotice({ database }: { readonly database: Database }, body: string) {
  await database
    .insertInto('notices')
    .values({
      platform: 'hotmart',
      digest: createHash('sha256').update(body).digest(),
      headers: '{}',
      body: Buffer.from(body),
      proof: '{}',
      read_by: null,
      trouble: null,
      notice_id: null,
      sale_key: null,
    })
    .execute();
  await updateSalesOnce(database, { adapters: PLATFORMS, attributionDays: 30, now: Date.now });
}
