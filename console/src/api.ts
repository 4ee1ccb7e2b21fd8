import type {
  BodyOf,
  DataRoute,
  DataRoutes,
  FileBody,
  ParamName,
  QueryOf,
  RouteResponse,
} from '@funil/contract/console/data-routes';
import type { MarkedKind } from '@funil/contract/console/live';
import type { ListChoices, ListPage } from '@funil/contract/list-page';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { FACTOR_NEEDED, requestFactor } from './session/factor.ts';
import { dropSession, readToken, renewToken } from './session/session.ts';

interface Problem {
  code: string;
  /** Portuguese text for the operator. */
  message: string;
  field?: string | undefined;
  /** The row's current values, if `code` is `changed`. */
  current?: unknown;
}

/** A refused or failed request. */
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

export const UNREACHABLE_PROBLEM: Problem = {
  code: 'unreachable',
  message: 'Sem conexão com o servidor. Confira a internet e tente de novo.',
};
export const OFFLINE_PROBLEM: Problem = {
  code: 'unreachable',
  message: 'Sem internet. Isto aparece assim que ela voltar.',
};
export const SERVER_ERROR: Problem = {
  code: 'internal',
  message: 'O servidor não conseguiu responder. Tente de novo em um minuto.',
};

/** Problems by the status of a proxy or firewall in front of the server, whose error pages have no JSON. */
const PROXY_PROBLEM_BY_STATUS: Partial<Record<number, Problem>> = {
  403: {
    code: SERVER_ERROR.code,
    message:
      'Um proxy ou firewall na frente do painel recusou o pedido. Tente de outra rede, ou peça a quem cuida do servidor que o libere.',
  },
  413: {
    code: SERVER_ERROR.code,
    message:
      'É maior do que o proxy na frente do painel deixa passar. Quem cuida do servidor aumenta o limite dele (no nginx, client_max_body_size 64m).',
  },
};

interface RequestOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  /** The URL leaves out undefined and empty values. */
  readonly query?: object;
  /** A value to send as JSON, or a file. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly isDownload?: boolean;
}

type NoFields = Record<never, never>;
/** Required unless the contract allows an empty object; the type `never` forbids the option. */
type Option<Name extends string, Value> = [Value] extends [never]
  ? { readonly [Key in Name]?: never }
  : NoFields extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };
type Options<Route extends DataRoute> = RequestOptions &
  Option<'query', QueryOf<Route>> &
  Option<'body', BodyOf<Route>> &
  Option<
    'params',
    [ParamName<Route>] extends [never] ? never : Readonly<Record<ParamName<Route>, string | number>>
  >;
/** The caller may omit this argument if the route needs no options. */
type OptionsArgument<Route extends DataRoute> =
  NoFields extends Options<Route> ? [options?: Options<Route>] : [options: Options<Route>];

type RoutesWith<Kind> = {
  [Route in DataRoute]: RouteResponse<Route> extends Kind ? Route : never;
}[DataRoute];
type FileRoute = RoutesWith<FileBody>;
export type ListRoute = Extract<RoutesWith<ListPage<unknown>>, `GET ${string}`>;
/** A route that changes a row which the operator has seen. */
type ChangeRoute = {
  [Route in DataRoute]: [DataRoutes[Route]['current']] extends [never] ? never : Route;
}[DataRoute];

/** Requests with `keepalive` finish after their page is closed; browsers allow 64 KiB for all of them. */
const MAX_KEEPALIVE_CHARACTERS = 4_000;

export const GZIP_TYPE = 'application/gzip';

/** The time limit of requests that only read, for a download until it begins; even the slowest report takes less. */
const READ_TIMEOUT_MS = 60_000;

