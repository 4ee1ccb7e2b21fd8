import type { leadsFileSchema, SubjectState } from '@funil/contract/console/subjects';
import { DAY_MS } from '@funil/contract/durations';
import type * as z from 'zod/mini';
import type { ContactFilter } from '../../leads/contacts/contact-filter.ts';
import type { SubjectKind } from '../../store/console-tables.ts';
import { startOfDay } from '../../visits/brasilia.ts';
import { invalid, type Refusal } from './data-route.ts';

/** Moments of days of Brasília, the end excluded. */
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
  state?: SubjectState | undefined;
  stage?: ContactFilter['stage'];
};

export function readFilter(
  kind: SubjectKind,
  { q, source, medium, campaign, content, state, suspect, stage, ...days }: Asked,
): ContactFilter | { readonly refusal: Refusal } {
  const period = readDays(days);
  if (!('from' in period)) return { refusal: period };
  const search = q?.trim() === '' ? undefined : q;
  return { kind, q: search, ...period, source, medium, campaign, content, state, suspect, stage };
}
