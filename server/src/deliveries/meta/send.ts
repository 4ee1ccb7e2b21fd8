import type { MetaConfig } from '../../config/conversions.ts';
import type { Answer } from '../conversion-post.ts';
import type { Outcome } from '../destination.ts';

/** Returns the address that takes a pixel's events; it holds the token. */
export const eventsAddress = ({ apiUrl, token }: MetaConfig, pixel: string): string =>
  `${apiUrl}/${pixel}/events?access_token=${encodeURIComponent(token)}`;

/** What Meta says is wrong, as far as it can be read. */
interface MetaError {
  readonly code: number | null;
  readonly subcode: number | null;
  readonly message: string;
  readonly isTransient: boolean;
}

/** Codes that speak of a limit, or of Meta's own trouble. */
const RETRY_CODES = [1, 2, 4, 17, 32, 341, 368, 613];
/** Codes that speak of the token: of the session, of its rights, of what it may see. */
const TOKEN_CODES = [10, 102, 190, 3];
/** Of code 100: the pixel does not exist, or the token may not see it. */
const UNSEEN_SUBCODE = 33;
/** Until the next try where Meta names no time, in ms. */
const DEFAULT_RETRY_MS = 5 * 60_000;

export const isAboutToken = ({ code, subcode }: MetaError): boolean =>
  code !== null &&
  (TOKEN_CODES.includes(code) ||
    (code >= 200 && code < 300) ||
    (code === 100 && subcode === UNSEEN_SUBCODE));

const isLimit = ({ code, isTransient }: MetaError): boolean =>
  isTransient ||
  (code !== null && (RETRY_CODES.includes(code) || (code >= 80_000 && code < 81_000)));

/** Source: https://developers.facebook.com/docs/graph-api/guides/error-handling */
export function readError(text: string): MetaError {
  const whole: { error?: unknown } = Object(parse(text));
  const error: Record<string, unknown> = Object(whole.error);
  return {
    code: typeof error.code === 'number' ? error.code : null,
    subcode: typeof error.error_subcode === 'number' ? error.error_subcode : null,
    message: String(error.error_user_msg ?? error.message ?? text),
    isTransient: error.is_transient === true,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's page: its text is all there is to tell.
    return undefined;
  }
}

/**
 * What an answer means. A token may be changed, a limit passes, and Meta's own trouble ends: those are
 * tried again. An event that Meta refuses for itself would be refused each time.
 */
export function judgeMetaAnswer({ status, text, retryAfter }: Answer): Outcome {
  if (status >= 200 && status < 300) return { result: 'delivered', status, answer: text };
  const error = readError(text);
  const told = { status, answer: text };
  if (isLimit(error) || status === 429) {
    return { ...told, result: 'failed', retryAfter: retryAfter ?? DEFAULT_RETRY_MS };
  }
  const isTheirs = status >= 500 || status === 408 || status < 400;
  if (isTheirs || status === 401 || status === 403 || isAboutToken(error)) {
    return { ...told, result: 'failed', ...(retryAfter !== null && { retryAfter }) };
  }
  return { ...told, result: 'refused' };
}
