import { UTM_FIELDS } from '@funil/contract/utm';
import { STAGES, type Visit } from './visit.ts';

/** A visit's columns, in the order they are written. */
export const VISIT_COLUMNS = [
  ...['session_id', 'began_at', 'seen_at', 'last_number', 'first_event'],
  ...UTM_FIELDS,
  ...STAGES,
  ...['lead_ref', 'application_ref', 'detail'],
] as const;

/** What an upsert of a visit sets. */
export const SET_VISIT = VISIT_COLUMNS.slice(1)
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

/** A row of visits as a database gives it: moments as ms, UUIDs as text, stages as numbers or booleans. */
export type VisitRow = Record<keyof Visit, unknown>;

export function readVisit(row: VisitRow): Visit {
  return {
    session_id: String(row.session_id),
    began_at: Number(row.began_at),
    seen_at: Number(row.seen_at),
    last_number: Number(row.last_number),
    first_event: String(row.first_event),
    utm_source: String(row.utm_source),
    utm_medium: String(row.utm_medium),
    utm_campaign: String(row.utm_campaign),
    utm_content: String(row.utm_content),
    utm_term: String(row.utm_term),
    cta: Boolean(row.cta),
    form_start: Boolean(row.form_start),
    lead: Boolean(row.lead),
    checkout: Boolean(row.checkout),
    purchase: Boolean(row.purchase),
    application: Boolean(row.application),
    lead_ref: row.lead_ref === null ? null : String(row.lead_ref),
    application_ref: row.application_ref === null ? null : String(row.application_ref),
    detail: JSON.parse(String(row.detail)),
  };
}
