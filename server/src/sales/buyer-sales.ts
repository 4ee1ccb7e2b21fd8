import { canonicalPhone, emailKey } from '@funil/contract/person';
import type { Found, Person } from '../leads/people/find-rows.ts';
import type { Database } from '../store/database.ts';
import { inFunil } from '../store/funil-tables.ts';
import { inChunks } from '../store/in-chunks.ts';
import type { SaleName } from './read-notices.ts';

/** Rows that sales are looked for at once. */
const CHUNK = 500;

/** Sales whose buyer has one of the person's contacts, as any notice tells it. */
export async function findBuyerSales(database: Database, person: Person): Promise<SaleName[]> {
  const keys = keysOf(person);
  if (keys.length === 0) return [];
  return inFunil(database, database.dialect)
    .selectFrom('sale_keys')
    .select(['platform', 'sale_key as saleKey'])
    .where(({ or, and, eb }) =>
      or(keys.map(({ kind, key }) => and([eb('kind', '=', kind), eb('key', '=', key)]))),
    )
    .distinct()
    .execute();
}

/** Sales that are known to be of the leads and applications found, whatever contact the buyer left there. */
export async function findMatchedSales(
  database: Database,
  { leads, applications }: Pick<Found, 'leads' | 'applications'>,
): Promise<SaleName[]> {
  const sales: SaleName[] = [];
  const find = async (column: 'lead_id' | 'lead_ref', ids: readonly (string | number)[]) => {
    for (const some of inChunks(ids, CHUNK)) {
      const found = await inFunil(database, database.dialect)
        .selectFrom('sales')
        .select(['platform', 'sale_key as saleKey'])
        .where(column, 'in', some)
        .where('lead_source', '=', column === 'lead_id' ? 'lead' : 'application')
        .execute();
      sales.push(...found);
    }
  };
  await find(
    'lead_id',
    leads.map(({ id }) => Number(id)),
  );
  await find(
    'lead_ref',
    applications.map(({ id }) => String(id)),
  );
  return sales;
}

/** The contacts that sales tell of who bought. */
export async function readBuyers(
  database: Database,
  sales: readonly SaleName[],
): Promise<Person[]> {
  const buyers: Person[] = [];
  for (const { platform, saleKey } of sales) {
    const buyer = await inFunil(database, database.dialect)
      .selectFrom('sales')
      .select(['buyer_phone as phone', 'buyer_email as email'])
      .where('platform', '=', platform)
      .where('sale_key', '=', saleKey)
      .executeTakeFirst();
    if (buyer) buyers.push(buyer);
  }
  return buyers;
}

/** Sales of which nothing was heard since a moment, and that still say who bought. */
export function findOldBuyerSales(database: Database, before: Date): Promise<SaleName[]> {
  const funil = inFunil(database, database.dialect);
  return funil
    .selectFrom('sales')
    .select(['platform', 'sale_key as saleKey'])
    .where(({ or, eb }) =>
      or([
        eb('buyer_name', 'is not', null),
        eb('buyer_email', 'is not', null),
        eb('buyer_phone', 'is not', null),
        eb('matched_by', 'is not', null),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices')
            .select('id')
            .whereRef('notices.platform', '=', 'sales.platform')
            .whereRef('notices.sale_key', '=', 'sales.sale_key')
            .where('received_at', '>=', before.toISOString()),
        ),
      ),
    )
    .execute();
}

function keysOf({ phone, email }: Person) {
  const phones = phone === null ? null : canonicalPhone(phone);
  return [
    ...(phones ? [{ kind: 'phone' as const, key: phones }] : []),
    ...(email ? [{ kind: 'email' as const, key: emailKey(email) }] : []),
  ];
}
