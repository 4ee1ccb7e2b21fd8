/**
 * Every event of a visit and what it says: adding one is adding a line to {@link EventPayloads}.
 * Nothing a visitor typed ever stands here. Browser code reads this file, so it knows no zod.
 */

/** Largest payload of one event, as JSON, in UTF-16 units. */
export const PAYLOAD_LENGTH = 6000;
/** Longest text in a payload, in characters: an ad network's click id is up to about 250. */
export const PAYLOAD_TEXT = 500;
/** Largest number of a known payload: a day in ms, and more than any price. */
export const LARGEST_AMOUNT = 86_400_000;

/** What ad networks put into the address of a click. */
export const CLICK_IDS = ['fbclid', 'gclid', 'gbraid', 'wbraid', 'ttclid'] as const;
export type ClickId = (typeof CLICK_IDS)[number];

export type FormName = 'lead' | 'aplicacao';

interface Button {
  /** Its label. */
  button_name: string;
  section: string;
}

interface FormMoment extends Partial<LeadReference> {
  form: FormName;
  /** Step of a form that has several, from 0. */
  step?: number;
  /** Name of the field last touched, never its value. */
  field?: string;
}

interface Video {
  title: string;
  section: string;
}

interface LeadReference {
  /** Idempotency key of the lead, or id of the application. */
  lead_ref: string;
}

interface Item {
  item_name: string;
  price: number;
  quantity: number;
}

/** What each event says, by its name. Amounts are in the currency's main unit. */
export interface EventPayloads {
  session_start: { referrer_host?: string } & Partial<Record<ClickId, string>>;
  page_view: { page_title: string; page_location: string };
  click: Button;
  cta_click: Button & { opens: string };
  section_view: { section: string; time_in_view_ms: number };
  scroll_depth: { section: string; percent: 25 | 50 | 75 | 100 };
  video_start: Video;
  video_play: Video;
  form_start: FormMoment;
  form_complete: FormMoment;
  form_abandon: FormMoment;
  generate_lead: LeadReference & { currency: 'BRL'; value: 0 };
  checkout_redirect: LeadReference;
  purchase: { transaction_id: string; value: number; currency: string; items: Item[] };
  web_vital: { metric: 'LCP' | 'INP' | 'CLS'; value: number; rating: string };
}

export type EventName = keyof EventPayloads;

/** Any of the events, told apart by its name. */
export type TrackedEvent = {
  [Name in EventName]: { name: Name; payload: EventPayloads[Name] };
}[EventName];
