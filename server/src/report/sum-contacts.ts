import { MINUTE_MS } from '@funil/contract/durations';
import { sumRows } from '@funil/contract/report/origins';
import type { FirstContact } from '@funil/contract/report/report';
import { sql } from 'kysely';
import { isLeadKey } from '../contacts/contact-ref.ts';
import type { Database } from '../store/database.ts';
import { listChargeEvents } from './charge-events.ts';
import { isInPeriod, periodCondition, type TimeRange } from './period.ts';
import type { ReportedSale } from './read-sales.ts';
import type { ReportScope } from './report-data.ts';

/** The first contact is an operator's first message or change of state. */
interface ContactedLead {
  readonly contactKey: string;
  readonly stored_at: string;
  readonly contacted_at: string;
}

export async function readContactedLeads(
  database: Database,
  period: TimeRange,
): Promise<ContactedLead[]> {
  const { rows } = await sql<ContactedLead>`
    select change.subject as "contactKey", lead.created_at as stored_at, min(change.at) as contacted_at
    from ${sql.table('followup_changes')} as change join leads as lead
      on lead.id = case when change.subject like 'lead:%' then cast(substr(change.subject, 6) as bigint) end
    where change.kind in ('message', 'state') and lead.suspect is null and ${periodCondition(sql`lead.created_at`, period)}
    group by change.subject, lead.created_at`.execute(database);
  return rows;
}

/** The longest waits of the groups, in minutes; null: any longer wait. */
const CONTACT_WAIT_MINUTES = [5, 60, 24 * 60, null];

export class ContactSums {
  readonly #isReportByLead: boolean;
  readonly #isInPeriod: (time: number) => boolean;
  readonly #contactedLeads: readonly ContactedLead[];
  readonly #firstPurchaseAtByContact = new Map<string, number>();

  constructor({ period, isReportByLead }: ReportScope, contacted: readonly ContactedLead[]) {
    this.#isReportByLead = isReportByLead;
    this.#isInPeriod = isInPeriod(period);
    this.#contactedLeads = contacted;
  }

  add(sale: ReportedSale): void {
    const { contactKey, lead_stored_at: storedAt } = sale;
    if (contactKey === null || !isLeadKey(contactKey)) return;
    if (storedAt === null || !this.#isInPeriod(Date.parse(storedAt))) return;
    for (const { at, changes } of listChargeEvents(sale)) {
      if (!changes.sales || !(this.#isReportByLead || this.#isInPeriod(at))) continue;
      this.#firstPurchaseAtByContact.set(
        contactKey,
        Math.min(at, this.#firstPurchaseAtByContact.get(contactKey) ?? at),
      );
    }
  }

  finish(leads: number): FirstContact[] {
    const groups = CONTACT_WAIT_MINUTES.map((within_minutes) => ({
      is_contacted: true,
      within_minutes,
      leads: 0,
      buyers: 0,
    }));
    for (const { contactKey, stored_at, contacted_at } of this.#contactedLeads) {
      const contactedAt = Date.parse(contacted_at);
      const boughtAt = this.#firstPurchaseAtByContact.get(contactKey);
      // A first contact after the purchase, such as thanks, did not cause it.
      if (boughtAt !== undefined && boughtAt < contactedAt) continue;
      const minutes = (contactedAt - Date.parse(stored_at)) / MINUTE_MS;
      const group = groups.find(({ within_minutes: end }) => end === null || minutes <= end);
      if (!group) continue;
      group.leads += 1;
      if (boughtAt !== undefined) group.buyers += 1;
    }
    const contactedSum = sumRows({ leads: 0, buyers: 0 }, groups);
    const withoutContact = {
      leads: leads - contactedSum.leads,
      buyers: this.#firstPurchaseAtByContact.size - contactedSum.buyers,
    };
    return [...groups, { is_contacted: false, within_minutes: null, ...withoutContact }];
  }
}
