import type { ContactState, leadsFileSchema } from '@funil/contract/console/contacts';
import { DAY_MS } from '@funil/contract/durations';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { ContactFilter } from '../../leads/contacts/contact-filter.ts';
import type { ContactKind } from '../../store/console-tables.ts';
import { startOfDay } from '../../visits/brasilia.ts';
import { addRoute, type DataCall, type DataParts, invalid, type Refusal } from './data-route.ts';

type Call = Pick<DataCall<unknown, unknown, unknown>, 'audit' | 'operator' | 'reply'>;

/**
 * Adds a list twice: `GET leads?q=…`, and `POST leads/search` with the same fields in its body. Searches hold names and
 * numbers of people, and proxies log addresses: the console uses POST.
 */
export function addSearchRoute<Query extends z.ZodMiniType>(
  route: readonly [FastifyInstance, DataParts],
  list: 'leads' | 'applications' | 'people' | 'sales',
  query: Query,
  answer: (asked: z.infer<Query>, call: Call) => Promise<unknown>,
) {
  addRoute(route, `GET ${list}`, { query }, (call) => answer(call.query, call));
  addRoute(route, `POST ${list}/search`, { body: query }, (call) => answer(call.body, call));
}

/** Whether a path only reads, even by POST. */
export const isSearch = (url: string | undefined): boolean =>
  url !== undefined && (url.endsWith('/search') || url.endsWith('.csv'));

/** Returns the period of two dates in Brasília, in ms since 1970, the end excluded. */
export function readDays({
  from,
  until,
}: {
  from?: string | undefined;
  until?: string | undefined;
}): { readonly from: number | undefined; readonly until: number | undefined } | Refusal {
  const first = from === undefined ? undefined : startOfDay(from);
  const last = until === undefined ? undefined : startOfDay(until);
  if (first === null) return invalid('from', 'O primeiro dia não existe no calendário.');
  if (last === null) return invalid('until', 'O último dia não existe no calendário.');
  return { from: first, until: last === undefined ? undefined : last + DAY_MS };
}

type Asked = z.infer<typeof leadsFileSchema> & {
  state?: ContactState | undefined;
  stage?: ContactFilter['stage'];
};

export function readFilter(
  kind: ContactKind,
  { q, source, medium, campaign, content, state, suspect, stage, ...days }: Asked,
): ContactFilter | { readonly refusal: Refusal } {
  const period = readDays(days);
  if (!('from' in period)) return { refusal: period };
  const search = q?.trim() === '' ? undefined : q;
  return { kind, q: search, ...period, source, medium, campaign, content, state, suspect, stage };
}
