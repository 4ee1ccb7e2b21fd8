/** Keeps a JSON number's source text, so that no amount is rounded to a binary fraction. */
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
  | { readonly ok: false; readonly reason: 'encoding' | 'json' | 'deep' | 'version' };

/** Real notices nest eight deep. */
const MAX_JSON_DEPTH = 64;

/** Parses a notice's JSON, and never throws. */
export function readJson(body: Uint8Array): JsonReading {
  const text = decodeUtf8(body);
  if (text === null) return { ok: false, reason: 'encoding' };
  if (isJsonDeeperThan(text, MAX_JSON_DEPTH)) return { ok: false, reason: 'deep' };
  try {
    return { ok: true, value: JSON.parse(text, keepNumbers) as Json };
  } catch {
    // The error is not logged, because the body is stored as received.
    return { ok: false, reason: 'json' };
  }
}

export function decodeUtf8(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    // The error is not logged, because the body is stored as received.
    return null;
  }
}

/** `context.source` is the number's text (TC39's "JSON.parse source text access", in Node since 21). */
function keepNumbers(_key: string, value: unknown, context?: { readonly source?: string }) {
  return typeof value === 'number' ? new JsonNumber(context?.source ?? String(value)) : value;
}

function isJsonDeeperThan(text: string, maxDepth: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}

const isJsonObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof JsonNumber);

export function valueAt(value: Json, ...path: readonly (string | number)[]): Json {
  let node = value;
  for (const step of path) {
    if (typeof step === 'number') node = Array.isArray(node) ? (node[step] ?? null) : null;
    else node = isJsonObject(node) && Object.hasOwn(node, step) ? (node[step] ?? null) : null;
  }
  return node;
}

export function listAt(value: Json, ...path: readonly string[]): readonly Json[] {
  const list = valueAt(value, ...path);
  return Array.isArray(list) ? list : [];
}

/** In UTF-16 units. Longer texts are cut; the stored notice has them in full. */
const MAX_TEXT_LENGTH = 600;

/** Platforms write these words for a missing value. */
const WORD_FOR_NONE = /^(?:n[ãa]o ?informado|null|undefined|none|n\/a|-)$/i;

/**
 * Returns a text or a number's source, well-formed and without NUL, as both databases need it; null for all else, and
 * for a word that stands for a missing value.
 */
export function textOf(value: Json = null): string | null {
  const raw = value instanceof JsonNumber ? value.source : value;
  if (typeof raw !== 'string') return null;
  const text = raw
    .slice(0, 4 * MAX_TEXT_LENGTH)
    .toWellFormed()
    .replaceAll('\0', '')
    .trim();
  return text === '' || WORD_FOR_NONE.test(text)
    ? null
    : text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
}

export const textAt = (value: Json, ...path: readonly (string | number)[]): string | null =>
  textOf(valueAt(value, ...path));

export function firstText(...values: readonly Json[]): string | null {
  for (const value of values) {
    const text = textOf(value);
    if (text !== null) return text;
  }
  return null;
}

/** Returns a number from 1 to 9999; null for any other value. */
export function smallIntegerOf(value: Json): number | null {
  const text = textOf(value) ?? '';
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
}

/** Whether the notice says that its format is version 1; the adapters read version 2. */
export const isOlderVersion = (notice: Json): boolean =>
  /^v?1(?:\.|$)/.test(textAt(notice, 'version') ?? '');
