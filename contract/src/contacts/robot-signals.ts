// A row's column `signals` has the comma-separated signs of a robot. The column `suspect` repeats them if they
// suffice for a suspicion, and is null otherwise.

/**
 * Must rise with every change of the rules, so that the server judges stored rows again
 * (server/src/jobs/judge-again.ts).
 */
export const ROBOT_RULES_VERSION = 1;

/** A single strong signal makes a row suspect. Weak signals make a row suspect only if there are two. */
const STRONG_SIGNALS = ['honeypot', 'robot', 'not-a-browser', 'headless'] as const;
type WeakSignal = 'too-fast' | 'no-language' | 'same-phone' | 'same-address' | 'no-area-code';
export type RobotSignal = (typeof STRONG_SIGNALS)[number] | WeakSignal;

/**
 * The signal that the server adds once an operator or a payment shows that a person sent the row. Visitors cannot
 * send this signal.
 */
export const PROVEN_PERSON_SIGNAL = '!person';

/** A field that is hidden from people, so that only robots fill it in. */
export const HONEYPOT_FIELD = 'website';

/** A person cannot type a form in less time. */
export const MIN_HUMAN_TYPING_MS = 3_000;

const splitSignals = (signals: string | null): string[] =>
  (signals ?? '').split(',').flatMap((word) => word.trim() || []);

/** Returns the signals of several lists without repetitions; null if there are none. */
export function joinSignals(...signals: readonly (string | null | undefined)[]): string | null {
  const words = new Set(signals.flatMap((list) => splitSignals(list ?? null)));
  return [...words].join(',') || null;
}

export const removeSignals = (
  signals: string | null,
  dropped: readonly RobotSignal[],
): string | null =>
  joinSignals(
    ...splitSignals(signals).filter((word) => !dropped.some((signal) => signal === word)),
  );

/**
 * Returns the reasons to suspect a row; null if they do not suffice. The SQL function `funil.judge_signals` decides
 * the same.
 */
export function judgeSignals(signals: string | null): string | null {
  const words = splitSignals(signals);
  if (words.includes(PROVEN_PERSON_SIGNAL)) return null;
  const isSuspect = words.length > 1 || STRONG_SIGNALS.some((strong) => words.includes(strong));
  return isSuspect ? signals : null;
}
