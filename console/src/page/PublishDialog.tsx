import type { EditorForm, PublishReview } from '@funil/contract/console/page-editor';
import { countOf } from '@funil/contract/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, download, explain } from '../api.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { QueryStatus } from '../parts/Failure.tsx';
import { FieldError } from '../parts/Fields.tsx';
import { Icon } from '../parts/Icon.tsx';
import { runWithErrorToast } from '../parts/toast.ts';
import { Changes } from './Changes.tsx';
import { useDraft } from './draft.ts';
import { ProblemList, type Target } from './ProblemList.tsx';
import { PublicationState } from './PublicationState.tsx';
import { publicationQuery, publish, reviewQuery } from './queries.ts';

interface Props {
  forms: readonly EditorForm[];
  address: string | null;
  /** Why the page is published elsewhere; null: it is published here. */
  elsewhere: string | null;
  onTarget: (target: Target) => void;
  onDiscard: () => void;
  onClose: () => void;
}

/** Shows what a publication changes, what it leads to, and then its progress and its end. */
export function PublishDialog(props: Props) {
  const { address, elsewhere, onClose } = props;
  const { data: publication } = useQuery(publicationQuery);
  const [hasBegun, setHasBegun] = useState(false);
  const isOver = publication?.state === 'done' || publication?.state === 'failed';
  if (publication?.state === 'running' || (hasBegun && isOver)) {
    const isRunning = publication.state === 'running';
    return (
      <Dialog
        title={
          isRunning ? 'Publicando' : publication.state === 'done' ? 'Publicada' : 'Não publicada'
        }
        onClose={onClose}
        actions={
          <Button kind="main" onClick={onClose}>
            {isRunning ? 'Continuar editando' : 'Fechar'}
          </Button>
        }
      >
        <PublicationState publication={publication} address={address} />
      </Dialog>
    );
  }
  if (elsewhere !== null) return <Elsewhere reason={elsewhere} onClose={onClose} />;
  return <Review {...props} onBegun={() => setHasBegun(true)} />;
}

const Elsewhere = ({ reason, onClose }: { reason: string; onClose: () => void }) => (
  <Dialog
    title="Publicar"
    description={reason}
    onClose={onClose}
    actions={
      <Button
        kind="main"
        onClick={() => void runWithErrorToast(() => download('pagina.zip', 'GET page/files.zip'))}
      >
        <Icon name="download" />
        Baixar os arquivos alterados
      </Button>
    }
  />
);

function Review({ forms, onTarget, onDiscard, onClose, onBegun }: Props & { onBegun: () => void }) {
  const draft = useDraft();
  const isSaving = draft.saving.is === 'saving';
  const query = useQuery({
    ...reviewQuery,
    enabled: !isSaving,
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const review = isSaving || query.isFetching ? undefined : query.data;
  const isReady = review !== undefined && !isBusy && canPublish(review, confirmed);

  async function send() {
    if (!isReady) return;
    setIsBusy(true);
    setFailure(null);
    try {
      await publish(review, confirmed);
      onBegun();
    } catch (error) {
      const isChanged = error instanceof ApiError && error.code === 'changed';
      setFailure(
        isChanged ? 'O rascunho mudou agora. Confira de novo e publique.' : explain(error),
      );
      if (isChanged) await query.refetch();
    }
    setIsBusy(false);
  }

  return (
    <Dialog
      title="Publicar"
      onClose={onClose}
      actions={
        <>
          {review && review.changes.length > 0 && (
            <Button kind="quiet" className="mr-auto text-bad" onClick={onDiscard}>
              Descartar o rascunho
            </Button>
          )}
          <Button onClick={onClose}>Continuar editando</Button>
          <Button kind="main" disabled={!isReady} onClick={() => void send()}>
            Publicar agora
          </Button>
          {review && !isReady && !isBusy && (
            <p className="w-full sm:-order-1 text-small text-muted">{explainWaiting(review)}</p>
          )}
        </>
      }
    >
      {review === undefined ? (
        <QueryStatus query={{ ...query, data: undefined }} label="Conferindo o rascunho…" />
      ) : (
        <>
          <ProblemList
            title="Para publicar, falta resolver:"
            forms={forms}
            problems={review.problems}
            onTarget={onTarget}
          />
          {review.warnings.map((warning) => (
            <label
              key={warning}
              className="box grid grid-cols-[auto_minmax(0,1fr)] gap-3 border-warn cursor-pointer"
            >
              <input
                type="checkbox"
                className="check"
                checked={confirmed.includes(warning)}
                onChange={({ target }) =>
                  setConfirmed(
                    target.checked
                      ? [...confirmed, warning]
                      : confirmed.filter((each) => each !== warning),
                  )
                }
              />
              <span>{warning}</span>
            </label>
          ))}
          {review.changes.length > 0 && (
            <>
              <h3>{countOf(review.changes.length, 'mudança', 'mudanças')}</h3>
              <Changes changes={review.changes} />
            </>
          )}
        </>
      )}
      <FieldError>{failure}</FieldError>
    </Dialog>
  );
}

/** Returns why the button that publishes is grey. */
const explainWaiting = ({ problems, changes }: PublishReview): string | null => {
  if (problems.length > 0) return 'Para publicar, resolva os problemas acima.';
  return changes.length === 0
    ? 'Nada mudou desde a última publicação.'
    : 'Para publicar, marque cada aviso acima.';
};

const canPublish = (
  { changes, problems, warnings }: PublishReview,
  confirmed: readonly string[],
): boolean =>
  changes.length > 0 &&
  problems.length === 0 &&
  warnings.every((warning) => confirmed.includes(warning));
