import { saveFile } from '../api.ts';
import { Icon } from '../parts/Icon.tsx';
import './sign-in.css';

/** Recovery codes, with buttons to copy and to save them. */
export function CodeList({ codes }: { codes: readonly string[] }) {
  const lines = codes.join('\n');
  function save() {
    const text = `Códigos de recuperação do Funil. Cada um vale uma vez.\n\n${lines}\n`;
    saveFile(new Blob([text], { type: 'text/plain' }), 'codigos-de-recuperacao-funil.txt');
  }
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
          onClick={() => void navigator.clipboard.writeText(lines)}
        >
          <Icon name="copy" />
          Copiar
        </button>
        <button type="button" className="button" onClick={save}>
          <Icon name="download" />
          Salvar
        </button>
      </div>
    </>
  );
}
