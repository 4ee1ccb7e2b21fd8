import {
  CAPTURE_TABLE_NAMES,
  type CaptureTable,
  IDEMPOTENCY_KEY_HEADER,
  insertPath,
  MAX_INSERTED_ROWS,
  maxBodyBytes,
} from '@funil/contract/capture/protocol';
import { judgeSignals } from '@funil/contract/contacts/robot-signals';
import { sanitizeText } from '@funil/contract/sanitize';
import { sanitizeVisitContext } from '@funil/contract/visits/visit-context';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { core } from 'zod';
import { plainAddress } from '../http/address-group.ts';
import {
  PUBLIC_PROBLEMS,
  type PublicProblem,
  refusedRow,
  sendProblem,
  tooManyRows,
} from '../http/problem.ts';
import { bodyLength } from '../http/request-body.ts';
import {
  addDefaults,
  CAPTURE_TABLES,
  type CaptureInsert,
  type CaptureRow,
  type CaptureStore,
  type InsertOutcome,
  JsonText,
} from '../store/capture/capture-store.ts';
import { readSignals } from './read-signals.ts';

interface InsertDependencies {
  readonly store: CaptureStore;
  readonly keepsContexts: () => boolean;
  readonly onStored: (table: CaptureTable) => void;
}

export function addInsertRoutes(app: FastifyInstance, deps: InsertDependencies) {
  const { store, keepsContexts, onStored } = deps;
  for (const table of CAPTURE_TABLE_NAMES) {
    app.post(insertPath(table), { bodyLimit: maxBodyBytes(table) }, async (request, reply) => {
      const parsed = parseInsert(table, request, keepsContexts() ? readVisitor(request) : null);
      // The parsed body is released, because it would stay in memory until the response is sent.
      request.body = undefined;
      if (!parsed.ok) return sendProblem(reply, parsed.problem);
      const outcome = await store.insert(parsed.insert);
      if (!outcome.ok) return sendProblem(reply, problemOf(outcome));
      onStored(table);
      return reply.code(201).send();
    });
    app.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: insertPath(table),
      handler: (_request, reply) =>
        sendProblem(reply.header('allow', 'POST'), PUBLIC_PROBLEMS.wrongMethod),
    });
  }
  app.all('/rest/v1/*', (_request, reply) => sendProblem(reply, PUBLIC_PROBLEMS.unknownTable));
}

export function problemOf(outcome: Exclude<InsertOutcome, { ok: true }>): PublicProblem {
  switch (outcome.reason) {
    case 'refused':
      return refusedRow(outcome.code, 'The row breaks a rule of the table.');
    case 'conflict':
      return PUBLIC_PROBLEMS.keyOfAnotherRow;
    case 'unavailable':
      return PUBLIC_PROBLEMS.unavailable;
  }
}

type ParsedInsert = { ok: true; insert: CaptureInsert } | { ok: false; problem: PublicProblem };

/** Columns whose UUIDs are stored in lower case, so that both databases compare them alike. */
const UUID_COLUMNS = ['id', 'save_id', 'session_id', 'lead_ref'] as const;

const JSON_COLUMNS = ['botoes_clicados', 'payload', 'respostas'] as const;

const LOWER_CASE_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const refuseInsert = (problem: PublicProblem): ParsedInsert => ({ ok: false, problem });

/** Reads an insert, with the options that PostgREST allows a role that may only insert. */
function parseInsert(
  table: CaptureTable,
  request: FastifyRequest,
  visitor: Visitor | null,
): ParsedInsert {
  const { body } = request;
  const prefer = readHeader(request, 'prefer');
  if (asksForMoreThanInsert(request.query, prefer)) return refuseInsert(PUBLIC_PROBLEMS.insertOnly);
  const key = readHeader(request, IDEMPOTENCY_KEY_HEADER)?.toLowerCase();
  if (key !== undefined && !LOWER_CASE_UUID.test(key))
    return refuseInsert(PUBLIC_PROBLEMS.malformedKey);

  const { hasRequestKey } = CAPTURE_TABLES[table];
  const candidates: unknown[] = Array.isArray(body) ? body : [body];
  if (candidates.length > MAX_INSERTED_ROWS)
    return refuseInsert(tooManyRows(table, MAX_INSERTED_ROWS));
  if (key !== undefined && hasRequestKey && candidates.length > 1) {
    return refuseInsert(PUBLIC_PROBLEMS.keyForManyRows);
  }
  const checkedRows: CaptureRow[] = [];
  for (const candidate of candidates) {
    const checked = checkRow(table, candidate);
    if (!checked.ok) return refuseInsert(describeViolation(table, checked.issue));
    checkedRows.push(checked.row);
  }
  const signals = readSignals(table, request, checkedRows);
  const fromRequest = { idempotency_key: key ?? null, signals, visitor };
  const rows = checkedRows.map((row) => completeRow(table, row, fromRequest));
  return { ok: true, insert: { table, rows, bytes: bodyLength(request) } };
}

