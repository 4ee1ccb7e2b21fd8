import type { MetaConfig } from '../../config/conversions.ts';
import type { ConversionReceiver } from '../conversion.ts';
import { composeMetaEvent, findMetaSkipReason } from './compose.ts';
import { judgeMetaResponse } from './judge.ts';

export const metaReceiver = (
  { apiUrl, token, testEventCode }: MetaConfig,
  { reportsPurchases = false } = {},
): ConversionReceiver => ({
  name: 'meta',
  subscribesTo: (type) =>
    type === 'lead.created' ||
    type === 'application.created' ||
    (reportsPurchases && type === 'sale.paid'),
  findId: ({ pixel }) => pixel,
  findSkipReason: findMetaSkipReason,
  compose: ({ id, ...context }) => ({
    address: `${apiUrl}/${id}/events?access_token=${encodeURIComponent(token)}`,
    body: {
      // Meta refuses a whole request for one wrong event.
      data: [composeMetaEvent(context)],
      ...(testEventCode && { test_event_code: testEventCode }),
    },
  }),
  judge: judgeMetaResponse,
});
