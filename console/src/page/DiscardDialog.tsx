import type { EditorForm, PublishReview } from '@funil/contract/console/page-editor';
import { FormDialog } from '../parts/Dialog.tsx';
import { showToast } from '../parts/toast.ts';
import { queryClient } from '../queries.ts';
import { type LocalFile, replaceDraft, useDraft } from './draft.ts';
import { discardDraft, discardFields } from './queries.ts';

interface Props {
  part:
    | { readonly file: LocalFile; readonly form: EditorForm }
    | { readonly review: PublishReview };
  onClose: () => void;
}

export function DiscardDialog({ part, onClose }: Props) {
  const form = 'form' in part ? part.form : null;
  const { saving } = useDraft();
  async function discard() {
    const draft =
      'form' in part
        ? await discardFields(part.file, Object.keys(part.form.schema.properties ?? {}))
        : await discardDraft(part.review);
    replaceDraft(draft, form);
    await queryClient.invalidateQueries({ queryKey: ['page'] });
    showToast('Mudanças descartadas.');
    onClose();
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
      // A save that the server gets after the discard would bring its field back.
      isReady={saving.state !== 'saving'}
      onClose={onClose}
      onSubmit={discard}
    />
  );
}
