import type { Publication, PublishStep } from '@funil/contract/page/page-editor';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { formatClock } from '../../parts/time/format-time.ts';
import { shortName } from '../names.ts';
import { PageIcon } from '../PageIcon.tsx';

const PUBLISH_STEPS: readonly (readonly [step: PublishStep, label: string])[] = [
  ['checking', 'Conferir textos, imagens e cores'],
  ['writing', 'Salvar os arquivos'],
  ['building', 'Montar a página nova'],
  ['verifying', 'Trocar a página e conferir no ar'],
];

type BegunPublication = Exclude<Publication, { state: 'idle' }>;

interface Props {
  titles: Readonly<Record<BegunPublication['state'], string>>;
  publication: BegunPublication;
  address: string | null;
  onClose: () => void;
}

export const PublicationDialog = ({ titles, publication, address, onClose }: Props) => (
  <Dialog
    title={titles[publication.state]}
    onClose={onClose}
    actions={
      <Button kind="main" onClick={onClose}>
        {publication.state === 'running' ? 'Continuar editando' : 'Fechar'}
      </Button>
    }
  >
    <PublicationState publication={publication} address={address} />
  </Dialog>
);

function PublicationState({ publication, address }: Pick<Props, 'publication' | 'address'>) {
  if (publication.state === 'running') {
    const currentStep = PUBLISH_STEPS.findIndex(([step]) => step === publication.step);
    return (
      <div className="grid gap-3" role="status">
        <p className="text-muted">
          {shortName(publication.by)} está publicando. A página atual segue no ar.
        </p>
        <ol>
          {PUBLISH_STEPS.map(([step, label], index) => (
            <li
              key={step}
              className="relative py-2 pl-8 text-muted before:absolute before:top-[0.8125rem] before:left-1.5 before:size-3 before:border-2 before:border-wire before:rounded-full before:bg-raised not-first:after:absolute not-first:after:bottom-[calc(100%-0.8125rem)] not-first:after:left-[0.6875rem] not-first:after:w-0.5 not-first:after:h-[calc(100%-0.75rem)] not-first:after:bg-wire data-[state=now]:text-fg data-[state=now]:font-semibold data-[state=now]:before:border-mark data-[state=now]:before:animate-pulse data-[state=done]:text-fg data-[state=done]:before:border-mark data-[state=done]:before:bg-mark-fill"
              data-state={index < currentStep ? 'done' : index === currentStep ? 'now' : 'next'}
              aria-current={index === currentStep ? 'step' : undefined}
            >
              {label}
            </li>
          ))}
        </ol>
      </div>
    );
  }
  if (publication.state === 'failed') {
    return (
      <div className="grid gap-3" role="alert">
        <p className="flex items-start gap-2 text-lg font-semibold">
          <Icon name="warning" className="mt-0.5 text-bad" />
          {publication.reason}
        </p>
        <p>A página no ar não mudou e o rascunho está salvo.</p>
      </div>
    );
  }
  return (
    <div className="grid gap-3" role="status">
      <p className="flex items-center gap-2 text-lg font-semibold">
        <PageIcon name="check" className="text-good" />
        No ar desde {formatClock(publication.finished_at)}
      </p>
      {!publication.is_verified && (
        <p>O endereço público ainda não respondeu com a página nova. Confira em um minuto.</p>
      )}
      {address && (
        <p>
          <a href={address} target="_blank" rel="noreferrer">
            Ver a página
          </a>
        </p>
      )}
    </div>
  );
}
