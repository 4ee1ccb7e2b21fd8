import type { Utms } from '@funil/contract/capture/utm';
import type { TrackedEvent } from '@funil/contract/visits/event';

export interface EventDetails {
  /** In ms since the epoch. */
  time: number;
  /** The lead's name and phone, for Google's `generate_lead` only. */
  contact?: { lead_name: string; lead_phone: string };
}

export type SinkEvent = TrackedEvent & EventDetails & { sessionId: string; utms: Utms };
