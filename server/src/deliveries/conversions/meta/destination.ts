import type { MetaConfig } from '../../../config/conversions.ts';
import type { Delivery, Destination, Outcome } from '../../destination.ts';
import { readFact } from '../fact.ts';
import { findVisit } from '../find-visit.ts';
import { failed, unneeded } from '../outcomes.ts';
import { type ConversionParts, PATIENCE } from '../parts.ts';
import { postJson } from '../post-json.ts';
import { toldBefore } from '../told-before.ts';
import { type MetaEvent, makeEvent, OLDEST_TWIN, whyNot } from './event.ts';
import { judgeAnswer } from './judge-answer.ts';

/** Where a pixel's events go; the address holds the token. */
export const eventsAddress = ({ apiUrl, token }: MetaConfig, pixel: string): string =>
  `${apiUrl}/${pixel}/events?access_token=${encodeURIComponent(token)}`;

/** Meta's request: one event each, so that none can take another along. */
export const makeRequest = (config: MetaConfig, event: MetaEvent) => ({
  data: [event],
  ...(config.testEventCode && { test_event_code: config.testEventCode }),
});

/** Meta's Conversions API. */
export function createMeta(parts: ConversionParts<MetaConfig>): Destination {
  const { config, database, now } = parts;

  async function tell(
    { id, announcement, tries }: Delivery,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const fact = readFact(announcement);
    if (fact === null) return unneeded('forgotten');
    const site = parts.readSite();
    if (!site.ok) return failed('site.json não pode ser lido.');
    const { pixel } = site.facts.tracking;
    if (pixel === null) return unneeded('no-id');
    const found = await findVisit(fact, { database, now, tries, signal });
    if (found.state === 'none') return unneeded('no-visit');
    if (found.state === 'awaited') return failed('O evento da visita ainda não chegou.');
    const { visit } = found;
    const reason = whyNot({ fact, visit, now: now() });
    if (reason !== null) return unneeded(reason);
    const before = await toldBefore(database, id);
    if (before !== null && now() - before > OLDEST_TWIN) return unneeded('told-before');
    const isLead = announcement.type === 'lead.created';
    const event = makeEvent({ fact, isLead, visit, url: site.facts.url, now: now() });
    const address = eventsAddress(config, pixel);
    const posted = await postJson(address, makeRequest(config, event), {
      patience: PATIENCE,
      signal,
    });
    return posted.ok ? judgeAnswer(posted.answer) : failed(`Sem resposta (${posted.code}).`);
  }

  return {
    name: 'meta',
    wants: (type) =>
      type === 'lead.created' ||
      type === 'application.created' ||
      (parts.ownsPurchase && type === 'sale.paid'),
    concurrency: 16,
    batch: 1,
    rest: 0,
    // Trouble with the database is the lane's to tell: it is tried again.
    send: ([delivery], signal) => tell(delivery, signal),
  };
}
