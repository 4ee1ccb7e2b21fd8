import { randomUUID } from 'node:crypto';
import { UTM_FIELDS, type Utms } from '@funil/contract/capture/utm';
import {
  joinSignals,
  judgeSignals,
  PROVEN_PERSON_SIGNAL,
} from '@funil/contract/contacts/robot-signals';
import { SECOND_MS } from '@funil/contract/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../store/database.ts';
import { hexOf, msOf, sessionIdsOf, uuidsOf } from '../store/queries/sql.ts';
import { formatUuid } from '../store/queries/uuid.ts';
import type { Visit } from './visit.ts';

/** Returns the keys for `in (…)`, one parameter each: with a subquery PostgreSQL would read the whole view. */
const toSqlList = (keys: readonly string[]): RawBuilder<unknown> =>
  keys.length === 0 ? sql`null` : sql.join(keys);

/** Sets `suspect` of each visit, by the signals of its events, lead and application. */
export async function judgeVisits(database: Queryable, visits: readonly Visit[]): Promise<Visit[]> {
  const leads = visits.flatMap(({ lead_ref }) => lead_ref ?? []);
  const applications = visits.flatMap(({ application_ref }) => application_ref ?? []);
  const { rows } = await sql<Record<'key' | 'signals' | 'suspect', string | null>>`
    select idempotency_key as key, signals, suspect from leads where idempotency_key in (${toSqlList(leads)})
    union all
    select id as key, signals, suspect from newest_applications where id in (${toSqlList(applications)})
  `.execute(database);
  const contactByKey = new Map(rows.map((row) => [row.key, row]));
  return visits.map((visit) => {
    const contacts = [contactByKey.get(visit.lead_ref), contactByKey.get(visit.application_ref)];
    const signals = joinSignals(visit.detail.signals, ...contacts.map((row) => row?.signals));
    const suspect = judgeSignals(signals) ?? contacts.find((row) => row?.suspect)?.suspect ?? null;
    return { ...visit, suspect: signals?.includes(PROVEN_PERSON_SIGNAL) ? null : suspect };
  });
}

interface JudgedVisitRow extends Utms {
  readonly session_id: string;
  readonly began_at: number;
}

/** By leads (`idempotency_key`) and applications (`id`), or by a session (hexadecimal digits) of a proven person. */
type VisitsToJudge =
  | { readonly refs: readonly string[] }
  | { readonly provenPersonSession: string };

/** Returns the number of visits. An event `judged` makes update-visits.ts compute a visit again from its events. */
export async function judgeVisitsAgain(
  database: Queryable,
  visitsToJudge: VisitsToJudge,
): Promise<number> {
  const isPerson = 'provenPersonSession' in visitsToJudge;
  const wantedCondition = isPerson
    ? sql`session_id in (${sessionIdsOf(database, [visitsToJudge.provenPersonSession])})`
    : sql`lead_ref in (${uuidsOf(database, visitsToJudge.refs)})
        or application_ref in (${uuidsOf(database, visitsToJudge.refs)})`;
  const { rows } = await sql<JudgedVisitRow>`
    select ${hexOf(database, 'session_id')} as session_id, ${msOf(database, 'began_at')} as began_at,
      ${sql.join(UTM_FIELDS.map((field) => sql.ref(field)))}
    from ${sql.table('visits')} where ${wantedCondition}`.execute(database);
  if (rows.length === 0) return 0;
  await database
    .insertInto('jornada')
    .values(
      rows.map(({ session_id, began_at, ...utms }) => ({
        id: randomUUID(),
        session_id: formatUuid(session_id),
        name: 'judged',
        // The first event gives a visit its day and origin, so this event must be later.
        occurred_at: new Date(Number(began_at) + SECOND_MS).toISOString(),
        secao: null,
        payload: '{}',
        ...utms,
        lead_ref: null,
        signals: isPerson ? PROVEN_PERSON_SIGNAL : null,
      })),
    )
    .execute();
  return rows.length;
}
