import type { ApplicationDraftRow, ApplicationRow } from '@funil/contract/application';
import type { EventRow } from '@funil/contract/event';
import type { LeadRow } from '@funil/contract/lead';
import type { PlannedNotice } from './sale/planned.ts';

interface Saved {
  readonly save_id: string;
}

/** What somebody does at one of the server's doors. */
export type Deed =
  | { readonly door: 'jornada'; readonly rows: readonly EventRow[] }
  | { readonly door: 'leads'; readonly row: LeadRow; readonly key: string }
  | { readonly door: 'application_drafts'; readonly row: ApplicationDraftRow & Saved }
  | { readonly door: 'applications'; readonly row: ApplicationRow & Saved }
  | { readonly door: 'postbacks'; readonly notice: PlannedNotice };
