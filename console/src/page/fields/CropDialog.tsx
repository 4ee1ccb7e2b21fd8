import { MAX_PICTURE_BYTES } from '@funil/contract/page/page-engine';
import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import type { PictureCrop } from '@funil/contract/page/page-engine';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { FieldError, TextArea } from '../../parts/Fields.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { uploadPicture } from '../queries.ts';
import { describeSmallCrop } from './describe-small-crop.ts';
import { useObjectUrl } from './PictureDrop.tsx';
import { toParagraph } from './typed-texts.ts';

interface Props {
  file: File;
  /** Null allows any shape. */
  shape: readonly [width: number, height: number] | null;
  minPixels: number;
  asksAlt: boolean;
  onClose: () => void;
  /** @param alt null unless `asksAlt` */
  onStored: (name: string, alt: string | null) => void;
}

const TOO_LARGE_MESSAGE = `A imagem tem mais de ${MAX_PICTURE_BYTES / 1_048_576} MB. Salve-a menor, por exemplo em JPEG, e tente de novo.`;
const UNREADABLE_MESSAGE =
  'Este arquivo não abre como imagem. Escolha um PNG, JPEG, WebP ou AVIF. Uma foto HEIC do iPhone, mande-a antes para você mesmo como JPEG.';

export function CropDialog({ file, shape, minPixels, asksAlt, onClose, onStored }: Props) {
  const address = useObjectUrl(file);
  const [crop, setCrop] = useState<PictureCrop | null>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const [alt, setAlt] = useState('');
  const [isUnreadable, setIsUnreadable] = useState(false);
  const { isBusy, failure, run } = useRequest();
  const isTooLarge = file.size > MAX_PICTURE_BYTES;
  const isUsable = !isTooLarge && !isUnreadable;
  const problem = isTooLarge ? TOO_LARGE_MESSAGE : isUnreadable ? UNREADABLE_MESSAGE : failure;
  // An SVG drawing has no pixels to crop.
  const ratio = shape === null || file.type === 'image/svg+xml' ? null : shape[0] / shape[1];
  const isReady = ratio === null ? isLoaded : crop !== null;
  const hint =
    crop !== null && crop.width < minPixels
      ? `O recorte tem ${crop.width} × ${crop.height} pixels; aqui precisa de pelo menos ${minPixels} × ${minPixels}. Afaste, ou escolha uma imagem maior.`
      : asksAlt && alt.trim() === ''
        ? 'Para usá-la, diga o que ela mostra.'
        : null;
  const canSend = isReady && !isBusy && hint === null;
  const shownHint = hint ?? describeSmallCrop(crop, shape);

  const markUnreadable = () => setIsUnreadable(true);
  const storePicture = () =>
    run(async () => {
      const { name } = await uploadPicture(file, crop);
      onStored(name, asksAlt ? alt.trim() : null);
      onClose();
    });

  return (
    <Dialog
      title={ratio === null ? 'A imagem' : 'Enquadre a imagem'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button kind="main" disabled={!canSend} onClick={() => void storePicture()}>
            {isBusy ? 'Enviando…' : 'Usar esta imagem'}
          </Button>
        </>
      }
    >
      {address !== undefined && isUsable && ratio !== null && (
        <CropFrame address={address} ratio={ratio} onCrop={setCrop} onUnreadable={markUnreadable} />
      )}
      {address !== undefined && isUsable && ratio === null && (
        <img
          src={address}
          alt=""
          className="mx-auto max-w-full max-h-[40dvh]"
          onLoad={() => setIsLoaded(true)}
          onError={markUnreadable}
        />
      )}
      {asksAlt && isUsable && (
        <TextArea
          label="O que a imagem mostra, para quem não a vê"
          rows={2}
          value={alt}
          onChange={({ target }) => setAlt(toParagraph(target.value))}
        />
      )}
      <FieldError>{problem}</FieldError>
      {problem === null && shownHint && <p className="text-small text-muted">{shownHint}</p>}
    </Dialog>
  );
}

interface FrameProps {
  address: string;
  ratio: number;
  onCrop: (crop: PictureCrop) => void;
  onUnreadable: () => void;
}

const MAX_CROP_ZOOM = 8;

function CropFrame({ address, ratio, onCrop, onUnreadable }: FrameProps) {
  const id = useId();
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <div className="field">
      <div className="relative h-[50dvh] max-h-96 border border-edge rounded-md bg-sunk overflow-hidden">
        <Cropper
          image={address}
          aspect={ratio}
          crop={position}
          zoom={zoom}
          maxZoom={MAX_CROP_ZOOM}
          keyboardStep={5}
          disableAutomaticStylesInjection
          cropperProps={CROP_FRAME_PROPS}
          mediaProps={{ alt: '', onError: onUnreadable }}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropAreaChange={(_, { x: left, y: top, width, height }) =>
            onCrop({ left, top, width, height })
          }
        />
      </div>
      <label htmlFor={id}>Aproximar</label>
      <input
        id={id}
        type="range"
        className="min-h-11 accent-action"
        min={1}
        max={MAX_CROP_ZOOM}
        step={0.05}
        value={zoom}
        onChange={({ target }) => setZoom(Number(target.value))}
      />
    </div>
  );
}

const CROP_FRAME_PROPS = { role: 'group', 'aria-label': 'Enquadramento: arraste, ou use as setas' };
