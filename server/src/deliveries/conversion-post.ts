export interface PlatformResponse {
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;
  /** Delay that the platform asks for, in ms; null if it asks for none. */
  readonly retryAfter: number | null;
}

export type PostResult =
  | { readonly ok: true; readonly response: PlatformResponse }
  /** No response arrived; `code` is Node's error code. */
  | { readonly ok: false; readonly code: string };

/** Characters kept of a response. */
const MAX_RESPONSE_LENGTH = 4_000;

/**
 * Posts JSON once without following redirects, and never rejects. The result contains nothing of the address, which holds
 * a secret.
 * @param signal aborts the request
 */
export async function postJson(
  address: string,
  body: unknown,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<PostResult> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const text = (await response.text()).slice(0, MAX_RESPONSE_LENGTH);
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    const retryAfter = seconds >= 0 ? seconds * 1_000 : null;
    return { ok: true, response: { status: response.status, text, retryAfter } };
  } catch (error) {
    const { cause = error }: { cause?: unknown } = Object(error);
    const { code, name }: { code?: unknown; name?: unknown } = Object(cause);
    return { ok: false, code: String(typeof code === 'string' ? code : name) };
  }
}
