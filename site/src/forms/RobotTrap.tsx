import {
  MIN_HUMAN_TYPING_MS,
  type RobotSignal,
  TRAP_FIELD,
} from '@funil/contract/contacts/robot-signals';
import { useEffect, useRef } from 'react';

export interface SubmissionHints {
  readonly trap: string;
  /** A person may have sent an autofilled or pasted form within seconds. */
  readonly isAutofilledOrPasted: boolean;
}

export function readHints(form: HTMLFormElement | null): SubmissionHints {
  const trap = form?.elements.namedItem(TRAP_FIELD);
  if (!form || !(trap instanceof HTMLInputElement))
    return { trap: '', isAutofilledOrPasted: false };
  return { trap: trap.value, isAutofilledOrPasted: 'pasted' in trap.dataset || isAutofilled(form) };
}

function isAutofilled(form: HTMLFormElement): boolean {
  try {
    return form.querySelector(':autofill') !== null;
  } catch {
    // Older browsers lack `:autofill`; a person with autofill must not be marked as too fast.
    return true;
  }
}

interface Submission extends SubmissionHints {
  /** In ms since the epoch. */
  openedAt: number;
  now: number;
}

/** Comma-separated; the server stores the row all the same. */
export function findRobotSignals({
  openedAt,
  now,
  trap,
  isAutofilledOrPasted,
}: Submission): string | undefined {
  const signals: RobotSignal[] = [];
  if (trap !== '') signals.push('honeypot');
  if (globalThis.navigator?.webdriver) signals.push('headless');
  if (now - openedAt < MIN_HUMAN_TYPING_MS && !isAutofilledOrPasted) signals.push('too-fast');
  return signals.join(',') || undefined;
}

/**
 * Only robots fill in the hidden field. A paste anywhere in the form sets its `data-pasted`; a new application renders
 * a new field.
 */
export function RobotTrap() {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const trap = ref.current;
    const form = trap?.form;
    const markPasted = () => trap?.setAttribute('data-pasted', '');
    form?.addEventListener('paste', markPasted);
    return () => form?.removeEventListener('paste', markPasted);
  }, []);
  return (
    <div className="sr-only" aria-hidden="true">
      <input ref={ref} type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
