/** A person needs longer than this to fill a form in. */
const FASTEST_PERSON_MS = 2000;

/** Name of the field that people cannot see and robots fill in. */
const TRAP_FIELD = 'website';

/** Returns the value of a form's trap. */
export function readTrap(form: HTMLFormElement | null): string {
  const field = form?.elements.namedItem(TRAP_FIELD);
  return field instanceof HTMLInputElement ? field.value : '';
}

interface Submission {
  /** When the form was opened and sent, in ms since the epoch. */
  openedAt: number;
  now: number;
  /** What stands in the trap. */
  trap: string;
}

/** Returns the reasons to suspect a robot, comma-separated; such a row is marked, never refused. */
export function findSuspicion({ openedAt, now, trap }: Submission): string | undefined {
  const reasons = [
    ...(trap === '' ? [] : ['honeypot']),
    ...(now - openedAt < FASTEST_PERSON_MS ? ['too-fast'] : []),
  ];
  return reasons.join(',') || undefined;
}

/** A field out of sight, focus and screen readers: only robots fill it in. */
export function RobotTrap() {
  return (
    <div className="sr-only" aria-hidden="true">
      <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
