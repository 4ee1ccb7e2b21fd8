import { useState } from 'react';
import { saveFile } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';

export function CodeList({ codes }: { codes: readonly string[] }) {
  const [isCopied, setIsCopied] = useState(false);
  const lines = codes.join('\n');
  const copy = () => navigator.clipboard.writeText(lines).then(() => setIsCopied(true));
  function save() {
    const text = `Códigos de recuperação do Funil. Cada um vale uma vez.\n\n${lines}\n`;
    saveFile(new Blob([text], { type: 'text/plain' }), 'codigos-de-recuperacao-funil.txt');
  }
  return (
    <>
      <ul className="box grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-5 gap-y-1.5 px-5 py-4 font-mono text-base select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="buttons *:flex-1">
        <Button onClick={() => void copy()}>
          <Icon name="copy" />
          {isCopied ? 'Copiados' : 'Copiar'}
        </Button>
        <Button onClick={save}>
          <Icon name="download" />
          Salvar
        </Button>
      </div>
    </>
  );
}
