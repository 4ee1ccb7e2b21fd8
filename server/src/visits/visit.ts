import type { Utms } from '@funil/contract/capture/utm';
import type { TextVersion } from '@funil/contract/visits/tested-text';

/** Times are ms since 1970, UUIDs lower-case hexadecimal digits. */
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
  /** Signs of a robot (contract/src/contacts/robot-signals.ts); null if there are none. */
  readonly signals: string | null;
  /** The test of a text that the page ran, and the version that it showed. */
  readonly test: string | null;
  readonly version: TextVersion | null;
}

export const VISIT_STAGES = [
  'cta',
  'form_start',
  'lead',
  'checkout',
  'purchase',
  'application',
] as const;
export type VisitStage = (typeof VISIT_STAGES)[number];

/** Orders the events of a visit: by time, then by id. */
export type EventPosition = readonly [occurredAt: number, id: string];

interface FormProgress {
  started?: true;
  completed?: true;
  /** The last abandonment. `step` is null for a form of one step. */
  left?: { readonly at: EventPosition; readonly step: number | null; readonly field: string };
}

export const WEB_VITALS = ['LCP', 'INP', 'CLS'] as const;
export type WebVital = (typeof WEB_VITALS)[number];

export interface Purchase {
  readonly currency: string;
  /** In the currency's main unit. */
  readonly value: number;
}

/** The JSON in a visit's row. */
interface VisitDetail {
  /** Time in view, in ms, by section. */
  sections?: Record<string, number>;
  forms?: Record<string, FormProgress>;
  /** The worst value of each metric, in ms; CLS has no unit. */
  vitals?: Partial<Record<WebVital, number>>;
  purchases?: Record<string, Purchase>;
  lead?: EventPosition;
  application?: EventPosition;
  signals?: string;
  /** The first event of each version that the visit saw. A key is, for example, `a Título novo`. */
  versions?: Record<string, EventPosition>;
  saw_both?: true;
  /** The browser saw the test in an earlier visit. */
  seen_before?: true;
}

export interface Visit extends Utms, Record<VisitStage, boolean> {
  readonly session_id: string;
  began_at: number;
  seen_at: number;
  last_number: number;
  first_event: string;
  lead_ref: string | null;
  application_ref: string | null;
  /** Why a robot may have made the visit; null if nothing suggests it, or a person has been proven. */
  suspect: string | null;
  /** The test that the visit saw, and the version that it saw first. */
  test: string | null;
  version: TextVersion | null;
  detail: VisitDetail;
}
