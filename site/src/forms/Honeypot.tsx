import {
  HONEYPOT_FIELD,
  MIN_HUMAN_TYPING_MS,
  type RobotSignal,
} from '@funil/contract/contacts/robot-signals';
import { useEffect, useRef } from 'react';

export interface SubmissionHints {
  readonly honeypot: string;
  /** True if the browser filled fields in or the visitor pasted. A fast submission is then no sign of a robot. */
  readonly isAutofilledOrPasted: boolean;
}

export function readSubmissionHints(form: HTMLFormElement | null): SubmissionHints {
  const honeypot = form?.elements.namedItem(HONEYPOT_FIELD);
  if (!form || !(honeypot instanceof HTMLInputElement))
    return { honeypot: '', isAutofilledOrPasted: false };
  return {
    honeypot: honeypot.value,
    isAutofilledOrPasted: 'pasted' in honeypot.dataset || isAutofilled(form),
  };
}

function isAutofilled(form: HTMLFormElement): boolean {
  try {
    return form.querySelector(':autofill') !== null;
  } catch {
    // Older browsers lack `:autofill`; there a fast person must not be taken for a robot.
    return true;
  }
}

interface TimedSubmission extends SubmissionHints {
  /** In ms since the epoch. */
  openedAt: number;
  now: number;
}

/** Returns comma-separated signals of a robot, or undefined. The server also stores submissions with signals. */
export function findRobotSignals(submission: TimedSubmission): string | undefined {
  const { openedAt, now, honeypot, isAutofilledOrPasted } = submission;
  const signals: RobotSignal[] = [];
  if (honeypot !== '') signals.push('honeypot');
  if (globalThis.navigator?.webdriver) signals.push('headless');
  if (now - openedAt < MIN_HUMAN_TYPING_MS && !isAutofilledOrPasted) signals.push('too-fast');
  return signals.join(',') || undefined;
}

/**
 * Only robots fill in a hidden field. Browsers and password managers would fill in a field that is merely out of sight.
 * A paste anywhere in the form sets `data-pasted` here.
 */
export function Honeypot() {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const honeypot = ref.current;
    const form = honeypot?.form;
    const markPasted = () => honeypot?.setAttribute('data-pasted', '');
    form?.addEventListener('paste', markPasted);
    return () => form?.removeEventListener('paste', markPasted);
  }, []);
  return <input ref={ref} type="text" name={HONEYPOT_FIELD} hidden autoComplete="off" />;
}
