import type { ContactState, leadsFileSchema } from '@funil/contract/console/contacts';
import { DAY_MS } from '@funil/contract/durations';
import type * as z from 'zod/mini';
import type { ContactFilter } from '../../leads/contacts/contact-filter.ts';
import type { ContactKind } from '../../store/console-tables.ts';
import { startOfDay } from '../../visits/brasilia.ts';
import { type AddRoute, type DataCall, invalid, Refusal } from './data-route.ts';

/**
 * Adds a list twice: `GET leads?q=…`, and `POST leads/search` with the same fields in its body. Searches contain names and
 * numbers of people, and proxies log URLs: the console uses POST.
 */
export function addSearchRoute<Query extends z.ZodMiniType>(
  addRoute: AddRoute,
  list: 'leads' | 'applications' | 'people' | 'sales',
  query: Query,
  handle: (query: z.infer<Query>, call: DataCall) => Promise<unknown>,
) {
  addRoute(`GET ${list}`, { query }, (call) => handle(call.query, call));
  addRoute(`POST ${list}/search`, { body: query }, (call) => handle(call.body, call));
}

/** Whether a route only reads, even by POST. */
export const isSearch = (url: string | undefined): boolean =>
  url !== undefined && (url.endsWith('/search') || url.endsWith('.csv'));

interface Days {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Returns the period of two dates in Brasília, in ms since 1970, the end excluded. */
export function readDays({ from, until }: Days) {
  const first = from === undefined ? undefined : startOfDay(from);
  const last = until === undefined ? undefined : startOfDay(until);
  if (first === null) return invalid('from', 'O primeiro dia não existe no calendário.');
  if (last === null) return invalid('until', 'O último dia não existe no calendário.');
  return { from: first, until: last === undefined ? undefined : last + DAY_MS };
}

type Filters = z.infer<typeof leadsFileSchema> & {
  state?: ContactState | undefined;
  stage?: ContactFilter['stage'];
};

export function readFilter(
  kind: ContactKind,
  { q, from, until, ...filters }: Filters,
): ContactFilter | Refusal {
  const period = readDays({ from, until });
  if (period instanceof Refusal) return period;
  return { kind, q: q?.trim() === '' ? undefined : q, ...period, ...filters };
}
