import type { Readable } from 'node:stream';
import type {
  DataRoute,
  DataRoutes,
  FileBody,
  ParamName,
  RouteResponse,
} from '@funil/contract/console/data-routes';
import { CONTACT_STAFF } from '@funil/contract/operators/roles';
import type { SiteInfo } from '@funil/contract/site/site-info';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '../../config/config.ts';
import type { EnvVariables } from '../../config/variables.ts';
import type { ItemOptions } from '../../contacts/list/contact-items.ts';
import type { AddressGuard } from '../../deliveries/address-guard.ts';
import { type AuditEntry, recordAudit } from '../../operators/audit.ts';
import type { Operator } from '../../operators/sign-in/authenticate.ts';
import { type RouteAccess, readmitOrRefuse } from '../../operators/sign-in/guard.ts';
import type { PublisherDependencies } from '../../page/publish.ts';
import type { NoticeAdapters } from '../../sales/notices/notice.ts';
import { makeContactLink } from '../../sales/payment-link.ts';
import type { FollowedSettings } from '../../settings/follow-settings.ts';
import type { ServerKeys } from '../../settings/secrets-key.ts';
import type { Database } from '../../store/database.ts';
import type { LongTasks } from '../long-tasks.ts';
import { maskPeople } from '../mask-people.ts';
import { invalidRefusal, notFound, RouteRefusal } from '../route-refusal.ts';
import { seesAllContacts } from './access.ts';

/** Enough for a note of 5,000 characters or 200 subjects. */
const MAX_DATA_BODY_BYTES = 49_152;

/** A schema for a route's query or body. Unknown fields are refused. */
type Schema<Input> = [Input] extends [never]
  ? EmptyObject
  : Input extends z.ZodMiniType
    ? Input
    : z.ZodMiniType<Input extends FileBody ? Readable : Input>;

interface RouteInputs<Params, Query, Body> {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
}
type QueryRule<Route extends DataRoute> = Schema<DataRoutes[Route]['query']>;
type BodyRule<Route extends DataRoute> = Schema<DataRoutes[Route]['body']>;
type InputName<Route extends DataRoute> =
  | ([DataRoutes[Route]['query']] extends [never] ? never : 'query')
  | ([DataRoutes[Route]['body']] extends [never] ? never : 'body')
  | ([ParamName<Route>] extends [never] ? never : 'params');

type RouteRule<Route extends DataRoute, Params> = RouteAccess &
  Pick<FastifyContextConfig, 'isPolled'> & { readonly bodyLimit?: number } & RouteInputs<
    Params,
    QueryRule<Route>,
    BodyRule<Route>
  > &
  Readonly<Record<InputName<Route>, unknown>>;

/** Undefined is sent as 204; a {@link FastifyReply} has already been sent. */
type RouteResult<Route extends DataRoute> =
  | (RouteResponse<Route> extends FileBody ? string | object : RouteResponse<Route>)
  | RouteRefusal<DataRoutes[Route]['current']>
  | FastifyReply;

export interface DataCall<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly operator: Operator;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Writes a line of the audit trail; await it before the response. */
  audit(action: AuditEntry['action'], subject?: AuditEntry['subject']): Promise<void>;
  /** Checks the operator's right again, after a long wait. If it is lost, sends the refusal and returns false. */
  readmitOrRefuse(): Promise<boolean>;
}

export const numericIdParams = z.strictObject({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) });

const emptyObject = z.strictObject({});
type EmptyObject = typeof emptyObject;

export type AddRoute = ReturnType<typeof createAddRoute>;

/**
 * Returns a function that adds one route of the contract, such as `GET leads/:id`. The result of
 * `handle` is sent as JSON, a {@link RouteRefusal} as an error, and undefined as 204.
 */
