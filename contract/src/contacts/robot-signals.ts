// A row's column `signals` is comma-separated; `suspect` repeats the column if the signals suffice for a suspicion.

/** Rises with each change of the rules, so that stored rows are judged again (server/src/jobs/judge-again.ts). */
export const ROBOT_RULES_VERSION = 1;

/** Any strong signal makes a row suspect; of the weak signals, two are needed. */
const STRONG_SIGNALS = ['honeypot', 'robot', 'not-a-browser', 'headless'] as const;
type WeakSignal = 'too-fast' | 'no-language' | 'same-phone' | 'same-address' | 'no-area-code';
export type RobotSignal = (typeof STRONG_SIGNALS)[number] | WeakSignal;

/** The signal of a row that a person sent, as an operator or a payment shows. Visitors cannot send this signal. */
export const PROVEN_PERSON_SIGNAL = '!person';

/** A field that is hidden from people, so that only robots fill it in. */
export const HONEYPOT_FIELD = 'website';

/** A person cannot type a form in less time. */
export const MIN_HUMAN_TYPING_MS = 3_000;

const splitSignals = (signals: string | null): string[] =>
  (signals ?? '').split(',').flatMap((word) => word.trim() || []);

/** Returns each signal once; null if none. */
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

/** Returns the reasons to suspect a row, or null. SQL: `funil.judge_signals` decides the same. */
export function judgeSignals(signals: string | null): string | null {
  const words = splitSignals(signals);
  if (words.includes(PROVEN_PERSON_SIGNAL)) return null;
  const isSuspect = words.length > 1 || STRONG_SIGNALS.some((strong) => words.includes(strong));
  return isSuspect ? signals : null;
}
