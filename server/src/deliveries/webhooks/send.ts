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

export interface PosterTerms {
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

/** What writing to a kept connection says that the other side has closed meanwhile. */
const CLOSED_CODES = ['ECONNRESET', 'EPIPE'];

/** The time for a try is over. */
class SlowError extends Error {
  readonly code = 'ERR_SLOW';
}

/** The server stops. */
class StoppedError extends Error {
  readonly code = 'ERR_STOPPED';
}

/** The connection ended, and nothing said why. */
class ClosedError extends Error {
  readonly code = 'ECONNRESET';
}

export function createPoster({ guard, connections, timeoutMs }: PosterTerms): Poster {
  const terms = {
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: connections,
    timeout: IDLE_TIMEOUT_MS,
  };
  const agents = { 'http:': new http.Agent(terms), 'https:': new https.Agent(terms) };

  function begin({ url, headers, body }: Post): http.ClientRequest {
    const isPlain = url.protocol === 'http:';
    const { request } = isPlain ? http : https;
    const length = String(Buffer.byteLength(body));
    return request(url, {
      method: 'POST',
      agent: agents[isPlain ? 'http:' : 'https:'],
      lookup: guard.lookup,
      headers: { ...headers, 'content-length': length },
    });
  }

  /** One request; `again` stands in where a kept connection turned out to be closed. */
  function exchange(post: Post, deadline: number, again?: () => Promise<Posted>): Promise<Posted> {
    return new Promise((resolve) => {
      const request = begin(post);
      let response: http.IncomingMessage | null = null;
      let isAgain = false;
      const finish = (posted: Posted) => {
        clearTimeout(timer);
        post.signal.removeEventListener('abort', stop);
        resolve(posted);
      };
      // Who has given a status has answered, whatever the rest of it does.
      const end = (error: Error) => (response ? response.destroy() : request.destroy(error));
      const stop = () => void end(new StoppedError('stopped'));
      const left = Math.max(0, deadline - performance.now());
      const timer = setTimeout(() => end(new SlowError('slow')), left);
      post.signal.addEventListener('abort', stop, { once: true });
      if (post.signal.aborted) stop();
      request.on('response', (answer) => {
        response = answer;
        readAnswer(answer, finish);
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (response) return;
        const isStale = request.reusedSocket && CLOSED_CODES.includes(error.code ?? '');
        if (!isStale || !again) return finish({ ok: false, error });
        isAgain = true;
        again().then(finish);
      });
      // Node tells of such an answer by neither a response nor an error.
      request.on('upgrade', ({ statusCode: status = 0, headers }, socket) => {
        socket.destroy();
        finish({ ok: true, answer: { status, headers, text: '' } });
      });
      request.on('close', () => {
        if (!response && !isAgain) finish({ ok: false, error: new ClosedError('closed') });
      });
      request.end(post.body);
    });
  }

  return {
    async post(post) {
      const host = hostOf(post.url);
      const forbidden = guard.refuse(host);
      if (forbidden !== null) return { ok: false, error: new NotPublicError(forbidden) };
      const deadline = performance.now() + timeoutMs;
      return exchange(post, deadline, () => exchange(post, deadline));
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Reads an answer's beginning. */
function readAnswer(response: http.IncomingMessage, finish: (posted: Posted) => void) {
  const { statusCode: status = 0, headers } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  const end = () => {
    const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES));
    finish({ ok: true, answer: { status, headers, text } });
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
  const retryAfter = RETRY_AFTER_STATUSES.includes(status)
    ? readRetryAfter(headers['retry-after'], now)
    : null;
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
