import http from 'node:http';
import https from 'node:https';
import type { Outcome } from '../destination.ts';
import { describeForbidden, type Guard, hostOf, NotPublicError } from './guard.ts';

/** What the other side answered. */
export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Its beginning. */
  readonly text: string;
}

export type Posted =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly error: Error };

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends it at once. */
  readonly signal: AbortSignal;
}

export interface Poster {
  /** Posts once, follows no redirect, and never rejects. */
  post(post: Post): Promise<Posted>;
  /** Ends the connections that are kept for later. */
  close(): void;
}

export interface PosterOptions {
  readonly guard: Guard;
  /** Most connections to one host. */
  readonly connections: number;
  /** Longest attempt, in ms. */
  readonly timeoutMs: number;
}

/** How much of an answer is read, in bytes; who says more is cut off. */
const MAX_ANSWER_BYTES = 1_024;
/** How long a connection is kept for the next delivery, in ms. */
const IDLE_TIMEOUT_MS = 10_000;

/** Codes of writing to a kept connection that the other side has closed meanwhile. */
const CLOSED_CODES = ['ECONNRESET', 'EPIPE'];

const errorOf = (code: string) => Object.assign(new Error(code), { code });

export function createPoster({ guard, connections, timeoutMs }: PosterOptions): Poster {
  const terms = {
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: connections,
    timeout: IDLE_TIMEOUT_MS,
  };
  const agents = { 'http:': new http.Agent(terms), 'https:': new https.Agent(terms) };

  function begin({ url, headers, body, signal }: Post): http.ClientRequest {
    const isPlain = url.protocol === 'http:';
    const { request } = isPlain ? http : https;
    return request(url, {
      method: 'POST',
      agent: agents[isPlain ? 'http:' : 'https:'],
      lookup: guard.lookup,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      signal,
    });
  }

  /** Sends one request, and once more if a kept connection turned out to be closed. */
  function exchange(post: Post, isFirst = true): Promise<Posted> {
    return new Promise((resolve) => {
      const request = begin(post);
      let isAnswered = false;
      let hasFailed = false;
      request.on('response', (answer) => {
        isAnswered = true;
        readAnswer(answer, resolve);
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        // A status is an answer, however the rest of it ends.
        if (isAnswered) return;
        hasFailed = true;
        const isStale = request.reusedSocket && CLOSED_CODES.includes(error.code ?? '');
        if (isStale && isFirst) exchange(post, false).then(resolve);
        else resolve({ ok: false, error });
      });
      // Node tells of such an answer by neither a response nor an error.
      request.on('upgrade', ({ statusCode: status = 0, headers }, socket) => {
        socket.destroy();
        resolve({ ok: true, answer: { status, headers, text: '' } });
      });
      // The connection ended, and nothing said why.
      request.on('close', () => {
        if (!isAnswered && !hasFailed) resolve({ ok: false, error: errorOf('ECONNRESET') });
      });
      request.end(post.body);
    });
  }

  return {
    async post({ signal: stop, ...post }) {
      const forbidden = guard.refuse(hostOf(post.url));
      if (forbidden !== null) return { ok: false, error: new NotPublicError(forbidden) };
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
      const posted = await exchange({ ...post, signal });
      if (posted.ok || !signal.aborted) return posted;
      return { ok: false, error: errorOf(stop.aborted ? 'ERR_STOPPED' : 'ERR_SLOW') };
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Reads an answer's beginning. */
function readAnswer(response: http.IncomingMessage, resolve: (posted: Posted) => void) {
  const { statusCode: status = 0, headers } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  const end = () => {
    const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES));
    resolve({ ok: true, answer: { status, headers, text } });
  };
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) response.destroy();
  });
  // Cut off, by us or by the other side: what came is the answer.
  response.on('error', () => {});
  response.on('close', end);
}

/** Those that plural by Retry-After when to come again. Source: RFC 9110, 10.2.3; RFC 6585, 4. */
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
  const retryAfter = RETRY_AFTER_STATUSES.includes(status)
    ? readRetryAfter(headers['retry-after'], now)
    : null;
  return { ...told, result: 'failed', ...(retryAfter !== null && { retryAfter }) };
}

/** Returns seconds, or a time, as ms from now; null if the text says neither. */
function readRetryAfter(text: string | undefined, now: number): number | null {
  const wanted = text?.trim() ?? '';
  if (/^\d+$/.test(wanted)) return Number(wanted) * 1_000;
  const time = wanted.endsWith('GMT') ? Date.parse(wanted) : Number.NaN;
  return Number.isNaN(time) ? null : Math.max(0, time - now);
}

/** As every database holds it. */
const cleanAnswer = (text: string) => text.toWellFormed().replaceAll('\0', '');

/** Our own ends of a try. */
const OUR_REASONS: Readonly<Record<string, string>> = {
  ERR_SLOW: 'Não houve resposta em 15 segundos.',
  ERR_STOPPED: 'Interrompida: o servidor desligou.',
};

const NO_TLS = 'A outra ponta não fala TLS: confira https:// e a porta.';

/** Why there was no answer, by the code that Node gives, for the operator. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'O nome do endereço não existe (DNS).',
  EAI_AGAIN: 'O DNS não responde agora.',
  ECONNREFUSED: 'Ninguém atende nesse endereço e porta.',
  ECONNRESET: 'A outra ponta cortou a conexão sem responder.',
  EPIPE: 'A outra ponta cortou a conexão sem responder.',
  ETIMEDOUT: 'A conexão não se completou.',
  EHOSTUNREACH: 'Não há caminho de rede até esse endereço.',
  ENETUNREACH: 'Não há caminho de rede até esse endereço.',
  EPROTO: NO_TLS,
  CERT_HAS_EXPIRED: 'O certificado TLS venceu.',
  CERT_NOT_YET_VALID: 'O certificado TLS ainda não vale: confira o relógio.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'O certificado TLS é autoassinado.',
  SELF_SIGNED_CERT_IN_CHAIN: 'O certificado TLS é autoassinado.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Falta o certificado intermediário do TLS.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Ninguém conhecido assina o certificado TLS.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'O certificado TLS é de outro nome.',
};

/** Why a try had no answer: a sentence in Portuguese, and the code that people search for. */
export function describeFailure(error: NodeJS.ErrnoException): string {
  if (error instanceof NotPublicError) return describeForbidden(error.address);
  const code = error.code ?? error.name;
  const ours = OUR_REASONS[code];
  if (ours !== undefined) return ours;
  if (code.startsWith('HPE_')) return `A resposta não é HTTP (${code}).`;
  const reason = REASONS[code] ?? (code.startsWith('ERR_SSL_') ? NO_TLS : 'A conexão falhou.');
  return `${reason.slice(0, -1)} (${code}).`;
}
