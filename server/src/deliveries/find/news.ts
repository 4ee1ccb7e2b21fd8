import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { WebhookPayload } from '@funil/contract/webhook-payloads';

/** Something that happened, to be told once. Moments are ISO times in UTC. */
export interface News {
  readonly type: WebhookEvent;
  /** `lead:<key>`, `application:<id>`, `sale:<platform>:<key>` or `person:<number>`. */
  readonly subject: string;
  readonly happenedAt: string;
  /** Of the row that says so, in the order of its source. */
  readonly number: number;
  readonly data: WebhookPayload;
  /** It became known too long after it happened to be told as of today. */
  readonly isLate?: boolean;
  /** By what a person who asks to be forgotten is found: the canonical number and the address; null: not known. */
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
}

/** What a look at stored rows found. */
export interface Found {
  readonly news: readonly News[];
  /** Up to which number all rows have been looked at. */
  readonly readTo: number;
}

/** Which rows to look at. */
export interface Range {
  /** Numbers after this one, */
  readonly after: number;
  /** and up to this one. */
  readonly until: number;
  /** Most rows at once. */
  readonly most: number;
}
