import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type FieldProps, useEdit } from '../form-context.ts';
import { PageIcon } from '../PageIcon.tsx';
import { readPicture } from '../queries.ts';
import { Frame } from './Frame.tsx';

const PictureDrop = lazy(() =>
  import('../PictureDrop.tsx').then((it) => ({ default: it.PictureDrop })),
);
const CropDialog = lazy(() =>
  import('../CropDialog.tsx').then((it) => ({ default: it.CropDialog })),
);

const THUMBNAIL_WIDTH = 320;

/** A picture: its thumbnail, and a place to choose or drop another. */
export function PictureField({ value, hasAlt = false, ...field }: FieldProps) {
  const edit = useEdit();
  const [chosen, setChosen] = useState<File | null>(null);
  const name = typeof value === 'string' ? value : '';
  const altPath = [...field.path.slice(0, -1), 'alt'];
  return (
    <Frame {...field}>
      {(ids) => (
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 items-center">
          <Thumbnail name={name} />
          <Suspense>
            <PictureDrop
              {...ids}
              takesSvg={field.schema.widget === 'logo'}
              label={name === '' ? 'Escolher imagem' : 'Trocar imagem'}
              onFile={setChosen}
            />
          </Suspense>
          <Suspense>
            {chosen && (
              <CropDialog
                file={chosen}
                shape={field.schema.shape ?? null}
                minPixels={field.schema.minPixels ?? 1}
                asksAlt={hasAlt}
                onClose={() => setChosen(null)}
                onStored={(stored, alt) => {
                  edit(field.path, stored);
                  if (alt !== null) edit(altPath, alt);
                }}
              />
            )}
          </Suspense>
        </div>
      )}
    </Frame>
  );
}

function Thumbnail({ name }: { name: string }) {
  const { data, isError } = useQuery({
    queryKey: ['page-picture', name],
    queryFn: () => readPicture(name, THUMBNAIL_WIDTH),
    enabled: /^[a-z0-9-]+\.[a-z]+$/.test(name),
    staleTime: 'static',
    structuralSharing: false,
    retry: false,
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!data) return setAddress(undefined);
    const created = URL.createObjectURL(data);
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [data]);
  if (address === undefined) {
    return (
      <span
        className="grid place-items-center w-28 h-20 border rounded-md bg-sunk object-contain text-muted"
        data-missing=""
      >
        <PageIcon name="picture" />
        {isError && <span className="text-small">Não abriu</span>}
      </span>
    );
  }
  return (
    <img
      className="grid place-items-center w-28 h-20 border rounded-md bg-sunk object-contain text-muted"
      src={address}
      alt=""
    />
  );
}
