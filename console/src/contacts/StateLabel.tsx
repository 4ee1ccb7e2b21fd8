import type { SubjectState } from '@funil/contract/console/subjects';
import { STATES } from './states.ts';

/** Where a conversation stands: a node, and its word. */
export function StateLabel({ state }: { state: SubjectState }) {
  const { label, tone } = STATES[state];
  return (
    <span className="state" data-tone={tone}>
      {label}
    </span>
  );
}
