import type { TrackedEvent } from '@funil/contract/tracked-events';
import type { Utms } from '@funil/contract/utm';

/** Who left the lead, as Google's `generate_lead` names it; no other sink looks at it. */
interface LeadContact {
  lead_name: string;
  lead_phone: string;
}

export interface Circumstances {
  /** When it happened, in ms since the epoch. */
  time: number;
  contact?: LeadContact;
}

/** An event with all that sinks may need to know. */
export type Occurrence = TrackedEvent & Circumstances & { sessionId: string; utms: Utms };
