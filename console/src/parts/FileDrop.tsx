import { useRef, useState } from 'react';
import './file-drop.css';
import { Icon } from './Icon.tsx';

interface Props {
  label: string;
  hint: string;
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** A field for a CSV file, which can also be dropped on it. */
export function FileDrop({ label, hint, isBusy, onFile }: Props) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  function choose(file: File | undefined) {
    // Without this, choosing the same file again after fixing it fires no change event.
    if (input.current) input.current.value = '';
    if (file && !isBusy) onFile(file);
  }
  return (
    <label
      className="file-drop"
      data-over={(isOver && !isBusy) || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        choose(event.dataTransfer.files[0]);
      }}
    >
      <Icon name="plus" />
      <span>{label}</span>
      <span className="small muted">{hint}</span>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv"
        className="out-of-sight"
        disabled={isBusy}
        onChange={({ target }) => choose(target.files?.[0])}
      />
    </label>
  );
}
