import type { Ga4Config } from '../../config/conversions.ts';
import type { PlatformResponse } from '../conversion-post.ts';
import type { Outcome } from '../destination.ts';

/**
 * Returns the address for the events of a measurement id; it contains the secret.
 * @param path `/debug/mp/collect` validates an event without counting it
 */
export const collectAddress = (
  { apiUrl, apiSecret }: Ga4Config,
  measurementId: string,
  path: '/mp/collect' | '/debug/mp/collect' = '/mp/collect',
): string =>
  `${apiUrl}${path}?measurement_id=${measurementId}&api_secret=${encodeURIComponent(apiSecret)}`;

/** Returns the outcome of a response. A request that is too large or malformed is not retried. */
export function judgeGa4Response({ status, text: answer, retryAfter }: PlatformResponse): Outcome {
  if (status >= 200 && status < 300) return { result: 'delivered', status, answer };
  if (status === 400 || status === 413) return { result: 'refused', status, answer };
  return { result: 'failed', status, answer, ...(retryAfter !== null && { retryAfter }) };
}
