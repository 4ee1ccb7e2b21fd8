import { useState } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { release } from '../session/session.ts';
import { Door } from './Door.tsx';

function save(codes: readonly string[]): void {
  const text = `Códigos de recuperação do Funil. Cada um vale uma vez.\n\n${codes.join('\n')}\n`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'codigos-de-recuperacao-funil.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [isKept, setIsKept] = useState(false);
  return (
    <Door
      title="Guarde estes códigos"
      lead="Se você perder o celular, um deles deixa você entrar. Guarde longe do celular: eles não aparecem de novo."
      done={2}
    >
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <button
          type="button"
          className="button"
          onClick={() => void navigator.clipboard.writeText(codes.join('\n'))}
        >
          <Icon name="copy" />
          Copiar
        </button>
        <button type="button" className="button" onClick={() => save(codes)}>
          <Icon name="download" />
          Salvar arquivo
        </button>
      </div>
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
