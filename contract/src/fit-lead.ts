// Browser code imports this file: of files that import zod it may import types only.
import type { JourneyRecord } from './journey.ts';
import type { LeadRow } from './lead.ts';
import { fitLeadFields, type LeadFields } from './lead-rules.ts';
import type { UtmRecord } from './utm.ts';

/** Returns the lead's row: the typed fields, the visit's source and its journey so far. */
export function fitLead(typed: LeadFields, utms: UtmRecord, journey: JourneyRecord): LeadRow {
  const { inicio_sessao: _, ...done } = journey;
  return { ...fitLeadFields(typed), ...utms, ...done };
}