type CheckedRow = { ok: true; row: CaptureRow } | { ok: false; issue: core.$ZodIssue | undefined };

export function checkRow(table: CaptureTable, candidate: unknown): CheckedRow {
  const parsedRow = CAPTURE_TABLES[table].schema.safeParse(candidate);
  return parsedRow.success
    ? { ok: true, row: parsedRow.data }
    : { ok: false, issue: parsedRow.error.issues[0] };
}

interface RequestValues {
  /** Requests with the same key store a single lead. */
  readonly idempotency_key: string | null;
  /** Signs that a robot sent the request; null if there are none. */
  readonly signals: string | null;
  /** Null if the visit's context must not be stored. */
  readonly visitor: Visitor | null;
}

export function completeRow(
  table: CaptureTable,
  row: CaptureRow,
  { idempotency_key, signals, visitor }: RequestValues,
): CaptureRow {
  const complete = addDefaults(table, row);
  if (row.context !== undefined) complete.context = contextColumn(row, visitor);
  for (const column of JSON_COLUMNS) {
    if (complete[column] !== undefined) complete[column] = new JsonText(complete[column]);
  }
  for (const column of UUID_COLUMNS) {
    const value = complete[column];
    if (typeof value === 'string') complete[column] = value.toLowerCase();
  }
  const suspect = judgeSignals(signals);
  for (const [column, value] of Object.entries({ idempotency_key, signals, suspect })) {
    if (CAPTURE_TABLES[table].columns.includes(column)) complete[column] = value;
  }
  return complete;
}

function readHeader({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function asksForMoreThanInsert(query: unknown, prefer: string | undefined): boolean {
  const parameters = query as Record<string, unknown>;
  if (parameters.select !== undefined || parameters.on_conflict !== undefined) return true;
  return prefer !== undefined && /return\s*=\s*representation|resolution\s*=/i.test(prefer);
}

/** Returns a problem that names the column, but never the value. */
function describeViolation(table: CaptureTable, issue: core.$ZodIssue | undefined): PublicProblem {
  const [column, ...path] = issue?.path ?? [];
  const details = path.length > 0 ? `at ${path.map(String).join('.')}` : null;
  if (issue === undefined || column === undefined) {
    if (issue?.code === 'unrecognized_keys') {
      return refusedRow('PGRST204', `The row has a column that '${table}' does not have.`);
    }
    return refusedRow('PGRST102', 'The body must be a row or a list of rows.');
  }
  const name = String(column);
  if (issue.code === 'invalid_type') {
    return refusedRow('22P02', `Column "${name}" is missing or of the wrong type.`, details);
  }
  return refusedRow('23514', `Column "${name}": ${issue.message}`, details);
}

interface Visitor {
  readonly address: string;
  readonly userAgent: string | undefined;
}

const MAX_USER_AGENT_LENGTH = 1_000;

const readVisitor = ({ ip, headers }: FastifyRequest): Visitor => ({
  address: plainAddress(ip),
  userAgent: headers['user-agent'],
});

function isConfirmation({ name, payload, lead_ref }: CaptureRow): boolean {
  if (typeof lead_ref !== 'string') return false;
  if (name === 'generate_lead') return true;
  return name === 'form_complete' && Object(payload).form === 'aplicacao';
}

function contextColumn(event: CaptureRow, visitor: Visitor | null): JsonText | null {
  if (visitor === null || !event.context || !isConfirmation(event)) return null;
  const context = sanitizeVisitContext(event.context);
  if (context === null) return null;
  const user_agent = sanitizeText(visitor.userAgent, MAX_USER_AGENT_LENGTH) || null;
  return new JsonText({ ...context, address: visitor.address, user_agent });
}
