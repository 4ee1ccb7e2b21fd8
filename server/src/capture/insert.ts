import {
  BODY_LIMIT,
  IDEMPOTENCY_KEY_HEADER,
  insertPath,
  SUSPECT_HEADER,
  TABLES,
  type Table,
} from '@funil/contract/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { plainAddress } from '../http/address-group.ts';
import { PROBLEMS, type Problem, refusedRow, sendProblem } from '../http/problem.ts';
import { bodyLength } from '../http/request-body.ts';
import type { InsertOutcome, Store } from '../store/capture-store.ts';
import { parseInsert } from './parse-insert.ts';

interface InsertParts {
  readonly store: Store;
  /** Whether what conversions need of a visit is kept. */
  readonly keepsContexts: boolean;
  /** Hears that rows are stored. */
  readonly onStored: (table: Table) => void;
}

/** `POST /rest/v1/:table` for each table, and a refusal for everything else below it. */
export function addInsertRoutes(app: FastifyInstance, parts: InsertParts) {
  const { store, keepsContexts, onStored } = parts;
  for (const table of TABLES) {
    app.post(insertPath(table), { bodyLimit: BODY_LIMIT[table] }, async (request, reply) => {
      const { body } = request;
      // Kept with the request, what was parsed would weigh until the answer is out.
      request.body = undefined;
      const visitor = keepsContexts ? readVisitor(request) : null;
      const parsed = parseInsert({ table, body, visitor, ...readRequest(request) });
      if (!parsed.ok) return sendProblem(reply, parsed.problem);
      const outcome = await store.insert(parsed.insert);
      if (outcome.ok) onStored(table);
      return answer(reply, outcome);
    });
    app.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: insertPath(table),
      handler: (_request, reply) =>
        sendProblem(reply.header('allow', 'POST'), PROBLEMS.wrongMethod),
    });
  }
  app.all('/rest/v1/*', (_request, reply) => sendProblem(reply, PROBLEMS.unknownTable));
}

function readRequest(request: FastifyRequest) {
  const read = (name: string) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  return {
    bytes: bodyLength(request),
    query: request.query,
    prefer: read('prefer'),
    idempotencyKey: read(IDEMPOTENCY_KEY_HEADER),
    suspect: read(SUSPECT_HEADER),
  };
}

const readVisitor = ({ ip, headers }: FastifyRequest) => ({
  address: plainAddress(ip),
  userAgent: headers['user-agent'],
});

function answer(reply: FastifyReply, outcome: InsertOutcome) {
  if (outcome.ok) return reply.code(201).send();
  return sendProblem(reply, problemOf(outcome));
}

function problemOf(outcome: Exclude<InsertOutcome, { ok: true }>): Problem {
  switch (outcome.reason) {
    case 'refused':
      return refusedRow(outcome.code, 'The row breaks a rule of the table.');
    case 'conflict':
      return PROBLEMS.keyOfAnotherRow;
    case 'unavailable':
      return PROBLEMS.unavailable;
  }
}
