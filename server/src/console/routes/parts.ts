import type { SiteFacts } from '@funil/contract/site-facts';
import type { Guard } from '../../deliveries/webhooks/guard.ts';
import type { ItemParts } from '../../leads/contacts/read-contacts.ts';
import type { NoticeAdapters } from '../../sales/notice.ts';
import type { Database } from '../../store/database.ts';
import type { LongWork } from '../long-work.ts';

/** What the data routes work with. */
export interface DataParts {
  readonly database: Database;
  /** What the built site says of itself; null: there is none yet. */
  readonly site: () => SiteFacts | null;
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
  readonly work: LongWork;
  /** Where webhooks may go. */
  readonly guard: Guard;
  /** Another one after a redeploy. */
  readonly build: string;
  /** The time in ms since 1970. */
  readonly now: () => number;
}

export const itemParts = ({ now, site }: DataParts): ItemParts => ({
  now: now(),
  replyHours: site()?.replyHours ?? null,
});
