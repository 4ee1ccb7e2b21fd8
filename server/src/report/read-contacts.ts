import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { isWithin, type Period } from './period.ts';

/** A lead with its first contact: an operator's first message or change of its state. Times are ISO text in UTC. */
export interface ContactedLead {
  /** `lead <id>`, as a charge names it (read-sales.ts). */
  readonly lead: string;
  readonly stored_at: string;
  readonly contacted_at: string;
}

/** Returns the period's leads that have had a contact, without those that may be robots. */
export async function readContactedLeads(
  database: Database,
  period: Period,
): Promise<ContactedLead[]> {
  const { rows } = await sql<ContactedLead>`
    select concat('lead ', lead.id) as lead, lead.created_at as stored_at, min(change.at) as contacted_at
    from ${sql.table('followup_changes')} as change join leads as lead
      on lead.id = case when change.subject like 'lead:%' then cast(substr(change.subject, 6) as bigint) end
    where change.kind in ('message', 'state') and lead.suspect is null and ${isWithin(sql`lead.created_at`, period)}
    group by lead.id, lead.created_at`.execute(database);
  return rows;
}
