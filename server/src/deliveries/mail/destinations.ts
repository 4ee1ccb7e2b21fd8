import { MINUTE_MS } from '@funil/contract/durations';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import { PAYLOADS } from '@funil/contract/webhook-payloads';
import type { MailConfig } from '../../config/mail.ts';
import type { Destination } from '../destination.ts';
import { writeLeads } from './leads-letter.ts';
import type { Desk, Letter } from './letter.ts';
import { createMailDestination } from './mail-destination.ts';
import { createMailer } from './mailer.ts';
import { writeMany } from './many-letter.ts';
import type { Deliveries } from './post.ts';
import { writeLetter } from './write-letter.ts';

export interface MailParts {
  /** Null: nobody is told by e-mail. */
  readonly mail: MailConfig | null;
  /** Origin of the console; null: it has no address that a mailbox reaches. */
  readonly consoleUrl: string | null;
  /** The product of the page as it is now; null: there is no page here. */
  readonly readProduct: () => string | null;
  /** In ms since 1970. */
  readonly now: () => number;
}

/** Most deliveries of one message; what is beyond waits for the next. */
const MOST = 2_000;
/** Both together less than the 500 messages that Gmail lets an account send in a day. */
const EACH_ALLOWANCE = { most: 30, refill: 5 * MINUTE_MS };
const LEADS_ALLOWANCE = { most: 30, refill: 10 * MINUTE_MS };

/** Where e-mail goes: everything but leads message by message, and leads in digests of a minute. */
export function mailDestinations({ mail, consoleUrl, readProduct, now }: MailParts): Destination[] {
  if (mail === null) return [];
  const mailer = createMailer(mail);
  const readDesk = (): Desk => ({ product: readProduct(), consoleUrl, now: now() });
  const isWanted = (type: WebhookEvent) => mail.events.includes(type);
  const lanes = [
    {
      name: 'mail',
      wants: (type: WebhookEvent) => type !== 'lead.created' && isWanted(type),
      batch: { quiet: 1, flood: MOST },
      rest: 0,
      allowance: EACH_ALLOWANCE,
      write: writeEach,
    },
    {
      name: 'mail:leads',
      wants: (type: WebhookEvent) => type === 'lead.created' && isWanted(type),
      batch: { quiet: MOST, flood: MOST },
      rest: MINUTE_MS,
      allowance: LEADS_ALLOWANCE,
      write: writeDigest,
    },
  ];
  return lanes
    .filter(({ wants }) => mail.events.some(wants))
    .map((lane) => createMailDestination(lane, { mailer, readDesk }));
}

const writeEach = (deliveries: Deliveries, desk: Desk): Letter | null =>
  deliveries.length === 1
    ? writeLetter(deliveries[0].announcement, desk)
    : writeMany(
        deliveries.map(({ announcement }) => announcement),
        desk,
      );

function writeDigest(deliveries: Deliveries, desk: Desk): Letter | null {
  const [first, ...others] = deliveries.flatMap(({ announcement }) => {
    const lead = PAYLOADS['lead.created'].safeParse(announcement.data);
    return lead.success ? [lead.data] : [];
  });
  return first ? writeLeads([first, ...others], desk) : null;
}
