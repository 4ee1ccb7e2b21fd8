/** A JSON number as it was written: its text is what it is worth, never a floating point number. */
export class JsonNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

export type Json =
  | null
  | boolean
  | string
  | JsonNumber
  | readonly Json[]
  | { readonly [key: string]: Json };

export type JsonReading =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly reason: 'encoding' | 'json' | 'deep' };

/** Real notices nest eight deep. */
const MAX_DEPTH = 64;

/** Reads a body as UTF-8 JSON; never throws, however deep, long or broken it is. */
export function readJson(body: Uint8Array): JsonReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    // Nothing is lost: the body stays as it came.
    return { ok: false, reason: 'encoding' };
  }
  if (isDeeperThan(text, MAX_DEPTH)) return { ok: false, reason: 'deep' };
  try {
    return { ok: true, value: JSON.parse(text, keepNumbers) as Json };
  } catch {
    // Nothing is lost: the body stays as it came.
    return { ok: false, reason: 'json' };
  }
}

/** The third argument is TC39's «JSON.parse source text access», in Node since 21. */
function keepNumbers(_key: string, value: unknown, context?: { readonly source?: string }) {
  return typeof value === 'number' ? new JsonNumber(context?.source ?? String(value)) : value;
}

function isDeeperThan(text: string, deepest: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInText) {
      if (character === '\\') index += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > deepest) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof JsonNumber);

/** What lies at a path of names and places; null where there is nothing. */
export function at(value: Json, ...path: readonly (string | number)[]): Json {
  let here = value;
  for (const step of path) {
    if (typeof step === 'number') here = Array.isArray(here) ? (here[step] ?? null) : null;
    else here = isObject(here) && Object.hasOwn(here, step) ? (here[step] ?? null) : null;
  }
  return here;
}

/** The list at a path; empty where there is none. */
export function listAt(value: Json, ...path: readonly string[]): readonly Json[] {
  const list = at(value, ...path);
  return Array.isArray(list) ? list : [];
}

/** Longest text that is taken from a notice, in UTF-16 units; the raw notice keeps all of it. */
const MAX_TEXT_LENGTH = 600;

/**
 * A text that both databases hold: trimmed, whole characters, without NUL, cut. A number is its own
 * text, since platforms write identifiers either way. Null where there is nothing to read.
 */
export function textOf(value: Json): string | null {
  const raw = value instanceof JsonNumber ? value.source : value;
  if (typeof raw !== 'string') return null;
  const text = raw
    .slice(0, 4 * MAX_TEXT_LENGTH)
    .toWellFormed()
    .replaceAll('\0', '')
    .trim();
  return text === '' ? null : text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
}

/** The first of several places that holds a text. */
export function firstText(...values: readonly Json[]): string | null {
  for (const value of values) {
    const text = textOf(value);
    if (text !== null) return text;
  }
  return null;
}

/** A whole number from 1 to 9999; null for anything else. */
export function countOf(value: Json): number | null {
  const text = textOf(value) ?? '';
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
}
