import { askForFactor, FACTOR_NEEDED } from './session/factor.ts';
import { dropSession, readToken, renewToken } from './session/session.ts';

/** A refused or failed request; `message` is fit to be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 if no answer came. */
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  /** With `changed`: the row as it is now. */
  readonly current: unknown;

  constructor(status: number, problem: Problem) {
    super(problem.message);
    this.status = status;
    this.code = problem.code;
    this.field = problem.field;
    this.current = problem.current;
  }
}

interface Problem {
  code: string;
  message: string;
  field?: string | undefined;
  current?: unknown;
}

const UNREACHABLE: Problem = {
  code: 'unreachable',
  message: 'Sem conexão com o servidor. Confira a internet e tente de novo.',
};
const NOT_UNDERSTOOD: Problem = {
  code: 'internal',
  message: 'O servidor não conseguiu responder. Tente de novo em um minuto.',
};

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type Query = Readonly<Record<string, string | number | undefined>>;

interface Call {
  method?: Method;
  /** Undefined and empty values are left out. */
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  /** Lets others go first on a slow line. */
  priority?: 'low';
}

/** An address below `/console/v1` with its query. */
export function addressOf(path: string, query: Query = {}): string {
  const text = new URLSearchParams(toTexts(query)).toString();
  return `/console/v1/${path}${text === '' ? '' : `?${text}`}`;
}

/**
 * Longest body, in characters, that is sent even if the page ends meanwhile, as on a phone that switches to WhatsApp:
 * browsers let 64 KiB outlive a page in all.
 */
const MAX_KEEPALIVE_LENGTH = 4_000;

async function send(address: string, call: Call, token: string): Promise<Response> {
  const { method = 'GET', signal } = call;
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  try {
    return await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      // A request that can be canceled only reads: it need not outlive the page.
      ...(body !== undefined && {
        body,
        keepalive: signal === undefined && body.length <= MAX_KEEPALIVE_LENGTH,
      }),
      ...(signal && { signal }),
      ...(call.priority && { priority: call.priority }),
      cache: 'no-store',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, UNREACHABLE);
  }
}

/**
 * Returns the server's answer to an address. An expired token is renewed once; if the server wants the second factor
 * again, the operator is asked for it.
 * @throws ApiError for every status but 2xx
 */
export async function request(address: string, call: Call = {}): Promise<Response> {
  const token = await readToken();
  // Signed out, the sign-in is already on its way to the screen; offline, the session is kept.
  if (token === null) throw new ApiError(0, UNREACHABLE);
  let response = await send(address, call, token);
  if (await isSignedOut(response)) {
    const renewed = await renewToken(token);
    if (renewed !== null) {
      response = await send(address, call, renewed);
      if (await isSignedOut(response)) await dropSession();
    }
  }
  if ((await needsFactor(response)) && (await askForFactor())) {
    response = await send(address, call, (await readToken()) ?? token);
  }
  if (response.ok) return response;
  throw new ApiError(response.status, (await readProblem(response)) ?? NOT_UNDERSTOOD);
}

const needsFactor = async (response: Response): Promise<boolean> =>
  response.status === 401 && (await readProblem(response.clone()))?.code === FACTOR_NEEDED;

const isSignedOut = async (response: Response): Promise<boolean> =>
  response.status === 401 && !(await needsFactor(response));

async function readProblem(response: Response): Promise<Problem | null> {
  try {
    const { message, msg, ...problem } = await response.json();
    // The sign-in's own refusals are in the words of its protocol.
    const words = message ?? msg;
    return typeof words === 'string' ? { ...problem, message: words } : null;
  } catch {
    // A proxy's page: its status says enough.
    return null;
  }
}

/**
 * Calls `/console/v1/<path>`.
 * @returns the answer, whose shape is the contract's for that path; undefined where there is no body
 * @throws ApiError
 */
export async function call<Answer>(path: string, options: Call = {}): Promise<Answer> {
  const response = await request(addressOf(path, options.query), options);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/**
 * Reads a page of a list. Searched words are names and numbers of people: they travel in a body, because proxies log
 * addresses.
 */
export function readList<Answer>(
  path: string,
  query: Query,
  signal?: AbortSignal,
): Promise<Answer> {
  const more = signal && { signal };
  if (!query.q) return call<Answer>(path, { query, ...more });
  return call<Answer>(`${path}/search`, { method: 'POST', body: toTexts(query), ...more });
}

/** The query's values as text, without the empty ones. */
export const toTexts = (query: Query): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  );

/** The words for any failure. */
export const explain = (error: unknown): string =>
  error instanceof ApiError ? error.message : NOT_UNDERSTOOD.message;

/** Saves an answer as a file: a link cannot carry the token. */
export async function download(address: string, name: string, options: Call = {}): Promise<void> {
  const response = await request(address, options);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
