import { canonicalPhone, emailKey } from '@funil/contract/person';
import type { Database } from '../store/database.ts';
import { inFunil } from '../store/sales-tables.ts';
import type { Person } from './people.ts';
import { FORGOTTEN, FORGOTTEN_HEADERS, type SaleName } from './read-notices.ts';

/** Where notices hold a person's contacts. */
export interface PersonNotices {
  /** Once for each notice. */
  readonly sales: readonly SaleName[];
  /** Numbers of notices that tell of no sale, or of one that is not known yet. */
  readonly notices: readonly number[];
}

/** Bodies held in memory at once: each has 256 KiB at most. */
const PAGE = 100;

/**
 * Looks through all that notices say: a contact may stand where no adapter reads it (whoever pays for
 * another, a subscriber), in a notice that nobody understood, or in one that was not read yet.
 */
export async function findPersonNotices(
  database: Database,
  person: Person,
): Promise<PersonNotices> {
  const holds = holdsContactOf(person);
  const sales: SaleName[] = [];
  const notices: number[] = [];
  for (let last = 0; ; ) {
    const page = await selectTelling(database)
      .select(['id', 'platform', 'sale_key as saleKey', 'body'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { id, platform, saleKey, body } of page) {
      const text = Buffer.from(body).toString();
      if (!holds.anywhere(text)) continue;
      if (saleKey === null) notices.push(id);
      else if (holds.asValue(text)) sales.push({ platform, saleKey });
    }
    if (page.length < PAGE) return { sales, notices };
    last = Number(page.at(-1)?.id);
  }
}

/** Notices of before a moment that tell of no sale, understood or not, and that still say something. */
export async function findOldLooseNotices(database: Database, before: Date): Promise<number[]> {
  const loose = await selectTelling(database)
    .select('id')
    .where('sale_key', 'is', null)
    .where('received_at', '<', before.toISOString())
    .execute();
  return loose.map(({ id }) => id);
}

/** Notices whose person was not forgotten. */
const selectTelling = (database: Database) =>
  inFunil(database, database.dialect)
    .selectFrom('notices')
    .where('headers', '<>', FORGOTTEN_HEADERS)
    .where(({ or, eb }) => or([eb('trouble', 'is', null), eb('trouble', '<>', FORGOTTEN)]));

function holdsContactOf({ phone, email }: Person) {
  const [wantedPhone, wantedEmail] = [phone && canonicalPhone(phone), email && emailKey(email)];
  const digits = wantedPhone?.slice(-8);
  return {
    /** For notices that may be emptied: one too many costs nothing. */
    anywhere(text: string) {
      if (wantedEmail && text.toLowerCase().includes(wantedEmail)) return true;
      return digits !== undefined && text.replace(/[^0-9]/g, '').includes(digits);
    },
    /** For sales, which another's must not be taken for. */
    asValue: (text: string) =>
      valuesOf(text).some(
        (value) =>
          (wantedEmail && emailKey(value) === wantedEmail) ||
          (wantedPhone && canonicalPhone(value) === wantedPhone),
      ),
  };
}

/** Every text and number in a JSON text, however deep; none where it is no JSON. */
function valuesOf(text: string): string[] {
  const values: string[] = [];
  try {
    JSON.parse(text, (_key, value) => {
      if (typeof value === 'string' || typeof value === 'number') values.push(String(value));
      return null;
    });
  } catch {
    // What is no JSON was never understood as a sale.
  }
  return values;
}
