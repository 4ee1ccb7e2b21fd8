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
    <label
      {...drop.label}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 p-2 border-2 border-dashed border-transparent rounded-md cursor-pointer data-over:border-mark focus-within:[&>.button]:outline-3 focus-within:[&>.button]:outline-focus focus-within:[&>.button]:outline-offset-2 [&>.button]:pointer-events-none"
    >
      <span className="button">
        <Icon name="import" />
        {label}
      </span>
      <span className="text-small text-muted pointer-coarse:hidden">ou solte-a aqui</span>
      <input
        {...ids}
        {...drop.input}
        accept={takesSvg ? `${PHOTOGRAPHS},image/svg+xml` : PHOTOGRAPHS}
      />
    </label>
  );
}
