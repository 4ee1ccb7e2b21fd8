import { measurementIdOf } from '@funil/contract/site/google-tags';
import type { Ga4Config } from '../../config/conversions.ts';
import type { ConversionReceiver } from '../conversion.ts';
import { composeGa4Request, findGa4SkipReason, GA4_EVENTS } from './compose.ts';
import { judgeGa4Response } from './judge.ts';

export const ga4Receiver = (
  { apiUrl, apiSecret }: Ga4Config,
  { reportsPurchases = false } = {},
): ConversionReceiver => ({
  name: 'ga4',
  subscribesTo: (type) => type === 'lead.created' || (reportsPurchases && type in GA4_EVENTS),
  findId: ({ gtag }) => measurementIdOf(gtag),
  findSkipReason: findGa4SkipReason,
  compose: ({ id, conversion, visit, now }) => ({
    address: `${apiUrl}/mp/collect?measurement_id=${id}&api_secret=${encodeURIComponent(apiSecret)}`,
    body: composeGa4Request(conversion, visit, now),
  }),
  judge: judgeGa4Response,
});
