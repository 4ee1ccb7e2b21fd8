import type { Outcome } from '../destination.ts';
import type { Answer } from './post.ts';

/** Longest, in ms, that an endpoint may ask to be left alone. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;
/** Those that say by Retry-After when to come again. Source: RFC 9110, 10.2.3; RFC 6585, 4. */
const RETRY_AFTER_STATUSES = [429, 503];

/**
 * What an answer means: 2xx is success, 410 switches the endpoint off, all else is tried again.
 * @param now in ms since 1970
 */
export function judgeWebhookAnswer({ status, headers, text }: Answer, now: number): Outcome {
  const told = { status, answer: cleanAnswer(text) };
  if (status >= 200 && status < 300) return { ...told, result: 'delivered' };
  if (status === 410) return { ...told, result: 'gone' };
  if (status >= 300 && status < 400) {
    const target = cleanAnswer(headers.location ?? '').slice(0, 500) || 'outro endereço';
    const answer = `Redireciona para ${target}, e redirecionamentos não são seguidos: cadastre o endereço final.`;
    return { status, answer, result: 'failed' };
  }
  const retryAfter = RETRY_AFTER_STATUSES.includes(status) ? readRetryAfter(headers['retry-after'], now) : null;
  return { ...told, result: 'failed', ...(retryAfter !== null && { retryAfter }) };
}

/** Seconds, or a moment, as ms from now; null where it says nothing that can be read. */
function readRetryAfter(text: string | undefined, now: number): number | null {
  const wanted = text?.trim() ?? '';
  const isMoment = wanted.endsWith('GMT');
  const time = isMoment
    ? Date.parse(wanted) - now
    : /^\d+$/.test(wanted)
      ? Number(wanted) * 1_000
      : NaN;
  return Number.isNaN(time) ? null : Math.min(Math.max(time, 0), MAX_RETRY_AFTER_MS);
}

/** As every database holds it. */
const cleanAnswer = (text: string) => text.toWellFormed().replaceAll('\0', '');
