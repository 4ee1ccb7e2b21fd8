import { type Json, textOf } from './json.ts';

const METHODS: readonly (readonly [RegExp, string])[] = [
  [/^pix/, 'pix'],
  [/boleto|billet|bank_?slip/, 'boleto'],
  [/credit|card|cart[aã]o/, 'credit_card'],
];

/** How it was paid: `pix`, `boleto`, `credit_card`, else the platform's own word in lower case. */
export function methodOf(value: Json): string | null {
  const text = textOf(value)?.toLowerCase() ?? null;
  if (text === null) return null;
  return METHODS.find(([pattern]) => pattern.test(text))?.[1] ?? text;
}
