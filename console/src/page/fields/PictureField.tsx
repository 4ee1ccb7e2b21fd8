import { Suspense, useState } from 'react';
import { lazyPart } from '../../parts/lazy-part.ts';
import { type FieldProps, useEdit } from '../form-context.ts';
import { Frame } from './Frame.tsx';

const PictureDrop = lazyPart(() => import('../PictureDrop.tsx'), 'PictureDrop');
const Thumbnail = lazyPart(() => import('../PictureDrop.tsx'), 'Thumbnail');
const CropDialog = lazyPart(() => import('../CropDialog.tsx'), 'CropDialog');

export function PictureField({ value, hasAlt = false, ...field }: FieldProps) {
  const edit = useEdit();
  const [chosenFile, setChosenFile] = useState<File | null>(null);
  const name = typeof value === 'string' ? value : '';
  const altPath = [...field.path.slice(0, -1), 'alt'];
  return (
    <Frame {...field}>
      {(ids) => (
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 items-center">
          <Suspense>
            <Thumbnail name={name} />
            <PictureDrop
              {...ids}
              acceptsSvg={field.schema.widget === 'logo'}
              label={name === '' ? 'Escolher imagem' : 'Trocar imagem'}
              onFile={setChosenFile}
            />
          </Suspense>
          <Suspense>
            {chosenFile && (
              <CropDialog
                file={chosenFile}
                shape={field.schema.shape ?? null}
                minPixels={field.schema.minPixels ?? 1}
                asksAlt={hasAlt}
                onClose={() => setChosenFile(null)}
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
