import { fitText } from '@funil/contract/fit';
import { fitVisitContext } from '@funil/contract/fit-visit-context';
import { ROW_LIMIT, type Table } from '@funil/contract/protocol';
import { PROBLEMS, type Problem, refusedRow, tooManyRows } from '../http/problem.ts';
import { type Insert, JsonText, type Row } from '../store/capture-store.ts';
import { TABLE_FACTS } from '../store/tables.ts';

export interface InsertRequest {
  readonly table: Table;
  /** Parsed JSON. */
  readonly body: unknown;
  /** What it weighed as bytes. */
  readonly bytes: number;
  readonly query: unknown;
  readonly prefer: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly suspect: string | undefined;
  /** Who sends it; null: nothing is kept of visits. */
  readonly visitor: Visitor | null;
}

export type ParsedInsert = { ok: true; insert: Insert } | { ok: false; problem: Problem };

/** UUID columns are kept in lower case, so that both stores see the same key as the same. */
const UUID_COLUMNS = ['id', 'save_id', 'session_id', 'lead_ref'] as const;

/** Columns that a client may fill with lists and objects. */
const JSON_COLUMNS = ['botoes_clicados', 'payload'] as const;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const refuse = (problem: Problem): ParsedInsert => ({ ok: false, problem });

/** Judges a request to insert, as PostgREST would for a role that may insert and nothing else. */
export function parseInsert(request: InsertRequest): ParsedInsert {
  const { table, body, bytes } = request;
  if (asksForMore(request)) return refuse(PROBLEMS.insertOnly);
  const key = request.idempotencyKey?.toLowerCase();
  if (key !== undefined && !UUID.test(key)) return refuse(PROBLEMS.malformedKey);

  const { schema, hasRequestKey } = TABLE_FACTS[table];
  const candidates: unknown[] = Array.isArray(body) ? body : [body];
  if (candidates.length > ROW_LIMIT[table]) return refuse(tooManyRows(table, ROW_LIMIT[table]));
  if (key !== undefined && hasRequestKey && candidates.length > 1) {
    return refuse(PROBLEMS.keyForManyRows);
  }
  const rows: Row[] = [];
  for (const candidate of candidates) {
    const result = schema.safeParse(candidate);
    if (!result.success) return refuse(describe(table, result.error.issues[0]));
    rows.push(normalize(result.data, request.visitor));
  }
  const suspect = readSuspect(request.suspect);
  return { ok: true, insert: { table, rows, idempotencyKey: key ?? null, suspect, bytes } };
}

/** Whether the client wants rows back, or wants to change rows that are there. */
function asksForMore({ query, prefer }: InsertRequest): boolean {
  const parameters = query as Record<string, unknown>;
  if (parameters.select !== undefined || parameters.on_conflict !== undefined) return true;
  return prefer !== undefined && /return\s*=\s*representation|resolution\s*=/i.test(prefer);
}

function normalize(row: Row, visitor: Visitor | null): Row {
  const normal: Record<string, unknown> = { ...row };
  if (row.context !== undefined) normal.context = contextColumn(row, visitor);
  for (const column of JSON_COLUMNS) {
    if (normal[column] !== undefined) normal[column] = new JsonText(normal[column]);
  }
  for (const column of UUID_COLUMNS) {
    const value = normal[column];
    if (typeof value === 'string') normal[column] = value.toLowerCase();
  }
  return normal;
}

/** Reasons are words; anything else is itself a reason, and is not stored. */
function readSuspect(header: string | undefined): string | null {
  if (!header) return null;
  return /^[a-z][a-z0-9_, -]{0,99}$/.test(header) ? header : 'malformed';
}

interface Issue {
  readonly code: string;
  readonly path: PropertyKey[];
  readonly message: string;
  readonly keys?: string[];
  readonly input?: unknown;
}

/** The first thing wrong with a row, by column and never by value. */
function describe(table: Table, issue: Issue | undefined): Problem {
  const [column, ...inside] = issue?.path ?? [];
  const place = inside.length > 0 ? `at ${inside.map(String).join('.')}` : null;
  if (issue === undefined || column === undefined) {
    if (issue?.code === 'unrecognized_keys') {
      return refusedRow('PGRST204', `The row has a column that '${table}' has not.`);
    }
    return refusedRow('PGRST102', 'The body must be a row or a list of rows.');
  }
  const name = String(column);
  if (issue.code === 'invalid_type') {
    return refusedRow('22P02', `Column "${name}" is missing or of the wrong type.`, place);
  }
  return refusedRow('23514', `Column "${name}": ${issue.message}`, place);
}

/** Sender of a request: data that conversions need besides the page's. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string | undefined;
}

const USER_AGENT_LENGTH = 1000;

/** Whether an event confirms a lead or an application: only those keep a context of the visit. */
function isConfirmation({ name, payload, lead_ref }: Row): boolean {
  if (typeof lead_ref !== 'string') return false;
  if (name === 'generate_lead') return true;
  return name === 'form_complete' && Object(payload).form === 'aplicacao';
}

/**
 * Returns the context of an event's visit, with its sender, as the column `context` takes it to the database.
 * @param visitor null: no context is kept
 */
function contextColumn(event: Row, visitor: Visitor | null): JsonText | null {
  if (visitor === null || !event.context || !isConfirmation(event)) return null;
  const context = fitVisitContext(event.context);
  if (context === null) return null;
  const user_agent = fitText(visitor.userAgent, USER_AGENT_LENGTH) || null;
  return new JsonText({ ...context, address: visitor.address, user_agent });
}
