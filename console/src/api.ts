import type { ListChoices } from '@funil/contract/console/page';
import { FACTOR_NEEDED, requestFactor } from './session/factor.ts';
import { dropSession, readToken, renewToken } from './session/session.ts';

interface Problem {
  code: string;
  /** Portuguese text for the operator. */
  message: string;
  field?: string | undefined;
  /** The row's current values, with code `changed`. */
  current?: unknown;
}

/** A refused or failed request; `message` is a text for the operator. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 if no response arrived. */
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly current: unknown;

  constructor(status: number, problem: Problem) {
    super(problem.message);
    this.status = status;
    this.code = problem.code;
    this.field = problem.field;
    this.current = problem.current;
  }
}

export const UNREACHABLE: Problem = {
  code: 'unreachable',
  message: 'Sem conexão com o servidor. Confira a internet e tente de novo.',
};
export const OFFLINE: Problem = {
  code: 'unreachable',
  message: 'Sem internet. Isto aparece assim que ela voltar.',
};
export const SERVER_ERROR: Problem = {
  code: 'internal',
  message: 'O servidor não conseguiu responder. Tente de novo em um minuto.',
};

export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Undefined and empty values are left out. */
  query?: Query;
  /** JSON, or a file. */
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * Longest body, in characters, that is sent with `keepalive`, which finishes a request after its page is closed.
 * Browsers allow 64 KiB for all such requests of a page.
 */
const MAX_KEEPALIVE_LENGTH = 4_000;

/** The type of a compressed file. */
export const GZIP = 'application/gzip';

/** Longer than the longest report. */
const READ_TIMEOUT_MS = 60_000;

async function sendRequest(
  path: string,
  options: RequestOptions,
  token: string,
): Promise<Response> {
  const { method = 'GET', query = {}, signal } = options;
  const search = new URLSearchParams(toPairs(query)).toString();
  const body = toBody(options.body);
  try {
    return await fetch(`/console/v1/${path}${search && `?${search}`}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== null && {
          'content-type': typeof body === 'string' ? 'application/json' : typeOf(body),
        }),
      },
      body,
      // A request with a signal only reads: it need not outlive the page.
      keepalive: typeof body === 'string' && !signal && body.length <= MAX_KEEPALIVE_LENGTH,
      // A network that drops packets would keep a view loading for ever.
      signal: signal ? AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT_MS)]) : null,
      cache: 'no-store',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, UNREACHABLE);
  }
}

/** Browsers name CSV files differently. */
const typeOf = ({ type }: Blob): string =>
  type === GZIP || type.startsWith('image/') ? type : 'text/csv';

const toBody = (body: unknown): string | Blob | null =>
  body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body);

/**
 * Sends a request to `/console/v1/<path>`. Renews an expired token once, and asks the operator for a code if the
 * server requires a fresh second factor.
 * @throws ApiError for every status but 2xx
 */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const token = await readToken();
  // Without a session the sign-in page is about to open; while offline the session is kept.
  if (token === null) throw new ApiError(0, UNREACHABLE);
  let response = await sendRequest(path, options, token);
  if (await isSignedOut(response)) {
    const renewed = await renewToken(token);
    if (renewed !== null) {
      response = await sendRequest(path, options, renewed);
      if (await isSignedOut(response)) await dropSession();
    }
  }
  if ((await needsFactor(response)) && (await requestFactor())) {
    response = await sendRequest(path, options, (await readToken()) ?? token);
  }
  if (response.ok) return response;
  throw new ApiError(response.status, (await readProblem(response)) ?? SERVER_ERROR);
}

const needsFactor = async (response: Response): Promise<boolean> =>
  response.status === 401 && (await readProblem(response.clone()))?.code === FACTOR_NEEDED;

const isSignedOut = async (response: Response): Promise<boolean> =>
  response.status === 401 && !(await needsFactor(response));

async function readProblem(response: Response): Promise<Problem | null> {
  try {
    const { message, msg, ...problem } = await response.json();
    // Supabase Auth's protocol names its text `msg`.
    const text = message ?? msg;
    return typeof text === 'string' ? { ...problem, message: text } : null;
  } catch {
    // A proxy's HTML page: the status is enough.
    return null;
  }
}

/**
 * Calls `/console/v1/<path>`.
 * @returns the JSON response, whose type the contract gives for that path; undefined if the body is empty
 * @throws ApiError
 */
export async function call<Data>(path: string, options: RequestOptions = {}): Promise<Data> {
  const response = await request(path, options);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Data;
}

/** Reads what a list's filters can choose from. */
export const readChoices = (path: string, query: Query, signal?: AbortSignal) =>
  call<ListChoices>(`${path}/choices`, {
    method: 'POST',
    body: toTexts(query),
    ...(signal && { signal }),
  });

/**
 * Reads a page of a list. Search terms are names and phone numbers: they are sent in a body, because proxies log
 * addresses.
 */
export function readList<Data>(path: string, query: Query, signal?: AbortSignal): Promise<Data> {
  const cancelable = signal && { signal };
  if (!query.q) return call<Data>(path, { query, ...cancelable });
  return call<Data>(`${path}/search`, { method: 'POST', body: toTexts(query), ...cancelable });
}

/** A list repeats its name, as the server reads it. */
const toPairs = (query: Query): string[][] =>
  Object.entries(toTexts(query)).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : value.map((each) => [name, each]),
  );

const toTexts = (query: Query): Record<string, string | readonly string[]> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === ''
        ? []
        : [[name, typeof value === 'object' ? value : String(value)]],
    ),
  );

/** Returns the text for the operator about any thrown value. */
export const explain = (error: unknown): string =>
  error instanceof ApiError ? error.message : SERVER_ERROR.message;

/** Saves the rows of a list as a file. */
export const downloadList = (list: string, name: string, query: Query): Promise<void> =>
  download(`${list}.csv`, name, { method: 'POST', body: toTexts(query) });

/** Saves a response as a file, because a link cannot carry the token. */
export async function download(path: string, name: string, options: RequestOptions): Promise<void> {
  const response = await request(path, options);
  saveFile(await response.blob(), name);
}

/** Has the browser save a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
