import type { Utms } from '@funil/contract/utm';

/** A stored event, as visits are made of it. Moments are ms since 1970, UUIDs lower-case hexadecimal. */
export interface StoredEvent extends Readonly<Utms> {
  readonly number: number;
  readonly id: string;
  readonly session_id: string;
  readonly created_at: number;
  readonly occurred_at: number;
  readonly name: string;
  readonly secao: string | null;
  /** JSON. */
  readonly payload: string;
  readonly lead_ref: string | null;
}

/** What a visit reached. */
export const STAGES = ['cta', 'form_start', 'lead', 'checkout', 'purchase', 'application'] as const;
export type Stage = (typeof STAGES)[number];

/** The event that decided something: the later, and of two at one moment the greater id, decides. */
export type EventPosition = readonly [occurredAt: number, id: string];

export interface FormProgress {
  started?: true;
  completed?: true;
  /** Where it was given up for the last time; step null: a form of one step. */
  left?: { readonly at: EventPosition; readonly step: number | null; readonly field: string };
}

export const METRICS = ['LCP', 'INP', 'CLS'] as const;
export type Metric = (typeof METRICS)[number];

export interface Purchase {
  readonly currency: string;
  /** In the currency's main unit. */
  readonly value: number;
}

/** What a visit's row keeps as JSON; what there is none of is left out. */
export interface VisitDetail {
  /** ms in view, by section. */
  sections?: Record<string, number>;
  forms?: Record<string, FormProgress>;
  /** The worst of each: ms, or no unit for CLS. */
  vitals?: Partial<Record<Metric, number>>;
  /** By transaction, as the visitor's address said. */
  purchases?: Record<string, Purchase>;
  /** Events that named `lead_ref` and `application_ref`. */
  lead?: EventPosition;
  application?: EventPosition;
}

/** One session: the same whatever the order in which its events are added. */
export interface Visit extends Utms, Record<Stage, boolean> {
  readonly session_id: string;
  began_at: number;
  seen_at: number;
  last_number: number;
  first_event: string;
  lead_ref: string | null;
  application_ref: string | null;
  detail: VisitDetail;
}

/** Adds to a map of limited size: of too many keys the least stay, whatever the order they came in. */
export function admitKey<Value>(map: Record<string, Value>, key: string, most: number): boolean {
  if (Object.hasOwn(map, key)) return true;
  const keys = Object.keys(map);
  if (keys.length < most) return true;
  const greatest = keys.reduce((a, b) => (a > b ? a : b));
  if (key > greatest) return false;
  delete map[greatest];
  return true;
}
