/**
 * Signals of a robot: a row's column `signals` lists them, comma-separated. If they suffice to suspect the row, its
 * column `suspect` repeats them. A missing signal says nothing.
 */

/** Rises with each change of the rules, so that stored rows are judged anew (server/src/jobs/judge-anew.ts). */
export const JUDGEMENT_VERSION = 1;

/** Any one of these makes a row suspect. */
const STRONG_SIGNALS = ['honeypot', 'robot', 'not-a-browser', 'headless'] as const;
/** Two of these make a row suspect. */
type WeakSignal = 'too-fast' | 'no-language' | 'same-phone' | 'same-address' | 'no-area-code';
export type RobotSignal = (typeof STRONG_SIGNALS)[number] | WeakSignal;

/** Added to the signals when an operator or a payment shows that a person sent the row. Visitors cannot send it. */
export const IS_PERSON = '!person';

/** The name of a form's field that is hidden from people, so that only robots fill it in. */
export const TRAP_FIELD = 'website';

/** A person cannot type a form in less time, in ms. */
export const MIN_HUMAN_MS = 3_000;

const wordsOf = (signals: string | null): string[] =>
  (signals ?? '').split(',').flatMap((word) => word.trim() || []);

/** Returns all signals, each once; null: none. */
export function joinSignals(...signals: readonly (string | null | undefined)[]): string | null {
  const words = new Set(signals.flatMap((list) => wordsOf(list ?? null)));
  return [...words].join(',') || null;
}

/** Returns signals without the dropped ones; null if none is left. */
export const dropSignals = (
  signals: string | null,
  dropped: readonly RobotSignal[],
): string | null =>
  joinSignals(...wordsOf(signals).filter((word) => !dropped.some((signal) => signal === word)));

/** Returns the reasons to take a row for a robot's; null if its signals do not suffice. SQL: `funil.judge_signals`. */
export function judgeSignals(signals: string | null): string | null {
  const words = wordsOf(signals);
  if (words.includes(IS_PERSON)) return null;
  const isSuspect = words.length > 1 || STRONG_SIGNALS.some((strong) => words.includes(strong));
  return isSuspect ? signals : null;
}
