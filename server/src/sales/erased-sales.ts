import type { Kysely } from 'kysely';
import { findErasing } from '../contacts/erasing-people.ts';
import type { Tables } from '../store/database.ts';
import { inChunks } from '../store/in-chunks.ts';
import type { SaleReport } from './notice.ts';

/** A name by which later notices of a purchase are recognized. */
type SaleName = Tables['erased_sales'];

const NAMES_PER_STATEMENT = 500;

function namesOf({ platform, notice }: SaleReport): SaleName[] {
  const { saleKey, transaction, alias, orderId, subscription } = notice;
  return [
    ...[saleKey, transaction, alias, orderId].map((key) => ({ kind: 'sale' as const, key })),
    { kind: 'subscription' as const, key: subscription },
  ].flatMap(({ kind, key }) => (key === null ? [] : [{ key, platform, kind }]));
}

const nameText = ({ key, platform, kind }: SaleName) => JSON.stringify([key, platform, kind]);

/** Remembers the transactions, orders and subscriptions of erased buyers. */
export async function rememberErased(
  database: Kysely<Tables>,
  reports: readonly SaleReport[],
): Promise<void> {
  const names = new Map(reports.flatMap(namesOf).map((name) => [nameText(name), name]));
  for (const chunk of inChunks([...names.values()], NAMES_PER_STATEMENT)) {
    await database
      .insertInto('erased_sales')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Returns the notices and reports of erased buyers: of a remembered purchase, or with a contact whose erasure runs. */
export async function findErased<Report extends SaleReport>(
  database: Kysely<Tables>,
  reports: readonly Report[],
): Promise<ReadonlySet<Report>> {
  const isErasing = await findErasing(database);
  const keys = new Set(reports.flatMap(namesOf).map(({ key }) => key));
  const erasedNames = new Set<string>();
  for (const chunk of inChunks([...keys], NAMES_PER_STATEMENT)) {
    const rows = database.selectFrom('erased_sales').selectAll().where('key', 'in', chunk);
    for (const name of await rows.execute()) erasedNames.add(nameText(name));
  }
  const erasedReports = reports.filter((report) => {
    const { phones, email } = report.notice.buyer;
    const names = namesOf(report).map(nameText);
    const isErased =
      names.some((name) => erasedNames.has(name)) ||
      [null, ...phones].some((phone) => isErasing({ phone, email }));
    if (isErased) for (const name of names) erasedNames.add(name);
    return isErased;
  });
  return new Set(erasedReports);
}

/** Shorter texts, such as TMB's numbers of orders, may mean something else in a notice that cannot be read. */
const MIN_NAME_LENGTH = 7;

/** Returns the unreadable notices whose body contains a name of a remembered purchase. */
export async function findErasedTexts<Notice extends { platform: string; body: Uint8Array }>(
  database: Kysely<Tables>,
  notices: readonly Notice[],
): Promise<ReadonlySet<Notice>> {
  const erasedNotices = new Set<Notice>();
  for (const notice of notices) {
    const texts =
      Buffer.from(notice.body)
        .toString('latin1')
        .match(/[\w-]+/g) ?? [];
    const names = new Set(texts.filter(({ length }) => length >= MIN_NAME_LENGTH));
    for (const chunk of inChunks([...names], NAMES_PER_STATEMENT)) {
      const name = await database
        .selectFrom('erased_sales')
        .select('key')
        .where('platform', '=', notice.platform)
        .where('key', 'in', chunk)
        .executeTakeFirst();
      if (name) erasedNotices.add(notice);
    }
  }
  return erasedNotices;
}
