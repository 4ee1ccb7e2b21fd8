import type { PlatformAccountRole } from '@funil/contract/sales/platforms';
import { type SaleId, toSaleSubject } from '@funil/contract/sales/sale-subject';
import { parseContactKeys } from '../contacts/contact-ref.ts';
import { type ContactRow, readContactRows } from '../contacts/contact-rows.ts';
import type { Queryable } from '../store/database.ts';
import type { MatchColumns } from '../store/sales-tables.ts';
import type { NoticeAdapters } from './notices/notice.ts';
import type { SourcedNotice } from './notices/order-notices.ts';
import {
  ERASED_HEADERS,
  type NoticeReadings,
  readStoredNotices,
  selectStoredNotices,
  toReadableReports,
} from './notices/stored-notices.ts';
import type { ReducedSale } from './reduce-sale.ts';
import { isRowOfSales } from './sale-id.ts';

export type ArrivedNotice = SourcedNotice & { readonly receivedAt: string };

type ManualMatch = Omit<MatchColumns, 'candidates'>;

interface SaleDecisions extends SaleId {
  readonly role: PlatformAccountRole | null;
  /** An operator's amount for partial refunds whose notices state none; null: no operator stated one. */
  readonly refundCents: number | null;
  readonly isTest: boolean;
  /** Null: the sale is matched automatically. */
  readonly manualMatch: ManualMatch | null;
  /** ISO time of the last match by an operator; null: none. */
  readonly matchedAt: string | null;
}

interface SaleInputs extends SaleDecisions {
  readonly notices: readonly ArrivedNotice[];
  /** Whether the buyer was erased, so that later notices of the sale are stored without the buyer. */
  readonly isErased: boolean;
}

export interface SaleWithInputs extends SaleInputs {
  readonly sale: ReducedSale;
}

export interface SaleInputsOptions {
  readonly adapters: NoticeAdapters;
  /** Notices that are already read; others are read from their rows. */
  readonly readings?: NoticeReadings;
  /** Inputs that are already read, keyed by {@link toSaleSubject}. */
  readonly inputsBySale?: ReadonlyMap<string, SaleInputs>;
}

/** Returns the inputs of each sale, keyed by {@link toSaleSubject}; a sale without notices has an empty list. */
export async function readSaleInputs(
  database: Queryable,
  ids: readonly SaleId[],
  { adapters, readings, inputsBySale = new Map() }: SaleInputsOptions,
): Promise<Map<string, SaleInputs>> {
  const wantedSubjects = new Set(ids.map(toSaleSubject));
  const alreadyRead = [...inputsBySale].filter(([saleSubject]) => wantedSubjects.has(saleSubject));
  const unreadIds = ids.filter((id) => !inputsBySale.has(toSaleSubject(id)));
  if (unreadIds.length === 0) return new Map(alreadyRead);
  const storedNotices = await selectStoredNotices(database)
    .where(isRowOfSales(unreadIds))
    .orderBy('id')
    .execute();
  const noticesBySale = Map.groupBy(storedNotices, ({ platform, sale_key }) =>
    toSaleSubject({ platform, sale_key: sale_key ?? '' }),
  );
  const newlyRead = [...(await readDecisions(database, unreadIds))].map(
    ([saleSubject, decisions]) => {
      const rows = noticesBySale.get(saleSubject) ?? [];
      const notices = toReadableReports(readStoredNotices(adapters, rows, readings)).map(
        ({ notice, source, received_at: receivedAt }) => ({ ...notice, source, receivedAt }),
      );
      const isErased = rows.some(({ headers }) => headers === ERASED_HEADERS);
      return [saleSubject, { ...decisions, notices, isErased }] as const;
    },
  );
  return new Map([...alreadyRead, ...newlyRead]);
}

/** Returns what operators decided about each sale, keyed by {@link toSaleSubject}. */
export async function readDecisions(
  database: Queryable,
  ids: readonly SaleId[],
): Promise<ReadonlyMap<string, SaleDecisions>> {
  const isOneOfIds = isRowOfSales(ids);
  const accounts = await database.selectFrom('sale_accounts').selectAll().execute();
  const roleByPlatform = new Map(accounts.map(({ platform, role }) => [platform, role]));
  const testMarks = database.selectFrom('sale_test_marks').select(['platform', 'sale_key']);
  const testSubjects = new Set((await testMarks.where(isOneOfIds).execute()).map(toSaleSubject));
  const refundAmounts = database.selectFrom('sale_refund_amounts').selectAll();
  const refundCentsBySubject = new Map(
    (await refundAmounts.where(isOneOfIds).execute()).map((row) => [
      toSaleSubject(row),
      Number(row.cents),
    ]),
  );
  const matches = await database.selectFrom('sale_matches').selectAll().where(isOneOfIds).execute();
  const contacts = await readContactRows(
    database,
    parseContactKeys(matches.map(({ subject }) => subject)),
  );
  const matchBySubject = new Map(matches.map((match) => [toSaleSubject(match), match]));
  return new Map(
    ids.map(({ platform, sale_key }) => {
      const saleSubject = toSaleSubject({ platform, sale_key });
      const match = matchBySubject.get(saleSubject);
      return [
        saleSubject,
        {
          platform,
          sale_key,
          role: roleByPlatform.get(platform) ?? null,
          refundCents: refundCentsBySubject.get(saleSubject) ?? null,
          isTest: testSubjects.has(saleSubject),
          manualMatch: match ? toManualMatch(contacts.get(match.subject ?? '')) : null,
          matchedAt: match?.changed_at ?? null,
        },
      ];
    }),
  );
}

const toManualMatch = (contact: ContactRow | undefined): ManualMatch => ({
  matched_by: 'hand',
  lead_source: contact?.ref.kind ?? null,
  lead_ref: contact?.reference ?? null,
  lead_id: contact?.ref.kind === 'lead' ? contact.ref.leadId : null,
});
