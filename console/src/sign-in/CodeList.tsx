import { useState } from 'react';
import { saveFile } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';

interface CopyProps {
  text: string;
  label: string;
  copiedLabel: string;
}

/** Says the outcome in its label, because the sign-in has no toasts. */
export function LabeledCopyButton({ text, label, copiedLabel }: CopyProps) {
  const [shownLabel, setShownLabel] = useState(label);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setShownLabel(copiedLabel);
    } catch {
      setShownLabel('Selecione e copie');
    }
  }
  return (
    <Button onClick={() => void copy()}>
      <Icon name="copy" />
      {shownLabel}
    </Button>
  );
}

export function CodeList({ codes }: { codes: readonly string[] }) {
  const lines = codes.join('\n');
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
        <LabeledCopyButton text={lines} label="Copiar" copiedLabel="Copiados" />
        <Button onClick={save}>
          <Icon name="download" />
          Salvar
        </Button>
      </div>
    </>
  );
}
