import { PassThrough } from 'node:stream';
import {
  type LiveHello,
  type LiveRows,
  type LiveTable,
  liveQuerySchema,
} from '@funil/contract/console/status';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Live } from '../live.ts';
import { visibleTables } from './access.ts';
import type { AddRoute, DataParts } from './data-route.ts';

/** Shorter than the idle timeout of proxies. */
const HEARTBEAT_INTERVAL_MS = 20_000;
/** How often the operator's session is checked again. */
const ACCESS_CHECK_INTERVAL_MS = 60_000;
/** Unread bytes after which a stream is closed; the client reconnects. */
const MAX_BUFFERED_BYTES = 65_536;

export interface LiveParts extends DataParts {
  readonly live: Live;
  /** Whether the request's operator may still see data. */
  readonly isStillAllowed: (request: FastifyRequest) => Promise<boolean>;
}

/** `GET live`: server-sent events `hello` and `rows`, without any value of a row. */
export function addLiveRoute(app: FastifyInstance, addRoute: AddRoute, parts: LiveParts) {
  const streams = new Set<PassThrough>();
  addRoute('GET live', { query: liveQuerySchema }, ({ query, request, reply, operator }) => {
    const stream = new PassThrough();
    streams.add(stream);
    const send = (event: string, data: unknown) => {
      if (stream.writableLength > MAX_BUFFERED_BYTES) stream.destroy();
      else stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    send('hello', { build: parts.build } satisfies LiveHello);
    const report = (changed: readonly LiveTable[]) => {
      const tables = visibleTables(operator.role, changed);
      if (tables.length > 0) send('rows', { tables } satisfies LiveRows);
    };
    const unsubscribe = parts.live.subscribe(report);
    if (query.age !== undefined) report(parts.live.findChangedWithin(query.age));
    const heartbeat = setInterval(() => stream.write(': \n\n'), HEARTBEAT_INTERVAL_MS);
    const check = setInterval(async () => {
      // If the database does not answer, the next check decides.
      if (!(await parts.isStillAllowed(request).catch(() => true))) stream.end();
    }, ACCESS_CHECK_INTERVAL_MS);
    stream.once('close', () => {
      clearInterval(heartbeat);
      clearInterval(check);
      unsubscribe();
      streams.delete(stream);
    });
    reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    return stream;
  });
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end();
  });
}
