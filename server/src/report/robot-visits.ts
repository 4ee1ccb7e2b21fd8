import type { RobotVisit } from '@funil/contract/report/robots';
import { sql } from 'kysely';
import { applicationKey, leadKey } from '../contacts/contact-ref.ts';
import type { Database } from '../store/database.ts';
import { hexOf, msOf, toStoredTime } from '../store/queries/sql.ts';
import { periodCondition, type TimeRange } from './period.ts';

const MAX_LISTED_ROBOT_VISITS = 200;

interface RobotVisitRow extends Omit<RobotVisit, 'began_at' | 'subject'> {
  readonly began_at: number;
  readonly lead_id: number | null;
  readonly application_ref: string | null;
}

export async function readRobotVisits(
  database: Database,
  { from, until }: TimeRange,
): Promise<RobotVisit[]> {
  const beganAt = sql`began_at`;
  const storedTime = (time: string | null) => time && toStoredTime(database, Date.parse(time));
  const isInPeriod = periodCondition(beganAt, { from: storedTime(from), until: storedTime(until) });
  const { rows } = await sql<RobotVisitRow>`
    select ${hexOf(database, 'session_id')} as session, ${msOf(database, 'began_at')} as began_at,
      utm_source as source, utm_medium as medium, utm_campaign as campaign, suspect, application_ref,
      (select id from leads where idempotency_key = visits.lead_ref) as lead_id
    from ${sql.table('visits')} where suspect is not null and ${isInPeriod}
    order by ${beganAt} desc limit ${MAX_LISTED_ROBOT_VISITS}`.execute(database);
  return rows.map(({ began_at, lead_id, application_ref, ...visit }) => ({
    ...visit,
    began_at: new Date(Number(began_at)).toISOString(),
    subject:
      lead_id !== null ? leadKey(lead_id) : application_ref && applicationKey(application_ref),
  }));
}
