import type { Publication, PublishStep } from '@funil/contract/console/page-editor';
import { formatClock } from '../parts/format-time.ts';
import { Icon } from '../parts/Icon.tsx';
import { shortName } from './names.ts';
import { PageIcon } from './PageIcon.tsx';

const STEPS: readonly (readonly [step: PublishStep, label: string])[] = [
  ['checking', 'Conferir textos, imagens e cores'],
  ['writing', 'Guardar os arquivos'],
  ['building', 'Montar a página nova'],
  ['verifying', 'Trocar a página e conferir no ar'],
];

interface Props {
  publication: Exclude<Publication, { state: 'idle' }>;
  address: string | null;
}

/** How far a publication is, and how it ended. */
export function PublicationState({ publication, address }: Props) {
  if (publication.state === 'running') {
    const current = STEPS.findIndex(([step]) => step === publication.step);
    return (
      <div className="grid gap-3" role="status">
        <p className="text-muted">
          {shortName(publication.by)} está publicando. A página atual segue no ar.
        </p>
        <ol className="page-steps">
          {STEPS.map(([step, label], at) => (
            <li
              key={step}
              data-state={at < current ? 'done' : at === current ? 'now' : 'next'}
              aria-current={at === current ? 'step' : undefined}
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
        <p
          className="flex items-center gap-2 text-lg font-semibold data-[tone=good]:[&>.icon]:text-good data-[tone=bad]:[&>.icon]:text-bad"
          data-tone="bad"
        >
          <Icon name="warning" />
          {publication.reason}
        </p>
        <p>A página no ar não mudou e o rascunho está guardado.</p>
      </div>
    );
  }
  return (
    <div className="grid gap-3" role="status">
      <p
        className="flex items-center gap-2 text-lg font-semibold data-[tone=good]:[&>.icon]:text-good data-[tone=bad]:[&>.icon]:text-bad"
        data-tone="good"
      >
        <PageIcon name="check" />
        No ar desde {formatClock(publication.finished_at)}
      </p>
      {!publication.is_verified && (
        <p>O endereço público ainda não respondeu com a página nova. Confira em um minuto.</p>
      )}
      {address && (
        <p>
          <a href={address} target="_blank" rel="noreferrer">
            Abrir a página
          </a>
        </p>
      )}
    </div>
  );
}
