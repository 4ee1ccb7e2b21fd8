import { MINUTE_MS } from '@funil/contract/durations';
import { classifyError, type MetaErrorReason } from '../../ads/meta/errors.ts';
import type { MetaConfig } from '../../config/conversions.ts';
import { parseJson } from '../../http/parse-json.ts';
import type { ConversionReceiver, ReceiverResponse } from '../conversions.ts';
import type { AttemptOutcome } from '../destination.ts';
import { composeMetaEvent, findMetaSkipReason } from './compose.ts';

export const createMetaReceiver = (
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

interface MetaError {
  readonly reason: MetaErrorReason;
  readonly message: string;
  readonly isTransient: boolean;
}

const TEMPORARY_META_ERRORS: readonly MetaErrorReason[] = ['quota', 'size', 'unavailable'];
const META_RETRY_DELAY_MS = 5 * MINUTE_MS;

/** Some of these errors mean that the token has no access to the pixel. */
export const isTokenError = ({ reason }: MetaError): boolean =>
  reason === 'credentials' || reason === 'permission' || reason === 'account';

export const isTemporaryError = (status: number | null, error: MetaError): boolean =>
  error.isTransient || TEMPORARY_META_ERRORS.includes(error.reason) || status === 429;

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
export function readMetaError(text: string): MetaError {
  const body: { error?: unknown } = Object(parseJson(text));
  const error: Record<string, unknown> = Object(body.error);
  return {
    reason: classifyError(0, body),
    message: String(error.error_user_msg ?? error.message ?? text),
    isTransient: error.is_transient === true,
  };
}

/**
 * Refused events are final. Problems of the token or the API's version, rate limits, errors inside Meta, and a success
 * that counts no event are retried.
 */
export function judgeMetaResponse({
  status,
  text,
  retryAfterMs,
}: ReceiverResponse): AttemptOutcome {
  if (status >= 200 && status < 300) {
    const { events_received: received }: { events_received?: unknown } = Object(parseJson(text));
    return Number(received) > 0
      ? { result: 'delivered', status, response: text }
      : { result: 'failed', status, response: text, retryAfterMs };
  }
  const error = readMetaError(text);
  const base = { status, response: text };
  if (isTemporaryError(status, error)) {
    return { ...base, result: 'failed', retryAfterMs: retryAfterMs ?? META_RETRY_DELAY_MS };
  }
  const isTemporaryStatus = status >= 500 || status === 408 || status < 400;
  const isRemediable = isTokenError(error) || error.reason === 'version';
  if (isTemporaryStatus || status === 401 || status === 403 || isRemediable) {
    return { ...base, result: 'failed', retryAfterMs };
  }
  return { ...base, result: 'refused' };
}
