import { failed, type Outcome } from './destination.ts';

/** What the other side answered. */
export interface Answer {
  readonly status: number;
  /** Its beginning. */
  readonly text: string;
  /** Ms that it asks to be left alone; null: it asks nothing. */
  readonly retryAfter: number | null;
}

export type Posted =
  | { readonly ok: true; readonly answer: Answer }
  /** There was none; why, by a code that people search for. */
  | { readonly ok: false; readonly code: string };

/** Most characters kept of an answer. */
const MAX_ANSWER_LENGTH = 4_000;

/**
 * Posts JSON once, follows no redirect, and never rejects. Nothing of the address is in what it says: it
 * holds a secret.
 * @param limits `timeoutMs` ends a slow request; `signal` ends it at once
 */
export async function postJson(
  address: string,
  body: unknown,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Posted> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = (await response.text()).slice(0, MAX_ANSWER_LENGTH);
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    const retryAfter = seconds >= 0 ? seconds * 1_000 : null;
    return { ok: true, answer: { status: response.status, text, retryAfter } };
  } catch (error) {
    return { ok: false, code: codeOf(error) };
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, name }: { code?: unknown; name?: unknown } = Object(cause);
  return String(typeof code === 'string' ? code : name);
}

/** Longest wait for a platform's answer. */
const PLATFORM_TIMEOUT_MS = 8_000;

/** Posts a conversion once, and returns what its answer means. */
export async function postConversion(
  address: string,
  request: unknown,
  { signal, judge }: { signal: AbortSignal; judge: (answer: Answer) => Outcome },
): Promise<Outcome> {
  const posted = await postJson(address, request, { timeoutMs: PLATFORM_TIMEOUT_MS, signal });
  return posted.ok ? judge(posted.answer) : failed(`Sem resposta (${posted.code}).`);
}
