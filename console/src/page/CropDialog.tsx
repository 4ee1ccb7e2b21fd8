import { MAX_PICTURE_BYTES } from '@funil/contract/page-engine';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { explain } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { FieldError, TextArea } from '../parts/Fields.tsx';
import {
  CENTERED,
  type Framing,
  keepInside,
  MAX_ZOOM,
  type Size,
  toCrop,
  toPercent,
} from './crop.ts';
import { uploadPicture } from './queries.ts';

interface Props {
  file: File;
  /** Null: any shape. */
  shape: readonly [width: number, height: number] | null;
  /** Whether the picture has an alternative text. */
  asksAlt: boolean;
  onClose: () => void;
  /** @param alt null if it is not asked for */
  onStored: (name: string, alt: string | null) => void;
}

const TOO_LARGE = `A imagem tem mais de ${MAX_PICTURE_BYTES / 1_048_576} MB. Salve-a menor, por exemplo em JPEG, e tente de novo.`;
const UNREADABLE = 'Este arquivo não abre como imagem. Escolha um PNG, JPEG, WebP ou AVIF.';

/** Crops a chosen picture to the shape of its place, asks for its alternative text, and stores it. */
export function CropDialog({ file, shape, asksAlt, onClose, onStored }: Props) {
  const address = useObjectUrl(file);
  const [size, setSize] = useState<Size | null>(null);
  const [framing, setFraming] = useState(CENTERED);
  const [alt, setAlt] = useState('');
  const [problem, setProblem] = useState(file.size > MAX_PICTURE_BYTES ? TOO_LARGE : null);
  const [isBusy, setIsBusy] = useState(false);
  const isTooLarge = file.size > MAX_PICTURE_BYTES;
  // A drawing has no pixels to cut.
  const ratio = shape === null || file.type === 'image/svg+xml' ? null : shape[0] / shape[1];
  const canSend = size !== null && !isTooLarge && !isBusy && (!asksAlt || alt.trim() !== '');

  async function store() {
    if (!canSend) return;
    setIsBusy(true);
    setProblem(null);
    try {
      const crop = ratio === null ? null : toCrop(size, ratio, framing);
      const { name } = await uploadPicture(file, crop);
      onStored(name, asksAlt ? alt.trim() : null);
      onClose();
    } catch (error) {
      setProblem(explain(error));
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      title={ratio === null ? 'A imagem' : 'Enquadre a imagem'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button kind="main" disabled={!canSend} onClick={() => void store()}>
            {isBusy ? 'Enviando…' : 'Usar esta imagem'}
          </Button>
        </>
      }
    >
      {!isTooLarge && (
        <Cropper
          address={address}
          size={size}
          ratio={ratio}
          framing={framing}
          onFraming={setFraming}
          onSize={setSize}
          onUnreadable={() => setProblem(UNREADABLE)}
        />
      )}
      {asksAlt && !isTooLarge && (
        <TextArea
          label="O que a imagem mostra, para quem não a vê"
          rows={2}
          value={alt}
          onChange={({ target }) => setAlt(target.value.replaceAll('\n', ' '))}
        />
      )}
      <FieldError>{problem}</FieldError>
    </Dialog>
  );
}

function useObjectUrl(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return address;
}

interface CropperProps {
  address: string | undefined;
  /** Null until the picture is read. */
  size: Size | null;
  /** Null: the whole picture. */
  ratio: number | null;
  framing: Framing;
  onFraming: (framing: Framing) => void;
  onSize: (size: Size) => void;
  onUnreadable: () => void;
}

const STEP = 0.02;
const ZOOM_STEP = 1.1;

/** Returns the framing after a key; null for other keys. */
function moveByKey({ zoom, x, y }: Framing, key: string): Framing | null {
  const step = STEP / zoom;
  const moves: Record<string, Framing> = {
    ArrowLeft: { zoom, x: x - step, y },
    ArrowRight: { zoom, x: x + step, y },
    ArrowUp: { zoom, x, y: y - step },
    ArrowDown: { zoom, x, y: y + step },
    '+': { zoom: zoom * ZOOM_STEP, x, y },
    '-': { zoom: zoom / ZOOM_STEP, x, y },
  };
  return moves[key === '=' ? '+' : key] ?? null;
}

function Cropper(props: CropperProps) {
  const { address, size, ratio, framing, onFraming, onSize, onUnreadable } = props;
  const id = useId();
  const frame = useRef<HTMLButtonElement>(null);
  const [grip, setGrip] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const put = (next: Framing) => {
    if (size && ratio !== null) onFraming(keepInside(size, ratio, next));
  };
  // React's own listener for the wheel cannot stop the dialog from scrolling.
  useEffect(() => {
    const element = frame.current;
    const zoomByWheel = (event: WheelEvent) => {
      event.preventDefault();
      put({ ...framing, zoom: framing.zoom * Math.exp(-event.deltaY / 500) });
    };
    element?.addEventListener('wheel', zoomByWheel, { passive: false });
    return () => element?.removeEventListener('wheel', zoomByWheel);
  });
  const picture = (
    <img
      src={address}
      alt=""
      draggable={false}
      style={size && ratio !== null ? toPercent(size, ratio, framing) : undefined}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
        onSize({ width, height })
      }
      onError={onUnreadable}
    />
  );
  const style = useMemo(() => (ratio === null ? undefined : { aspectRatio: ratio }), [ratio]);
  if (address === undefined) return null;
  if (ratio === null)
    return (
      <div className="grid place-items-center [&>img]:max-w-full [&>img]:max-h-[40dvh]">
        {picture}
      </div>
    );
  return (
    <div className="field">
      <button
        type="button"
        ref={frame}
        className="relative w-full max-h-[50dvh] overflow-hidden border border-edge rounded-md bg-sunk cursor-move touch-none [&>img]:absolute [&>img]:max-w-none [&>img]:select-none"
        style={style}
        aria-label="Enquadramento: arraste, ou use as setas, + e −"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setGrip({ x: event.clientX, y: event.clientY });
        }}
        onPointerMove={({ clientX, clientY, currentTarget, pointerId }) => {
          if (grip === null || !size || !currentTarget.hasPointerCapture(pointerId)) return;
          const shown = currentTarget.getBoundingClientRect();
          const crop = toCrop(size, ratio, framing);
          const x = framing.x - ((clientX - grip.x) / shown.width) * (crop.width / size.width);
          const y = framing.y - ((clientY - grip.y) / shown.height) * (crop.height / size.height);
          setGrip({ x: clientX, y: clientY });
          put({ ...framing, x, y });
        }}
        onPointerUp={() => setGrip(null)}
        onPointerCancel={() => setGrip(null)}
        onKeyDown={(event: KeyboardEvent) => {
          const next = moveByKey(framing, event.key);
          if (next === null) return;
          event.preventDefault();
          put(next);
        }}
      >
        {picture}
      </button>
      <label htmlFor={id}>Aproximar</label>
      <input
        id={id}
        type="range"
        className="min-h-11 accent-action"
        min={1}
        max={MAX_ZOOM}
        step={0.05}
        value={framing.zoom}
        onChange={({ target }) => put({ ...framing, zoom: Number(target.value) })}
      />
    </div>
  );
}
