import { findSale } from '../../sales/sale-items.ts';
import type { Database } from '../../store/database.ts';
import { readNewestRows } from '../contacts/newest-rows.ts';
import { findSubject } from '../contacts/read-items.ts';
import { nameOf, readName } from '../contacts/subject-name.ts';
import { type Asked, readSaleKey } from './person-rows.ts';

/**
 * Returns whose contacts a key leads to: those of a lead or an application, or of a sale's buyer.
 * @param key `lead:<number>`, `application:<uuid>` or `sale:<platform>:<key>`; null: nobody */
export async function findKeyed(database: Database, key: string): Promise<Asked | null> {
  const saleName = readSaleKey(key);
  if (saleName !== null) {
    const sale = await findSale(database, saleName);
    if (sale === null || (sale.buyer_phone === null && sale.buyer_email === null)) return null;
    const person = { phone: sale.buyer_phone, email: sale.buyer_email };
    return { person, name: sale.buyer_name ?? '' };
  }
  const ref = readName(key);
  const line = ref && (await findSubject(database, ref));
  const row = ref && (await readNewestRows(database, [ref])).get(nameOf(ref));
  if (!line || !row) return null;
  return { person: { phone: row.phone, email: row.email }, name: row.name };
}
