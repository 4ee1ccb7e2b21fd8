import { addUp } from '@funil/contract/console/origins';
import type { FirstContact } from '@funil/contract/console/report';
import { MINUTE_MS } from '@funil/contract/durations';
import type { Scope } from './model.ts';
import type { ContactedLead } from './read-contacts.ts';
import type { ReportedSale } from './read-sales.ts';
import { createFilter, listEvents } from './sum-sales.ts';

/** Null: any time after. */
const LIMITS = [5, 60, 24 * 60, null];

/** Counts the leads of a period by the time to their first contact, and those that bought within the scope. */
export function createContactSums(
  { period, isByLead }: Scope,
  contacted: readonly ContactedLead[],
) {
  const isWithin = createFilter(period);
  /** When each lead first bought, in ms since 1970. */
  const purchases = new Map<string, number>();
  return {
    add(sale: ReportedSale) {
      const { lead, lead_stored_at: storedAt } = sale;
      if (!lead?.startsWith('lead ') || storedAt === null || !isWithin(Date.parse(storedAt)))
        return;
      for (const { at, changes } of listEvents(sale)) {
        if (!changes.sales || !(isByLead || isWithin(at))) continue;
        purchases.set(lead, Math.min(at, purchases.get(lead) ?? at));
      }
    },
    /** Returns the groups, the quickest first and leads without a contact last. */
    finish(leads: number): FirstContact[] {
      const groups = LIMITS.map((within_minutes) => ({
        ...{ is_contacted: true, within_minutes },
        ...{ leads: 0, buyers: 0 },
      }));
      for (const { lead, stored_at, contacted_at } of contacted) {
        const contactedAt = Date.parse(contacted_at);
        const boughtAt = purchases.get(lead);
        // Thanking a buyer did not sell.
        if (boughtAt !== undefined && boughtAt < contactedAt) continue;
        const minutes = (contactedAt - Date.parse(stored_at)) / MINUTE_MS;
        const group = groups.find(({ within_minutes: end }) => end === null || minutes <= end);
        if (!group) continue;
        group.leads += 1;
        if (boughtAt !== undefined) group.buyers += 1;
      }
      const sum = addUp({ leads: 0, buyers: 0 }, groups);
      const rest = { leads: leads - sum.leads, buyers: purchases.size - sum.buyers };
      return [...groups, { is_contacted: false, within_minutes: null, ...rest }];
    },
  };
}
