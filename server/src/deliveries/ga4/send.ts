import type { Ga4Config } from '../../config/conversions.ts';
import { failed, PLATFORM_TIMEOUT_MS } from '../conversion.ts';
import { postJson } from '../conversion-post.ts';
import type { Outcome } from '../destination.ts';

/**
 * Returns the address that takes a stream's events; it holds the secret.
 * @param path `/debug/mp/collect` validates an event without counting it
 */
export const collectAddress = (
  { apiUrl, apiSecret }: Ga4Config,
  stream: string,
  path: '/mp/collect' | '/debug/mp/collect' = '/mp/collect',
): string =>
  `${apiUrl}${path}?measurement_id=${stream}&api_secret=${encodeURIComponent(apiSecret)}`;

/** Sends one request of the Measurement Protocol, once. */
export async function sendToGa4(
  address: string,
  request: unknown,
  signal: AbortSignal,
): Promise<Outcome> {
  const posted = await postJson(address, request, { timeoutMs: PLATFORM_TIMEOUT_MS, signal });
  if (!posted.ok) return failed(`Sem resposta (${posted.code}).`);
  const { status, text, retryAfter } = posted.answer;
  if (status >= 200 && status < 300) return { result: 'delivered', status, answer: text };
  // A request that is too large or malformed stays so at every attempt.
  if (status === 400 || status === 413) return { result: 'refused', status, answer: text };
  const delay = retryAfter === null ? {} : { retryAfter };
  return { result: 'failed', status, answer: text, ...delay };
}
