import { formatQuantity } from '@funil/contract/counts';
import type { PageVersion } from '@funil/contract/page/page-editor';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { QueryStatus } from '../../parts/Failure.tsx';
import { FieldError } from '../../parts/Fields.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { formatFullTime } from '../../parts/time/format-time.ts';
import { Time } from '../../parts/time/Time.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { PreviewFrame } from '../preview/PreviewFrame.tsx';
import {
  previewQuery,
  publicationQuery,
  restoreVersion,
  versionQuery,
  versionsQuery,
} from '../queries.ts';
import { ChangeList } from './ChangeList.tsx';
import { PublicationDialog } from './PublicationDialog.tsx';

interface Props {
  address: string | null;
  /** True if this console publishes the page. */
  canRestore: boolean;
  onClose: () => void;
}

const describeVersion = (version: PageVersion): string =>
  [describeKind(version), version.by].filter(Boolean).join(' · ');

function describeKind({ kind, restored, changes }: PageVersion): string {
  switch (kind) {
    case 'start':
      return 'A página antes da primeira publicação';
    case 'hand':
      return 'Mudada à mão, nos arquivos';
    case 'restore':
      return `De volta à versão ${restored}`;
    default:
      return formatQuantity(changes, 'mudança', 'mudanças');
  }
}

export function Versions({ address, canRestore, onClose }: Props) {
  const query = useQuery(versionsQuery);
  const { data: publication } = useQuery(publicationQuery);
  const [openVersion, setOpenVersion] = useState<PageVersion | null>(null);
  const [hasBegun, setHasBegun] = useState(false);
  if (hasBegun && publication && publication.state !== 'idle') {
    return (
      <PublicationDialog
        titles={{
          running: `Voltando à versão ${openVersion?.number}`,
          done: `De volta à versão ${openVersion?.number}`,
          failed: 'A versão não voltou',
        }}
        publication={publication}
        address={address}
        onClose={onClose}
      />
    );
  }
  if (openVersion) {
    return (
      <VersionDialog
        version={openVersion}
        canRestore={canRestore && openVersion.number !== query.data?.items[0]?.number}
        onBack={() => setOpenVersion(null)}
        onBegun={() => setHasBegun(true)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      title="Versões"
      description="Cada publicação fica guardada. Qualquer uma pode voltar."
      onClose={onClose}
    >
      <QueryStatus query={query} />
      {query.data?.items.length === 0 && (
        <p className="text-muted">Nada foi publicado por aqui ainda.</p>
      )}
      <ol data-wide className="lines">
        {query.data?.items.map((version, index) => (
          <li key={version.number}>
            <button
              type="button"
              className="pressable grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-3 w-full min-h-13 px-1 py-2 text-left"
              onClick={() => setOpenVersion(version)}
            >
              <span className="grid">
                <span className="text-small font-semibold">
                  Versão {version.number}
                  {index === 0 && (
                    <span className="ml-2 px-2 py-0.25 rounded-full bg-mark-fill text-ink">
                      no ar
                    </span>
                  )}
                </span>
                <span className="text-small text-muted">{describeVersion(version)}</span>
              </span>
              <Time at={version.at} className="text-muted text-small" />
              <Icon name="forward" />
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

interface OneVersionProps {
  version: PageVersion;
  canRestore: boolean;
  onBack: () => void;
  onBegun: () => void;
  onClose: () => void;
}

function VersionDialog({ version, canRestore, onBack, onBegun, onClose }: OneVersionProps) {
  const query = useQuery(versionQuery(version.number));
  const { data: pagePreview } = useQuery(previewQuery);
  const [isConfirming, setIsConfirming] = useState(false);
  const { isBusy, failure, run } = useRequest();
  const detail = query.data;
  const restore = () =>
    run(async () => {
      await restoreVersion(version.number);
      onBegun();
    });
  return (
    <Dialog
      title={`Versão ${version.number}`}
      description={`${formatFullTime(version.at)} · ${describeVersion(version)}`}
      onClose={onClose}
      actions={
        <>
          <Button disabled={isBusy} onClick={isConfirming ? () => setIsConfirming(false) : onBack}>
            {isConfirming ? 'Cancelar' : 'Todas as versões'}
          </Button>
          {canRestore && (
            <Button
              kind="main"
              aria-disabled={isBusy}
              onClick={isConfirming ? () => void restore() : () => setIsConfirming(true)}
            >
              {isConfirming ? 'Sim, pôr no ar' : 'Voltar a esta versão'}
            </Button>
          )}
          {isConfirming && (
            <p className="box border-warn w-full sm:-order-1" role="alert">
              A página no ar volta a ser como nesta versão. A de agora fica guardada em Versões.
              {detail?.changes_to_now.some(({ is_sensitive }) => is_sensitive) &&
                ' Muda onde fica a página, onde se paga ou quem a mede: pede o código do aplicativo.'}
            </p>
          )}
        </>
      }
    >
      <QueryStatus query={query} />
      <FieldError>{failure}</FieldError>
      {detail && (
        <div data-wide className="grid gap-4 md:has-[iframe]:grid-cols-[17rem_minmax(0,1fr)]">
          {detail.preview && pagePreview && (
            <div className="grid [grid-template:min(26rem,40dvh)_/_minmax(0,24.375rem)] justify-center md:[grid-template:32rem_/_minmax(0,1fr)]">
              <PreviewFrame
                width={390}
                title={`A página na versão ${version.number}`}
                style={pagePreview.style}
                preview={detail.preview}
                scrollTarget={null}
                onPressed={() => undefined}
              />
            </div>
          )}
          <div className="stack content-start">
            <h3>
              {detail.changes_to_now.length === 0
                ? 'Igual à página de agora'
                : 'O que muda se ela voltar'}
            </h3>
            <ChangeList changes={detail.changes_to_now} headings={['Agora', 'Se voltar']} />
          </div>
        </div>
      )}
    </Dialog>
  );
}
