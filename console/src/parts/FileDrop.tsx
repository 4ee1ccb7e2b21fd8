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
    <label
      {...drop.label}
      className="grid justify-items-center gap-1 px-4 py-6 border-2 border-dashed rounded-md text-center cursor-pointer hover:border-mark data-over:border-mark focus-within:outline-2 focus-within:outline-mark focus-within:outline-offset-2"
    >
      <Icon name="plus" />
      <span>{label}</span>
      <span className="text-small text-muted">{hint}</span>
      <input {...drop.input} accept=".csv,.txt,.tsv,text/csv" disabled={isBusy} />
    </label>
  );
}
