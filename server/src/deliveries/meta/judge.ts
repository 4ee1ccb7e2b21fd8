import { MINUTE_MS } from '@funil/contract/durations';
import type { ReceiverResponse } from '../conversion.ts';
import type { AttemptOutcome } from '../destination.ts';

interface MetaError {
  readonly code: number | null;
  readonly subcode: number | null;
  readonly message: string;
  readonly isTransient: boolean;
}

/** Codes of rate limits and of Meta's own errors. */
const TEMPORARY_CODES = [1, 2, 4, 17, 32, 341, 368, 613];
/** Codes of an invalid token or missing permissions. */
const TOKEN_CODES = [10, 102, 190, 3];
/** Subcode of 100: the pixel does not exist, or the token has no access to it. */
const NO_ACCESS_SUBCODE = 33;
/** Delay after a temporary error if Meta names none. */
const DEFAULT_RETRY_MS = 5 * MINUTE_MS;

export const isAboutToken = ({ code, subcode }: MetaError): boolean =>
  code !== null &&
  (TOKEN_CODES.includes(code) ||
    (code >= 200 && code < 300) ||
    (code === 100 && subcode === NO_ACCESS_SUBCODE));

const isTemporaryError = ({ code, isTransient }: MetaError): boolean =>
  isTransient ||
  (code !== null && (TEMPORARY_CODES.includes(code) || (code >= 80_000 && code < 81_000)));

/** Source: https://developers.facebook.com/docs/graph-api/guides/error-handling */
export function readError(text: string): MetaError {
  const body: { error?: unknown } = Object(parseJson(text));
  const error: Record<string, unknown> = Object(body.error);
  return {
    code: typeof error.code === 'number' ? error.code : null,
    subcode: typeof error.error_subcode === 'number' ? error.error_subcode : null,
    message: String(error.error_user_msg ?? error.message ?? text),
    isTransient: error.is_transient === true,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's error page.
    return undefined;
  }
}

/**
 * Returns the outcome of a response. Attempts that failed because of the token, a rate limit or Meta's own error are
 * retried; an event that Meta refuses is not.
 */
export function judgeMetaResponse({
  status,
  text,
  retryAfterMs,
}: ReceiverResponse): AttemptOutcome {
  if (status >= 200 && status < 300) return { result: 'delivered', status, response: text };
  const error = readError(text);
  const base = { status, response: text };
  if (isTemporaryError(error) || status === 429) {
    return { ...base, result: 'failed', retryAfterMs: retryAfterMs ?? DEFAULT_RETRY_MS };
  }
  const isTemporaryStatus = status >= 500 || status === 408 || status < 400;
  if (isTemporaryStatus || status === 401 || status === 403 || isAboutToken(error)) {
    return { ...base, result: 'failed', ...(retryAfterMs !== null && { retryAfterMs }) };
  }
  return { ...base, result: 'refused' };
}
