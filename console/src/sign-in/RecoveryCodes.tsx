import { useState } from 'react';
import { release } from '../session/session.ts';
import { CodeList } from './CodeList.tsx';
import { Door } from './Door.tsx';

/** Shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [isKept, setIsKept] = useState(false);
  return (
    <Door
      title="Guarde estes códigos"
      lead="Se você perder o celular, um deles deixa você entrar. Guarde longe do celular: eles não aparecem de novo."
      done={2}
    >
      <CodeList codes={codes} />
      <label className="tick">
        <input
          type="checkbox"
          className="check"
          checked={isKept}
          onChange={({ target }) => setIsKept(target.checked)}
        />
        Guardei os códigos em lugar seguro
      </label>
      <button
        type="button"
        className="button main"
        disabled={!isKept}
        onClick={() => void release()}
      >
        Abrir o console
      </button>
    </Door>
  );
}
