import http from 'node:http';
import https from 'node:https';
import { readRetryAfter } from '../../http/ask-api.ts';
import type { AttemptOutcome } from '../destination.ts';
import { type AddressGuard, describeForbidden, hostOf, NotPublicError } from './address-guard.ts';

export interface WebhookResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The beginning of the body. */
  readonly text: string;
}

type PostResult =
  | { readonly ok: true; readonly response: WebhookResponse }
  | { readonly ok: false; readonly error: Error };

interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer;
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
}

export type Poster = ReturnType<typeof createPoster>;

interface PosterOptions {
  readonly addressGuard: AddressGuard;
  /** Maximum of sockets to one host. */
  readonly maxSockets: number;
  readonly timeoutMs: number;
}

/** Bytes read of a response; a longer one is cut off. */
const MAX_RESPONSE_BYTES = 1_024;
/** Time for which an idle socket stays open for the next delivery. */
const IDLE_TIMEOUT_MS = 10_000;

/** Errors of writing to a reused connection that the receiver has closed. */
const CLOSED_CODES = ['ECONNRESET', 'EPIPE'];

const errorOf = (code: string) => Object.assign(new Error(code), { code });

export function createPoster({ addressGuard, maxSockets, timeoutMs }: PosterOptions) {
  const options = {
    keepAlive: true,
    maxSockets,
    maxFreeSockets: maxSockets,
    timeout: IDLE_TIMEOUT_MS,
  };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };

  function startRequest({ url, headers, body, signal }: Post): http.ClientRequest {
    const isHttps = url.protocol === 'https:';
    return (isHttps ? https : http).request(url, {
      method: 'POST',
      agent: agents[isHttps ? 'https:' : 'http:'],
      lookup: addressGuard.lookup,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      signal,
    });
  }

  /** Sends a request, a second time if a reused connection was already closed. */
  function exchange(post: Post, isFirst = true): Promise<PostResult> {
    return new Promise((resolve) => {
      const request = startRequest(post);
      let hasResponded = false;
      let hasFailed = false;
      request.on('response', (response) => {
        hasResponded = true;
        readResponse(response, resolve);
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        // A status is a complete response, even if its body breaks off.
        if (hasResponded) return;
        hasFailed = true;
        const isStale = request.reusedSocket && CLOSED_CODES.includes(error.code ?? '');
        if (isStale && isFirst) exchange(post, false).then(resolve);
        else resolve({ ok: false, error });
      });
      // For status 101 Node emits neither a response nor an error.
      request.on('upgrade', ({ statusCode: status = 0, headers }, socket) => {
        socket.destroy();
        resolve({ ok: true, response: { status, headers, text: '' } });
      });
      // The connection ended without an error.
      request.on('close', () => {
        if (!hasResponded && !hasFailed) resolve({ ok: false, error: errorOf('ECONNRESET') });
      });
      request.end(post.body);
    });
  }

  return {
    /** Posts without following redirects, again only if a reused connection was closed meanwhile. Never rejects. */
    async post({ signal: stop, ...post }: Post): Promise<PostResult> {
      const forbidden = addressGuard.forbiddenAddress(hostOf(post.url));
      if (forbidden !== null) return { ok: false, error: new NotPublicError(forbidden) };
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
      const posted = await exchange({ ...post, signal });
      if (posted.ok || !signal.aborted) return posted;
      return { ok: false, error: errorOf(stop.aborted ? 'ERR_STOPPED' : 'ERR_SLOW') };
    },
    /** Closes all connections. */
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function readResponse(response: http.IncomingMessage, resolve: (result: PostResult) => void) {
  const { statusCode: status = 0, headers } = response;
  const chunks: Buffer[] = [];
  let bytes = 0;
  const finish = () => {
    const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES));
    resolve({ ok: true, response: { status, headers, text } });
  };
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) response.destroy();
  });
  // A body that breaks off or is cut off is still a response.
  response.on('error', () => {});
  response.on('close', finish);
}

/** Statuses with a Retry-After header. Source: RFC 9110, 10.2.3; RFC 6585, 4. */
const RETRY_AFTER_STATUSES = [429, 503];

/**
 * Returns the outcome of a response: 2xx is success, 410 disables the endpoint, and all others are retried.
 * @param now in ms since 1970
 */
export function judgeWebhookResponse(
  { status, headers, text }: WebhookResponse,
  now: number,
): AttemptOutcome {
  const base = { status, response: cleanResponse(text) };
  if (status >= 200 && status < 300) return { ...base, result: 'delivered' };
  if (status === 410) return { ...base, result: 'gone' };
  if (status >= 300 && status < 400) {
    const target = cleanResponse(headers.location ?? '').slice(0, 500) || 'outro endereço';
    const response = `Redireciona para ${target}, e redirecionamentos não são seguidos: cadastre o endereço final.`;
    return { status, response, result: 'failed' };
  }
  const retryAfterMs = RETRY_AFTER_STATUSES.includes(status)
    ? readRetryAfter(headers['retry-after'], now)
    : null;
  return { ...base, result: 'failed', retryAfterMs };
}

/** Removes characters that databases refuse. */
const cleanResponse = (text: string) => text.toWellFormed().replaceAll('\0', '');

/** Why this server itself ended an attempt. */
const ABORT_REASONS: Readonly<Record<string, string>> = {
  ERR_SLOW: 'Não houve resposta em 15 segundos.',
  ERR_STOPPED: 'Interrompida: o servidor desligou.',
};

const ENDPOINT_WITHOUT_TLS = 'A outra ponta não fala TLS: confira https:// e a porta.';

/** Explanations by Node's error code. */
const FAILURE_REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'O nome do endereço não existe (DNS).',
  EAI_AGAIN: 'O DNS não responde agora.',
  ECONNREFUSED: 'Ninguém atende nesse endereço e porta.',
  ECONNRESET: 'A outra ponta cortou a conexão sem responder.',
  EPIPE: 'A outra ponta cortou a conexão sem responder.',
  ETIMEDOUT: 'A conexão não se completou.',
  EHOSTUNREACH: 'Não há caminho de rede até esse endereço.',
  ENETUNREACH: 'Não há caminho de rede até esse endereço.',
  EPROTO: ENDPOINT_WITHOUT_TLS,
  CERT_HAS_EXPIRED: 'O certificado TLS venceu.',
  CERT_NOT_YET_VALID: 'O certificado TLS ainda não vale: confira o relógio.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'O certificado TLS é autoassinado.',
  SELF_SIGNED_CERT_IN_CHAIN: 'O certificado TLS é autoassinado.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Falta o certificado intermediário do TLS.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Ninguém conhecido assina o certificado TLS.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'O certificado TLS é de outro nome.',
};

/** Returns why an attempt had no response, for the operator: a sentence, with Node's error code if Node failed. */
export function describeFailure(error: NodeJS.ErrnoException): string {
  if (error instanceof NotPublicError) return describeForbidden(error.address);
  const code = error.code ?? error.name;
  const abortReason = ABORT_REASONS[code];
  if (abortReason !== undefined) return abortReason;
  if (code.startsWith('HPE_')) return `A resposta não é HTTP (${code}).`;
  const reason =
    FAILURE_REASONS[code] ??
    (code.startsWith('ERR_SSL_') ? ENDPOINT_WITHOUT_TLS : 'A conexão falhou.');
  return `${reason.slice(0, -1)} (${code}).`;
}
