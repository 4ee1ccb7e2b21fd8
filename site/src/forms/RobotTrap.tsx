import { MIN_HUMAN_MS, type RobotSignal, TRAP_FIELD } from '@funil/contract/contacts/robot-signals';
import { useEffect, useRef } from 'react';

/** What a form shows of who filled it in. */
export interface FormSigns {
  /** The trap field's value. */
  readonly trap: string;
  /** Whether the browser filled in a field, or a text was pasted: then nobody types. */
  readonly isFilled: boolean;
}

export function readSigns(form: HTMLFormElement | null): FormSigns {
  const field = form?.elements.namedItem(TRAP_FIELD);
  return {
    trap: field instanceof HTMLInputElement ? field.value : '',
    isFilled: form !== null && (form.dataset.pasted !== undefined || isAutofilled(form)),
  };
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
  const signs: RobotSignal[] = [
    ...(trap === '' ? [] : (['honeypot'] as const)),
    ...(globalThis.navigator?.webdriver ? (['headless'] as const) : []),
    ...(now - openedAt < MIN_HUMAN_MS && !isFilled ? (['too-fast'] as const) : []),
  ];
  return signs.join(',') || undefined;
}

/** A field hidden from people, keyboards and screen readers: only robots fill it in. It also notices what is pasted beside it. */
export function RobotTrap() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = field.current?.form;
    form?.addEventListener('paste', () => {
      form.dataset.pasted = '';
    });
  }, []);
  return (
    <div className="sr-only" aria-hidden="true">
      <input ref={field} type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
