import type { StoreConfig } from '../config/config.ts';
import { findBuyerSales, findMatchedSales, readBuyers } from '../records/buyer-sales.ts';
import { type Counts, countEvents, erasePerson, findVisits } from '../records/erase.ts';
import { forgetBuyer, forgetNotices } from '../records/forget-buyer.ts';
import type { NoticeAdapters } from '../records/notice.ts';
import { type Found, findPerson, type Person } from '../records/people.ts';
import { findPersonNotices } from '../records/person-notices.ts';
import type { SaleName } from '../records/read-notices.ts';
import { eraseVisits } from '../records/visits/erase-visits.ts';
import type { Database } from '../store/database.ts';
import { findTold, forgetTold, tellErasure } from './forget-told.ts';

/** All that is kept of one person. */
export interface Kept {
  readonly person: Person;
  readonly found: Found;
  readonly visits: readonly string[];
  readonly counts: Counts;
  readonly sales: readonly SaleName[];
  /** What those sales tell of who bought. */
  readonly buyers: readonly Person[];
  /** Notices that tell of no sale yet, and that hold one of the contacts. */
  readonly notices: readonly number[];
  /** What was, or is to be, told outside. */
  readonly told: Awaited<ReturnType<typeof findTold>>;
}

export async function findKept(database: Database, person: Person): Promise<Kept> {
  const found = await findPerson(database, person);
  const visits = await findVisits(database, found);
  const counts: Counts = {
    leads: found.leads.length,
    applications: found.applications.length,
    application_drafts: found.application_drafts.length,
    jornada: await countEvents(database, visits),
  };
  const { sales: mentioned, notices } = await findPersonNotices(database, person);
  const sales = eachOnce([
    ...(await findBuyerSales(database, person)),
    ...(await findMatchedSales(database, found)),
    ...mentioned,
  ]);
  const told = await findTold(database, database.dialect, person, sales);
  const buyers = await readBuyers(database, sales);
  return { person, found, visits, counts, sales, buyers, notices, told };
}

const eachOnce = (sales: readonly SaleName[]): SaleName[] => [
  ...new Map(sales.map((sale) => [JSON.stringify([sale.platform, sale.saleKey]), sale])).values(),
];

export interface ForgetParts {
  readonly database: Database;
  readonly store: StoreConfig;
  readonly adapters: NoticeAdapters;
}

/** Forgets what was found, and has whoever was told of the person be told that. */
export async function forgetKept(
  { database, store, adapters }: ForgetParts,
  { person, found, visits, sales, notices }: Kept,
): Promise<Counts> {
  const stopTelling = () => forgetTold(database, person, sales, new Date().toISOString());
  await stopTelling();
  await forgetBuyer(database, sales, adapters);
  await forgetNotices(database, notices, adapters);
  const erased = await erasePerson(database, found, visits);
  await eraseVisits(store, visits);
  // What was found of rows while they were being erased.
  await stopTelling();
  await tellErasure(database, person);
  return erased;
}
