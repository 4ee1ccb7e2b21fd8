import { useRef, useState } from 'react';
import { Icon } from '../parts/Icon.tsx';

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
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  function choose(file: File | undefined) {
    // Without this, choosing the same file again fires no change event.
    if (input.current) input.current.value = '';
    if (file) onFile(file);
  }
  return (
    <label
      className="page-drop"
      data-over={isOver || undefined}
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
      <span className="button">
        <Icon name="import" />
        {label}
      </span>
      <span className="small muted page-drop-hint">ou solte-a aqui</span>
      <input
        {...ids}
        ref={input}
        type="file"
        accept={takesSvg ? `${PHOTOGRAPHS},image/svg+xml` : PHOTOGRAPHS}
        className="out-of-sight"
        onChange={({ target }) => choose(target.files?.[0])}
      />
    </label>
  );
}
