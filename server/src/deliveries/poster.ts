import http from 'node:http';
import https from 'node:https';
import { type AddressGuard, hostOf, NotPublicError } from './address-guard.ts';

export interface PostResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

type PostResult =
  | { readonly ok: true; readonly response: PostResponse }
  | { readonly ok: false; readonly error: NodeJS.ErrnoException };

interface PostRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer;
  readonly signal: AbortSignal;
}

export type Poster = ReturnType<typeof createPoster>;

interface PosterOptions {
  readonly addressGuard: AddressGuard;
  readonly maxSockets: number;
  readonly timeoutMs: number;
}

const MAX_RESPONSE_BYTES = 1_024;
const IDLE_CONNECTION_TIMEOUT_MS = 10_000;

/** Node's error codes when the receiver had closed the connection that a request reuses. */
const CLOSED_CODES = ['ECONNRESET', 'EPIPE'];

const errorOf = (code: string) => Object.assign(new Error(code), { code });

export function createPoster({ addressGuard, maxSockets, timeoutMs }: PosterOptions) {
  const options = {
    keepAlive: true,
    maxSockets,
    maxFreeSockets: maxSockets,
    timeout: IDLE_CONNECTION_TIMEOUT_MS,
  };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };

  function startRequest({ url, headers, body, signal }: PostRequest): http.ClientRequest {
    const isHttps = url.protocol === 'https:';
    return (isHttps ? https : http).request(url, {
      method: 'POST',
      agent: agents[isHttps ? 'https:' : 'http:'],
      lookup: addressGuard.lookup,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      signal,
    });
  }

  async function exchange(post: PostRequest): Promise<PostResult> {
    const request = startRequest(post);
    const postResult = await sendBody(request, post.body);
    const isStale =
      !postResult.ok && request.reusedSocket && CLOSED_CODES.includes(postResult.error.code ?? '');
    return isStale ? sendBody(startRequest(post), post.body) : postResult;
  }

  return {
    /** Follows no redirects, and never rejects. */
    async post({ signal: stop, ...post }: PostRequest): Promise<PostResult> {
      const forbidden = addressGuard.forbiddenAddress(hostOf(post.url));
      if (forbidden !== null) return { ok: false, error: new NotPublicError(forbidden) };
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
      const postResult = await exchange({ ...post, signal });
      if (postResult.ok || !signal.aborted) return postResult;
      return { ok: false, error: errorOf(stop.aborted ? 'ERR_STOPPED' : 'ERR_SLOW') };
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const sendBody = (request: http.ClientRequest, body: PostRequest['body']): Promise<PostResult> =>
  new Promise((resolve) => {
    let hasResponded = false;
    const fail = (error: Error) => {
      // With a status the response is complete, even if its body breaks off.
      if (!hasResponded) resolve({ ok: false, error });
    };
    request.on('response', (response) => {
      hasResponded = true;
      readResponse(response, resolve);
    });
    request.on('error', fail);
    // For the status 101, Node emits neither a response nor an error.
    request.on('upgrade', ({ statusCode: status = 0, headers }, socket) => {
      socket.destroy();
      resolve({ ok: true, response: { status, headers, text: '' } });
    });
    // Some connections end without an error event.
    request.on('close', () => fail(errorOf('ECONNRESET')));
    request.end(body);
  });

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
  response.on('error', () => {});
  response.on('close', finish);
}
