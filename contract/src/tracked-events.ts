/**
 * Every event of a visit and its payload; a new event is a line in {@link EventPayloads}. No payload contains text that a
 * visitor typed. Browser code imports this file, so it does not import zod.
 */

/** Limit of an event's payload as JSON, in UTF-16 units. */
export const MAX_PAYLOAD_LENGTH = 6000;
/** Limit of a text in a payload, in characters: ad networks' click ids have up to about 250. */
export const MAX_PAYLOAD_TEXT = 500;
/** Limit of a number in a known payload: a day in ms, and more than any price. */
export const MAX_AMOUNT = 86_400_000;

/** Parameters that ad networks add to a click's address. */
export const CLICK_IDS = ['fbclid', 'gclid', 'gbraid', 'wbraid', 'ttclid'] as const;
/** The form of a click id. Templates of links that nobody filled in, such as `{{fbclid}}`, have another. */
export const CLICK_ID = /^(?!(?:undefined|null)$)[\w-]+(?:\.[\w-]+)*$/;
export type ClickId = (typeof CLICK_IDS)[number];

export type FormName = 'lead' | 'aplicacao';

interface Button {
  /** Its label. */
  button_name: string;
  section: string;
}

interface FormEvent extends Partial<LeadReference> {
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

/** Each event's payload. Amounts are in the currency's main unit. */
export interface EventPayloads {
  session_start: { referrer_host?: string } & Partial<Record<ClickId, string>>;
  page_view: { page_title: string; page_location: string };
  click: Button;
  cta_click: Button & { opens: string };
  section_view: { section: string; time_in_view_ms: number };
  scroll_depth: { section: string; percent: 25 | 50 | 75 | 100 };
  video_start: Video;
  video_play: Video;
  form_start: FormEvent;
  form_complete: FormEvent;
  form_abandon: FormEvent;
  generate_lead: LeadReference & { currency: 'BRL'; value: 0 };
  checkout_redirect: LeadReference;
  purchase: { transaction_id: string; value: number; currency: string; items: Item[] };
  web_vital: { metric: 'LCP' | 'INP' | 'CLS'; value: number; rating: string };
}

export type EventName = keyof EventPayloads;

/** Any event, distinguished by its name. */
export type TrackedEvent = {
  [Name in EventName]: { name: Name; payload: EventPayloads[Name] };
}[EventName];
