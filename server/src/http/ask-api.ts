interface ApiRequest extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

type ApiAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      readonly headers: Headers;
      readonly body: Buffer;
    }
  /** `code`: `too-long`, Node's error code or the name of the error. `status`: null without a response. */
  | {
      readonly ok: false;
      readonly reason: 'slow' | 'no-answer' | 'unexpected';
      readonly code: string;
      readonly status: number | null;
    };

/** Returns the delay of a `Retry-After` header in ms; null if it has neither seconds nor a date. */
export function readRetryAfter(text: string | null | undefined, now: number): number | null {
  const value = text?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const time = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : Math.max(0, time - now);
}

/** Sends a request, without redirects. Never rejects, so that no error repeats a token or an address. */
export async function askApi(
  url: string,
  { signal, timeoutMs, maxBytes, ...init }: ApiRequest,
): Promise<ApiAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  let status: number | null = null;
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    status = response.status;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) return { ok: false, reason: 'unexpected', code: 'too-long', status };
    }
    return { ok: true, status, headers: response.headers, body: Buffer.concat(chunks) };
  } catch (error) {
    const { cause = error }: { cause?: unknown } = Object(error);
    const { code, name }: { code?: unknown; name?: unknown } = Object(cause);
    const reason = timeout.aborted ? 'slow' : 'no-answer';
    return { ok: false, reason, code: String(typeof code === 'string' ? code : name), status };
  }
}
