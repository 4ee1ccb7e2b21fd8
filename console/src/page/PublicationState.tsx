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
      <div className="page-publication" role="status">
        <p className="muted">
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
      <div className="page-publication" role="alert">
        <p className="page-result" data-tone="bad">
          <Icon name="warning" />
          {publication.reason}
        </p>
        <p>A página no ar não mudou e o rascunho está guardado.</p>
      </div>
    );
  }
  return (
    <div className="page-publication" role="status">
      <p className="page-result" data-tone="good">
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
