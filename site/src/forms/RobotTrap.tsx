import { MIN_HUMAN_MS, type RobotSignal, TRAP_FIELD } from '@funil/contract/contacts/robot-signals';
import { useEffect, useRef } from 'react';

/** A form's signs of a robot or a person. */
export interface FormSigns {
  /** The trap field's value. */
  readonly trap: string;
  /** Whether the browser filled in a field, or a text was pasted, so that a short time shows no robot. */
  readonly isFilled: boolean;
}

export function readSigns(form: HTMLFormElement | null): FormSigns {
  const trap = form?.elements.namedItem(TRAP_FIELD);
  if (!form || !(trap instanceof HTMLInputElement)) return { trap: '', isFilled: false };
  return { trap: trap.value, isFilled: 'pasted' in trap.dataset || isAutofilled(form) };
}

function isAutofilled(form: HTMLFormElement): boolean {
  try {
    return form.querySelector(':autofill') !== null;
  } catch {
    // An older browser does not tell.
    return true;
  }
}

interface Submission extends FormSigns {
  /** In ms since the epoch. */
  openedAt: number;
  now: number;
}

/** Returns comma-separated signs of a robot; the row is marked and still stored. */
export function findSuspicion({ openedAt, now, trap, isFilled }: Submission): string | undefined {
  const signs: RobotSignal[] = [];
  if (trap !== '') signs.push('honeypot');
  if (globalThis.navigator?.webdriver) signs.push('headless');
  if (now - openedAt < MIN_HUMAN_MS && !isFilled) signs.push('too-fast');
  return signs.join(',') || undefined;
}

/**
 * A field hidden from people, keyboards and screen readers: only robots fill it in. It also keeps the mark of a text
 * pasted beside it; the application's next row has a new field, without the mark.
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
