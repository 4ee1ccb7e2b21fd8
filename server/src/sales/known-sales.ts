import type { AccountRole } from '@funil/contract/sales/platforms';
import type { Kysely } from 'kysely';
import { parseContactKey } from '../contacts/contact-ref.ts';
import { type ContactRow, readContactRows } from '../contacts/contact-rows.ts';
import type { Tables } from '../store/database.ts';
import type { MatchColumns } from '../store/sales-tables.ts';
import type { NoticeAdapters } from './notice.ts';
import {
  ERASED_HEADERS,
  isOfSales,
  type ParsedNotices,
  readStored,
  type SaleId,
  saleKeyOf,
  selectStored,
} from './notices.ts';
import type { ReducedSale, SourcedNotice } from './reduce-sale.ts';

/** A sale's notice, and when it was stored: ISO time in UTC. */
export interface KnownNotice {
  readonly notice: SourcedNotice;
  readonly receivedAt: string;
}

type ManualMatch = Omit<MatchColumns, 'candidates'>;

/** A sale, and what operators decided about it. */
interface DecidedSale extends SaleId {
  /** The role of the account that receives the platform's notices; null: unknown. */
  readonly account: AccountRole | null;
  /** The amount of the partial refunds whose notices do not state it; null: unknown. */
  readonly refundCents: number | null;
  /** Whether it is marked as a test. */
  readonly isTest: boolean;
  /** Null: it is matched automatically. */
  readonly match: ManualMatch | null;
  /** When an operator last matched it: ISO time; null: no operator did. */
  readonly decidedAt: string | null;
}

/** All from which a sale is computed. */
export interface KnownSale extends DecidedSale {
  /** The notices and reports, the oldest first. */
  readonly notices: readonly KnownNotice[];
  /** Whether the buyer was erased, and stays so. */
  readonly isErased: boolean;
}

/** A sale computed from its notices. */
export interface ComputedSale extends KnownSale {
  readonly sale: ReducedSale;
}

export interface ReadOptions {
  readonly adapters: NoticeAdapters;
  /** Notices that are already parsed; others are parsed again. */
  readonly parsedNotices?: ParsedNotices;
  /** Sales that are already read, by {@link saleKeyOf}. */
  readonly knownSales?: ReadonlyMap<string, KnownSale>;
}

/** Returns what is known of sales, each once, by {@link saleKeyOf}. */
export async function readKnownSales(
  database: Kysely<Tables>,
  ids: readonly SaleId[],
  { adapters, parsedNotices, knownSales = new Map() }: ReadOptions,
): Promise<Map<string, KnownSale>> {
  const named = new Set(ids.map(saleKeyOf));
  const known = [...knownSales].filter(([saleKey]) => named.has(saleKey));
  const unread = ids.filter((id) => !knownSales.has(saleKeyOf(id)));
  if (unread.length === 0) return new Map(known);
  const stored = await selectStored(database).where(isOfSales(unread)).orderBy('id').execute();
  const bySale = Map.groupBy(stored, ({ platform, sale_key }) =>
    saleKeyOf({ platform, sale_key: sale_key ?? '' }),
  );
  const read = [...(await readDecisions(database, unread))].map(([saleKey, decided]) => {
    const rows = bySale.get(saleKey) ?? [];
    const notices = rows.flatMap((row): KnownNotice[] => {
      const reading = parsedNotices?.get(row.id) ?? readStored(adapters, row);
      const { source, received_at: receivedAt } = row;
      return reading.ok ? [{ notice: { ...reading.notice, source }, receivedAt }] : [];
    });
    const isErased = rows.some(({ headers }) => headers === ERASED_HEADERS);
    return [saleKey, { ...decided, notices, isErased }] as const;
  });
  return new Map([...known, ...read]);
}

/** Returns what operators decided about sales, each once, by {@link saleKeyOf}. */
export async function readDecisions(
  database: Kysely<Tables>,
  ids: readonly SaleId[],
): Promise<ReadonlyMap<string, DecidedSale>> {
  const isOne = isOfSales(ids);
  const accounts = await database.selectFrom('sale_accounts').selectAll().execute();
  const roles = new Map(accounts.map(({ platform, role }) => [platform, role]));
  const marks = database.selectFrom('sale_test_marks').select(['platform', 'sale_key']);
  const tests = new Set((await marks.where(isOne).execute()).map(saleKeyOf));
  const amounts = database.selectFrom('sale_refund_amounts').selectAll();
  const refunds = new Map(
    (await amounts.where(isOne).execute()).map((row) => [saleKeyOf(row), Number(row.cents)]),
  );
  const matches = await database.selectFrom('sale_matches').selectAll().where(isOne).execute();
  const contacts = await readContactRows(
    database,
    matches.flatMap(({ subject }) => parseContactKey(subject ?? '') ?? []),
  );
  const matchOf = new Map(matches.map((match) => [saleKeyOf(match), match]));
  return new Map(
    ids.map(({ platform, sale_key }) => {
      const saleKey = saleKeyOf({ platform, sale_key });
      const match = matchOf.get(saleKey);
      return [
        saleKey,
        {
          platform,
          sale_key,
          account: roles.get(platform) ?? null,
          refundCents: refunds.get(saleKey) ?? null,
          isTest: tests.has(saleKey),
          match: match ? toMatch(contacts.get(match.subject ?? '')) : null,
          decidedAt: match?.changed_at ?? null,
        },
      ];
    }),
  );
}

const toMatch = (contact: ContactRow | undefined): ManualMatch => ({
  matched_by: 'hand',
  lead_source: contact?.ref.kind ?? null,
  lead_ref: contact?.reference ?? null,
  lead_id: contact?.ref.kind === 'lead' ? contact.ref.leadId : null,
});
