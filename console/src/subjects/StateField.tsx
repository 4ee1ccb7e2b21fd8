import type { SubjectDetail, SubjectState } from '@funil/contract/console/subjects';
import { useState } from 'react';
import { Moment } from '../parts/Moment.tsx';
import { Deadline } from './Deadline.tsx';
import { STATE_NAMES, STATES } from './states.ts';
import type { Save } from './use-save.ts';

/** Where the conversation stands, all states in sight: one press changes it. */
export function StateField({ detail, save }: { detail: SubjectDetail; save: Save }) {
  const { changed_by, changed_at, due_at, created_at } = detail;
  // Shown at once; where it could not be saved, it goes back.
  const [wish, setWish] = useState<SubjectState | null>(null);
  const state = wish ?? detail.state;
  async function choose(next: SubjectState) {
    setWish(next);
    await save({ state: next });
    setWish(null);
  }
  return (
    <section className="state-field">
      <fieldset>
        <legend className="field-label">Estado</legend>
        <div className="state-options">
          {STATE_NAMES.map((name) => (
            <label key={name} className="state-option">
              <input
                type="radio"
                name="state"
                checked={state === name}
                onChange={() => void choose(name)}
              />
              <span className="state" data-tone={STATES[name].tone}>
                {STATES[name].label}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {due_at && <Deadline from={created_at} due={due_at} />}
      {changed_by && changed_at && (
        <p className="small muted">
          Última mudança: {changed_by}, <Moment at={changed_at} />
        </p>
      )}
    </section>
  );
}
