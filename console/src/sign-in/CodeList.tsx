import { Icon } from '../parts/Icon.tsx';
import './sign-in.css';

function save(codes: readonly string[]): void {
  const text = `Códigos de recuperação do Funil. Cada um vale uma vez.\n\n${codes.join('\n')}\n`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'codigos-de-recuperacao-funil.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Recovery codes, shown once, and the ways to keep them. */
export function CodeList({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <ul className="box recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="buttons even">
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
          Salvar
        </button>
      </div>
    </>
  );
}
