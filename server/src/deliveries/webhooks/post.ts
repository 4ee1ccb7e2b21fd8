import http from 'node:http';
import https from 'node:https';
import type { Guard } from './guard.ts';
import { hostOf, NotPublicError } from './guard.ts';

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
  /** Longest a try takes in all, in ms. */
  readonly patience: number;
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

export function createPoster({ guard, connections, patience }: PosterTerms): Poster {
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
      const deadline = performance.now() + patience;
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
