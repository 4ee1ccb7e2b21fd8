import { findSale } from '../../sales/lists/read-sale.ts';
import type { Database } from '../../store/database.ts';
import { nameOf, readName } from '../contacts/contact-ref.ts';
import { readContactRows } from '../contacts/contact-rows.ts';
import { findContact } from '../contacts/read-contacts.ts';
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
  const line = ref && (await findContact(database, ref));
  const row = ref && (await readContactRows(database, [ref])).get(nameOf(ref));
  if (!line || !row) return null;
  return { person: { phone: row.phone, email: row.email }, name: row.name };
}
