import { Icon } from '../parts/Icon.tsx';
import { useFileDrop } from '../parts/use-file-drop.ts';

interface Props {
  id: string;
  label: string;
  takesSvg: boolean;
  onFile: (file: File) => void;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
  'data-path': string;
}

const PHOTOGRAPHS = 'image/png,image/jpeg,image/webp,image/avif';

/** A field for a picture, which can also be dropped on it. */
export function PictureDrop({ label, takesSvg, onFile, ...ids }: Props) {
  const drop = useFileDrop(onFile);
  return (
    <label {...drop.label} className="page-drop">
      <span className="button">
        <Icon name="import" />
        {label}
      </span>
      <span className="small muted page-drop-hint">ou solte-a aqui</span>
      <input
        {...ids}
        {...drop.input}
        accept={takesSvg ? `${PHOTOGRAPHS},image/svg+xml` : PHOTOGRAPHS}
      />
    </label>
  );
}
