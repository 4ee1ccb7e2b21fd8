const MIN_HUMAN_MS = 2000;

const TRAP_FIELD = 'website';

export function readTrap(form: HTMLFormElement | null): string {
  const field = form?.elements.namedItem(TRAP_FIELD);
  return field instanceof HTMLInputElement ? field.value : '';
}

interface Submission {
  /** In ms since the epoch. */
  openedAt: number;
  now: number;
  /** The trap field's value. */
  trap: string;
}

/** Returns comma-separated reasons to suspect a robot; the row is marked and still stored. */
export function findSuspicion({ openedAt, now, trap }: Submission): string | undefined {
  const reasons = [
    ...(trap === '' ? [] : ['honeypot']),
    ...(now - openedAt < MIN_HUMAN_MS ? ['too-fast'] : []),
  ];
  return reasons.join(',') || undefined;
}

/** A field hidden from people, keyboards and screen readers: only robots fill it in. */
export function RobotTrap() {
  return (
    <div className="sr-only" aria-hidden="true">
      <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
