import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { addRoute, type DataCall } from './data-route.ts';
import type { DataParts } from './parts.ts';

type Call = Pick<DataCall<unknown, unknown, unknown>, 'audit' | 'operator' | 'reply'>;

/**
 * Adds a list twice: `GET leads?q=…`, and `POST leads/search` with the same fields in its body. What is searched for holds
 * names and numbers of people, and proxies keep addresses in their logs: the console's app asks by POST.
 */
export function addSearchRoute<Query extends z.ZodMiniType>(
  route: readonly [FastifyInstance, DataParts],
  list: 'leads' | 'applications' | 'people' | 'sales',
  query: Query,
  answer: (asked: z.infer<Query>, call: Call) => Promise<unknown>,
) {
  addRoute(route, `GET ${list}`, { query }, (call) => answer(call.query, call));
  addRoute(route, `POST ${list}/search`, { body: query }, (call) => answer(call.body, call));
}

/** Whether a path only reads, whatever its method is. */
export const isSearch = (url: string | undefined): boolean =>
  url !== undefined && (url.endsWith('/search') || url.endsWith('.csv'));
