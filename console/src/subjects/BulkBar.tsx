import type { SubjectState } from '@funil/contract/console/subjects';
import { Icon } from '../parts/Icon.tsx';
import { moveSubjects } from './change-subject.ts';
import type { Picking } from './picking.ts';
import { STATE_NAMES, STATES } from './states.ts';

/** What can be done with all who are marked. */
export function BulkBar({ picking }: { picking: Picking }) {
  const { picked, clear } = picking;
  if (picked.size === 0) return null;
  const move = (state: SubjectState) => {
    void moveSubjects([...picked.values()], state);
    clear();
  };
  return (
    <section className="bulk" aria-label="Marcados">
      <p role="status">
        <strong>{picked.size}</strong> {picked.size === 1 ? 'marcado' : 'marcados'}
      </p>
      <label className="out-of-sight" htmlFor="bulk-state">
        Mudar o estado dos marcados
      </label>
      <select
        id="bulk-state"
        className="input"
        value=""
        onChange={({ target }) => {
          const state = STATE_NAMES.find((name) => name === target.value);
          if (state) move(state);
        }}
      >
        <option value="" disabled>
          Mudar para…
        </option>
        {STATE_NAMES.map((name) => (
          <option key={name} value={name}>
            {STATES[name].label}
          </option>
        ))}
      </select>
      <button type="button" className="button quiet" onClick={clear}>
        <Icon name="close" />
        Desmarcar
      </button>
    </section>
  );
}
