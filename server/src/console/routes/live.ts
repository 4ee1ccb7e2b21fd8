import { PassThrough } from 'node:stream';
import type { LiveHello, LiveRows } from '@funil/contract/console/status';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Live } from '../live.ts';
import { seenTables } from './access.ts';
import { addRoute, type DataParts } from './data-route.ts';

/** Shorter than connections with nothing moving are let be, in ms. */
const HEARTBEAT = 20_000;
/** Between two looks at whether who listens may still do so, in ms. */
const BETWEEN_CHECKS = 60_000;
/** Bytes that wait for one who does not read; he begins again. */
const MOST_WAITING = 65_536;

export interface LiveParts extends DataParts {
  readonly live: Live;
  /** Whether whoever sent this request may still see data. */
  readonly isStillAllowed: (request: FastifyRequest) => Promise<boolean>;
}

/** `GET live`: server-sent events `hello` and `rows`, without any value of a row. */
export function addLiveRoute(app: FastifyInstance, parts: LiveParts) {
  const streams = new Set<PassThrough>();
  addRoute([app, parts], 'GET live', {}, ({ request, reply, operator }) => {
    const stream = new PassThrough();
    streams.add(stream);
    const tell = (event: string, data: unknown) => {
      if (stream.writableLength > MOST_WAITING) stream.destroy();
      else stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    tell('hello', { build: parts.build } satisfies LiveHello);
    const unsubscribe = parts.live.subscribe((moved) => {
      const tables = seenTables(operator.role, moved);
      if (tables.length > 0) tell('rows', { tables } satisfies LiveRows);
    });
    const heartbeat = setInterval(() => stream.write(': \n\n'), HEARTBEAT);
    const check = setInterval(async () => {
      // A database that does not answer now answers the next time.
      if (!(await parts.isStillAllowed(request).catch(() => true))) stream.end();
    }, BETWEEN_CHECKS);
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