async function sendRequest(
  route: string,
  options: RequestOptions,
  token: string,
): Promise<Response> {
  const { params = {}, query = {}, signal, isDownload = false } = options;
  const [method = 'GET', path = ''] = route.split(' ');
  const filledPath = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(queryPairs(query)).toString();
  const body = toBody(options.body);
  const download = new AbortController();
  const timer = isDownload ? setTimeout(() => download.abort(), READ_TIMEOUT_MS) : undefined;
  try {
    return await fetch(`/console/v1/${filledPath}${search && `?${search}`}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== null && {
          'content-type': typeof body === 'string' ? 'application/json' : contentTypeOf(body),
        }),
      },
      body,
      // A request with a signal only reads, so it need not outlive the page.
      keepalive: typeof body === 'string' && !signal && body.length <= MAX_KEEPALIVE_CHARACTERS,
      // Without a time limit, a network that drops packets would keep a view loading forever.
      signal: signal
        ? AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT_MS)])
        : download.signal,
      cache: 'no-store',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, UNREACHABLE_PROBLEM);
  } finally {
    clearTimeout(timer);
  }
}

/** Browsers give CSV files different types, so all other files count as `text/csv`. */
const contentTypeOf = ({ type }: Blob): string =>
  type === GZIP_TYPE || type.startsWith('image/') ? type : 'text/csv';

const toBody = (body: unknown): string | Blob | null =>
  body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body);

/**
 * Sends a request to a route such as `GET leads/:id`. Renews an expired token once, and asks the operator for a code if
 * the server requires a fresh second factor.
 * @throws ApiError for every status but 2xx
 */
async function request(route: string, options: RequestOptions): Promise<Response> {
  const token = await readToken();
  // If the session has ended, the sign-in is about to open. If the browser is offline, the session is kept.
  if (token === null) throw new ApiError(0, UNREACHABLE_PROBLEM);
  let response = await sendRequest(route, options, token);
  if (await isSignedOut(response)) {
    const renewedToken = await renewToken(token);
    if (renewedToken !== null) {
      response = await sendRequest(route, options, renewedToken);
      if (await isSignedOut(response)) await dropSession();
    }
  }
  if ((await needsFactor(response)) && (await requestFactor())) {
    response = await sendRequest(route, options, (await readToken()) ?? token);
  }
  if (response.ok && !isWebPage(response)) return response;
  const { status } = response;
  const problem = (await readProblem(response)) ?? PROXY_PROBLEM_BY_STATUS[status];
  throw new ApiError(status, problem ?? SERVER_ERROR);
}

/** The server's routes send no HTML, but a Wi-Fi network or proxy may send its page, even with status 200. */
const isWebPage = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/html') ?? false;

const needsFactor = async (response: Response): Promise<boolean> =>
  response.status === 401 && (await readProblem(response.clone()))?.code === FACTOR_NEEDED;

const isSignedOut = async (response: Response): Promise<boolean> =>
  response.status === 401 && !(await needsFactor(response));

async function readProblem(response: Response): Promise<Problem | null> {
  try {
    const problem = await response.json();
    return typeof problem.message === 'string' ? problem : null;
  } catch {
    // The body is a proxy's HTML page, so the caller explains only the status.
    return null;
  }
}

/** Returns undefined for an empty response. The type comes from the contract, unchecked. */
async function requestJson<Data>(route: string, options: RequestOptions): Promise<Data> {
  const text = await (await request(route, options)).text();
  const json = text === '' ? undefined : JSON.parse(text);
  return json;
}

/** @throws ApiError */
export const call = <Route extends Exclude<DataRoute, FileRoute>>(
  route: Route,
  ...[options]: OptionsArgument<Route>
) => requestJson<RouteResponse<Route>>(route, options ?? {});

export const routeQuery = <Route extends Exclude<DataRoute & `GET ${string}`, FileRoute>>(
  route: Route,
  queryKey: QueryKey,
  tables: readonly MarkedKind[],
  ...[options]: OptionsArgument<Route>
) =>
  queryOptions({
    queryKey,
    meta: { tables },
    queryFn: ({ signal }) => requestJson<RouteResponse<Route>>(route, { ...options, signal }),
  });

/** True if another operator has changed the row since it was read. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'changed';

export const isNotFound = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'not_found';

/** @returns the route's response, or the row as another operator has left it @throws ApiError */
export async function changeRow<Route extends ChangeRoute>(route: Route, options: Options<Route>) {
  try {
    const response = await requestJson<RouteResponse<Route>>(route, options);
    return { ok: true, response } as const;
  } catch (error) {
    if (!isConflict(error)) throw error;
    // The cast trusts the contract, as `requestJson` does.
    return { ok: false, current: error.current as DataRoutes[Route]['current'], error } as const;
  }
}

export const readChoices = (
  list: 'leads' | 'applications' | 'sales',
  query: object,
  signal?: AbortSignal,
) => requestJson<ListChoices>(`POST ${list}/choices`, { body: queryTexts(query), signal });

/** Sends search terms in a body, because they are names and phone numbers, and proxies log URLs. */
export function readList<Route extends ListRoute>(
  route: Route,
  query: QueryOf<Route> & { readonly q?: string | undefined },
  signal?: AbortSignal,
) {
  if (!query.q) return requestJson<RouteResponse<Route>>(route, { query, signal });
  const search = `${route.replace('GET', 'POST')}/search`;
  return requestJson<RouteResponse<Route>>(search, { body: queryTexts(query), signal });
}

const queryPairs = (query: object): string[][] =>
  Object.entries(queryTexts(query)).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : value.map((item) => [name, item]),
  );

const queryTexts = (query: object): Record<string, string | readonly string[]> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === ''
        ? []
        : [[name, typeof value === 'object' ? value : String(value)]],
    ),
  );

export const explain = (error: unknown): string =>
  error instanceof ApiError ? error.message : SERVER_ERROR.message;

/** Returns an {@link explain} that says `text` if another operator has changed the row. */
export const conflictExplainer =
  (text: string) =>
  (error: unknown): string =>
    isConflict(error) ? text : explain(error);

/** @throws ApiError */
export const readFile = async <Route extends FileRoute>(
  route: Route,
  ...[options]: OptionsArgument<Route>
): Promise<Blob> => (await request(route, { ...options, isDownload: true })).blob();

export const downloadList = async (
  list: 'leads' | 'applications' | 'sales',
  name: string,
  query: object,
): Promise<void> => {
  const body = queryTexts(query);
  const response = await request(`POST ${list}.csv`, { body, isDownload: true });
  saveFile(await response.blob(), name);
};

/** Downloads a file by a request, because a link could not carry the token. */
export const download = async <Route extends FileRoute>(
  name: string,
  route: Route,
  ...options: OptionsArgument<Route>
): Promise<void> => saveFile(await readFile(route, ...options), name);

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
