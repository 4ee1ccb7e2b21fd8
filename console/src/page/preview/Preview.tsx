import type { EditorForm, PagePreview } from '@funil/contract/page/page-editor';
import { TEXT_VERSIONS, type TextVersion } from '@funil/contract/visits/tested-text';
import { type ComponentProps, memo, useState } from 'react';
import { makeDeviceStore } from '../../parts/device-store.ts';
import { MESSAGE_CLASSES } from '../../parts/Empty.tsx';
import { keysOf } from '../../parts/search-params.ts';
import { PageIcon } from '../PageIcon.tsx';
import { PreviewFrame } from './PreviewFrame.tsx';

const PREVIEW_DEVICES = {
  phone: { label: 'Celular', widthPx: 390 },
  computer: { label: 'Computador', widthPx: 1280 },
} as const;
type PreviewDevice = keyof typeof PREVIEW_DEVICES;
const DEVICE_NAMES = keysOf(PREVIEW_DEVICES);

const previewDevices = makeDeviceStore<Record<PreviewDevice, boolean>>('funil-console-preview', {
  phone: true,
  computer: false,
});

interface Props {
  /** CSS of the page; undefined while it loads. */
  style: string | undefined;
  /** Null if the draft has had problems ever since it was opened. */
  preview: PagePreview | null;
  /** True while the draft has problems; the preview then shows the last valid draft. */
  isStale: boolean;
  /** True if the draft tests a second version of a text. */
  hasTest: boolean;
  form: EditorForm;
  onPressed: (section: string) => void;
}

export const Preview = memo(function Preview(props: Props) {
  const { style, preview, isStale, hasTest, form, onPressed } = props;
  const [version, setVersion] = useState<TextVersion>('a');
  const devices = previewDevices.useValue();
  const chosenDevices = DEVICE_NAMES.filter((device) => devices[device]);
  const toggleDevice = (device: PreviewDevice) => {
    const changedDevices = { ...devices, [device]: !devices[device] };
    // Turning off the only frame turns on the other one.
    if (changedDevices.phone || changedDevices.computer) previewDevices.change(changedDevices);
    else previewDevices.change({ phone: device === 'computer', computer: device === 'phone' });
  };
  return (
    <section
      className="grid [grid-template:auto_auto_minmax(0,1fr)_/_minmax(0,1fr)] min-h-0 bg-sunk"
      aria-label="Prévia"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-3 px-pad py-2 in-data-[columns=1]:py-1">
        <h2 className="text-base">Prévia</h2>
        {hasTest && (
          <fieldset className="flex flex-wrap gap-1">
            <legend className="sr-only">Versão do texto em teste</legend>
            {TEXT_VERSIONS.map((choice) => (
              <PreviewChoice
                key={choice}
                aria-pressed={version === choice}
                onClick={() => setVersion(choice)}
              >
                Versão {choice.toUpperCase()}
              </PreviewChoice>
            ))}
          </fieldset>
        )}
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Onde</legend>
          {DEVICE_NAMES.map((device) => (
            <PreviewChoice
              key={device}
              aria-pressed={devices[device]}
              onClick={() => toggleDevice(device)}
            >
              <PageIcon name={device} className="size-4" />
              {PREVIEW_DEVICES[device].label}
            </PreviewChoice>
          ))}
        </fieldset>
      </header>
      {isStale && preview !== null && (
        <p className="text-small px-pad pb-2 text-warn" role="status">
          A prévia espera: há um problema para resolver.
        </p>
      )}
      <div
        className="grid row-start-3 [grid-template:minmax(0,1fr)_/_minmax(0,1fr)] gap-3 min-h-0 px-pad pb-4 data-both:grid-cols-[minmax(0,3fr)_minmax(0,7fr)] in-data-[columns=1]:p-0 in-data-[columns=1]:data-both:[grid-template:repeat(2,minmax(0,1fr))_/_minmax(0,1fr)]"
        data-both={chosenDevices.length > 1 || undefined}
      >
        {style !== undefined && preview !== null ? (
          chosenDevices.map((device) => (
            <div
              key={device}
              className="grid justify-center grid-cols-1 min-h-0 data-[device=phone]:grid-cols-[minmax(0,24.375rem)]"
              data-device={device}
            >
              <PreviewFrame
                width={PREVIEW_DEVICES[device].widthPx}
                title={`A página no ${PREVIEW_DEVICES[device].label.toLowerCase()}`}
                style={style}
                preview={preview}
                version={hasTest ? version : 'a'}
                scrollTarget={{ file: form.key, section: form.section }}
                onPressed={onPressed}
              />
            </div>
          ))
        ) : (
          <p className={`${MESSAGE_CLASSES} text-muted`}>
            {style === undefined
              ? 'A prévia está sendo preparada…'
              : 'A prévia aparece quando os problemas estiverem resolvidos.'}
          </p>
        )}
      </div>
    </section>
  );
});

const PreviewChoice = (props: ComponentProps<'button'>) => (
  <button
    type="button"
    className="inline-flex items-center gap-1.5 min-h-11 px-3 border border-transparent rounded-lg text-muted text-small aria-pressed:border-line aria-pressed:bg-raised aria-pressed:text-fg aria-pressed:font-semibold md:pointer-fine:min-h-8.5"
    {...props}
  />
);
