import { startOfDay } from '@funil/contract/brasilia';
import type { contactsFilterSchema } from '@funil/contract/contacts/contacts';
import { DAY_MS } from '@funil/contract/durations';
import type { salesFilterSchema } from '@funil/contract/sales/sales';
import type * as z from 'zod/mini';
import { addUtmSpellings } from '../../contacts/list/contact-choices.ts';
import type { ContactFilter } from '../../contacts/list/contact-filter.ts';
import type { Operator } from '../../operators/sign-in/authenticate.ts';
import { findProductSpellings, type SalesFilter } from '../../sales/list-sales.ts';
import type { ContactKind } from '../../store/contact-tables.ts';
import type { Database } from '../../store/database.ts';
import { invalidRefusal, RouteRefusal } from '../route-refusal.ts';
import { seesAllContacts } from './access.ts';

interface DayQuery {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Returns ms since 1970; `until` is excluded. */
export function readDays({ from, until }: DayQuery) {
  const fromMs = from === undefined ? undefined : startOfDay(from);
  const lastDayMs = until === undefined ? undefined : startOfDay(until);
  if (fromMs === null) return invalidRefusal('from', 'O primeiro dia não existe no calendário.');
  if (lastDayMs === null) return invalidRefusal('until', 'O último dia não existe no calendário.');
  return { from: fromMs, until: lastDayMs === undefined ? undefined : lastDayMs + DAY_MS };
}

interface FilterOptions {
  readonly database: Database;
  readonly kind: ContactKind;
  readonly operator: Operator;
}

/** Attendants see their own contacts and those without an owner. */
export async function readContactFilter(
  { database, kind, operator: { email, role } }: FilterOptions,
  { people, q, from, until, owner, ...filters }: z.infer<typeof contactsFilterSchema>,
): Promise<ContactFilter | RouteRefusal> {
  const period = readDays({ from, until });
  if (period instanceof RouteRefusal) return period;
  return {
    kind,
    onePerPerson: people === '1',
    q: q?.trim() === '' ? undefined : q,
    ...period,
    owner: owner === 'me' ? email : owner === 'none' ? null : undefined,
    visibleTo: seesAllContacts(role) ? undefined : email,
    ...filters,
    source: await addUtmSpellings(database, 'utm_source', filters.source),
    medium: await addUtmSpellings(database, 'utm_medium', filters.medium),
    campaign: await addUtmSpellings(database, 'utm_campaign', filters.campaign),
    content: await addUtmSpellings(database, 'utm_content', filters.content),
  };
}

export async function readSalesFilter(
  database: Database,
  { q, from, until, ...filters }: z.infer<typeof salesFilterSchema>,
): Promise<SalesFilter | RouteRefusal> {
  const period = readDays({ from, until });
  if (period instanceof RouteRefusal) return period;
  const product = await findProductSpellings(database, filters.product);
  return { q: q?.trim() ? q : undefined, ...period, ...filters, product };
}
