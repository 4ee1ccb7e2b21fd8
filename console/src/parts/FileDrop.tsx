import './file-drop.css';
import { Icon } from './Icon.tsx';
import { useFileDrop } from './use-file-drop.ts';

interface Props {
  label: string;
  hint: string;
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** A field for a CSV file, which can also be dropped on it. */
export function FileDrop({ label, hint, isBusy, onFile }: Props) {
  const drop = useFileDrop(onFile, isBusy);
  return (
    <label {...drop.label} className="file-drop">
      <Icon name="plus" />
      <span>{label}</span>
      <span className="small muted">{hint}</span>
      <input {...drop.input} accept=".csv,.txt,.tsv,text/csv" disabled={isBusy} />
    </label>
  );
}
