import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { useFileDrop } from '../../parts/use-file-drop.ts';
import { PageIcon } from '../PageIcon.tsx';
import { pictureQuery } from '../queries.ts';

interface Props {
  id: string;
  label: string;
  acceptsSvg: boolean;
  onFile: (file: File) => void;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
  'data-path': string;
}

const PHOTOGRAPH_TYPES = 'image/png,image/jpeg,image/webp,image/avif';

export function PictureDrop({ label, acceptsSvg, onFile, ...controlAttributes }: Props) {
  const drop = useFileDrop(onFile);
  return (
    <label
      {...drop.label}
      className="group flex flex-wrap items-center gap-x-3 gap-y-1 p-2 border-2 border-dashed border-transparent rounded-md cursor-pointer data-over:border-mark"
    >
      <span className="button pointer-events-none group-focus-within:outline-3 group-focus-within:outline-focus group-focus-within:outline-offset-2">
        <Icon name="import" />
        {label}
      </span>
      <span className="text-small text-muted pointer-coarse:hidden">ou solte-a aqui</span>
      <input
        {...controlAttributes}
        {...drop.input}
        accept={acceptsSvg ? `${PHOTOGRAPH_TYPES},image/svg+xml` : PHOTOGRAPH_TYPES}
      />
    </label>
  );
}

const THUMBNAIL_WIDTH_PX = 320;
const THUMBNAIL_CLASSES =
  'grid place-items-center w-28 h-20 border rounded-md bg-sunk object-contain text-muted';

export function Thumbnail({ name }: { name: string }) {
  const { data: picture, isError } = useQuery({
    ...pictureQuery(name, THUMBNAIL_WIDTH_PX),
    // The query asks only for names that the server accepts, and not for the empty name of a missing picture.
    enabled: /^[a-z0-9-]+\.[a-z]+$/.test(name),
  });
  const address = useObjectUrl(picture);
  if (address === undefined) {
    return (
      <span className={THUMBNAIL_CLASSES} data-missing="">
        <PageIcon name="picture" />
        {isError && <span className="text-small">Não abriu</span>}
      </span>
    );
  }
  return <img className={THUMBNAIL_CLASSES} src={address} alt="" />;
}

export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return setAddress(undefined);
    const created = URL.createObjectURL(file);
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return address;
}
