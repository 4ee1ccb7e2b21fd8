import { formatQuantity } from '@funil/contract/counts';
import type { EditorForm, PublishReview } from '@funil/contract/page/page-editor';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { conflictExplainer, download, explain, isConflict } from '../../api.ts';
import { Button } from '../../parts/Button.tsx';
import { CheckBox } from '../../parts/CheckBox.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { findError, QueryStatus } from '../../parts/Failure.tsx';
import { FieldError } from '../../parts/Fields.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { runWithErrorToast } from '../../parts/toast.ts';
import { useRequest } from '../../parts/use-request.ts';
import { useDraft } from '../draft/draft-store.ts';
import { type FieldTarget, ProblemList } from '../ProblemList.tsx';
import { publicationQuery, publishPage, reviewQuery } from '../queries.ts';
import { ChangeList } from './ChangeList.tsx';
import { PublicationDialog } from './PublicationDialog.tsx';

interface Props {
  forms: readonly EditorForm[];
  address: string | null;
  /** Explains why this console cannot publish the page; null if it can. */
  publishObstacle: string | null;
  onGoToField: (target: FieldTarget) => void;
  onDiscard: (review: PublishReview) => void;
  onClose: () => void;
}

export function PublishDialog(props: Props) {
  const { address, publishObstacle, onClose } = props;
  const { data: publication } = useQuery(publicationQuery);
  const [hasBegun, setHasBegun] = useState(false);
  const isOver = publication?.state === 'done' || publication?.state === 'failed';
  if (publication?.state === 'running' || (hasBegun && isOver)) {
    return (
      <PublicationDialog
        titles={{ running: 'Publicando', done: 'Publicada', failed: 'Não publicada' }}
        publication={publication}
        address={address}
        onClose={onClose}
      />
    );
  }
  if (publishObstacle !== null)
    return <PublishObstacle reason={publishObstacle} onClose={onClose} />;
  return <Review {...props} onBegun={() => setHasBegun(true)} />;
}

const PublishObstacle = ({ reason, onClose }: { reason: string; onClose: () => void }) => (
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

function Review({
  forms,
  onGoToField,
  onDiscard,
  onClose,
  onBegun,
}: Props & { onBegun: () => void }) {
  const { saving } = useDraft();
  const isSaving = saving.state === 'saving';
  const query = useQuery({
    ...reviewQuery(saving.state === 'saved' ? saving.at : null),
    enabled: !isSaving,
  });
  const [confirmedWarnings, setConfirmedWarnings] = useState<readonly string[]>([]);
  const { isBusy, failure, run } = useRequest(explainPublishError);
  // The old review stays while a new one is fetched, so that no button vanishes under the operator's finger.
  const review = isSaving ? undefined : query.data;
  const recheckError = review && findError(query);
  const isReady = review !== undefined && canPublish(review, confirmedWarnings);

  async function send(shown: PublishReview) {
    try {
      await publishPage(shown, confirmedWarnings);
    } catch (error) {
      if (isConflict(error)) void query.refetch();
      throw error;
    }
    onBegun();
  }

  return (
    <Dialog
      title="Publicar"
      onClose={onClose}
      actions={
        <>
          {review && review.changes.length > 0 && (
            <Button kind="quiet" className="sm:mr-auto text-bad" onClick={() => onDiscard(review)}>
              Descartar o rascunho
            </Button>
          )}
          <Button onClick={onClose}>Continuar editando</Button>
          <Button
            kind="main"
            disabled={!isReady}
            aria-disabled={isBusy}
            onClick={() => void (review && run(() => send(review)))}
          >
            Publicar agora
          </Button>
          {review && !isReady && (
            <p className="w-full sm:-order-1 text-small text-muted">{explainDisabled(review)}</p>
          )}
        </>
      }
    >
      {review === undefined ? (
        <QueryStatus query={{ ...query, data: undefined }} label="Conferindo o rascunho…" />
      ) : (
        <ReviewedDraft
          forms={forms}
          review={review}
          confirmedWarnings={confirmedWarnings}
          onConfirm={setConfirmedWarnings}
          onGoToField={onGoToField}
        />
      )}
      <FieldError>
        {recheckError ? `O rascunho não foi conferido de novo: ${explain(recheckError)}` : null}
      </FieldError>
      <FieldError>{failure}</FieldError>
    </Dialog>
  );
}

interface ReviewedDraftProps extends Pick<Props, 'forms' | 'onGoToField'> {
  review: PublishReview;
  confirmedWarnings: readonly string[];
  onConfirm: (warnings: readonly string[]) => void;
}

function ReviewedDraft(props: ReviewedDraftProps) {
  const { forms, review, confirmedWarnings, onConfirm, onGoToField } = props;
  const leftoverCount = useDraft().insights.demo_leftovers?.length ?? 0;
  return (
    <>
      <ProblemList
        title="Para publicar, falta resolver:"
        forms={forms}
        problems={review.problems}
        onGoToField={onGoToField}
      />
      {leftoverCount > 0 && (
        <p className="text-small text-muted">
          {formatQuantity(leftoverCount, 'item ainda é', 'itens ainda são')} da demonstração: veja
          “O que resta da demonstração”.
        </p>
      )}
      {review.warnings.map((warning) => (
        <CheckBox
          key={warning}
          className="box grid grid-cols-[auto_minmax(0,1fr)] gap-3 border-warn cursor-pointer"
          isChecked={confirmedWarnings.includes(warning)}
          onChange={(isChecked) =>
            onConfirm(
              isChecked
                ? [...confirmedWarnings, warning]
                : confirmedWarnings.filter((other) => other !== warning),
            )
          }
        >
          <span className="whitespace-pre-line wrap-anywhere">{warning}</span>
        </CheckBox>
      ))}
      {review.changes.length > 0 && (
        <>
          <h3>{formatQuantity(review.changes.length, 'mudança', 'mudanças')}</h3>
          <ChangeList changes={review.changes} />
        </>
      )}
    </>
  );
}

const explainPublishError = conflictExplainer(
  'O rascunho mudou agora. Confira de novo e publique.',
);

const explainDisabled = ({ problems, changes }: PublishReview): string => {
  if (problems.length > 0) return 'Para publicar, resolva os problemas acima.';
  return changes.length === 0
    ? 'Nada mudou desde a última publicação.'
    : 'Para publicar, marque cada aviso acima.';
};

const canPublish = (
  { changes, problems, warnings }: PublishReview,
  confirmedWarnings: readonly string[],
): boolean =>
  changes.length > 0 &&
  problems.length === 0 &&
  warnings.every((warning) => confirmedWarnings.includes(warning));
