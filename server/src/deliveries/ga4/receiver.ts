import { measurementIdOf } from '@funil/contract/site/google-tags';
import type { Ga4Config } from '../../config/conversions.ts';
import { parseJson } from '../../http/parse-json.ts';
import type { ConversionReceiver, ReceiverResponse } from '../conversions.ts';
import type { AttemptOutcome } from '../destination.ts';
import { composeGa4Request, findGa4SkipReason, GA4_EVENTS } from './compose.ts';

export const createGa4Receiver = (
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

function judgeGa4Response({ status, text, retryAfterMs }: ReceiverResponse): AttemptOutcome {
  const response = text;
  if (status >= 200 && status < 300) return { result: 'delivered', status, response };
  if (status === 400 || status === 413) return { result: 'refused', status, response };
  return { result: 'failed', status, response, retryAfterMs };
}

/** Google's validation server counts nothing, and does not check the secret. */
export const toValidationConfig = (config: Ga4Config): Ga4Config => ({
  ...config,
  apiUrl: `${config.apiUrl}/debug`,
});

export function readValidationError(text: string): string | null {
  const body = parseJson(text);
  // A text that is not JSON comes from another server, such as a proxy.
  if (body === undefined) return text;
  const { validationMessages: messages }: { validationMessages?: unknown } = Object(body);
  if (!Array.isArray(messages) || messages.length === 0) return null;
  return String(Object(messages[0]).description);
}
