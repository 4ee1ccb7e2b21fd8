import { emailKey, phoneKey } from '@funil/contract/person';
import type { Kysely } from 'kysely';
import type { Database, DialectName, Tables } from '../store/database.ts';
import { inFunil } from '../store/sales-tables.ts';
import type { NoticeAdapters } from './notice.ts';
import type { Person } from './people.ts';
import { readStored, type SaleName, toForgotten } from './read-notices.ts';
import { waitForTurn } from './sales-turn.ts';

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

/** Notices of before a moment that nobody understood, and that still say something. */
export async function findOldOddNotices(database: Database, before: Date): Promise<number[]> {
  const odd = await inFunil(database, database.dialect)
    .selectFrom('notices')
    .select('id')
    .where('trouble', 'is not', null)
    .where('trouble', '!=', 'forgotten')
    .where('received_at', '<', before.toISOString())
    .execute();
  return odd.map(({ id }) => id);
}

function keysOf({ phone, email }: Person) {
  const phones = phone === null ? null : phoneKey(phone);
  return [
    ...(phones ? [{ kind: 'phone' as const, key: phones }] : []),
    ...(email ? [{ kind: 'email' as const, key: emailKey(email) }] : []),
  ];
}

/**
 * Takes the person out of sales and of the notices that told of them: sums, days and states stay, and
 * what comes later of the same sale finds them. A repeat of a notice stays a repeat.
 */
export async function forgetBuyer(
  database: Database,
  sales: readonly SaleName[],
  adapters: NoticeAdapters,
): Promise<void> {
  for (const sale of sales) {
    await database
      .transaction()
      .execute((step) => forgetSale(step, database.dialect, sale, adapters));
  }
}

async function forgetSale(
  step: Kysely<Tables>,
  dialect: DialectName,
  { platform, saleKey }: SaleName,
  adapters: NoticeAdapters,
) {
  const funil = inFunil(step, dialect);
  await waitForTurn(step, dialect);
  for (const table of ['sale_keys', 'sale_matches'] as const) {
    await funil
      .deleteFrom(table)
      .where('platform', '=', platform)
      .where('sale_key', '=', saleKey)
      .execute();
  }
  const notices = await funil
    .selectFrom('notices')
    .select(['id', 'platform', 'headers', 'body', 'received_at'])
    .where('platform', '=', platform)
    .where('sale_key', '=', saleKey)
    .execute();
  for (const notice of notices) {
    const forgotten = toForgotten(readStored(adapters, notice));
    await funil
      .updateTable('notices')
      .set({ ...forgotten, notice_id: null })
      .where('id', '=', notice.id)
      .execute();
  }
  await funil
    .updateTable('sales')
    .set({
      buyer_name: null,
      buyer_email: null,
      buyer_phone: null,
      matched_by: null,
      lead_source: null,
      lead_ref: null,
      lead_id: null,
      candidates: 0,
    })
    .where('platform', '=', platform)
    .where('sale_key', '=', saleKey)
    .execute();
}

/** Notices that were not understood and hold one of the person's contacts somewhere. */
export async function findOddNotices(database: Database, person: Person): Promise<number[]> {
  const email = person.email ? emailKey(person.email) : null;
  const digits = (person.phone ? phoneKey(person.phone) : null)?.slice(-8) ?? null;
  if (email === null && digits === null) return [];
  const odd = await inFunil(database, database.dialect)
    .selectFrom('notices')
    .select(['id', 'body'])
    .where(({ or, eb }) => or([eb('trouble', 'is not', null), eb('read_by', 'is', null)]))
    .execute();
  return odd.flatMap(({ id, body }) => {
    const text = Buffer.from(body).toString('latin1').toLowerCase();
    const plain = text.replace(/[^0-9]/g, '');
    const isTheirs =
      (email !== null && text.includes(email)) || (digits !== null && plain.includes(digits));
    return isTheirs ? [id] : [];
  });
}

/** Empties notices that nobody understood; that one came stays known. */
export async function emptyNotices(database: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await inFunil(database, database.dialect)
    .updateTable('notices')
    .set({ body: Buffer.alloc(0), headers: '{}', trouble: 'forgotten', read_by: 0 })
    .where('id', 'in', ids)
    .execute();
}
