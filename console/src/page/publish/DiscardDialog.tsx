import type { EditorForm, PublishReview } from '@funil/contract/page/page-editor';
import { FormDialog } from '../../parts/Dialog.tsx';
import { showToast } from '../../parts/toast.ts';
import { queryClient } from '../../queries.ts';
import { adoptDraftAfterDiscard } from '../draft/draft.ts';
import { type LocalFile, useDraft } from '../draft/draft-store.ts';
import { discardDraft, discardFields } from '../queries.ts';

interface Props {
  discarded:
    | { readonly file: LocalFile; readonly form: EditorForm }
    | { readonly review: PublishReview };
  onClose: () => void;
}

export function DiscardDialog({ discarded, onClose }: Props) {
  const form = 'form' in discarded ? discarded.form : null;
  const { saving } = useDraft();
  async function discard() {
    const draft =
      'form' in discarded
        ? await discardFields(discarded.file, Object.keys(discarded.form.schema.properties ?? {}))
        : await discardDraft(discarded.review);
    adoptDraftAfterDiscard(draft, form);
    await queryClient.invalidateQueries({ queryKey: ['page'] });
    showToast('Mudanças descartadas.');
  }
  return (
    <FormDialog
      title={form ? 'Descartar as mudanças desta parte?' : 'Descartar o rascunho inteiro?'}
      description={
        form
          ? 'Esta parte volta a ser como está no ar. As outras ficam como estão.'
          : 'Tudo o que mudou desde a última publicação, também por outras pessoas, volta a ser como está no ar.'
      }
      submitLabel="Descartar"
      isDestructive
      // A running save could bring the discarded field back if it reached the server later.
      isReady={saving.state !== 'saving'}
      onClose={onClose}
      onSubmit={discard}
    />
  );
}
