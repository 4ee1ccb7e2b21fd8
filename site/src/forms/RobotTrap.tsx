import { TRAP_FIELD } from './suspicion.ts';

/** A field that nobody sees, reaches or hears of; who fills it in is a robot. */
export function RobotTrap() {
  return (
    <div className="sr-only" aria-hidden="true">
      <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