export function createAddRoute(app: FastifyInstance, { database, now }: RouteDependencies) {
  return <
    Route extends DataRoute,
    Params extends z.ZodMiniType<Readonly<Record<ParamName<Route>, unknown>>>,
  >(
    route: Route,
    rule: RouteRule<Route, Params>,
    handle: (
      call: DataCall<z.infer<Params>, z.infer<QueryRule<Route>>, z.infer<BodyRule<Route>>>,
    ) => RouteResult<Route> | Promise<RouteResult<Route>>,
  ) => {
    const [method = 'GET', url = ''] = route.split(' ');
    const { roles, needsFreshFactor = false, isPolled = false, ...input } = rule;
    const { bodyLimit = MAX_DATA_BODY_BYTES } = rule;
    app.route({
      method,
      url: `/${url}`,
      bodyLimit,
      config: { access: { roles, needsFreshFactor }, isPolled },
      async handler(request, reply) {
        const { operator } = request.auth;
        const params = (input.params ?? emptyObject).safeParse({ ...Object(request.params) });
        const query = (input.query ?? emptyObject).safeParse({ ...Object(request.query) });
        const body = (input.body ?? emptyObject).safeParse(request.body ?? {});
        if (!params.success) return sendResult(reply, notFound());
        const error = query.error ?? body.error;
        if (error) return sendResult(reply, describeIssue(error.issues[0]));
        const result = await handle({
          params: params.data as z.infer<Params>,
          query: query.data as z.infer<QueryRule<Route>>,
          body: body.data as z.infer<BodyRule<Route>>,
          operator,
          request,
          reply,
          audit: (action, subject) => recordAudit(database, { operator, action, subject }, now()),
          readmitOrRefuse: () => readmitOrRefuse(request, reply),
        });
        if (reply.sent) return reply;
        if (result === undefined) return reply.code(204).send();
        // A report or a preview takes seconds, in which the operator may lose the right to see it.
        if (!(await readmitOrRefuse(request, reply))) return reply;
        if (CONTACT_STAFF.includes(operator.role)) return sendResult(reply, result);
        return sendResult(reply, maskPeople(result, operator.email));
      },
    });
  };
}

function sendResult(reply: FastifyReply, result: unknown) {
  if (result instanceof RouteRefusal) return reply.code(result.status).send(result.problem);
  return reply.send(result);
}

/** Returns a refusal that names the invalid field, but never its value. */
function describeIssue(issue: z.core.$ZodIssue | undefined): RouteRefusal {
  const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const field = (unknownKey ?? issue?.path.join('.') ?? '').slice(0, 100) || 'body';
  return invalidRefusal(
    field,
    unknownKey === undefined ? undefined : `“${field}” não é conhecido aqui.`,
  );
}

interface PageSettings
  extends Pick<PublisherDependencies, 'ownContentDir' | 'siteDir' | 'listenAddress' | 'env'> {
  readonly dataDir: string;
  readonly listen: Config['listen'];
}

export interface RouteDependencies {
  readonly database: Database;
  /** Returns null before the first build. */
  readonly site: () => SiteInfo | null;
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
  readonly env: EnvVariables;
  readonly settings: FollowedSettings;
  readonly serverKeys: ServerKeys;
  readonly longTasks: LongTasks;
  readonly page: PageSettings;
  /** Holds uploaded files while they are read. */
  readonly uploadDir: string;
  readonly addressGuard: AddressGuard;
  /** Returns an id that changes with each build of the console. */
  readonly readBuildId: () => string;
  readonly now: () => number;
}

export function makeItemOptions(
  { now, site, env, page: { listenAddress } }: RouteDependencies,
  { email, role }: Operator,
): ItemOptions {
  const linkContext = { site: site(), env, listenAddress };
  return {
    now: now(),
    replyHours: linkContext.site?.replyHours ?? null,
    visibleTo: seesAllContacts(role) ? undefined : email,
    checkoutLinkOf: (contact, sale) => makeContactLink(linkContext, contact, sale),
  };
}
