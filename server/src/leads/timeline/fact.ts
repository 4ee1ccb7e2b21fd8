import type { SaleState } from '@funil/contract/sale';
import type { Utms } from '@funil/contract/utm';

/** One thing that happened around a person. Moments are ISO texts in UTC. */
export type StoryFact = { readonly at: string } & (
  | { readonly kind: 'arrival'; readonly origin: Utms }
  | { readonly kind: 'section'; readonly section: string; readonly ms: number }
  | { readonly kind: 'click'; readonly label: string; readonly section: string | null }
  | {
      readonly kind: 'form';
      readonly form: string;
      readonly what: 'started' | 'left' | 'completed';
      readonly field: string | null;
    }
  | { readonly kind: 'lead' | 'draft' | 'application' }
  | {
      readonly kind: 'sale';
      readonly state: SaleState;
      /** A refund that left the sale paid. */
      readonly isPartial: boolean;
      readonly product: string | null;
      readonly cents: number | null;
      readonly platform: string;
    }
  | {
      readonly kind: 'state' | 'note' | 'message';
      readonly by: string;
      /** The new state, or the template's name; empty otherwise. */
      readonly detail: string;
    }
  | {
      readonly kind: 'delivery';
      readonly type: string;
      readonly destination: string;
      readonly state: string;
    }
);
